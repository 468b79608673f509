"""A sheet as a picture in SVG that looks like the paper that players write on."""

from __future__ import annotations

from collections.abc import Sequence

from ..sheet import Sheet, SheetColumn, SheetEntry, SheetLine
from ._common import (
    Drawable,
    hand_texts,
    merged_labels,
    plain,
    ringed_line,
    sheet_of,
    signed,
    stacks,
    sum_line,
)
from ._svg_parts import (
    INK,
    MARGIN,
    PAD,
    PAPER,
    PENCIL,
    ROW,
    RULED,
    Measures,
    boxes,
    escape_text,
    fitted,
    line,
    measured,
    ring,
    tally,
    tally_width,
    text,
)

_EDGE = 24
_GAP = 20
_LEAST_ROWS = 3
_MOST_WIDTH = 1240  # three columns of two sides
_LEAST_WIDTH = 380


def sheet_svg(source: Drawable) -> str:
    """The sheet as an SVG document on its own paper, legible on any background.

    Names stand on top, the entries one below another: the hand's number, its points, the
    running total and a square a box. A double line closes a finished column; below it are
    the tally of boxes, the bonuses and the final scores, the winner's in a ring. Colours
    and fonts are attributes, so that several pictures on one page do not meddle.
    """
    return _Page(sheet_of(source)).drawn()


class _Page:
    """The picture while it is drawn from top to bottom."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.texts = hand_texts(sheet)
        self.measures: Measures = measured(sheet)
        self.sides = len(sheet.names)
        self.column = self.sides * self.measures.side
        room = _MOST_WIDTH - 2 * _EDGE - self.measures.gutter
        self.abreast = max(1, int((room + _GAP) // (self.column + _GAP)))
        shown = min(self.abreast, max(1, len(sheet.columns)))
        content = self.measures.gutter + shown * (self.column + _GAP) - _GAP
        self.width = max(content + 2 * _EDGE, _LEAST_WIDTH)
        self.y = float(_EDGE)
        self.parts: list[str] = []

    def drawn(self) -> str:
        self.words(self.sheet.title, 19, INK, bold=True)
        if self.sheet.note:
            self.words(self.sheet.note, 13, PENCIL)
        columns = self.sheet.columns
        for first in range(0, len(columns), self.abreast):
            self.band(columns[first : first + self.abreast])
        if self.sheet.lines:
            self.overall()
        width, height = f"{self.width:.0f}", f"{self.y + _EDGE:.0f}"
        label = escape_text(self.sheet.title)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}" role="img" aria-label="{label}" '
                f'font-family="Verdana, \'DejaVu Sans\', Geneva, sans-serif" fill="{INK}">',
                f'<rect width="{width}" height="{height}" rx="6" fill="{PAPER}" stroke="{RULED}"/>',
                *self.parts,
                "</svg>\n",
            ]
        )

    def words(self, content: str, size: int, colour: str, *, bold: bool = False) -> None:
        """A title or a sentence over the width of the page."""
        for part in fitted(content, self.width - 2 * _EDGE, size):
            self.y += size
            self.parts.append(
                text(_EDGE, self.y, part, size, anchor="start", fill=colour, bold=bold)
            )
            self.y += 0.45 * size

    def left(self, index: int) -> float:
        """Where a column begins."""
        return _EDGE + self.measures.gutter + index * (self.column + _GAP)

    def band(self, columns: tuple[SheetColumn, ...]) -> None:
        """Columns side by side, with the same labels on the left of all."""
        self.heads([column.title + " (shutout)" * column.shutout for column in columns])
        top = self.y
        stacked = [stacks(column, self.sides) for column in columns]
        rows = max(_LEAST_ROWS, max(max(map(len, sides)) for sides in stacked))
        for index, (column, sides) in enumerate(zip(columns, stacked, strict=True)):
            left = self.left(index)
            for row in range(1, rows):
                y = top + row * ROW
                self.parts.append(line(left, y, left + self.column, y, RULED))
            for side, entries in enumerate(sides):
                for row, entry in enumerate(entries):
                    base = top + row * ROW + 17
                    self.entry(left + side * self.measures.side, base, entry)
            if column.closed:
                y = top + max(map(len, sides)) * ROW
                for offset in (-1.5, 1.5):
                    self.parts.append(line(left, y + offset, left + self.column, y + offset, INK))
        self.y = top + rows * ROW + 8
        if any(any(column.boxes) for column in columns):
            self.tallies(columns)
        labels, sums = merged_labels(columns)
        for label in labels:
            cells = [(_line(column, label), column.winner) for column in columns]
            is_sum = label in sums
            self.line(label, cells, bold=is_sum, ruled=is_sum, ringed=is_sum)
        self.frame(top, len(columns))

    def heads(self, titles: list[str]) -> None:
        """Titles and names, with the line below the names."""
        self.y += 18
        wrapped = [fitted(title, self.column - 8, 14) for title in titles]
        # Bold is wider than the guess for plain text.
        names = [fitted(name, self.measures.side - 12, 14.5) for name in self.sheet.names]
        for index, lines in enumerate(wrapped):
            for row, part in enumerate(lines):
                x, y = self.left(index) + self.column / 2, self.y + 14 + 18 * row
                self.parts.append(text(x, y, part, 13, anchor="middle", fill=PENCIL))
        self.y += 18 * max(map(len, wrapped)) + 6
        height = max(map(len, names))
        for index in range(len(titles)):
            for side, lines in enumerate(names):
                x = self.left(index) + (side + 0.5) * self.measures.side
                for row, part in enumerate(lines, height - len(lines)):
                    y = self.y + 14 + 17 * row
                    name = self.sheet.names[side]
                    self.parts.append(text(x, y, part, 14, anchor="middle", bold=True, title=name))
        self.y += 17 * height + 6
        for index in range(len(titles)):
            left = self.left(index)
            self.parts.append(line(left, self.y, left + self.column, self.y, INK, 2))

    def entry(self, left: float, base: float, entry: SheetEntry) -> None:
        """One entry of a side."""
        measures = self.measures
        what = f"hand {entry.hand}: {self.texts.get(entry.hand, '')}".rstrip(": ")
        self.parts += [
            text(left + PAD, base, str(entry.hand), 10, anchor="start", fill=PENCIL, title=what),
            text(left + measures.points, base, signed(entry.points), 11, fill=PENCIL),
            text(left + measures.total, base, plain(entry.total), 15),
        ]
        if entry.boxes > 0:
            self.parts.append(boxes(left + measures.total + 10, base, entry.boxes))

    def tallies(self, columns: tuple[SheetColumn, ...]) -> None:
        """The boxes of each side, counted in strokes."""
        base = self.y + 17
        self.label("tally", base)
        for index, column in enumerate(columns):
            for side, count in enumerate(column.boxes):
                right = self.left(index) + side * self.measures.side + self.measures.total
                if tally_width(count):
                    self.parts.append(tally(right, base - 12, count))
                if count:
                    shown = text(right + 10, base, str(count), 11, anchor="start", fill=PENCIL)
                    self.parts.append(shown)
        self.y += ROW

    def line(
        self,
        label: str,
        cells: Sequence[tuple[SheetLine | None, int | None]],
        *,
        bold: bool,
        ruled: bool,
        ringed: bool,
    ) -> None:
        """A line below the entries over all columns side by side."""
        if ruled:
            self.y += 4
            for index, (found, _) in enumerate(cells):
                if found is not None:
                    left = self.left(index)
                    self.parts.append(line(left, self.y, left + self.column, self.y, INK))
            self.y += 6
        base = self.y + 17
        lines = self.label(label, base, bold=bold)
        for index, (found, winner) in enumerate(cells):
            for side, value in enumerate(found.values if found is not None else ()):
                right = self.left(index) + side * self.measures.side + self.measures.total
                shown = plain(value)
                fill = PENCIL if not value and not bold else ""
                self.parts.append(text(right, base, shown, 15, bold=bold, fill=fill))
                if ringed and side == winner:
                    self.parts.append(ring(right, base, shown))
        self.y += ROW + 15 * (lines - 1)

    def label(self, label: str, base: float, *, bold: bool = False) -> int:
        """The label on the left; the number of its lines."""
        lines = fitted(label, self.measures.gutter - 14, 13.5 if bold else 13)
        for row, part in enumerate(lines):
            shown = text(_EDGE, base + 15 * row, part, 12, anchor="start", fill=PENCIL, bold=bold)
            self.parts.append(shown)
        return len(lines)

    def frame(self, top: float, columns: int) -> None:
        """The lines between the sides, from the names to the last line."""
        bottom = self.y + 6
        for index in range(columns):
            for side in range(self.sides + 1):
                x = self.left(index) + side * self.measures.side
                colour = INK if 0 < side < self.sides else MARGIN
                self.parts.append(line(x, top, x, bottom, colour))
        self.y = bottom

    def overall(self) -> None:
        """The lines across all columns."""
        self.heads(["Overall"])
        top = self.y
        self.y += 4
        last = sum_line(self.sheet.lines)
        ringed = ringed_line(self.sheet.lines, self.sheet.winner)
        for index, one in enumerate(self.sheet.lines):
            cells = [(one, self.sheet.winner)]
            is_sum = index == last
            self.line(
                one.label, cells, bold=is_sum, ruled=is_sum and index > 0, ringed=index == ringed
            )
        self.frame(top, 1)


def _line(column: SheetColumn, label: str) -> SheetLine | None:
    return next((one for one in column.lines if one.label == label), None)
