"""A score sheet with its file: what is entered stands in the file before it is told."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from .. import _sheet_io
from ..cards import shown, whole
from ..entries import HandEntry, side_of
from ..errors import GinRummyError, InvalidEntry, InvalidSheet
from ..hollywood import HollywoodSheet
from ..match import Match
from ..match_forms import next_dealer
from ..match_rules import MatchRules
from ..sheet import Sheet
from ..teams import TeamSheet
from . import options
from .options import UsageError, naming
from .score_file import Journal
from .score_words import read_hand, read_round, with_boxes

__all__ = ["AnySheet", "Keeper"]

AnySheet: TypeAlias = Match | HollywoodSheet | TeamSheet

_SHEETS: Final[dict[str, Any]] = {
    "match": Match,
    "hollywood": HollywoodSheet,
    "teams": TeamSheet,
}
_DEALING = MatchRules()
_HEAD = {"format", "version", "kind", "rules", "names", "first_dealer", "check"}


class Keeper:
    """A sheet, its journal and who deals. Make one with `create` or `open`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.sheet: AnySheet = _empty(journal.head)
        """The sheet as it stands."""
        self.first_dealer: int | None = _first_dealer(journal.head, self.sheet)
        """Who dealt the first hand; None where that is not kept."""
        for number, operation in enumerate(journal.operations, 2):
            with naming(f"line {number}"):
                self._do(operation)

    @classmethod
    def create(cls, path: Path, sheet: AnySheet, dealer: str | None) -> Keeper:
        """A keeper of a new file; the first dealer of two is drawn if not named.

        Raises:
            UsageError: the file cannot be made, or nobody has the dealer's name.
        """
        kind = next(name for name, one in _SHEETS.items() if type(sheet) is one)
        first: int | None = None
        if dealer is not None:
            with naming("--dealer"):
                first = side_of(dealer, sheet.names)
        elif kind != "teams":
            first = secrets.randbelow(len(sheet.names))
        head = {"kind": kind, "rules": sheet.rules.to_dict(), "names": list(sheet.names)}
        return cls(Journal.create(path, head | {"first_dealer": first}))

    @classmethod
    def open(cls, path: Path) -> Keeper:
        """The keeper of a file.

        Raises:
            UsageError: it cannot be read or is no sound score file.
        """
        journal = Journal.open(path)
        with naming(str(path)):
            try:
                return cls(journal)
            except UsageError as error:
                raise InvalidSheet(str(error)) from error

    @property
    def path(self) -> Path:
        """The file."""
        return self._journal.path

    @property
    def kind(self) -> str:
        """``match``, ``hollywood`` or ``teams``."""
        return str(self._journal.head["kind"])

    @property
    def loss(self) -> str:
        """What of the file cannot be read, in words; empty if all can."""
        return self._journal.loss

    @property
    def dealer(self) -> int | None:
        """Who deals the next hand; None where that is not kept, or at the end."""
        if self.sheet.is_over or self.first_dealer is None:
            return None
        if isinstance(self.sheet, Match):
            return self.sheet.next_dealer
        dealer = self.first_dealer
        for hand in self.sheet.hands:
            dealer = next_dealer(_DEALING, dealer, hand)
        return dealer

    def check_current(self) -> None:
        """Makes sure that no other keeper has changed the file since it was read.

        Raises:
            SaveError: one has.
        """
        self._journal.check_current()

    def drawn(self, after: int | None = None) -> Sheet:
        """The sheet to draw, as it stands or as it stood after a hand."""
        return self.sheet.sheet() if after is None else self.sheet.sheet_after(after)

    def add(self, words: str, boxes: str | None = None) -> str:
        """Enters a hand and says which.

        Raises:
            GinRummyError: it is refused; nothing has changed.
            SaveError: the file does not have it.
        """
        self._put({"do": "add", "hand": self._read(words, boxes)})
        return self._told(len(self.sheet.hands))

    def fix(self, number: str, words: str, boxes: str | None = None) -> str:
        """Corrects a hand and says how; it raises what `add` raises."""
        at = options.whole(number)
        if at is None:
            raise InvalidEntry(f"{shown(number)} is no number of a hand")
        self._put({"do": "fix", "number": at, "hand": self._read(words, boxes)})
        return self._told(at)

    def undo(self) -> str:
        """Takes the last entry back and says which; it raises what `add` raises."""
        last = self._told(len(self.sheet.hands)) if self.sheet.hands else ""
        if not isinstance(self.sheet, Match) and self.sheet.notice == len(self.sheet.hands):
            last = "the notice"
        self._put({"do": "undo"})
        return f"taken back: {last}"

    def notice(self) -> str:
        """A player gives notice, and a rolling sheet opens no more columns."""
        self._put({"do": "notice"})
        return "notice is given: no more columns are opened"

    def outlook(self) -> list[str]:
        """What comes next, or how it ended, a sentence each."""
        sheet, dealer = self.sheet, self.dealer
        found = [sheet.sheet().note]
        if sheet.is_over:
            return found
        if dealer is not None and not isinstance(sheet, Match):  # the note of a match says it
            found.append(f"{sheet.names[dealer]} deals next.")
        if isinstance(sheet, Match):
            target, counts = sheet.rules.target, sheet.counted
        elif len(columns := self.drawn().columns) == 1:
            rules = sheet.rules.sheet if isinstance(sheet, TeamSheet) else sheet.rules
            target, counts = rules.target, columns[0].totals
        else:
            first, second = sheet.names
            nexts = f"{self._next(first)}, {second}'s to {self._next(second)}"
            return [*found, f"{first}'s next win goes to {nexts}."]
        missing = tuple(max(0, target - count) for count in counts)
        return [*found, f"To the target: {_by_name(sheet.names, missing)}."]

    def standing(self) -> str:
        """The score in a line: of the open columns, or of all that is played."""
        names = self.sheet.names
        found = []
        if not isinstance(self.sheet, Match):
            open_ones = [one for one in self.drawn().columns if not one.closed]
            found = [f"{one.title}: {_by_name(names, one.totals)}" for one in open_ones]
        if isinstance(self.sheet, Match) or any(self.sheet.totals):
            found.append(f"Score: {_by_name(names, self.sheet.totals)}")
        return f"{'; '.join(found)}."

    def _next(self, name: str) -> str:
        """The columns that a side's next win enters."""
        sheet = self.sheet
        win: Any = (name, 1)
        # A notice just given would be undone in place of the trial.
        trial: Any = type(sheet).from_dict(sheet.to_dict())
        if isinstance(sheet, TeamSheet):
            win = [win] * sheet.rules.players
        columns: Sequence[int] = trial.record(win).columns
        return _columns(columns) if columns else "no column"

    def _read(self, words: str, boxes: str | None) -> Any:
        """The hand in words as the journal holds it."""
        names = self.sheet.names
        if isinstance(self.sheet, TeamSheet):
            if boxes is not None:
                raise InvalidEntry("a team has one box a posted round; boxes are not given (p3)")
            return [hand.to_dict() for hand in read_round(words, names)]
        hand = read_hand(words, names)
        return (hand if boxes is None else with_boxes(hand, boxes, names)).to_dict()

    def _put(self, operation: Mapping[str, Any]) -> None:
        try:
            self._do(operation)  # refused here, it does not reach the file
        except GinRummyError:
            self.check_current()  # it may be refused only because the sheet here is an old one
            raise
        self._journal.append(operation)

    def _do(self, operation: Mapping[str, Any]) -> None:
        sheet: Any = self.sheet
        what = operation.get("do")
        if what == "add":
            sheet.record(self._hand(operation.get("hand")))
        elif what == "fix":
            sheet.fix(operation.get("number"), self._hand(operation.get("hand")))
        elif what == "undo":
            sheet.undo()
        elif what == "notice" and not isinstance(sheet, Match):
            sheet.give_notice()
        elif what == "notice":
            raise InvalidEntry("notice ends a rolling Hollywood sheet; this is a match")
        else:
            raise InvalidSheet(f"{shown(what)} is nothing that a keeper does")

    def _hand(self, values: Any) -> Any:
        sides = len(self.sheet.names)
        if not isinstance(self.sheet, TeamSheet):
            return HandEntry.from_dict(values, sides)
        if not isinstance(values, list):
            raise InvalidSheet(f"{shown(values)} is no round")
        return [HandEntry.from_dict(one, sides) for one in values]

    def _told(self, number: int) -> str:
        hand = self.drawn().hands[number - 1]
        if isinstance(self.sheet, Match) or not hand.entered_in:
            return f"hand {number}: {hand.text}"
        return f"hand {number}: {hand.text}; {_columns(hand.entered_in)}"


def _by_name(names: Sequence[str], values: Sequence[int]) -> str:
    return ", ".join(map("{} {}".format, names, values))


def _columns(numbers: Sequence[int]) -> str:
    return f"column{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _empty(head: Mapping[str, Any]) -> AnySheet:
    """The sheet that the first line of a file begins."""
    for name in sorted(_HEAD - set(head)):
        raise InvalidSheet(f"{name}: the first line has none")
    kind = head["kind"]
    if not isinstance(kind, str) or kind not in _SHEETS:
        raise InvalidSheet(f"kind: {shown(kind)} is no kind of sheet")
    values = {name: head[name] for name in ("kind", "rules", "names")}
    values |= {"format": _sheet_io.FORMAT, "version": _sheet_io.VERSION, "hands": []}
    values |= {"first_dealer": head["first_dealer"]} if kind == "match" else {"notice": None}
    sheet: AnySheet = _SHEETS[kind].from_dict(values)
    return sheet


def _first_dealer(head: Mapping[str, Any], sheet: AnySheet) -> int | None:
    value = head["first_dealer"]
    if value is None:
        return None
    seat = whole(value)
    if seat is None or not 0 <= seat < len(sheet.names):
        raise InvalidSheet(f"first_dealer: {shown(value)} is no seat")
    return seat
