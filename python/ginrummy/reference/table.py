"""The table of one round: who holds what, whose turn it is, and what is open."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ..cards import Card, Hand
from ..choices import Deal, LayoffOrder, LimitSource, Misdeal, Wall
from ..rules import Rules
from ..values import Outcome
from .arranging import Cards, Splitter, points_of
from .codes import Phase
from .scoring import knock_terms

Event: TypeAlias = tuple[int, int, int, bool]
"""Who moved, the code of the move, the card moved or -1, and whether all may know the card."""


class RawResult(NamedTuple):
    """How a round ended; seats, cards and masks as numbers, -1 for nobody."""

    outcome: str
    winner: int
    points: int
    scores: list[int]
    boxes: list[int]
    multiplier: int
    knocker: int
    parts: list[tuple[int, str, int]]
    knocker_deadwood: int
    deadwoods: list[tuple[int, int]]
    spread: list[int]
    defences: list[tuple[int, list[int], list[tuple[int, int]], int, int]]


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as a mask."""
    return Hand(cards).mask


class Table:
    """Everything there is to know about a round, as plain attributes.

    A seat is a number from 0, and the turn passes upwards. Nothing here checks
    whether a move is legal.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        dealer: int,
        starter: int,
        knock_card: int,
        deck: Sequence[int],
        rules_hash: int,
    ) -> None:
        self.given_rules = rules
        self.players = players
        self.dealer = dealer
        self.starter = starter
        self.knock_card = knock_card
        self.deck = tuple(deck)
        self.rules_hash = rules_hash
        self.size = rules.cards_each(players)
        # The same rules with the number of cards that a hand has at this table.
        self.rules = rules if rules.hand_size == self.size else rules.replace(hand_size=self.size)

        self.hands: list[set[Card]] = [set() for _ in range(players)]
        self.pile: list[Card] = []
        self.stock: list[Card] = [Card(index) for index in deck]
        self._deal()

        self.limit_card: Card | None = None
        if rules.limit_source is LimitSource.UPCARD:
            self.limit_card = self.pile[0]
        elif rules.limit_source is LimitSource.SECOND_DECK:
            self.limit_card = Card(knock_card)
        self.terms = knock_terms(rules, self.limit_card)

        self.turn = starter
        self.phase = Phase.DRAW
        if rules.deal is Deal.UPCARD:
            self.phase = Phase.UPCARD
        elif rules.deal is Deal.EXTRA_CARD:
            self.phase = Phase.THROW
        self.passes = 0
        """How many have passed the first upcard."""
        self.stock_only = False
        """The player on turn must draw from the stock, for all have passed (a6)."""
        self.untouched = True
        """No card has been drawn or taken in this round."""
        self.turns = 0
        """How many cards have been thrown, big gin counted too."""
        self.taken: Card | None = None
        """The card that the player on turn took from the pile."""
        self.drawn: Card | None = None
        """The card that the player on turn drew from the stock."""
        self.last_draw = False
        """The player on turn has drawn the last card (w1)."""
        self.at_wall = False
        """The player on turn took the last discard at the wall, and must knock (w1)."""
        self.threw_drawn = False
        """The card thrown last was the one just drawn."""
        self.knocker: int | None = None
        self.thrown: Card | None = None
        """The knocker's card, face down (b2)."""
        self.big_gin = False
        self.open_seats: set[int] = set()
        """Who plays or shows with open cards."""
        self.spread: list[Cards] = []
        """The melds that the knocker has laid down by moves of his own."""
        self.own_melds: list[tuple[int, Cards]] = []
        """The melds that defenders have laid down by moves of their own."""
        self.laid: list[tuple[int, Card, int]] = []
        """The cards laid off by moves: whose, and on which meld of the spread."""
        self.result: RawResult | None = None
        self.history: list[int] = []
        self.events: list[Event] = []

        if rules.misdeal is Misdeal.PAT_HAND and any(map(self.is_pat, range(players))):
            self.end(Outcome.MISDEAL)
        self.end_if_stuck()

    def _deal(self) -> None:
        """One card at a time, the player left of the dealer first (a4)."""
        for number in range(self.size * self.players):
            seat = (self.dealer + 1 + number) % self.players
            self.hands[seat].add(self.stock.pop(0))
        if self.given_rules.deal is Deal.EXTRA_CARD:
            self.hands[self.starter].add(self.stock.pop(0))
        if self.given_rules.deal is Deal.UPCARD:
            self.pile.append(self.stock.pop(0))

    def copy(self) -> Table:
        """An independent table in the same state."""
        other = copy.copy(self)
        other.hands = [set(hand) for hand in self.hands]
        other.pile = list(self.pile)
        other.stock = list(self.stock)
        other.open_seats = set(self.open_seats)
        other.spread = list(self.spread)
        other.own_melds = list(self.own_melds)
        other.laid = list(self.laid)
        other.history = list(self.history)
        other.events = list(self.events)
        return other

    def left_of(self, seat: int) -> int:
        """The next in turn."""
        return (seat + 1) % self.players

    def defenders(self) -> list[int]:
        """All but the knocker, from the knocker's left."""
        assert self.knocker is not None
        return [(self.knocker + step) % self.players for step in range(1, self.players)]

    def splitter(self, seat: int) -> Splitter:
        """For questions about the hand of a seat."""
        return Splitter(frozenset(self.hands[seat]), self.rules)

    def deadwood(self, seat: int) -> int:
        """The least deadwood of the hand of a seat."""
        return self.splitter(seat).deadwood(frozenset(self.hands[seat]))

    def is_pat(self, seat: int) -> bool:
        """Whether the hand of a seat, as dealt, could knock at once (a9)."""
        return len(self.hands[seat]) == self.size and self.deadwood(seat) <= self.terms.limit

    def at_last_stock(self) -> bool:
        """Whether no more cards may be drawn (w1)."""
        return len(self.stock) <= self.rules.wall_stock

    def may_take(self) -> bool:
        """In phase draw: whether the top of the pile may be taken."""
        return bool(self.pile) and not self.stock_only

    def may_call_dead(self) -> bool:
        """In phase draw: whether the hand may be called dead (w1, play_on)."""
        return self.rules.wall is Wall.PLAY_ON and self.at_last_stock()

    def loose(self, seat: int) -> Cards:
        """At the showdown: the cards of a seat that are neither melded nor laid off."""
        used: set[Card] = {card for one, card, _ in self.laid if one == seat}
        if seat == self.knocker:
            used = used.union(*self.spread)
        used = used.union(*(meld for one, meld in self.own_melds if one == seat))
        return frozenset(self.hands[seat] - used)

    def loose_points(self, seat: int) -> int:
        """What those cards count."""
        return points_of(self.loose(seat), self.rules)

    def most_left(self) -> int:
        """The most points that the knocker's spread may leave (b1, b4, b5, b6)."""
        assert self.knocker is not None
        least = self.deadwood(self.knocker)
        if self.big_gin or (self.rules.gin_forced and least == 0):
            return 0
        return max(self.terms.limit, least)

    def may_lay_off(self) -> bool:
        """Whether the defenders may lay off on the spread (b7, d4)."""
        assert self.knocker is not None
        gin = self.loose_points(self.knocker) == 0
        return self.rules.layoffs and not self.big_gin and (not gin or self.rules.layoff_on_gin)

    def laid_before(self, seat: int, index: int) -> Cards:
        """What lies on a meld of the spread, as far as a seat may build on it (q6)."""
        party = self.rules.party
        shared = party is not None and party.layoff_order is LayoffOrder.TURN
        return frozenset(
            card for one, card, on in self.laid if on == index and (shared or one == seat)
        )

    def end(self, outcome: Outcome) -> None:
        """The round ends, and nobody scores (w2)."""
        self.finish(
            RawResult(
                outcome=outcome.value,
                winner=-1,
                points=0,
                scores=[0] * self.players,
                boxes=[0] * self.players,
                multiplier=self.terms.multiplier,
                knocker=-1,
                parts=[],
                knocker_deadwood=0,
                deadwoods=[],
                spread=[],
                defences=[],
            )
        )

    def finish(self, result: RawResult) -> None:
        """The round ends."""
        self.result = result
        self.phase = Phase.OVER
        self.turn = -1
        self.taken = self.drawn = None

    def end_if_stuck(self) -> None:
        """Who can neither draw nor take nor call the hand dead ends it."""
        if self.phase is Phase.DRAW:
            stuck = self.at_last_stock() and not self.may_take()
            if stuck and not self.may_call_dead():
                self.end(Outcome.DEAD)
