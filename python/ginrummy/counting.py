"""The exact distribution of deadwood over all the hands there are.

Nothing is sampled. The core does not look at hands one by one either: it walks over the
ranks and carries hands on as one as long as nothing that may follow tells them apart
(``cpp/include/ginrummy/census_ways.hpp``), which takes a fraction of a second for ten cards.
The naive twin in `ginrummy.reference` does look at each.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ._census_file import UNITS, Checkpoint, Question, as_counts, hands_of_unit, read_fields
from ._inputs import RulesLike, as_rules
from ._processors import available_threads
from .cards import shown, whole
from .choices import RunMode
from .decks import Implementation, engine
from .errors import InvalidCensus

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Census", "census"]

_FORMAT: Final = "ginrummy census"
_VERSION: Final = 1
_MOST_THREADS: Final = 1_024
_WAKE: Final = 0.5  # seconds: not every system lets Ctrl-C end a wait

Progress: TypeAlias = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, repr=False)
class Census(Question):
    """How many hands have each deadwood. A value: equal if all its fields are."""

    counts: tuple[int, ...]
    """Hands by deadwood, from 0 to the greatest that occurs."""

    def __post_init__(self) -> None:
        # dataclass(slots=True) makes the class anew, which a bare super() does not know.
        Question.__post_init__(self)
        counts = as_counts(self.counts, comb(52, self.cards), "counts")
        object.__setattr__(self, "counts", tuple(counts))

    @property
    def total(self) -> int:
        """All the hands."""
        return comb(52, self.cards)

    @property
    def gin(self) -> int:
        """Hands without deadwood."""
        return self.counts[0]

    @property
    def mean(self) -> Fraction:
        """The mean deadwood, exactly; ``float(census.mean)`` rounds it."""
        return Fraction(sum(d * count for d, count in enumerate(self.counts)), self.total)

    @property
    def deviation(self) -> float:
        """The standard deviation of the deadwood."""
        squares = Fraction(sum(d * d * count for d, count in enumerate(self.counts)), self.total)
        return sqrt(squares - self.mean**2)

    @property
    def median(self) -> int:
        """The least deadwood that half of the hands do not exceed."""
        return self.quantile(Fraction(1, 2))

    def at_most(self, points: int) -> int:
        """Hands with so much deadwood or less: those that may knock with that limit (b1)."""
        number = whole(points)
        if number is None:
            raise InvalidCensus(f"points={shown(points)}: a whole number is expected")
        return sum(self.counts[: max(0, number + 1)])

    def probability(self, points: int) -> Fraction:
        """The probability of so much deadwood or less, exactly."""
        return Fraction(self.at_most(points), self.total)

    def quantile(self, share: float | Fraction) -> int:
        """The least deadwood that this share of the hands, 0 to 1, does not exceed.

        Raises:
            InvalidCensus: a share that is no number from 0 to 1.
        """
        if isinstance(share, bool) or not isinstance(share, (int, float, Fraction)):
            raise InvalidCensus(f"share={shown(share)}: a number from 0 to 1 is expected")
        if not 0 <= share <= 1:  # not a number is refused too
            raise InvalidCensus(f"share={shown(share)}: 0 to 1 is allowed")
        wanted = max(Fraction(share) * self.total, Fraction(1))
        return next(d for d, hands in enumerate(accumulate(self.counts)) if hands >= wanted)

    def to_numpy(self) -> NDArray[np.uint64]:
        """The counts as an array (uint64), index = deadwood."""
        import numpy as np

        return np.array(self.counts, dtype=np.uint64)

    def to_csv(self) -> str:
        """A header line, then a row for each deadwood: its hands, those with that much or
        less, and the probability of each."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("deadwood", "hands", "at_most", "probability", "probability_at_most"))
        total = self.total
        for d, (one, hands) in enumerate(
            zip(self.counts, accumulate(self.counts), strict=True),
        ):
            writer.writerow((d, one, hands, one / total, hands / total))
        return out.getvalue()

    def to_json(self) -> str:
        """One line of JSON; `from_json` reads it."""
        return json.dumps(
            {
                "format": _FORMAT,
                "version": _VERSION,
                **self.to_fields(),
                "counts": list(self.counts),
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Census:
        """The census that `to_json` wrote.

        Raises:
            InvalidCensus: it is none, or its counts do not add up; the message says why.
        """
        names = ("cards", "best_throw", "run_mode", "card_points", "counts")
        values = read_fields(text, _FORMAT, _VERSION, names)
        return cls(**{name: values[name] for name in names})

    def __str__(self) -> str:
        throw = " with the best throw" if self.best_throw else ""
        return (
            f"{self.cards} card{'s' * (self.cards > 1)}{throw}: {self.total:,} hands, mean "
            f"{float(self.mean):.6f}, {self.gin:,} without deadwood"
        )

    def __repr__(self) -> str:
        return (
            f"<Census of {self}; run_mode={self.run_mode.value!r}, "
            f"card_points={list(self.card_points)}>"
        )

    def _repr_html_(self) -> str:
        rows = [
            ("hands", f"{self.total:,}"),
            ("without deadwood", f"{self.gin:,}"),
            ("10 or less", f"{self.at_most(10):,}"),
            ("mean", f"{float(self.mean):.6f}"),
            ("standard deviation", f"{self.deviation:.6f}"),
            ("median", f"{self.median}"),
        ]
        body = "".join(f"<tr><th>{name}</th><td>{escape(text)}</td></tr>" for name, text in rows)
        return (
            f'<table class="ginrummy-census"><caption>{escape(str(self))}</caption>{body}</table>'
        )


def census(
    cards: int | None = None,
    rules: RulesLike = None,
    *,
    best_throw: bool | None = None,
    threads: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    implementation: Implementation | None = None,
) -> Census:
    """How many of all the hands of so many cards have each deadwood, exactly.

    Args:
        cards: 1 to 26; ``rules.hand_size`` if None. With the ace low all of them take
            seconds. With the ace at both ends or round the corner up to 13 do, but more
            than about 16 may take minutes to hours and gigabytes, most of all with the best
            throw and card points that differ from rank to rank; fewer threads need less.
        rules: their run mode and card points are all that matters.
        best_throw: count the least deadwood that throwing one of the cards leaves (b3),
            and not that of the cards themselves. None does so for the cards held before
            a throw, ``rules.hand_size + 1``.
        threads: how many to count with; all the processors if None. The counts are the
            same for any number.
        checkpoint: a file that keeps what is counted: written every few seconds, on Ctrl-C
            and at the end. If it is there already, the census goes on from it.
        progress: called with (parts done, parts of all) at the start and after each part.
        implementation: ``core`` or ``reference``; the package's own if None.

    Raises:
        InvalidCensus: cards or threads out of range; a checkpoint that is damaged or of
            another census, which is left as it is; not enough memory, where the checkpoint
            keeps what is counted. (A system that ends a process for want of memory gives it
            no time to say so: the checkpoint is then a few seconds old.)
        OSError: the checkpoint cannot be read or written.

    >>> print(census(10))
    10 cards: 15,820,024,220 hands, mean 56.569434, 136,694 without deadwood
    >>> before = census(11)  # the eleven cards after a draw
    >>> before.at_most(10) / before.total
    0.004122347954040647
    """
    rules = as_rules(rules)
    size = rules.hand_size if cards is None else cards
    if best_throw is None:
        best_throw = size == rules.hand_size + 1
    question = Question(size, best_throw, rules.run_mode, rules.card_points)
    workers = _as_threads(threads)
    if progress is not None and not callable(progress):
        raise InvalidCensus(f"progress={shown(progress)}: a function is expected")
    module = engine(implementation)
    kept = None if checkpoint is None else Checkpoint.open(checkpoint, question)
    done: dict[int, list[int]] = {} if kept is None else dict(kept.units)
    tell: Progress = progress or (lambda *_: None)
    tell(len(done), UNITS)
    stop = module.CensusStop()
    pool = ThreadPoolExecutor(workers, thread_name_prefix="census")
    futures: dict[Future[Any], int] = {}

    def take(finished: Iterable[Future[Any]]) -> None:
        for future in finished:
            unit, counts = futures[future], future.result()
            if counts is not None:  # else it was told to stop
                hands = hands_of_unit(unit, question.cards)
                done[unit] = as_counts(list(map(int, counts)), hands, f"unit {unit}")
                if kept is not None:
                    kept.add(unit, done[unit])
            del futures[future]  # last: after Ctrl-C in between it is taken again

    try:
        for unit in sorted(set(range(UNITS)) - done.keys(), key=_last_the_quick):
            future = pool.submit(
                module.census_unit, rules, question.cards, question.best_throw, unit, stop
            )
            futures[future] = unit
        while futures:
            take(wait(futures, _WAKE, FIRST_COMPLETED).done)
            tell(len(done), UNITS)
    except MemoryError as error:
        raise InvalidCensus(_beyond_memory(question, workers, checkpoint)) from error
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
        if kept is not None:
            take([one for one in futures if not one.cancelled() and not one.exception()])
            kept.save()
    return Census(*_fields(question), _sum(done.values()))


def _last_the_quick(unit: int) -> int:
    """Orders the units so that no thread is left with a long one at the end. With the ace low
    those with none or one of the two ranks are the most work, else those with two of each."""
    kings, queens = divmod(unit, 5)
    if kings + queens <= 1:
        return -9
    return -kings * (4 - kings) - queens * (4 - queens)


def _beyond_memory(
    question: Question, workers: int, checkpoint: str | os.PathLike[str] | None
) -> str:
    kept = "" if checkpoint is None else f"; what is counted is in {os.fspath(checkpoint)}"
    return (
        f"cards={question.cards}, run_mode={question.run_mode.value!r}: the memory does not "
        f"suffice with threads={workers}{'; fewer need less' if workers > 1 else ''}{kept}"
    )


def _as_threads(threads: int | None) -> int:
    if threads is None:
        return available_threads()
    number = whole(threads)
    if number is None or not 1 <= number <= _MOST_THREADS:
        raise InvalidCensus(
            f"threads={shown(threads)}: a whole number, 1 to {_MOST_THREADS}, is expected"
        )
    return number


def _fields(question: Question) -> tuple[int, bool, RunMode, tuple[int, ...]]:
    return question.cards, question.best_throw, question.run_mode, question.card_points


def _sum(parts: Iterable[list[int]]) -> tuple[int, ...]:
    total: list[int] = []
    for counts in parts:
        total += [0] * (len(counts) - len(total))
        for deadwood, count in enumerate(counts):
            total[deadwood] += count
    return tuple(total)
