"""Players of the table games: whatever answers a `TableView` with a move."""

from __future__ import annotations

from typing import Protocol

from ..moves import TableMove
from ..rules import MahjongRules, TableRules
from ..view import TableView
from .kalooki import SimpleKalookiPlayer
from .mahjong import SimpleMahjongPlayer
from .random import RandomTablePlayer

__all__ = [
    "RandomTablePlayer",
    "SimpleKalookiPlayer",
    "SimpleMahjongPlayer",
    "TablePlayer",
    "simple_player",
]


class TablePlayer(Protocol):
    """Anything that chooses moves of a table game."""

    def choose(self, view: TableView) -> TableMove:
        """One of ``view.legal_moves``, of which there is always one."""
        ...


def simple_player(rules: TableRules, seed: int | None = None) -> TablePlayer:
    """The simple player of the game with such rules."""
    return (SimpleMahjongPlayer if isinstance(rules, MahjongRules) else SimpleKalookiPlayer)(seed)
