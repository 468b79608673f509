"""A sheet as something that rich can print. Needs the extra ``cli``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..sheet import Sheet, SheetColumn, SheetEntry, SheetLine
from ._common import (
    Drawable,
    all_entries,
    all_values,
    cells,
    clean,
    plain,
    ringed_line,
    sheet_of,
    signed,
    stacks,
    sum_line,
    wrap,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table
    from rich.text import Text

_BOX = "▪"
_TICK = "✓ "


def sheet_rich(source: Drawable) -> RenderableType:
    """The sheet as a rich renderable: a table a column, side by side as far as they fit.

    In a narrow console the hands' numbers, then their points, then the boxes are left out.

    Raises:
        ImportError: rich is not installed.
    """
    try:
        import rich  # noqa: F401
    except ImportError as error:
        raise ImportError(
            "sheet_rich needs rich: pip install 'ginrummy[cli]'", name=error.name
        ) from error
    return _Drawing(sheet_of(source))


class _Drawing:
    """Chooses what to show when the width of the console is known."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def __rich_console__(
        self, _console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        from rich.columns import Columns
        from rich.text import Text

        sheet = self.sheet
        widths = _widths(sheet, options.max_width)
        yield Text(clean(sheet.title), style="bold")
        if sheet.columns:
            columns = [_column(sheet, column, widths) for column in sheet.columns]
            yield Columns(columns, padding=(0, 2))
        if sheet.lines:
            table = _table(sheet, "Overall", sheet.winner, widths)
            _lines(table, sheet.lines, sheet.winner, widths, ringed_line(sheet.lines, sheet.winner))
            yield table
        if sheet.note:
            yield Text(clean(sheet.note), style="italic")


@dataclass(frozen=True, slots=True)
class _Widths:
    """Characters of the parts of an entry, 0 for one that is left out, and of the table.

    rich takes blanks off the end of what it sets to the right, so that all cells are padded
    here and set to the left. It also measures and wraps every cell, a millisecond a row:
    widths are fixed here, and cells hold as many lines as stand between two rules.
    """

    hand: int
    points: int
    total: int
    marks: int
    gutter: int
    """The labels on the left."""
    name: int
    """The least width of a side, for its name."""

    @property
    def before(self) -> int:
        """Up to the end of the running total."""
        return sum(width + 1 for width in (self.hand, self.points) if width) + self.total

    @property
    def side(self) -> int:
        return max(self.before + (self.marks + 1 if self.marks else 0), self.name)

    def table(self, sides: int) -> int:
        """The width of a table, with the blanks and lines that rich sets."""
        return self.gutter + 4 + sides * (self.side + 3)


def _widths(sheet: Sheet, room: int) -> _Widths:
    """The most that fits into the console."""
    entries = all_entries(sheet)
    hand = max((len(str(entry.hand)) for entry in entries), default=0)
    points = max((len(signed(entry.points)) for entry in entries), default=0)
    values = (0, *all_values(sheet), *(entry.total for entry in entries))
    total = max(len(plain(value)) for value in values)
    marks = max((len(_marks(entry.boxes)) for entry in entries), default=0)
    labels = {line.label for column in sheet.columns for line in column.lines}
    labels |= {line.label for line in sheet.lines} | {"tally"}
    gutter = min(max(cells(clean(label)) for label in labels), 16)
    name = min(max(cells(clean(name)) for name in sheet.names), 14)
    choices = [
        _Widths(hand, points, total, marks, gutter, name),
        _Widths(hand, points, total, marks, gutter, min(name, 6)),
        _Widths(0, points, total, marks, gutter, min(name, 6)),
        _Widths(0, 0, total, marks, gutter, min(name, 6)),
        _Widths(0, 0, total, 0, min(gutter, 8), 0),
    ]
    fitting = (widths for widths in choices if widths.table(len(sheet.names)) <= room)
    return next(fitting, choices[-1])


def _column(sheet: Sheet, column: SheetColumn, widths: _Widths) -> Table:
    title = clean(column.title) + (" (shutout)" if column.shutout else "")
    table = _table(sheet, title, column.winner, widths)
    sides = stacks(column, len(sheet.names))
    shown = ["\n".join(_entry(entry, widths) for entry in side) for side in sides]
    table.add_row("", *shown, end_section=column.closed)
    tally = column.boxes if any(column.boxes) else None
    _lines(table, column.lines, column.winner, widths, sum_line(column.lines), tally)
    return table


def _table(sheet: Sheet, title: str, winner: int | None, widths: _Widths) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    # Names go in as Text: square brackets in one must not be read as markup.
    table = Table(title=Text(title), title_style="bold", box=box.MINIMAL)
    table.add_column("", style="dim", width=widths.gutter)
    for side, name in enumerate(sheet.names):
        style = "bold green" if side == winner else "bold"
        table.add_column(Text(clean(name), style=style), overflow="fold", width=widths.side)
    return table


def _lines(
    table: Table,
    lines: Sequence[SheetLine],
    winner: int | None,
    widths: _Widths,
    ringed: int,
    tally: Sequence[int] | None = None,
) -> None:
    """The tally and the lines below the entries, with a rule above their sum."""
    from rich.text import Text

    last = sum_line(lines)
    group: list[tuple[str, list[Text]]] = []
    if tally is not None:
        counts = [Text(str(n).rjust(widths.before)) if n else Text() for n in tally]
        if widths.marks:
            counts = [count.append(f" {_BOX}", "cyan") if count else count for count in counts]
        group.append(("tally", counts))
    for index, line in enumerate(lines):
        if index == last and group:
            _add(table, group, widths)
            table.add_section()
            group = []
        shown = []
        for side, value in enumerate(line.values):
            won = index == ringed and side == winner
            style = "bold green" if won else "bold" if index == last else ""
            tick = _TICK if won and len(plain(value)) + len(_TICK) <= widths.before else ""
            shown.append(Text(f"{tick}{plain(value)}".rjust(widths.before), style=style))
        group.append((line.label, shown))
    if group:
        _add(table, group, widths)


def _add(table: Table, group: Sequence[tuple[str, list[Text]]], widths: _Widths) -> None:
    """Adds lines that no rule parts as one row; a value stands beside its label's first line."""
    from rich.text import Text

    labels: list[str] = []
    sides: list[list[Text]] = [[] for _ in table.columns[1:]]
    for label, values in group:
        wrapped = wrap(clean(label), widths.gutter)
        labels += wrapped
        for side, value in zip(sides, values, strict=True):
            side += [value] + [Text()] * (len(wrapped) - 1)
    table.add_row(Text("\n".join(labels)), *(Text("\n").join(side) for side in sides))


def _entry(entry: SheetEntry, widths: _Widths) -> str:
    hand = f"{entry.hand:>{widths.hand}} " if widths.hand else ""
    points = f"{signed(entry.points):>{widths.points}} " if widths.points else ""
    marks = f" {_marks(entry.boxes)}" if widths.marks and entry.boxes else ""
    return f"{hand}{points}{plain(entry.total):>{widths.total}}{marks}"


def _marks(boxes: int) -> str:
    return _BOX * boxes if boxes <= 3 else f"{_BOX}{boxes}"
