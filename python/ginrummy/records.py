"""A round's record: what was dealt and what was played, as text and as JSON.

Both forms hold the same: format and version, the rules, players, dealer, starter, the seed
and number or the deck, the second deck's knock card, the moves and the 64-bit hash (see
`ginrummy.round`). Reading checks every field and replays the moves; the hash must come out.

>>> record = Record.from_text(Record.of(Round(seed=7)).to_text())
>>> record.replay() == Round(seed=7)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ._record_fields import RECORD_FIELDS
from ._record_io import StoredRecord
from .cards import Card
from .files import write_safely
from .moves import move_text
from .round import Round
from .rules import Rules

__all__ = ["FORMAT", "VERSION", "Record", "write_safely"]

FORMAT: Final = "ginrummy round"
"""What the records of this module are called."""
VERSION: Final = 1
"""The version that this module writes and the newest that it reads."""


@dataclass(frozen=True, kw_only=True)
class Record(StoredRecord[Round]):
    """A round that can be stored and replayed.

    The fields are those of `Round`; ``deck`` is None where a seed makes it. A record made
    by `of`, `from_text`, `from_json` or `load` is known to replay.
    """

    _format = FORMAT
    _version = VERSION
    _fields = RECORD_FIELDS
    _numbers = frozenset(("players", "dealer", "starter", "number"))
    _optional = ("seed", "deck", "knock_card")

    rules: Rules
    """The rules in force."""
    players: int
    """How many play."""
    dealer: int
    """The seat that dealt."""
    starter: int
    """The seat that began."""
    seed: int | None
    """The seed, or None where the deck is given."""
    number: int
    """The number of the round under its seed."""
    deck: tuple[Card, ...] | None
    """The deck, top first, or None where a seed makes it."""
    knock_card: Card | None
    """The card from the second deck."""
    moves: tuple[int, ...]
    """The codes of the moves."""
    hash64: int
    """The 64-bit hash of the round."""

    @classmethod
    def of(cls, round_: Round) -> Record:
        """The record of a round as it stands."""
        second = round_._state.knock_card
        return cls(
            rules=round_.rules,
            players=round_.players,
            dealer=round_.dealer,
            starter=round_.starter,
            seed=round_.seed,
            number=0 if round_.seed is None else round_.number,
            deck=None if round_.seed is not None else tuple(map(Card, round_.deck)),
            knock_card=None if second < 0 else Card(second),
            moves=round_.history,
            hash64=round_.hash64,
        )

    def deal(self) -> Round:
        """The round before its first move.

        Raises:
            InvalidSeed, InvalidDeck, InvalidRound: the fields fit no round.
        """
        return Round(
            self.rules,
            seed=self.seed,
            deck=self.deck,
            dealer=self.dealer,
            starter=self.starter,
            knock_card=self.knock_card,
            players=self.players,
            number=self.number,
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON types, moves as text."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_dict(),
            "players": self.players,
            "dealer": self.dealer,
            "starter": self.starter,
            "seed": None if self.seed is None else f"{self.seed:x}",
            "number": self.number,
            "deck": None if self.deck is None else " ".join(map(str, self.deck)),
            "knock_card": None if self.knock_card is None else str(self.knock_card),
            "moves": [move_text(move) for move in self.moves],
            "hash": f"{self.hash64:016x}",
        }

    def _rule_changes(self) -> dict[str, Any]:
        return self.rules.differences()

    @classmethod
    def _all_rules(cls, changes: dict[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG003 - there is one kind of rules
        return Rules.from_dict(changes).to_dict()
