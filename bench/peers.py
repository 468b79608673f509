"""Compares ginrummy with OpenSpiel and RLCard in one run: ``python bench/peers.py``.

Every library gets the same hands and decks, they take turns, and their answers are
compared. Writes the peers' part of bench/results.md; exit code 1 if an answer differs in a
way that is not explained. The peers come with ``pip install 'ginrummy[bench]'``; one that is
not installed is said to be so.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass

from library import Cost, Library, NotInstalled, Work, costs_of
from peer_ginrummy import GinRummy
from peer_openspiel import OpenSpiel
from peer_rlcard import RLCard
from results_file import PARTS, RESULTS, assemble, measured_on, rate, shown, table
from workloads import dense, uniform

import ginrummy as gr

PEERS: dict[str, Callable[[], Library]] = {"openspiel": OpenSpiel, "rlcard": RLCard}
EXPLANATION = """\
All libraries do the same work in one run and take turns (A B A B ...); CPU time on one core,
the best of {repeats} turns. Hands are in each library's own form before the clock starts: a mask
(ginrummy), a list of card numbers (OpenSpiel), a list of `Card` objects (RLCard). "Uniform"
hands are any cards of the pack, "dense" ones come out of four to six adjacent ranks, where
melds overlap.

*The call* is what it costs to get into the library and back, measured by as many calls that do
nothing there: ginrummy with one card of the hand (`melds` of it where eleven cards are needed);
OpenSpiel's `total_card_value` of the same list, which is converted as for any other call; for
rounds, as many questions whether a finished one is over. *The work* is the rest. RLCard is
Python all through, so there is no crossing to take off. *x total* is how many times the total
of ginrummy's first row, the public function, a row's total is; *x work* how many times the
work of its last row, the core with the least around it: "core only" leaves out making `Meld`,
`Arrangement` and `Discard` objects (OpenSpiel gives bare lists of numbers), an array has no
calls (the same hands, each many times and in no order, for a short list would be learned by
the branch predictor).

The libraries draw their random moves in different ways, and OpenSpiel stops a round in which the
upcard is taken and thrown again and again (a10), so rounds are alike in kind, not move by move;
that the rules agree move by move is tested in `tests/test_openspiel_rounds.py`.

Not measured: PettingZoo, whose gin rummy is RLCard's inside; pylgrum 0.0.1, which finds no
melds and counts no deadwood. No peer finds the defender's best layoffs and melds together,
settles a hand with boxes, or plays other run modes.
"""
FIRST = "ginrummy"


@dataclass(frozen=True)
class Measure:
    """Something that more than one library can do: the method of the libraries, its title,
    what the method is called with, and the hands if it is about hands."""

    method: str
    title: str
    arguments: tuple
    hands: list[int] | None = None


def measures(hands: int, rounds: int) -> list[Measure]:
    found = []
    for kind, make in (("uniform", uniform), ("dense", dense)):
        for method, title, size in (
            ("deadwood", "Least deadwood of ten cards", 10),
            ("best_throw", "Least deadwood of eleven cards after a throw", 11),
            ("knocks", "The throws of eleven cards that may knock", 11),
            ("melds", "Every meld of ten cards (compared up to five cards)", 10),
            ("arrangement", "A best arrangement of ten cards", 10),
        ):
            dealt = make(hands, size).tolist()
            found.append(Measure(method, f"{title}, {kind}", (dealt,), dealt))
    return [
        *found,
        Measure("copy", "A copy of a round after twenty turns", (20, hands)),
        Measure(
            "rounds_openspiel",
            "Rounds of random legal moves by OpenSpiel's rules, showdown move by move",
            (rounds,),
        ),
        Measure("rounds_rlcard", "Rounds of random legal moves by RLCard's rules", (rounds,)),
    ]


def times(mine: float, theirs: float) -> str:
    """How many times; nothing can be said of what is too short to be told from the calls."""
    return f"{theirs / mine:,.3g}" if mine >= 1 else "-"


@dataclass(frozen=True)
class Compared:
    """The answers of one way: how many differ from ginrummy's, how many of them for no
    known reason, and a word on it."""

    differ: int = 0
    unexplained: int = 0
    text: str = "-"


def compare(measure: Measure, work: Work, right: list) -> Compared:
    if work.answers is None or measure.hands is None:
        return Compared()
    answers = work.answers()
    wrong = [
        (hand, theirs, ours)
        for hand, theirs, ours in zip(measure.hands, answers, right, strict=True)
        if theirs != ours
    ]
    odd = [one for one in wrong if not work.is_fault(*one)]
    text = f"{len(wrong)} of {len(right)}" if wrong else "0"
    return Compared(len(wrong), len(odd), text + (f", {len(odd)} **unexplained**" if odd else ""))


def section(measure: Measure, libraries: list[Library], repeats: int) -> tuple[str, int]:
    """The table of a measure, and how many answers differ for no known reason."""
    ways: list[tuple[Library, Work]] = [
        (library, work)
        for library in libraries
        for work in getattr(library, measure.method, lambda *_: [])(*measure.arguments)
    ]
    costs = costs_of([work for _, work in ways], repeats)
    own = [cost for (library, _), cost in zip(ways, costs, strict=True) if library.name == FIRST]
    first = ways[0][1]
    right = list(first.answers()) if first.answers else []
    rows, notes, unexplained = [], [], 0
    for (library, work), cost in zip(ways, costs, strict=True):
        compared = compare(measure, work, right)
        unexplained += compared.unexplained
        if compared.differ > compared.unexplained:
            notes.append(f"{library.name}, {compared.differ} differ: {work.fault}.")
        rows.append([*row(library, work, cost, own), compared.text])
    header = "library | way | total | the call | the work | a second | x total | x work | differ"
    text = f"### {measure.title}\n\n{table(header, rows)}"
    for note in notes:
        text += f"\n{note}\n"
    return text, unexplained


def row(library: Library, work: Work, cost: Cost, own: list[Cost]) -> list[str]:
    way = work.way
    if work.moves is not None:
        moves = work.moves()
        way += f", {moves:.1f} moves a round, {shown(cost.total / moves)} a move"
    crossing = work.empty is not None
    return [
        library.name,
        way,
        shown(cost.total),
        shown(cost.call) if crossing else "-",
        shown(cost.work),
        rate(1e9 / cost.total),
        times(own[0].total, cost.total),
        times(own[-1].work, cost.work),
    ]


def installed(names: list[str]) -> tuple[list[Library], list[str]]:
    """The libraries that can be imported, ginrummy first, and a line on each of them."""
    libraries: list[Library] = [GinRummy()]
    lines = [f"- ginrummy {gr.__version__}"]
    for name in names:
        try:
            library = PEERS[name]()
        except NotInstalled:
            lines.append(f"- {name}: not installed")
        else:
            libraries.append(library)
            lines.append(f"- {library.name} {library.version}")
    return libraries, lines


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", default=",".join(PEERS), help="which, of %(default)s")
    parser.add_argument("--hands", type=int, default=3_000, help="hands a measure (%(default)s)")
    parser.add_argument("--rounds", type=int, default=100, help="rounds a measure (%(default)s)")
    parser.add_argument("--repeats", type=int, default=5, help="turns each (%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="leave bench/results.md alone")
    given = parser.parse_args(arguments)
    names = [name for name in given.peers.split(",") if name]
    for name in names:
        if name not in PEERS:
            parser.error(f"no peer {name!r}: there are {', '.join(PEERS)}")
    for option in ("hands", "rounds", "repeats"):
        if getattr(given, option) < 1:
            parser.error(f"--{option} {getattr(given, option)}: at least 1 is needed")
    libraries, versions = installed(names)
    head = f"{measured_on()}.\n\n" + "\n".join(versions)
    part = f"## Beside other programs\n\n{head}\n\n{EXPLANATION.format(repeats=given.repeats)}\n"
    print(part)
    unexplained = 0
    for one in measures(given.hands, given.rounds):
        text, odd = section(one, libraries, given.repeats)
        print(text, flush=True)
        part += text + "\n"
        unexplained += odd
    if not given.no_write:
        PARTS.mkdir(exist_ok=True)
        (PARTS / "peers.md").write_text(part.rstrip() + "\n")
        assemble()
        print(f"see {RESULTS}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
