"""The games with melds on the table during play: Mahjong gin and Kalooki 51 (sections J, C51).

>>> round_ = KalookiRound(seed=7, players=3)
>>> round_.play("draw")
>>> round_.is_legal("discard JK"), round_.view(1).hand_sizes
(False, (13, 14, 13))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import attribute_loader

if TYPE_CHECKING:
    from .cards import JOKER, TableCard, TableHand
    from .choices import BuildCredit, JokerClaim, PileDraw, Restock, StockEnd, TakeDuty
    from .melds import Slot, TableMeld, highest_meld, meld_value, meld_values, readings
    from .moves import (
        Build,
        Claim,
        Discard,
        Draw,
        Lay,
        MoveJoker,
        Pass,
        TableMove,
        Take,
        parse_table_move,
    )
    from .records import TableRecord
    from .results import TableResult
    from .round import TableRound
    from .rounds import KalookiRound, MahjongRound
    from .rules import KalookiRules, MahjongRules, TableRules, TableVariant
    from .state import Laid, State, TablePhase
    from .view import LegalMoves, TableEvent, TableView

__all__ = [
    "JOKER",
    "Build",
    "BuildCredit",
    "Claim",
    "Discard",
    "Draw",
    "JokerClaim",
    "KalookiRound",
    "KalookiRules",
    "Laid",
    "Lay",
    "LegalMoves",
    "MahjongRound",
    "MahjongRules",
    "MoveJoker",
    "Pass",
    "PileDraw",
    "Restock",
    "Slot",
    "State",
    "StockEnd",
    "TableCard",
    "TableEvent",
    "TableHand",
    "TableMeld",
    "TableMove",
    "TablePhase",
    "TableRecord",
    "TableResult",
    "TableRound",
    "TableRules",
    "TableVariant",
    "TableView",
    "Take",
    "TakeDuty",
    "highest_meld",
    "meld_value",
    "meld_values",
    "parse_table_move",
    "readings",
]

# Imported when first asked for: who wants a variant's rules should not wait for the rest.
_LATER = {
    "JOKER": "cards",
    "TableCard": "cards",
    "TableHand": "cards",
    "BuildCredit": "choices",
    "JokerClaim": "choices",
    "PileDraw": "choices",
    "Restock": "choices",
    "StockEnd": "choices",
    "TakeDuty": "choices",
    "Slot": "melds",
    "TableMeld": "melds",
    "highest_meld": "melds",
    "meld_value": "melds",
    "meld_values": "melds",
    "readings": "melds",
    "Build": "moves",
    "Claim": "moves",
    "Discard": "moves",
    "Draw": "moves",
    "Lay": "moves",
    "MoveJoker": "moves",
    "Pass": "moves",
    "TableMove": "moves",
    "Take": "moves",
    "parse_table_move": "moves",
    "TableRecord": "records",
    "TableResult": "results",
    "TableRound": "round",
    "KalookiRound": "rounds",
    "MahjongRound": "rounds",
    "KalookiRules": "rules",
    "MahjongRules": "rules",
    "TableRules": "rules",
    "TableVariant": "rules",
    "Laid": "state",
    "State": "state",
    "TablePhase": "state",
    "LegalMoves": "view",
    "TableEvent": "view",
    "TableView": "view",
}

__getattr__ = attribute_loader(globals(), _LATER)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
