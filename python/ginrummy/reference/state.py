"""The round as a state machine with the same interface as the core's."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card, shown
from ..errors import IllegalMove, NothingToUndo, RoundOver
from ..rules import Rules
from .acting import act
from .moves import legal_moves
from .refusal import why_not
from .table import Event, RawResult, Table, mask_of
from .view import RawView, view_of

_NONE_BYTE = 255


class RoundState:
    """One round, from the deal to its result.

    Args:
        rules: the rules of the hand.
        players: two, or up to four in the party game.
        dealer: the dealer's seat.
        starter: the seat of the first player on turn.
        knock_card: the card of the second deck, or -1.
        deck: the 52 cards in the order in which they are dealt and drawn.
        rules_hash: the hash that the text of the rules begins with.

    What is given is valid: the wrapper has seen to it.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        dealer: int,
        starter: int,
        knock_card: int,
        deck: Sequence[int],
        rules_hash: int,
    ) -> None:
        self._table = Table(rules, players, dealer, starter, knock_card, deck, rules_hash)

    def legal_moves(self) -> list[int]:
        """The codes of the legal moves, ascending."""
        return legal_moves(self._table)

    def play(self, move: int) -> None:
        """Make a move.

        Raises:
            RoundOver: the round has ended.
            IllegalMove: the rules refuse the move; the message says which one.
        """
        if self._table.result is not None:
            raise RoundOver(f"the round is over ({self._table.result.outcome})")
        if isinstance(move, bool) or not isinstance(move, int):
            raise IllegalMove(f"{shown(move)} is no move: the code of one is a whole number")
        if move not in legal_moves(self._table):
            raise IllegalMove(why_not(self._table, move))
        act(self._table, move)

    def undo(self) -> int:
        """Take the last move back, and return it.

        Raises:
            NothingToUndo: no move has been made.
        """
        old = self._table
        if not old.history:
            raise NothingToUndo("no move has been made")
        self._table = Table(
            old.given_rules,
            old.players,
            old.dealer,
            old.starter,
            old.knock_card,
            old.deck,
            old.rules_hash,
        )
        for move in old.history[:-1]:
            act(self._table, move)
        return old.history[-1]

    def copy(self) -> RoundState:
        """An independent round in the same state."""
        other = object.__new__(RoundState)
        other._table = self._table.copy()
        return other

    def hash(self) -> int:
        """64-bit FNV-1a over rules, seats, deck and moves."""
        table = self._table
        knock_card = table.knock_card if table.knock_card >= 0 else _NONE_BYTE
        data = bytes([table.players, table.dealer, table.starter, knock_card, *table.deck])
        for move in table.history:
            data += move.to_bytes(2, "little")
        value = table.rules_hash
        for byte in data:
            value = (value ^ byte) * 1099511628211 % 2**64
        return value

    def history(self) -> list[int]:
        """The moves made."""
        return list(self._table.history)

    def events(self) -> list[Event]:
        """For each move (seat, code, card or -1, whether all may know the card)."""
        return list(self._table.events)

    def hand(self, seat: int) -> int:
        """The mask of all cards of a seat, those laid down or off included."""
        return mask_of(self._table.hands[seat])

    def pile(self) -> list[int]:
        """The cards thrown, the lowest first."""
        return [card.index for card in self._table.pile]

    def stock(self) -> list[int]:
        """The stock, the next card first, those that are never drawn included."""
        return [card.index for card in self._table.stock]

    def deck(self) -> list[int]:
        """The deck before the deal."""
        return list(self._table.deck)

    def view(self, seat: int) -> RawView:
        """What a seat may know."""
        return view_of(self._table, seat)

    def result(self) -> RawResult | None:
        """How the round ended; None before that."""
        return self._table.result

    @property
    def turn(self) -> int:
        """The seat on turn; -1 when the round is over."""
        return self._table.turn

    @property
    def phase(self) -> int:
        """What is to be done: see `codes.Phase`."""
        return int(self._table.phase)

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._table.dealer

    @property
    def starter(self) -> int:
        """The seat first on turn."""
        return self._table.starter

    @property
    def players(self) -> int:
        """How many play."""
        return self._table.players

    @property
    def knock_card(self) -> int:
        """The card of the second deck, or -1."""
        return self._table.knock_card

    @property
    def limit(self) -> int:
        """The most deadwood to knock with."""
        return self._table.terms.limit

    @property
    def multiplier(self) -> int:
        """What the points are multiplied by."""
        return self._table.terms.multiplier

    @property
    def gin_only(self) -> bool:
        """Whether only gin ends the hand."""
        return self._table.terms.gin_only

    @property
    def stock_count(self) -> int:
        """How many cards the stock has."""
        return len(self._table.stock)

    @property
    def turns(self) -> int:
        """How many cards have been thrown."""
        return self._table.turns

    @property
    def taken(self) -> int:
        """The card that the player on turn took from the pile, or -1."""
        return _index(self._table.taken)

    @property
    def drawn(self) -> int:
        """The card that the player on turn drew from the stock, or -1."""
        return _index(self._table.drawn)

    @property
    def knocker(self) -> int:
        """Who knocked, or -1."""
        return -1 if self._table.knocker is None else self._table.knocker

    @property
    def thrown(self) -> int:
        """The card with which the knocker knocked, or -1."""
        return _index(self._table.thrown)

    @property
    def exposed(self) -> list[int]:
        """The seats whose hand is open."""
        return sorted(self._table.open_seats)


def _index(card: Card | None) -> int:
    return -1 if card is None else card.index
