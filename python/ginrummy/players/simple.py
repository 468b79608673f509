"""The baseline of the EAAI undergraduate research challenge, as a player.

It takes the upcard only if that joins a meld, throws at random among the cards that leave
the least deadwood, and knocks as soon as it can. It never repeats a (drawn, thrown) pair in
a round, so that two of them cannot trade the same cards for ever.
"""

from __future__ import annotations

import random

from .._select import deadwood, melds
from ..cards import Card
from ..choices import ShowdownMode
from ..moves import ACCEPT, BIG_GIN, DONE, DRAW, PASS, TAKE, discard, knock
from ..view import View
from .laying import lay_best

__all__ = ["SimplePlayer"]


class SimplePlayer:
    """The EAAI baseline.

    Args:
        seed: of its choices among equal throws; the same seed and views give the same moves.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> int:
        """A legal move."""
        legal = view.legal_moves
        if BIG_GIN in legal:
            return BIG_GIN
        knocks = {card: move for card in view.hand if (move := knock(card)) in legal}
        discards = {card: move for card in view.hand if (move := discard(card)) in legal}
        if knocks or discards:
            return self._throw(view, knocks, discards)
        if TAKE in legal and self._wants_upcard(view):
            return TAKE
        if view.rules.showdown is ShowdownMode.MANUAL and (DONE in legal or legal[0] > DONE):
            return lay_best(view)
        return next(move for move in (DRAW, ACCEPT, PASS, *legal) if move in legal)

    def _wants_upcard(self, view: View) -> bool:
        upcard = view.upcard
        assert upcard is not None  # there is one to take
        if view.phase == "wall":
            return True  # the rules let it be taken only to knock
        held = view.hand | {upcard}
        return any(upcard in meld.hand for meld in melds(held, view.rules))

    def _throw(self, view: View, knocks: dict[Card, int], discards: dict[Card, int]) -> int:
        counts = {card: deadwood(view.hand - {card}, view.rules) for card in (knocks | discards)}
        within = {card: move for card, move in knocks.items() if counts[card] <= view.limit}
        if within:
            least = min(counts[card] for card in within)
            return self._random.choice([m for card, m in within.items() if counts[card] == least])
        candidates = discards or knocks
        got = view.taken or view.drawn
        if got is not None:
            past = self._pairs(view)
            fresh = {card: m for card, m in candidates.items() if (got, card) not in past}
            candidates = fresh or candidates
        least = min(counts[card] for card in candidates)
        return self._random.choice([m for card, m in candidates.items() if counts[card] == least])

    @staticmethod
    def _pairs(view: View) -> set[tuple[Card, Card]]:
        """Which card was thrown after drawing which, in this round so far."""
        pairs, got = set(), None
        for event in view.events:
            if event.player != view.player or event.card is None:
                continue
            if event.move in (TAKE, DRAW):
                got = event.card
            elif got is not None:
                pairs.add((got, event.card))
        return pairs
