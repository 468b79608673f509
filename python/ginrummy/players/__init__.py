"""Players: whatever answers a view with a move.

A player sees a `View` and nothing else, so it cannot know what its seat may not.
"""

from __future__ import annotations

from typing import Protocol

from ..view import View
from .laying import lay_best
from .random import RandomPlayer
from .simple import SimplePlayer

__all__ = ["Player", "RandomPlayer", "SimplePlayer", "lay_best"]


class Player(Protocol):
    """Anything that chooses moves."""

    def choose(self, view: View) -> int:
        """The code of one of ``view.legal_moves``, which is never empty."""
        ...
