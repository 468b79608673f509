"""The columns of a sheet while it is written: what `HollywoodSheet` and `TeamSheet` run on.

A hand costs the columns that it enters, and taking it back the same, so that nothing is
computed anew but where an earlier hand is changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from .entries import HandEntry
from .errors import InvalidEntry, NothingToUndo, SheetClosed
from .games import GameScore, counted, finish_game
from .hollywood_rules import HollywoodEntry, HollywoodRules
from .sheet import SheetEntry
from .values import Outcome

__all__ = ["Board", "Column", "Entered", "HollywoodColumn"]


@dataclass(frozen=True, slots=True)
class Entered:
    """What one hand did to a sheet."""

    number: int
    """The number of the hand, from 1."""
    hand: HandEntry
    """The hand itself; on a team sheet the hand that the round posted."""
    columns: tuple[int, ...]
    """The columns it entered, from 1; none for a dead hand or a late win under ``count``."""
    closed: tuple[int, ...]
    """The columns it closed."""
    opened: tuple[int, ...]
    """The columns that opened in their place (l10)."""


@dataclass(frozen=True, slots=True)
class HollywoodColumn:
    """A column at one moment."""

    number: int
    """From 1."""
    weight: int
    """How often its margin counts overall (l7)."""
    entries: tuple[tuple[int, ...], tuple[int, ...]]
    """The points entered, by side, in order."""
    points: tuple[int, int]
    """Running totals by side."""
    boxes: tuple[int, int]
    """Boxes by side: one an entry, if the hands have no extra ones (l4)."""
    wins: tuple[int, int]
    """Entries by side that were won; a side without one is shut out (l4)."""
    score: GameScore | None
    """The finished column with its bonuses; None while it is open."""

    @property
    def is_closed(self) -> bool:
        """Nothing is entered here any more (l2)."""
        return self.score is not None

    @property
    def winner(self) -> int | None:
        """The side that won the column; None while it is open."""
        return None if self.score is None else self.score.winner

    @property
    def margin(self) -> int:
        """What the column is worth to its winner, plain (l7); 0 while it is open."""
        return 0 if self.score is None else self.score.margin


class Column:
    """A column that is being written."""

    __slots__ = ("boxes", "entries", "number", "points", "score", "weight", "wins")

    def __init__(self, number: int, weight: int) -> None:
        self.number = number
        self.weight = weight
        self.entries: list[SheetEntry] = []
        self.points = [0, 0]
        self.wins = [0, 0]
        self.boxes = [0, 0]
        self.score: GameScore | None = None

    def add(self, hand: int, side: int, points: int, boxes: int, won: bool) -> None:
        self.points[side] += points
        self.boxes[side] += boxes
        self.wins[side] += won
        self.entries.append(SheetEntry(hand, side, points, self.points[side], boxes))

    def take_back(self, hand: int, winner: int) -> None:
        while self.entries and self.entries[-1].hand == hand:
            entry = self.entries.pop()
            self.points[entry.side] -= entry.points
            self.boxes[entry.side] -= entry.boxes
            self.wins[entry.side] -= entry.side == winner

    def view(self) -> HollywoodColumn:
        first, second = (
            tuple(one.points for one in self.entries if one.side == side) for side in (0, 1)
        )
        return HollywoodColumn(
            self.number,
            self.weight,
            (first, second),
            (self.points[0], self.points[1]),
            (self.boxes[0], self.boxes[1]),
            (self.wins[0], self.wins[1]),
            self.score,
        )


class Board:
    """All columns of a sheet, and what each hand did to them."""

    def __init__(
        self, rules: HollywoodRules, hands: Iterable[HandEntry] = (), notice: int | None = None
    ) -> None:
        self.rules = rules
        self.columns: list[Column] = []
        self.open: list[Column] = []
        self.log: list[Entered] = []
        self.wins = [0, 0]
        self.series: list[tuple[int, int]] = [(0, 0)]
        self.notice: int | None = None
        self._open_more(rules.columns)
        for hand in hands:
            self._check_notice(notice)
            self.enter(hand)
        self._check_notice(notice)

    def _check_notice(self, notice: int | None) -> None:
        if notice == len(self.log):
            self.notice = notice

    @property
    def is_over(self) -> bool:
        """No column is open; a rolling sheet has open ones until notice is given (l10)."""
        return not self.open

    def enter(self, hand: HandEntry) -> Entered:
        """Enters a hand.

        Raises:
            SheetClosed: no column is open.
            InvalidEntry: points or boxes that no column can take.
        """
        if not self.open:
            self.refuse()
        _check(hand)
        number = len(self.log) + 1
        if hand.winner is None:
            entered = Entered(number, hand, (), (), ())
            self.series.append(self.series[-1])
        else:
            entered = self._enter_win(number, hand, hand.winner)
        self.log.append(entered)
        return entered

    def take_back(self) -> Entered:
        """Takes the last hand back.

        Raises:
            NothingToUndo: there is none.
        """
        if not self.log:
            raise NothingToUndo("nothing has been entered yet")
        entered = self.log.pop()
        self.series.pop()
        for _ in entered.opened:
            self.columns.pop()
            self.open.pop()
        if entered.closed:
            reopened = [self.columns[number - 1] for number in entered.closed]
            for column in reopened:
                column.score = None
            self.open = sorted(self.open + reopened, key=lambda column: column.number)
        winner = entered.hand.winner
        if winner is not None and entered.hand.kind is not Outcome.FORFEIT:
            self.wins[winner] -= 1
            for column in self.open:
                column.take_back(entered.number, winner)
        return entered

    def refuse(self) -> NoReturn:
        """Refuses a hand after the end."""
        last = next(one.number for one in reversed(self.log) if one.closed)
        raise SheetClosed(
            f"hand {len(self.log) + 1} comes after the end: hand {last} closed the last column"
        )

    def _enter_win(self, number: int, hand: HandEntry, winner: int) -> Entered:
        loser = 1 - winner
        forfeit = hand.kind is Outcome.FORFEIT
        # A forfeit is no hand won: it enters nothing and ends every open column (b6).
        self.wins[winner] += not forfeit
        columns = [] if forfeit else self._columns_for(winner)
        points, boxes = hand.scores[winner], hand.boxes[winner]
        standing = list(self.series[-1])
        game = self.rules.game
        gain = counted(game, points, boxes)
        for column in columns:
            column.add(number, winner, points, boxes, True)
            standing[winner] += column.weight * gain
        if loss := hand.scores[loser]:
            # The minus of a penalty (d2) or of the party game (q2) goes to every open column:
            # in some only, a later column could overtake an earlier one and close first (l5).
            for column in self.open:
                column.add(number, loser, loss, 0, False)
                standing[loser] += column.weight * loss
        offender = loser if forfeit else None
        closed = list(self.open) if forfeit else self._reached(columns, winner)
        for column in closed:
            score = finish_game(
                game,
                winner,
                column.points,
                column.wins,
                column.boxes,
                offender=offender,
            )
            column.score = score
            for side in (0, 1):
                so_far = counted(game, column.points[side], column.boxes[side])
                standing[side] += column.weight * (score.finals[side] - so_far)
        opened = self._replace(closed) if closed else ()
        self.series.append((standing[0], standing[1]))
        return Entered(
            number,
            hand,
            tuple(column.number for column in columns),
            tuple(column.number for column in closed),
            opened,
        )

    def _columns_for(self, side: int) -> list[Column]:
        if self.rules.entry is HollywoodEntry.COUNT:
            return [column for column in self.open if column.number <= self.wins[side]]
        # Every open column where the side has an entry and the first where it has none (l3).
        found, first = [], True
        for column in self.open:
            if column.wins[side]:
                found.append(column)
            elif first:
                found.append(column)
                first = False
        return found

    def _reached(self, columns: list[Column], side: int) -> list[Column]:
        game = self.rules.game
        return [
            column
            for column in columns
            if counted(game, column.points[side], column.boxes[side]) >= game.target
        ]

    def _replace(self, closed: list[Column]) -> tuple[int, ...]:
        self.open = [column for column in self.open if column.score is None]
        if not self.rules.rolling or self.notice is not None:
            return ()
        return self._open_more(len(closed))

    def _open_more(self, count: int) -> tuple[int, ...]:
        numbers = range(len(self.columns) + 1, len(self.columns) + 1 + count)
        for number in numbers:
            column = Column(number, self.rules.weight(number))
            self.columns.append(column)
            self.open.append(column)
        return tuple(numbers)


def _check(hand: HandEntry) -> None:
    winner = hand.winner
    if winner is None:
        if any(hand.scores):
            raise InvalidEntry(
                f"scores={hand.scores}: nobody won the hand, so no column can take its points"
            )
        return
    if hand.scores[winner] < 0:
        raise InvalidEntry(f"scores={hand.scores}: the winner's points are negative")
    if hand.scores[1 - winner] > 0 or hand.boxes[1 - winner]:
        raise InvalidEntry(
            f"scores={hand.scores}, boxes={hand.boxes}: who wins the hand scores, and the other "
            "side gains nothing (g9)"
        )
