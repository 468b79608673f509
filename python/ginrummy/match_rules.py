"""The rules of a match, as a value: targets, boxes, bonuses, who deals next.

What concerns one hand is `Rules`. The rule ids are those of the project's rules text.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ._fields import check_fields, choice, maybe, number, plain
from .cards import shown
from .errors import InvalidRules
from .match_choices import (
    Boxes,
    DeadHandDealer,
    DealerRule,
    GameWinner,
    MatchForm,
    Shutout,
    ShutoutTest,
)

if TYPE_CHECKING:
    from ._fields import Choice

__all__ = ["BEST_OF_FIVE", "MULTI_MATCH", "SINGLE_MATCH", "MatchRules"]


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """Everything that decides a match once its hands are scored; the defaults are standard.

    Choices may be given as text. All values are checked together.

    Raises:
        InvalidRules: a value of the wrong type or out of range, or two that contradict
            each other; the message names field and value.
    """

    form: Choice[MatchForm] = choice(MatchForm.GAME, "g1")
    """How games make a match."""
    target: int = number(100, "g1", 1, 1_000_000)
    """The points of the hands that end a game; they may be passed."""
    game_bonus: int = number(100, "g2")
    """Points for the winner of a game, once."""
    box: int = number(25, "g3")
    """Points for each box, to both sides."""
    boxes: Choice[Boxes] = choice(Boxes.AT_END, "g3")
    """When boxes are credited."""
    shutout: Choice[Shutout] = choice(Shutout.DOUBLE_HAND_POINTS, "g4")
    """What it is worth that the loser won nothing."""
    shutout_test: Choice[ShutoutTest] = choice(ShutoutTest.HANDS, "g5")
    """When a loser is shut out."""
    game_winner: Choice[GameWinner] = choice(GameWinner.FIRST_TO_TARGET, "g6")
    """Who wins a game."""
    forfeit_margin: int | None = maybe(None, "g7", 0, 1_000_000)
    """Who reaches the target exactly so many raw points ahead forfeits the game."""
    dealer_rule: Choice[DealerRule] = choice(DealerRule.ALTERNATE, "a2")
    """Who deals the next hand."""
    dead_hand_dealer: Choice[DeadHandDealer] = choice(DeadHandDealer.ALTERNATE, "a3")
    """Who deals after a dead hand. After a misdeal the same dealer deals again."""
    game_target: int = number(500, "m3", 1, 10_000_000)
    """The total that ends a multi-match, looked at when a match ends."""
    round_bonus: int = number(25, "m2")
    """Multi-match: points for each round won, to both sides, when a match ends."""
    match_bonus: int = number(100, "m2")
    """Multi-match: points for the winner of a match."""
    no_round_bonus: int = number(100, "m2")
    """Multi-match: points more for the winner if the loser won no round."""
    best_of: int = number(5, "g8", 1, 99)
    """Best of so many games, an odd number."""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.best_of % 2 == 0:
            raise InvalidRules(f"best_of={self.best_of}: an odd number of games is expected")
        if self.boxes is Boxes.IMMEDIATE and self.form is MatchForm.MULTI_MATCH:
            raise InvalidRules(
                "boxes='immediate' contradicts form='multi_match', which has round_bonus (m2)"
            )

    def replace(self, **changes: Any) -> MatchRules:
        """A copy with some fields changed.

        Raises:
            InvalidRules: an unknown field or a value that is refused.
        """
        return type(self).from_dict(changes, self)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain JSON types, enums as text."""
        return {spec.name: plain(getattr(self, spec.name)) for spec in dataclasses.fields(self)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], base: MatchRules | None = None) -> MatchRules:
        """Match rules from plain values; fields not given are those of ``base``.

        Raises:
            InvalidRules: an unknown field or a value that is refused.
        """
        if not isinstance(values, Mapping):
            raise InvalidRules(f"{shown(values)} is a {type(values).__name__}; fields are expected")
        known = {spec.name for spec in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise InvalidRules(f"{shown(name)} is no field of MatchRules")
        return dataclasses.replace(base if base is not None else cls(), **values)

    def to_json(self) -> str:
        """All fields as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> MatchRules:
        """Match rules from `to_json`'s text.

        Raises:
            InvalidRules: text that is no JSON object, or as `from_dict`.
        """
        try:
            values = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidRules(f"{shown(text)} is no JSON of match rules: {error}") from error
        return cls.from_dict(values)

    def differences(self, base: MatchRules | None = None) -> dict[str, Any]:
        """The fields, as plain values, in which these rules differ from ``base`` (standard)."""
        other = (base if base is not None else type(self)()).to_dict()
        return {name: value for name, value in self.to_dict().items() if value != other[name]}

    def __str__(self) -> str:
        changed = self.differences()
        return ", ".join(f"{n}={v!r}" for n, v in changed.items()) if changed else "standard"


SINGLE_MATCH: Final = MatchRules(game_bonus=0, box=0, shutout="none")
"""First to 100 wins; no bonus can alter the winner, so none is counted (m1)."""
MULTI_MATCH: Final = MatchRules(form="multi_match", game_bonus=0, box=0, shutout="none")
"""Matches to 100 within a game to 500, with flat bonuses (m2 to m4)."""
BEST_OF_FIVE: Final = MatchRules(
    form="best_of", target=250, best_of=5, game_bonus=0, box=0, shutout="none"
)
"""A tournament: games to 250, first to three (g8); bonuses are for the event to set."""
