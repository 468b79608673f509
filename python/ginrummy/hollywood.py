"""Hollywood scoring: several games at once on one sheet (section L)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._column_sheet import ColumnSheet
from ._columns import Entered, HollywoodColumn
from ._sheet_io import checked_fields, checked_names, list_of, parsed
from .cards import shown, whole
from .entries import HandEntry, HandLikeEntry, entry_of
from .errors import InvalidRules, InvalidSheet
from .hollywood_rules import HollywoodEntry, HollywoodOverall, HollywoodRules

__all__ = [
    "Entered",
    "HollywoodColumn",
    "HollywoodEntry",
    "HollywoodOverall",
    "HollywoodRules",
    "HollywoodSheet",
]


class HollywoodSheet(ColumnSheet):
    """A Hollywood score sheet for two sides, written hand by hand.

    A side's first win is entered in column 1, its second in 1 and 2, and so on (l1). A column
    that reaches its target is closed with bonuses of its own (l4); the sheet is over when all
    are (l10). A dead hand is entered nowhere (w2), a win of 0 points as a 0 (l9). A minus of
    the losing side goes to every open column and is no entry of its own.

    >>> sheet = HollywoodSheet(names=("north", "south"))
    >>> sheet.record(("north", 24, "gin")).columns
    (1,)
    >>> sheet.record(("north", 31)).columns
    (1, 2)
    >>> sheet.columns[0].points
    (55, 0)

    Args:
        rules: the rules of the sheet; None: three columns to 200.
        names: the two sides.

    Raises:
        InvalidRules: ``rules`` is no `HollywoodRules`.
        InvalidEntry: names that are refused.
    """

    _kind = "hollywood"

    def __init__(
        self,
        rules: HollywoodRules | None = None,
        names: Sequence[str] = ("player 1", "player 2"),
    ) -> None:
        if rules is not None and not isinstance(rules, HollywoodRules):
            raise InvalidRules(f"{shown(rules)} is a {type(rules).__name__}, no HollywoodRules")
        self._rules = HollywoodRules() if rules is None else rules
        self._begin(self._rules, names)

    @property
    def rules(self) -> HollywoodRules:
        """The rules in force."""
        return self._rules

    def record(self, hand: HandLikeEntry, *, knocker: int | str | None = None) -> Entered:
        """Enters a hand, in any form that `ginrummy.entries.entry_of` takes, and says where.

        Raises:
            InvalidEntry: it is no hand, or one that no column can take; nothing has changed.
            SheetClosed: the sheet is over.
        """
        if self._board.is_over:
            self._board.refuse()
        return self._board.enter(entry_of(hand, self._names, knocker=knocker))

    def fix(
        self, number: int, hand: HandLikeEntry, *, knocker: int | str | None = None
    ) -> HandEntry:
        """Changes hand ``number``, from 1, computes all later ones anew and gives the old hand.

        Raises:
            InvalidEntry: no such hand, a hand that is refused, or one after which a later hand
                would come after the end; nothing has changed.
        """
        old = self.hands[self._index(number)]
        self._board = self._fixed(number, entry_of(hand, self._names, knocker=knocker))
        return old

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> HollywoodSheet:
        """The sheet of `to_dict`'s values, checked and computed from its hands.

        Raises:
            InvalidSheet: anything wrong with it; the message says where and why.
        """
        found = checked_fields(
            values,
            cls._kind,
            {
                "rules": HollywoodRules.from_stored,
                "names": lambda names: checked_names(names, 2),
                "notice": read_notice,
                "hands": list_of(lambda hand: HandEntry.from_dict(hand, 2), "hand"),
            },
        )
        sheet = cls(found["rules"], found["names"])
        sheet._restore(found["hands"], found["notice"])
        return sheet

    @classmethod
    def from_json(cls, text: str) -> HollywoodSheet:
        """The sheet of `to_json`'s text.

        Raises:
            InvalidSheet: anything wrong with it; the message says where and why.
        """
        return cls.from_dict(parsed(text))

    def _rules_dict(self) -> dict[str, Any]:
        return self._rules.to_dict()

    def _hands_list(self) -> list[Any]:
        return [entered.hand.to_dict() for entered in self._board.log]

    def _title(self) -> str:
        return columns_title(self._rules)


def columns_title(rules: HollywoodRules) -> str:
    count = "1 column" if rules.columns == 1 else f"{rules.columns} columns"
    return f"Hollywood, {count}{' rolling' if rules.rolling else ''} to {rules.target}"


def read_notice(value: Any) -> int | None:
    if value is None:
        return None
    notice = whole(value)
    if notice is None or notice < 0:
        raise InvalidSheet(f"{shown(value)} is no number of hands")
    return notice
