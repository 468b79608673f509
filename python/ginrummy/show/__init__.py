"""Score sheets drawn: text, rich table, HTML, SVG, plot and CSV; and a census as a plot.

Each function for a sheet takes a `Sheet`, or any value with a ``sheet()`` that makes one: a
match, a Hollywood sheet, a team sheet. The same sheet always gives the same output. rich
(extra ``cli``) and matplotlib (extra ``plot``) are imported only when a function needs them.
"""

from ._common import Drawable
from .census_plot import plot_census
from .csv import sheet_csv
from .html import sheet_html
from .plot import plot_scores
from .rich_table import sheet_rich
from .svg import sheet_svg
from .text import sheet_text

__all__ = [
    "Drawable",
    "plot_census",
    "plot_scores",
    "sheet_csv",
    "sheet_html",
    "sheet_rich",
    "sheet_svg",
    "sheet_text",
]
