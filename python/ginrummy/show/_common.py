"""What all drawings of a sheet share: its entries by side, its lines, safe text, wrapping."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Protocol

from ..sheet import Sheet, SheetColumn, SheetEntry, SheetLine

MINUS = "\N{MINUS SIGN}"
_JOINERS = "\u200c\u200d"  # invisible, but emoji and several scripts need them
_SUMS = frozenset({"final", "finals", "total", "totals"})


class HasSheet(Protocol):
    """A match, a Hollywood sheet, a team sheet."""

    def sheet(self) -> Sheet: ...


Drawable = Sheet | HasSheet
"""What can be drawn."""


def sheet_of(source: Drawable) -> Sheet:
    """The sheet to draw.

    Raises:
        TypeError: neither a `Sheet` nor a value whose ``sheet()`` gives one.
    """
    if isinstance(source, Sheet):
        return source
    make = None if isinstance(source, type) else getattr(source, "sheet", None)
    sheet = make() if callable(make) else None
    if not isinstance(sheet, Sheet):
        raise TypeError(
            f"{type(source).__name__} cannot be drawn: a Sheet or a value with sheet() is expected"
        )
    return sheet


def clean(text: str) -> str:
    """The text without what could break a line, an XML document or the reading direction."""
    if text.isprintable():
        return text
    return "".join(map(_safe, text))


def _safe(char: str) -> str:
    if char.isprintable() or char in _JOINERS:
        return char
    return " " if char.isspace() else "\N{REPLACEMENT CHARACTER}"


def signed(points: int) -> str:
    """``+24`` or ``−12``, with the typographic minus."""
    return f"{points:+}".replace("-", MINUS)


def plain(value: int) -> str:
    """``24`` or ``−12``, with the typographic minus."""
    return str(value).replace("-", MINUS)


def stacks(column: SheetColumn, sides: int) -> list[list[SheetEntry]]:
    """The entries of each side, in order: on paper they stand below each other without gaps."""
    found: list[list[SheetEntry]] = [[] for _ in range(sides)]
    for entry in column.entries:
        found[entry.side].append(entry)
    return found


def all_entries(sheet: Sheet) -> list[SheetEntry]:
    """The entries of every column."""
    return [entry for column in sheet.columns for entry in column.entries]


def all_values(sheet: Sheet) -> list[int]:
    """Every number that stands on a line below the entries."""
    lines = [line for column in sheet.columns for line in column.lines]
    return [value for line in (*lines, *sheet.lines) for value in line.values]


def hand_texts(sheet: Sheet) -> dict[int, str]:
    """What happened in each hand, in words."""
    return {hand.number: clean(hand.text) for hand in sheet.hands}


def sum_line(lines: Sequence[SheetLine]) -> int:
    """The index of the line that adds the others up: a rule is drawn above it."""
    for index, line in enumerate(lines):
        if not _SUMS.isdisjoint(line.label.casefold().split()):
            return index
    return len(lines) - 1


def ringed_line(lines: Sequence[SheetLine], winner: int | None) -> int:
    """The index of the overall line that shows why the winner has won: the sum, or columns
    or games won where these decide against it."""
    best = sum_line(lines)
    order: list[int] = [best, *range(len(lines) - 1, -1, -1)]
    for index in order:
        values = lines[index].values
        if winner is not None and values[winner] == max(values) > min(values):
            return index
    return best


def merged_labels(columns: Sequence[SheetColumn]) -> tuple[list[str], set[str]]:
    """The labels of columns that stand side by side, each once and in an order that suits
    all of them; and which of them are sums.

    One column may have a shutout line that its neighbour lacks; on paper both still keep
    their final scores on the same line.
    """
    labels: list[str] = []
    sums: set[str] = set()
    for column in columns:
        after = 0
        for line in column.lines:
            if line.label not in labels:
                labels.insert(after, line.label)
            after = labels.index(line.label) + 1
        if column.lines:
            sums.add(column.lines[sum_line(column.lines)].label)
    return labels, sums


def cells(text: str) -> int:
    """How many terminal cells the text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_cell, text))


def _cell(char: str) -> int:
    if _attached(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _attached(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Cf")


def wrap(text: str, limit: float, measure: Callable[[str], float] = cells) -> list[str]:
    """Lines of at most ``limit``; words that are longer are broken, nothing is left out."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if measure(joined) <= limit:
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, limit, measure)
        lines.extend(full)
    if line or not lines:
        lines.append(line)
    return lines


def _broken(word: str, limit: float, measure: Callable[[str], float]) -> list[str]:
    """A word in pieces that fit (one character always does); accents stay on their letters."""
    pieces = [""]
    for char in word:
        held = _attached(char) or pieces[-1].endswith(_JOINERS[1])
        if pieces[-1] and not held and measure(pieces[-1] + char) > limit:
            pieces.append(char)
        else:
            pieces[-1] += char
    return pieces
