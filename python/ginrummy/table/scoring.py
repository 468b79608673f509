"""What the end of a round scores: Mahjong gin (j5) and Kalooki (k13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .. import _select
from ..cards import Card
from ..results import SeatPart
from ..rules import Rules
from ..values import Outcome
from .cards import JOKER, TableHand, face_of
from .choices import BuildCredit
from .melds import slot_value
from .results import TableResult
from .rules import KalookiRules, MahjongRules, TableRules
from .state import DEAD_OUTCOMES, Laid, State

__all__ = ["held_value", "settle_kalooki", "settle_mahjong"]


def settle_mahjong(state: State, rules: MahjongRules) -> TableResult:
    """Everybody's table less hand, and the bonus for gin (j5)."""
    seats = range(len(state.hands))
    return _result(state, (part for seat in seats for part in _seat(state, seat, rules)))


def _seat(state: State, seat: int, rules: MahjongRules) -> Iterator[SeatPart]:
    if table := _on_table(state, rules, lambda _, by: by == seat):
        yield SeatPart(seat, "melds", table, "cards on the table")
    hand = [Card(face_of(card)) for card in state.hands[seat]]
    if rules.held_melds_minus:
        held, what = sum(rules.card_points[card.rank - 1] for card in hand), "cards in hand"
    else:
        held = _select.deadwood(hand, Rules(card_points=rules.card_points))
        what = "cards in hand, melds apart"
    if held:
        yield SeatPart(seat, "hand", -held, what)
    if seat == state.out and rules.gin_bonus:
        yield SeatPart(seat, "gin bonus", rules.gin_bonus, "for gin")


def settle_kalooki(state: State, rules: KalookiRules) -> TableResult:
    """The winner gets what he laid and what the others hold; the others nothing (k13)."""
    return _result(state, _winner(state, state.out, rules))


def _winner(state: State, winner: int, rules: KalookiRules) -> Iterator[SeatPart]:
    def counts(laid: Laid, by: int) -> bool:
        return (by if rules.build_credit is BuildCredit.BUILDER else laid.owner) == winner

    total = _on_table(state, rules, counts)
    yield SeatPart(winner, "melds", total, "cards on the table")
    for seat, hand in enumerate(state.hands):
        if hand:
            held = sum(held_value(face_of(card), rules) for card in hand)
            total += held
            what = f"held by player {seat}: {TableHand.of_pack(hand)}"
            yield SeatPart(winner, "held cards", held, what)
    times = rules.kalooki_multiplier
    if state.outcome is Outcome.KALOOKI and times > 1:
        yield SeatPart(winner, "kalooki", total * (times - 1), f"Kalooki: times {times}")


def held_value(face: int, rules: KalookiRules) -> int:
    """The points of a card held at the end (k13): a joker's own, an ace 11."""
    if face == JOKER.face:
        return rules.joker_value
    return 11 if face % 13 == 0 else min(face % 13 + 1, 10)


def _on_table(state: State, rules: TableRules, counts: Callable[[Laid, int], bool]) -> int:
    """The points of the cards on the table that count, by their meld and who played them."""
    return sum(
        slot_value(laid.meld, at, rules)
        for laid in state.table
        for at, by in enumerate(laid.by)
        if counts(laid, by)
    )


def _result(state: State, parts: Iterable[SeatPart]) -> TableResult:
    assert state.outcome is not None
    dead = state.outcome in DEAD_OUTCOMES
    found = () if dead else tuple(parts)
    return TableResult(
        outcome=state.outcome,
        winner=None if state.out < 0 else state.out,
        scores=tuple(
            sum(part.points for part in found if part.seat == seat)
            for seat in range(len(state.hands))
        ),
        parts=found,
        held=() if dead else tuple(map(TableHand.of_pack, state.hands)),
    )
