"""The kernels of `ginrummy.batch`, one hand after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from numpy.typing import NDArray

from .._settled import SETTLED
from ..cards import Card, Hand
from ..errors import GinRummyError, InvalidCard, InvalidHand, WrongHandSize
from ..rules import Rules
from ..values import ROUND_OUTCOMES, Side
from .arranging import arrange, deadwood
from .laying_off import lay_off
from .settlement import settle

__all__ = [
    "batch_arrange",
    "batch_best_discard",
    "batch_deadwood",
    "batch_discards",
    "batch_largest",
    "batch_lay_off",
    "batch_paths",
    "batch_settle",
    "batch_smallest",
]

Array = NDArray[Any]


def batch_paths() -> list[str]:
    return ["portable"]


def batch_smallest(hands: Array) -> int:
    return min((mask.bit_count() for mask in hands.reshape(-1).tolist()), default=0)


def batch_largest(hands: Array) -> int:
    return max((mask.bit_count() for mask in hands.reshape(-1).tolist()), default=0)


def _hands(masks: Array, name: str) -> list[Hand]:
    found = []
    for place, mask in enumerate(masks.reshape(-1).tolist()):
        if mask >> 52:
            raise InvalidHand(f"{name}[{place}] = {hex(mask)} is no hand: it has bits above 51")
        found.append(Hand.from_mask(mask))
    return found


def _each(name: str, size: int, work: Callable[[int], None]) -> None:
    for place in range(size):
        try:
            work(place)
        except GinRummyError as error:
            raise type(error)(f"{name}[{place}]: {error}") from None


def batch_deadwood(
    hands: Array, rules: Rules, out: Array, check_first: bool, threads: int, path: str
) -> None:
    flat = out.reshape(-1)
    flat[:] = [deadwood(hand, rules) for hand in _hands(hands, "hands")]


def batch_arrange(hands: Array, rules: Rules, out: Array, check_first: bool, threads: int) -> None:
    rows = out.reshape(-1, out.shape[-1])
    given = _hands(hands, "hands")

    def work(place: int) -> None:
        melds = [meld.mask for meld in arrange(given[place], rules).melds]
        if len(melds) > out.shape[-1]:
            raise WrongHandSize(f"{len(melds)} melds, and out only {out.shape[-1]} places")
        rows[place] = melds + [0] * (out.shape[-1] - len(melds))

    _each("hands", len(given), work)


def _throws(
    hands: Array, rules: Rules, taken: Array | None
) -> Iterator[tuple[Hand, dict[int, int]]]:
    """Each hand with the deadwood that its legal throws leave, by card."""
    given = _hands(hands, "hands")
    cards = [-1] * len(given) if taken is None else taken.reshape(-1).tolist()
    for place, (hand, index) in enumerate(zip(given, cards, strict=True)):
        if len(hand) != rules.hand_size + 1:
            raise WrongHandSize(f"hands[{place}] has {len(hand)} cards, not {rules.hand_size + 1}")
        if index != -1 and not (0 <= index < 52 and Card(index) in hand):
            raise InvalidHand(f"taken[{place}] = {index} is no card of hands[{place}]")
        barred = None if index == -1 or rules.may_discard_taken else Card(index)
        throws = [card for card in hand if card != barred]
        yield hand, {card.index: deadwood(hand - {card}, rules) for card in throws}


def batch_discards(
    hands: Array, rules: Rules, taken: Array | None, out: Array, check_first: bool, threads: int
) -> None:
    rows = out.reshape(-1, out.shape[-1])
    found = list(_throws(hands, rules, taken))
    for place, (hand, left) in enumerate(found):
        rows[place] = [left.get(card.index, 65535) for card in hand]


def batch_best_discard(
    hands: Array,
    rules: Rules,
    taken: Array | None,
    cards: Array,
    out: Array,
    check_first: bool,
    threads: int,
    path: str,
) -> None:
    flat_cards, flat = cards.reshape(-1), out.reshape(-1)
    found = list(_throws(hands, rules, taken))
    for place, (_, left) in enumerate(found):
        count, card = min((count, card) for card, count in left.items())
        flat_cards[place], flat[place] = card, count


def batch_lay_off(
    spreads: Array, hands: Array, rules: Rules, out: Array, laid: Array | None, threads: int
) -> None:
    flat = out.reshape(-1)
    given = _hands(hands, "hands")
    _hands(spreads, "spreads")
    rows = spreads.reshape(len(given), spreads.shape[-1]).tolist()

    def work(place: int) -> None:
        spread = [Hand.from_mask(mask) for mask in rows[place] if mask]
        best = lay_off(spread, given[place], rules)
        flat[place] = best.deadwood
        if laid is not None:
            laid.reshape(-1)[place] = sum(1 << one.card.index for one in best.laid)

    _each("hands", len(given), work)


def batch_settle(
    knockers: Array,
    defenders: Array,
    rules: Rules,
    knock_card: int,
    knock_cards: Array | None,
    seen: int,
    seen_each: Array | None,
    out: Array,
    threads: int,
) -> None:
    flat = out.view(SETTLED)
    held, enemies = _hands(knockers, "knockers"), _hands(defenders, "defenders")
    known = [Hand.from_mask(seen)] * len(held) if seen_each is None else _hands(seen_each, "seen")
    limits = [knock_card] * len(held) if knock_cards is None else knock_cards.reshape(-1).tolist()
    for place, index in enumerate(limits):
        if knock_cards is not None and not 0 <= index < 52:
            raise InvalidCard(f"knock_card[{place}] = {index} is no card")

    def work(place: int) -> None:
        card = None if limits[place] == -1 else Card(limits[place])
        done = settle(held[place], enemies[place], rules, knock_card=card, seen=known[place])
        winner = {Side.KNOCKER: 0, Side.DEFENDER: 1, None: -1}[done.winner]
        flat[place] = (
            done.points,
            done.scores,
            done.boxes,
            done.knocker_deadwood,
            done.defender_deadwood,
            done.multiplier,
            ROUND_OUTCOMES.index(done.outcome),
            winner,
        )

    _each("knockers", len(held), work)
