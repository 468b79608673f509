"""A round's record: what was dealt and what was played, as text and as JSON.

Both forms hold the same: format and version, the rules, players, dealer, starter, the seed
and number or the deck, the second deck's knock card, the moves and the 64-bit hash (see
`ginrummy.round`). Reading checks every field and replays the moves; the hash must come out.

>>> record = Record.from_text(Record.of(Round(seed=7)).to_text())
>>> record.replay() == Round(seed=7)
True
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ._record_fields import RECORD_FIELDS
from .cards import Card, shown
from .errors import GinRummyError, InvalidRecord, InvalidRound
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
class Record:
    """A round that can be stored and replayed.

    The fields are those of `Round`; ``deck`` is None where a seed makes it. A record made
    by `of`, `from_text`, `from_json` or `load` is known to replay.
    """

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

    def replay(self, moves: int | None = None) -> Round:
        """The round after so many moves, all if None.

        Raises:
            InvalidRecord: a move is not legal, or the hash of the whole does not come out.
            InvalidRound: the record has not so many moves.
        """
        if moves is not None and not 0 <= moves <= len(self.moves):
            raise InvalidRound(f"moves={moves}: the record has {len(self.moves)}")
        try:
            round_ = self.deal()
        except GinRummyError as error:
            raise InvalidRecord(f"the round cannot be dealt: {error}") from error
        for index, move in enumerate(self.moves if moves is None else self.moves[:moves], 1):
            try:
                round_.play(move)
            except GinRummyError as error:
                raise InvalidRecord(f"move {index}: {error}") from error
        if moves is None and round_.hash64 != self.hash64:
            raise InvalidRecord(
                f"the hash is {self.hash64:016x}, but deal and moves give {round_.hash64:016x}: "
                "something was changed"
            )
        return round_

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

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Record:
        """The record of `to_dict`'s values, checked and replayed.

        Raises:
            InvalidRecord: anything wrong with it; the message says where and why.
        """
        if not isinstance(values, Mapping):
            raise InvalidRecord(f"{shown(values)} is a {type(values).__name__}, no record")
        _check_head(values.get("format"), values.get("version"))
        wanted = set(RECORD_FIELDS) | {"format", "version"}
        for name in sorted(wanted - set(values)):
            raise InvalidRecord(f"{name}: the record has none; is it cut short?")
        for name in values:
            if name not in wanted:
                raise InvalidRecord(
                    f"{shown(name)}: a record of version {VERSION} has no such field"
                )
        fields: dict[str, Any] = {}
        for name, read in RECORD_FIELDS.items():
            try:
                fields["hash64" if name == "hash" else name] = read(values[name])
            except GinRummyError as error:
                raise InvalidRecord(f"{name}: {error}") from error
        if (fields["seed"] is None) == (fields["deck"] is None):
            raise InvalidRecord("seed, deck: a record has one of the two")
        if fields["deck"] is not None and fields["number"]:
            raise InvalidRecord(f"number: {fields['number']}, but only rounds of a seed have one")
        record = cls(**fields)
        record.replay()
        return record

    def to_json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record of `to_json`'s text.

        Raises:
            InvalidRecord: anything wrong with it; the message says where and why.
        """
        _check_text(text)
        try:
            values = json.loads(text, object_pairs_hook=_no_repeats)
        except json.JSONDecodeError as error:
            raise InvalidRecord(
                f"line {error.lineno}, column {error.colno}: {error.msg}; is it cut short?"
            ) from error
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"the JSON cannot be that of a record: {error}") from error
        return cls.from_dict(values)

    def to_text(self) -> str:
        """The record as lines to read: the head, a field a line, a move a line, the hash."""
        values = self.to_dict()
        lines = [f"{FORMAT} {VERSION}"]
        for name in RECORD_FIELDS:
            if name not in ("moves", "hash", "rules") and values[name] is not None:
                lines.append(f"{name}: {values[name]}")
        lines.insert(1, f"rules: {json.dumps(self.rules.differences())}")
        lines.append("moves:")
        lines += [f"  {text}" for text in values["moves"]]
        lines.append(f"hash: {values['hash']}")
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """The record of `to_text`'s lines.

        Raises:
            InvalidRecord: anything wrong with it; the message says where and why.
        """
        _check_text(text)
        # Only this ends a line: any other separator is a changed byte.
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        head = lines[0].rpartition(" ") if lines else ("", "", "")
        version: Any = int(head[2]) if head[2].isdecimal() and len(head[2]) < 10 else head[2]
        _check_head(head[0], version)
        values: dict[str, Any] = dict.fromkeys(("seed", "deck", "knock_card"))
        moves: list[str] | None = None
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                continue
            if moves is not None and line.startswith(" "):
                moves.append(line.strip())
                continue
            name, colon, value = line.partition(":")
            name, value = name.strip(), value.strip()
            if not colon or name not in RECORD_FIELDS:
                raise InvalidRecord(f"line {number}: {shown(line)} is no line of a record")
            if name in values and values[name] is not None:
                raise InvalidRecord(f"line {number}: {name} stands there twice")
            if name == "moves":
                values["moves"] = moves = []
                continue
            values[name] = _text_value(name, value, number)
        for name in RECORD_FIELDS:
            if name not in values:
                raise InvalidRecord(f"{name}: the record has none; is it cut short?")
        record = cls.from_dict({"format": FORMAT, "version": VERSION, **values})
        _check_same_lines(lines, record.to_text().removesuffix("\n").split("\n"))
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record, as JSON if the name ends in ``.json`` and as text otherwise.

        The file is replaced as a whole: a crash leaves the old one or the new one.
        """
        text = self.to_json() + "\n" if str(path).endswith(".json") else self.to_text()
        write_safely(path, text)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """The record of a file of either form.

        Raises:
            InvalidRecord: anything wrong with it; the message says where and why.
            OSError: the file cannot be read.
        """
        try:
            text = Path(path).read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise InvalidRecord(f"byte {error.start}: {error.reason}; no record") from error
        return cls.from_json(text) if text.lstrip().startswith("{") else cls.from_text(text)


def _check_text(text: str) -> None:
    if not isinstance(text, str):
        raise InvalidRecord(f"{shown(text)} is a {type(text).__name__}; the text is expected")


def _check_same_lines(lines: list[str], written: list[str]) -> None:
    """Refuse what reads well but is not as `Record.to_text` writes it: it was changed."""
    for number, (line, right) in enumerate(itertools.zip_longest(lines, written), 1):
        if line != right:
            raise InvalidRecord(
                f"line {number}: {shown(line)} was changed; {shown(right)} is right"
            )


def _check_head(name: Any, version: Any) -> None:
    if name != FORMAT:
        raise InvalidRecord(
            f"format: {shown(name)} is not {FORMAT!r}; this is no record of a round"
        )
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise InvalidRecord(f"version: {shown(version)} is no version")
    if version > VERSION:
        raise InvalidRecord(
            f"version: {version} is newer than {VERSION}, the newest that this ginrummy reads"
        )


def _no_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InvalidRecord(f"{name}: stands there twice")
        found[name] = value
    return found


def _text_value(name: str, value: str, line: int) -> Any:
    if name == "rules":
        try:
            changed = json.loads(value, object_pairs_hook=_no_repeats)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"line {line}: rules: {error}") from error
        if not isinstance(changed, dict):
            raise InvalidRecord(f"line {line}: rules: {shown(changed)} is no JSON object")
        try:
            return Rules.from_dict(changed).to_dict()
        except GinRummyError as error:
            raise InvalidRecord(f"line {line}: rules: {error}") from error
    if name in ("players", "dealer", "starter", "number"):
        if not (value.isdecimal() and value.isascii() and len(value) < 25):
            raise InvalidRecord(f"line {line}: {name}: {shown(value)} is no whole number")
        return int(value)
    return value
