"""The end of a round by a knock: who shows what, and what everybody scores."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card, Hand
from ..choices import EqualUndercut, LayoffOrder
from ..rules import PartyRules
from ..values import LaidCard, Layoff, Outcome, Settlement, Side
from .arranging import Cards, Splitter
from .laying_off import defend, layoff_value
from .settlement import lay_down, settle
from .table import RawResult, Table, mask_of

Defences = dict[int, Layoff]
"""The defence of each seat, from the knocker's left."""


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
    defences = _party_defences(table, spread, shown.deadwood)
    return _party_result(table, spread, shown.deadwood, defences)


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
    return _party_result(table, table.spread, count, defences)


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
        defences=[_raw_defence(seat_of[Side.DEFENDER], settlement.layoff)],
    )


def _raw_defence(
    seat: int, defence: Layoff
) -> tuple[int, list[int], list[tuple[int, int]], int, int]:
    return (
        seat,
        [meld.mask for meld in defence.melds],
        [(one.card.index, one.meld) for one in defence.laid],
        defence.unmelded.mask,
        defence.deadwood,
    )


def _party_defences(table: Table, spread: Sequence[Cards], count: int) -> Defences:
    """Each defender's best; layoffs on the spread as laid down, or as it has grown (q6)."""
    party = table.rules.party
    assert party is not None
    # Without chains a card laid off by somebody else carries none either (c4).
    grows = party.layoff_order is LayoffOrder.TURN and table.rules.layoff_chain
    on_table = list(spread)
    allowed = not table.big_gin and (count > 0 or table.rules.layoff_on_gin)
    defences: Defences = {}
    for seat in table.defenders():
        hand = frozenset(table.hands[seat])
        if allowed:
            defence = defend(hand, on_table, table.rules)
        else:
            own = next(Splitter(hand, table.rules).optima())
            defence = layoff_value(hand, own, (), table.rules)
        if grows:
            for one in defence.laid:
                on_table[one.meld] = on_table[one.meld] | {one.card}
        defences[seat] = defence
    return defences


def _party_result(
    table: Table, spread: Sequence[Cards], knock: int, defences: Defences
) -> RawResult:
    """Section Q's flat scores."""
    assert table.knocker is not None
    party = table.rules.party
    assert party is not None
    counts = {seat: defence.deadwood for seat, defence in defences.items()}
    bonuses: dict[int, tuple[str, int]] = {}
    losses = dict.fromkeys(range(table.players), 0)
    outcome = _party_outcome(table, knock, counts)
    winner = table.knocker
    if outcome is Outcome.CANCELLED:
        winner = -1
    elif outcome is Outcome.KNOCK:
        bonuses[winner] = ("knock bonus", party.knock_points)
        losses.update({seat: own - knock for seat, own in counts.items()})
    elif outcome is Outcome.UNDERCUT:
        lowest = min(counts.values())
        takers = _takers(party, knock, counts)
        shared = party.equal_undercut is EqualUndercut.SPLIT
        points = party.undercut_points // len(takers) if shared else party.undercut_points
        bonuses = dict.fromkeys(takers, ("undercut bonus", points))
        for seat, own in {table.knocker: knock, **counts}.items():
            if seat not in takers:
                losses[seat] = own - lowest
        winner = takers[0]
    else:
        big = outcome is Outcome.BIG_GIN
        points = (table.rules.big_gin or 0) if big else party.gin_points
        bonuses[winner] = ("big gin bonus" if big else "gin bonus", points)
        times = 2 if party.gin_double_losers else 1
        losses.update({seat: times * own for seat, own in counts.items()})

    parts = [(seat, reason, points) for seat, (reason, points) in bonuses.items()]
    in_turn = (table.knocker, *table.defenders())
    parts += [(seat, "deadwood", -losses[seat]) for seat in in_turn]
    scores = [0] * table.players
    for seat, _, points in parts:
        scores[seat] += points
    multiplier = table.terms.multiplier
    if multiplier > 1:
        parts += [
            (seat, "multiplier", (multiplier - 1) * score) for seat, score in enumerate(scores)
        ]
        scores = [multiplier * score for score in scores]
    return RawResult(
        outcome=outcome.value,
        winner=winner,
        points=scores[winner] if winner >= 0 else 0,
        scores=scores,
        boxes=[1 if seat in bonuses else 0 for seat in range(table.players)],
        multiplier=multiplier,
        knocker=table.knocker,
        parts=[part for part in parts if part[2] != 0],
        knocker_deadwood=knock,
        deadwoods=list(counts.items()),
        spread=[mask_of(meld) for meld in spread],
        defences=[_raw_defence(seat, defence) for seat, defence in defences.items()],
    )


def _party_outcome(table: Table, knock: int, counts: dict[int, int]) -> Outcome:
    if table.big_gin:
        return Outcome.BIG_GIN
    if knock == 0:
        cancelled = table.rules.gin_cancelled_at_zero and not any(counts.values())
        return Outcome.CANCELLED if cancelled else Outcome.GIN
    if min(counts.values()) <= knock:  # q5
        return Outcome.UNDERCUT
    return Outcome.KNOCK


def _takers(party: PartyRules, knock: int, counts: dict[int, int]) -> list[int]:
    """Who takes undercut points, from the knocker's left (q4)."""
    if party.equal_undercut is EqualUndercut.ALL_UNDER:
        return [seat for seat, own in counts.items() if own <= knock]
    lowest = min(counts.values())
    takers = [seat for seat, own in counts.items() if own == lowest]
    return takers[:1] if party.equal_undercut is EqualUndercut.FIRST_IN_TURN else takers
