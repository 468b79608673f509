"""The rules of a Hollywood sheet, as a value: columns, how hands enter them, what they pay.

What concerns one hand is `Rules`. The rule ids are those of the project's rules text.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ._fields import Choice, Converted, check_fields, choice, flag, kept, maybe, number
from ._rules_value import RulesValue
from .cards import shown, whole
from .errors import InvalidRules
from .match_choices import Boxes, GameWinner, Shutout, ShutoutTest
from .match_rules import MatchRules

__all__ = ["HollywoodEntry", "HollywoodOverall", "HollywoodRules"]


class HollywoodEntry(StrEnum):
    """Which columns a win enters (rule l3)."""

    SHIFT = "shift"
    """Every open column where the side has an entry, and the first open one where it has none."""
    COUNT = "count"
    """The side's win number k enters the open ones among columns 1 to k, maybe none."""


class HollywoodOverall(StrEnum):
    """Who wins the sheet (rule l6)."""

    MARGIN = "margin"
    """Who is ahead in the sum of the margins of the closed columns."""
    COLUMNS = "columns"
    """Who has won more columns."""


def _weights(values: Any) -> tuple[int, ...]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence) or not values:
        raise InvalidRules(f"column_weights={shown(values)}: a number a column is expected")
    found = tuple(map(whole, values))
    for given, weight in zip(values, found, strict=True):
        if weight is None or not 1 <= weight <= 100:
            raise InvalidRules(f"column_weights: {shown(given)}; 1 to 100 is allowed")
    return found  # type: ignore[return-value]  # the loop refuses None


@dataclass(frozen=True, kw_only=True)
class HollywoodRules(RulesValue):
    """Everything that decides a Hollywood sheet; the defaults are three columns to 200.

    Each column is a game of its own: target, bonus, boxes and shutout are per column (l4).
    Choices may be given as text. All values are checked together.

    Raises:
        InvalidRules: a value of the wrong type or out of range, or two that contradict
            each other; the message names field and value.
    """

    columns: int = number(3, "l1", 1, 100)
    """How many columns are open at the start."""
    target: int = number(200, "l8", 1, 1_000_000)
    """The points that close a column; they may be passed."""
    entry: Choice[HollywoodEntry] = choice(HollywoodEntry.SHIFT, "l3")
    """Which columns a win enters."""
    rolling: bool = flag(False, "l10")
    """A new column opens for each that closes, until a player gives notice."""
    column_weights: Converted[Sequence[int], tuple[int, ...]] = kept(
        (1, 1, 1), "l7", object, _weights
    )
    """How often each column counts in the overall sum; columns beyond them count once."""
    overall: Choice[HollywoodOverall] = choice(HollywoodOverall.MARGIN, "l6")
    """Who wins the sheet."""
    game_bonus: int = number(100, "l4")
    """Points for the winner of a column."""
    box: int = number(25, "l4")
    """Points for each box in a column, to both sides."""
    boxes: Choice[Boxes] = choice(Boxes.AT_END, "g3")
    """When boxes are credited."""
    shutout: Choice[Shutout] = choice(Shutout.DOUBLE_HAND_POINTS, "l11")
    """What it is worth that the loser has no entry in a column."""
    shutout_test: Choice[ShutoutTest] = choice(ShutoutTest.HANDS, "g5")
    """When a loser is shut out of a column: no entry there, or no points there."""
    game_winner: Choice[GameWinner] = choice(GameWinner.FIRST_TO_TARGET, "g6")
    """Who wins a column."""
    forfeit_margin: int | None = maybe(None, "g7", 0, 1_000_000)
    """Who reaches the target exactly so many raw points ahead forfeits the column."""

    def __post_init__(self) -> None:
        check_fields(self)
        beyond = [weight for weight in self.column_weights[self.columns :] if weight != 1]
        if beyond and not self.rolling:
            raise InvalidRules(
                f"column_weights={self.column_weights}: {beyond[0]} is for a column that "
                f"columns={self.columns} does not have"
            )
        if self.overall is HollywoodOverall.COLUMNS and set(self.column_weights) != {1}:
            raise InvalidRules(
                f"column_weights={self.column_weights} contradicts overall='columns': they "
                "weigh margins (l7)"
            )

    def weight(self, column: int) -> int:
        """How often a column, numbered from 1, counts in the overall sum (l7)."""
        return self.column_weights[column - 1] if column <= len(self.column_weights) else 1

    @functools.cached_property
    def game(self) -> MatchRules:
        """The rules of one column, as those of a single game (l4)."""
        return MatchRules(
            target=self.target,
            game_bonus=self.game_bonus,
            box=self.box,
            boxes=self.boxes,
            shutout=self.shutout,
            shutout_test=self.shutout_test,
            game_winner=self.game_winner,
            forfeit_margin=self.forfeit_margin,
        )
