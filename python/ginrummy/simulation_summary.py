"""What a simulation found, in numbers with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from statistics import NormalDist
from typing import Any

from .values import ROUND_OUTCOMES, Outcome

__all__ = ["Estimate", "SeatSummary", "Summary"]

CONFIDENCE = "a number between 0 and 1 is expected, at most 0.9999999999999998"
"""What `is_confidence` expects."""

OUTCOMES: tuple[Outcome, ...] = ROUND_OUTCOMES
"""The outcomes by their codes in the column ``outcome``."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share or a mean, and the interval that holds the true one with the confidence of
    the summary. A mean of one round has no interval: its ends are NaN."""

    value: float
    """What was found."""
    low: float
    """The lower end."""
    high: float
    """The upper end."""

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat of a simulation."""

    player: str
    """The name of its player."""
    wins: int
    """Rounds won."""
    win_rate: Estimate
    """The share of all the rounds that it won, dead ones counted (Wilson's interval)."""
    score: Estimate
    """Its mean score a round, in points; negative scores are those of the rules."""
    margin: Estimate
    """The mean of its score less the others' mean score, in points a round."""
    won: dict[Outcome, int]
    """How it won, by outcome; those that did not occur are left out."""
    knocked: dict[Outcome, int]
    """How the rounds ended in which it knocked or went gin, by outcome."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The numbers of a simulation. Intervals of means are normal ones."""

    rounds: int
    """Rounds played."""
    confidence: float
    """How sure the intervals are: 0.95, say."""
    seats: tuple[SeatSummary, ...]
    """The players, by seat."""
    outcomes: dict[Outcome, int]
    """How the rounds ended; those that did not occur are left out. ``dead`` is the wall (w2),
    ``capped`` a hand that reached the turn limit (a10), ``misdeal`` a void deal (a9)."""
    turns: Estimate
    """Mean throws a round, the last one and big gin counted."""
    dealer_win_rate: Estimate
    """The share of all the rounds that the dealer won (Wilson's interval)."""

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON types; an end of an interval that does not exist is None."""
        found = asdict(self)
        for part in (found, *found["seats"]):
            for name in ("outcomes", "won", "knocked"):
                if name in part:
                    part[name] = {key.value: count for key, count in part[name].items()}
            for value in part.values():
                if isinstance(value, dict) and "low" in value:
                    for end in ("low", "high"):
                        value[end] = None if math.isnan(value[end]) else value[end]
        found["seats"] = list(found["seats"])
        return found

    def __str__(self) -> str:
        """A few lines of text."""
        lines = [f"{self.rounds:,} rounds; intervals of {self.confidence:.4g}"]
        for number, seat in enumerate(self.seats):
            lines.append(
                f"  {number} {seat.player}: wins {seat.win_rate}, score {seat.score}, "
                f"margin {seat.margin}"
            )
        counts = (f"{outcome} {count:,}" for outcome, count in self.outcomes.items())
        lines.append(f"  outcomes: {', '.join(counts)}")
        lines.append(f"  turns {self.turns}, dealer wins {self.dealer_win_rate}")
        return "\n".join(lines)


class Totals:
    """Exact sums over rounds, so that any chunking adds up to the same.

    They come as whole numbers in this order: rounds; turns and their squares; rounds that
    the dealer won; a count an outcome. Then for each seat: scores and their squares; margins
    (score times players less all the scores) and their squares; a count an outcome for the
    rounds it won; the same for those it knocked in.
    """

    def __init__(self, chunks: Iterable[Iterable[int]], players: int) -> None:
        self.players = players
        sums = [0] * self.width(players)
        for chunk in chunks:
            sums = [a + int(b) for a, b in zip(sums, chunk, strict=True)]
        self.numbers = tuple(sums)

    @staticmethod
    def width(players: int) -> int:
        """How many whole numbers they are."""
        return 4 + len(OUTCOMES) + players * (4 + 2 * len(OUTCOMES))

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self.numbers[0]

    def summary(self, players: Sequence[str], confidence: float) -> Summary:
        """The sums as estimates; there is at least one round."""
        numbers = iter(self.numbers)
        rounds = next(numbers)
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        turns = _mean(numbers, rounds, z)
        dealer_won = _share(next(numbers), rounds, z)
        outcomes = _counts(numbers)
        return Summary(
            rounds=rounds,
            confidence=confidence,
            seats=tuple(self._seat(player, numbers, rounds, z) for player in players),
            outcomes=outcomes,
            turns=turns,
            dealer_win_rate=dealer_won,
        )

    def _seat(self, player: str, numbers: Iterator[int], rounds: int, z: float) -> SeatSummary:
        score = _mean(numbers, rounds, z)
        margin = _mean(numbers, rounds, z, self.players - 1)
        won, knocked = _counts(numbers), _counts(numbers)
        wins = sum(won.values())
        return SeatSummary(player, wins, _share(wins, rounds, z), score, margin, won, knocked)


def is_confidence(value: object) -> bool:
    """Whether there are intervals of that confidence: nearer to 1 a float knows no quantile."""
    return isinstance(value, float) and value > 0 and (1 + value) / 2 < 1


def _counts(numbers: Iterator[int]) -> dict[Outcome, int]:
    counts = zip(OUTCOMES, islice(numbers, len(OUTCOMES)), strict=True)
    return {outcome: count for outcome, count in counts if count}


def _share(part: int, of: int, z: float) -> Estimate:
    """Wilson's interval. It stays within 0 and 1 and holds the share, at the ends too, where
    rounding might not have it so."""
    share = part / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Estimate(share, min(low, share), max(high, share))


def _mean(sums: Iterator[int], of: int, z: float, unit: int = 1) -> Estimate:
    """The mean of so many numbers and its normal interval, from the next two sums: theirs
    and their squares'. The numbers count units of ``1 / unit``."""
    total, squares = islice(sums, 2)
    mean = total / of / unit
    if of < 2:
        return Estimate(mean, math.nan, math.nan)
    variance = (of * squares - total * total) / (of * (of - 1))  # whole numbers until here
    half = z * math.sqrt(variance / of) / unit
    return Estimate(mean, mean - half, mean + half)
