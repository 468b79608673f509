"""A player of both table games that chooses at random."""

from __future__ import annotations

import itertools
import random

from ..moves import Build, Claim, Discard, Lay, MoveJoker, TableMove
from ..state import TablePhase
from ..view import TableView

__all__ = ["RandomTablePlayer"]

_ENOUGH = 64


class RandomTablePlayer:
    """Draws or takes at random; then as likely throws a card as plays to the table.

    There may be more legal moves than can be counted, so that not all are equally likely: a
    play to the table is one of the first 64 that are found.

    Args:
        seed: of its own choices; the same seed and views give the same moves.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: TableView) -> TableMove:
        """A legal move."""
        legal = view.legal_moves
        if view.phase is TablePhase.DRAW:
            return self._random.choice(list(legal))
        kinds: list[tuple[type[TableMove], ...]] = [
            (Discard,),
            (Lay,),
            (Build, Claim, MoveJoker),
        ]
        self._random.shuffle(kinds)
        if self._random.random() < 0.25:
            kinds.sort(key=lambda one: one != (Discard,))
        for some in kinds:
            if some == (Discard,):
                found = self._throws(view)
            else:
                found = list(itertools.islice(legal.of(*some), _ENOUGH))
            if found:
                return self._random.choice(found)
        raise AssertionError("a turn can always end")

    def _throws(self, view: TableView) -> list[TableMove]:
        """A throw, if one is legal. Cards are tried one by one, for nearly each can be thrown."""
        cards = list(view.hand)
        self._random.shuffle(cards)
        throws = map(Discard, cards)
        return list(itertools.islice((one for one in throws if one in view.legal_moves), 1))
