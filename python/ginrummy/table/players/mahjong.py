"""A simple player of Mahjong gin."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable

from ... import _select
from ...cards import Card, Hand
from ...rules import Rules
from ...values import Arrangement
from ..cards import TableCard
from ..melds import TableMeld
from ..moves import Build, Discard, Draw, Lay, Pass, TableMove, Take
from ..rules import MahjongRules
from ..state import TablePhase
from ..view import TableView

__all__ = ["SimpleMahjongPlayer"]


class SimpleMahjongPlayer:
    """Takes as much of the pile as improves its hand at once, lays every meld it has, adds
    what fits, and throws the card that counts most among those that go with no other.

    Args:
        seed: of its choices among equals; the same seed and views give the same moves.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: TableView) -> TableMove:
        """A legal move."""
        if view.phase is TablePhase.DRAW:
            return self._draw(view)
        if (move := self._lay(view)) is not None:
            return move
        for build in view.legal_moves.of(Build):
            return build
        return self._throw(view)

    def _draw(self, view: TableView) -> TableMove:
        hand, pile = _hand(view.hand), _hand(view.pile)
        now = _worth(hand, view)
        best, gain = 0, 0
        taken = Hand()
        for count, card in enumerate(reversed(view.pile), 1):
            taken |= {_card(card)}
            more = _worth(hand | taken, view) - now
            if more > gain and Take(count) in view.legal_moves:
                best, gain = count, more
        if best:
            return Take(best)
        if Draw() in view.legal_moves:
            return Draw()
        # The stock is out: to pass ends the hand, and nothing in the pile helps (j7).
        return Pass() if pile or Pass() in view.legal_moves else Take(1)

    def _lay(self, view: TableView) -> TableMove | None:
        hand = _hand(view.hand)
        if view.must_use is not None:
            card = _card(view.must_use)
            with_it = [
                move
                for move in view.legal_moves.of(Lay)
                if isinstance(move, Lay) and card in move.melds[0].naturals
            ]
            if with_it:
                return max(
                    with_it,
                    key=lambda move: (_worth(hand - set(move.melds[0].naturals), view), str(move)),
                )
        for meld in _arranged(hand, view).melds:
            move = Lay((TableMeld(meld.cards),))
            if move in view.legal_moves:
                return move
        return None

    def _throw(self, view: TableView) -> TableMove:
        hand = _hand(view.hand)
        fits = {
            card
            for laid in view.table
            for card in hand
            if laid.meld.kind == "set" and card.rank == laid.meld.rank
        }
        throws = [move for move in view.legal_moves.of(Discard) if isinstance(move, Discard)]

        def cost(move: Discard) -> tuple[bool, int, int]:
            card = _card(move.card)
            return card in fits, _friends(card, hand), -_points(view)[card.rank - 1]

        least = min(map(cost, throws))
        return self._random.choice([move for move in throws if cost(move) == least])


def _card(card: TableCard) -> Card:
    found = card.card
    assert found is not None  # no jokers here
    return found


def _hand(cards: Iterable[TableCard]) -> Hand:
    return Hand(map(_card, cards))


def _points(view: TableView) -> tuple[int, ...]:
    assert isinstance(view.rules, MahjongRules)
    return view.rules.card_points


@functools.cache
def _rules(points: tuple[int, ...]) -> Rules:
    return Rules(card_points=points)


def _arranged(hand: Hand, view: TableView) -> Arrangement:
    return _select.arrange(hand, _rules(_points(view)))


def _worth(hand: Hand, view: TableView) -> int:
    """What the melds of a hand count, less the rest of it."""
    points = _points(view)
    return sum(points[card.rank - 1] for card in hand) - 2 * _arranged(hand, view).deadwood


def _friends(card: Card, hand: Hand) -> int:
    """How many cards of the hand may go into one meld with it."""
    return sum(
        other.rank == card.rank or (other.suit == card.suit and abs(other.rank - card.rank) <= 2)
        for other in hand
        if other != card
    )
