"""The rules of a match, as a value: targets, boxes, bonuses, who deals next.

What concerns one hand is `Rules`. The rule ids are those of the project's rules text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ._fields import Choice, check_fields, choice, maybe, number
from ._rules_value import RulesValue
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

__all__ = ["BEST_OF_FIVE", "MULTI_MATCH", "SINGLE_MATCH", "MatchRules"]


@dataclass(frozen=True, kw_only=True)
class MatchRules(RulesValue):
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


SINGLE_MATCH: Final = MatchRules(game_bonus=0, box=0, shutout="none")
"""First to 100 wins; no bonus can alter the winner, so none is counted (m1)."""
MULTI_MATCH: Final = MatchRules(form="multi_match", game_bonus=0, box=0, shutout="none")
"""Matches to 100 within a game to 500, with flat bonuses (m2 to m4)."""
BEST_OF_FIVE: Final = MatchRules(
    form="best_of", target=250, best_of=5, game_bonus=0, box=0, shutout="none"
)
"""A tournament: games to 250, first to three (g8); bonuses are for the event to set."""
