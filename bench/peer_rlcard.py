"""RLCard (PyPI: rlcard) in the comparison of bench/peers.py: pure Python.

PettingZoo's gin rummy is RLCard's inside, so it is not measured again.
"""

import copy
import importlib.metadata
import random
from collections.abc import Iterator
from typing import Any

from library import NotInstalled, Work, again, cards_of, each
from peer_ginrummy import SHORT, shared_decks
from workloads import SEED

import ginrummy as gr

LIMIT = 10
# Its suits are S, H, D, C with 13 ranks each, ace first; ours c, d, h, s.
THEIRS = [suit * 13 + rank for suit in (3, 2, 1, 0) for rank in range(13)]
OURS = {theirs: ours for ours, theirs in enumerate(THEIRS)}
GIN_FAULT = (
    "where all eleven cards are melded it goes gin by throwing any card of a meld of four or "
    "more, also one out of the middle of a run, which leaves no gin"
)


def threw_from_the_middle(hand: int, theirs: frozenset[int], right: frozenset[int]) -> bool:
    """The known fault: one throw too many, of eleven cards that are all melded."""
    return right < theirs and len(theirs - right) == 1 and gr.deadwood(hand) == 0


class Stacked:
    """Stands for numpy's generator and shuffles given decks into place, so that RLCard deals
    what the others deal. It takes its cards from the end of the list, eleven to the opener
    first and ten to the dealer then."""

    def __init__(self, decks: list[list[Any]]) -> None:
        self._decks = iter(decks)

    def shuffle(self, cards: list[Any]) -> None:
        cards[:] = next(self._decks)

    def choice(self, _: Any) -> int:
        return 0


class RLCard:
    name = "RLCard"

    def __init__(self) -> None:
        try:
            from rlcard.games.gin_rummy import game, judge
            from rlcard.games.gin_rummy.utils import melding, utils
        except ImportError as error:
            raise NotInstalled(str(error)) from error
        self.version = importlib.metadata.version("rlcard")
        self._new_game = game.GinRummyGame
        self._judge, self._melding, self._utils = judge, melding, utils
        self._cards = [utils.get_card(theirs) for theirs in THEIRS]

    def _index(self, card: Any) -> int:
        return OURS[self._utils.get_card_id(card)]

    def _work(self, call: Any, hands: list[int], read: Any, **more: Any) -> Work:
        lists = [[self._cards[card] for card in cards_of(hand)] for hand in hands]
        return Work(
            "a call a hand",
            len(hands),
            each(call, lists),
            None,
            lambda: [read(call(cards)) for cards in lists],
            **more,
        )

    def deadwood(self, hands: list[int]) -> list[Work]:
        best, count = self._melding.get_best_meld_clusters, self._utils.get_deadwood_count

        def least(cards: list[Any]) -> int:
            clusters = best(cards)
            return count(cards, clusters[0] if clusters else [])

        return [self._work(least, hands, lambda deadwood: deadwood)]

    def knocks(self, hands: list[int]) -> list[Work]:
        going_out = self._judge.get_going_out_cards

        def read(cards: tuple[list[Any], list[Any]]) -> frozenset[int]:
            return frozenset(self._index(card) for some in cards for card in some)

        fault = {"fault": GIN_FAULT, "is_fault": threw_from_the_middle}
        return [self._work(lambda cards: going_out(cards, LIMIT), hands, read, **fault)]

    def melds(self, hands: list[int]) -> list[Work]:
        runs, sets = self._melding.get_all_run_melds, self._melding.get_all_set_melds

        def read(melds: list[list[Any]]) -> frozenset[int]:
            return frozenset(
                sum(1 << self._index(card) for card in meld) for meld in melds if len(meld) <= SHORT
            )

        return [self._work(lambda cards: runs(cards) + sets(cards), hands, read)]

    def _decks(self, rounds: int) -> Iterator[list[Any]]:
        for deck in shared_decks(rounds):
            order = [*deck[0:20:2], deck[20], *deck[1:20:2], *deck[21:]]
            yield [self._cards[card] for card in reversed(order)]

    def copy(self, turns: int, copies: int) -> list[Work]:
        game = self._new_game()
        game.np_random = Stacked(list(self._decks(1)))
        game.init_game()
        for _ in range(turns):
            for legal in (self._throws, self._draws):
                game.step(legal(game))
        return [Work("`deepcopy`", copies, again(lambda: copy.deepcopy(game), copies))]

    def _throws(self, game: Any) -> Any:
        """The throw of the newest card."""
        wanted = game.get_current_player().hand[-1]
        return next(
            one for one in game.judge.get_legal_actions() if getattr(one, "card", None) == wanted
        )

    def _draws(self, game: Any) -> Any:
        return game.judge.get_legal_actions()[0]

    def rounds_rlcard(self, rounds: int) -> list[Work]:
        game = self._new_game()
        decks = list(self._decks(rounds))
        played: list[int] = []

        def run() -> None:
            choose = random.Random(SEED)
            game.np_random = Stacked(decks)
            played.clear()
            for _ in range(rounds):
                game.init_game()
                while not game.is_over():
                    legal = game.judge.get_legal_actions()
                    game.step(legal[int(choose.random() * len(legal))])
                played.append(len(game.actions))

        return [Work("Python loop", rounds, run, moves=lambda: sum(played) / rounds)]
