"""A round of gin rummy from the deal to its result: the state machine.

How a seed makes the deck is specified in `ginrummy.decks`.

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

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from ._inputs import RulesLike, as_rules
from ._round_checks import check_players, checked_match, checked_seat
from .cards import Card, CardLike, Hand, shown, whole
from .choices import LimitSource, ShowdownMode
from .decks import (
    Implementation,
    checked_deck,
    engine,
    seed_key,
    seed_number,
)
from .errors import IllegalMove, InvalidRound
from .moves import move_count, move_text
from .phases import PHASES, Phase
from .results import Result, result_of
from .rules import Rules
from .view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Round", "determinize"]


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
        players = check_players(law, players)
        at = checked_seat(dealer, players, "dealer")
        first = (at + 1) % players if starter is None else checked_seat(starter, players, "starter")
        nonce = seed_number(number, "number", 2**64 - 1)
        match = checked_match(match_scores, target, players)
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
            code = whole(move)
            if code is None:
                hint = "; parse_move reads a text" if isinstance(move, str) else ""
                raise IllegalMove(f"{shown(move)} is the code of no move{hint}")
            move = code
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

    def __reduce__(self) -> tuple[Any, ...]:
        second = self._state.knock_card
        fields = {
            "rules": self.rules,
            "deck": self.deck,
            "dealer": self.dealer,
            "starter": self.starter,
            "knock_card": None if second < 0 else second,
            "players": self.players,
            "match_scores": self.match_scores,
            "target": self.target,
            "implementation": self.implementation,
        }
        return _restored, (fields, self.seed, self.number, self.history)

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
        return Hand.from_mask(self._state.hand(checked_seat(seat, self.players, "seat")))

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
            seat = checked_seat(seat, self.players, "seat")
        return View(self._state.view(seat), self.rules, self.match_scores, self.target)

    def __hash__(self) -> int:
        return hash(self.hash64)

    @property
    def hash64(self) -> int:
        """The 64-bit hash of deal and moves, as `ginrummy.round` specifies."""
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


def _restored(
    fields: dict[str, Any], seed: int | None, number: int, history: tuple[int, ...]
) -> Round:
    """The round of a pickle: dealt again and played to where it was."""
    found = Round(**fields)
    for move in history:
        found._state.play(move)
    found._setup = (found.rules, seed, number, found.match_scores, found.target)
    return found


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
    if not isinstance(view, View):
        raise InvalidRound(f"{shown(view)} is a {type(view).__name__}, no view of a round")
    module = engine("reference" if "reference" in type(view._raw).__module__ else "core")
    found = _new(Round)
    key = seed_key(seed)
    found._state = module.determinize(
        view._raw, key if module.__name__.endswith("_core") else int.from_bytes(key, "little")
    )
    found._setup = (view.rules, None, 0, view.match_scores, view.target)
    return found
