"""The end of a round by a knock: who shows what, and what everybody scores."""

from __future__ import annotations

from ..cards import Card, Hand
from ..values import LaidCard, Settlement, Side
from .laying_off import layoff_value
from .party import Defences, PartyHand, party_defences, party_result, raw_defence
from .settlement import lay_down, settle
from .table import RawResult, Table


def seen_cards(table: Table) -> list[Card]:
    """What the knocker need not fear: the card thrown, and what lies in the pile (b4)."""
    return [*table.pile, *([] if table.thrown is None else [table.thrown])]


def forfeit_result(table: Table) -> RawResult:
    """The loss of the game by a knock over the limit; nothing is laid down (b6)."""
    return _two_player_result(table, _settled(table))


def settle_automatically(table: Table) -> RawResult:
    """The engine lays down and off for everybody (b4, c1)."""
    assert table.knocker is not None
    if table.rules.party is None:
        return _two_player_result(table, _settled(table))
    hand = Hand(table.hands[table.knocker])
    shown = lay_down(hand, table.rules, Hand(seen_cards(table)))
    spread = [frozenset(meld.cards) for meld in shown.melds]
    meeting = _party_hand(table)
    hands = {seat: frozenset(table.hands[seat]) for seat in meeting.defenders}
    defences = party_defences(meeting, hands, spread, shown.deadwood)
    return party_result(meeting, spread, shown.deadwood, defences)


def settle_as_laid(table: Table) -> RawResult:
    """The players have laid down and off all they want to."""
    assert table.knocker is not None
    if table.rules.party is None:
        return _two_player_result(table, _settled(table, as_laid=True))
    defences: Defences = {}
    for seat in table.defenders():
        own = [meld for one, meld in table.own_melds if one == seat]
        laid = sorted((card, on) for one, card, on in table.laid if one == seat)
        placed = tuple(LaidCard(card, on) for card, on in laid)
        defences[seat] = layoff_value(frozenset(table.hands[seat]), own, placed, table.rules)
    count = table.loose_points(table.knocker)
    return party_result(_party_hand(table), table.spread, count, defences)


def _party_hand(table: Table) -> PartyHand:
    assert table.knocker is not None
    return PartyHand(
        table.rules,
        table.players,
        table.knocker,
        tuple(table.defenders()),
        table.big_gin,
        table.terms.multiplier,
    )


def _settled(table: Table, as_laid: bool = False) -> Settlement:
    assert table.knocker is not None
    (defender,) = table.defenders()
    return settle(
        Hand(table.hands[table.knocker]),
        Hand(table.hands[defender]),
        table.rules,
        knock_card=table.limit_card,
        spread=list(map(Hand, table.spread)) if as_laid else None,
        defender_melds=[Hand(meld) for _, meld in table.own_melds] if as_laid else None,
        layoff=[(card, meld) for _, card, meld in table.laid] if as_laid else None,
        seen=Hand(seen_cards(table)),
    )


def _two_player_result(table: Table, settlement: Settlement) -> RawResult:
    """Section D's result, by seat."""
    assert table.knocker is not None
    seat_of = {Side.KNOCKER: table.knocker, Side.DEFENDER: table.defenders()[0]}
    winner = -1 if settlement.winner is None else seat_of[settlement.winner]
    by_seat = [Side.KNOCKER, Side.DEFENDER]
    if table.knocker == 1:
        by_seat.reverse()
    number = {Side.KNOCKER: 0, Side.DEFENDER: 1}
    return RawResult(
        outcome=settlement.outcome.value,
        winner=winner,
        points=settlement.points,
        scores=[settlement.scores[number[side]] for side in by_seat],
        boxes=[settlement.boxes[number[side]] for side in by_seat],
        multiplier=settlement.multiplier,
        knocker=table.knocker,
        parts=[(winner, part.reason, part.points) for part in settlement.parts],
        knocker_deadwood=settlement.knocker_deadwood,
        deadwoods=[(seat_of[Side.DEFENDER], settlement.defender_deadwood)],
        spread=[meld.mask for meld in settlement.spread.melds],
        defences=[raw_defence(seat_of[Side.DEFENDER], settlement.layoff)],
    )
