"""A match of two to four players, hand by hand (sections G and M, rules a1 to a3, q7, q8).

>>> match = Match(names=("north", "south"), first_dealer="north")
>>> for hand in (("north", 56, "gin"), None, ("north", 61, "gin")):
...     entry = match.record(hand)
>>> match.games[0].finals, match.games[0].margin
((384, 0), 384)
"""

from __future__ import annotations

import hashlib
import itertools
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, SupportsIndex, TypeAlias

from ._sheet_io import FORMAT, VERSION, checked_fields, checked_names, list_of, parsed
from .cards import shown, whole
from .decks import seed_key
from .entries import HandEntry, HandLikeEntry, entry_of, side_of
from .errors import (
    InvalidEntry,
    InvalidRules,
    InvalidSheet,
    NothingToUndo,
    SheetClosed,
)
from .games import GameScore, counted
from .match_forms import Standing, opening, step
from .match_rules import MatchRules
from .match_sheet import match_sheet, match_text
from .rules import Variant
from .sheet import Sheet

__all__ = ["Match", "MatchRulesLike"]

MatchRulesLike: TypeAlias = MatchRules | Variant | None
"""Match rules, a variant that has some, or None for standard."""

_STANDARD: Final = MatchRules()
_RULE_FIELDS: Final = frozenset(_STANDARD.to_dict())


class Match:
    """A match in play: hands go in, games and the winner come out.

    Args:
        rules: the match rules in force, or a variant; None is standard.
        names: two to four players, by seat.
        first_dealer: who deals the first hand, by name or seat (a1).
        seed: draws the first dealer where none is given, the same for the same seed;
            without either it is drawn at random.

    Raises:
        InvalidRules: ``rules`` are no match rules.
        InvalidEntry: a name or the first dealer is refused.
        InvalidSeed: the seed is out of range.
    """

    __slots__ = ("_hands", "_names", "_rules", "_standings")
    # Equal by value and changing, so not to be hashed; typeshed knows no other way to say it.
    __hash__ = None  # type: ignore[assignment]  # typeshed knows no other way to say it

    _rules: MatchRules
    _names: tuple[str, ...]
    _hands: list[HandEntry]
    _standings: list[Standing]

    def __init__(
        self,
        rules: MatchRulesLike = None,
        names: Sequence[str] = ("player 1", "player 2"),
        *,
        first_dealer: int | str | None = None,
        seed: SupportsIndex | None = None,
    ) -> None:
        self._rules = as_match_rules(rules)
        self._names = _players(names)
        if first_dealer is not None:
            dealer = side_of(first_dealer, self._names)
        elif seed is not None:
            dealer = _drawn(seed, len(self._names))
        else:
            dealer = secrets.randbelow(len(self._names))
        self._hands = []
        self._standings = [opening(len(self._names), dealer)]

    @property
    def rules(self) -> MatchRules:
        """The match rules in force."""
        return self._rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self._names

    @property
    def hands(self) -> tuple[HandEntry, ...]:
        """Every hand recorded, dead hands and misdeals too."""
        return tuple(self._hands)

    @property
    def games(self) -> tuple[GameScore, ...]:
        """The finished games, each with its lines and final scores."""
        return self._standings[-1].games

    @property
    def games_won(self) -> tuple[int, ...]:
        """How many games each player has won."""
        return self._standings[-1].games_won

    @property
    def points(self) -> tuple[int, ...]:
        """Raw points of the game being played; of the last one when the match is over."""
        last = self._standings[-1]
        return last.points if last.winner is None else last.games[-1].points

    @property
    def boxes(self) -> tuple[int, ...]:
        """Boxes of the game being played; of the last one when the match is over."""
        last = self._standings[-1]
        return last.boxes if last.winner is None else last.games[-1].boxes

    @property
    def counted(self) -> tuple[int, ...]:
        """What counts toward the target in the game being played: the points, and the boxes
        where they are credited at once (g3)."""
        return tuple(
            counted(self._rules, points, boxes)
            for points, boxes in zip(self.points, self.boxes, strict=True)
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """The score that stands: the final scores of the finished games, and what counts
        so far in the game being played."""
        return self._totals(self._standings[-1])

    @property
    def is_over(self) -> bool:
        """The match has a winner."""
        return self._standings[-1].winner is not None

    @property
    def winner(self) -> int | None:
        """The seat that has won the match; None while it goes on."""
        return self._standings[-1].winner

    @property
    def first_dealer(self) -> int:
        """The seat that dealt the first hand (a1)."""
        return self._standings[0].dealer

    @property
    def next_dealer(self) -> int:
        """The seat that deals the next hand (a2, a3); of a finished match, the next one's."""
        return self._standings[-1].dealer

    @property
    def dealers(self) -> tuple[int, ...]:
        """The seat that dealt each recorded hand."""
        return tuple(one.dealer for one in self._standings[:-1])

    def record(self, hand: HandLikeEntry, *, knocker: int | str | None = None) -> HandEntry:
        """Enters the next hand, in any form that `entry_of` takes, and returns the entry.

        Raises:
            InvalidEntry: it is no hand of these players; nothing has changed.
            SheetClosed: the match is over.
        """
        if self.is_over:
            raise SheetClosed(f"the match is over after hand {len(self._hands)}: {self._note()}")
        entry = self._entry(hand, knocker)
        self._standings.append(step(self._rules, self._standings[-1], entry))
        self._hands.append(entry)
        return entry

    def undo(self) -> HandEntry:
        """Takes the last hand back and returns it.

        Raises:
            NothingToUndo: no hand is recorded.
        """
        if not self._hands:
            raise NothingToUndo("no hand is recorded")
        self._standings.pop()
        return self._hands.pop()

    def fix(
        self, number: int, hand: HandLikeEntry, *, knocker: int | str | None = None
    ) -> HandEntry:
        """Corrects the hand of a number, from 1, with everything after it, and returns the entry.

        Raises:
            InvalidEntry: no such hand, no hand of these players, or the match would have
                ended before the last one; nothing has changed.
        """
        at = self._number(number, 1) - 1
        entry = self._entry(hand, knocker)
        hands = [*self._hands[:at], entry, *self._hands[at + 1 :]]
        standings = self._standings[: at + 1]
        for later, one in enumerate(hands[at:], at + 1):
            if standings[-1].winner is not None:
                raise InvalidEntry(
                    f"with hand {number} so, the match ends with hand {later - 1}, and hand "
                    f"{later} would come after the end"
                )
            standings.append(step(self._rules, standings[-1], one))
        self._hands, self._standings = hands, standings
        return entry

    def sheet(self) -> Sheet:
        """The score sheet as it stands."""
        return self.sheet_after(len(self._hands))

    def sheet_after(self, number: int) -> Sheet:
        """The score sheet after so many hands; 0 is the empty one.

        Raises:
            InvalidEntry: there are not so many hands.
        """
        at = self._number(number, 0)
        series = tuple(map(self._totals, self._standings[: at + 1]))
        return match_sheet(
            self._rules, self._names, self._hands[:at], self._standings[: at + 1], series
        )

    def explain(self) -> str:
        """The match in words: every hand, and every game line by line."""
        return match_text(self._rules, self._names, self._hands, self._standings)

    def to_dict(self) -> dict[str, Any]:
        """The match as plain JSON types."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": "match",
            "rules": self._rules.to_dict(),
            "names": list(self._names),
            "first_dealer": self.first_dealer,
            "hands": [hand.to_dict() for hand in self._hands],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Match:
        """The match of `to_dict`'s values, checked and computed again from its hands.

        Raises:
            InvalidSheet: anything wrong with it; the message says where and why.
        """
        fields = checked_fields(values, "match", _FIELDS)
        names = fields["names"]
        dealer = fields["first_dealer"]
        if dealer >= len(names):
            raise InvalidSheet(f"first_dealer: 0 to {len(names) - 1} are seats, not {dealer}")
        match = cls(fields["rules"], names, first_dealer=dealer)
        read = list_of(lambda hand: match.record(HandEntry.from_dict(hand, len(names))), "hand")
        try:
            read(fields["hands"])
        except InvalidSheet as error:
            raise InvalidSheet(f"hands: {error}") from error
        return match

    def to_json(self) -> str:
        """The match as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Match:
        """The match of `to_json`'s text.

        Raises:
            InvalidSheet: anything wrong with it; the message says where and why.
        """
        return cls.from_dict(parsed(text))

    def copy(self) -> Match:
        """An independent copy."""
        twin = Match(self._rules, self._names, first_dealer=self.first_dealer)
        twin._hands, twin._standings = self._hands[:], self._standings[:]
        return twin

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        return Match.from_dict, (self.to_dict(),)

    def __eq__(self, other: object) -> bool:
        """Same rules, names, first dealer and hands."""
        if not isinstance(other, Match):
            return NotImplemented
        return (
            self._rules == other._rules
            and self._names == other._names
            and self.first_dealer == other.first_dealer
            and self._hands == other._hands
        )

    def __repr__(self) -> str:
        score = ", ".join(map("{} {}".format, self._names, self.totals))
        return f"<Match, {len(self._hands)} hands: {score}{'; over' * self.is_over}>"

    def _repr_html_(self) -> str:
        from .show import sheet_html

        return sheet_html(self.sheet())

    def _note(self) -> str:
        return self.sheet().note

    def _totals(self, standing: Standing) -> tuple[int, ...]:
        counts = map(counted, itertools.repeat(self._rules), standing.points, standing.boxes)
        return tuple(final + count for final, count in zip(standing.finals, counts, strict=True))

    def _number(self, number: int, least: int) -> int:
        value = whole(number)
        if value is None or not least <= value <= len(self._hands):
            there = f"{least} to {len(self._hands)} are" if len(self._hands) >= least else "none is"
            raise InvalidEntry(f"there is no hand {shown(number)}: {there} recorded")
        return value

    def _entry(self, hand: HandLikeEntry, knocker: int | str | None) -> HandEntry:
        return entry_of(hand, self._names, knocker=knocker)


def as_match_rules(rules: MatchRulesLike) -> MatchRules:
    """The match rules of any accepted form; None is standard."""
    if rules is None:
        return _STANDARD
    if isinstance(rules, MatchRules):
        return rules
    if isinstance(rules, Variant):
        return rules.match_rules
    raise InvalidRules(
        f"{shown(rules)} is a {type(rules).__name__}; MatchRules or a Variant is expected"
    )


def _drawn(seed: SupportsIndex, sides: int) -> int:
    """The first dealer that a seed draws, the same on every machine."""
    digest = hashlib.sha256(b"ginrummy first dealer\n" + seed_key(seed)).digest()
    return int.from_bytes(digest, "big") % sides


def _players(names: Any) -> tuple[str, ...]:
    if isinstance(names, (list, tuple)) and not 2 <= len(names) <= 4:
        raise InvalidEntry(f"names={shown(names)}: two to four players are expected")
    return checked_names(names, len(names) if isinstance(names, (list, tuple)) else 2)


def _read_rules(values: Any) -> MatchRules:
    if not isinstance(values, Mapping):
        raise InvalidSheet(f"{shown(values)} are no match rules")
    for name in sorted(_RULE_FIELDS - set(values)):  # a default would hide that it is lost
        raise InvalidSheet(f"{name} is missing")
    return MatchRules.from_dict(values)


def _read_dealer(value: Any) -> int:
    seat = whole(value)
    if seat is None or seat < 0:
        raise InvalidSheet(f"{shown(value)} is no seat")
    return seat


_FIELDS: Final = {
    "rules": _read_rules,
    "names": _players,
    "first_dealer": _read_dealer,
    "hands": lambda values: values,  # they need the players: see from_dict
}
