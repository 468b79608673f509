"""A sheet as an HTML fragment: what a notebook shows."""

from __future__ import annotations

from html import escape

from ..sheet import Sheet, SheetColumn, SheetEntry, SheetLine
from ._common import (
    Drawable,
    clean,
    hand_texts,
    plain,
    ringed_line,
    sheet_of,
    signed,
    stacks,
    sum_line,
)

# All colours are the page's own text colour, some of it faded: legible on light and dark.
_STYLE = """\
.ginrummy-sheet{font-family:system-ui,sans-serif;font-size:14px;line-height:1.4;color:inherit;
font-variant-numeric:tabular-nums}
.ginrummy-sheet .columns{display:flex;flex-wrap:wrap;align-items:flex-start;gap:1em 2.5em}
.ginrummy-sheet p{margin:.3em 0}
.ginrummy-sheet table{border-collapse:collapse;border:0;margin:.5em 0;color:inherit;font-size:14px}
.ginrummy-sheet caption{caption-side:top;font-weight:600;padding:.2em;text-align:center;
color:inherit}
.ginrummy-sheet th,.ginrummy-sheet td{background:none;border:0;padding:.15em .35em;color:inherit;
text-align:right;white-space:nowrap;vertical-align:baseline}
.ginrummy-sheet th.name{border-bottom:2px solid currentColor;text-align:center;padding:.2em .8em;
font-weight:600;white-space:normal;overflow-wrap:anywhere;max-width:14em;vertical-align:bottom}
.ginrummy-sheet th.label{text-align:left;font-weight:400;white-space:normal;max-width:11em;
padding-right:1em}
.ginrummy-sheet .side{border-left:1px solid currentColor;padding-left:.8em}
.ginrummy-sheet .hand,.ginrummy-sheet .points{font-size:.85em;opacity:.7}
.ginrummy-sheet .boxes{text-align:left;padding-right:.8em;font-size:.85em;opacity:.85}
.ginrummy-sheet tr.closing td{border-bottom:4px double currentColor}
.ginrummy-sheet tr.closing td.margin{border-bottom:0}
.ginrummy-sheet tr.sum td{border-top:1px solid currentColor;font-weight:700}
.ginrummy-sheet tr.sum th{font-weight:700}
.ginrummy-sheet .won{border:2px solid currentColor;border-radius:1em;padding:0 .4em;
margin-right:-.5em}"""


def sheet_html(source: Drawable) -> str:
    """The sheet as a fragment of HTML that is well-formed XML too, its style inside.

    An entry shows the hand's number, its points, the running total and a mark a box; what
    happened in the hand is its tooltip. The winner's final score is ringed.
    """
    sheet = sheet_of(source)
    texts = hand_texts(sheet)
    parts = [
        '<div class="ginrummy-sheet">',
        f"<style>\n{_STYLE}\n</style>",
        f"<p><strong>{_text(sheet.title)}</strong></p>",
        '<div class="columns">',
    ]
    for column in sheet.columns:
        _column(parts, sheet, column, texts)
    parts.append("</div>")
    if sheet.lines:
        parts += ["<table>", "<caption>Overall</caption>", _names(sheet), "<tbody>"]
        ringed = ringed_line(sheet.lines, sheet.winner)
        _lines(parts, sheet.lines, sheet.winner, ringed)
        parts += ["</tbody>", "</table>"]
    if sheet.note:
        parts.append(f"<p>{_text(sheet.note)}</p>")
    parts.append("</div>")
    return "\n".join(parts)


def _column(parts: list[str], sheet: Sheet, column: SheetColumn, texts: dict[int, str]) -> None:
    sides = stacks(column, len(sheet.names))
    shutout = " (shutout)" if column.shutout else ""
    parts += ["<table>", f"<caption>{_text(column.title)}{shutout}</caption>", _names(sheet)]
    parts.append("<tbody>")
    height = max(1, *map(len, sides))
    for row in range(height):
        closing = ' class="closing"' if column.closed and row == height - 1 else ""
        shown = "".join(
            _entry(side[row], texts) if row < len(side) else '<td class="side" colspan="4"></td>'
            for side in sides
        )
        parts.append(f'<tr{closing}><td class="margin"></td>{shown}</tr>')
    parts += ["</tbody>", "<tbody>"]
    if any(column.boxes):
        shown = "".join(
            f'<td class="side" colspan="3">{_tally(boxes)}</td><td class="boxes">{boxes or ""}</td>'
            for boxes in column.boxes
        )
        parts.append(f'<tr><th class="label" scope="row">tally</th>{shown}</tr>')
    _lines(parts, column.lines, column.winner, sum_line(column.lines))
    parts += ["</tbody>", "</table>"]


def _names(sheet: Sheet) -> str:
    # A name may run from right to left; <bdi> keeps it from turning its neighbours round.
    heads = "".join(
        f'<th class="name side" scope="col" colspan="4"><bdi>{_text(name)}</bdi></th>'
        for name in sheet.names
    )
    return f'<thead><tr><td class="margin"></td>{heads}</tr></thead>'


def _entry(entry: SheetEntry, texts: dict[int, str]) -> str:
    marks = "▪" * entry.boxes if entry.boxes <= 4 else f"▪{entry.boxes}"
    what = f"hand {entry.hand}: {texts.get(entry.hand, '')}".rstrip(": ")
    return (
        f'<td class="side hand" title="{escape(what)}">{entry.hand}</td>'
        f'<td class="points">{signed(entry.points)}</td>'
        f"<td>{plain(entry.total)}</td>"
        f'<td class="boxes">{marks}</td>'
    )


def _lines(parts: list[str], lines: tuple[SheetLine, ...], winner: int | None, ringed: int) -> None:
    last = sum_line(lines)
    for index, line in enumerate(lines):
        kind = ' class="sum"' if index == last else ""
        shown = []
        for side, value in enumerate(line.values):
            number = plain(value)
            if index == ringed and side == winner:
                number = f'<span class="won" title="won">{number}</span>'
            shown.append(f'<td class="side" colspan="3">{number}</td><td></td>')
        label = f'<th class="label" scope="row">{_text(line.label)}</th>'
        parts.append(f"<tr{kind}>{label}{''.join(shown)}</tr>")


def _tally(boxes: int) -> str:
    """Strokes in fives, the fifth across the others; a number alone where they get long."""
    if boxes > 20:
        return ""
    strokes = ["<s>||||</s>"] * (boxes // 5) + ["|" * (boxes % 5)] * bool(boxes % 5)
    return " ".join(strokes)


def _text(text: str) -> str:
    return escape(clean(text))
