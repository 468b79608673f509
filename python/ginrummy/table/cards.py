"""Cards of the table games: jokers, and the same card twice.

A *face* is what is printed on a card: 0..51 as the index of `ginrummy.Card`, and 52 for a
joker (text ``JK``). A *physical card* is one of the pack's: Mahjong gin's 0..51 are the
faces themselves; Kalooki's are 0..51 for the first pack, 52..103 for the second (face ``id %
52``) and 104..107 for the jokers. Public functions speak of faces, for a player cannot tell
the two packs apart; a round keeps physical cards, so that no card is lost or made.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, SupportsIndex, TypeAlias, overload

from ..cards import Card, CardLike, Hand, shown, tokens, whole
from ..errors import InvalidCard, NotAHand, RepeatedCard

__all__ = [
    "JOKER",
    "KALOOKI_PACK",
    "MAHJONG_PACK",
    "TableCard",
    "TableCardLike",
    "TableHand",
    "TableHandLike",
    "card_of",
    "face_of",
]

MAHJONG_PACK: Final = 52
"""Physical cards of Mahjong gin: one pack."""
KALOOKI_PACK: Final = 108
"""Physical cards of Kalooki 51: two packs and four jokers (k1)."""
_JOKER_FACE: Final = 52
_MOST_COPIES, _MOST_JOKERS = 2, 4


def face_of(physical: int) -> int:
    """The face 0..52 of a physical card 0..107."""
    return physical % 52 if physical < 104 else _JOKER_FACE


class TableCard:
    """A face: one of the 52 cards, or a joker. Immutable, hashable, ordered, the joker last.

    Args:
        card: whatever `ginrummy.Card` takes; ``JK`` in any case or 52 for a joker.

    Raises:
        InvalidCard: anything else; the message quotes the token.

    There is one object per face.
    """

    __slots__ = ("face",)
    face: int
    """0..51 as `ginrummy.Card.index`; 52 for a joker."""

    def __new__(cls, card: TableCardLike) -> TableCard:
        if isinstance(card, TableCard):
            return card
        if isinstance(card, str) and card.upper() == "JK":
            return JOKER
        if not isinstance(card, (str, Card)) and whole(card) == _JOKER_FACE:
            return JOKER
        try:
            return _ALL[Card(card).index]
        except InvalidCard as error:
            raise InvalidCard(f"{error}; a joker is 'JK'") from None

    @property
    def is_joker(self) -> bool:
        """It is a joker."""
        return self.face == _JOKER_FACE

    @property
    def card(self) -> Card | None:
        """The card of the 52; None for a joker."""
        return None if self.is_joker else Card(self.face)

    @property
    def pretty(self) -> str:
        """Text with a suit symbol; ``JK`` for a joker."""
        return "JK" if self.is_joker else Card(self.face).pretty

    def __str__(self) -> str:
        return _TEXTS[self.face]

    def __repr__(self) -> str:
        return f"TableCard('{self}')"

    def __hash__(self) -> int:
        return hash((TableCard, self.face))

    def __eq__(self, other: object) -> bool:
        return self.face == other.face if isinstance(other, TableCard) else NotImplemented

    def __lt__(self, other: TableCard) -> bool:
        return self.face < other.face if isinstance(other, TableCard) else NotImplemented

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a TableCard cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a TableCard cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[TableCard], tuple[int]]:
        return TableCard, (self.face,)


def card_of(physical: int) -> TableCard:
    """What is printed on a physical card 0..107."""
    return _ALL[face_of(physical)]


def _make(face: int) -> TableCard:
    card = object.__new__(TableCard)
    object.__setattr__(card, "face", face)
    return card


JOKER: Final = _make(_JOKER_FACE)
"""The joker."""
_ALL: Final = (*map(_make, range(_JOKER_FACE)), JOKER)
_TEXTS: Final = (*(str(Card(face)) for face in range(_JOKER_FACE)), "JK")

TableCardLike: TypeAlias = TableCard | CardLike
"""A face, its text, its number 0..52, or a `ginrummy.Card`."""


class TableHand(Sequence[TableCard]):
    """An immutable multiset of faces, in order of face, the jokers last.

    Args:
        cards: text (``"8c 8c JK"``; blanks or commas between) or an iterable of cards, a
            `ginrummy.Hand` among them. Nothing gives the empty hand.

    Raises:
        InvalidCard: text or an item that is no card.
        RepeatedCard: more than two of one card, or more than four jokers.
        NotAHand: a type that is no hand.
    """

    __slots__ = ("faces",)
    faces: tuple[int, ...]
    """The faces 0..52, ascending."""

    def __init__(self, cards: TableHandLike = ()) -> None:
        object.__setattr__(self, "faces", _faces_of(cards))

    @classmethod
    def of_pack(cls, cards: Iterable[int]) -> TableHand:
        """The hand of physical cards 0..107, which are known to be of one pack."""
        hand = object.__new__(cls)
        object.__setattr__(hand, "faces", tuple(sorted(map(face_of, cards))))
        return hand

    @classmethod
    def from_masks(cls, once: int, twice: int, jokers: int) -> TableHand:
        """The hand of two 52-bit masks, the cards held at least once and those held twice,
        and a number of jokers."""
        singles = [face for mask in (once, twice) for face in range(52) if mask >> face & 1]
        return cls([*singles, *[_JOKER_FACE] * jokers])

    @property
    def once(self) -> int:
        """The mask of the cards held at least once, jokers apart."""
        return sum(1 << face for face in set(self.faces) if face < _JOKER_FACE)

    @property
    def twice(self) -> int:
        """The mask of the cards held twice."""
        faces = self.faces
        return sum(
            1 << face for face, after in itertools.pairwise(faces) if face == after < _JOKER_FACE
        )

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return self.faces.count(_JOKER_FACE)

    @property
    def pretty(self) -> str:
        """Text with suit symbols."""
        return " ".join(card.pretty for card in self)

    def count(self, value: object) -> int:
        """How often a card is there, given in any form."""
        try:
            return self.faces.count(TableCard(value).face)  # type: ignore[arg-type]
        except InvalidCard:
            return 0

    def __add__(self, other: TableHandLike) -> TableHand:
        return TableHand([*self, *TableHand(other)])

    def __sub__(self, other: TableHandLike) -> TableHand:
        """The cards without those of another hand, which need not be there."""
        left = Counter(self.faces)
        left.subtract(TableHand(other).faces)
        return TableHand([face for face in left for _ in range(left[face])])

    def __contains__(self, card: object) -> bool:
        return self.count(card) > 0

    def __iter__(self) -> Iterator[TableCard]:
        return iter([_ALL[face] for face in self.faces])

    def __len__(self) -> int:
        return len(self.faces)

    @overload
    def __getitem__(self, at: int) -> TableCard: ...
    @overload
    def __getitem__(self, at: slice) -> TableHand: ...
    def __getitem__(self, at: int | slice) -> TableCard | TableHand:
        if isinstance(at, slice):
            return TableHand(self.faces[at])
        return _ALL[self.faces[at]]

    def __eq__(self, other: object) -> bool:
        return self.faces == other.faces if isinstance(other, TableHand) else NotImplemented

    def __hash__(self) -> int:
        return hash((TableHand, self.faces))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a TableHand cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a TableHand cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[TableHand], tuple[tuple[int, ...]]]:
        return TableHand, (self.faces,)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"TableHand('{self}')"


TableHandLike: TypeAlias = TableHand | Hand | str | Iterable[TableCardLike]
"""Cards of a table game: a hand, text, or an iterable of cards."""


def _faces_of(cards: TableHandLike | SupportsIndex) -> tuple[int, ...]:
    if isinstance(cards, TableHand):
        return cards.faces
    if isinstance(cards, (bytes, bytearray)) or not isinstance(cards, Iterable):
        raise NotAHand(f"{shown(cards)} is a {type(cards).__name__}, not a hand")
    items = tokens(cards) if isinstance(cards, str) else cards
    faces = tuple(sorted(TableCard(one).face for one in items))
    for face, copies in Counter(faces).items():
        if copies > (_MOST_JOKERS if face == _JOKER_FACE else _MOST_COPIES):
            raise RepeatedCard(
                f"{_ALL[face]} stands {copies} times in one hand: "
                f"{_MOST_JOKERS if face == _JOKER_FACE else _MOST_COPIES} are the most"
            )
    return faces
