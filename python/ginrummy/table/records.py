"""A table round's record, as text and as JSON, as `ginrummy.Record` is for the other games.

>>> round_ = KalookiRound(seed=7, players=3)
>>> TableRecord.from_text(TableRecord.of(round_).to_text()).replay() == round_
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .._record_fields import check_written, read_hash, read_moves, read_number, read_seed
from .._record_io import StoredRecord
from ..cards import shown
from ..errors import GinRummyError, InvalidRecord
from .cards import TableCard
from .moves import TableMove, parse_table_move
from .round import TableRound
from .rounds import KalookiRound, MahjongRound
from .rules import KalookiRules, MahjongRules, TableRules

__all__ = ["FORMAT", "VERSION", "TableRecord"]

FORMAT: Final = "ginrummy table round"
"""What the records of this module are called."""
VERSION: Final = 1
"""The version that this module writes and the newest that it reads."""
_ROUNDS: Final[dict[str, type[TableRound[Any]]]] = {
    one.name: one for one in (MahjongRound, KalookiRound)
}
_RULES: Final[dict[str, type[TableRules]]] = {"mahjong": MahjongRules, "kalooki": KalookiRules}


def round_type(rules: TableRules) -> type[TableRound[Any]]:
    """The round that is played under such rules."""
    return MahjongRound if isinstance(rules, MahjongRules) else KalookiRound


def _game(value: Any) -> str:
    if not isinstance(value, str) or value not in _ROUNDS:
        raise InvalidRecord(f"{shown(value)} is no table game: {', '.join(_ROUNDS)} are")
    return value


def _rules(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidRecord(f"{shown(value)} is no object")
    return value  # of which game, the record tells


def _deck(value: Any) -> tuple[TableCard, ...] | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidRecord(f"{shown(value)} is no text of cards")
    deck = tuple(map(TableCard, value.split()))
    check_written(value, " ".join(map(str, deck)))
    return deck


_FIELDS: Final = {
    "game": _game,
    "rules": _rules,
    "players": read_number,
    "dealer": read_number,
    "seed": read_seed,
    "number": read_number,
    "deck": _deck,
    "moves": lambda value: read_moves(value, parse_table_move, str),
    "hash": read_hash,
}


@dataclass(frozen=True, kw_only=True)
class TableRecord(StoredRecord[TableRound[Any]]):
    """A round of a table game that can be stored and replayed.

    A record made by `of`, `from_text`, `from_json` or `load` is known to replay.
    """

    _format = FORMAT
    _version = VERSION
    _fields = _FIELDS
    _numbers = frozenset(("players", "dealer", "number"))
    _optional = ("seed", "deck")

    game: str
    """``mahjong`` or ``kalooki``."""
    rules: TableRules
    """The rules in force."""
    players: int
    """How many play."""
    dealer: int
    """The seat that dealt."""
    seed: int | None
    """The seed, or None where the deck is given."""
    number: int
    """The number of the round under its seed."""
    deck: tuple[TableCard, ...] | None
    """The deck, top first, or None where a seed makes it."""
    moves: tuple[TableMove, ...]
    """The moves."""
    hash64: int
    """The 64-bit hash of the round."""

    @classmethod
    def of(cls, round_: TableRound[Any]) -> TableRecord:
        """The record of a round as it stands."""
        seeded = round_.seed is not None
        return cls(
            game=round_.name,
            rules=round_.rules,
            players=round_.players,
            dealer=round_.dealer,
            seed=round_.seed,
            number=round_.number if seeded else 0,
            deck=None if seeded else round_.deck,
            moves=round_.history,
            hash64=round_.hash64,
        )

    def deal(self) -> TableRound[Any]:
        """The round before its first move.

        Raises:
            InvalidSeed, InvalidDeck, InvalidRound, InvalidRules: the fields fit no round.
        """
        return _ROUNDS[self.game](
            self.rules,
            seed=self.seed,
            deck=self.deck,
            players=self.players,
            dealer=self.dealer,
            number=self.number,
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON types, moves as text."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules.to_dict(),
            "players": self.players,
            "dealer": self.dealer,
            "seed": None if self.seed is None else f"{self.seed:x}",
            "number": self.number,
            "deck": None if self.deck is None else " ".join(map(str, self.deck)),
            "moves": [str(move) for move in self.moves],
            "hash": f"{self.hash64:016x}",
        }

    @classmethod
    def _made(cls, fields: dict[str, Any]) -> TableRecord:
        try:
            fields["rules"] = _RULES[fields["game"]].from_stored(fields["rules"])
        except GinRummyError as error:
            raise InvalidRecord(f"rules: {error}") from error
        return cls(**fields)

    def _rule_changes(self) -> dict[str, Any]:
        return self.rules.differences()

    @classmethod
    def _all_rules(cls, changes: dict[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        return _RULES[_game(values["game"])].from_dict(changes).to_dict()
