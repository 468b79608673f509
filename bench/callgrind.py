"""Counts the instructions of each kernel: ``python bench/callgrind.py``.

Builds bench/kernels.cpp on the core and runs each kernel under valgrind's callgrind, which
counts while the kernel's loop runs and at no other time. The counts do not depend on the
neighbours of a shared machine; the same binary gives the same count again. The kernel's
answers are checked against what ginrummy gives in Python on the same words.

Valgrind 3.19 knows no AVX-512 and tells programs so: code that is chosen at run time is
then the AVX2 or the portable one.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from results_file import HERE, PARTS, RESULTS, assemble, measured_on, shown, table
from workloads import SEED, dense, dense_showdowns, random_showdowns, signature, uniform

import ginrummy as gr
from ginrummy import _core

ROOT = HERE.parent
BUILD = ROOT / "build" / "kernels"
RULES = gr.Rules(max_turns=300)  # as kernels.cpp
OF_SIZE = {size: gr.Rules(hand_size=size) for size in (8, 10)}
EXPLANATION = """\
Callgrind's counts for one item, Python not included: `bench/kernels.cpp` runs the core's own
loops. They do not depend on the load of the machine, so a change of a few per cent shows.
Mispredicted branches are those of callgrind's simple predictor; a real one does better on
short inputs. The time is that of the same binary without valgrind. Valgrind {valgrind} knows no
AVX-512: code chosen at run time is counted in its AVX2 or portable form. The signature was
the same as that of ginrummy in Python on the same words.
"""


@dataclass(frozen=True)
class Case:
    """A kernel on given words, and the answers that it must give."""

    name: str
    kernel: str
    words: NDArray[np.uint64]
    items: int
    answers: Callable[[], Iterable[int]]


def of_hands(name: str, kernel: str, hands: NDArray[np.uint64], one: Callable) -> Case:
    return Case(
        name, kernel, hands, len(hands), lambda: (n for hand in hands.tolist() for n in one(hand))
    )


def of_showdowns(name: str, kernel: str, both: tuple, one: Callable) -> Case:
    pairs = np.stack(both, axis=1)

    def answers() -> Iterable[int]:
        return (n for pair in pairs.tolist() for n in one(*pair))

    return Case(name, kernel, pairs.ravel(), len(pairs), answers)


def joint(knocker: int, defender: int) -> list[int]:
    return [gr.lay_off(gr.arrange(knocker), defender, OF_SIZE[defender.bit_count()]).deadwood]


def settled(knocker: int, defender: int) -> list[int]:
    return [score + 1000 for score in gr.settle(knocker, defender, RULES).scores]


def moves(number: int) -> Iterable[int]:
    """The moves of a round between players who take any legal move."""
    round_ = gr.Round(RULES, seed=SEED, number=number)
    policy = _core.Random(SEED.to_bytes(32, "little"), 2**64 - 1 - number)
    while not round_.is_over:
        legal = round_.legal_moves
        round_.play(legal[policy.below(len(legal))])
    return round_.history


def cases(scale: float) -> list[Case]:
    hands, few, rounds = (max(10, int(n * scale)) for n in (20_000, 2_000, 500))
    numbers = np.arange(rounds, dtype=np.uint64)
    many = np.arange(20 * rounds, dtype=np.uint64)  # to make the loop's tables count for little
    showdowns, crowded = random_showdowns(few), dense_showdowns(few)

    def deadwood(hand: int) -> list[int]:
        return [gr.deadwood(hand)]

    def throws(hand: int) -> list[int]:
        return [throw.deadwood for throw in gr.discards(hand)]

    def melds(hand: int) -> list[int]:
        return [len(gr.arrange(hand).melds)]

    def best(hand: int) -> list[int]:
        throw = min(gr.discards(hand), key=lambda one: (one.deadwood, one.card))
        return [throw.card.index, throw.deadwood]

    def simulated(player: str) -> Callable[[], Iterable[int]]:
        def sums() -> list[int]:
            done = gr.simulate(RULES, (player, player), len(many), SEED, threads=1)
            return [int(done.columns["turns"].sum()), int(done.scores.sum())]

        return sums

    eleven = uniform(hands, 11)
    return [
        of_hands("deadwood, ten uniform cards", "deadwood", uniform(hands, 10), deadwood),
        of_hands("deadwood, ten dense cards", "deadwood", dense(hands, 10), deadwood),
        of_hands("deadwood, 26 uniform cards", "deadwood", uniform(few, 26), deadwood),
        of_hands("eleven discards, uniform", "discards", uniform(few, 11), throws),
        of_hands("eleven discards, dense", "discards", dense(few, 11), throws),
        of_hands("best arrangement, dense", "arrange", dense(few, 10), melds),
        of_showdowns("joint layoff, random", "lay_off", showdowns, joint),
        of_showdowns("joint layoff, dense", "lay_off", crowded, joint),
        of_showdowns(
            "knocker's spread", "lay_down", showdowns, lambda k, _: [len(gr.lay_down(k).melds)]
        ),
        of_showdowns("settlement", "settle", showdowns, settled),
        of_hands(
            "deck of a seed",
            "deck",
            numbers,
            lambda n: [card.index for card in gr.shuffled_deck(SEED, n)],
        ),
        of_hands("random round, move by move", "round", numbers, moves),
        *(
            of_hands(f"batch: ten {kind} cards, {path}", f"batch_deadwood_{path}", words, deadwood)
            for path in ("portable", "avx2")
            for kind, words in (("uniform", uniform(hands, 10)), ("dense", dense(hands, 10)))
        ),
        of_hands("batch: eleven discards", "batch_discards", eleven, throws),
        *(
            of_hands(f"batch: best throw, {path}", f"batch_best_discard_{path}", eleven, best)
            for path in ("portable", "avx2")
        ),
        *(
            Case(
                f"simulate: {player} v {player}",
                f"simulate_{player}",
                many,
                len(many),
                simulated(player),
            )
            for player in ("random", "simple")
        ),
    ]


def build(defines: list[str]) -> Path:
    """The driver, built as the wheel is but without the Python module."""
    defines = ["GINRUMMY_KERNELS=ON", "CMAKE_BUILD_TYPE=Release", *defines]
    commands = [
        ["cmake", "-S", str(ROOT), "-B", str(BUILD), *(f"-D{one}" for one in defines)],
        ["cmake", "--build", str(BUILD), "--parallel", "2"],
    ]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed\n{done.stdout}{done.stderr}")
    return BUILD / "ginrummy_kernels"


@dataclass(frozen=True)
class Count:
    """What one item costs."""

    instructions: float
    branches: float
    mispredicted: float
    nanoseconds: float
    signature: str


def run(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def count(driver: Path, case: Case, folder: Path, passes: int) -> Count:
    words, out = folder / "words", folder / "callgrind.out"
    case.words.astype("<u8").tofile(words)
    arguments = [str(driver), case.kernel, str(words)]
    options = ["--quiet", "--branch-sim=yes", "--collect-atstart=no", "--toggle-collect=measured"]
    callgrind = ["valgrind", "--tool=callgrind", *options, f"--callgrind-out-file={out}"]
    counted = run([*callgrind, *arguments, "1"])
    text = out.read_text()
    fields = dict(re.findall(r"^(events|totals): (.*)$", text, re.MULTILINE))
    events, totals = fields["events"].split(), fields["totals"].split()
    of = dict(zip(events, map(int, totals), strict=True))
    timed = run([*arguments, str(passes)]).split()
    answers = signature(case.answers())
    if {counted.split()[0], timed[0]} != {answers}:
        raise SystemExit(f"{case.name}: the signature is {counted.split()[0]}, not {answers}")
    branches, missed = of["Bc"] + of["Bi"], of["Bcm"] + of["Bim"]
    each = (number / case.items for number in (of["Ir"], branches, missed, float(timed[1])))
    return Count(*each, answers)


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="how much of the work to do")
    parser.add_argument("--passes", type=int, default=50, help="passes of the timing")
    parser.add_argument("--no-write", action="store_true", help="leave bench/results.md alone")
    parser.add_argument("--define", action="append", default=[], help="a CMake definition")
    given = parser.parse_args()
    if given.scale <= 0 or given.passes < 1:
        parser.error("--scale above 0 and --passes of at least 1 are needed")
    for tool in ("valgrind", "cmake"):
        if shutil.which(tool) is None:
            raise SystemExit(f"{tool} is not installed")
    driver = build(given.define)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(given.scale):
            one = count(driver, case, Path(folder), given.passes)
            costs = [number(n) for n in (one.instructions, one.branches, one.mispredicted)]
            rows.append([case.name, *costs, shown(one.nanoseconds), f"`{one.signature}`"])
    header = "kernel | instructions | branches | mispredicted | time | signature"
    valgrind = run(["valgrind", "--version"]).strip().removeprefix("valgrind-")
    part = f"## Instructions\n\n{measured_on()}.\n\n{EXPLANATION.format(valgrind=valgrind)}\n"
    part += table(header, rows)
    print(part)
    if not given.no_write:
        PARTS.mkdir(exist_ok=True)
        (PARTS / "instructions.md").write_text(part)
        assemble()
        print(f"see {RESULTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
