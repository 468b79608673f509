"""Moves of a round: small whole numbers with a fixed code, and their text.

====== =============================== ==================
code   move                            text
====== =============================== ==================
0      pass                            ``pass``
1      take the top of the pile        ``take``
2      draw from the stock             ``draw``
3      big gin                         ``big gin``
4+c    discard card c                  ``discard Th``
56+c   knock, or go gin, throwing c    ``knock Th``
108    done laying down or off         ``done``
109    claim a misdeal                 ``claim misdeal``
110    accept a knock over the limit   ``accept``
111    refuse it                       ``refuse``
112+k  lay meld k                      ``meld 7c 7d 7s``
701+   lay card c on shown meld m:     ``lay off 7s on 0``
       701 + 52 m + c
====== =============================== ==================

The 589 melds of the widest run mode have one numbering for all: sets first, ``5 *
(rank - 1)`` plus the missing suit or 4 for all four, then the runs of each suit, ``65 +
131 * suit + 13 * (length - 3) + first rank - 1``, the full suit last.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from .cards import Card, CardLike, Hand, shown, whole
from .errors import IllegalMove
from .values import Meld, MeldKind, meld_of_mask

__all__ = [
    "ACCEPT",
    "AUTOMATIC_MOVES",
    "BIG_GIN",
    "CLAIM",
    "DONE",
    "DRAW",
    "MELDS",
    "PASS",
    "REFUSE",
    "TAKE",
    "discard",
    "knock",
    "lay_meld",
    "lay_off_card",
    "move_count",
    "move_text",
    "parse_move",
]

PASS: Final = 0
"""Pass the upcard or the last discard, or call the hand dead."""
TAKE: Final = 1
"""Take the top of the pile."""
DRAW: Final = 2
"""Draw from the stock."""
BIG_GIN: Final = 3
"""End the hand with every card melded."""
DONE: Final = 108
"""Nothing more to lay down or off."""
CLAIM: Final = 109
"""Claim a misdeal (a9)."""
ACCEPT: Final = 110
"""Accept a knock over the limit (b6)."""
REFUSE: Final = 111
"""Refuse it."""
AUTOMATIC_MOVES: Final = 112
"""How many codes a round with an automatic showdown needs."""
MELDS: Final = 589
"""How many melds there are."""

_DISCARD, _KNOCK, _MELD, _LAY_OFF, _END = 4, 56, 112, 701, 701 + 52 * 17
_NAMED = {
    PASS: "pass",
    TAKE: "take",
    DRAW: "draw",
    BIG_GIN: "big gin",
    DONE: "done",
    CLAIM: "claim misdeal",
    ACCEPT: "accept",
    REFUSE: "refuse",
}
_CODES = {text: code for code, text in _NAMED.items()}


def discard(card: CardLike) -> int:
    """The move that throws a card on the pile."""
    return _DISCARD + Card(card).index


def knock(card: CardLike) -> int:
    """The move that ends the hand, with a knock or gin, throwing a card face down."""
    return _KNOCK + Card(card).index


def lay_meld(meld: Meld) -> int:
    """The move that lays a meld down in a manual showdown."""
    first = meld.cards[0]
    if meld.kind is MeldKind.SET:
        missing = {0, 1, 2, 3} - {card.suit for card in meld.cards}
        return _MELD + 5 * (first.rank - 1) + (missing.pop() if missing else 4)
    return _MELD + 65 + 131 * first.suit + 13 * (len(meld) - 3) + first.rank - 1


def lay_off_card(card: CardLike, meld: int) -> int:
    """The move that lays a card on a shown meld, by the meld's place in the spread."""
    place = whole(meld)
    if place is None or not 0 <= place < 17:
        raise IllegalMove(f"{shown(meld)} is no place in a spread: 0 to 16 are")
    return _LAY_OFF + 52 * place + Card(card).index


def move_count(hand_size: int, *, manual: bool) -> int:
    """How many codes a round can use: the size of ``Round.legal_mask``."""
    return _LAY_OFF + 52 * ((hand_size + 1) // 3) if manual else AUTOMATIC_MOVES


@functools.cache
def melds_by_number() -> tuple[Meld, ...]:
    """The 589 melds in the order of their numbers."""
    found: dict[int, Meld] = {}
    for rank in range(1, 14):
        cards = Hand([Card.of(rank, suit) for suit in range(4)])
        for meld in [cards, *(cards - {card} for card in cards)]:
            one = meld_of_mask(meld.mask)
            found[lay_meld(one) - _MELD] = one
    for suit in range(4):
        for length in range(3, 14):
            for first in range(1 if length == 13 else 13):
                ranks = ((first + i) % 13 + 1 for i in range(length))
                one = meld_of_mask(Hand([Card.of(rank, suit) for rank in ranks]).mask)
                found[lay_meld(one) - _MELD] = one
    return tuple(found[number] for number in range(MELDS))


def move_text(move: int) -> str:
    """The text of a move, as the table in `ginrummy.moves` has it.

    Raises:
        IllegalMove: the number is the code of no move.
    """
    code = whole(move)
    if code is None or not 0 <= code < _END:
        raise IllegalMove(f"{shown(move)} is the code of no move")
    move = code
    if move in _NAMED:
        return _NAMED[move]
    if move < _KNOCK:
        return f"discard {Card(move - _DISCARD)}"
    if move < DONE:
        return f"knock {Card(move - _KNOCK)}"
    if move < _LAY_OFF:
        return f"meld {melds_by_number()[move - _MELD]}"
    meld, card = divmod(move - _LAY_OFF, 52)
    return f"lay off {Card(card)} on {meld}"


_LAID = re.compile(r"lay off (\S+) on ([0-9]{1,2})")


def parse_move(text: str) -> int:
    """The move of a text that `move_text` writes.

    Raises:
        IllegalMove: no move has that text.
        InvalidCard, InvalidMeld: the cards in it are none.
    """
    if not isinstance(text, str):
        raise IllegalMove(f"{shown(text)} is no text of a move")
    words = " ".join(text.lower().split())
    if words in _CODES:
        return _CODES[words]
    head, _, rest = words.partition(" ")
    if head == "discard":
        return discard(rest)
    if head == "knock":
        return knock(rest)
    if head == "meld":
        return lay_meld(Meld(rest))
    if laid := _LAID.fullmatch(words):
        return lay_off_card(laid[1], int(laid[2]))
    raise IllegalMove(f"{shown(text)} is no move")
