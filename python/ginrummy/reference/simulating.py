"""Many rounds between built-in players, one after the other: what the core does fast."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event as SimulationStop
from typing import TYPE_CHECKING, Any, NamedTuple

from ..choices import LimitSource
from ..rules import Rules
from ..values import ROUND_OUTCOMES
from .acting import act
from .chacha import Random
from .policies import choose_move
from .table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SimulationStop", "Simulator"]

_OUTCOMES = [outcome.value for outcome in ROUND_OUTCOMES]


class Played(NamedTuple):
    """How one round ended; -1 for nobody, and for a hand that was not counted."""

    dealer: int
    outcome: int
    winner: int
    knocker: int
    multiplier: int
    deadwood: list[int]
    points: int
    turns: int
    scores: list[int]


class Simulator:
    """Rounds of one contest by their numbers.

    Args:
        rules: the rules, with a cap on turns.
        players: the names of the built-in players, by seat.
        key: the seed's 32 bytes.
        dealer: the seat that always deals, or -1 if the deal goes round.
    """

    lean = False

    def __init__(self, rules: Rules, players: Sequence[str], key: bytes, dealer: int) -> None:
        self._rules = rules
        self._players = list(players)
        self._key = key
        self._dealer = dealer

    def moves(self, number: int) -> list[int]:
        """The moves of a round."""
        return self._play(number).history

    def play(
        self,
        first: int,
        rounds: int,
        columns: dict[str, NDArray[Any]] | None,
        stop: SimulationStop | None = None,
    ) -> list[int]:
        """Plays rounds from number ``first`` on, fills the columns, if any, and returns the
        sums, in the order of `simulation_summary.Totals`. Once ``stop`` is set, the round under
        way is the last: the sums tell how many there are."""
        played: list[Played] = []
        for number in range(first, first + rounds):
            if stop is not None and stop.is_set():
                break
            played.append(self._result(number))
        for row, one in enumerate(played):
            for name, array in (columns or {}).items():
                array[row] = getattr(one, name)
        seats = range(len(self._players))
        sums = [len(played), *_sums([one.turns for one in played])]
        sums.append(sum(one.winner == one.dealer for one in played))
        sums += _counts([one.outcome for one in played])
        for seat in seats:
            sums += _sums([one.scores[seat] for one in played])
            sums += _sums([one.scores[seat] * len(seats) - sum(one.scores) for one in played])
            sums += _counts([one.outcome for one in played if one.winner == seat])
            sums += _counts([one.outcome for one in played if one.knocker == seat])
        return sums

    def _play(self, number: int) -> Table:
        seats = len(self._players)
        dealer = number % seats if self._dealer < 0 else self._dealer
        random = Random(self._key, number)
        deck = random.deck()
        second = self._rules.limit_source is LimitSource.SECOND_DECK
        knock_card = random.below(52) if second else -1
        starter = (dealer + 1) % seats
        table = Table(self._rules, seats, dealer, starter, knock_card, deck, 0)
        words = [Random(self._key, number, first_block=(seat + 1) * 2**32) for seat in range(seats)]
        while table.result is None:
            act(table, choose_move(self._players[table.turn], table, words[table.turn]))
        return table

    def _result(self, number: int) -> Played:
        table = self._play(number)
        result = table.result
        assert result is not None
        deadwood = [-1] * table.players
        if result.knocker >= 0:
            deadwood[result.knocker] = result.knocker_deadwood
            for seat, *_, count in result.defences:
                deadwood[seat] = count
        return Played(
            table.dealer,
            _OUTCOMES.index(result.outcome),
            result.winner,
            result.knocker,
            result.multiplier,
            deadwood,
            result.points,
            table.turns,
            result.scores,
        )


def _sums(numbers: list[int]) -> list[int]:
    return [sum(numbers), sum(number * number for number in numbers)]


def _counts(outcomes: list[int]) -> list[int]:
    return [outcomes.count(code) for code in range(len(_OUTCOMES))]
