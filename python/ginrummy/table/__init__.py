"""The games with melds on the table during play: Mahjong gin and Kalooki 51 (sections J, C51)."""

from __future__ import annotations

from .cards import JOKER, TableCard, TableHand

__all__ = ["JOKER", "TableCard", "TableHand"]
