"""The course of a table game: what a move does, and whether it may be played.

`TableGame` holds what both games share. `Mahjong` and `Kalooki` say what may lie on the table
and how a hand is scored. A game has rules and no state: it turns one `State` into the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import ClassVar, Final, Generic, TypeVar

from ..cards import shown
from ..errors import IllegalMove, RoundOver
from ..values import Outcome
from .cards import TableCard, face_of
from .melds import forbidden
from .moves import Build, Claim, Discard, Draw, Lay, MoveJoker, Pass, TableMove, Take
from .results import TableResult
from .rules import KalookiRules, MahjongRules
from .state import HIDDEN, Laid, State, TablePhase

__all__ = ["Kinds", "Shuffle", "TableGame"]

Shuffle = Callable[[list[int], int], list[int]]
"""Makes the new stock of the pile's cards; the number says how often there was one."""
Kinds = tuple[type[TableMove], ...]
"""Kinds of moves."""
_ALL_KINDS: Final = (Draw, Take, Pass, Lay, Build, Claim, MoveJoker, Discard)
_Rules = TypeVar("_Rules", bound="MahjongRules | KalookiRules")


class TableGame(ABC, Generic[_Rules]):
    """The course of one of the two games.

    Args:
        rules: the rules in force.
        shuffle: makes a new stock; None where nobody may know its order, as in a view.
    """

    restocks: ClassVar[bool]
    """The pile can become a new stock (k14)."""
    most_taken: ClassVar[int]
    """How many cards of the pile may be taken at once (j1, k11)."""
    cannot_finish: ClassVar[str]
    """Why a move is refused after which the turn could not end."""

    def __init__(self, rules: _Rules, shuffle: Shuffle | None = None) -> None:
        self.rules = rules
        self._shuffle = shuffle

    def play(self, state: State, move: TableMove) -> State:
        """The state after a move of the player on turn.

        Raises:
            IllegalMove: the rules refuse the move; the message says which.
            RoundOver: the round has ended.
        """
        after = self._step(state, move)
        if not self.can_finish(after):
            raise IllegalMove(f"'{move}': {self.cannot_finish}")
        return after

    def is_legal(self, state: State, move: TableMove) -> bool:
        """The move may be played."""
        try:
            self.play(state, self.named(state, move))
        except IllegalMove:
            return False
        return True

    @abstractmethod
    def named(self, state: State, move: TableMove) -> TableMove:
        """The move in the one form in which it is kept."""

    def moves(self, state: State, kinds: Kinds | None = None) -> Iterator[TableMove]:
        """Every legal move, or those of some kinds, found one by one as they are asked for."""
        for move in self._candidates(state, kinds or _ALL_KINDS):
            if self.is_legal(state, move):
                yield move

    def _candidates(self, state: State, kinds: Kinds) -> Iterator[TableMove]:
        """Moves of these kinds among which are all the legal ones."""
        if state.phase is TablePhase.DRAW:
            if Draw in kinds:
                yield Draw()
            if Take in kinds:
                deepest = min(len(state.pile), self.most_taken)
                yield from map(Take, range(1, deepest + 1))
            if Pass in kinds:
                yield Pass()
        elif state.phase is TablePhase.TABLE:
            if Lay in kinds:
                yield from self.lays(state)
            if Build in kinds or Claim in kinds or MoveJoker in kinds:
                yield from (move for move in self.plays(state) if isinstance(move, kinds))
            if Discard in kinds:
                for face in sorted(set(map(face_of, state.hand))):
                    yield Discard(TableCard(face))

    @abstractmethod
    def lays(self, state: State) -> Iterator[Lay]:
        """Lays among which are all the legal ones."""

    @abstractmethod
    def plays(self, state: State) -> Iterator[Build | Claim | MoveJoker]:
        """What may be done with melds that lie there, legal or not."""

    @abstractmethod
    def can_finish(self, state: State) -> bool:
        """The player on turn can end his turn in some way from here."""

    @abstractmethod
    def settle(self, state: State) -> TableResult:
        """The result of a state that is over."""

    def _step(self, state: State, move: TableMove) -> State:
        if state.phase is TablePhase.OVER:
            raise RoundOver(f"'{move}': the round is over ({state.outcome})")
        if isinstance(move, (Draw, Take, Pass)):
            if state.phase is not TablePhase.DRAW:
                raise IllegalMove(f"'{move}': a card is drawn already; throw one to end the turn")
            if isinstance(move, Draw):
                return self._draw(state)
            return self._take(state, move) if isinstance(move, Take) else self.pass_(state)
        if not isinstance(move, (Lay, Build, Claim, MoveJoker, Discard)):
            raise IllegalMove(f"{shown(move)} is a {type(move).__name__}, no move of a table game")
        if state.phase is TablePhase.DRAW:
            raise IllegalMove(f"'{move}': a turn begins with a card drawn or taken")
        if state.must_build >= 0 and not (
            isinstance(move, (Build, MoveJoker)) and move.on == state.must_build
        ):
            raise IllegalMove(
                f"'{move}': a joker was moved to build on meld {state.must_build + 1}; that comes "
                "next (k9)"
            )
        if isinstance(move, Discard):
            return self._discard(state, move)
        if not isinstance(move, Lay) and move.on >= len(state.table):
            there = f"1 to {len(state.table)} are" if state.table else "none is"
            raise IllegalMove(f"'{move}': there is no meld {move.on + 1}; {there} on the table")
        after = self._on_table(state, move)
        return after if after.hand else after.ended(self.went_out(after), after.turn)

    def _on_table(self, state: State, move: Lay | Build | Claim | MoveJoker) -> State:
        if isinstance(move, MoveJoker):
            return self.move_joker(state, move)
        if isinstance(move, Lay):
            after = self.lay(state, move)
        elif isinstance(move, Claim):
            after = self.claim(state, move)
        else:
            built = (*state.built_now, move.on)
            after = self.build(state, move)._replace(must_build=-1, built_now=built)
        return after._replace(moved=())

    def lay(self, state: State, move: Lay) -> State:
        """Lay melds from the hand; what else the game demands, it looks at itself."""
        for meld in move.melds:
            if why := forbidden(meld, self.rules):
                raise IllegalMove(why)
        seat, first = state.turn, len(state.table)
        cards = [slot.face.face for meld in move.melds for slot in meld]
        after, played = state.play_cards(cards, f"'{move}'")
        laid = []
        for meld in move.melds:
            ids, played = played[: len(meld)], played[len(meld) :]
            laid.append(Laid(seat, meld, tuple(ids), (seat,) * len(meld)))
        return after._replace(
            table=(*state.table, *laid),
            laid_now=(*state.laid_now, *range(first, first + len(laid))),
        )

    @abstractmethod
    def build(self, state: State, move: Build) -> State:
        """Add a card to a meld."""

    @abstractmethod
    def claim(self, state: State, move: Claim) -> State:
        """Free jokers of a meld."""

    @abstractmethod
    def move_joker(self, state: State, move: MoveJoker) -> State:
        """Move a joker to the other end of its run."""

    @abstractmethod
    def went_out(self, state: State) -> Outcome:
        """How the end is called of a player without a card, who threw his last or laid it."""

    def _draw(self, state: State) -> State:
        if not state.stock:
            raise IllegalMove("'draw': the stock is empty")
        card, *stock = state.stock
        after = state.with_hand((*state.hand, card))
        return after._replace(stock=tuple(stock), phase=TablePhase.TABLE)

    def _take(self, state: State, move: Take) -> State:
        count = move.count
        if count > self.most_taken:
            raise IllegalMove(f"'{move}': only the top card of the pile is taken (k11)")
        if count > len(state.pile):
            raise IllegalMove(f"'{move}': the pile has {len(state.pile)} cards")
        cards = state.pile[-count:]
        alone = count == 1 and not self.rules.may_discard_taken
        return state.with_hand((*state.hand, *cards))._replace(
            pile=state.pile[:-count],
            phase=TablePhase.TABLE,
            taken=cards,
            barred=cards[0] if alone else -1,
        )

    @abstractmethod
    def pass_(self, state: State) -> State:
        """Not take the pile when the stock is out."""

    def check_discard(self, state: State, face: int) -> None:
        """Refuse a throw that comes too early: a duty is left."""

    def _discard(self, state: State, move: Discard) -> State:
        face = move.card.face
        thrown = [card for card in state.hand if face_of(card) == face]
        if not thrown:
            raise IllegalMove(f"'{move}': {move.card} is not in the hand")
        if state.is_barred(face):
            raise IllegalMove(
                f"'{move}': {move.card} was just taken from the pile: it may not be thrown (a7)"
            )
        self.check_discard(state, face)
        card = next((one for one in thrown if one != state.barred), thrown[0])
        left = list(state.hand)
        left.remove(card)
        after = state.with_hand(left)._replace(pile=(*state.pile, card), turns=state.turns + 1)
        if not left:
            return after.ended(self.went_out(after), state.turn)
        if self.rules.max_turns is not None and after.turns >= self.rules.max_turns:
            return after.ended(Outcome.CAPPED)
        return self._next_turn(after)

    def _next_turn(self, state: State) -> State:
        fresh = state._replace(
            turn=(state.turn + 1) % len(state.hands),
            phase=TablePhase.DRAW,
            taken=(),
            barred=-1,
            duty=-1,
            owed=0,
            opened=False,
            laid_now=(),
            built_now=(),
            moved=(),
        )
        return fresh if fresh.stock else self.stock_out(fresh)

    @abstractmethod
    def stock_out(self, state: State) -> State:
        """The beginning of a turn with an empty stock."""

    def new_stock(self, cards: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The cards of the pile as a stock."""
        if self._shuffle is None:
            return (HIDDEN,) * len(cards)
        return tuple(self._shuffle(list(cards), number))
