"""The census by looking at every hand: for small hands, or small units of big ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from threading import Event as CensusStop

from .._inputs import RulesLike
from ..cards import Card
from .arranging import deadwood

__all__ = ["CensusStop", "census_unit"]

_PACK = tuple(map(Card, range(52)))
_KINGS = [card for card in _PACK if card.rank == 13]
_QUEENS = [card for card in _PACK if card.rank == 12]
_OTHERS = [card for card in _PACK if card.rank < 12]


def census_unit(
    rules: RulesLike, cards: int, best_throw: bool, unit: int, stop: CensusStop
) -> list[int] | None:
    """Hands by deadwood of the unit with ``unit // 5`` kings and ``unit % 5`` queens; None if
    the flag was set meanwhile."""
    counts: Counter[int] = Counter()
    for hand in _hands(cards, *divmod(unit, 5)):
        if stop.is_set():
            return None
        if best_throw:
            kept = combinations(hand, cards - 1)
            counts[min(deadwood(some, rules) for some in kept)] += 1
        else:
            counts[deadwood(hand, rules)] += 1
    return [counts[points] for points in range(max(counts, default=-1) + 1)]


def _hands(cards: int, kings: int, queens: int) -> Iterator[tuple[Card, ...]]:
    others = cards - kings - queens
    if others < 0:
        return
    for high in product(combinations(_KINGS, kings), combinations(_QUEENS, queens)):
        for low in combinations(_OTHERS, others):
            yield sum(high, low)
