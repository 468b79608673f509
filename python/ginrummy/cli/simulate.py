"""``ginrummy simulate``: rounds between built-in players, as many as wanted."""

from __future__ import annotations

import argparse
import re
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TextIO

from . import streams
from .options import (
    UsageError,
    add_json,
    add_rules,
    command,
    make_page,
    naming,
    rules_of,
    whole,
)
from .outputs import emptied, leaves_stdout, opened
from .progress import ProgressBar

if TYPE_CHECKING:
    from .. import Estimate, Simulation, Summary
    from .drawing import Page
    from .options import Commands

_ROUNDS = 100_000
_MAX_TURNS = 300

_EPILOG = f"""\
Players: random chooses among the legal moves; simple takes a card only if
it joins a meld, throws what leaves least deadwood and knocks at once. Two
play, or up to four in the party game (--variant oklahoma_party).

A round depends on the seed and its number alone: the same rounds come out
on any machine with any number of threads. The deal goes round unless
--dealer says otherwise. A hand is dead after {_MAX_TURNS} throws ('capped') unless
the rules name another max_turns. GINRUMMY_PATH=portable, avx2 or avx512 in
the environment chooses the code; the rounds are the same.

After Ctrl-C the rounds that are done are summed up and written; a second
one before that drops them. A file for --csv is written before the summary
is, and stays as it was where no round was done. --csv - writes the lines to
standard output, and there is no summary.

JSON: complete (false after Ctrl-C), wanted, seed, first_round, players,
dealer, rules (the fields that are not standard), and the summary: rounds,
confidence, outcomes, turns and dealer_win_rate (value, low, high), and the
seats, each with player, wins, win_rate, score, margin, won and knocked.

CSV: number, dealer, outcome, winner and knocker (seats, -1 for nobody),
points, multiplier, turns, and a score and the deadwood of each seat (-1
where it was not counted).

examples:
  ginrummy simulate
  ginrummy simulate --players simple,random --rounds 1e6 --seed 7
  ginrummy simulate --variant tedesco --rounds 20000 --csv rounds.csv
  ginrummy simulate --variant oklahoma_party --players simple,simple,random

Exit codes: 0 done, 2 wrong input, 130 Ctrl-C.
"""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "simulate",
        run,
        summary="play many rounds between built-in players",
        description="Play many rounds between built-in players, and say who wins how often and "
        "by how much, with confidence intervals.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--players",
        metavar="LIST",
        default="simple,simple",
        help="the players by seat, with commas between (simple,simple)",
    )
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=_as_count,
        default=_ROUNDS,
        help=f"how many rounds; 1e6 is a million ({_ROUNDS:,})",
    )
    parser.add_argument("--seed", metavar="N", type=_as_seed, help="the seed (a new one)")
    parser.add_argument("--threads", metavar="N", type=_as_whole, help="threads that play (all)")
    parser.add_argument(
        "--dealer", metavar="SEAT", type=_as_whole, help="the seat that always deals, from 0"
    )
    parser.add_argument(
        "--first-round",
        metavar="N",
        type=_as_count,
        default=0,
        help="the number of the first round (0)",
    )
    parser.add_argument(
        "--max-turns",
        metavar="N",
        type=_as_whole,
        default=_MAX_TURNS,
        help=f"throws after which a hand is dead ({_MAX_TURNS})",
    )
    parser.add_argument(
        "--confidence",
        metavar="P",
        type=float,
        default=0.95,
        help="of the intervals, between 0 and 1 (0.95)",
    )
    parser.add_argument(
        "--csv",
        metavar="FILE",
        help="write a line a round to this file (- for standard output)",
    )
    add_rules(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate, and show what came out."""
    from .. import simulate  # it brings numpy, for which the other commands need not wait
    from ..simulation_summary import CONFIDENCE, is_confidence

    if not is_confidence(args.confidence):
        raise UsageError(f"--confidence {args.confidence}: {CONFIDENCE}")
    summed = leaves_stdout("--csv", args.csv, args.json)
    page = make_page(args) if summed and not args.json else None
    rules = rules_of(args)
    with nullcontext() if args.csv is None else opened(args.csv) as file:
        with ProgressBar("rounds") as report, naming("simulate"):
            simulation = simulate(
                rules,
                [name.strip() for name in args.players.split(",")],
                args.rounds,
                seed=args.seed,
                threads=args.threads,
                dealer=args.dealer,
                first_round=args.first_round,
                max_turns=args.max_turns,
                columns=file is not None,
                progress=report,
            )
        try:
            if file is not None and len(simulation):
                _write(simulation, file, args.csv)
        finally:  # neither is lost where the other cannot be written
            if page is not None:
                _show(simulation, args.confidence, page)
            elif summed:
                streams.write_json(_plain(simulation, args.confidence))
            streams.flush()
    return 0 if simulation.complete else 130


def _write(simulation: Simulation, file: TextIO, name: str) -> None:
    with ProgressBar("csv") as report:
        simulation.write_csv(emptied(file, name), report)
    file.flush()


def _as_whole(text: str) -> int:
    number = whole(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number is expected")
    return number


def _as_seed(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,78}", text):
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 0 is expected")
    return int(text)


def _as_count(text: str) -> int:
    """A whole number; ``1e6``, ``2.5e6`` and ``1_000_000`` are some."""
    found = re.fullmatch(r"([0-9][0-9_]{0,24})(?:\.([0-9]{1,18}))?(?:[eE]\+?([0-9]{1,2}))?", text)
    if found:
        digits, part, exponent = found[1].replace("_", ""), found[2] or "", int(found[3] or 0)
        part = part.rstrip("0")
        if len(part) <= exponent:
            return int(digits + part + "0" * (exponent - len(part)))
    raise argparse.ArgumentTypeError(f"{text!r}: a whole number is expected, such as 50000 or 1e6")


def _plain(simulation: Simulation, confidence: float) -> dict[str, Any]:
    found: dict[str, Any] = {
        "complete": simulation.complete,
        "wanted": simulation.wanted,
        "seed": simulation.seed,
        "first_round": simulation.first_round,
        "players": list(simulation.players),
        "dealer": simulation.dealer,
        "rules": simulation.rules.differences(),
    }
    if len(simulation):
        return found | simulation.summary(confidence).to_dict()
    return found | {"rounds": 0}


def _show(simulation: Simulation, confidence: float, page: Page) -> None:
    if not simulation.complete:
        page.text(f"Stopped after {len(simulation):,} of {simulation.wanted:,} rounds.")
    if not len(simulation):
        return
    summary = simulation.summary(confidence)
    page.title(f"{' v '.join(simulation.players)}: {summary.rounds:,} rounds")
    page.rows([("seed", str(simulation.seed)), ("rules", str(simulation.rules))], indent=2)
    page.gap()
    _show_seats(summary, page)
    page.gap()
    page.table(
        ("rounds", "share", "outcome"),
        [
            (f"{count:,}", f"{count / summary.rounds:.2%}", outcome.value.replace("_", " "))
            for outcome, count in sorted(summary.outcomes.items(), key=lambda item: -item[1])
        ],
    )
    page.gap()
    page.rows(
        [
            ("turns", _mean(summary.turns)),
            ("dealer wins", _share(summary.dealer_win_rate)),
            ("intervals", f"{confidence:.4g}"),
        ],
        indent=2,
    )


def _show_seats(summary: Summary, page: Page) -> None:
    page.table(
        ("seat", "wins", "score a round", "lead a round", "player"),
        [
            (str(number), _share(seat.win_rate), _mean(seat.score), _mean(seat.margin), seat.player)
            for number, seat in enumerate(summary.seats)
        ],
    )


def _share(value: Estimate) -> str:
    return f"{value.value:.2%} ({value.low:.2%} to {value.high:.2%})"


def _mean(value: Estimate) -> str:
    return f"{value.value:.3f} ({value.low:.3f} to {value.high:.3f})"
