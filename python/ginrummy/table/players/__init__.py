"""Players of the table games: whatever answers a `TableView` with a move."""

from __future__ import annotations

from typing import Protocol

from ..moves import TableMove
from ..view import TableView
from .mahjong import SimpleMahjongPlayer
from .random import RandomTablePlayer

__all__ = ["RandomTablePlayer", "SimpleMahjongPlayer", "TablePlayer"]


class TablePlayer(Protocol):
    """Anything that chooses moves of a table game."""

    def choose(self, view: TableView) -> TableMove:
        """One of ``view.legal_moves``, of which there is always one."""
        ...
