"""Where plots are drawn. matplotlib (extra ``plot``) is imported only here and when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def axes_for(function: str, ax: Axes | None) -> Axes:
    """The axes given, or those of a new figure.

    Raises:
        ImportError: matplotlib is not installed; the message names the function.
    """
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError(
            f"{function} needs matplotlib: pip install 'ginrummy[plot]'", name=error.name
        ) from error
    if ax is None:
        _, ax = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    return ax


def tidy(ax: Axes) -> None:
    """The frame all plots have: no box, faint lines to read the values by."""
    ax.grid(axis="y", color="0.9")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
