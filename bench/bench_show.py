"""Drawing score sheets of 200 hands: one big game, and twenty games of ten hands."""

import io
import random

import pytest

from ginrummy import show
from ginrummy.sheet import Sheet, SheetColumn, SheetEntry, SheetHand, SheetLine

BAR = 50e6
NAMES = ("north", "south")


def sheet(games: int) -> Sheet:
    """A sheet of 200 hands in so many games."""
    rng = random.Random(2026)
    series, columns = [(0, 0)], []
    for game in range(games):
        totals, boxes, entries = [0, 0], [0, 0], []
        for hand in range(game * 200 // games + 1, (game + 1) * 200 // games + 1):
            side, points, box = rng.randrange(2), rng.randint(1, 60), rng.randint(1, 3)
            totals[side] += points
            boxes[side] += box
            entries.append(SheetEntry(hand, side, points, totals[side], box))
            series.append(tuple(s + points * (n == side) for n, s in enumerate(series[-1])))
        winner = int(totals[1] > totals[0])
        final = SheetLine("final", tuple(totals))
        lines = (SheetLine("points", tuple(totals)), SheetLine("boxes", (0, 0)), final)
        state = (tuple(totals), tuple(boxes), True, winner, False, lines)
        columns.append(SheetColumn(f"Game {game + 1}", tuple(entries), *state))
    hands = tuple(SheetHand(n, f"north {n}, gin", (1,)) for n in range(1, 201))
    total = (SheetLine("total", series[-1]),)
    return Sheet(
        "Match to 500", NAMES, tuple(columns), hands, total, True, 0, "north wins.", tuple(series)
    )


def printed(source: Sheet) -> str:
    """The rich renderable as a terminal gets it."""
    from rich.console import Console

    out = io.StringIO()
    Console(file=out, width=120, force_terminal=True).print(show.sheet_rich(source))
    return out.getvalue()


@pytest.mark.parametrize("games", [1, 20])
@pytest.mark.parametrize(
    "draw", [show.sheet_text, show.sheet_html, show.sheet_svg, show.sheet_csv, printed]
)
def bench_draw(per_item, draw, games):
    source = sheet(games)
    drawn = per_item(lambda: draw(source), 1, BAR, signature=str)
    assert "+" in drawn or draw is show.sheet_csv


@pytest.mark.parametrize("games", [1, 20])
def bench_plot(per_item, games):
    """The axes with everything on them; writing the file is matplotlib's own time."""
    from matplotlib.figure import Figure

    source = sheet(games)
    axes = per_item(
        lambda: show.plot_scores(source, Figure().subplots()),
        1,
        BAR,
        signature=lambda axes: [int(y) for line in axes.lines for y in line.get_ydata()],
    )
    assert len(axes.lines) >= 2
