"""Gin rummy: melds, deadwood, layoffs and the score of a hand, right and fast.

The functions are those of `ginrummy.core`; set ``GINRUMMY_IMPLEMENTATION=reference``
to run the whole package on the naive `ginrummy.reference` instead.
"""

from typing import TYPE_CHECKING

from ._lazy import attribute_loader
from ._select import (
    IMPLEMENTATION,
    arrange,
    arrangements,
    deadwood,
    discards,
    is_meld,
    knock_terms,
    lay_down,
    lay_off,
    melds,
    score,
    score_party,
    settle,
    settle_party,
)
from .cards import RANKS, SUITS, Card, Hand
from .choices import (
    AceKnock,
    AutoLayDown,
    Deal,
    Defender,
    EqualUndercut,
    FiftiethScope,
    LayoffOrder,
    LimitSource,
    Misdeal,
    OverLimit,
    RunMode,
    ShowdownMode,
    TieRule,
    UndercutMode,
    Wall,
)
from .errors import (
    GinRummyError,
    IllegalKnock,
    IllegalMove,
    InvalidCard,
    InvalidCensus,
    InvalidDeck,
    InvalidEntry,
    InvalidHand,
    InvalidLayoff,
    InvalidMeld,
    InvalidRecord,
    InvalidRound,
    InvalidRules,
    InvalidSeed,
    InvalidSheet,
    InvalidSimulation,
    InvalidSpread,
    NotAHand,
    NothingToUndo,
    RepeatedCard,
    RoundOver,
    SharedCard,
    SheetClosed,
    UnknownVariant,
    WrongHandSize,
)
from .rules import ACE_FIFTEEN, ACE_ONE, PartyRules, Rules, Variant
from .values import (
    Arrangement,
    Discard,
    KnockTerms,
    LaidCard,
    Layoff,
    Meld,
    MeldKind,
    Outcome,
    Score,
    ScorePart,
    Settlement,
    Side,
)
from .variants import find_variant, variants

if TYPE_CHECKING:
    from . import batch as batch
    from . import players as players
    from . import reference as reference
    from . import show as show
    from . import table as table
    from .counting import Census, census
    from .decks import MAX_SEED, shuffled_deck
    from .entries import HandEntry
    from .games import GameLine, GameScore
    from .hollywood import (
        Entered,
        HollywoodColumn,
        HollywoodEntry,
        HollywoodOverall,
        HollywoodRules,
        HollywoodSheet,
    )
    from .match import Match
    from .match_choices import (
        Boxes,
        DeadHandDealer,
        DealerRule,
        GameWinner,
        MatchForm,
        Shutout,
        ShutoutTest,
    )
    from .match_rules import BEST_OF_FIVE, MULTI_MATCH, SINGLE_MATCH, MatchRules
    from .moves import move_text, parse_move
    from .phases import Phase
    from .played import PlayedMatch, PlayedTableMatch, play_match
    from .presets import STANDARD
    from .records import Record
    from .results import Result, SeatPart
    from .round import Round, determinize
    from .sheet import Sheet, SheetColumn, SheetEntry, SheetHand, SheetLine
    from .simulation import Simulation, simulate
    from .simulation_summary import Estimate, SeatSummary, Summary
    from .teams import (
        TeamHand,
        TeamPost,
        TeamRules,
        TeamSheet,
        all_win_bonus,
        net_hand,
        tedesco_target,
    )
    from .view import Event, View

__version__ = "0.1.0"

__all__ = [
    "ACE_FIFTEEN",
    "ACE_ONE",
    "BEST_OF_FIVE",
    "IMPLEMENTATION",
    "MAX_SEED",
    "MULTI_MATCH",
    "RANKS",
    "SINGLE_MATCH",
    "STANDARD",
    "SUITS",
    "AceKnock",
    "Arrangement",
    "AutoLayDown",
    "Boxes",
    "Card",
    "Census",
    "DeadHandDealer",
    "Deal",
    "DealerRule",
    "Defender",
    "Discard",
    "Entered",
    "EqualUndercut",
    "Estimate",
    "Event",
    "FiftiethScope",
    "GameLine",
    "GameScore",
    "GameWinner",
    "GinRummyError",
    "Hand",
    "HandEntry",
    "HollywoodColumn",
    "HollywoodEntry",
    "HollywoodOverall",
    "HollywoodRules",
    "HollywoodSheet",
    "IllegalKnock",
    "IllegalMove",
    "InvalidCard",
    "InvalidCensus",
    "InvalidDeck",
    "InvalidEntry",
    "InvalidHand",
    "InvalidLayoff",
    "InvalidMeld",
    "InvalidRecord",
    "InvalidRound",
    "InvalidRules",
    "InvalidSeed",
    "InvalidSheet",
    "InvalidSimulation",
    "InvalidSpread",
    "KnockTerms",
    "LaidCard",
    "Layoff",
    "LayoffOrder",
    "LimitSource",
    "Match",
    "MatchForm",
    "MatchRules",
    "Meld",
    "MeldKind",
    "Misdeal",
    "NotAHand",
    "NothingToUndo",
    "Outcome",
    "OverLimit",
    "PartyRules",
    "Phase",
    "PlayedMatch",
    "PlayedTableMatch",
    "Record",
    "RepeatedCard",
    "Result",
    "Round",
    "RoundOver",
    "Rules",
    "RunMode",
    "Score",
    "ScorePart",
    "SeatPart",
    "SeatSummary",
    "Settlement",
    "SharedCard",
    "Sheet",
    "SheetClosed",
    "SheetColumn",
    "SheetEntry",
    "SheetHand",
    "SheetLine",
    "ShowdownMode",
    "Shutout",
    "ShutoutTest",
    "Side",
    "Simulation",
    "Summary",
    "TeamHand",
    "TeamPost",
    "TeamRules",
    "TeamSheet",
    "TieRule",
    "UndercutMode",
    "UnknownVariant",
    "Variant",
    "View",
    "Wall",
    "WrongHandSize",
    "all_win_bonus",
    "arrange",
    "arrangements",
    "census",
    "deadwood",
    "determinize",
    "discards",
    "find_variant",
    "is_meld",
    "knock_terms",
    "lay_down",
    "lay_off",
    "melds",
    "move_text",
    "net_hand",
    "parse_move",
    "play_match",
    "score",
    "score_party",
    "settle",
    "settle_party",
    "shuffled_deck",
    "simulate",
    "tedesco_target",
    "variants",
]

# Rounds, records and scores are imported when first asked for: who only counts hands should
# not wait for them.
_LATER = {
    "Census": "counting",
    "census": "counting",
    "Event": "view",
    "View": "view",
    "Round": "round",
    "determinize": "round",
    "Result": "results",
    "SeatPart": "results",
    "Phase": "phases",
    "move_text": "moves",
    "parse_move": "moves",
    "MAX_SEED": "decks",
    "shuffled_deck": "decks",
    "STANDARD": "presets",
    "BEST_OF_FIVE": "match_rules",
    "MULTI_MATCH": "match_rules",
    "SINGLE_MATCH": "match_rules",
    "MatchRules": "match_rules",
    "HandEntry": "entries",
    "GameLine": "games",
    "GameScore": "games",
    "Entered": "hollywood",
    "HollywoodColumn": "hollywood",
    "HollywoodEntry": "hollywood",
    "HollywoodOverall": "hollywood",
    "HollywoodRules": "hollywood",
    "HollywoodSheet": "hollywood",
    "Match": "match",
    "Boxes": "match_choices",
    "DeadHandDealer": "match_choices",
    "DealerRule": "match_choices",
    "GameWinner": "match_choices",
    "MatchForm": "match_choices",
    "Shutout": "match_choices",
    "ShutoutTest": "match_choices",
    "PlayedMatch": "played",
    "PlayedTableMatch": "played",
    "play_match": "played",
    "Record": "records",
    "Sheet": "sheet",
    "SheetColumn": "sheet",
    "SheetEntry": "sheet",
    "SheetHand": "sheet",
    "SheetLine": "sheet",
    "Simulation": "simulation",
    "simulate": "simulation",
    "Estimate": "simulation_summary",
    "SeatSummary": "simulation_summary",
    "Summary": "simulation_summary",
    "TeamHand": "teams",
    "TeamPost": "teams",
    "TeamRules": "teams",
    "TeamSheet": "teams",
    "all_win_bonus": "teams",
    "net_hand": "teams",
    "tedesco_target": "teams",
}

__getattr__ = attribute_loader(
    globals(), _LATER, modules=("batch", "players", "reference", "show", "table")
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
