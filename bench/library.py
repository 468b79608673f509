"""What bench/peers.py asks of a library, and how a piece of work is timed."""

import gc
import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat, starmap
from typing import Any, Protocol

Run = Callable[[], object]


class NotInstalled(Exception):
    """The library cannot be imported here."""


@dataclass(frozen=True)
class Work:
    """One way in which a library does a measure.

    Attributes:
        way: how, where a library has several: a call for each item, one call for all.
        items: how many pieces of work ``run`` does.
        run: does them all; this is timed.
        empty: crosses into the library as often, with arguments of the same shape, and does
            nothing there; None where there is one call for all, or nothing to cross.
        answers: what came out, in a form that all libraries share; None if not compared.
        fault: what is known to be wrong with the answers.
        is_fault: tells whether a wrong answer (item, theirs, right) is that known fault.
        moves: the mean number of moves of the rounds that ``run`` played last.
    """

    way: str
    items: int
    run: Run
    empty: Run | None = None
    answers: Callable[[], Sequence[Any]] | None = None
    fault: str = ""
    is_fault: Callable[[int, Any, Any], bool] = field(default=lambda *_: False)
    moves: Callable[[], float] | None = None


class Library(Protocol):
    """A library in the comparison. Each measure is a method of that name that gives the ways
    in which the library does it; what it cannot do is left out."""

    name: str
    version: str


def each(call: Callable[[Any], object], items: Iterable[Any]) -> Run:
    """A call for each item; nothing is kept, and the loop itself runs in C."""
    return lambda: deque(map(call, items), maxlen=0)


def again(call: Callable[[], object], times: int) -> Run:
    """The same call so many times."""
    return lambda: deque(starmap(call, repeat((), times)), maxlen=0)


@dataclass(frozen=True)
class Cost:
    """Nanoseconds of CPU time an item."""

    total: float
    call: float

    @property
    def work(self) -> float:
        return max(self.total - self.call, 0.0)


def took(run: Run, passes: int) -> float:
    start = time.process_time()
    for _ in range(passes):
        run()
    return (time.process_time() - start) / passes


def costs_of(works: Sequence[Work], repeats: int, least: float = 2e-3) -> list[Cost]:
    """The best of the repeats. The libraries take turns (A B A B ...), so that whatever
    slows the machine for a while slows them all; each turn is repeated until it lasts
    ``least`` seconds, the first pass being left out: the others have emptied the caches."""
    runs = [run for work in works for run in (work.run, work.empty) if run is not None]
    passes = [max(1, math.ceil(least / max(took(run, 1), 1e-9))) for run in runs]
    best = [math.inf] * len(runs)
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(repeats):
            for at, run in enumerate(runs):
                if passes[at] > 1:
                    run()
                best[at] = min(best[at], took(run, passes[at]))
            gc.collect()
    finally:
        if collecting:
            gc.enable()
    times = iter(best)
    costs = []
    for work in works:
        total = next(times)
        call = next(times) if work.empty is not None else 0.0
        costs.append(Cost(total / work.items * 1e9, call / work.items * 1e9))
    return costs


def cards_of(hand: int) -> list[int]:
    """The card indices of a mask, as ginrummy counts them."""
    return [card for card in range(52) if hand >> card & 1]
