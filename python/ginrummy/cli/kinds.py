"""The kinds of game that `play` knows: gin in all its variants, and the two table games."""

from __future__ import annotations

from typing import Any, TypeAlias

from .. import Result, Rules
from ..players import SimplePlayer
from ..records import Record
from ..round import Round
from ..table.players import simple_player
from ..table.records import TableRecord, round_type
from ..table.results import TableResult
from ..table.round import TableRound
from ..table.rules import KalookiRules, MahjongRules

AnyRules: TypeAlias = "Rules | MahjongRules | KalookiRules"
AnyRound: TypeAlias = "Round | TableRound[Any]"
AnyResult: TypeAlias = "Result | TableResult"
# A number in gin, a `TableMove` in the others: the moves of a game are those of its rounds.
AnyMove: TypeAlias = Any

_RULES: dict[str, type[AnyRules]] = {
    "gin": Rules,
    "mahjong": MahjongRules,
    "kalooki": KalookiRules,
}


def game_name(rules: AnyRules) -> str:
    """What a game is called in a save file."""
    return next(name for name, kind in _RULES.items() if isinstance(rules, kind))


def read_rules(name: str, values: Any) -> AnyRules:
    """The rules of a save file."""
    return _RULES[name].from_dict(values)


def new_round(rules: AnyRules, *, starter: int, **deal: Any) -> AnyRound:
    """A round, dealt. In a table game who is left of the dealer always begins."""
    if isinstance(rules, Rules):
        return Round(rules, starter=starter, **deal)
    return round_type(rules)(rules, **deal)


def computer(rules: AnyRules, seed: int) -> Any:
    """The simple player of the game."""
    return SimplePlayer(seed) if isinstance(rules, Rules) else simple_player(rules, seed)


def record_of(round_: AnyRound) -> Record | TableRecord:
    """The record of a round as it stands."""
    return Record.of(round_) if isinstance(round_, Round) else TableRecord.of(round_)


def read_record(name: str, fields: Any) -> Record | TableRecord:
    """A record of a save file."""
    return Record.from_dict(fields) if name == "gin" else TableRecord.from_dict(fields)
