"""A round of gin rummy from the deal to its result: the state machine.

**The deck of a seed** is the same on every machine. The seed, 0 to 2**256 - 1, is the key
of ChaCha with 8 rounds (32 bytes, little-endian); the round's number is the 64-bit nonce
(words 14 and 15 of the input, low word first; words 12 and 13 count the blocks from 0). The
key stream is read as little-endian 32-bit words. ``below(n)`` takes a word ``x``, forms ``m
= x * n``, draws again while ``m % 2**32 < 2**32 % n``, and answers ``m >> 32``. The deck
starts as 0..51; for ``i`` from 51 down to 1 card ``i`` changes places with card ``below(i +
1)``. A knock card from a second deck is ``below(52)`` on the same stream after that.

>>> Round(seed=0).deck[:6]
(38, 31, 28, 44, 7, 23)

**The deal** goes one card at a time, the player left of the dealer first: with two players
cards 0, 2, 4 ... to the non-dealer and 1, 3, 5 ... to the dealer, card 20 is the upcard and
card 21 the first of the stock (a4). Under ``deal="11_10"`` card 20 is the starter's
eleventh; under ``"10_10"`` it is the first of the stock.

**The hash** of a round is 64-bit FNV-1a (offset basis 14695981039346656037, prime
1099511628211) over its record's canonical bytes: ``b"ginrummy round 1\\n"``; the rules as
ASCII JSON with sorted keys and no blanks; ``b"\\n"``; one byte each for the number of
players, dealer, starter and second-deck knock card (255 for none); the 52 cards of the deck,
a byte each; and each move's code in two bytes, low byte first.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Sequence
from enum import StrEnum
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypeAlias

from ._inputs import RulesLike, as_rules
from ._select import IMPLEMENTATION
from .cards import Card, CardLike, Hand, shown
from .choices import Deal, LimitSource, Misdeal, ShowdownMode
from .errors import IllegalMove, InvalidDeck, InvalidRound, InvalidSeed
from .moves import move_count, move_text
from .results import Result, result_of
from .rules import Rules
from .view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MAX_SEED", "Phase", "Round", "determinize", "shuffled_deck"]

MAX_SEED: Final = 2**256 - 1
"""The largest seed."""

Implementation: TypeAlias = Literal["core", "reference"]


class Phase(StrEnum):
    """What is to be done in a round."""

    UPCARD = "upcard"
    """The first upcard is offered: take it or pass."""
    DRAW = "draw"
    """Draw from the stock or take from the pile."""
    THROW = "throw"
    """Discard, knock, or go gin."""
    WALL = "wall"
    """Take the last discard to knock with it, or pass (w1)."""
    ANSWER = "answer"
    """Accept or refuse a knock over the limit (b6)."""
    LAY_DOWN = "lay_down"
    """The knocker lays down melds (manual showdown)."""
    LAY_OFF = "lay_off"
    """A defender melds and lays off (manual showdown)."""
    OVER = "over"
    """The round has a result."""


PHASES: Final = tuple(Phase)


def engine(implementation: Implementation | None = None) -> ModuleType | Any:
    """The module with ``RoundState``, ``Random`` and ``determinize``."""
    name = IMPLEMENTATION if implementation is None else implementation
    if name == "reference":
        from . import reference

        return reference
    if name != "core":
        raise InvalidRound(f"implementation={name!r}: 'core' or 'reference' is expected")
    from . import _core

    return _core


def seed_key(seed: SupportsIndex | None) -> bytes:
    """The 32 bytes of a seed; a fresh unguessable one for None.

    Raises:
        InvalidSeed: a seed that is negative, too large or no whole number.
    """
    if seed is None:
        return secrets.token_bytes(32)
    return _whole(seed, "seed", MAX_SEED).to_bytes(32, "little")


def _whole(value: SupportsIndex, name: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise InvalidSeed(f"{name}={shown(value)} is a {type(value).__name__}, no whole number")
    number = operator.index(value)
    if not 0 <= number <= most:
        raise InvalidSeed(f"{name}={shown(number)}: 0 to 2**{most.bit_length()} - 1 is allowed")
    return number


def shuffled_deck(
    seed: SupportsIndex | None = None,
    number: SupportsIndex = 0,
    *,
    implementation: Implementation | None = None,
) -> tuple[Card, ...]:
    """The deck of a seed and a round number, top first, as specified above.

    Raises:
        InvalidSeed: a seed outside 0..2**256 - 1 or a number outside 0..2**64 - 1.
    """
    random = engine(implementation).Random(seed_key(seed), _whole(number, "number", 2**64 - 1))
    return tuple(map(Card, random.deck()))


def checked_deck(deck: Sequence[CardLike] | str) -> list[int]:
    """The indices of a deck.

    Raises:
        InvalidDeck: cards missing or repeated.
        InvalidCard: an item that is no card.
    """
    cards = [Card(one).index for one in (deck.split() if isinstance(deck, str) else deck)]
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise InvalidDeck(f"{Card(card)} stands twice in the deck")
        seen.add(card)
    if len(cards) != 52:
        raise InvalidDeck(f"the deck has {len(cards)} cards; 52 are needed")
    return cards


def _seat(seat: SupportsIndex, players: int, name: str) -> int:
    if isinstance(seat, bool) or not isinstance(seat, SupportsIndex):
        raise InvalidRound(f"{name}={shown(seat)} is no seat: 0 to {players - 1} are")
    number = operator.index(seat)
    if not 0 <= number < players:
        raise InvalidRound(f"{name}={shown(number)} is no seat: 0 to {players - 1} are")
    return number


_new = object.__new__


class Round:
    """A round in play.

    Args:
        rules: the rules in force; None is standard.
        seed: 0 to 2**256 - 1; a fresh unguessable one if neither seed nor deck is given.
        deck: the 52 cards, top first, in place of a seed: text or a sequence of cards.
        dealer: the seat that deals. Seats count from 0, turns go upwards.
        starter: who is first; the seat after the dealer if None.
        knock_card: the card from the second deck, where ``rules.limit_source`` is
            ``second_deck``; from the seed if None.
        players: two, or up to four in the party game.
        number: the round's number under its seed, 0 to 2**64 - 1.
        match_scores: the match score by seat before this round, for views.
        target: the points that the match goes to, for views.
        implementation: ``core`` or ``reference``; the package's own if None.

    Raises:
        InvalidSeed, InvalidDeck, InvalidCard: the deck cannot be had.
        InvalidRound: players, seats, match or knock card do not fit the rules.
    """

    # What stays the same is one tuple, so that a copy is quick.
    __slots__ = ("_setup", "_state")

    _state: Any
    _setup: tuple[Rules, int | None, int, tuple[int, ...] | None, int | None]

    def __init__(
        self,
        rules: RulesLike = None,
        *,
        seed: SupportsIndex | None = None,
        deck: Sequence[CardLike] | str | None = None,
        dealer: SupportsIndex = 0,
        starter: SupportsIndex | None = None,
        knock_card: CardLike | None = None,
        players: int = 2,
        number: SupportsIndex = 0,
        match_scores: Sequence[int] | None = None,
        target: int | None = None,
        implementation: Implementation | None = None,
    ) -> None:
        law = as_rules(rules)
        _check_players(law, players)
        at = _seat(dealer, players, "dealer")
        first = (at + 1) % players if starter is None else _seat(starter, players, "starter")
        nonce = _whole(number, "number", 2**64 - 1)
        match = _checked_match(match_scores, target, players)
        module = engine(implementation)
        second = law.limit_source is LimitSource.SECOND_DECK
        if knock_card is not None and not second:
            raise InvalidRound(
                f"knock_card={Card(knock_card)}: these rules have no second deck "
                f"(limit_source='{law.limit_source}')"
            )
        card = -1 if knock_card is None else Card(knock_card).index
        known: int | None
        if deck is None:
            key = seed_key(seed)
            known = int.from_bytes(key, "little")
            random = module.Random(key, nonce)
            cards = random.deck()
            if second and card < 0:
                card = random.below(52)
        else:
            if seed is not None:
                raise InvalidRound("a round has a seed or a deck, not both")
            known = None
            cards = checked_deck(deck)
            if second and card < 0:
                raise InvalidRound("with a deck and limit_source='second_deck' give a knock_card")
        self._state = module.RoundState(law, players, at, first, card, cards, law._hash)
        self._setup = (law, known, nonce, *match)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._setup[0]

    @property
    def seed(self) -> int | None:
        """The seed, or None if the deck was given."""
        return self._setup[1]

    @property
    def number(self) -> int:
        """The number of the round under its seed."""
        return self._setup[2]

    @property
    def match_scores(self) -> tuple[int, ...] | None:
        """The match score by seat before this round."""
        return self._setup[3]

    @property
    def target(self) -> int | None:
        """The points that the match goes to."""
        return self._setup[4]

    @property
    def implementation(self) -> Implementation:
        """Which implementation plays this round."""
        return "reference" if "reference" in type(self._state).__module__ else "core"

    @property
    def players(self) -> int:
        """How many play."""
        return self._state.players  # type: ignore[no-any-return]

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._state.dealer  # type: ignore[no-any-return]

    @property
    def starter(self) -> int:
        """The seat that began."""
        return self._state.starter  # type: ignore[no-any-return]

    @property
    def knock_card(self) -> Card | None:
        """The card that set the limit: the first upcard, or the second deck's; None under
        a fixed limit."""
        source = self.rules.limit_source
        if source is LimitSource.FIXED:
            return None
        if source is LimitSource.UPCARD:
            dealt = self.players * self.rules.cards_each(self.players)
            return Card(self._state.deck()[dealt])
        return Card(self._state.knock_card)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the round is over."""
        turn = self._state.turn
        return None if turn < 0 else turn

    @property
    def phase(self) -> Phase:
        """What is to be done."""
        return PHASES[int(self._state.phase)]

    @property
    def is_over(self) -> bool:
        """The round has a result."""
        return self._state.turn < 0  # type: ignore[no-any-return]

    @property
    def limit(self) -> int:
        """The knock limit of this round, in points."""
        return self._state.limit  # type: ignore[no-any-return]

    @property
    def gin_only(self) -> bool:
        """Only gin ends this round with points."""
        return self._state.gin_only  # type: ignore[no-any-return]

    @property
    def multiplier(self) -> int:
        """What the points of this round are multiplied by."""
        return self._state.multiplier  # type: ignore[no-any-return]

    @property
    def turns(self) -> int:
        """How many cards have been thrown."""
        return self._state.turns  # type: ignore[no-any-return]

    @property
    def legal_moves(self) -> list[int]:
        """The codes of the legal moves, ascending; none when the round is over."""
        return self._state.legal_moves()  # type: ignore[no-any-return]

    @property
    def legal_mask(self) -> NDArray[np.int8]:
        """The legal moves as int8 zeros and ones by code; its size is fixed by the rules."""
        import numpy as np

        manual = self.rules.showdown is ShowdownMode.MANUAL
        size = move_count(self.rules.cards_each(self.players), manual=manual)
        mask = np.zeros(size, dtype=np.int8)
        mask[self._state.legal_moves()] = 1
        return mask

    def play(self, move: SupportsIndex) -> None:
        """Plays a move of the player on turn.

        Raises:
            IllegalMove: the move is not legal now; the message says which rule forbids it,
                and nothing has changed.
            RoundOver: the round has ended.
        """
        if type(move) is not int:
            if isinstance(move, bool) or not isinstance(move, SupportsIndex):
                raise IllegalMove(f"{shown(move)} is the code of no move")
            move = operator.index(move)
        self._state.play(move)

    def undo(self) -> int:
        """Takes the last move back and returns its code.

        Raises:
            NothingToUndo: no move has been played.
        """
        return self._state.undo()  # type: ignore[no-any-return]

    def copy(self) -> Round:
        """An independent copy."""
        twin = _new(Round)
        twin._state = self._state.copy()
        twin._setup = self._setup
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Round:
        return self.copy()

    @property
    def history(self) -> tuple[int, ...]:
        """The codes of the moves played."""
        return tuple(self._state.history())

    @property
    def deck(self) -> tuple[int, ...]:
        """The whole deck as dealt, top first, by card index."""
        return tuple(self._state.deck())

    def hand(self, seat: int) -> Hand:
        """The cards that a seat holds, melds laid down in a manual showdown included."""
        return Hand.from_mask(self._state.hand(_seat(seat, self.players, "seat")))

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discard pile, its top last."""
        return tuple(map(Card, self._state.pile()))

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock, the next card first; the last ones are never drawn (w1)."""
        return tuple(map(Card, self._state.stock()))

    @property
    def stock_count(self) -> int:
        """How many cards are in the stock."""
        return self._state.stock_count  # type: ignore[no-any-return]

    @property
    def result(self) -> Result | None:
        """How the round ended; None while it goes on."""
        raw = self._state.result()
        if raw is None:
            return None
        hands = [self._state.hand(seat) for seat in range(self.players)]
        return result_of(raw, self.rules, self.limit, hands)

    def view(self, seat: int) -> View:
        """What a seat may know, and nothing else.

        Raises:
            InvalidRound: there is no such seat.
        """
        if type(seat) is not int or not 0 <= seat < self._state.players:
            seat = _seat(seat, self.players, "seat")
        return View(self._state.view(seat), self.rules, self.match_scores, self.target)

    def __hash__(self) -> int:
        return hash(self.hash64)

    @property
    def hash64(self) -> int:
        """The 64-bit hash of deal and moves, as specified above."""
        return self._state.hash()  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        """Same rules, deal and moves."""
        if not isinstance(other, Round):
            return NotImplemented
        return (
            self.hash64 == other.hash64
            and self.rules == other.rules
            and self.deck == other.deck
            and self.history == other.history
        )

    def __str__(self) -> str:
        """The position in a few words, hidden cards and all."""
        seats = [f"{seat}: {self.hand(seat)}" for seat in range(self.players)]
        what = "over" if self.is_over else f"{self.phase}, {self.turn} to move"
        top = self.pile[-1] if self.pile else "none"
        return f"{what}; {'; '.join(seats)}; pile {top}; stock {self.stock_count}"

    def __repr__(self) -> str:
        last = f", last '{move_text(self.history[-1])}'" if self.history else ""
        return f"<Round {len(self.history)} moves{last}: {self.phase}>"


def _check_players(rules: Rules, players: int) -> None:
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 4:
        raise InvalidRound(f"players={shown(players)}: 2 to 4 are allowed")
    if players > 2 and rules.party is None:
        raise InvalidRound(f"players={players}: these rules are for two (party is None)")
    if players > 2 and rules.misdeal is Misdeal.CLAIM and rules.deal is Deal.EXTRA_CARD:
        raise InvalidRound("a misdeal cannot be claimed round the table in an 11-10 deal")


def _checked_match(
    scores: Sequence[int] | None, target: int | None, players: int
) -> tuple[tuple[int, ...] | None, int | None]:
    if scores is None:
        if target is not None:
            raise InvalidRound(f"target={shown(target)} needs match_scores")
        return None, None
    found = tuple(scores)
    if len(found) != players:
        raise InvalidRound(f"match_scores={shown(found)}: {players} players have {players} scores")
    for number in (*found, target):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
            raise InvalidRound(f"{shown(number)} is no number of points")
    if target is not None and target < 1:
        raise InvalidRound(f"target={target}: at least 1 is expected")
    return found, target


def determinize(view: View, seed: SupportsIndex | None = None) -> Round:
    """A full round whose view from that seat equals the given one.

    The unknown cards are uniform over what the view leaves open: who holds them, and in
    which order the stock lies. The history is that of the view, the draws of others and
    a face-down throw filled in. It replays legally.

    Args:
        view: what the seat knows.
        seed: 0 to 2**256 - 1, the same answer for the same seed; a fresh one if None.

    Raises:
        InvalidSeed: a seed out of range.
        GinRummyError: no round was found in 300,000 tries. It takes a view that only a very
            rare hidden hand allows: a misdeal under a limit of 0, say.
    """
    module = engine("reference" if "reference" in type(view._raw).__module__ else "core")
    found = _new(Round)
    key = seed_key(seed)
    found._state = module.determinize(
        view._raw, key if module.__name__.endswith("_core") else int.from_bytes(key, "little")
    )
    found._setup = (view.rules, None, 0, view.match_scores, view.target)
    return found
