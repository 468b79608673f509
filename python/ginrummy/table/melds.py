"""Melds that lie on the table: which card a joker stands for, and what the meld is worth.

A meld as text is its cards in order. A joker in a run is written with the card that it
stands for, ``8c JK=9c Tc``; a joker in a set as ``JK`` alone, for which suit it stands for
stays open until the set is full (k7).

Reading text is more lenient: a run's joker may be given as ``JK`` where it can stand for one
card only. Cards that may be a set are a set: ``8c JK JK`` is one, and a run of these must
be written with the cards of its jokers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ..cards import Card, shown, tokens
from ..errors import InvalidCard, InvalidMeld, NotAHand
from ..values import MeldKind
from .cards import JOKER, TableCard, TableCardLike
from .rules import KalookiRules, MahjongRules, TableRules

__all__ = [
    "Slot",
    "TableMeld",
    "TableMeldLike",
    "forbidden",
    "highest_meld",
    "meld_value",
    "meld_values",
    "readings",
    "slot_value",
]

_ACE_HIGH = 14  # the place of an ace above the king


class Slot(NamedTuple):
    """One place of a meld."""

    card: Card | None
    """The card that lies there, or that a joker there stands for; None for a joker whose
    card is open, as in a set."""
    joker: bool = False
    """A joker lies there."""

    @classmethod
    def of(cls, value: SlotLike) -> Slot:
        """The slot of ``9c``, ``JK=9c``, ``JK`` or a card.

        Raises:
            InvalidCard: it is none of these.
        """
        if isinstance(value, Slot):
            if not isinstance(value.card, Card) and (value.card is not None or not value.joker):
                raise InvalidCard(f"{shown(value.card)} in a slot is a card of no pack")
            return value
        if isinstance(value, str):
            joker, equals, stands = value.partition("=")
            if equals:
                if joker.upper() != "JK":
                    raise InvalidCard(f"{shown(value)}: only a joker stands for a card: JK=9c")
                return cls(Card(stands), True)
        face = TableCard(value)
        return cls(face.card, face is JOKER)

    @property
    def face(self) -> TableCard:
        """The card as it is printed."""
        return JOKER if self.joker or self.card is None else TableCard(self.card)

    @property
    def pretty(self) -> str:
        """Text with a suit symbol."""
        stands = "" if self.card is None else self.card.pretty
        return f"JK={stands}".rstrip("=") if self.joker else stands

    def __str__(self) -> str:
        stands = "" if self.card is None else str(self.card)
        return f"JK={stands}".rstrip("=") if self.joker else stands


SlotLike: TypeAlias = Slot | TableCardLike
"""A slot, its text (``9c``, ``JK=9c``, ``JK``), or a card."""


class TableMeld:
    """A set or a run on the table: its kind and its slots in order. Immutable, hashable.

    Args:
        cards: text or slots, see `readings`.
        run_max: the longest run; 14 is ace to ace (k4).

    Raises:
        InvalidMeld: they are no meld, or a joker may stand for more than one card (k3).
        InvalidCard: text that is no card.

    Whether the rules allow it, `forbidden` says. Slots of a set are ordered by suit, the
    jokers last; those of a run upwards.
    """

    __slots__ = ("kind", "slots")
    kind: MeldKind
    """Set or run."""
    slots: tuple[Slot, ...]
    """What lies where."""

    def __new__(cls, cards: TableMeldLike, run_max: int = _ACE_HIGH) -> TableMeld:
        if isinstance(cards, TableMeld):
            return cards
        slots = _slots(cards)
        found = readings(slots, run_max)
        if not found:
            raise InvalidMeld(_why_none(slots, run_max))
        sets = [meld for meld in found if meld.kind is MeldKind.SET]
        if sets or len(found) == 1:
            return (sets or found)[0]
        return _only(found, slots)

    @property
    def jokers(self) -> int:
        """How many jokers lie in it."""
        return sum(slot.joker for slot in self.slots)

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The cards in it that are no jokers."""
        return tuple(slot.card for slot in self.slots if slot.card is not None and not slot.joker)

    @property
    def low(self) -> int:
        """A run's lowest place: 1 for an ace to 13 for a king."""
        card = self.slots[0].card
        assert card is not None
        return card.rank

    @property
    def high(self) -> int:
        """A run's highest place; 14 for an ace above the king."""
        return self.low + len(self.slots) - 1

    @property
    def suit(self) -> int:
        """A run's suit."""
        return self.naturals[0].suit

    @property
    def rank(self) -> int:
        """A set's rank."""
        return self.naturals[0].rank

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards of a set's rank whose suits no card of it has."""
        suits = {card.suit for card in self.naturals}
        return tuple(Card.of(self.rank, suit) for suit in range(4) if suit not in suits)

    @property
    def pretty(self) -> str:
        """Text with suit symbols."""
        return " ".join(slot.pretty for slot in self.slots)

    def __str__(self) -> str:
        return " ".join(map(str, self.slots))

    def __repr__(self) -> str:
        return f"TableMeld('{self}')"

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.slots)

    def __len__(self) -> int:
        return len(self.slots)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableMeld):
            return NotImplemented
        return self.slots == other.slots

    def __hash__(self) -> int:
        return hash((TableMeld, self.slots))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a TableMeld cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a TableMeld cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[TableMeld], tuple[str]]:
        return TableMeld, (str(self),)


TableMeldLike: TypeAlias = TableMeld | str | Iterable[SlotLike]
"""A meld, its text, or its cards."""


def make_meld(kind: MeldKind, slots: Iterable[Slot]) -> TableMeld:
    """The meld of slots that are known to be one, in order."""
    meld = object.__new__(TableMeld)
    object.__setattr__(meld, "kind", kind)
    object.__setattr__(meld, "slots", tuple(slots))
    return meld


def run_meld(suit: int, low: int, jokers: Sequence[bool]) -> TableMeld:
    """A run from a place upwards, with jokers where they lie."""
    return make_meld(
        MeldKind.RUN,
        (Slot(place_card(suit, low + at), joker) for at, joker in enumerate(jokers)),
    )


def set_meld(naturals: Iterable[Card], jokers: int) -> TableMeld:
    """A set of these cards and so many jokers."""
    slots = [Slot(card) for card in sorted(naturals)]
    return make_meld(MeldKind.SET, slots + [Slot(None, True)] * jokers)


def place_card(suit: int, place: int) -> Card:
    """The card of a place 1..14 of a suit's runs."""
    return Card.of((place - 1) % 13 + 1, suit)


def readings(cards: TableMeldLike, run_max: int = _ACE_HIGH) -> list[TableMeld]:
    """Every meld that the cards can be: a set first, then runs upwards.

    Args:
        cards: text or slots in any order; a joker may be given with the card it stands for.
        run_max: the longest run.

    Raises:
        InvalidCard: text that is no card.
    """
    slots = _slots(cards)
    naturals = [slot.card for slot in slots if slot.card is not None and not slot.joker]
    stated = [slot.card for slot in slots if slot.card is not None and slot.joker]
    if not naturals or len(slots) < 3:
        return []
    found = []
    if (
        len(slots) <= 4
        and len({card.rank for card in naturals + stated}) == 1
        and len({card.suit for card in naturals + stated}) == len(naturals) + len(stated)
    ):
        found.append(set_meld(naturals, len(slots) - len(naturals)))
    if len({card.suit for card in naturals + stated}) == 1 and len(slots) <= run_max:
        found += _runs(naturals, stated, len(slots))
    return found


def _runs(naturals: list[Card], stated: list[Card], size: int) -> Iterator[TableMeld]:
    """The runs of so many places in which these cards have a place each."""
    suit = naturals[0].suit
    for low in range(1, _ACE_HIGH - size + 2):
        places = range(low, low + size)
        for taken in _places(naturals + stated, places):
            fixed = set(taken[: len(naturals)])
            yield run_meld(suit, low, [place not in fixed for place in places])


def _places(cards: list[Card], places: range) -> Iterator[tuple[int, ...]]:
    """The places of the cards, each another; an ace may have two to choose from."""
    choices = [
        [place for place in ((1, _ACE_HIGH) if card.rank == 1 else (card.rank,)) if place in places]
        for card in cards
    ]
    seen = set()
    for taken in itertools.product(*choices):
        key = frozenset(taken)
        if len(key) == len(cards) and key not in seen:
            seen.add(key)
            yield taken


def _slots(cards: TableMeldLike) -> tuple[Slot, ...]:
    if isinstance(cards, TableMeld):
        return cards.slots
    if isinstance(cards, (bytes, Slot, Card, TableCard)) or not isinstance(cards, Iterable):
        raise NotAHand(f"{shown(cards)} is a {type(cards).__name__}, no meld")
    return tuple(map(Slot.of, tokens(cards) if isinstance(cards, str) else cards))


def _only(found: list[TableMeld], slots: tuple[Slot, ...]) -> TableMeld:
    """The one run that is meant.

    An ace may lie at either end of the same thirteen cards: the order given decides, and
    without one it lies high.
    """
    if len({frozenset(meld.slots) for meld in found}) == 1:
        return next((meld for meld in found if meld.slots == slots), found[-1])
    text = " ".join(map(str, slots))
    stated = {slot for slot in slots if slot.joker}
    others = dict.fromkeys(
        str(slot.card) for meld in found for slot in meld.slots if slot.joker and slot not in stated
    )
    one = next(iter(others))
    raise InvalidMeld(
        f"'{text}': a joker may stand for {' or '.join(others)}; state its card, as JK={one} (k3)"
    )


def _why_none(slots: tuple[Slot, ...], run_max: int) -> str:
    text = " ".join(map(str, slots))
    cards = [slot.card for slot in slots if slot.card is not None]
    if len(slots) < 3:
        return f"'{text}' is no meld: three cards are the least (k4)"
    if all(slot.joker for slot in slots):
        return f"'{text}' is no meld: it is of jokers only (k6)"
    if len({card.rank for card in cards}) == 1:
        if len(slots) > 4:
            return f"'{text}' is no meld: a set has at most four cards (k4)"
        return f"'{text}' is no meld: a set may not repeat a suit (k4)"
    if len({card.suit for card in cards}) > 1:
        return f"'{text}' is no meld: neither one rank nor one suit (k4)"
    if len(slots) > run_max:
        return f"'{text}' is no meld: a run has at most {run_max} cards (k4)"
    twice = [card for card in cards if cards.count(card) > 1]
    if twice:
        return f"'{text}' is no meld: a run may not repeat a card, and {twice[0]} stands twice (k4)"
    return f"'{text}' is no meld: a run has no gap and does not go round the corner (k4)"


def forbidden(meld: TableMeld, rules: TableRules) -> str | None:
    """Why these rules do not let the meld be laid, with the rule's id; None if they do."""
    if isinstance(rules, MahjongRules):
        if meld.jokers:
            return f"'{meld}': there are no jokers in Mahjong gin (J)"
        if meld.kind is MeldKind.RUN and meld.high == _ACE_HIGH:
            return f"'{meld}': the ace is low only (j6)"
        return None
    if meld.kind is MeldKind.RUN and len(meld.slots) > rules.run_max:
        return f"'{meld}': a run has at most {rules.run_max} cards (k4)"
    if len(meld.naturals) < rules.min_naturals:
        return f"'{meld}': a meld has at least {rules.min_naturals} cards that are no jokers (k6)"
    return too_many_jokers(meld, rules)


def too_many_jokers(meld: TableMeld, rules: KalookiRules) -> str | None:
    """Why a meld may not have so many jokers; None if it may."""
    most = rules.max_jokers_per_meld
    if most is not None and meld.jokers > most:
        return f"'{meld}': a meld has at most {most} jokers (k6)"
    return None


def slot_value(meld: TableMeld, at: int, rules: TableRules) -> int:
    """The points of one slot of a meld; a joker counts as the card it stands for (k13)."""
    slot = meld.slots[at]
    rank = meld.rank if slot.card is None else slot.card.rank
    if isinstance(rules, MahjongRules):
        return rules.card_points[rank - 1]
    if rank == 1:  # k5
        low = meld.kind is MeldKind.RUN and at == 0
        return rules.ace_low_value if low else 11
    return min(rank, 10)


def meld_value(meld: TableMeldLike, rules: TableRules) -> int:
    """The points of a meld (j5, k5)."""
    meld = TableMeld(meld)
    return sum(slot_value(meld, at, rules) for at in range(len(meld.slots)))


def meld_values(cards: TableMeldLike, rules: TableRules) -> list[int]:
    """What the cards can be worth as a meld, ascending: several values where a joker may
    stand for more than one card (k3), none where they are no meld under these rules.

    >>> meld_values("Qh Kh JK", KalookiRules())
    [30, 31]
    """
    return sorted(
        {meld_value(one, rules) for one in readings(cards) if forbidden(one, rules) is None}
    )


def highest_meld(cards: TableMeldLike, rules: TableRules) -> TableMeld:
    """The reading of the cards that is worth most under these rules (k3); of equals the
    first of `readings`.

    Raises:
        InvalidMeld: they are no meld, or none that the rules allow.
    """
    found = readings(cards)
    allowed = [meld for meld in found if forbidden(meld, rules) is None]
    if not allowed:
        why = forbidden(found[0], rules) if found else _why_none(_slots(cards), _ACE_HIGH)
        raise InvalidMeld(why)
    return max(allowed, key=lambda meld: meld_value(meld, rules))
