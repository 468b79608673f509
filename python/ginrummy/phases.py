"""The phases of a round."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["PHASES", "Phase"]


class Phase(StrEnum):
    """What is to be done in a round."""

    UPCARD = "upcard"
    """The first upcard is offered: take it or pass."""
    DRAW = "draw"
    """Draw from the stock or take from the pile."""
    THROW = "throw"
    """Discard, knock, or go gin."""
    WALL = "wall"
    """Take the last discard to knock with it, or pass (w1)."""
    ANSWER = "answer"
    """Accept or refuse a knock over the limit (b6)."""
    LAY_DOWN = "lay_down"
    """The knocker lays down melds (manual showdown)."""
    LAY_OFF = "lay_off"
    """A defender melds and lays off (manual showdown)."""
    OVER = "over"
    """The round has a result."""


PHASES: Final = tuple(Phase)
"""The phases in the order of the numbers that the engines use."""
