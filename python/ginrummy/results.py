"""How a round ended, by seats, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .cards import Card, Hand
from .rules import Rules
from .values import (
    TITLES,
    Arrangement,
    LaidCard,
    Layoff,
    Outcome,
    meld_of_mask,
    score_part,
)

__all__ = ["Result", "SeatPart"]


@dataclass(frozen=True, slots=True)
class SeatPart:
    """One line of how a player's points add up."""

    seat: int
    """Whose points they are."""
    reason: str
    """As in `ScorePart`; in the party game ``knock bonus`` too, and ``deadwood`` for a loss."""
    points: int
    """What the line adds, in points."""
    text: str
    """The line in words, with its numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a round ended."""

    outcome: Outcome
    """What happened."""
    winner: int | None
    """The seat that won the hand; None where nobody did. Of several undercutters in the
    party game the first in turn."""
    points: int
    """What the hand is worth to the winner."""
    scores: tuple[int, ...]
    """Signed points by seat."""
    boxes: tuple[int, ...]
    """Boxes by seat (rule d5)."""
    multiplier: int
    """What the points were multiplied by."""
    limit: int | None
    """The knock limit of the round, in points; None where only counts were given."""
    knocker: int | None
    """The seat that ended the hand; None for a dead hand or a misdeal."""
    spread: Arrangement | None
    """The knocker's melds as shown, and what was left; None where nobody knocked or only
    counts were given."""
    layoffs: tuple[tuple[int, Layoff], ...]
    """Each defender's seat, melds, layoffs and rest, in turn order from the knocker. Empty
    in the view of a forfeit: the defender did not lay down."""
    parts: tuple[SeatPart, ...]
    """How the points add up: those of a seat sum to its score, but that under
    ``undercut_mode="knocker_penalty"`` they are what the knocker loses."""

    @property
    def is_dead(self) -> bool:
        """Nobody won and nothing was settled: the wall, the turn limit or a misdeal."""
        return self.knocker is None

    def explain(self, names: Sequence[str] | None = None) -> str:
        """The result in words, a line a part; players by name or seat."""

        def name(seat: int) -> str:
            return names[seat] if names else f"player {seat}"

        title = TITLES[self.outcome]
        several = len({part.seat for part in self.parts}) > 1
        if self.winner is None:
            head = f"{title}: nobody scores"
        elif self.outcome is Outcome.FORFEIT:
            head = f"{title}: {name(self.winner)} wins the game"
        elif self.points and not max(self.scores) and self.knocker is not None:
            head = f"{title}: {name(self.knocker)} loses {self.points}"
        else:
            head = f"{title}: {name(self.winner)} wins {self.points}"
        width = max((len(f"{part.points:+}") for part in self.parts), default=0)
        lines = [
            f"  {part.points:>+{width}}  {name(part.seat) + ': ' if several else ''}{part.text}"
            for part in self.parts
        ]
        return "\n".join([head, *lines])


def result_of(raw: Any, rules: Rules, limit: int | None, hands: Sequence[int] | None) -> Result:
    """The result from an engine's plain values; ``hands`` are the masks by seat.

    Both are None where only the counts are known.
    """
    (outcome, winner, points, scores, boxes, multiplier, knocker, parts, count) = raw[:9]
    spread_masks, defences = raw[10], raw[11]
    spread = None
    counts = {seat: deadwood for seat, _, _, _, deadwood in defences}
    if knocker >= 0 and hands is not None:
        loose = hands[knocker]
        for mask in spread_masks:
            loose &= ~mask
        spread = Arrangement(tuple(map(meld_of_mask, spread_masks)), Hand.from_mask(loose), count)
    return Result(
        outcome=Outcome(outcome),
        winner=None if winner < 0 else winner,
        points=points,
        scores=tuple(scores),
        boxes=tuple(boxes),
        multiplier=multiplier,
        limit=limit,
        knocker=None if knocker < 0 else knocker,
        spread=spread,
        layoffs=tuple(
            (
                seat,
                Layoff(
                    tuple(map(meld_of_mask, masks)),
                    tuple(LaidCard(Card(card), meld) for card, meld in laid),
                    Hand.from_mask(unmelded),
                    deadwood,
                ),
            )
            for seat, masks, laid, unmelded, deadwood in defences
        ),
        parts=tuple(
            SeatPart(
                seat,
                reason,
                value,
                _text(reason, value, seat, knocker, count, counts, multiplier, rules),
            )
            for seat, reason, value in parts
        ),
    )


def _text(
    reason: str,
    points: int,
    seat: int,
    knocker: int,
    knock: int,
    counts: dict[int, int],
    multiplier: int,
    rules: Rules,
) -> str:
    if rules.party is None:
        defender = next(iter(counts.values()))
        return score_part(
            reason, points, knocker=knock, defender=defender, multiplier=multiplier
        ).text
    if reason == "deadwood":
        own = knock if seat == knocker else counts[seat]
        if knock == 0:
            twice = " twice" if rules.party.gin_double_losers else ""
            return f"own deadwood{twice}, {own}"
        return f"own deadwood {own} less {own + points}"
    if reason == "multiplier":
        return f"a spade as knock card: times {multiplier}"
    return reason
