"""How a round of a table game ended, by seats, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..results import SeatPart
from ..values import TITLES, Outcome
from .cards import TableHand
from .state import DEAD_OUTCOMES

__all__ = ["TableResult"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """How a round of a table game ended. `ginrummy.Match` records it as it is."""

    outcome: Outcome
    """What happened: ``OUT``, ``KALOOKI``, ``STOCK_END``, ``DEAD`` or ``CAPPED``."""
    winner: int | None
    """The seat that went out; None where nobody did. In Mahjong gin others may score more."""
    scores: tuple[int, ...]
    """Signed points by seat."""
    parts: tuple[SeatPart, ...]
    """How the points add up: those of a seat sum to its score. The reasons are ``melds``,
    ``hand``, ``gin bonus``, ``held cards`` and ``kalooki``."""
    held: tuple[TableHand, ...]
    """What each seat held at the end; empty where nobody scores, for hands stay hidden."""

    @property
    def points(self) -> int:
        """What the round is worth to the winner; 0 if there is none."""
        return 0 if self.winner is None else self.scores[self.winner]

    @property
    def boxes(self) -> tuple[int, ...]:
        """A box for the winner, as sheets enter it."""
        return tuple(int(seat == self.winner) for seat in range(len(self.scores)))

    @property
    def is_dead(self) -> bool:
        """Nobody scores: nothing was left to draw, or the turn limit."""
        return self.outcome in DEAD_OUTCOMES

    def explain(self, names: Sequence[str] | None = None) -> str:
        """The result in words, a line a part; players by name or seat."""

        def name(seat: int) -> str:
            return names[seat] if names else f"player {seat}"

        title = TITLES[self.outcome]
        if self.is_dead:
            return f"{title}: nobody scores"
        if self.winner is None:
            scores = ", ".join(f"{name(seat)} {score}" for seat, score in enumerate(self.scores))
            head = f"{title}: {scores}"
        else:
            head = f"{title}: {name(self.winner)} scores {self.points}"
        width = max((len(f"{part.points:+}") for part in self.parts), default=0)
        lines = [
            f"  {part.points:>+{width}}  {name(part.seat)}: {part_text(part, names)}"
            for part in self.parts
        ]
        return "\n".join([head, *lines])


def part_text(part: SeatPart, names: Sequence[str] | None) -> str:
    """The text of a part with the name of the player whose cards it counts."""
    if not names:
        return part.text
    return re.sub(r"^held by player ([0-3])", lambda at: f"held by {names[int(at[1])]}", part.text)
