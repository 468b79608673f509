"""What a census is about, its parts, and the file that keeps those counted so far."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any, Final

from .cards import shown, whole
from .choices import RunMode
from .errors import InvalidCensus, InvalidRules
from .files import write_safely
from .rules import Rules

__all__ = ["UNITS", "Checkpoint", "Question", "as_counts", "hands_of_unit", "read_fields"]

UNITS: Final = 25
"""The parts of a census: unit ``5 * k + q`` is the hands with k kings and q queens."""

_MOST_CARDS: Final = 26  # the largest hand that rules can deal, and a card drawn
_FORMAT: Final = "ginrummy census checkpoint"
_VERSION: Final = 2
_UNIT_OF: Final = {str(unit): unit for unit in range(UNITS)}
_SAVE_EVERY: Final = 2.0  # seconds: to write costs more than to count small units again


@dataclass(frozen=True, slots=True)
class Question:
    """Which hands are counted, and by what."""

    cards: int
    """Cards of a hand, 1 to 26."""
    best_throw: bool
    """Whether the deadwood is the least that throwing one of the cards leaves (b3)."""
    run_mode: RunMode
    """Which runs there are (t1, t2)."""
    card_points: tuple[int, ...]
    """What the ranks count, ace to king (t4)."""

    def __post_init__(self) -> None:
        cards = whole(self.cards)
        if cards is None or not 1 <= cards <= _MOST_CARDS:
            raise InvalidCensus(
                f"cards={shown(self.cards)}: a whole number, 1 to {_MOST_CARDS}, is expected"
            )
        if not isinstance(self.best_throw, bool):
            raise InvalidCensus(f"best_throw={shown(self.best_throw)}: True or False is expected")
        try:
            rules = Rules(run_mode=self.run_mode, card_points=self.card_points)
        except InvalidRules as error:
            raise InvalidCensus(str(error)) from error
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "run_mode", rules.run_mode)
        object.__setattr__(self, "card_points", rules.card_points)

    def to_fields(self) -> dict[str, Any]:
        """The question as plain values."""
        return {
            "cards": self.cards,
            "best_throw": self.best_throw,
            "run_mode": self.run_mode.value,
            "card_points": list(self.card_points),
        }


def hands_of_unit(unit: int, cards: int) -> int:
    """How many hands a unit has."""
    kings, queens = divmod(unit, 5)
    others = cards - kings - queens
    return comb(4, kings) * comb(4, queens) * comb(44, others) if others >= 0 else 0


def read_fields(text: str, format_: str, version: int, names: Sequence[str]) -> dict[str, Any]:
    """The fields of a JSON object of this format and version, these names and no others.

    Raises:
        InvalidCensus: it is none; the message says where and why.
    """
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidCensus(
            f"line {error.lineno}, column {error.colno}: {error.msg}; is it cut short?"
        ) from error
    except (RecursionError, TypeError, ValueError) as error:
        raise InvalidCensus(f"{shown(text)} is no JSON of a census: {error}") from error
    if not isinstance(values, dict) or values.get("format") != format_:
        raise InvalidCensus(f"this is no {format_}")
    if json.dumps(values.get("version")) != json.dumps(version):
        raise InvalidCensus(
            f"version: {shown(values.get('version'))}, but this ginrummy reads version {version}"
        )
    wanted = {"format", "version", *names}
    for name in sorted(wanted ^ set(values)):
        what = "is missing; is it cut short?" if name in wanted else "is no field of it"
        raise InvalidCensus(f"{shown(name)} {what}")
    return values


def as_counts(values: Any, hands: int, what: str) -> list[int]:
    """Counts by deadwood that add up to so many hands, to the greatest that occurs.

    Raises:
        InvalidCensus: they do not, or are no counts, or go on with zeros after the last.
    """
    if not isinstance(values, (list, tuple)):
        raise InvalidCensus(f"{what}: {shown(values)} is no list")
    counts = [whole(value) for value in values]
    found = 0
    for deadwood, count in enumerate(counts):
        if count is None or count < 0:
            raise InvalidCensus(f"{what}: {shown(values[deadwood])} hands with {deadwood}")
        found += count
    if found != hands:
        raise InvalidCensus(f"{what}: {found} hands are counted, but there are {hands}")
    if counts and not counts[-1]:
        raise InvalidCensus(f"{what}: no hand has the greatest deadwood, {len(counts) - 1}")
    return counts  # type: ignore[return-value]  # the loop refuses None


class Checkpoint:
    """The units of a census counted so far, in a file."""

    def __init__(self, path: Path, question: Question, units: dict[int, list[int]]) -> None:
        self.units = units
        self._path = path
        self._question = question
        self._saved_units = -1
        self._saved_at = 0.0

    @classmethod
    def open(cls, path: str | os.PathLike[str], question: Question) -> Checkpoint:
        """The checkpoint in a file, or a new one with nothing counted.

        Raises:
            InvalidCensus: the file holds no checkpoint, or one of another census.
            OSError: it cannot be read or written.
        """
        where = Path(path)
        if where.exists() and not where.is_file():  # a device may be read for ever
            raise OSError(errno.EINVAL, "no plain file", str(path))
        try:
            text = where.read_text(encoding="utf-8")
        except FileNotFoundError:
            units = {}
        except UnicodeDecodeError as error:
            raise InvalidCensus(f"{where}: this is no {_FORMAT}: {error.reason}") from error
        else:
            try:
                units = _read_units(text, question)
            except InvalidCensus as error:
                raise InvalidCensus(
                    f"{where}: {error}; it is left as it is: name another file, or remove it to "
                    "begin again"
                ) from error
        checkpoint = cls(where, question, units)
        checkpoint.save()  # what cannot be written should be known before hours of counting
        return checkpoint

    def add(self, unit: int, counts: list[int]) -> None:
        """Keep a unit; the file is written now and then."""
        self.units[unit] = counts
        if time.monotonic() - self._saved_at >= _SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Write the file, if there is anything new."""
        if len(self.units) == self._saved_units:
            return
        values = {"format": _FORMAT, "version": _VERSION, **self._question.to_fields()}
        values["units"] = {str(unit): self.units[unit] for unit in sorted(self.units)}
        write_safely(self._path, json.dumps({**values, "sha256": _digest(values)}) + "\n")
        self._saved_units = len(self.units)
        self._saved_at = time.monotonic()


def _digest(values: Mapping[str, Any]) -> str:
    """Of all that a checkpoint holds but the digest, however the file is laid out."""
    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _read_units(text: str, question: Question) -> dict[int, list[int]]:
    # Compared as they are written: Python takes 5.0 and True for 5 and 1.
    asked = question.to_fields()
    values = read_fields(text, _FORMAT, _VERSION, (*asked, "units", "sha256"))
    for name, value in asked.items():
        if json.dumps(values[name]) != json.dumps(value):
            raise InvalidCensus(
                f"this is of another census: {name}={shown(values[name])}, not {shown(value)}"
            )
    if not isinstance(values["units"], Mapping):
        raise InvalidCensus(f"units: {shown(values['units'])} is no object")
    units = {}
    for name, counts in values["units"].items():
        unit = _UNIT_OF.get(name)
        if unit is None:
            raise InvalidCensus(f"units: {shown(name)} is none of 0 to {UNITS - 1}")
        units[unit] = as_counts(counts, hands_of_unit(unit, question.cards), f"unit {unit}")
    # Counts moved from one deadwood to another still add up.
    digest = values.pop("sha256")
    if digest != _digest(values):
        raise InvalidCensus(f"sha256: {shown(digest)} is not that of its fields; it is damaged")
    return units
