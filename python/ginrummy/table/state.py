"""The state of a table game, and what both games do with it alike.

A state is an immutable value: a move makes a new one, so that undoing is forgetting. A
player's view has a state too, in which what he cannot see is masked (see `masked`); whatever
decides if a move is legal looks only at what the player on turn sees, and works on both.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from ..errors import IllegalMove
from ..values import MeldKind, Outcome
from .cards import JOKER, TableCard, face_of
from .melds import Slot, TableMeld, make_meld

__all__ = ["DEAD_OUTCOMES", "HIDDEN", "Laid", "State", "TablePhase", "masked"]

HIDDEN: Final = -1
"""Stands for a card that a view does not show."""
DEAD_OUTCOMES: Final = (Outcome.DEAD, Outcome.CAPPED)
"""Nobody scores, and hands stay hidden."""
# Any card of the same face, the first pack's: a view does not tell the packs apart.
_FIRST_COPY: Final = (*range(52), *range(52), *[104] * 4)


class TablePhase(StrEnum):
    """What the player on turn has to do."""

    DRAW = "draw"
    """Draw from the stock or take from the pile."""
    TABLE = "table"
    """Lay, build and claim as he likes, then throw a card or be out."""
    OVER = "over"
    """Nothing: the round has a result."""


class Laid(NamedTuple):
    """A meld on the table and whose its cards are."""

    owner: int
    """The seat that laid the meld."""
    meld: TableMeld
    ids: tuple[int, ...]
    """The physical card in each slot."""
    by: tuple[int, ...]
    """The seat that played the card in each slot."""
    closed: bool = False
    """Nothing can be added to it any more, though it is no full set (k7)."""

    @property
    def is_full_set(self) -> bool:
        """It is a set of four: sealed (k7)."""
        return self.meld.kind is MeldKind.SET and len(self.meld) == 4


class State(NamedTuple):
    """A table game at one moment. A seat or card that there is none of is -1."""

    hands: tuple[tuple[int, ...], ...]
    """The physical cards of each seat, ascending."""
    stock: tuple[int, ...]
    """The next card first."""
    pile: tuple[int, ...]
    """Its top last."""
    table: tuple[Laid, ...]
    """In the order in which they were laid."""
    down: tuple[bool, ...]
    """Which seats have opened (k2)."""
    turn: int
    """Whose turn it is; -1 when the round is over."""
    phase: TablePhase
    turns: int = 0
    """How many cards have been thrown."""
    restocks: int = 0
    """How often the stock was made anew (k14)."""
    taken: tuple[int, ...] = ()
    """What was taken from the pile in this turn, the lowest first."""
    barred: int = -1
    """The taken card that may not be thrown in this turn (a7)."""
    duty: int = -1
    """The taken card that must yet be used in this turn (j1, k11)."""
    owed: int = 0
    """Freed jokers that must yet be played in this turn (k8)."""
    must_build: int = -1
    """The run whose joker was moved and that must be built on now (k9)."""
    built_now: tuple[int, ...] = ()
    """The melds built on in this turn."""
    moved: tuple[tuple[int, TableMeld], ...] = ()
    """Runs by number, and how they lay before a joker of theirs was moved, for the joker moves
    since the last other move: jokers do not go to and fro for ever (k9)."""
    opened: bool = False
    """The player on turn was not down before this turn, but is now."""
    laid_now: tuple[int, ...] = ()
    """The melds laid in this turn."""
    outcome: Outcome | None = None
    out: int = -1
    """The seat that got rid of every card."""

    @property
    def hand(self) -> tuple[int, ...]:
        """The physical cards of the player on turn."""
        return self.hands[self.turn]

    def ended(self, outcome: Outcome, out: int = -1) -> State:
        """The same with a result."""
        return self._replace(phase=TablePhase.OVER, turn=-1, outcome=outcome, out=out)

    def with_hand(self, cards: Iterable[int]) -> State:
        """The same with another hand of the player on turn."""
        hands = list(self.hands)
        hands[self.turn] = tuple(sorted(cards))
        return self._replace(hands=tuple(hands))

    def with_meld(self, on: int, laid: Laid) -> State:
        """The same with a meld as it lies now."""
        return self._replace(table=(*self.table[:on], laid, *self.table[on + 1 :]))

    def is_barred(self, face: int) -> bool:
        """The card of this face may not be thrown: it was just taken (a7). Of two alike the
        other one is thrown."""
        if self.barred < 0 or face_of(self.barred) != face:
            return False
        alike = sum(face_of(card) == face for card in self.hand)
        return alike - (self.owed if face == JOKER.face else 0) == 1

    def throwable(self) -> bool:
        """There is a card in hand that could be thrown."""
        return len(self.hand) > 1 or (len(self.hand) == 1 and self.hand[0] != self.barred)

    def play_cards(self, faces: Iterable[int], what: str) -> tuple[State, list[int]]:
        """The state without these cards in hand, and the physical cards in their order.

        Of jokers those freed in this turn count as played first (k8); then a card just taken
        counts as played before another of its face.

        Raises:
            IllegalMove: a card is not held, or not often enough.
        """
        left = list(self.hand)
        played: list[int] = []
        barred, duty, owed = self.barred, self.duty, self.owed
        for face in faces:
            copies = [card for card in left if face_of(card) == face]
            if not copies:
                raise IllegalMove(self._not_held(face, what))
            if owed and face == JOKER.face:
                # In a view all jokers are one, so that the freed one may pass for the taken.
                owed -= 1
                card = next((one for one in copies if one not in (barred, duty)), copies[0])
            else:
                card = next((one for one in copies if one in (barred, duty)), copies[0])
                barred = -1 if card == barred else barred
                duty = -1 if card == duty else duty
            left.remove(card)
            played.append(card)
        return self.with_hand(left)._replace(barred=barred, duty=duty, owed=owed), played

    def _not_held(self, face: int, what: str) -> str:
        card = TableCard(face)
        held = sum(face_of(one) == face for one in self.hand)
        if held:
            times = "once" if held == 1 else f"{held} times"
            return f"{what}: {card} is held {times}, and used more often"
        return f"{what}: {card} is not in the hand"


def slots_added(laid: Laid, at: int, slot: Slot, card: int, seat: int) -> Laid:
    """The meld with one more slot at that place."""
    slots = laid.meld.slots
    return laid._replace(
        meld=make_meld(laid.meld.kind, (*slots[:at], slot, *slots[at:])),
        ids=(*laid.ids[:at], card, *laid.ids[at:]),
        by=(*laid.by[:at], seat, *laid.by[at:]),
    )


def slot_replaced(laid: Laid, at: int, slot: Slot, card: int, seat: int) -> Laid:
    """The meld with another card in one slot."""
    slots = laid.meld.slots
    return laid._replace(
        meld=make_meld(laid.meld.kind, (*slots[:at], slot, *slots[at + 1 :])),
        ids=(*laid.ids[:at], card, *laid.ids[at + 1 :]),
        by=(*laid.by[:at], seat, *laid.by[at + 1 :]),
    )


def slot_moved(laid: Laid, at: int, to: int, slot: Slot) -> Laid:
    """The meld with one slot taken from its place and put at another."""
    slots, ids, by = list(laid.meld.slots), list(laid.ids), list(laid.by)
    slots.pop(at)
    slots.insert(to, slot)
    ids.insert(to, ids.pop(at))
    by.insert(to, by.pop(at))
    return laid._replace(meld=make_meld(laid.meld.kind, slots), ids=tuple(ids), by=tuple(by))


def masked(state: State, seat: int) -> State:
    """The state as one seat knows it: the stock and other hands are `HIDDEN` cards, and no
    card tells of which pack it is. When a round was scored, all hands lie open."""
    copy = _FIRST_COPY

    def seen(cards: Iterable[int]) -> tuple[int, ...]:
        return tuple([copy[card] for card in cards])

    def one(card: int) -> int:
        return -1 if card < 0 else copy[card]

    shown = state.phase is TablePhase.OVER and state.outcome not in DEAD_OUTCOMES
    return state._replace(
        hands=tuple(
            tuple(sorted(seen(hand))) if shown or at == seat else (HIDDEN,) * len(hand)
            for at, hand in enumerate(state.hands)
        ),
        stock=(HIDDEN,) * len(state.stock),
        pile=seen(state.pile),
        table=tuple([laid._replace(ids=seen(laid.ids)) for laid in state.table]),
        taken=seen(state.taken),
        barred=one(state.barred),
        duty=one(state.duty),
    )
