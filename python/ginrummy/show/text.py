"""A sheet as plain text: ASCII apart from the names, aligned, never wider than asked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..sheet import Sheet, SheetColumn, SheetEntry, SheetLine
from ._common import (
    Drawable,
    all_entries,
    all_values,
    cells,
    clean,
    merged_labels,
    sheet_of,
    stacks,
    sum_line,
    wrap,
)

_LEAST_WIDTH = 20
_GAP = "  "
_BETWEEN = " | "


def sheet_text(source: Drawable, *, width: int = 80, hands: bool = False) -> str:
    """The sheet as text that ends without a line break.

    Every entry shows the hand's number, its points, the running total and a star a box; in
    a narrow space the number, then the points, then the stars are left out. Columns stand
    side by side as far as they fit. Four sides fit into a width of 40.

    Args:
        source: a `Sheet` or a value with ``sheet()``.
        width: the longest line, in terminal cells.
        hands: list every hand in words below the sheet.

    Raises:
        ValueError: a width below 20.
    """
    if width < _LEAST_WIDTH:
        raise ValueError(f"width={width}: at least {_LEAST_WIDTH} is expected")
    sheet = sheet_of(source)
    plan = _plan(sheet, width)
    parts = [wrap(clean(sheet.title), width)]
    for first in range(0, len(sheet.columns), plan.abreast):
        parts.append(_band(sheet, sheet.columns[first : first + plan.abreast], plan))
    if sheet.lines:
        parts.append(_overall(sheet, plan))
    if sheet.note:
        parts.append(wrap(clean(sheet.note), width))
    if hands and sheet.hands:
        parts.append(_hands(sheet, width))
    lines = ("\n".join(line.rstrip() for line in part) for part in parts)
    return "\n\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Plan:
    """How much every entry shows and where it stands; one plan for a whole sheet, so that
    stacked columns line up."""

    sides: int
    hand: int
    """Digits of a hand's number; 0 if it is left out."""
    points: int
    """Characters of the points; 0 if they are left out."""
    total: int
    stars: int
    """Characters of the stars with the blank before them; 0 if they are left out."""
    cell: int
    """The width of a side."""
    gutter: int
    """The width of the labels on the left; 0 if they stand on lines of their own."""
    abreast: int
    """Columns side by side."""

    @property
    def block(self) -> int:
        return _block_width(self.sides, self.cell)

    def entry(self, entry: SheetEntry) -> str:
        hand = f"{entry.hand:>{self.hand}}. " if self.hand else ""
        points = f"{entry.points:>+{self.points}} " if self.points else ""
        stars = f" {_stars(entry.boxes)}".ljust(self.stars)[: self.stars] if self.stars else ""
        return f"{hand}{points}{entry.total:>{self.total}}{stars}".rjust(self.cell)

    def value(self, text: str) -> str:
        """A text below the running totals."""
        return (text.rjust(self.cell - self.stars) + " " * self.stars)[: max(self.cell, len(text))]

    def tally(self, boxes: int) -> str:
        if not boxes:
            return self.value("")
        fives, ones = divmod(boxes, 5)
        text = " ".join(["*****"] * fives + ["*" * ones] * bool(ones) + [str(boxes)])
        return self.value(text if len(text) <= self.cell - self.stars else str(boxes))

    def row(self, parts: list[str]) -> str:
        return _BETWEEN.join(parts)

    def rule(self, char: str = "-") -> str:
        return f"{char}+{char}".join([char * self.cell] * self.sides)

    def blank(self) -> str:
        return self.row([" " * self.cell] * self.sides)

    def labelled(self, label: str, blocks: list[str]) -> list[str]:
        """A line below the entries with its label, which wraps if it is long."""
        text = _GAP.join(blocks)
        if not self.gutter:
            head = wrap(clean(label), self.block) if label else []
            return [*(f"{line}:" if line is head[-1] else line for line in head), text]
        lines = wrap(clean(label), self.gutter)
        return [*lines[:-1], _padded(lines[-1], self.gutter) + " " + text]


def _block_width(sides: int, cell: int) -> int:
    return sides * cell + (sides - 1) * len(_BETWEEN)


def _plan(sheet: Sheet, width: int) -> _Plan:
    """The richest entries with which all columns stand side by side; where there are too
    many columns for that, the richest with which one fits."""
    sides = len(sheet.names)
    entries = all_entries(sheet)
    hand = max((len(str(entry.hand)) for entry in entries), default=1)
    points = max((len(f"{entry.points:+}") for entry in entries), default=1)
    total = max((len(str(entry.total)) for entry in entries), default=1)
    stars = 1 + max((len(_stars(entry.boxes)) for entry in entries), default=0)
    stars = 0 if stars == 1 else stars
    value = max((len(str(number)) for number in all_values(sheet)), default=1)
    value = max(len("won"), value, *(len(str(n)) for one in sheet.columns for n in one.boxes))
    word = max(cells(word) for name in sheet.names for word in (*clean(name).split(), ""))
    name, short_name = min(word, 14), min(word, 8)
    labels = {line.label for column in sheet.columns for line in column.lines}
    labels |= {line.label for line in sheet.lines} | {"tally"}
    gutter = min(max(cells(clean(label)) for label in labels), 14)
    full, short, slim, bare = (hand, points, stars), (0, points, stars), (0, 0, stars), (0, 0, 0)
    plans = []
    for (h, p, s), margin, least in (
        (full, gutter, name),
        (full, gutter, short_name),
        (short, gutter, name),
        (short, gutter, short_name),
        (short, 0, short_name),
        (slim, gutter, short_name),
        (slim, 0, short_name),
        (bare, 0, short_name),
        (bare, 0, 0),
    ):
        natural = (h + 2 if h else 0) + (p + 1 if p else 0) + total + s
        cell = max(natural, value + s, least)
        room = width - (margin + 1 if margin else 0)
        abreast = (room + len(_GAP)) // (_block_width(sides, cell) + len(_GAP))
        plans.append(_Plan(sides, h, p, total, s, cell, margin, abreast))
    # What each hand brought is worth more than columns abreast.
    fitting = [plan for plan in plans if plan.abreast > 0]
    for plan in fitting:
        if plan.gutter and plan.points and plan.abreast >= len(sheet.columns):
            return plan
    return fitting[0] if fitting else replace(plans[-1], abreast=1)


def _band(sheet: Sheet, columns: tuple[SheetColumn, ...], plan: _Plan) -> list[str]:
    """Columns side by side."""
    stacked = [stacks(column, plan.sides) for column in columns]
    bodies = []
    for column, sides in zip(columns, stacked, strict=True):
        height = max(map(len, sides))
        body = [
            plan.row(
                [plan.entry(side[row]) if row < len(side) else " " * plan.cell for side in sides]
            )
            for row in range(height)
        ]
        if column.closed:
            body.append(plan.rule("="))
        bodies.append(body)
    height = max(1, *map(len, bodies))
    lines = _heads(sheet, [_title(column) for column in columns], plan)
    margin = " " * (plan.gutter + 1 if plan.gutter else 0)
    for row in range(height):
        parts = [body[row] if row < len(body) else plan.blank() for body in bodies]
        lines.append(margin + _GAP.join(parts))
    if any(any(column.boxes) for column in columns):
        tallies = [plan.row([plan.tally(boxes) for boxes in column.boxes]) for column in columns]
        lines += plan.labelled("tally", tallies)
    labels, sums = merged_labels(columns)
    for label in labels:
        if label in sums:
            there = [any(line.label == label for line in column.lines) for column in columns]
            rules = [plan.rule() if rule else plan.blank() for rule in there]
            lines.append(margin + _GAP.join(rules))
        lines += plan.labelled(label, [_values(column.lines, label, plan) for column in columns])
    if any(column.winner is not None for column in columns):
        lines += plan.labelled("", [_won(column.winner, plan) for column in columns])
    return lines


def _overall(sheet: Sheet, plan: _Plan) -> list[str]:
    """The lines across all columns."""
    lines = _heads(sheet, ["Overall"], plan)
    last = sum_line(sheet.lines)
    for index, line in enumerate(sheet.lines):
        if index == last and index:
            lines.append(" " * (plan.gutter + 1 if plan.gutter else 0) + plan.rule())
        lines += plan.labelled(line.label, [plan.row([plan.value(str(v)) for v in line.values])])
    if sheet.winner is not None:
        lines += plan.labelled("", [_won(sheet.winner, plan)])
    return lines


def _heads(sheet: Sheet, titles: list[str], plan: _Plan) -> list[str]:
    """Titles and names above the columns."""
    margin = " " * (plan.gutter + 1 if plan.gutter else 0)
    wrapped = [wrap(title, plan.block) for title in titles]
    names = [wrap(clean(name), plan.cell) for name in sheet.names]
    lines = []
    for row in range(max(map(len, wrapped))):
        parts = [_centred(t[row] if row < len(t) else "", plan.block) for t in wrapped]
        lines.append(margin + _GAP.join(parts))
    height = max(map(len, names))
    names = [[""] * (height - len(name)) + name for name in names]
    for row in range(height):
        parts = [_centred(name[row], plan.cell) for name in names]
        lines.append(margin + _GAP.join([plan.row(parts)] * len(titles)))
    lines.append(margin + _GAP.join([plan.rule()] * len(titles)))
    return lines


def _title(column: SheetColumn) -> str:
    return clean(column.title) + (" (shutout)" if column.shutout else "")


def _values(lines: tuple[SheetLine, ...], label: str, plan: _Plan) -> str:
    for line in lines:
        if line.label == label:
            return plan.row([plan.value(str(value)) for value in line.values])
    return plan.blank()


def _won(winner: int | None, plan: _Plan) -> str:
    return plan.row([plan.value("won" if side == winner else "") for side in range(plan.sides)])


def _hands(sheet: Sheet, width: int) -> list[str]:
    digits = len(str(sheet.hands[-1].number))
    lines = []
    for hand in sheet.hands:
        first, *rest = wrap(clean(hand.text), width - digits - 2)
        lines.append(f"{hand.number:>{digits}}. {first}")
        lines += [" " * (digits + 2) + line for line in rest]
    return lines


def _stars(boxes: int) -> str:
    return "*" * boxes if boxes <= 3 else f"*{boxes}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def _centred(text: str, width: int) -> str:
    left = (width - cells(text)) // 2
    return _padded(" " * left + text, width)
