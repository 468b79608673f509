"""The choices that match rules offer, as enums; their texts are what JSON uses."""

from enum import StrEnum

__all__ = [
    "Boxes",
    "DeadHandDealer",
    "DealerRule",
    "GameWinner",
    "MatchForm",
    "Shutout",
    "ShutoutTest",
]


class MatchForm(StrEnum):
    """How games make a match (sections G and M)."""

    GAME = "game"
    """One game to the target, with its bonuses (section G)."""
    MULTI_MATCH = "multi_match"
    """Games to the target, each adding flat bonuses, until a total passes
    ``game_target`` (m2, m3)."""
    BEST_OF = "best_of"
    """Games until a side has won more than half of ``best_of`` (g8)."""


class Shutout(StrEnum):
    """What it is worth that the loser won nothing (rule g4)."""

    NONE = "none"
    """Nothing."""
    DOUBLE_HAND_POINTS = "double_hand_points"
    """The points of the hands count double; game bonus and boxes single."""
    DOUBLE_HAND_AND_GAME = "double_hand_and_game"
    """The points of the hands and the game bonus count double."""
    DOUBLE_ALL = "double_all"
    """Everything counts double."""
    DOUBLE_BOXES = "double_boxes"
    """The boxes count double."""
    FLAT_100 = "flat_100"
    """A hundred points more."""


class ShutoutTest(StrEnum):
    """When a loser is shut out (rule g5)."""

    HANDS = "hands"
    """He won no hand."""
    POINTS = "points"
    """He has no points."""


class Boxes(StrEnum):
    """When boxes are credited (rule g3)."""

    AT_END = "at_end"
    """At the end; they do not count toward the target."""
    IMMEDIATE = "immediate"
    """With each hand; they count toward the target."""


class GameWinner(StrEnum):
    """Who wins a game (rule g6)."""

    FIRST_TO_TARGET = "first_to_target"
    """Who reaches the target."""
    HIGHEST_TOTAL = "highest_total"
    """Who has most when all bonuses are added, once somebody has reached the target."""


class DealerRule(StrEnum):
    """Who deals the next hand (rule a2)."""

    ALTERNATE = "alternate"
    """The deal goes round."""
    WINNER = "winner"
    """The winner of the hand."""
    LOSER = "loser"
    """The loser of the hand."""


class DeadHandDealer(StrEnum):
    """Who deals after a dead hand (rule a3)."""

    ALTERNATE = "alternate"
    """The deal goes round."""
    SAME = "same"
    """The same dealer again."""
