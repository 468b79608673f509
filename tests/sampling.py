"""Random hands: uniform ones, and dense ones, where melds overlap."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ginrummy import ACE_FIFTEEN, ACE_ONE, Rules

DATA = Path(__file__).parent / "data"
PACK = range(52)


def cases(*kinds: str) -> list[dict[str, Any]]:
    """The shared cases of these kinds, or all."""
    found = []
    for path in sorted(DATA.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if not kinds or case["kind"] in kinds:
                found.append(case)
    return found


def case_rules(values: dict[str, Any] | None) -> Rules:
    """Rules from a case's fields; the cases give the points of a loose ace alone."""
    values = dict(values or {})
    if values.pop("ace_deadwood", 1) == 15:
        values["card_points"] = ACE_FIFTEEN
    return Rules(**values)


def mask_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def deal(rng: random.Random, *sizes: int, dense: bool = False) -> list[int]:
    """Masks of disjoint hands; dense ones come from 4 to 6 adjacent ranks of the ring."""
    total = sum(sizes)
    if dense:
        width = max(rng.choice((4, 5, 6)), -(-total // 4))
        low = rng.randrange(13)
        pack = [suit * 13 + (low + i) % 13 for suit in range(4) for i in range(width)]
    else:
        pack = list(PACK)
    cards = rng.sample(pack, total)
    hands = []
    for size in sizes:
        hands.append(mask_of(cards[:size]))
        cards = cards[size:]
    return hands


def card_rules() -> Iterator[Rules]:
    """Every run mode with both usual ace values."""
    for mode in ("low", "highlow", "wrap"):
        for points in (ACE_ONE, ACE_FIFTEEN):
            yield Rules(run_mode=mode, card_points=points)
