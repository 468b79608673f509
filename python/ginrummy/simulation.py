"""Rounds between built-in players, as many as wanted, the same on every machine.

**The deck** of round ``n`` under a seed is that of ``Round(rules, seed=seed, number=n)``, as
`ginrummy.decks` specifies it. **The dealer** of round ``n`` of ``p`` players is seat ``n % p``,
so that the seats are even, or a fixed one; the seat after the dealer begins (the variant in
which the last winner begins, o6, begins so here too: rounds do not depend on each other).

**The players' chances** come from streams of their own: for seat ``s`` the ChaCha8 stream with
the deck's key and nonce whose blocks are counted from ``(s + 1) * 2**32``. Whoever has ``k`` > 1
options takes option ``below(k)`` of the stream, as `ginrummy.decks` defines it; a single option
takes no word. So what one player draws does not change another's chances.

- ``random``: the options are the legal moves in order of their codes.
- ``simple``: the baseline of the EAAI framework. It takes the upcard, and later the top of the
  pile, only if that joins a meld of its hand; else it draws, and passes where it cannot. Big gin
  and knocks are made at once: of the throws within the limit one that leaves least. Otherwise it
  throws one of the cards that leave the least deadwood, but none that it has thrown before in
  this round after getting the same card (unless all are such). Options are in order of the
  cards. At the wall it takes what it may knock with (w1); a knock over the limit it accepts and
  never makes (b6); a misdeal it does not claim (a9); in a manual showdown it lays what the
  engine would: the automatic spread (b4), the automatic defence (c1 to c6).

A hand that reaches the cap on turns is dead with the outcome ``capped`` (a10).
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Final, SupportsIndex, TextIO

import numpy as np
from numpy.typing import NDArray

from ._inputs import RulesLike, as_flag, as_rules
from ._round_checks import check_players, checked_seat
from ._select import IMPLEMENTATION
from ._simulating import Columns, Gathered, Job, Progress, run, simulation_path
from .cards import shown, whole
from .decks import Implementation, engine, seed_key, seed_number
from .errors import InvalidSimulation
from .round import Round
from .rules import Rules
from .simulation_summary import CONFIDENCE, OUTCOMES, Summary, Totals, is_confidence

__all__ = ["PLAYERS", "Simulation", "simulate"]

PLAYERS: Final = ("random", "simple")
"""The built-in players."""

_CSV_ROWS = 50_000


def simulate(
    rules: RulesLike = None,
    players: Sequence[str] = ("simple", "simple"),
    rounds: SupportsIndex = 10_000,
    seed: SupportsIndex | None = None,
    *,
    threads: SupportsIndex | None = None,
    executor: Executor | None = None,
    columns: bool = True,
    dealer: SupportsIndex | None = None,
    first_round: SupportsIndex = 0,
    max_turns: SupportsIndex = 300,
    chunk: SupportsIndex | None = None,
    progress: Progress | None = None,
    implementation: Implementation | None = None,
) -> Simulation:
    """Plays rounds between built-in players.

    Round ``n`` of a seed is the same round whatever the threads, chunks and executors, and
    `Simulation.round` plays it again.

    The core takes the best code path of the machine that plays; ``GINRUMMY_PATH`` names another
    for a process, as for `ginrummy.batch` (``avx512`` plays as ``avx2`` does). All play the same.

    Ctrl-C does not raise: what is done comes back, with ``complete`` False. Each thread first
    ends the round that it is at; a second Ctrl-C meanwhile raises `KeyboardInterrupt`, and
    nothing comes back. Of an executor only the chunks that it has finished count; those it has
    begun it ends for itself.

    Args:
        rules: the rules, or a variant; None is standard.
        players: the players by seat, two, or up to four in the party game: ``random`` chooses
            among the legal moves, ``simple`` is the EAAI baseline (see
            `ginrummy.simulation`).
        rounds: how many rounds.
        seed: 0 to 2**256 - 1; a fresh one, which ``Simulation.seed`` tells, if None.
        threads: how many threads play; all that the processors offer if None.
        executor: plays the chunks in place of threads: any `concurrent.futures.Executor`, one
            of processes or of a cluster (dask: ``Client.get_executor()``). A chunk that fails is
            tried three times. If the executor breaks (a process pool does when one of its
            processes is killed), the rest is played here in threads, with a `RuntimeWarning`.
        columns: keep a row a round: 21 bytes, and 6 a player. Without it the summary is all
            there is, and memory does not grow with the rounds.
        dealer: the seat that always deals; the deal goes round if None.
        first_round: the number of the first round, to go on where another simulation ended.
        max_turns: throws after which a hand is dead, where the rules name no number (a10).
        chunk: rounds that are handed out at a time; it changes no result.
        progress: called now and then with the rounds done and the rounds wanted.
        implementation: ``core`` or ``reference``; the package's own if None.

    Raises:
        InvalidSimulation: an unknown player; numbers out of range; threads beside an executor;
            more rounds than there is memory for their columns; ``GINRUMMY_PATH`` names a path
            that this machine has not; the executor gives something else than the chunks.
        InvalidRules, InvalidRound, InvalidSeed: rules, number of players, seat or seed are wrong.
    """
    law = as_rules(rules)
    names = _checked_players(law, players)
    count = _number(rounds, "rounds", 1, 2**63 - 1)
    start = _number(first_round, "first_round", 0, 2**64 - 1)
    if start + count > 2**64:
        raise InvalidSimulation(
            f"first_round={start} and rounds={count}: the last round has number 2**64 - 1"
        )
    cap = _number(max_turns, "max_turns", 1, 1_000_000)
    if law.max_turns is None:
        law = law.replace(max_turns=cap)
    if executor is not None and threads is not None:
        raise InvalidSimulation("threads or an executor, not both")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise InvalidSimulation(f"executor={shown(executor)}: it has no submit()")
    if progress is not None and not callable(progress):
        raise InvalidSimulation(f"progress={shown(progress)}: a function is expected")
    engine(implementation)  # refuses an unknown name
    job = Job(
        rules=law,
        players=names,
        seed=int.from_bytes(seed_key(seed), "little"),
        dealer=None if dealer is None else checked_seat(dealer, len(names), "dealer"),
        columns=as_flag(columns, "columns"),
        implementation=implementation or ("reference" if IMPLEMENTATION == "reference" else "core"),
    )
    if job.implementation == "core":
        simulation_path()  # refuses an unknown one before any work
    workers = None if threads is None else _number(threads, "threads", 1, 1024)
    size = None if chunk is None else _number(chunk, "chunk", 1, 2**24)
    gathered = Gathered(job, start, count, progress)
    complete = run(gathered, workers, executor, size)
    return Simulation(gathered, complete)


class Simulation:
    """Played rounds: their columns and sums. `simulate` makes it."""

    OUTCOMES: Final = OUTCOMES
    """The outcomes by their codes in the column ``outcome``."""

    def __init__(self, gathered: Gathered, complete: bool) -> None:
        self._job = gathered.job
        self._first = gathered.first
        self._wanted = gathered.rounds
        self._complete = complete
        self._totals = Totals(gathered.totals, len(self._job.players))
        self._columns = gathered.columns()

    @property
    def rules(self) -> Rules:
        """The rules, with the cap on turns."""
        return self._job.rules

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return self._job.players

    @property
    def seed(self) -> int:
        """The seed of all the rounds."""
        return self._job.seed

    @property
    def dealer(self) -> int | None:
        """The seat that always dealt; None if the deal went round."""
        return self._job.dealer

    @property
    def first_round(self) -> int:
        """The number of the first round."""
        return self._first

    @property
    def wanted(self) -> int:
        """The rounds that were asked for."""
        return self._wanted

    @property
    def complete(self) -> bool:
        """All of them have been played; False after a Ctrl-C."""
        return self._complete

    def __len__(self) -> int:
        """The rounds that have been played."""
        return self._totals.rounds

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """A row a round, as one-dimensional arrays by name (`pandas.DataFrame` takes them).

        ``number`` (uint64), ``dealer`` (uint8), ``outcome`` (uint8, its place in
        `Simulation.OUTCOMES`), ``winner``
        and ``knocker`` (int8, a seat or -1), ``points`` (int32, what the hand is worth to the
        winner), ``multiplier`` (uint8), ``turns`` (int32, throws); for each seat ``score_0`` ...
        (int32, signed points) and ``deadwood_0`` ... (int16, points left after melds and layoffs,
        -1 where the hand was not counted).

        Raises:
            InvalidSimulation: the simulation was run with ``columns=False``.
        """
        kept = self._kept()
        names = ("number", "dealer", "outcome", "winner", "knocker", "points", "multiplier")
        found = {name: kept[name] for name in (*names, "turns")}
        for name, wide in (("score", "scores"), ("deadwood", "deadwood")):
            for seat in range(len(self.players)):
                found[f"{name}_{seat}"] = kept[wide][:, seat]
        return found

    @property
    def scores(self) -> NDArray[np.int32]:
        """The signed scores: int32, (rounds, players)."""
        return self._kept()["scores"]

    @property
    def deadwood(self) -> NDArray[np.int16]:
        """The points left to each seat: int16, (rounds, players); -1 where not counted."""
        return self._kept()["deadwood"]

    @property
    def knocker_deadwood(self) -> NDArray[np.int16]:
        """The points left to the knocker: int16, (rounds,); -1 where nobody knocked."""
        deadwood, knocker = self.deadwood, self._kept()["knocker"]
        found: NDArray[np.int16] = np.full(len(knocker), -1, dtype=np.int16)
        for seat in range(len(self.players)):
            found = np.where(knocker == seat, deadwood[:, seat], found)
        return found

    @property
    def defender_deadwood(self) -> NDArray[np.int16]:
        """The points left to the defender, of several the least: int16, (rounds,); -1 where
        nobody knocked."""
        deadwood, knocker = self.deadwood, self._kept()["knocker"]
        most = np.int16(np.iinfo(np.int16).max)
        found: NDArray[np.int16] = np.full(len(knocker), most, dtype=np.int16)
        for seat in range(len(self.players)):
            others = np.where(knocker == seat, most, deadwood[:, seat])
            found = np.minimum(found, others)
        return np.where(knocker < 0, np.int16(-1), found)

    def summary(self, confidence: float = 0.95) -> Summary:
        """The numbers of all the rounds, with intervals of that confidence.

        Raises:
            InvalidSimulation: a confidence that is not between 0 and 1 or is so near to 1 that
                a float knows no interval (over 0.9999999999999998), or no round has been played.
        """
        if not is_confidence(confidence):
            raise InvalidSimulation(f"confidence={shown(confidence)}: {CONFIDENCE}")
        if not len(self):
            raise InvalidSimulation("no round has been played: there is nothing to sum up")
        return self._totals.summary(self.players, confidence)

    def round(self, number: SupportsIndex) -> Round:
        """A round of this simulation, played again: its moves are its ``history``.

        Raises:
            InvalidSimulation: the number is none of this simulation's.
        """
        last = self._first + self._wanted - 1
        index = seed_number(number, "number", 2**64 - 1)
        if not self._first <= index <= last:
            raise InvalidSimulation(f"number={index}: this simulation has {self._first} to {last}")
        seats = len(self.players)
        found = Round(
            self.rules,
            seed=self.seed,
            number=index,
            dealer=index % seats if self.dealer is None else self.dealer,
            players=seats,
            implementation=self._job.implementation,
        )
        for move in self._job.simulator().moves(index):
            found.play(move)
        return found

    def write_csv(
        self, file: TextIO | str | Path, progress: Callable[[int, int], object] | None = None
    ) -> None:
        """Writes the columns as CSV, a line a round, the outcome by its name.

        Raises:
            InvalidSimulation: the simulation was run with ``columns=False``.
            OSError: the file cannot be written.
        """
        columns = self.columns
        if isinstance(file, (str, Path)):
            with open(file, "w", encoding="utf-8", newline="") as opened:
                self._write(columns, opened, progress)
        else:
            self._write(columns, file, progress)

    def _write(
        self,
        columns: Columns,
        file: TextIO,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        names = [outcome.value for outcome in OUTCOMES]
        for at in range(0, len(self), _CSV_ROWS):
            some = {name: array[at : at + _CSV_ROWS].tolist() for name, array in columns.items()}
            some["outcome"] = [names[code] for code in some["outcome"]]
            writer.writerows(zip(*some.values(), strict=True))
            if progress is not None:
                progress(min(at + _CSV_ROWS, len(self)), len(self))

    def _kept(self) -> Columns:
        if self._columns is None:
            raise InvalidSimulation("there are no columns: the simulation ran with columns=False")
        return self._columns

    def __repr__(self) -> str:
        cut = "" if self.complete else f" of {self.wanted:,}, interrupted"
        return f"<Simulation {' v '.join(self.players)}: {len(self):,} rounds{cut}>"


def _checked_players(rules: Rules, players: Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, (str, bytes)) or not isinstance(players, Sequence):
        raise InvalidSimulation(f"players={shown(players)}: a list of names is expected")
    for seat, name in enumerate(players):
        if name not in PLAYERS:
            raise InvalidSimulation(
                f"players[{seat}]={shown(name)} is no built-in player; there are: "
                f"{', '.join(PLAYERS)}"
            )
    check_players(rules, len(players))
    return tuple(players)


def _number(value: SupportsIndex, name: str, low: int, high: int) -> int:
    number = whole(value)
    if number is None or not low <= number <= high:
        raise InvalidSimulation(
            f"{name}={shown(value)}: a whole number from {low} to {high} is expected"
        )
    return number
