"""A census as a plot. Needs the extra ``plot`` (matplotlib)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from ..counting import Census
from ._axes import axes_for, tidy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HANDS, _KNOCK, _SUM = "#0072b2", "#d55e00", "0.35"  # Okabe and Ito's, as for the scores


def plot_census(census: Census, ax: Axes | None = None, *, limit: int = 10) -> Axes:
    """The share of the hands with each deadwood, and of those with that much or less.

    Args:
        census: what `ginrummy.census` gave.
        ax: where to draw; a new figure by default.
        limit: the knock limit: the bars up to it stand out.

    Returns:
        the axes of the bars; ``.figure.savefig(...)`` writes the picture.

    Raises:
        ImportError: matplotlib is not installed.
    """
    ax = axes_for("plot_census", ax)
    from matplotlib.ticker import PercentFormatter

    points = range(len(census.counts))
    ax.bar(
        points,
        [count / census.total for count in census.counts],
        width=0.85,
        color=[_KNOCK if deadwood <= limit else _HANDS for deadwood in points],
    )
    sums = ax.twinx()
    sums.plot(
        points,
        [hands / census.total for hands in accumulate(census.counts)],
        color=_SUM,
        linewidth=1.5,
        linestyle="--",
    )
    mean = float(census.mean)
    ax.axvline(mean, color=_SUM, linewidth=1, linestyle=":")
    ax.annotate(
        f"mean {mean:.2f}",
        (mean, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -10),
        textcoords="offset points",
        color=_SUM,
        fontsize="small",
    )
    cards = "1 card" if census.cards == 1 else f"{census.cards} cards"
    throw = " with the best throw" if census.best_throw else ""
    chance = float(census.probability(limit))
    ax.set_title(
        f"Deadwood of {cards}{throw}: {chance:.3%} have {limit} or less", loc="left", pad=8
    )
    ax.set_xlabel("deadwood")
    ax.set_ylabel("hands with it")
    sums.set_ylabel("hands with it or less (dashed)", color=_SUM)
    sums.set_ylim(0, 1)
    sums.spines["top"].set_visible(False)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    sums.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlim(-1, len(census.counts))
    tidy(ax)
    return ax
