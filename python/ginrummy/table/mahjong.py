"""Mahjong gin (section J): what may lie on the table, and how a hand is scored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from ..cards import Card
from ..errors import IllegalMove
from ..values import MeldKind, Outcome
from .cards import MAHJONG_PACK, TableCard, face_of
from .choices import StockEnd, TakeDuty
from .game import TableGame
from .melds import Slot, TableMeld
from .moves import Build, Claim, Lay, MoveJoker, TableMove, Take
from .results import TableResult
from .rules import MahjongRules
from .scoring import settle_mahjong
from .search import hand_melds
from .state import Laid, State, TablePhase, slots_added

__all__ = ["Mahjong"]

_NO_JOKERS = "there are no jokers in Mahjong gin (J)"


class Mahjong(TableGame[MahjongRules]):
    """The course of Mahjong gin."""

    restocks = False
    most_taken = MAHJONG_PACK
    cannot_finish = (
        "the lowest card taken could then not be used in a meld in this turn (j1), or "
        "only the card just taken were left to throw (a7)"
    )

    def named(self, state: State, move: TableMove) -> TableMove:  # noqa: ARG002
        """The move itself."""
        return move

    def lays(self, state: State) -> Iterator[Lay]:
        """Every meld of the hand."""
        for meld in hand_melds(map(face_of, state.hand), self.rules):
            yield Lay((meld,))

    def plays(self, state: State) -> Iterator[Build]:
        """Every card that a meld takes."""
        hand = set(map(face_of, state.hand))
        for on, laid in enumerate(state.table):
            for card in additions(laid.meld):
                if card.index in hand:
                    yield Build(Slot(card), on)

    def can_finish(self, state: State) -> bool:
        """A duty can be met, and a card be thrown unless all are melded."""
        if state.phase is not TablePhase.TABLE:
            return True
        if state.duty >= 0:
            using = face_of(state.duty)
            hand = set(map(face_of, state.hand))
            if any(True for _ in hand_melds(hand, self.rules, using=using)):
                return True
            return self.rules.add_to_own and any(
                _reaches(state.table[on].meld, Card(using), hand) for on in state.laid_now
            )
        if state.throwable():
            return True
        # Only the card just taken is left: it must go on the table.
        card = Card(face_of(state.hand[0]))
        return any(
            card in additions(laid.meld) and self._may_add(state, laid) for laid in state.table
        )

    def lay(self, state: State, move: Lay) -> State:
        """Lay one meld."""
        if len(move.melds) > 1:
            raise IllegalMove(f"'{move}': melds are laid one by one (j3)")
        return super().lay(state, move)

    def build(self, state: State, move: Build) -> State:
        """Add a card to a run at either end, or the fourth to a set (j4)."""
        laid = state.table[move.on]
        if not self._may_add(state, laid):
            raise IllegalMove(f"'{move}': that meld is the player's own (j4, add_to_own=False)")
        card = move.slot.card
        if move.slot.joker or card is None:
            raise IllegalMove(f"'{move}': {_NO_JOKERS}")
        if card not in additions(laid.meld):
            raise IllegalMove(f"'{move}': {card} does not fit '{laid.meld}' (j4, j6)")
        after, (played,) = state.play_cards([card.index], f"'{move}'")
        if state.duty >= 0 and after.duty < 0 and move.on not in state.laid_now:
            raise IllegalMove(
                f"'{move}': {card} is the lowest card taken; it must be used in a meld laid in "
                "this turn (j1)"
            )
        return after.with_meld(move.on, added(laid, Slot(card), played, state.turn))

    def _may_add(self, state: State, laid: Laid) -> bool:
        return self.rules.add_to_own or laid.owner != state.turn

    def claim(self, state: State, move: Claim) -> NoReturn:  # noqa: ARG002
        """There is no joker to claim."""
        raise IllegalMove(f"'{move}': {_NO_JOKERS}")

    def move_joker(self, state: State, move: MoveJoker) -> NoReturn:  # noqa: ARG002
        """There is no joker to move."""
        raise IllegalMove(f"'{move}': {_NO_JOKERS}")

    def went_out(self, state: State) -> Outcome:  # noqa: ARG002 - it is gin in any state
        """Gin."""
        return Outcome.OUT

    def _take(self, state: State, move: Take) -> State:
        after = super()._take(state, move)
        return after._replace(duty=after.taken[0]) if len(after.taken) > 1 else after

    def pass_(self, state: State) -> State:
        """Leave the pile, which ends the hand (j7)."""
        if state.stock:
            raise IllegalMove("'pass': the stock is not empty (j7)")
        dead = self.rules.stock_end is StockEnd.DEAD
        return state.ended(Outcome.DEAD if dead else Outcome.STOCK_END)

    def check_discard(self, state: State, face: int) -> None:
        """The lowest card taken must be used (j1)."""
        if state.duty < 0:
            return
        card = TableCard(face_of(state.duty))
        if self.rules.take_duty is TakeDuty.LAID:
            raise IllegalMove(
                f"'discard {TableCard(face)}': {card}, the lowest card taken, must be used in a "
                "meld laid in this turn (j1)"
            )
        kept = [one for one in map(face_of, state.hand) if one != face]
        if not any(True for _ in hand_melds(kept, self.rules, using=card.face)):
            raise IllegalMove(
                f"'discard {TableCard(face)}': {card}, the lowest card taken, must be used in a "
                "meld laid in this turn or kept in the hand (j1)"
            )

    def stock_out(self, state: State) -> State:
        """Nothing happens until the player takes the pile or passes (j7)."""
        return state

    def settle(self, state: State) -> TableResult:
        """Table less hand, and the bonus for gin (j5)."""
        return settle_mahjong(state, self.rules)


def additions(meld: TableMeld) -> tuple[Card, ...]:
    """The cards that a meld without jokers takes: the fourth of a set, either end of a run
    (j4), the ace low only (j6)."""
    if meld.kind is MeldKind.SET:
        return meld.missing
    ends = []
    if meld.low > 1:
        ends.append(Card.of(meld.low - 1, meld.suit))
    if meld.high < 13:
        ends.append(Card.of(meld.high + 1, meld.suit))
    return tuple(ends)


def _reaches(meld: TableMeld, card: Card, hand: set[int]) -> bool:
    """The card can be added to the meld, cards in hand between the two first."""
    if meld.kind is MeldKind.SET:
        return card in meld.missing
    if card.suit != meld.suit:
        return False
    between = (
        range(card.rank + 1, meld.low) if card.rank < meld.low else range(meld.high + 1, card.rank)
    )
    return all(Card.of(rank, card.suit).index in hand for rank in between)


def added(laid: Laid, slot: Slot, card: int, seat: int) -> Laid:
    """The meld with a natural card added where it belongs."""
    meld, natural = laid.meld, slot.card
    assert natural is not None
    if meld.kind is MeldKind.SET:
        at = sum(one < natural for one in meld.naturals)
    else:
        at = 0 if natural.rank == meld.low - 1 else len(meld)
    return slots_added(laid, at, slot, card, seat)
