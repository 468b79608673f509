"""Team scores: the hands of several tables netted into one posted hand a round (section P)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._column_sheet import ColumnSheet
from ._columns import Entered
from ._sheet_io import checked_fields, checked_names, list_of, parsed
from .cards import shown
from .entries import HandEntry, HandLikeEntry, entry_of
from .errors import GinRummyError, InvalidEntry, InvalidRules, InvalidSheet
from .hollywood import columns_title, read_notice
from .match_sheet import hand_text
from .team_rules import MOST_A_SIDE, TeamPost, TeamRules, all_win_bonus, tedesco_target
from .values import Outcome

__all__ = [
    "TeamHand",
    "TeamPost",
    "TeamRules",
    "TeamSheet",
    "all_win_bonus",
    "net_hand",
    "tedesco_target",
]

Knockers = Sequence[int | str | None] | int | str | None


@dataclass(frozen=True, slots=True)
class TeamHand:
    """One round at all tables, netted."""

    tables: tuple[HandEntry, ...]
    """The hands, by table."""
    totals: tuple[int, int]
    """The points of each side at all tables together."""
    side: int | None
    """The side that posts; None where the round nets 0 (p2)."""
    points: int
    """What it posts, the bonus included."""
    bonus: int
    """The all-win bonus in it (t8)."""

    @property
    def boxes(self) -> int:
        """One for a posted hand, however many tables were won (p3)."""
        return int(self.side is not None)

    @property
    def entry(self) -> HandEntry:
        """The posted hand, as a sheet enters it."""
        if self.side is None:
            dead = not any(map(any, (table.scores for table in self.tables)))
            return HandEntry((0, 0), None, Outcome.DEAD if dead else Outcome.TIE, (0, 0))
        scores, boxes = [0, 0], [0, 0]
        scores[self.side], boxes[self.side] = self.points, 1
        return HandEntry((scores[0], scores[1]), self.side, Outcome.KNOCK, (boxes[0], boxes[1]))


def net_hand(
    results: Sequence[HandLikeEntry],
    names: Sequence[str] = ("team 1", "team 2"),
    *,
    post: TeamPost | str = TeamPost.DIFFERENCE,
    tedesco: bool = False,
    knockers: Knockers = None,
) -> TeamHand:
    """Nets one round: each side's points of all tables, and what the better one posts.

    >>> round_ = net_hand([("A", 7), ("B", 13)], ("A", "B"))
    >>> round_.side, round_.points
    (1, 6)

    Args:
        results: a hand a table, each in any form that `ginrummy.entries.entry_of` takes; a dead
            hand counts 0 (p4).
        names: the names of the two sides.
        post: what is posted (p1).
        tedesco: the all-win bonus is given (t8).
        knockers: for settlements, the side that knocked, one for all tables or one a table.

    Raises:
        InvalidEntry: no round, or a hand that is refused; the message names the table.
        InvalidRules: another ``post``.
    """
    names = checked_names(names, 2)
    try:
        chosen = TeamPost(post)
    except ValueError:
        raise InvalidRules(
            f"post={shown(post)}: one of 'difference', 'gross' is expected"
        ) from None
    if not isinstance(tedesco, bool):
        raise InvalidRules(f"tedesco={shown(tedesco)}: True or False is expected")
    tables = _tables(results, names, None, knockers)
    return _netted(tables, chosen, all_win_bonus(len(tables)) if tedesco else 0)


def _netted(tables: tuple[HandEntry, ...], post: TeamPost, bonus: int) -> TeamHand:
    first = sum(table.scores[0] for table in tables)
    second = sum(table.scores[1] for table in tables)
    if first == second:
        return TeamHand(tables, (first, second), None, 0, 0)
    side = int(second > first)
    # Gross: a side ahead only because the other one lost points posts no minus.
    gross = max(0, second if side else first)
    points = abs(first - second) if post is TeamPost.DIFFERENCE else gross
    extra = bonus if all(table.winner == side for table in tables) else 0
    return TeamHand(tables, (first, second), side, points + extra, extra)


def _tables(
    results: Any, names: Sequence[str], players: int | None, knockers: Knockers
) -> tuple[HandEntry, ...]:
    if isinstance(results, (str, bytes, Mapping)) or not isinstance(results, Sequence):
        raise InvalidEntry(f"{shown(results)} is no round: a list, a hand a table, is expected")
    if players is None and not 1 <= len(results) <= MOST_A_SIDE:
        raise InvalidEntry(f"{len(results)} hands: 1 to {MOST_A_SIDE} tables are allowed")
    if players is not None and len(results) != players:
        raise InvalidEntry(f"{len(results)} hands: {players} are expected, one a table")
    if isinstance(knockers, (str, int)) or knockers is None:
        knockers = [knockers] * len(results)
    if not isinstance(knockers, Sequence) or len(knockers) != len(results):
        raise InvalidEntry(f"knocker={shown(knockers)}: one for all tables or one a table")
    found = []
    for number, (result, knocker) in enumerate(zip(results, knockers, strict=True), 1):
        try:
            found.append(_table(entry_of(result, names, knocker=knocker)))
        except GinRummyError as error:
            raise InvalidEntry(f"table {number}: {error}") from error
    return tuple(found)


def _table(hand: HandEntry) -> HandEntry:
    if hand.kind is Outcome.FORFEIT:
        raise InvalidEntry(
            "a forfeit loses a game between two (b6); here it is entered as the points that the "
            "table agrees on, such as a knock"
        )
    return hand


class TeamSheet(ColumnSheet):
    """A score sheet for two teams: one posted hand a round, in a single game or in columns.

    >>> sheet = TeamSheet(TeamRules.hollywood(2), ("A", "B"))
    >>> sheet.record([("A", 16), ("A", 12)]).hand.scores
    (28, 0)
    >>> sheet.rounds[0].totals
    (28, 0)

    Args:
        rules: the rules of the sheet; None: two a side, a single game to 125.
        names: the two sides.

    Raises:
        InvalidRules: ``rules`` is no `TeamRules`.
        InvalidEntry: names that are refused.
    """

    _kind = "teams"

    def __init__(
        self, rules: TeamRules | None = None, names: Sequence[str] = ("team 1", "team 2")
    ) -> None:
        if rules is not None and not isinstance(rules, TeamRules):
            raise InvalidRules(f"{shown(rules)} is a {type(rules).__name__}, no TeamRules")
        self._rules = TeamRules() if rules is None else rules
        self._rounds: list[TeamHand] = []
        self._begin(self._rules.sheet, names)

    @property
    def rules(self) -> TeamRules:
        """The rules in force."""
        return self._rules

    @property
    def rounds(self) -> tuple[TeamHand, ...]:
        """The rounds, table by table."""
        return tuple(self._rounds)

    def record(self, results: Sequence[HandLikeEntry], *, knocker: Knockers = None) -> Entered:
        """Enters a round, a hand a table, and says what was posted where.

        Each hand may have any form that `ginrummy.entries.entry_of` takes; ``knocker`` is for
        settlements, one side for all tables or one a table.

        Raises:
            InvalidEntry: no round, or a hand that is refused; nothing has changed.
            SheetClosed: the sheet is over.
        """
        if self._board.is_over:
            self._board.refuse()
        round_ = self._net(results, knocker)
        entered = self._board.enter(round_.entry)
        self._rounds.append(round_)
        return entered

    def undo(self) -> HandEntry | None:
        """Takes back the last entry and gives it: what a round posted, or None for a notice.

        Raises:
            NothingToUndo: nothing has been entered.
        """
        hand = super().undo()
        del self._rounds[len(self._board.log) :]
        return hand

    def fix(
        self, number: int, results: Sequence[HandLikeEntry], *, knocker: Knockers = None
    ) -> TeamHand:
        """Changes round ``number``, from 1, computes all later ones anew and gives the old one.

        Raises:
            InvalidEntry: no such round, one that is refused, or one after which a later round
                would come after the end; nothing has changed.
        """
        index = self._index(number)
        round_ = self._net(results, knocker)
        self._board = self._fixed(number, round_.entry)
        old, self._rounds[index] = self._rounds[index], round_
        return old

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TeamSheet:
        """The sheet of `to_dict`'s values, checked and computed from its rounds.

        Raises:
            InvalidSheet: anything wrong with it; the message says where and why.
        """
        table = list_of(lambda hand: HandEntry.from_dict(hand, 2), "table")
        found = checked_fields(
            values,
            cls._kind,
            {
                "rules": TeamRules.from_stored,
                "names": lambda names: checked_names(names, 2),
                "notice": read_notice,
                "hands": list_of(table, "hand"),
            },
        )
        sheet = cls(found["rules"], found["names"])
        read = list_of(lambda round_: sheet._net(round_, None), "hand")
        try:
            sheet._rounds = read(found["hands"])
        except InvalidSheet as error:
            raise InvalidSheet(f"hands: {error}") from error
        sheet._restore([round_.entry for round_ in sheet._rounds], found["notice"])
        return sheet

    @classmethod
    def from_json(cls, text: str) -> TeamSheet:
        """The sheet of `to_json`'s text.

        Raises:
            InvalidSheet: anything wrong with it; the message says where and why.
        """
        return cls.from_dict(parsed(text))

    def _net(self, results: Any, knocker: Knockers) -> TeamHand:
        tables = _tables(results, self._names, self._rules.players, knocker)
        return _netted(tables, self._rules.post, self._rules.bonus)

    def _rules_dict(self) -> dict[str, Any]:
        return self._rules.to_dict()

    def _hands_list(self) -> list[Any]:
        return [[table.to_dict() for table in round_.tables] for round_ in self._rounds]

    def _title(self) -> str:
        sheet = self._rules.sheet
        game = f"game to {sheet.target}" if sheet.columns == 1 else columns_title(sheet)
        name = "Tedesco team" if self._rules.tedesco else "Team"
        return f"{name} {game}, {self._rules.players} a side"

    def _column_title(self, number: int) -> str:
        return "Game" if self._rules.sheet.columns == 1 else super()._column_title(number)

    def _hand_text(self, index: int) -> str:
        round_ = self._rounds[index]
        tables = " + ".join(hand_text(table, self._names) for table in round_.tables)
        if round_.side is None:
            return f"nothing posted ({tables})"
        bonus = f", all-win bonus {round_.bonus}" if round_.bonus else ""
        return f"{self._names[round_.side]} {round_.points} ({tables}{bonus})"
