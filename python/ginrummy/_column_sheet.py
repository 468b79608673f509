"""What a Hollywood sheet and a team sheet have in common: hands entered in columns."""

from __future__ import annotations

import copy
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Self

from ._columns import Board, Column, Entered, HollywoodColumn
from ._sheet_io import FORMAT, VERSION, checked_names
from .cards import shown, whole
from .entries import HandEntry
from .errors import InvalidEntry, InvalidSheet, SheetClosed
from .games import counted
from .hollywood_rules import HollywoodOverall, HollywoodRules
from .match_choices import Boxes
from .match_sheet import hand_text
from .sheet import Sheet, SheetColumn, SheetEntry, SheetHand, SheetLine

__all__ = ["ColumnSheet"]


class ColumnSheet(ABC):
    """Hands entered in columns; `HollywoodSheet` and `TeamSheet` say how a hand is given."""

    _kind = ""
    _column_rules: HollywoodRules
    _names: tuple[str, ...]
    _board: Board

    def _begin(self, rules: HollywoodRules, names: Any) -> None:
        self._column_rules = rules
        self._names = checked_names(names, 2)
        self._board = Board(rules)

    def __copy__(self) -> Self:
        # The board changes with each hand, so a copy needs one of its own.
        return copy.deepcopy(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the two sides."""
        return self._names

    @property
    def hands(self) -> tuple[HandEntry, ...]:
        """The hands entered, dead ones among them; on a team sheet what each round posted."""
        return tuple(entered.hand for entered in self._board.log)

    @property
    def entered(self) -> tuple[Entered, ...]:
        """What every hand entered, and where."""
        return tuple(self._board.log)

    @property
    def columns(self) -> tuple[HollywoodColumn, ...]:
        """The columns as they stand."""
        return tuple(column.view() for column in self._board.columns)

    @property
    def is_over(self) -> bool:
        """All columns are closed (l10)."""
        return self._board.is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """What the closed columns come to by side: the weighted final scores, or the number of
        columns won (l6, l7)."""
        return _totals(self._board)

    @property
    def net(self) -> int:
        """The weighted margins of the closed columns, from the first side's view (l6)."""
        return _net(self._board)

    @property
    def winner(self) -> int | None:
        """The side that has won the sheet; None while it goes on and where both are equal."""
        return _winner(self._board)

    @property
    def notice(self) -> int | None:
        """After so many hands notice was given that a rolling sheet is to end; None: not yet."""
        return self._board.notice

    def give_notice(self) -> None:
        """A player gives notice: a rolling sheet opens no more columns, and those in progress
        are played to their ends (l10).

        Raises:
            InvalidEntry: the sheet is not rolling, or notice has been given.
            SheetClosed: the sheet is over.
        """
        if not self._column_rules.rolling:
            raise InvalidEntry("notice ends a rolling sheet; this one has a fixed end (l10)")
        if self.is_over:
            raise SheetClosed("notice: the sheet is over")
        if self._board.notice is not None:
            raise InvalidEntry(f"notice was given after hand {self._board.notice}")
        self._board.notice = len(self._board.log)

    def undo(self) -> HandEntry | None:
        """Takes back the last entry and gives it: a hand, or None for a notice.

        Raises:
            NothingToUndo: nothing has been entered.
        """
        if self._board.notice == len(self._board.log):
            self._board.notice = None
            return None
        return self._board.take_back().hand

    def columns_after(self, number: int) -> tuple[HollywoodColumn, ...]:
        """The columns as they stood after hand ``number``, 0 being the start.

        Raises:
            InvalidEntry: there is no such hand.
        """
        return tuple(column.view() for column in self._board_after(number).columns)

    def sheet(self) -> Sheet:
        """The sheet as it stands, to be drawn."""
        return self._drawn(self._board)

    def sheet_after(self, hand_number: int) -> Sheet:
        """The sheet as it stood after a hand, 0 being the start.

        Raises:
            InvalidEntry: there is no such hand.
        """
        return self._drawn(self._board_after(hand_number))

    def explain(self) -> str:
        """The sheet in words: a line a hand, then how every column adds up."""
        sheet = self.sheet()
        lines = [f"{sheet.title}: {' v '.join(self._names)}"]
        width = len(str(len(sheet.hands)))
        for hand in sheet.hands:
            lines.append(f"{hand.number:>{width}}. {hand.text}{_where(hand)}")
        wide = max(len(name) for name in self._names)
        for column in sheet.columns:
            state = "open" if not column.closed else f"{self._names[column.winner or 0]} wins"
            lines.append(f"{column.title}: {state}{', shutout' if column.shutout else ''}")
            shown_lines = column.lines or (SheetLine("points", column.totals),)
            lines += [self._line(line, wide) for line in shown_lines]
        if sheet.lines:
            lines.append("Overall:")
            lines += [self._line(line, wide) for line in sheet.lines]
        lines.append(sheet.note)
        return "\n".join(lines)

    def to_json(self) -> str:
        """The sheet as one line of JSON."""
        return json.dumps(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """The sheet as plain JSON types: rules, names and hands, from which all else follows."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": self._kind,
            "rules": self._rules_dict(),
            "names": list(self._names),
            "notice": self._board.notice,
            "hands": self._hands_list(),
        }

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, ColumnSheet):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    # Equal by value and changing, so not to be hashed.
    __hash__ = None  # type: ignore[assignment]  # typeshed knows no other way to say it

    def __repr__(self) -> str:
        state = "over" if self.is_over else "open"
        return (
            f"<{type(self).__name__} {' v '.join(self._names)}: {len(self.hands)} hands, {state}>"
        )

    def _repr_html_(self) -> str:
        from .show import sheet_html

        return sheet_html(self.sheet())

    @abstractmethod
    def _rules_dict(self) -> dict[str, Any]: ...

    @abstractmethod
    def _hands_list(self) -> list[Any]: ...

    @abstractmethod
    def _title(self) -> str: ...

    def _column_title(self, number: int) -> str:
        return f"Column {number}"

    def _hand_text(self, index: int) -> str:
        return hand_text(self._board.log[index].hand, self._names)

    def _board_after(self, number: Any) -> Board:
        count = whole(number)
        if count is None or not 0 <= count <= len(self._board.log):
            raise InvalidEntry(f"hand {shown(number)}: 0 to {len(self._board.log)} are there")
        if count == len(self._board.log):
            return self._board
        return Board(self._column_rules, self.hands[:count], self._board.notice)

    def _fixed(self, number: Any, hand: HandEntry) -> Board:
        """A board with one hand changed; raises and changes nothing where the rest does not fit."""
        hands = list(self.hands)
        hands[self._index(number)] = hand
        return self._replayed(hands, self._board.notice)

    def _index(self, number: Any) -> int:
        count = whole(number)
        if count is None or not 1 <= count <= len(self._board.log):
            there = f"1 to {len(self._board.log)} are there" if self._board.log else "none is there"
            raise InvalidEntry(f"hand {shown(number)}: {there}")
        return count - 1

    def _replayed(self, hands: Iterable[HandEntry], notice: int | None) -> Board:
        try:
            return Board(self._column_rules, hands, notice)
        except SheetClosed as error:
            raise InvalidEntry(f"after this change {error}") from error

    def _restore(self, hands: Sequence[HandEntry], notice: int | None) -> None:
        """Enters the hands of a file."""
        if notice is not None and not self._column_rules.rolling:
            raise InvalidSheet("notice: it ends a rolling sheet; this one is not")
        if notice is not None and notice > len(hands):
            raise InvalidSheet(f"notice: {notice}, but there are {len(hands)} hands")
        try:
            self._board = Board(self._column_rules, hands, notice)
        except (SheetClosed, InvalidEntry) as error:
            raise InvalidSheet(f"hands: {error}") from error

    def _line(self, line: SheetLine, wide: int) -> str:
        parts = [
            f"{name:>{wide}} {value:>6}"
            for name, value in zip(self._names, line.values, strict=True)
        ]
        return f"  {line.label:<16} {'  '.join(parts)}"

    def _drawn(self, board: Board) -> Sheet:
        return Sheet(
            title=self._title(),
            names=self._names,
            columns=tuple(self._drawn_column(column) for column in board.columns),
            hands=tuple(
                SheetHand(one.number, self._hand_text(index), one.columns)
                for index, one in enumerate(board.log)
            ),
            lines=_overall(board),
            finished=board.is_over,
            winner=_winner(board),
            note=self._note(board),
            series=tuple(board.series),
        )

    def _counted(self, points: int, boxes: int) -> int:
        return counted(self._column_rules.game, points, boxes)

    def _drawn_entries(self, column: Column) -> Iterable[SheetEntry]:
        """The entries; boxes credited at once (g3) are in their points, as on paper."""
        if self._column_rules.boxes is Boxes.AT_END:
            return column.entries
        totals, found = [0, 0], []
        for one in column.entries:
            points = self._counted(one.points, one.boxes)
            totals[one.side] += points
            found.append(SheetEntry(one.hand, one.side, points, totals[one.side], one.boxes))
        return found

    def _drawn_column(self, column: Column) -> SheetColumn:
        score = column.score
        lines: tuple[SheetLine, ...] = ()
        if score is not None:
            lines = tuple(SheetLine(line.label, line.values) for line in score.lines)
            lines += (SheetLine("final", score.finals),)
        return SheetColumn(
            title=self._column_title(column.number),
            entries=tuple(self._drawn_entries(column)),
            totals=tuple(map(self._counted, column.points, column.boxes)),
            boxes=tuple(column.boxes),
            closed=score is not None,
            winner=None if score is None else score.winner,
            shutout=score is not None and score.shutout,
            lines=lines,
        )

    def _note(self, board: Board) -> str:
        net = _net(board)
        ahead = self._names[0 if net > 0 else 1]
        if not board.is_over:
            still = [column.number for column in board.open]
            text = f"{_columns(still)} {'is' if len(still) == 1 else 'are'} open"
            if board.notice is not None:
                text += f"; notice was given after hand {board.notice}"
            if len(still) < len(board.columns):
                text += f"; {ahead} leads by {abs(net)}" if net else "; the closed ones are equal"
            return text[0].upper() + text[1:] + "."
        winner = _winner(board)
        if winner is None:
            return "Nobody wins: both are equal."
        if board.rules.overall is HollywoodOverall.COLUMNS:
            won = _totals(board)
            return f"{self._names[winner]} wins by {won[winner]} columns to {won[1 - winner]}."
        return f"{self._names[winner]} wins by {abs(net)}."


def _columns(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers))
    return f"column {listed}" if len(numbers) == 1 else f"columns {listed}"


def _where(hand: SheetHand) -> str:
    return f": {_columns(hand.entered_in)}" if hand.entered_in else ""


def _finals(board: Board) -> tuple[int, ...]:
    closed = [(column.weight, column.score) for column in board.columns if column.score]
    return tuple(sum(weight * score.finals[side] for weight, score in closed) for side in (0, 1))


def _net(board: Board) -> int:
    first, second = _finals(board)
    return first - second


def _totals(board: Board) -> tuple[int, ...]:
    if board.rules.overall is HollywoodOverall.MARGIN:
        return _finals(board)
    won = [column.score.winner for column in board.columns if column.score]
    return won.count(0), won.count(1)


def _winner(board: Board) -> int | None:
    if not board.is_over:
        return None
    first, second = _totals(board)
    return None if first == second else int(second > first)


def _overall(board: Board) -> tuple[SheetLine, ...]:
    closed = [column for column in board.columns if column.score]
    if not closed:
        return ()
    if len(board.columns) == 1 and closed[0].weight == 1:
        return ()  # a single game: its own lines say all
    lines = []
    for column in closed:
        times = f" times {column.weight}" if column.weight != 1 else ""
        finals = column.score.finals if column.score else ()
        values = tuple(column.weight * final for final in finals)
        lines.append(SheetLine(f"column {column.number}{times}", values))
    lines.append(SheetLine("total", _finals(board)))
    net = _net(board)
    lines.append(SheetLine("net", (net, -net)))
    if board.rules.overall is HollywoodOverall.COLUMNS:
        lines.append(SheetLine("columns won", _totals(board)))
    return tuple(lines)
