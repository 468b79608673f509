"""What is open to all at a table: rounds and views tell it alike."""

from __future__ import annotations

from .cards import TableCard, card_of
from .state import Laid, State, TablePhase

__all__ = ["Position"]


class Position:
    """The public side of a state."""

    __slots__ = ()
    _state: State

    @property
    def players(self) -> int:
        """How many play."""
        return len(self._state.hands)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the round is over."""
        return None if self._state.turn < 0 else self._state.turn

    @property
    def phase(self) -> TablePhase:
        """What is to be done."""
        return self._state.phase

    @property
    def is_over(self) -> bool:
        """The round has a result."""
        return self._state.phase is TablePhase.OVER

    @property
    def pile(self) -> tuple[TableCard, ...]:
        """The discard pile, its top last."""
        return tuple(map(card_of, self._state.pile))

    @property
    def stock_count(self) -> int:
        """How many cards are in the stock."""
        return len(self._state.stock)

    @property
    def restocks(self) -> int:
        """How often the pile became the stock (k14)."""
        return self._state.restocks

    @property
    def turns(self) -> int:
        """How many cards have been thrown."""
        return self._state.turns

    @property
    def table(self) -> tuple[Laid, ...]:
        """The melds on the table in the order in which they were laid."""
        return self._state.table

    @property
    def down(self) -> tuple[bool, ...]:
        """Which seats have opened (k2); in Mahjong gin all."""
        return self._state.down
