"""What a score keeper is told in words: hands, boxes and the fields of rules."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from ..cards import shown
from ..entries import HandEntry, entry_of
from ..errors import InvalidEntry
from ..values import Outcome
from .options import UsageError, whole

__all__ = ["KINDS", "read_field", "read_hand", "read_names", "read_round", "with_boxes"]

KINDS: Final = tuple(kind.value.replace("_", " ") for kind in Outcome)
"""How a hand may end, as it is typed."""

_KIND: Final = {kind.value.replace("_", ""): kind for kind in Outcome}
_NOBODY = (Outcome.DEAD, Outcome.CAPPED, Outcome.MISDEAL, Outcome.TIE, Outcome.CANCELLED)
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?[0-9]+/[0-9]+"
)


def read_names(text: str, reserved: Sequence[str]) -> list[str]:
    """The names of the sides: words with commas between.

    Raises:
        UsageError: one that could not be told from another word of the keeper.
    """
    names = [" ".join(name.split()) for name in text.split(",")]
    folded = [name.casefold() for name in names]
    for number, name in enumerate(names):
        if not name:
            raise UsageError("--players: an empty name; names with commas between are expected")
        if "=" in name or name.startswith("-"):
            raise UsageError(f"--players: {name!r}: a name has no '=' and no '-' in front")
        if _kind(name) is not None or folded[number] in reserved:
            raise UsageError(f"--players: {name!r} is a word of the keeper; take another name")
        if folded[number] in folded[:number]:
            raise UsageError(f"--players: {name!r} stands there twice")
    return names


def read_round(text: str, names: Sequence[str]) -> list[HandEntry]:
    """The hands of a team round, a table each, with commas between.

    Raises:
        InvalidEntry: one is no hand of these sides.
    """
    found = []
    for number, part in enumerate(text.split(","), 1):
        try:
            found.append(read_hand(part, names))
        except InvalidEntry as error:
            raise InvalidEntry(f"table {number}: {error}") from error
    return found


def read_hand(text: str, names: Sequence[str]) -> HandEntry:
    """A hand: ``north 24 gin``, ``dead``, ``north forfeit``, ``north=10 south=-5``.

    Raises:
        InvalidEntry: it is no hand of these players.
    """
    words = text.split()
    if not words:
        raise InvalidEntry("a hand is expected, such as 'north 24 gin' or 'dead'")
    if any("=" in word for word in words):
        return _scores(words, names)
    kind = _kind(" ".join(words))
    if kind in _NOBODY:
        return entry_of((None, 0, kind), names)
    first = _kind(words[0])
    if first in _NOBODY:
        if len(words) == 2 and (number := whole(words[1])):
            return entry_of((None, number, first), names)  # refused: it has no points
        raise InvalidEntry(f"{first} stands alone, not with {shown(' '.join(words[1:]))}")
    winner, rest = _named(words, names)
    kind = _kind(" ".join(rest))
    if kind is Outcome.FORFEIT:
        return entry_of((winner, 0, kind), names)
    if kind in _NOBODY:
        raise InvalidEntry(f"nobody wins a hand of the kind '{kind}': it stands alone")
    if not rest or kind is not None:
        raise InvalidEntry(f"{winner} wins how many points? such as '{winner} 24 gin'")
    points = _points(rest[0])
    if points < 0:
        raise InvalidEntry(
            f"{rest[0]} points are negative; who wins has 0 or more (a minus is given with "
            f"names: {names[0]}=10 {names[1]}=-5)"
        )
    kind = _ending(rest[1:])
    if kind in _NOBODY:
        raise InvalidEntry(f"{shown(text.strip())}: a hand of the kind '{kind}' has no points (w2)")
    return entry_of((winner, points, kind or Outcome.KNOCK), names)


def with_boxes(hand: HandEntry, text: str, names: Sequence[str]) -> HandEntry:
    """The hand with other boxes: a number for the winner, or ``north=2``.

    Raises:
        InvalidEntry: no boxes of these players.
    """
    boxes = list(hand.boxes)
    if "=" in text:
        for side, value in _pairs(text.replace(",", " ").split(), names).items():
            boxes[list(names).index(side)] = _box_count(value)
    else:
        count = _box_count(text)
        if hand.winner is None:
            raise InvalidEntry("boxes are for who wins the hand, and nobody did")
        boxes[hand.winner] = count
    return entry_of(dataclasses.replace(hand, boxes=tuple(boxes)), names)


def read_field(text: str, kinds: Mapping[str, object]) -> tuple[str, Any]:
    """Name and value of ``FIELD=VALUE``; a value that is none of its kind stays text, which
    the rules refuse.

    Raises:
        UsageError: no such field.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise UsageError(f"--rule {text}: FIELD=VALUE is expected")
    if name not in kinds:
        close = difflib.get_close_matches(name, kinds, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are: {', '.join(kinds)}"
        raise UsageError(f"--rule {text}: there is no field {name!r}{hint}")
    kind, word = kinds[name], value.lower()
    if kind is bool:
        return name, {"true": True, "false": False}.get(word, value)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return name, word
    if word == "none" and kind == "int or None":
        return name, None
    if kind is object:  # column_weights
        return name, tuple(_number_or_text(part.strip()) for part in value.split(","))
    return name, _number_or_text(value)


def _number_or_text(text: str) -> int | str:
    number = whole(text)
    return text if number is None else number


def _kind(text: str) -> Outcome | None:
    return _KIND.get(re.sub(r"[\s_-]", "", text.lower()))


def _ending(words: Sequence[str]) -> Outcome | None:
    """The kind at the end of a hand, if one stands there."""
    if not words:
        return None
    kind = _kind(" ".join(words))
    if kind is None:
        raise InvalidEntry(f"{shown(' '.join(words))} is no kind; there are: {', '.join(KINDS)}")
    return kind


def _points(text: str) -> int:
    number = whole(text)
    if number is None:
        what = "no whole number of points" if _NUMBER.fullmatch(text) else "no number of points"
        raise InvalidEntry(f"{shown(text)} is {what}")
    return number


def _box_count(text: str) -> int:
    number = whole(text)
    if number is None or number < 0:
        raise InvalidEntry(f"{shown(text)} is no number of boxes")
    return number


def _scores(words: Sequence[str], names: Sequence[str]) -> HandEntry:
    """Signed scores by name, of the party game."""
    last = max(number for number, word in enumerate(words) if "=" in word) + 1
    pairs = _pairs(words[:last], names)
    hand = entry_of({name: _points(value) for name, value in pairs.items()}, names)
    kind = _ending(words[last:])
    return hand if kind is None else entry_of(dataclasses.replace(hand, kind=kind), names)


def _pairs(words: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    before: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        before.append(name)
        if equals:
            side = _side(" ".join(before), names)
            if side is None:
                raise _stranger(" ".join(before), names)
            if side in found:
                raise InvalidEntry(f"{side} stands there twice")
            found[side] = value
            before = []
    return found


def _named(words: Sequence[str], names: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The player named at the start, by the longest name that fits, and the rest."""
    for length in range(len(words), 0, -1):
        side = _side(" ".join(words[:length]), names)
        if side is not None:
            return side, words[length:]
    count = next((n for n, word in enumerate(words) if n and _NUMBER.fullmatch(word)), 1)
    raise _stranger(" ".join(words[:count]), names)


def _side(text: str, names: Sequence[str]) -> str | None:
    return next((name for name in names if name.casefold() == text.casefold()), None)


def _stranger(text: str, names: Sequence[str]) -> InvalidEntry:
    return InvalidEntry(f"{shown(text)} plays not here; there are: {', '.join(names)}")
