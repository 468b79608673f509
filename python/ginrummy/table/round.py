"""A round of Mahjong gin or Kalooki 51 from the deal to its result: the second state machine.

**The deck** of a seed is shuffled as `ginrummy.decks` specifies, from 0..51 for Mahjong gin
and 0..107 for Kalooki (see `ginrummy.table.cards`).

**The deal** goes one card at a time, the player left of the dealer first; the next card turns
up as the pile, the rest is the stock. The player left of the dealer begins (k1).

**A new stock** (k14) is the pile's cards from its bottom to its top, shuffled in the same way
by ChaCha8 keyed with the SHA-256 of ``b"ginrummy restock\\n"`` and then, for a seed, its 32
bytes and the round's number in 8, both little-endian, or, for a given deck, a byte a face.
The nonce is 1 for the first new stock, 2 for the second and so on.

**The hash** of a round is 64-bit FNV-1a (offset basis 14695981039346656037, prime
1099511628211) over ``b"ginrummy mahjong 1\\n"`` or ``b"ginrummy kalooki 1\\n"``; the rules as
ASCII JSON with sorted keys and no blanks; ``b"\\n"``; one byte each for the number of players
and the dealer; the deck, a byte a face; for Kalooki the 32-byte key of the new stocks; and
each move's text in ASCII with ``b"\\n"`` after it.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .._round_checks import checked_match, checked_seat
from ..cards import shown, whole
from ..decks import seed_key, seed_number
from ..errors import InvalidRound, NothingToUndo
from ..rules import Variant
from .cards import TableCard, TableCardLike, TableHand, card_of, face_of
from .deal import checked_pack, dealt, shuffled
from .game import TableGame
from .moves import Discard, Draw, TableMove, TableMoveLike, Take, parse_table_move
from .position import Position
from .results import TableResult
from .rules import KalookiRules, MahjongRules
from .state import State, masked
from .view import LegalMoves, TableEvent, TableView

__all__ = ["TableRound"]

_R = TypeVar("_R", MahjongRules, KalookiRules)


class TableRound(Position, ABC, Generic[_R]):
    """A round of a table game in play; see `MahjongRound` and `KalookiRound`.

    Args:
        rules: the rules in force, or a variant of this game; None for the defaults.
        seed: 0 to 2**256 - 1; a fresh unguessable one if neither seed nor deck is given.
        deck: the whole pack, top first, in place of a seed: text or a sequence of cards.
        players: two to four.
        dealer: the seat that deals. Seats count from 0, turns go upwards.
        number: the round's number under its seed, 0 to 2**64 - 1.
        match_scores: the match score by seat before this round, for views.
        target: the points that the match goes to, for views.

    Raises:
        InvalidRules: ``rules`` are not those of this game.
        InvalidSeed, InvalidDeck, InvalidCard: the deck cannot be had.
        InvalidRound: players, seats or match do not fit.
    """

    __slots__ = ("_deck", "_events", "_game", "_key", "_past", "_setup", "_state")

    name: ClassVar[str]
    """What the game is called in records and hashes."""
    pack: ClassVar[int]
    """How many cards it is played with."""
    opens: ClassVar[bool]
    """A player must open before he builds (k2)."""

    _deck: tuple[int, ...]
    _game: TableGame[_R]
    _key: bytes
    _setup: tuple[int | None, int, int, tuple[tuple[int, ...] | None, int | None]]
    _state: State
    _past: list[tuple[State, TableMove]]
    _events: tuple[list[TableEvent], ...]

    def __init__(
        self,
        rules: _R | Variant | None = None,
        *,
        seed: SupportsIndex | None = None,
        deck: Sequence[TableCardLike] | str | None = None,
        players: SupportsIndex = 2,
        dealer: SupportsIndex = 0,
        number: SupportsIndex = 0,
        match_scores: Sequence[int] | None = None,
        target: int | None = None,
    ) -> None:
        law = self.checked_rules(rules)
        count = whole(players)
        if count is None or not 2 <= count <= 4:
            raise InvalidRound(f"players={shown(players)}: 2 to 4 are allowed")
        at = checked_seat(dealer, count, "dealer")
        nonce = seed_number(number, "number", 2**64 - 1)
        match = checked_match(match_scores, target, count)
        if deck is None:
            key = seed_key(seed)
            known: int | None = int.from_bytes(key, "little")
            cards = shuffled(range(self.pack), key, nonce)
            source = key + nonce.to_bytes(8, "little")
        else:
            if seed is not None:
                raise InvalidRound("a round has a seed or a deck, not both")
            known = None
            cards = checked_pack(deck, self.pack)
            source = bytes(map(face_of, cards))
        self._key = hashlib.sha256(b"ginrummy restock\n" + source).digest()
        self._deck = tuple(cards)
        self._game = self._make_game(law)
        self._setup = (known, nonce, at, match)
        self._state = dealt(self._deck, count, at, law.hand_size, down=not self.opens)
        self._past = []
        self._events = tuple([] for _ in range(count))

    @classmethod
    @abstractmethod
    def checked_rules(cls, rules: _R | Variant | None) -> _R:
        """The rules of any accepted form.

        Raises:
            InvalidRules: they are not those of this game.
        """

    @abstractmethod
    def _make_game(self, rules: _R) -> TableGame[_R]: ...

    def _new_stock(self, cards: list[int], number: int) -> list[int]:
        return shuffled(cards, self._key, number)

    @property
    def rules(self) -> _R:
        """The rules in force."""
        return self._game.rules

    @property
    def seed(self) -> int | None:
        """The seed, or None if the deck was given."""
        return self._setup[0]

    @property
    def number(self) -> int:
        """The number of the round under its seed."""
        return self._setup[1]

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._setup[2]

    @property
    def match_scores(self) -> tuple[int, ...] | None:
        """The match score by seat before this round."""
        return self._setup[3][0]

    @property
    def target(self) -> int | None:
        """The points that the match goes to."""
        return self._setup[3][1]

    @property
    def starter(self) -> int:
        """The seat that began."""
        return (self.dealer + 1) % self.players

    @property
    def deck(self) -> tuple[TableCard, ...]:
        """The whole deck as dealt, top first."""
        return tuple(map(card_of, self._deck))

    @property
    def state(self) -> State:
        """Everything there is to know: an immutable value with physical cards."""
        return self._state

    @property
    def stock(self) -> tuple[TableCard, ...]:
        """The stock, the next card first."""
        return tuple(map(card_of, self._state.stock))

    def hand(self, seat: int) -> TableHand:
        """The cards that a seat holds."""
        return TableHand.of_pack(self._state.hands[checked_seat(seat, self.players, "seat")])

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, found one by one as they are asked for; none when it is over."""
        return LegalMoves(self._game, self._state)

    def is_legal(self, move: TableMoveLike) -> bool:
        """The move may be played now."""
        return move in self.legal_moves

    def play(self, move: TableMoveLike) -> None:
        """Plays a move, or the text of one, of the player on turn.

        Raises:
            IllegalMove: the move is not legal now; the message says which rule forbids it,
                and nothing has changed.
            RoundOver: the round has ended.
        """
        given = parse_table_move(move) if isinstance(move, str) else move
        before = self._state
        named = self._game.named(before, given)
        after = self._game.play(before, named)
        self._past.append((before, named))
        self._state = after
        self._tell(before, named, after)

    def _tell(self, before: State, move: TableMove, after: State) -> None:
        """Enter the move in what each player has seen."""
        cards: tuple[TableCard, ...] = ()
        if isinstance(move, Take):
            cards = tuple(map(card_of, after.taken))
        restock = isinstance(move, Discard) and after.restocks > before.restocks
        public = TableEvent(before.turn, move, cards, restock)
        for seat, events in enumerate(self._events):
            if isinstance(move, Draw) and seat == before.turn:
                drawn = card_of(before.stock[0])
                events.append(TableEvent(seat, move, (drawn,)))
            else:
                events.append(public)

    def undo(self) -> TableMove:
        """Takes the last move back and returns it.

        Raises:
            NothingToUndo: no move has been played.
        """
        if not self._past:
            raise NothingToUndo("no move has been played")
        self._state, move = self._past.pop()
        for events in self._events:
            events.pop()
        return move

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in TableRound.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._past = self._past[:]
        twin._events = tuple(events[:] for events in self._events)
        twin._game = twin._make_game(self.rules)  # its shuffles are bound to the round
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        fields = {
            "rules": self.rules,
            "seed": self.seed,
            "deck": None if self.seed is not None else self.deck,
            "players": self.players,
            "dealer": self.dealer,
            "number": self.number,
            "match_scores": self.match_scores,
            "target": self.target,
        }
        return _restored, (type(self), fields, self.history)

    @property
    def history(self) -> tuple[TableMove, ...]:
        """The moves played."""
        return tuple(move for _, move in self._past)

    @property
    def result(self) -> TableResult | None:
        """How the round ended; None while it goes on."""
        return self._game.settle(self._state) if self.is_over else None

    def view(self, seat: int) -> TableView:
        """What a seat may know, and nothing else.

        Raises:
            InvalidRound: there is no such seat.
        """
        at = checked_seat(seat, self.players, "seat")
        return TableView(
            type(self._game)(self.rules),
            masked(self._state, at),
            at,
            self.dealer,
            tuple(self._events[at]),
            self._setup[3],
        )

    @property
    def hash64(self) -> int:
        """The 64-bit hash of deal and moves, as `ginrummy.table.round` specifies."""
        rules = json.dumps(self.rules.to_dict(), sort_keys=True, separators=(",", ":"))
        data = f"ginrummy {self.name} 1\n{rules}\n".encode("ascii")
        data += bytes((self.players, self.dealer, *map(face_of, self._deck)))
        data += self._key if self._game.restocks else b""
        data += "".join(f"{move}\n" for _, move in self._past).encode("ascii")
        value = 14695981039346656037
        for byte in data:
            value = (value ^ byte) * 1099511628211 % 2**64
        return value

    def __hash__(self) -> int:
        return hash(self.hash64)

    def __eq__(self, other: object) -> bool:
        """Same game, rules, deal and moves."""
        if not isinstance(other, TableRound):
            return NotImplemented
        return (
            self.name == other.name
            and self.rules == other.rules
            and (self.players, self.dealer) == (other.players, other.dealer)
            and self.deck == other.deck
            and self._key == other._key
            and self.history == other.history
        )

    def __repr__(self) -> str:
        last = f", last '{self._past[-1][1]}'" if self._past else ""
        return f"<{type(self).__name__} {len(self._past)} moves{last}: {self.phase}>"


def _restored(
    kind: type[TableRound[Any]], fields: dict[str, Any], history: tuple[TableMove, ...]
) -> TableRound[Any]:
    """The round of a pickle: dealt again and played to where it was."""
    found = kind(**fields)
    for move in history:
        found.play(move)
    return found
