"""``ginrummy census``: the deadwood of all the hands there are."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import LimitSource, Rules, RunMode
from . import streams
from .options import UsageError, add_json, add_rules, command, make_page, rules_of, whole
from .outputs import Output, leaves_stdout
from .progress import ProgressBar

if TYPE_CHECKING:
    from .. import Census
    from .drawing import Page
    from .options import Commands

_EPILOG = """\
Every hand is counted, none is sampled. Ten and eleven cards take about
a second, any number with the ace low a few seconds. With
--run-mode highlow or wrap more than about 16 cards may take minutes to hours
and gigabytes, most of all with --throw and card points that differ from rank
to rank; --threads 1 needs the least memory. For these there is --checkpoint
FILE: Ctrl-C, or a want of memory, keeps there what is counted, and the same
command goes on from it.

--csv and --plot are tried before the count; if they fail after it all the
same, what was counted is shown and the exit code is 2. --csv - writes the
lines to standard output, and there is no table.

JSON: an object with format, version, cards, best_throw, run_mode,
card_points and counts (hands by deadwood from 0), as Census.from_json
reads it.

examples:
  ginrummy census 10
  ginrummy census 11
  ginrummy census 10 --variant tedesco --csv tedesco.csv --plot tedesco.svg
  ginrummy census 18 --run-mode wrap --checkpoint wrap18.json
"""

_WIDE = 10  # points of a row of the table


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "census",
        run,
        summary="count all the hands by their deadwood",
        description="The exact distribution of the least deadwood over all the hands of so many "
        "cards. Of one card more than a hand (11) it is that of the best throw.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "cards", nargs="?", metavar="CARDS", type=_as_number, help="1 to 26 (a hand: 10)"
    )
    parser.add_argument(
        "--throw",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="count what the best throw leaves, or (--no-throw) all the cards; if not given, "
        "the best throw of one card more than a hand",
    )
    parser.add_argument(
        "--threads", metavar="N", type=_as_number, help="threads to count with (all processors)"
    )
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="keep what is counted in a file, and go on from it"
    )
    parser.add_argument(
        "--csv",
        metavar="FILE",
        help="write the distribution as CSV to this file (- for standard output)",
    )
    parser.add_argument(
        "--plot", metavar="FILE", help="draw it as well: FILE.png, .svg or .pdf (extra 'plot')"
    )
    add_json(parser)
    add_rules(parser)
    parser.add_argument(
        "--run-mode", choices=[mode.value for mode in RunMode], help="as --rule run_mode=..."
    )


def _as_number(text: str) -> int:
    number = whole(text)
    if number is None or number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 is expected")
    return number


def run(args: argparse.Namespace) -> int:
    """Count, then show and write what was counted."""
    from ..counting import census  # the other commands need not wait for it

    rules = rules_of(args)
    if args.run_mode is not None:
        rules = rules.replace(run_mode=args.run_mode)
    limit = rules.knock_limit if rules.limit_source is LimitSource.FIXED else 10
    tabled = leaves_stdout("--csv", args.csv, args.json)
    page = make_page(args) if tabled and not args.json else None
    # The CSV last, for it may go to standard output, which may fail.
    outputs: list[tuple[Output, Callable[[Census], str | bytes]]] = []
    if args.plot is not None:
        draw = _plotter(args.plot, limit)
        outputs.append((Output("--plot", args.plot), draw))
    if args.csv is not None:
        outputs.append((Output("--csv", args.csv), lambda found: found.to_csv()))
    try:
        with ProgressBar("census") as report:
            found = census(
                args.cards,
                rules,
                best_throw=args.throw,
                threads=args.threads,
                checkpoint=args.checkpoint,
                progress=report,
            )
    except KeyboardInterrupt:
        kept = "nothing is kept: --checkpoint FILE would"
        if args.checkpoint is not None:
            kept = f"what is counted is in {args.checkpoint}: the same command goes on from it"
        streams.complain(f"stopped; {kept}")
        raise
    refused = []
    for output, content in outputs:
        try:
            output.write(content(found))
        except UsageError as error:  # what was counted for hours is shown all the same
            refused.append(str(error))
    if page is not None:
        _draw(found, limit, page)
    elif tabled:
        streams.write(found.to_json() + "\n")
    for message in refused:
        streams.complain(message)
    return 2 if refused else 0


def _plotter(path: str, limit: int) -> Callable[[Census], bytes]:
    """What draws for such a file; what would stop it is known before anything is counted."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise UsageError("--plot needs matplotlib: pip install 'ginrummy[plot]'") from None
    kinds = FigureCanvasAgg.get_supported_filetypes()
    kind = Path(path).suffix.removeprefix(".").lower()
    if kind not in kinds:
        raise UsageError(f"--plot {path}: no picture; FILE.png, FILE.svg or FILE.pdf is expected")

    def draw(found: Census) -> bytes:
        from ..show import plot_census

        figure = Figure(figsize=(8, 4.5), layout="constrained")
        plot_census(found, figure.subplots(), limit=limit)
        picture = io.BytesIO()
        figure.savefig(picture, format=kind, dpi=150)
        return picture.getvalue()

    return draw


def _draw(found: Census, limit: int, page: Page) -> None:
    throw = ", best throw" if found.best_throw else ""
    page.title(f"{found.cards} card{'s' * (found.cards > 1)}{throw}, run mode {found.run_mode}")
    if found.card_points != Rules().card_points:
        page.text(f"points, ace to king: {' '.join(map(str, found.card_points))}")
    rows: list[tuple[Any, ...]] = [(0, 0)]
    rows += [(low, low + _WIDE - 1) for low in range(1, len(found.counts), _WIDE)]
    below = [0, *accumulate(found.counts)]
    cells = []
    for low, high in rows:
        end = min(high + 1, len(found.counts))
        hands = below[end] - below[low]
        cells.append(
            (
                str(low) if low == high else f"{low}-{high}",
                f"{hands:,}",
                _percent(hands, found.total),
                _percent(below[end], found.total),
            )
        )
    page.table(("deadwood", "hands", "share", "or less"), cells)
    page.gap()
    knock = found.at_most(limit)
    page.rows(
        [
            ("hands", f"{found.total:,}"),
            ("gin", f"{found.gin:,} ({_percent(found.gin, found.total)})"),
            (f"{limit} or less", f"{knock:,} ({_percent(knock, found.total)})"),
            ("mean", f"{float(found.mean):.6f}"),
            ("deviation", f"{found.deviation:.6f}"),
            ("median", str(found.median)),
        ]
    )


def _percent(part: int, whole_: int) -> str:
    """Five digits that tell something, be the share ever so small."""
    percent = 100 * part / whole_
    return f"{percent:.4f} %" if percent >= 0.1 or not part else f"{percent:.4g} %"
