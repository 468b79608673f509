"""The Oklahoma party game: flat scores with losses for two to four players (section Q)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..choices import EqualUndercut, LayoffOrder
from ..rules import PartyRules, Rules
from ..values import Layoff, Outcome
from .arranging import Cards, Splitter
from .laying_off import defend, layoff_value
from .table import RawResult, mask_of

Defences = dict[int, Layoff]
"""The defence of each seat, from the knocker's left."""


@dataclass(frozen=True)
class PartyHand:
    """Who ended a hand of the party game, and against whom."""

    rules: Rules
    players: int
    knocker: int
    defenders: tuple[int, ...]
    """The others, from the knocker's left."""
    big_gin: bool
    multiplier: int


def raw_defence(
    seat: int, defence: Layoff
) -> tuple[int, list[int], list[tuple[int, int]], int, int]:
    return (
        seat,
        [meld.mask for meld in defence.melds],
        [(one.card.index, one.meld) for one in defence.laid],
        defence.unmelded.mask,
        defence.deadwood,
    )


def party_defences(
    hand: PartyHand, hands: Mapping[int, Cards], spread: Sequence[Cards], count: int
) -> Defences:
    """Each defender's best; layoffs on the spread as laid down, or as it has grown (q6)."""
    party = hand.rules.party
    assert party is not None
    # Without chains a card laid off by somebody else carries none either (c4).
    grows = party.layoff_order is LayoffOrder.TURN and hand.rules.layoff_chain
    on_table = list(spread)
    allowed = hand.rules.layoffs and not hand.big_gin and (count > 0 or hand.rules.layoff_on_gin)
    defences: Defences = {}
    for seat in hand.defenders:
        held = hands[seat]
        if allowed:
            defence = defend(held, on_table, hand.rules)
        else:
            own = next(Splitter(held, hand.rules).optima())
            defence = layoff_value(held, own, (), hand.rules)
        if grows:
            for one in defence.laid:
                on_table[one.meld] = on_table[one.meld] | {one.card}
        defences[seat] = defence
    return defences


def party_result(
    hand: PartyHand, spread: Sequence[Cards], knock: int, defences: Defences
) -> RawResult:
    """Section Q's flat scores."""
    party = hand.rules.party
    assert party is not None
    counts = {seat: defence.deadwood for seat, defence in defences.items()}
    bonuses: dict[int, tuple[str, int]] = {}
    losses = dict.fromkeys(range(hand.players), 0)
    outcome = _party_outcome(hand, knock, counts)
    winner = hand.knocker
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
        for seat, own in {hand.knocker: knock, **counts}.items():
            if seat not in takers:
                losses[seat] = own - lowest
        winner = takers[0]
    else:
        big = outcome is Outcome.BIG_GIN
        points = (hand.rules.big_gin or 0) if big else party.gin_points
        bonuses[winner] = ("big gin bonus" if big else "gin bonus", points)
        times = 2 if party.gin_double_losers else 1
        losses.update({seat: times * own for seat, own in counts.items()})

    parts = [(seat, reason, points) for seat, (reason, points) in bonuses.items()]
    in_turn = (hand.knocker, *hand.defenders)
    parts += [(seat, "deadwood", -losses[seat]) for seat in in_turn]
    scores = [0] * hand.players
    for seat, _, points in parts:
        scores[seat] += points
    multiplier = hand.multiplier
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
        boxes=[1 if seat in bonuses else 0 for seat in range(hand.players)],
        multiplier=multiplier,
        knocker=hand.knocker,
        parts=[part for part in parts if part[2] != 0],
        knocker_deadwood=knock,
        deadwoods=list(counts.items()),
        spread=[mask_of(meld) for meld in spread],
        defences=[raw_defence(seat, defence) for seat, defence in defences.items()],
    )


def _party_outcome(hand: PartyHand, knock: int, counts: dict[int, int]) -> Outcome:
    if hand.big_gin:
        return Outcome.BIG_GIN
    if knock == 0:
        cancelled = hand.rules.gin_cancelled_at_zero and not any(counts.values())
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
