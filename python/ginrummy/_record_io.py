"""What the records of all rounds have in common: their JSON and text, checked as they are read."""

from __future__ import annotations

import itertools
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from .cards import shown
from .errors import GinRummyError, InvalidRecord, InvalidRound
from .files import write_safely

__all__ = ["StoredRecord"]


class _Replayed(Protocol):
    @property
    def hash64(self) -> int: ...
    def play(self, move: Any, /) -> None: ...


_Round = TypeVar("_Round", bound=_Replayed)


class StoredRecord(ABC, Generic[_Round]):
    """A record that can be stored and read back.

    A subclass names its format, how each field is read, and which fields are whole numbers;
    the moves and the hash stand last.
    """

    _format: ClassVar[str]
    _version: ClassVar[int]
    _fields: ClassVar[Mapping[str, Callable[[Any], Any]]]
    _numbers: ClassVar[frozenset[str]]
    _optional: ClassVar[tuple[str, ...]]
    # Fields of every record.
    moves: Any
    hash64: int

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON types, moves as text."""

    @abstractmethod
    def deal(self) -> _Round:
        """The round before its first move.

        Raises:
            InvalidSeed, InvalidDeck, InvalidRound: the fields fit no round.
        """

    def replay(self, moves: int | None = None) -> _Round:
        """The round after so many moves, all if None.

        Raises:
            InvalidRecord: a move is not legal, or the hash of the whole does not come out.
            InvalidRound: the record has not so many moves.
        """
        played: Sequence[Any] = self.moves
        if moves is not None and not 0 <= moves <= len(played):
            raise InvalidRound(f"moves={moves}: the record has {len(played)}")
        try:
            round_ = self.deal()
        except GinRummyError as error:
            raise InvalidRecord(f"the round cannot be dealt: {error}") from error
        for index, move in enumerate(played if moves is None else played[:moves], 1):
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

    @classmethod
    def _made(cls, fields: dict[str, Any]) -> Self:
        """The record of fields that were read."""
        return cls(**fields)

    @abstractmethod
    def _rule_changes(self) -> dict[str, Any]:
        """The rules that are not the default ones."""

    @classmethod
    @abstractmethod
    def _all_rules(cls, changes: dict[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """All the rules of such changes, in a record of these other values."""

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The record of `to_dict`'s values, checked and replayed.

        Raises:
            InvalidRecord: anything wrong with it; the message says where and why.
        """
        if not isinstance(values, Mapping):
            raise InvalidRecord(f"{shown(values)} is a {type(values).__name__}, no record")
        cls._check_head(values.get("format"), values.get("version"))
        wanted = set(cls._fields) | {"format", "version"}
        for name in sorted(wanted - set(values)):
            raise InvalidRecord(f"{name}: the record has none; is it cut short?")
        for name in values:
            if name not in wanted:
                raise InvalidRecord(
                    f"{shown(name)}: a record of version {cls._version} has no such field"
                )
        fields: dict[str, Any] = {}
        for name, read in cls._fields.items():
            try:
                fields["hash64" if name == "hash" else name] = read(values[name])
            except GinRummyError as error:
                raise InvalidRecord(f"{name}: {error}") from error
        if (fields["seed"] is None) == (fields["deck"] is None):
            raise InvalidRecord("seed, deck: a record has one of the two")
        if fields["deck"] is not None and fields["number"]:
            raise InvalidRecord(f"number: {fields['number']}, but only rounds of a seed have one")
        record = cls._made(fields)
        record.replay()
        return record

    def to_json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Self:
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
        lines = [f"{self._format} {self._version}"]
        for name in self._fields:
            if name not in ("moves", "hash", "rules") and values[name] is not None:
                lines.append(f"{name}: {values[name]}")
        lines.insert(1, f"rules: {json.dumps(self._rule_changes())}")
        lines.append("moves:")
        lines += [f"  {text}" for text in values["moves"]]
        lines.append(f"hash: {values['hash']}")
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The record of `to_text`'s lines.

        Raises:
            InvalidRecord: anything wrong with it; the message says where and why.
        """
        _check_text(text)
        # Only this ends a line: any other separator is a changed byte.
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        head = lines[0].rpartition(" ") if lines else ("", "", "")
        version: Any = int(head[2]) if head[2].isdecimal() and len(head[2]) < 10 else head[2]
        cls._check_head(head[0], version)
        values: dict[str, Any] = dict.fromkeys(cls._optional)
        rules_line = 0
        moves: list[str] | None = None
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                continue
            if moves is not None and line.startswith(" "):
                moves.append(line.strip())
                continue
            name, colon, value = line.partition(":")
            name, value = name.strip(), value.strip()
            if not colon or name not in cls._fields:
                raise InvalidRecord(f"line {number}: {shown(line)} is no line of a record")
            if name in values and values[name] is not None:
                raise InvalidRecord(f"line {number}: {name} stands there twice")
            if name == "moves":
                values["moves"] = moves = []
                continue
            if name == "rules":
                rules_line = number
            values[name] = cls._text_value(name, value, number)
        for name in cls._fields:
            if name not in values:
                raise InvalidRecord(f"{name}: the record has none; is it cut short?")
        try:
            values["rules"] = cls._all_rules(values["rules"], values)
        except GinRummyError as error:
            raise InvalidRecord(f"line {rules_line}: rules: {error}") from error
        record = cls.from_dict({"format": cls._format, "version": cls._version, **values})
        _check_same_lines(lines, record.to_text().removesuffix("\n").split("\n"))
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record, as JSON if the name ends in ``.json`` and as text otherwise.

        The file is replaced as a whole: a crash leaves the old one or the new one.
        """
        text = self.to_json() + "\n" if str(path).endswith(".json") else self.to_text()
        write_safely(path, text)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
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

    @classmethod
    def _check_head(cls, name: Any, version: Any) -> None:
        if name != cls._format:
            raise InvalidRecord(
                f"format: {shown(name)} is not {cls._format!r}; this is no record of a round"
            )
        if isinstance(version, bool) or not isinstance(version, int) or version < 1:
            raise InvalidRecord(f"version: {shown(version)} is no version")
        if version > cls._version:
            raise InvalidRecord(
                f"version: {version} is newer than {cls._version}, the newest that this ginrummy "
                "reads"
            )

    @classmethod
    def _text_value(cls, name: str, value: str, line: int) -> Any:
        if name == "rules":
            try:
                changed = json.loads(value, object_pairs_hook=_no_repeats)
            except (ValueError, RecursionError) as error:
                raise InvalidRecord(f"line {line}: rules: {error}") from error
            if not isinstance(changed, dict):
                raise InvalidRecord(f"line {line}: rules: {shown(changed)} is no JSON object")
            return changed
        if name in cls._numbers:
            if not (value.isdecimal() and value.isascii() and len(value) < 25):
                raise InvalidRecord(f"line {line}: {name}: {shown(value)} is no whole number")
            return int(value)
        return value


def _check_text(text: str) -> None:
    if not isinstance(text, str):
        raise InvalidRecord(f"{shown(text)} is a {type(text).__name__}; the text is expected")


def _check_same_lines(lines: list[str], written: list[str]) -> None:
    """Refuse what reads well but is not as `to_text` writes it: it was changed."""
    for number, (line, right) in enumerate(itertools.zip_longest(lines, written), 1):
        if line != right:
            raise InvalidRecord(
                f"line {number}: {shown(line)} was changed; {shown(right)} is right"
            )


def _no_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InvalidRecord(f"{name}: stands there twice")
        found[name] = value
    return found
