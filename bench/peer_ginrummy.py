"""ginrummy in the comparison of bench/peers.py."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import repeat
from operator import attrgetter
from typing import Any

import numpy as np
from library import Work, again, each
from workloads import SEED

import ginrummy as gr
from ginrummy import _core
from ginrummy.moves import DRAW, PASS, discard

SHORT = 5  # cards of the longest meld that OpenSpiel lists
ARRAY = 200_000  # hands of an array at least
MANY = 100  # rounds in C++ for one in Python
CALLS_A_MOVE = 3  # is_over, legal_moves, play

# One call for all the hands, by measure, on one thread.
BATCHES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "deadwood": lambda hands: gr.batch.deadwood(hands, threads=1),
    "best_throw": lambda hands: gr.batch.best_discard(hands, threads=1).deadwood,
}


def simulate(rules: gr.Rules, rounds: int) -> object:
    """Rounds between two players who take any legal move, in C++ on one thread."""
    players = ("random", "random")
    return gr.simulate(rules, players, rounds, SEED, threads=1, columns=False)


def knocks(hand: int) -> frozenset[int]:
    """The throws of eleven cards that may knock."""
    return frozenset(throw.card.index for throw in gr.discards(hand) if throw.knock)


def best_throw(hand: int) -> int:
    return min(throw.deadwood for throw in gr.discards(hand))


def random_round(round_: gr.Round, choose: random.Random) -> int:
    """Plays it with any legal moves and tells how many they were."""
    while not round_.is_over:
        legal = round_.legal_moves
        round_.play(legal[int(choose.random() * len(legal))])
    return len(round_.history)


class GinRummy:
    name = "ginrummy"
    version = gr.__version__

    def _works(
        self,
        measure: str,
        hands: list[int],
        call: Callable[[int], Any],
        read: Callable[[int], Any],
        core: Callable[..., Any] | None = None,
    ) -> list[Work]:
        """The public function, then the core's own that it stands on, then an array."""
        # One card goes the same way to the core and back, and there is nothing to find.
        single = [1 << hand.bit_length() - 1 for hand in hands]
        light = each(gr.melds if measure in ("best_throw", "knocks") else call, single)

        def answers() -> list[Any]:
            return list(map(read, hands))

        works = [Work("a call a hand", len(hands), each(call, hands), light, answers)]
        if core is not None:
            raw, none = partial(map, core), repeat(None)
            works.append(
                Work(
                    "a call a hand, core only",
                    len(hands),
                    lambda: deque(raw(hands, none), maxlen=0),
                    lambda: deque(raw(single, none), maxlen=0),
                )
            )
        if measure in BATCHES:
            array, batch = np.array(hands, dtype=np.uint64), BATCHES[measure]
            many = np.random.default_rng(SEED).permutation(np.tile(array, -(-ARRAY // len(hands))))
            works.append(
                Work(
                    "one call, an array",
                    len(many),
                    lambda: batch(many),
                    answers=lambda: batch(array).tolist(),
                )
            )
        return works

    def deadwood(self, hands: list[int]) -> list[Work]:
        return self._works("deadwood", hands, gr.deadwood, gr.deadwood)

    def best_throw(self, hands: list[int]) -> list[Work]:
        return self._works("best_throw", hands, gr.discards, best_throw, _core.discards)

    def knocks(self, hands: list[int]) -> list[Work]:
        return self._works("knocks", hands, gr.discards, knocks, _core.discards)

    def melds(self, hands: list[int]) -> list[Work]:
        def short(hand: int) -> frozenset[int]:
            return frozenset(meld.mask for meld in gr.melds(hand) if len(meld) <= SHORT)

        return self._works("melds", hands, gr.melds, short, _core.melds)

    def arrangement(self, hands: list[int]) -> list[Work]:
        def left(hand: int) -> int:
            return gr.arrange(hand).deadwood

        return self._works("arrangement", hands, gr.arrange, left, _core.arrange)

    def copy(self, turns: int, copies: int) -> list[Work]:
        round_ = gr.Round(gr.Rules(misdeal="off"), seed=SEED)
        for move in (PASS, PASS):
            round_.play(move)
        for _ in range(turns):
            round_.play(DRAW)
            round_.play(discard(round_.view(round_.turn).drawn))
        return [Work("`copy`", copies, again(round_.copy, copies))]

    def _rounds(self, rules: gr.Rules, rounds: int) -> list[Work]:
        last: list[int] = []
        over = gr.Round(rules, seed=SEED)

        def run() -> None:
            choose = random.Random(SEED)
            last[:] = [
                random_round(gr.Round(rules, seed=SEED, number=number), choose)
                for number in range(rounds)
            ]

        def empty() -> None:
            each(attrgetter("is_over"), repeat(over, sum(last) * CALLS_A_MOVE))()

        works = [Work("Python loop", rounds, run, empty, moves=lambda: sum(last) / rounds)]
        many = rounds * MANY
        works.append(Work("C++ loop", many, partial(simulate, rules, many)))
        return works

    def rounds_openspiel(self, rounds: int) -> list[Work]:
        rules = gr.find_variant("openspiel").rules
        return self._rounds(rules.replace(showdown="manual", max_turns=300), rounds)

    def rounds_rlcard(self, rounds: int) -> list[Work]:
        return self._rounds(gr.find_variant("rlcard").rules, rounds)


def shared_decks(rounds: int) -> Sequence[list[int]]:
    """The decks of those rounds, as card indices, top first."""
    return [[card.index for card in gr.shuffled_deck(SEED, n)] for n in range(rounds)]


def points(cards: Sequence[Any]) -> int:
    """The points of card indices."""
    return sum(gr.Card(card).points for card in cards)
