"""Measures and marks of the SVG sheet: widths of text, where things stand, tally strokes."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ..sheet import Sheet
from ._common import all_entries, all_values, cells, clean, plain, signed, wrap

INK = "#1d2b4f"
PENCIL = "#626a7d"
RULED = "#c9d9e8"
MARGIN = "#d98a8a"
PAPER = "#fffdf6"
RING = "#b3261e"

ROW = 24
"""The height of a ruled line."""
PAD = 10
MOST_BOXES = 4
"""More boxes than these in one hand are written as a number."""
MOST_STROKES = 25
"""A longer tally is written as a number."""
_NARROW = frozenset("fijlrtI.,:;'!|()[] -")
_BROAD = frozenset("MWmw@%&—")


def em(text: str) -> float:
    """The width of a text in units of its size: a cautious guess, as the font is not known."""
    width = 0.0
    for char in text:
        if char in _NARROW:
            width += 0.36
        elif char in _BROAD:
            width += 0.95
        elif char.isascii():
            width += 0.72 if char.isupper() else 0.6
        else:
            width += 0.75 * cells(char)
    return width


def fitted(text: str, width: float, size: float) -> list[str]:
    """The text in lines that fit into a width."""
    return wrap(clean(text), width / size, em)


@dataclass(frozen=True, slots=True)
class Measures:
    """Where the numbers of a side stand; the same in every column of a sheet."""

    gutter: float
    """The width of the labels on the left."""
    side: float
    """The width of a side."""
    total: float
    """Where the running total ends, from the left of the side."""
    points: float
    """Where the points end."""


def measured(sheet: Sheet) -> Measures:
    """The measures that fit every number of the sheet."""
    entries = all_entries(sheet)
    boxes = [count for column in sheet.columns for count in column.boxes]
    hand = 6.5 * max((len(str(entry.hand)) for entry in entries), default=1)
    points = 7.5 * max((len(signed(entry.points)) for entry in entries), default=2)
    values = (*all_values(sheet), *(entry.total for entry in entries))
    total = 9.5 * max((len(plain(value)) for value in values), default=2)
    most = max((entry.boxes for entry in entries), default=0)
    tally = max((len(str(count)) for count in boxes if count), default=0)
    marks = 10 + max(9.0 * min(most, MOST_BOXES), 24.0 * (most > MOST_BOXES), 7.0 * tally)
    end = PAD + hand + 12 + points + 12 + total
    names = max(max(map(em, clean(name).split()), default=0) for name in sheet.names)
    strokes = max((tally_width(count) for count in boxes), default=0)
    side = max(end + marks + 6, 104, min(names * 14 + 2 * PAD, 150), strokes + marks + 2 * PAD)
    labels = [line.label for column in sheet.columns for line in column.lines]
    labels += [line.label for line in sheet.lines] + ["tally"]
    gutter = min(max(em(clean(label)) for label in labels) * 13 + 22, 130)
    right = side - marks - 6
    return Measures(gutter, side, right, right - total - 12)


def tally_width(count: int) -> float:
    """How wide the strokes of a tally are."""
    if count > MOST_STROKES or count <= 0:
        return 0.0
    fives, ones = divmod(count, 5)
    return fives * 21 + (5 * ones if ones else -5) + 2


def tally(right: float, top: float, count: int) -> str:
    """Tally strokes that end at ``right``, as paths: the fifth goes across the four."""
    x = right - tally_width(count) + 2
    steps = []
    for _ in range(count // 5):
        steps += [f"M{x + 4 * stroke:.1f} {top:.1f}v13" for stroke in range(4)]
        steps.append(f"M{x - 3:.1f} {top + 11:.1f}l18 -9")
        x += 21
    steps += [f"M{x + 5 * stroke:.1f} {top:.1f}v13" for stroke in range(count % 5)]
    return f'<path d="{"".join(steps)}" fill="none" stroke="{INK}" stroke-width="1.3"/>'


def boxes(left: float, base: float, count: int) -> str:
    """The boxes of one hand as small squares, or one and a number."""
    squares = min(count, MOST_BOXES) if count <= MOST_BOXES else 1
    path = "".join(f"M{left + 9 * one:.1f} {base - 8:.1f}h6v6h-6z" for one in range(squares))
    drawn = f'<path d="{path}" fill="none" stroke="{INK}"/>'
    if count > MOST_BOXES:
        drawn += text(left + 9, base, str(count), 10, anchor="start", fill=PENCIL)
    return drawn


def text(
    x: float,
    y: float,
    content: str,
    size: int,
    *,
    anchor: str = "end",
    fill: str = "",
    bold: bool = False,
    title: str = "",
) -> str:
    """A text; ``title`` is what a browser shows when the pointer rests on it."""
    colour = f' fill="{fill}"' if fill else ""
    weight = ' font-weight="700"' if bold else ""
    tip = f"<title>{escape(clean(title))}</title>" if title else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{colour}{weight}>'
        f"{tip}{escape(clean(content))}</text>"
    )


def line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 1) -> str:
    """A straight line."""
    return (
        f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}" '
        f'stroke-width="{width:g}"/>'
    )


def ring(right: float, base: float, content: str) -> str:
    """The ring that players draw round the winner's score."""
    half = 10.2 * len(content) / 2
    return (
        f'<ellipse cx="{right - half:.1f}" cy="{base - 5.5:.1f}" rx="{half + 8:.1f}" '
        f'ry="11" fill="none" stroke="{RING}" stroke-width="1.6"/>'
    )


def escape_text(content: str) -> str:
    """A text for an attribute or an element."""
    return escape(clean(content))
