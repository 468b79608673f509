"""Moves of the table games: small frozen values, each with a text.

============================  =====================================================
text                          move
============================  =====================================================
``draw``                      `Draw` from the stock
``take``, ``take 3``          `Take` that many cards off the pile (more than one: j1)
``pass``                      `Pass`: the stock is out and the pile not taken (j7)
``lay 8c 8d JK | 4h 5h 6h``   `Lay` melds; to open, several at once (k2)
``build 7h on 2``             `Build` a card on the meld of that number, from 1
``build JK=7h on 2``          the same with a joker, for 7h
``claim 8h 8s on 1``          `Claim` a joker with the cards that free it (k7, k8)
``joker on 2 high``           `MoveJoker` to that end of its run (k9)
``discard Kc``                `Discard`, which ends the turn
============================  =====================================================

Melds are numbered in the order in which they were laid, from 1 in text and from 0 as a
field. A move made with a value of another type raises `IllegalMove` at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..cards import shown, tokens, whole
from ..errors import GinRummyError, IllegalMove
from .cards import TableCard, TableCardLike, TableHand, TableHandLike
from .melds import Slot, SlotLike, TableMeld, TableMeldLike

__all__ = [
    "Build",
    "Claim",
    "Discard",
    "Draw",
    "End",
    "Lay",
    "MoveJoker",
    "Pass",
    "TableMove",
    "TableMoveLike",
    "Take",
    "parse_table_move",
]

End: TypeAlias = Literal["low", "high"]
"""An end of a run."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the next card of the stock."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Take:
    """Take cards off the top of the pile."""

    count: int = 1
    """How many; more than one in Mahjong gin alone (j1)."""

    def __post_init__(self) -> None:
        count = whole(self.count)
        if count is None or count < 1:
            raise IllegalMove(f"take {shown(self.count)}: a number from 1 is expected")
        object.__setattr__(self, "count", count)

    def __str__(self) -> str:
        return "take" if self.count == 1 else f"take {self.count}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Not take the pile when the stock is out, which ends the hand (j7)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay melds down: one, or to open all those that make the opening (k2)."""

    melds: tuple[TableMeld, ...]

    def __post_init__(self) -> None:
        _check(self.melds, tuple, "lay")
        for meld in self.melds:
            _check(meld, TableMeld, "lay")
        if not self.melds:
            raise IllegalMove("lay: no meld is named")

    @classmethod
    def of(cls, *melds: TableMeldLike) -> Lay:
        """The move that lays these melds; text may hold several with ``|`` between.

        Raises:
            InvalidMeld, InvalidCard: see `TableMeld`.
        """
        parts: list[TableMeldLike] = []
        for meld in melds:
            parts += meld.split("|") if isinstance(meld, str) else [meld]
        return cls(tuple(map(TableMeld, parts)))

    def __str__(self) -> str:
        return "lay " + " | ".join(map(str, self.melds))


@dataclass(frozen=True, slots=True)
class Build:
    """Add one card to a meld that lies on the table (j4, k10)."""

    slot: Slot
    """The card; a joker on a run with the card it stands for."""
    on: int
    """The number of the meld, from 0."""

    def __post_init__(self) -> None:
        _check(self.slot, Slot, "build")
        Slot.of(self.slot)
        _check_number(self, "build")

    @classmethod
    def of(cls, card: SlotLike, on: int) -> Build:
        """The move that adds a card, given as ``7h`` or ``JK=7h``."""
        return cls(Slot.of(card), on)

    def __str__(self) -> str:
        return f"build {self.slot} on {self.on + 1}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Free jokers of a meld: the card that a run's joker stands for, or two and more
    missing suits of a set together (k7, k8)."""

    cards: TableHand
    """What is played in exchange."""
    on: int
    """The number of the meld, from 0."""

    def __post_init__(self) -> None:
        _check(self.cards, TableHand, "claim")
        _check_number(self, "claim")

    @classmethod
    def of(cls, cards: TableHandLike | TableCardLike, on: int) -> Claim:
        """The move that claims with these cards."""
        one = isinstance(cards, TableCard) or not isinstance(cards, Iterable)
        return cls(TableHand([cards] if one else cards), on)  # type: ignore[arg-type,list-item]

    def __str__(self) -> str:
        return f"claim {self.cards} on {self.on + 1}".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class MoveJoker:
    """Move a joker at one end of a run to its other end; a build on it must follow (k9)."""

    on: int
    """The number of the meld, from 0."""
    to: End
    """The end that it comes to."""

    def __post_init__(self) -> None:
        _check_number(self, "joker")
        if self.to not in ("low", "high"):
            raise IllegalMove(f"joker: {shown(self.to)} is no end of a run; low and high are (k9)")

    def __str__(self) -> str:
        return f"joker on {self.on + 1} {self.to}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card on the pile, which ends the turn."""

    card: TableCard

    def __post_init__(self) -> None:
        _check(self.card, TableCard, "discard")

    @classmethod
    def of(cls, card: TableCardLike) -> Discard:
        """The move that throws this card."""
        return cls(TableCard(card))

    def __str__(self) -> str:
        return f"discard {self.card}"


def _check(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        given = type(value).__name__
        raise IllegalMove(f"{what}: {shown(value)} is a {given}; a {kind.__name__} is expected")


def _check_number(move: Build | Claim | MoveJoker, what: str) -> None:
    on = whole(move.on)
    if on is None or on < 0:
        raise IllegalMove(f"{what}: {shown(move.on)} is no number of a meld, which count from 0")
    object.__setattr__(move, "on", on)


TableMove: TypeAlias = Draw | Take | Pass | Lay | Build | Claim | MoveJoker | Discard
"""A move of a table game."""
TableMoveLike: TypeAlias = TableMove | str
"""A move or its text."""

_TAKE = re.compile(r"take(?: ([1-9][0-9]{0,2}))?")
_ON = re.compile(r"(build|add|claim) (.*\S) on (?:meld )?([1-9][0-9]{0,2})", re.IGNORECASE)
_JOKER = re.compile(r"(?:move )?joker on (?:meld )?([1-9][0-9]{0,2}) (?:to )?(low|high)")


def parse_table_move(text: str) -> TableMove:
    """The move of a text, as the table in `ginrummy.table.moves` has it; ``add`` is another
    word for ``build``.

    Raises:
        IllegalMove: it means no move: a joker may stand for several cards (k3), say.
    """
    if not isinstance(text, str):
        raise IllegalMove(f"{shown(text)} is a {type(text).__name__}, no text of a move")
    words = " ".join(text.split())
    lower = words.lower()
    try:
        move = _parsed(words, lower)
    except IllegalMove:
        raise
    except GinRummyError as error:
        raise IllegalMove(f"{shown(text)}: {error}") from error
    if move is None:
        raise IllegalMove(
            f"{shown(text)} is no move; draw, take, lay, build, claim, joker and discard are"
        )
    return move


def _parsed(words: str, lower: str) -> TableMove | None:
    if lower == "draw":
        return Draw()
    if lower == "pass":
        return Pass()
    if found := _TAKE.fullmatch(lower):
        return Take(int(found[1] or 1))
    if found := _JOKER.fullmatch(lower):
        return MoveJoker(int(found[1]) - 1, "low" if found[2] == "low" else "high")
    if lower.startswith("lay "):
        return Lay.of(words[4:])
    if lower.startswith("discard "):
        return Discard.of(words[8:])
    if found := _ON.fullmatch(words):
        on = int(found[3]) - 1
        if found[1].lower() == "claim":
            return Claim.of(found[2], on)
        cards = tokens(found[2])
        if len(cards) > 1:
            raise IllegalMove(
                f"{shown(words)}: cards are built one by one; claim plays several on a set (k7)"
            )
        return Build.of(cards[0], on)
    return None
