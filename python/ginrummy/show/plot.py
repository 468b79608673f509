"""The running score as a plot. Needs the extra ``plot`` (matplotlib)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..sheet import Sheet
from ._axes import axes_for, tidy
from ._common import Drawable, clean, sheet_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours stay apart for the colour-blind; dashes help in black and white.
_LOOKS = (("#0072b2", "-"), ("#d55e00", "--"), ("#009e73", "-."), ("#a0527f", ":"))
_MARKED_HANDS = 60
_TITLE_SHARE = 0.1  # of the width, for the title of a column
_TARGET = re.compile(r"\b(?:match|game) to ([1-9][0-9]*)\b", re.IGNORECASE)


def plot_scores(source: Drawable, ax: Axes | None = None, *, target: int | None = None) -> Axes:
    """The running score of each side after each hand.

    Args:
        source: a `Sheet` or a value with ``sheet()``.
        ax: where to draw; a new figure by default.
        target: the score to reach, drawn as a line; by default what the title says
            (``Match to 100``). Where every column or game has its own (Hollywood, best of
            five) there is no line unless one is given.

    Returns:
        the axes; ``.figure.savefig(...)`` writes the picture.

    Raises:
        ImportError: matplotlib is not installed.
    """
    ax = axes_for("plot_scores", ax)
    from matplotlib.ticker import MaxNLocator

    sheet = sheet_of(source)
    hands = len(sheet.series) - 1
    lines = []
    for side in range(len(sheet.names)):
        colour, dashes = _LOOKS[side % len(_LOOKS)]
        scores = [score[side] for score in sheet.series]
        lines += ax.plot(
            range(len(scores)),
            scores,
            color=colour,
            linestyle=dashes,
            linewidth=2,
            marker="o" if hands <= _MARKED_HANDS else "",
            markersize=4,
            clip_on=False,
        )
    named = _columns(ax, sheet)
    goal = target if target is not None else _target(sheet)
    if goal is not None:
        ax.axhline(goal, color="0.45", linewidth=1, linestyle=(0, (6, 4)), zorder=1)
        ax.annotate(
            f"target {goal}",
            (0, goal),
            xycoords=("axes fraction", "data"),
            xytext=(6, 3),
            textcoords="offset points",
            color="0.35",
            fontsize="small",
        )
    ax.set_title(clean(sheet.title), loc="left", pad=20 if named else 8, parse_math=False)
    ax.set_xlabel("hand")
    ax.set_ylabel("score")
    ax.set_xlim(0, max(hands, 1))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    tidy(ax)
    # Names are set afterwards: matplotlib hides labels that begin with "_" and reads "$"
    # as mathematics.
    legend = ax.legend(lines, [str(side) for side in range(len(lines))], frameon=False)
    for shown, name in zip(legend.get_texts(), sheet.names, strict=True):
        shown.set_parse_math(False)
        shown.set_text(clean(name))
    return ax


def _columns(ax: Axes, sheet: Sheet) -> bool:
    """Where the games or columns of a longer match ended; whether any has its title there."""
    ends: dict[int, list[str]] = {}
    for column in sheet.columns:
        if column.closed and column.entries:
            ends.setdefault(column.entries[-1].hand, []).append(clean(column.title))
    if len(sheet.columns) < 2:
        return False
    room = (len(sheet.series) - 1) * _TITLE_SHARE
    free = 0.0
    for hand, titles in sorted(ends.items()):
        ax.axvline(hand, color="0.8", linewidth=1, zorder=0)
        if hand - room * len(titles) < free:  # it would run into the one before
            continue
        free = hand
        shown = ax.annotate(
            ", ".join(titles),
            (hand, 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 4),
            textcoords="offset points",
            ha="right",
            color="0.4",
            fontsize="small",
        )
        shown.set_parse_math(False)
    return free > 0


def _target(sheet: Sheet) -> int | None:
    found = _TARGET.search(sheet.title)
    return int(found[1]) if found else None
