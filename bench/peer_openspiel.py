"""OpenSpiel (PyPI: open_spiel) in the comparison of bench/peers.py.

Its C++ functions are reached through ``pyspiel.gin_rummy.GinRummyUtils``, which takes a hand
as a list of card numbers.
"""

import importlib.metadata
import random
from typing import Any

from library import NotInstalled, Work, again, cards_of, each
from peer_ginrummy import SHORT, points, shared_decks
from workloads import SEED

import ginrummy as gr

# Its suits are s, c, d, h with 13 ranks each, ace first; ours c, d, h, s.
THEIRS = [suit * 13 + rank for suit in (1, 2, 3, 0) for rank in range(13)]
OURS = {theirs: ours for ours, theirs in enumerate(THEIRS)}
CHANCE, TERMINAL = -1, -4
UPCARDS_PASSED, STOCK = 54, 53
LIMIT = 10
ELEVEN_FAULT = (
    "eleven cards are melded and the costliest card left is thrown, which misses the throw of "
    "a melded card (b3)"
)


def mask(cards: list[int]) -> int:
    return sum(1 << OURS[card] for card in cards)


def dropped_costliest(hand: int, theirs: int, _: int) -> bool:
    """The known fault: its count is that of the costliest leftover of all eleven thrown."""
    return any(
        theirs == spread.deadwood - max((card.points for card in spread.unmelded), default=0)
        for spread in gr.arrangements(hand)
    )


class OpenSpiel:
    name = "OpenSpiel"

    def __init__(self) -> None:
        try:
            import pyspiel
        except ImportError as error:
            raise NotInstalled(str(error)) from error
        self.version = importlib.metadata.version("open_spiel")
        self._spiel = pyspiel
        self._game = pyspiel.load_game("gin_rummy")
        self._utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def _work(self, call: Any, hands: list[int], read: Any, **more: Any) -> Work:
        lists = [[THEIRS[card] for card in cards_of(hand)] for hand in hands]
        # The hand is handed over as in every other call, and its ten values are added up.
        empty = each(self._utils.total_card_value, lists)
        return Work(
            "a call a hand",
            len(hands),
            each(call, lists),
            empty,
            lambda: [read(call(cards), cards) for cards in lists],
            **more,
        )

    def deadwood(self, hands: list[int]) -> list[Work]:
        return [self._work(self._utils.min_deadwood, hands, lambda count, _: count)]

    def best_throw(self, hands: list[int]) -> list[Work]:
        fault = {"fault": ELEVEN_FAULT, "is_fault": dropped_costliest}
        return [self._work(self._utils.min_deadwood, hands, lambda count, _: count, **fault)]

    def knocks(self, hands: list[int]) -> list[Work]:
        legal = self._utils.legal_discards
        return [
            self._work(
                lambda cards: legal(cards, LIMIT),
                hands,
                lambda cards, _: frozenset(OURS[card] for card in cards),
            )
        ]

    def melds(self, hands: list[int]) -> list[Work]:
        return [
            self._work(
                self._utils.all_melds,
                hands,
                lambda melds, _: frozenset(mask(meld) for meld in melds if len(meld) <= SHORT),
            )
        ]

    def arrangement(self, hands: list[int]) -> list[Work]:
        def left(melds: list[list[int]], cards: list[int]) -> int:
            melded = [OURS[card] for meld in melds for card in meld]
            return points([OURS[card] for card in cards]) - points(melded)

        return [self._work(self._utils.best_meld_group, hands, left)]

    def _deal(self, deck: list[int]) -> Any:
        """A dealt state, and the rest of the deck as its actions."""
        order = [THEIRS[card] for card in (*deck[0:20:2], *deck[1:20:2], *deck[20:])]
        state = self._game.new_initial_state()
        cards = iter(order)
        while state.current_player() == CHANCE:
            state.apply_action(next(cards))
        return state, cards

    def copy(self, turns: int, copies: int) -> list[Work]:
        state, stock = self._deal(shared_decks(1)[0])
        for action in (UPCARDS_PASSED, UPCARDS_PASSED):
            state.apply_action(action)
        for card, _ in zip(stock, range(turns), strict=False):
            for action in (STOCK, card, card):  # draws, gets and throws it
                state.apply_action(action)
        return [Work("`clone`", copies, again(state.clone, copies))]

    def rounds_openspiel(self, rounds: int) -> list[Work]:
        return [self._python_rounds(rounds), self._cpp_rounds(rounds)]

    def _python_rounds(self, rounds: int) -> Work:
        decks = shared_decks(rounds)
        played: list[int] = []
        state, _ = self._deal(decks[0])

        def run() -> None:
            choose = random.Random(SEED)
            played.clear()
            for deck in decks:
                state, stock = self._deal(deck)
                moves = 0
                while (player := state.current_player()) != TERMINAL:
                    if player == CHANCE:
                        state.apply_action(next(stock))
                    else:
                        legal = state.legal_actions()
                        state.apply_action(legal[int(choose.random() * len(legal))])
                        moves += 1
                played.append(moves)

        def empty() -> None:
            again(state.is_terminal, sum(played) * 3)()

        return Work("Python loop", rounds, run, empty, moves=lambda: sum(played) / rounds)

    def _cpp_rounds(self, rounds: int) -> Work:
        bots = [self._spiel.make_uniform_random_bot(seat, SEED) for seat in range(2)]
        over: list[Any] = []

        def run() -> None:
            over.clear()
            for number in range(rounds):
                state = self._game.new_initial_state()
                self._spiel.evaluate_bots(state, bots, SEED + number)
                over.append(state)

        def moves() -> float:
            acted = [one for state in over for one in state.full_history() if one.player >= 0]
            return len(acted) / rounds

        return Work("C++ loop", rounds, run, moves=moves)
