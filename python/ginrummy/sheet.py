"""What every score sheet shows: the common form that text, HTML, SVG and plots are made of.

A match, a Hollywood sheet and a team sheet each describe themselves as a `Sheet`, at any
moment; `ginrummy.show` draws one.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Sheet", "SheetColumn", "SheetEntry", "SheetHand", "SheetLine"]


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One number written under a side's name."""

    hand: int
    """The number of the hand, from 1."""
    side: int
    """Whose number it is."""
    points: int
    """What the hand added."""
    total: int
    """The side's running total in this column."""
    boxes: int
    """Boxes for the hand."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line below the entries of a column: a bonus, the boxes, the final score."""

    label: str
    """What the line is."""
    values: tuple[int, ...]
    """A number a side."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A game, or a column of a Hollywood sheet."""

    title: str
    """``Game 1``, ``Column 2``."""
    entries: tuple[SheetEntry, ...]
    """What was entered, in order."""
    totals: tuple[int, ...]
    """Running totals by side."""
    boxes: tuple[int, ...]
    """Boxes by side."""
    closed: bool
    """The column is finished: a line is drawn under it."""
    winner: int | None
    """The side that won it; None while it is open."""
    shutout: bool
    """The loser has nothing in it."""
    lines: tuple[SheetLine, ...]
    """Bonuses, boxes and the final score; none while it is open."""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """One hand as it was recorded."""

    number: int
    """From 1."""
    text: str
    """In words: ``north 24, gin``."""
    entered_in: tuple[int, ...]
    """The numbers of the columns it went to, from 1; none for a dead hand."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet at one moment."""

    title: str
    """What is played: ``Match to 100``, ``Hollywood, 3 columns to 200``."""
    names: tuple[str, ...]
    """The sides."""
    columns: tuple[SheetColumn, ...]
    """The games or columns."""
    hands: tuple[SheetHand, ...]
    """Every hand recorded."""
    lines: tuple[SheetLine, ...]
    """Lines across all columns: totals of a multi-match, games won, the grand total."""
    finished: bool
    """The match is over."""
    winner: int | None
    """The side that has won it all; None while it goes on or where nobody has."""
    note: str
    """What comes next or how it ended, in a sentence: who deals, who won by how much."""
    series: tuple[tuple[int, ...], ...]
    """The running score by side after each hand, for a plot; the first is all zeros."""
