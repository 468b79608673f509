"""A sheet as CSV: one row for every entry, and one for a hand that entered nothing."""

from __future__ import annotations

import csv
import io
from collections import defaultdict

from ._common import Drawable, clean, sheet_of

_HEADER = ("hand", "what", "column", "title", "side", "points", "total", "boxes")
_FORMULA = ("=", "+", "-", "@")


def sheet_csv(source: Drawable) -> str:
    """The sheet as CSV with a header line; columns are numbered from 1.

    A text that a spreadsheet would run as a formula gets an apostrophe in front, as
    spreadsheets themselves write it.
    """
    sheet = sheet_of(source)
    rows = defaultdict(list)
    for number, column in enumerate(sheet.columns, 1):
        title = _inert(column.title)
        for entry in column.entries:
            side = _inert(sheet.names[entry.side])
            rows[entry.hand].append(
                (number, title, side, entry.points, entry.total, entry.boxes),
            )
    texts = {hand.number: _inert(hand.text) for hand in sheet.hands}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADER)
    for hand in sorted(texts.keys() | rows.keys()):
        for row in rows.get(hand, [("", "", "", "", "", "")]):
            writer.writerow((hand, texts.get(hand, ""), *row))
    return out.getvalue()


def _inert(text: str) -> str:
    text = clean(text)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
