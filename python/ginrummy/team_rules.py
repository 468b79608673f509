"""The rules of team scores, as a value (section P; Tedesco t7, t8)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Self

from ._fields import Choice, Converted, check_fields, choice, flag, kept, number
from ._rules_value import RulesValue
from .cards import shown, whole
from .errors import InvalidRules
from .hollywood_rules import HollywoodRules

__all__ = ["MOST_A_SIDE", "TeamPost", "TeamRules", "all_win_bonus", "tedesco_target"]

MOST_A_SIDE: Final = 8
"""The most players a side."""
_SINGLE_TARGET: Final = 125


class TeamPost(StrEnum):
    """What a side posts for a round that it won (rule p1)."""

    DIFFERENCE = "difference"
    """Its points less those of the other side."""
    GROSS = "gross"
    """Its own points in full."""


def tedesco_target(players: int) -> int:
    """Tedesco's target a column with so many players a side: 200, from three on 100 each (t7).

    Raises:
        InvalidRules: not 1 to 8 players.
    """
    return max(200, 100 * _a_side(players))


def all_win_bonus(players: int) -> int:
    """Tedesco's bonus when every player of a side won his own hand: 25 for three a side and 25
    more for each further one, none for fewer (t8).

    Raises:
        InvalidRules: not 1 to 8 players.
    """
    return max(0, 25 * (_a_side(players) - 2))


def _a_side(players: Any) -> int:
    count = whole(players)
    if count is None or not 1 <= count <= MOST_A_SIDE:
        raise InvalidRules(f"players={shown(players)}: 1 to {MOST_A_SIDE} a side are allowed")
    return count


def _columns(value: Any) -> HollywoodRules:
    if isinstance(value, HollywoodRules):
        return value
    if not isinstance(value, Mapping):
        raise InvalidRules(f"sheet={shown(value)}: HollywoodRules or their fields are expected")
    try:
        return HollywoodRules.from_dict(value)
    except InvalidRules as error:
        raise InvalidRules(f"sheet: {error}") from error


@dataclass(frozen=True, kw_only=True)
class TeamRules(RulesValue):
    """Everything that decides a team sheet; the defaults are a single game to 125, two a side.

    `single` and `hollywood` make the usual ones with their targets.

    Raises:
        InvalidRules: a value of the wrong type or out of range; the message names it.
    """

    players: int = number(2, "p1", 2, MOST_A_SIDE)
    """How many play on each side, and so at how many tables."""
    post: Choice[TeamPost] = choice(TeamPost.DIFFERENCE, "p1")
    """What a side posts for a round that it won."""
    tedesco: bool = flag(False, "t8")
    """A side all of whose players won their hands posts a bonus more."""
    sheet: Converted[HollywoodRules | Mapping[str, Any], HollywoodRules] = kept(
        HollywoodRules(columns=1, target=_SINGLE_TARGET), "p6", object, _columns
    )
    """Where posted hands are entered; a single game is a sheet of one column."""

    def __post_init__(self) -> None:
        check_fields(self)

    @classmethod
    def from_stored(cls, values: Any) -> Self:
        """Rules from a file, where every field must stand, those of the columns too.

        Raises:
            InvalidRules: a field is missing, or as `from_dict`.
        """
        if isinstance(values, Mapping) and isinstance(values.get("sheet"), Mapping):
            values = {**values, "sheet": HollywoodRules.from_stored(values["sheet"])}
        return super().from_stored(values)

    @classmethod
    def single(
        cls,
        players: int = 2,
        *,
        tedesco: bool = False,
        post: TeamPost | str = TeamPost.DIFFERENCE,
        **changes: Any,
    ) -> Self:
        """A single game to 125 (p6), or to Tedesco's target.

        ``changes`` are fields of `HollywoodRules`.

        Raises:
            InvalidRules: a value that is refused.
        """
        target = tedesco_target(players) if tedesco is True else _SINGLE_TARGET
        base = HollywoodRules(columns=1, target=target)
        return cls(players=players, tedesco=tedesco, post=post, sheet=base.replace(**changes))

    @classmethod
    def hollywood(
        cls,
        players: int = 2,
        *,
        tedesco: bool = False,
        post: TeamPost | str = TeamPost.DIFFERENCE,
        **changes: Any,
    ) -> Self:
        """Hollywood on top: three columns to 200 (p6), or to Tedesco's target (t7).

        ``changes`` are fields of `HollywoodRules`.

        Raises:
            InvalidRules: a value that is refused.
        """
        base = HollywoodRules(target=tedesco_target(players) if tedesco is True else 200)
        return cls(players=players, tedesco=tedesco, post=post, sheet=base.replace(**changes))

    @functools.cached_property
    def bonus(self) -> int:
        """What it is worth that a side won at every table (t8)."""
        return all_win_bonus(self.players) if self.tedesco else 0
