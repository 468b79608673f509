"""Kalooki's melds again, in plain words: what cards can be, and what that counts (k3 to k6).

Faces are numbers 0..51 and 52 for a joker; a run's places go from 1, the low ace, to 14.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from ..table.rules import KalookiRules

__all__ = [
    "HIGH_ACE",
    "JOKER",
    "Meld",
    "Plain",
    "RunMeld",
    "SetMeld",
    "card_points",
    "cards_of",
    "face_at",
    "meld_of",
    "melds_of",
    "without",
]

JOKER, HIGH_ACE = 52, 14

Plain: TypeAlias = tuple[bool, int, int, int, int, bool]
"""A meld as the core gives it: a set's (True, rank from 0, suits, 0, jokers, closed), or a
run's (False, suit, low, high, mask of the jokers' places, False)."""


class SetMeld(NamedTuple):
    """A set: its naturals' suits and a number of jokers."""

    rank: int
    suits: frozenset[int]
    jokers: int
    closed: bool = False

    @property
    def size(self) -> int:
        """How many cards lie in it."""
        return len(self.suits) + self.jokers

    @property
    def faces(self) -> list[int]:
        """The faces of its naturals."""
        return [suit * 13 + self.rank for suit in self.suits]

    def points(self, _: KalookiRules) -> int:
        """What it counts (k13)."""
        return self.size * _rank_points(self.rank)

    @property
    def plain(self) -> Plain:
        """The same in the core's numbers."""
        suits = sum(1 << suit for suit in self.suits)
        return True, self.rank, suits, 0, self.jokers, self.closed

    @property
    def order(self) -> tuple[int, ...]:
        """What tells equal plans apart: see `ginrummy.table.solver`."""
        return 0, self.rank, self.plain[2], self.jokers, self.closed


class RunMeld(NamedTuple):
    """A run: from a place upwards, jokers where they lie."""

    suit: int
    low: int
    is_joker: tuple[bool, ...]

    @property
    def size(self) -> int:
        """How many cards lie in it."""
        return len(self.is_joker)

    @property
    def high(self) -> int:
        """Its last place."""
        return self.low + self.size - 1

    @property
    def jokers(self) -> int:
        """How many jokers lie in it."""
        return sum(self.is_joker)

    @property
    def faces(self) -> list[int]:
        """The faces of its naturals."""
        places = range(self.low, self.high + 1)
        return [
            face_at(self.suit, place)
            for place, joker in zip(places, self.is_joker, strict=True)
            if not joker
        ]

    def points(self, rules: KalookiRules) -> int:
        """What it counts; an ace at the low end may count otherwise (k5, k13)."""
        places = range(self.low, self.high + 1)
        return sum(rules.ace_low_value if p == 1 else _rank_points((p - 1) % 13) for p in places)

    @property
    def plain(self) -> Plain:
        """The same in the core's numbers."""
        jokers = sum(1 << self.low + at for at, joker in enumerate(self.is_joker) if joker)
        return False, self.suit, self.low, self.high, jokers, False

    @property
    def order(self) -> tuple[int, ...]:
        """What tells equal plans apart: see `ginrummy.table.solver`."""
        return 1, self.suit, self.low, self.high, self.plain[4]


Meld: TypeAlias = "SetMeld | RunMeld"
"""Either kind."""


def _rank_points(rank: int) -> int:
    return 11 if rank == 0 else min(rank + 1, 10)


def face_at(suit: int, place: int) -> int:
    """The card of a place of a suit's runs."""
    return suit * 13 + (place - 1) % 13


def card_points(face: int, rules: KalookiRules) -> int:
    """What a card left in the hand counts (k13)."""
    return rules.joker_value if face == JOKER else _rank_points(face % 13)


def cards_of(hand: tuple[int, int, int]) -> tuple[int, ...]:
    """The faces of a hand given as masks of cards held, held twice, and jokers."""
    once, twice, jokers = hand
    naturals = [face for mask in (once, twice) for face in range(52) if mask >> face & 1]
    return (*sorted(naturals), *[JOKER] * jokers)


def meld_of(plain: Plain) -> Meld:
    """The meld of the core's numbers."""
    is_set, kind, first, high, jokers, closed = plain
    if is_set:
        suits = frozenset(suit for suit in range(4) if first >> suit & 1)
        return SetMeld(kind, suits, jokers, closed)
    return RunMeld(kind, first, tuple(bool(jokers >> p & 1) for p in range(first, high + 1)))


def without(hand: tuple[int, ...], cards: list[int]) -> tuple[int, ...]:
    """A hand after some of its cards are played."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _readings(cards: tuple[int, ...], rules: KalookiRules) -> Iterator[Meld]:
    """The melds that these cards are, all together (k3 to k6)."""
    naturals = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(naturals)
    most = rules.max_jokers_per_meld
    if len(naturals) < rules.min_naturals or (most is not None and jokers > most):
        return
    ranks, suits = {card % 13 for card in naturals}, {card // 13 for card in naturals}
    if len(cards) in (3, 4) and len(ranks) == 1 and len(suits) == len(naturals):
        yield SetMeld(ranks.pop(), frozenset(suits), jokers)
    if len(suits) == 1 and 3 <= len(cards) <= rules.run_max:
        seen = set()
        choices = [(1, HIGH_ACE) if card % 13 == 0 else (card % 13 + 1,) for card in naturals]
        for low in range(1, HIGH_ACE - len(cards) + 2):
            window = range(low, low + len(cards))
            for places in product(*choices):
                run = RunMeld(min(suits), low, tuple(place not in places for place in window))
                fits = set(places) <= set(window) and len(set(places)) == len(places)
                if fits and run not in seen:
                    seen.add(run)
                    yield run


def melds_of(hand: tuple[int, ...], rules: KalookiRules) -> list[Meld]:
    """Every meld of some of the cards: all choices of cards are looked at."""
    found: set[Meld] = set()
    for size in range(3, min(len(hand), HIGH_ACE) + 1):
        for cards in set(combinations(hand, size)):
            found.update(_readings(cards, rules))
    return sorted(found, key=lambda meld: meld.order)
