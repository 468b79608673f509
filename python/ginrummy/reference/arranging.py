"""Melds, and the ways to split a hand into melds and deadwood."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from .._inputs import RulesLike, as_hand, as_rules
from ..cards import Card, Hand, HandLike
from ..choices import RunMode
from ..rules import Rules
from ..values import Arrangement, Meld

Cards: TypeAlias = frozenset[Card]

_UPWARDS = tuple(range(1, 14))
_LINES = {
    RunMode.LOW: _UPWARDS,
    RunMode.HIGHLOW: (*_UPWARDS, 1),
    RunMode.WRAP: (*_UPWARDS, *_UPWARDS[:-1]),
}
"""The ranks in a line, for each run mode: any 3 to 13 neighbours in it are a run (t1, t2)."""


def makes_meld(cards: Collection[Card], rules: Rules) -> bool:
    """Whether the cards, all different, are a set or a run (t1, t2)."""
    size = len(cards)
    if size < 3:
        return False
    ranks = {card.rank for card in cards}
    if len(ranks) == 1:
        return True
    if len({card.suit for card in cards}) > 1:
        return False
    line = _LINES[rules.run_mode]
    return any(ranks == set(line[at : at + size]) for at in range(len(line) - size + 1))


def melds_of(cards: Cards, rules: Rules) -> list[Cards]:
    """Every meld of the cards, in canonical order: by ascending mask."""
    found: set[Cards] = set()
    for rank in {card.rank for card in cards}:
        same = [card for card in cards if card.rank == rank]
        for size in (3, 4):
            found.update(frozenset(some) for some in combinations(same, size))
    line = _LINES[rules.run_mode]
    for suit in {card.suit for card in cards}:
        held = {card.rank: card for card in cards if card.suit == suit}
        for at in range(len(line)):
            run: list[Card] = []
            for rank in line[at : at + 13]:
                if rank not in held:
                    break
                run.append(held[rank])
                if len(run) >= 3:
                    found.add(frozenset(run))
    return sorted(found, key=mask_of)


def mask_of(cards: Iterable[Card]) -> int:
    """The mask that the canonical order goes by (b4)."""
    return Hand(cards).mask


def points_of(cards: Iterable[Card], rules: Rules) -> int:
    """What the cards count as deadwood (t4)."""
    return sum(rules.card_points[card.rank - 1] for card in cards)


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, card.suit


class Splitter:
    """Answers about one hand and its parts, each part worked out only once."""

    def __init__(self, cards: Cards, rules: Rules) -> None:
        self.cards = cards
        self.rules = rules
        self.melds = melds_of(cards, rules)
        # A longer run covers no more than pieces of 3 to 5 cards do. Without it there
        # are few different remainders, so that even the whole pack can be searched.
        self._pieces: dict[Card, list[Cards]] = {card: [] for card in cards}
        for meld in self.melds:
            if len(meld) <= 5:
                for card in meld:
                    self._pieces[card].append(meld)
        self._known: dict[Cards, int] = {frozenset(): 0}

    def deadwood(self, cards: Cards) -> int:
        """The least deadwood of a part of the hand."""
        alone = [card for card in cards if not self._pieces[card]]
        return points_of(alone, self.rules) + self._least(cards.difference(alone))

    def _least(self, cards: Cards) -> int:
        if cards not in self._known:
            self._known[cards] = self._try_highest(cards)
        return self._known[cards]

    def _try_highest(self, cards: Cards) -> int:
        """The highest card goes into one of its melds or stays loose; try everything."""
        # By rank, not by suit: then only runs that cross a rank tell remainders apart.
        highest = max(cards, key=_by_rank)
        found: list[int] = []
        for piece in self._pieces[highest]:
            if piece <= cards:
                found.append(self._least(cards - piece))
                if found[-1] == 0:
                    return 0
        found.append(points_of((highest,), self.rules) + self._least(cards - {highest}))
        return min(found)

    def optima(self) -> Iterator[tuple[Cards, ...]]:
        """The melds of every arrangement with the least deadwood, in canonical order.

        The melds of each are found in ascending order, and at every step the
        lower ones are tried first. So the tuples come out in order.
        """
        return self._optima(self.cards, self.melds)

    def _optima(self, cards: Cards, melds: Sequence[Cards]) -> Iterator[tuple[Cards, ...]]:
        least = self.deadwood(cards)
        if least == points_of(cards, self.rules):
            yield ()
            return
            return
        for at, meld in enumerate(melds):
            if meld <= cards and self.deadwood(cards - meld) == least:
                for others in self._optima(cards - meld, melds[at + 1 :]):
                    yield (meld, *others)


def disjoint_choices(cards: Cards, melds: Sequence[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Every choice of disjoint melds out of the cards, none at all included.

    With ``melds`` in canonical order the choices are in that order too.
    """
    yield ()
    for at, meld in enumerate(melds):
        if meld <= cards:
            for others in disjoint_choices(cards - meld, melds[at + 1 :]):
                yield (meld, *others)


def arrangement(cards: Cards, melds: Iterable[Cards], rules: Rules) -> Arrangement:
    """The value for some melds of the cards, which keep their order."""
    shown = tuple(melds)
    rest = cards.difference(*shown)
    return Arrangement(tuple(Meld(meld) for meld in shown), Hand(rest), points_of(rest, rules))


def is_meld(cards: HandLike, rules: RulesLike = None) -> bool:
    """Whether the cards are one meld under the rules (t1, t2)."""
    return makes_meld(as_hand(cards), as_rules(rules))


def melds(hand: HandLike, rules: RulesLike = None) -> tuple[Meld, ...]:
    """Every meld of the hand, each set of cards once, by ascending mask (t2)."""
    return tuple(Meld(meld) for meld in melds_of(frozenset(as_hand(hand)), as_rules(rules)))


def deadwood(hand: HandLike, rules: RulesLike = None) -> int:
    """The least deadwood of any 0 to 52 cards; no discard is implied (b3)."""
    cards = frozenset(as_hand(hand))
    return Splitter(cards, as_rules(rules)).deadwood(cards)


def arrangements(hand: HandLike, rules: RulesLike = None) -> Iterator[Arrangement]:
    """Every arrangement with the least deadwood, in canonical order (b4)."""
    cards = frozenset(as_hand(hand))
    game = as_rules(rules)
    return (arrangement(cards, found, game) for found in Splitter(cards, game).optima())


def arrange(hand: HandLike, rules: RulesLike = None) -> Arrangement:
    """The first arrangement with the least deadwood in canonical order (b4)."""
    return next(iter(arrangements(hand, rules)))
