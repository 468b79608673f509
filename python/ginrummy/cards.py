"""Cards and hands as values over a 52-bit mask.

Card index ``0..51`` is ``suit * 13 + (rank - 1)`` with the suits clubs,
diamonds, hearts, spades as 0..3 and the ace as rank 1. The mask of a hand has
bit ``index`` set for each card in it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias

from .errors import InvalidCard, InvalidHand, NotAHand, RepeatedCard

__all__ = ["RANKS", "SUITS", "Card", "CardLike", "Hand", "HandLike", "as_mask"]

RANKS: Final = "A23456789TJQK"
"""The thirteen ranks as text; rank ``r`` (1..13) is ``RANKS[r - 1]``."""
SUITS: Final = "cdhs"
"""The four suits as text, in index order."""

_PRETTY_SUITS = "♣♦♥♠"
_RANK_OF = {text: rank for rank, text in enumerate(RANKS, 1)} | {"10": 10}
_SUIT_OF = {text: suit for suit, text in enumerate(SUITS)} | {
    text: suit for suit, text in enumerate(_PRETTY_SUITS)
}
_FULL_MASK = (1 << 52) - 1
SEPARATORS = re.compile(r"[\s,]+")


def shown(value: object) -> str:
    """Quote a value for an error message, cut short if it is huge."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"{'-' if value < 0 else ''}0x… ({value.bit_length()} bits)"
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _parse_index(text: str) -> int:
    rank = _RANK_OF.get(text[:-1].upper()) if text else None
    suit = _SUIT_OF.get(text[-1].lower()) if text else None
    if rank is None or suit is None:
        raise InvalidCard(
            f"{shown(text)} is no card; a card is a rank (A 2-9 T or 10, J Q K) and a "
            "suit (c d h s or ♣ ♦ ♥ ♠), such as 'Th'"
        )
    return suit * 13 + rank - 1


class Card:
    """One of the 52 cards: immutable, hashable, ordered by index.

    Args:
        card: text such as ``Th th 10h 10H T♥ 10♥``, an index 0..51, or a card.

    Raises:
        InvalidCard: anything else; the message quotes the token.

    There is one object per card, so ``Card("Th") is Card("10♥")``.
    """

    __slots__ = ("index",)
    __match_args__ = ("rank", "suit")
    index: int
    """0..51: ``suit * 13 + (rank - 1)``."""

    def __new__(cls, card: CardLike) -> Card:
        if isinstance(card, Card):
            return card
        if isinstance(card, str):
            return _ALL[_parse_index(card)]
        index = whole(card)
        if index is None:
            raise InvalidCard(f"{shown(card)} is no card: text, a Card or an index is expected")
        if not 0 <= index < 52:
            raise InvalidCard(f"{shown(index)} is no card index: 0 to 51 are")
        return _ALL[index]

    @classmethod
    def of(cls, rank: int, suit: int | str) -> Card:
        """The card of a rank 1..13 and a suit (0..3 or one of ``cdhs``)."""
        if isinstance(suit, str):
            if suit not in _SUIT_OF:
                raise InvalidCard(f"{shown(suit)} is no suit: c, d, h, s are")
            suit = _SUIT_OF[suit]
        number, at = whole(rank), whole(suit)
        if number is None or not 1 <= number <= 13:
            raise InvalidCard(f"{shown(rank)} is no rank: 1 (ace) to 13 (king) are")
        if at is None or not 0 <= at <= 3:
            raise InvalidCard(f"{shown(suit)} is no suit: 0 (clubs) to 3 (spades) are")
        return _ALL[at * 13 + number - 1]

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king)."""
        return self.index % 13 + 1

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self.index // 13

    @property
    def points(self) -> int:
        """Points with the ace 1 and faces 10. A variant may value cards
        otherwise: see ``Rules.card_points``."""
        return min(self.rank, 10)

    @property
    def pretty(self) -> str:
        """Text with a suit symbol: ``10♥``."""
        rank = "10" if self.rank == 10 else RANKS[self.rank - 1]
        return rank + _PRETTY_SUITS[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __hash__(self) -> int:
        return hash((Card, self.index))

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Card) else NotImplemented

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: Card) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: Card) -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: Card) -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Card cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Card cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (self.index,)


def _make_card(index: int) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "index", index)
    return card


def whole(value: object) -> int | None:
    """A whole number of any integer type (numpy's too) as an int; None for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, (bool, Iterable)) or not isinstance(value, SupportsIndex):
        return None
    return operator.index(value)


_ALL: Final = tuple(_make_card(index) for index in range(52))

CardLike: TypeAlias = Card | str | SupportsIndex
"""A card, its text, or its index 0..51."""


def as_mask(hand: HandLike) -> int:
    """The 52-bit mask of a hand in any accepted form.

    Raises:
        InvalidCard: text or an item that is no card.
        RepeatedCard: a card given twice.
        NotAHand: a float, a bool, None or another type that is no hand.
        InvalidHand: a mask that is negative or has bits above 51.
    """
    if isinstance(hand, Hand):
        return hand.mask
    if isinstance(hand, str):
        return _mask_of_cards(tokens(hand))
    if isinstance(hand, bool):
        raise NotAHand(f"{hand!r} is a bool, not a hand")
    mask = whole(hand)
    if mask is not None:
        if not 0 <= mask <= _FULL_MASK:
            why = "is negative" if mask < 0 else "has bits above 51"
            raise InvalidHand(f"the mask {shown(mask)} {why}")
        return mask
    try:
        # An array of no dimensions has an iterator in name only.
        # What is not iterable at all is found out by iter, whatever the checker thinks.
        cards = None if isinstance(hand, (bytes, bytearray, Card)) else iter(hand)  # type: ignore[arg-type]
    except TypeError:
        cards = None
    if cards is None:
        raise NotAHand(f"{shown(hand)} is a {type(hand).__name__}, not a hand")
    return _mask_of_cards(cards)


def tokens(text: str) -> list[str]:
    """The cards of a text, which blanks or commas separate."""
    return [token for token in SEPARATORS.split(text) if token]


def _mask_of_cards(cards: Iterable[CardLike]) -> int:
    mask = 0
    for item in cards:
        card = Card(item)
        bit = 1 << card.index
        if mask & bit:
            raise RepeatedCard(f"{card} stands twice in one hand")
        mask |= bit
    return mask


class Hand(Set[Card]):
    """An immutable set of cards, iterated in index order.

    Args:
        cards: text (``"7c 7s 7d"``; blanks or commas between), a mask, an
            iterable of cards, or a hand. Nothing gives the empty hand.

    Raises:
        InvalidCard, RepeatedCard, NotAHand, InvalidHand: see `as_mask`.

    The set operators ``| & - ^ <= <`` give hands and take any set of cards.
    """

    __slots__ = ("mask",)
    mask: int
    """52 bits, one a card."""

    def __init__(self, cards: HandLike = ()) -> None:
        object.__setattr__(self, "mask", as_mask(cards))

    @classmethod
    def from_mask(cls, mask: SupportsIndex) -> Hand:
        """The hand of a 52-bit mask."""
        if whole(mask) is None:
            raise NotAHand(f"{shown(mask)} is a {type(mask).__name__}, not a mask")
        return cls(mask)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Hand:  # type: ignore[override]  # typeshed has it generic
        # The set operators of the base class may bring a card twice.
        mask = 0
        for card in it:
            mask |= 1 << Card(card).index
        return cls.from_mask(mask)

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            try:
                card = Card(card)
            except InvalidCard:
                return False
        return isinstance(card, Card) and bool(self.mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield _ALL[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    # The base class has these with a type that forgets the Hand.
    if TYPE_CHECKING:

        def __and__(self, other: Set[Any]) -> Hand: ...
        def __or__(self, other: Set[Any]) -> Hand: ...
        def __sub__(self, other: Set[Any]) -> Hand: ...
        def __xor__(self, other: Set[Any]) -> Hand: ...

    def __hash__(self) -> int:
        return self._hash()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Hand):
            return self.mask == other.mask
        return super().__eq__(other)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Hand cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Hand cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[Hand], tuple[int]]:
        return Hand, (self.mask,)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand('{self}')"

    @property
    def pretty(self) -> str:
        """Text with suit symbols: ``7♣ 10♥``."""
        return " ".join(card.pretty for card in self)

    def _repr_html_(self) -> str:
        def span(card: Card) -> str:
            colour = "#c00" if card.suit in (1, 2) else "#000"
            return f'<span style="color:{colour}">{card.pretty}</span>'

        return f'<span class="ginrummy-hand">{" ".join(map(span, self))}</span>'


HandLike: TypeAlias = Hand | str | SupportsIndex | Iterable[CardLike]
"""A hand, a mask, text, or an iterable of cards."""
