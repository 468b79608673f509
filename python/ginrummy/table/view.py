"""What a player may know of a round of a table game, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import IllegalMove
from .cards import TableCard, TableHand, card_of, face_of
from .game import TableGame
from .moves import Draw, TableMove, TableMoveLike, parse_table_move
from .position import Position
from .results import TableResult
from .rules import KalookiRules, MahjongRules
from .state import State, TablePhase

__all__ = ["LegalMoves", "TableEvent", "TableView"]


@dataclass(frozen=True, slots=True)
class TableEvent:
    """One move as a player saw it."""

    player: int
    """Who moved."""
    move: TableMove
    """The move."""
    cards: tuple[TableCard, ...] = ()
    """What was taken from the pile, or drawn by the viewer; empty where it is hidden or is in
    the move."""
    restock: bool = False
    """After this throw the pile became the new stock (k14)."""

    def __str__(self) -> str:
        cards = f" {TableHand(self.cards)}" if self.cards else ""
        return f"{self.player}: {self.move}{cards}{', new stock' if self.restock else ''}"


class LegalMoves:
    """The legal moves of a position: found one by one as they are asked for.

    There may be very many of them, openings above all, so there is no length. ``move in
    legal`` asks the rules at once and takes a move's text too.
    """

    __slots__ = ("_game", "_state")

    def __init__(self, game: TableGame[Any], state: State | None) -> None:
        self._game = game
        self._state = state

    def __iter__(self) -> Iterator[TableMove]:
        return iter(()) if self._state is None else self._game.moves(self._state)

    def of(self, *kinds: type[TableMove]) -> Iterator[TableMove]:
        """The legal moves of some kinds alone, such as ``of(Build, Claim)``."""
        return iter(()) if self._state is None else self._game.moves(self._state, kinds)

    def __contains__(self, move: TableMoveLike) -> bool:
        if self._state is None:
            return False
        if isinstance(move, str):
            try:
                move = parse_table_move(move)
            except IllegalMove:
                return False
        return self._game.is_legal(self._state, move)

    def __bool__(self) -> bool:
        return self._state is not None and self._state.phase is not TablePhase.OVER

    def __repr__(self) -> str:
        return "<legal moves>" if self else "<no legal moves>"


class TableView(Position):
    """A round of a table game as one seat knows it.

    Two rounds that differ only in cards hidden from the seat have equal views. The seed and
    the order of the stock are in no view.
    """

    __slots__ = ("_game", "_state", "dealer", "events", "match_scores", "player", "target")
    player: int
    """The seat whose view it is."""
    dealer: int
    """The seat that dealt."""
    events: tuple[TableEvent, ...]
    """Every move so far, as the viewer saw it."""
    match_scores: tuple[int, ...] | None
    """The match score by seat before this round, where there is a match."""
    target: int | None
    """The points that the match goes to."""

    def __init__(
        self,
        game: TableGame[Any],
        state: State,
        player: int,
        dealer: int,
        events: tuple[TableEvent, ...],
        match: tuple[tuple[int, ...] | None, int | None] = (None, None),
    ) -> None:
        self._game = game
        self._state = state
        self.player = player
        self.dealer = dealer
        self.events = events
        self.match_scores, self.target = match

    @property
    def rules(self) -> MahjongRules | KalookiRules:
        """The rules in force."""
        return self._game.rules  # type: ignore[no-any-return]

    @property
    def starter(self) -> int:
        """The seat that began."""
        return (self.dealer + 1) % self.players

    @property
    def hand(self) -> TableHand:
        """The viewer's own cards."""
        return TableHand.of_pack(self._state.hands[self.player])

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(map(len, self._state.hands))

    @property
    def upcard(self) -> TableCard | None:
        """The top of the pile; None if it is empty."""
        pile = self._state.pile
        return card_of(pile[-1]) if pile else None

    @property
    def taken(self) -> tuple[TableCard, ...]:
        """What the player on turn has taken from the pile in this turn, the lowest first."""
        return tuple(map(card_of, self._state.taken))

    @property
    def drawn(self) -> TableCard | None:
        """The card that the viewer has drawn from the stock in this turn."""
        if self._state.turn != self.player or self._state.phase is not TablePhase.TABLE:
            return None
        for event in reversed(self.events):
            if isinstance(event.move, Draw):
                return event.cards[0]
            if event.player != self.player or self._state.taken:
                break
        return None

    @property
    def barred(self) -> TableCard | None:
        """The card just taken from the pile that may not be thrown in this turn (a7, k11);
        None when it is on the table, or another one of its face could be thrown in its place."""
        card = self._state.barred
        if self._state.turn != self.player or card < 0 or not self._state.is_barred(face_of(card)):
            return None
        return card_of(card)

    @property
    def must_use(self) -> TableCard | None:
        """The taken card that must yet be used in this turn (j1, k11)."""
        return None if self._state.duty < 0 else card_of(self._state.duty)

    @property
    def owed_jokers(self) -> int:
        """Freed jokers that must yet be played in this turn (k8)."""
        return self._state.owed

    @property
    def must_build(self) -> int | None:
        """The run, from 0, that must be built on now (k9)."""
        return None if self._state.must_build < 0 else self._state.must_build

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves if it is the viewer's turn; otherwise none."""
        own = self._state.turn == self.player
        return LegalMoves(self._game, self._state if own else None)

    @property
    def result(self) -> TableResult | None:
        """How the round ended; None while it goes on."""
        return self._game.settle(self._state) if self.is_over else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableView):
            return NotImplemented
        return (
            self._state == other._state
            and self.rules == other.rules
            and self.player == other.player
            and self.dealer == other.dealer
            and self.events == other.events
            and self.match_scores == other.match_scores
            and self.target == other.target
        )

    # Views have no hash, as those of `ginrummy.Round`; typeshed knows no other way to say it.
    __hash__ = None  # type: ignore[assignment]  # typeshed knows no other way to say it

    def __repr__(self) -> str:
        return f"<TableView of seat {self.player}: {self.phase}, hand {self.hand}>"
