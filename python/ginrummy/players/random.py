"""A player that chooses among the legal moves at random."""

from __future__ import annotations

import random

from ..view import View

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Every legal move is equally likely.

    Args:
        seed: of its own choices; the same seed and views give the same moves.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> int:
        """A legal move."""
        return self._random.choice(view.legal_moves)
