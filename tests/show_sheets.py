"""Sheets made by hand, for the tests of the drawings."""

import random

from ginrummy.sheet import Sheet, SheetColumn, SheetEntry, SheetHand, SheetLine

HOSTILE = (
    "<b>&\"'",
    "=cmd|' /C'!A0",
    "[bold]漢字の名前がここに[/bold]",
    "_$x$ ]]>\x00\x1b[31m\u202e",
)
LONG = ("Margaret Thatcherson-Brown of Nottingham", "W" * 40, "漢" * 40, "é" * 40)


def column(title, sides, picks, *, closed=False, shutout=False):
    """A column of (hand, side, points, boxes)."""
    totals, boxes, entries = [0] * sides, [0] * sides, []
    for hand, side, points, box in picks:
        totals[side] += points
        boxes[side] += box
        entries.append(SheetEntry(hand, side, points, totals[side], box))
    winner, lines = None, []
    if closed:
        winner = totals.index(max(totals))
        lines.append(SheetLine("points", tuple(totals)))
        if shutout:
            lines.append(
                SheetLine("shutout", tuple(max(totals) * (s == winner) for s in range(sides)))
            )
        lines.append(SheetLine("game bonus", tuple(100 * (s == winner) for s in range(sides))))
        lines.append(SheetLine("boxes", tuple(25 * count for count in boxes)))
        finals = tuple(map(sum, zip(*(line.values for line in lines), strict=True)))
        lines.append(SheetLine("final", finals))
    return SheetColumn(
        title, tuple(entries), tuple(totals), tuple(boxes), closed, winner, shutout, tuple(lines)
    )


def sheet(columns, names=("north", "south"), title="Match to 100", **changes):
    entries = [entry for one in columns for entry in one.entries]
    count = max((entry.hand for entry in entries), default=0)
    series = [(0,) * len(names)]
    for number in range(1, count + 1):
        score = list(series[-1])
        for entry in entries:
            if entry.hand == number:
                score[entry.side] += entry.points
        series.append(tuple(score))
    hands = []
    for number in range(1, count + 1):
        where = [
            at for at, one in enumerate(columns, 1) if any(e.hand == number for e in one.entries)
        ]
        hands.append(SheetHand(number, f"hand {number} in words", tuple(where)))
    fields = {
        "title": title,
        "names": tuple(names),
        "columns": tuple(columns),
        "hands": tuple(hands),
        "lines": (),
        "finished": False,
        "winner": None,
        "note": "north deals next.",
        "series": tuple(series),
    }
    return Sheet(**fields | changes)


def picks(count, sides, seed=1, first=1):
    rng = random.Random(seed)
    return [
        (hand, rng.randrange(sides), rng.randint(-30, 60), rng.choice([0, 1, 1, 2, 3]))
        for hand in range(first, first + count)
    ]


HANDS = [(1, 0, 24, 1), (2, 1, 12, 1), (3, 0, 31, 2), (5, 0, -6, 0), (6, 1, 44, 2), (7, 0, 57, 3)]
ONE = sheet(
    [column("Game 1", 2, HANDS, closed=True)], finished=True, winner=0, note="north wins by 250."
)
EMPTY = sheet([column("Game 1", 2, [])])
HOLLYWOOD = sheet(
    [
        column("Column 1", 2, [(1, 0, 90, 1), (2, 1, 13, 1), (4, 0, 120, 2)], closed=True),
        column("Column 2", 2, [(2, 0, 210, 1)], closed=True, shutout=True),
        column("Column 3", 2, [(4, 0, 8, 1)]),
    ],
    title="Hollywood, 3 columns to 200",
    lines=(
        SheetLine("column 1", (285, 0)),
        SheetLine("total", (900, 38)),
        SheetLine("net", (1, -1)),
    ),
)
SHEETS = {
    "one": ONE,
    "empty": EMPTY,
    "hollywood": HOLLYWOOD,
    "no column": sheet([]),
    "300 hands": sheet([column("Game 1", 2, picks(300, 2))]),
    "many boxes": sheet([column("Game 1", 2, [(1, 0, 5, 9), (2, 1, 5, 40)], closed=True)]),
}
for sides in (2, 3, 4):
    for games in (1, 2, 6):
        for kind, names in (("hostile", HOSTILE), ("long", LONG)):
            made = [
                column(
                    f"Game {game}", sides, picks(7, sides, game, 7 * game - 6), closed=game % 2 == 1
                )
                for game in range(1, games + 1)
            ]
            SHEETS[f"{kind} {sides} sides {games} columns"] = sheet(
                made,
                names[:sides],
                "<script>alert(1)</script> & ]]> to 100",
                note="\"quoted\" & <i>'more'</i>",
                lines=(SheetLine("games <won>", tuple(range(sides))),),
                winner=sides - 1,
            )
