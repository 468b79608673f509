"""How the rounds of a simulation are shared out: chunks, threads, executors, interruptions.

A chunk is so many rounds from a number on. What it gives depends on nothing but the job and
those numbers, so it may be played anywhere and twice; it counts once, for what is here already is
known by its numbers. After a Ctrl-C a chunk ends early, and counts for the rounds it has.
"""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from concurrent.futures.thread import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._processors import available_threads, chosen_path
from .cards import shown
from .choices import ShowdownMode
from .decks import Implementation, engine
from .errors import InvalidSimulation
from .rules import Rules
from .simulation_summary import Totals

Columns = dict[str, NDArray[Any]]
"""The columns as both implementations fill them; scores and deadwood have a row a round."""
Progress = Callable[[int, int], object]
"""Is told the rounds done and the rounds wanted."""

_TRIES = 3
_UNKNOWN_WORKERS = 16
_UNDER_WAY = 128  # chunks sent to an executor that may have more workers than it tells
_WIDE = ("scores", "deadwood")
_TYPES = {
    "dealer": np.uint8,
    "outcome": np.uint8,
    "winner": np.int8,
    "knocker": np.int8,
    "multiplier": np.uint8,
    "deadwood": np.int16,
    "points": np.int32,
    "turns": np.int32,
    "scores": np.int32,
}


def empty_columns(rounds: int, players: int) -> Columns:
    """Columns with room for so many rounds."""
    return {
        name: np.empty((rounds, players) if name in _WIDE else rounds, dtype)
        for name, dtype in _TYPES.items()
    }


def _room(rounds: int, players: int) -> Columns:
    """Columns for all the rounds with their numbers, or an error that says how large they are."""
    try:
        return {"number": np.empty(rounds, np.uint64), **empty_columns(rounds, players)}
    except (MemoryError, ValueError) as error:  # numpy has a ValueError for the very largest
        row = sum(array.nbytes for array in _room(1, players).values())
        raise InvalidSimulation(
            f"rounds={rounds}: a row for each takes {rounds * row / 1e9:,.1f} GB of memory, which "
            "cannot be had; columns=False (at the command line, no --csv) does without"
        ) from error


@dataclass(frozen=True)
class Job:
    """What is simulated, in a form that travels to other processes and machines."""

    rules: Rules
    players: tuple[str, ...]
    seed: int
    dealer: int | None
    columns: bool
    implementation: Implementation

    @property
    def chunk(self) -> int:
        """Rounds that take about a twentieth of a second with usual hands, so that the progress
        is soon told. Large hands take longer; a Ctrl-C need not wait for the chunk."""
        if self.implementation == "reference":
            return 8
        automatic = self.rules.showdown is ShowdownMode.AUTOMATIC
        lean = automatic and self.rules.party is None and len(self.players) == 2
        return 32_768 if lean else 2_048

    def stop(self) -> Any:
        """A new flag of the engine that makes `play_chunk` leave its chunk."""
        return engine(self.implementation).SimulationStop()

    def simulator(self) -> Any:
        """The engine's simulator, with its tables made."""
        if self.implementation == "reference":
            return _simulator(self)
        return _simulator(self, simulation_path())


@functools.lru_cache(maxsize=4)
def _simulator(job: Job, *path: str) -> Any:
    key = job.seed.to_bytes(32, "little")
    dealer = -1 if job.dealer is None else job.dealer
    return engine(job.implementation).Simulator(job.rules, list(job.players), key, dealer, *path)


def simulation_path() -> str:
    """The code path of the core in this process, as ``GINRUMMY_PATH`` has it or the best.
    With a name of more than the rounds make use of (``avx512``) it is the best below.

    Raises:
        InvalidSimulation: the machine has no such path.
    """
    core = engine("core")
    if not os.environ.get("GINRUMMY_PATH"):
        return str(core.simulation_paths()[-1])
    known = core.batch_paths()
    try:
        chosen = chosen_path(None, known)
    except ValueError as error:
        raise InvalidSimulation(str(error)) from None
    allowed = known[: known.index(chosen) + 1]
    return str([path for path in core.simulation_paths() if path in allowed][-1])


class Chunk(NamedTuple):
    """The results of a chunk."""

    version: str
    first: int
    totals: NDArray[np.int64]
    columns: Columns | None


def play_chunk(job: Job, first: int, rounds: int, stop: Any = None) -> Chunk:
    """Plays a chunk; what is sent to the workers.

    Args:
        stop: the engine's flag for our own threads: once it is set, the round under way is the
            last, and the totals tell how many there are.
    """
    from . import __version__

    columns = empty_columns(rounds, len(job.players)) if job.columns else None
    totals = job.simulator().play(first, rounds, columns, stop)
    return Chunk(__version__, first, np.array(totals, dtype=np.int64), columns)


def as_chunk(value: Any, job: Job, first: int, rounds: int) -> Chunk:
    """What an executor gave for a chunk, which must be that chunk and all of it.

    Raises:
        InvalidSimulation: it is something else, or a worker of another version made it.
    """
    from . import __version__

    what = f"the executor gave for rounds {first} to {first + rounds - 1}"
    if not isinstance(value, Chunk):
        raise InvalidSimulation(f"{what} {shown(value)}, which is no chunk of rounds")
    if value.version != __version__:
        raise InvalidSimulation(
            f"a worker has ginrummy {value.version}, and this is {__version__}: they may "
            "play different rounds"
        )
    played = value.totals.tolist()
    if value.first != first or len(played) != Totals.width(len(job.players)):
        raise InvalidSimulation(f"{what} a chunk of another simulation or other rounds")
    if played[0] != rounds:
        raise InvalidSimulation(f"{what} {played[0]} rounds, not {rounds}")
    room = empty_columns(rounds, len(job.players)) if job.columns else {}
    given = value.columns or {}
    if {name: (array.dtype, array.shape) for name, array in room.items()} != {
        name: (array.dtype, array.shape) for name, array in given.items()
    }:
        raise InvalidSimulation(f"{what} other columns than those asked for")
    return value


class _Stretch(NamedTuple):
    """Rounds without a gap that are here, and their sums: Python's numbers, which never
    overflow."""

    first: int
    end: int
    sums: tuple[int, ...]


class Gathered:
    """The results of a simulation as they come in."""

    def __init__(self, job: Job, first: int, rounds: int, progress: Progress | None) -> None:
        self.job = job
        self.first = first
        self.rounds = rounds
        self._progress = progress
        # By their numbers. Neighbours are joined, so that there are never more of them than
        # chunks under way, however many rounds are played.
        self._stretches: tuple[_Stretch, ...] = ()
        self._columns = _room(rounds, len(job.players)) if job.columns else None

    @property
    def done(self) -> int:
        """How many rounds are here."""
        return sum(end - first for first, end, _ in self._stretches)

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """The sums of the rounds that are here, in parts."""
        return [stretch.sums for stretch in self._stretches]

    def missing(self, size: int) -> Iterator[tuple[int, int]]:
        """First number and rounds of the chunks that are not here, none longer than ``size``."""
        at = self.first
        last = self.first + self.rounds
        for known, end, _ in [*self._stretches, _Stretch(last, last, ())]:
            for first in range(at, known, size):
                yield first, min(size, known - first)
            at = end

    def add(self, first: int, chunk: Chunk) -> None:
        """Takes the results of a chunk; those that are here already are left alone."""
        sums = tuple(chunk.totals.tolist())
        rounds = sums[0]
        if not rounds or any(one.first <= first < one.end for one in self._stretches):
            return
        if self._columns is not None:
            assert chunk.columns is not None
            rows = slice(first - self.first, first - self.first + rounds)
            numbers = np.arange(rounds, dtype=np.uint64) + np.uint64(first)
            for name, array in {"number": numbers, **chunk.columns}.items():
                self._columns[name][rows] = array[:rounds]
        joined = _Stretch(first, first + rounds, sums)
        apart = []
        for one in self._stretches:
            if one.end == joined.first or one.first == joined.end:
                sums = tuple(a + b for a, b in zip(one.sums, joined.sums, strict=True))
                joined = _Stretch(min(one.first, joined.first), max(one.end, joined.end), sums)
            else:
                apart.append(one)
        # An interruption before this line leaves the chunk out, none leaves it half in.
        self._stretches = tuple(sorted([*apart, joined]))

    def tell(self) -> None:
        """Tells the progress, if anybody wants to know."""
        if self._progress is not None:
            self._progress(self.done, self.rounds)

    def columns(self) -> Columns | None:
        """The columns with the round's ``number`` first, ascending, without gaps for what
        was not played. May be called once: the room for all the rounds is given back."""
        room, self._columns = self._columns, None
        if room is None or self.done == self.rounds:
            return room
        found = {}
        for name in list(room):
            array = room.pop(name)
            parts = [
                array[one.first - self.first : one.end - self.first] for one in self._stretches
            ]
            found[name] = np.concatenate(parts or [array[:0]])
        return found


def run(
    gathered: Gathered, threads: int | None, executor: Executor | None, size: int | None
) -> bool:
    """Plays what is missing; False if Ctrl-C came first."""
    if executor is not None:
        told = getattr(executor, "_max_workers", None)  # of threads and of processes
        workers = told if isinstance(told, int) and told > 0 else _UNKNOWN_WORKERS
        try:
            return _run_on(gathered, executor, workers, size)
        except BrokenExecutor as error:
            warnings.warn(
                f"the executor is broken ({error or type(error).__name__}): "
                f"{gathered.rounds - gathered.done} of {gathered.rounds} rounds are played here",
                RuntimeWarning,
                stacklevel=3,
            )
    workers = threads or available_threads()
    with ThreadPoolExecutor(workers, "ginrummy") as pool:
        return _run_on(gathered, pool, workers, size, gathered.job.stop())


def _run_on(
    gathered: Gathered, executor: Executor, workers: int, size: int | None, stop: Any = None
) -> bool:
    """Keeps some chunks under way for every worker.

    Args:
        stop: the flag that makes our own threads leave their chunks; None if the executor is
            the caller's.

    Raises:
        BrokenExecutor: the executor takes no more work; what came back is gathered.
    """
    if size is None:
        size = min(gathered.job.chunk, -(-gathered.rounds // (4 * workers)))
    most = max(4 * workers, _UNDER_WAY) if stop is None else 2 * workers
    flag = () if stop is None else (stop,)
    plan = gathered.missing(size)
    waiting: dict[Future[Chunk], tuple[int, int]] = {}
    tries: dict[int, int] = {}

    def submit(first: int, rounds: int) -> None:
        tries[first] = tries.get(first, 0) + 1
        future = executor.submit(play_chunk, gathered.job, first, rounds, *flag)
        if not isinstance(future, Future):
            raise InvalidSimulation(
                f"executor={shown(executor)}: submit() gave {shown(future)}, which is no "
                "concurrent.futures.Future"
            )
        waiting[future] = first, rounds

    try:
        for part in plan:
            submit(*part)
            if len(waiting) >= most:
                _gather(gathered, waiting, tries, submit, stop)
        while waiting:
            _gather(gathered, waiting, tries, submit, stop)
    except KeyboardInterrupt:
        _salvage(gathered, waiting, stop)
        return False
    except BaseException:
        _salvage(gathered, waiting, stop)
        raise
    return True


def _gather(
    gathered: Gathered,
    waiting: dict[Future[Chunk], tuple[int, int]],
    tries: dict[int, int],
    submit: Callable[[int, int], None],
    stop: Any,
) -> None:
    """Waits for a chunk at least and takes what is there; what failed is sent out again."""
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        first, rounds = waiting[future]
        try:
            chunk = future.result()
        except BrokenExecutor:
            raise
        except Exception as error:
            # A worker may have died, and another will do; what fails everywhere is an error.
            if tries[first] >= _TRIES:
                error.add_note(f"rounds {first} to {first + rounds - 1} failed {_TRIES} times")
                raise
            submit(first, rounds)
        else:
            if stop is None:
                chunk = as_chunk(chunk, gathered.job, first, rounds)
            gathered.add(first, chunk)
            del tries[first]
        del waiting[future]
        gathered.tell()


def _salvage(gathered: Gathered, waiting: dict[Future[Chunk], tuple[int, int]], stop: Any) -> None:
    """Takes what is done, and what our own threads have of their chunks; calls off the rest."""
    if stop is not None:
        stop.set()
    for future in waiting:
        future.cancel()
    if stop is not None:
        wait([future for future in waiting if not future.cancelled()])
    for future, (first, rounds) in waiting.items():
        if future.done() and not future.cancelled() and future.exception() is None:
            chunk = future.result()
            if stop is None:
                try:
                    chunk = as_chunk(chunk, gathered.job, first, rounds)
                except InvalidSimulation:  # what ended the simulation is what is to be told
                    continue
            gathered.add(first, chunk)
