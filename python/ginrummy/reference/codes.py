"""The codes of moves, and the numbers of melds in them."""

from __future__ import annotations

from enum import IntEnum

from ..cards import Card
from .arranging import Cards

PASS = 0
TAKE = 1
DRAW = 2
BIG_GIN = 3
DISCARD = 4
"""Plus the card thrown."""
KNOCK = 56
"""Plus the card thrown; gin is a knock too (b5)."""
DONE = 108
CLAIM = 109
ACCEPT = 110
REFUSE = 111
MELD = 112
"""Plus the number of the meld laid down."""
LAYOFF = 701
"""Plus 52 times the index of the meld shown, plus the card laid on it."""


class Phase(IntEnum):
    """What the player on turn has to do."""

    UPCARD = 0
    """Take the first upcard or pass (a6)."""
    DRAW = 1
    """Draw from the stock or take from the pile."""
    THROW = 2
    """Throw a card, or knock with it."""
    WALL = 3
    """Take the last discard to knock with it, or pass (w1)."""
    ANSWER = 4
    """Accept or refuse a knock over the limit (b6)."""
    LAY_DOWN = 5
    """The knocker lays melds down (b4)."""
    LAY_OFF = 6
    """A defender lays down melds and lays off (section C)."""
    OVER = 7
    """Nobody is on turn."""


def _all_melds() -> tuple[Cards, ...]:
    found: list[Cards] = []
    for rank in range(1, 14):
        four = frozenset(Card.of(rank, suit) for suit in range(4))
        found += [four - {missing} for missing in sorted(four)]
        found.append(four)
    for suit in range(4):
        for length in range(3, 14):
            starts = 13 if length < 13 else 1  # the full ring is one meld however cut (t2)
            for first in range(starts):
                ranks = [(first + step) % 13 + 1 for step in range(length)]
                found.append(frozenset(Card.of(rank, suit) for rank in ranks))
    return tuple(found)


MELDS = _all_melds()
"""The 589 melds of the widest run mode; a meld's number is its place here."""
NUMBER = {meld: number for number, meld in enumerate(MELDS)}
"""The number of each meld."""
