"""The rules of one hand, as a value.

Each rule that differs between variants is one field here, and nowhere else in
Python; ``cpp/include/ginrummy/rules.hpp`` mirrors the list and a test compares
names, defaults and choices. The rule ids (b4, c1 ...) are those of the
project's rules text.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeVar

from .cards import shown
from .choices import (
    AceKnock,
    AutoLayDown,
    Deal,
    Defender,
    EqualUndercut,
    FiftiethScope,
    LayoffOrder,
    LimitSource,
    Misdeal,
    OverLimit,
    RunMode,
    ShowdownMode,
    TieRule,
    UndercutMode,
    Wall,
)
from .errors import InvalidRules

__all__ = [
    "ACE_FIFTEEN",
    "ACE_ONE",
    "PartyRules",
    "Rules",
    "Variant",
]


ACE_ONE: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The ordinary points of the ranks ace to king."""
ACE_FIFTEEN: Final = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""Tedesco's: a loose ace counts 15 (rule t4)."""

_E = TypeVar("_E", bound=StrEnum)


def _choice(default: _E, rule: str) -> _E:
    return field(default=default, metadata={"rule": rule, "kind": type(default)})


def _number(default: int, rule: str, low: int = 0, high: int = 10_000) -> int:
    return field(default=default, metadata={"rule": rule, "kind": int, "low": low, "high": high})


def _maybe(default: int | None, rule: str, low: int, high: int) -> int | None:
    metadata = {"rule": rule, "kind": "int or None", "low": low, "high": high}
    return field(default=default, metadata=metadata)


def _flag(default: bool, rule: str) -> bool:
    return field(default=default, metadata={"rule": rule, "kind": bool})


@dataclass(frozen=True, kw_only=True)
class PartyRules:
    """What is particular to the Oklahoma party game for two to four players (section Q).

    Raises:
        InvalidRules: a value of the wrong type or out of range.
    """

    hand_size_many: int = _number(7, "q1", 3, 12)
    """Cards dealt to each of three or four players; two get ``Rules.hand_size``."""
    knock_points: int = _number(10, "q2")
    """Points of a knock that is not undercut."""
    gin_points: int = _number(25, "q2")
    """Points of gin."""
    undercut_points: int = _number(20, "q2")
    """Points of an undercut."""
    equal_undercut: EqualUndercut = _choice(EqualUndercut.ALL, "q4")
    """Who takes them when several are at or under the knock."""
    layoff_order: LayoffOrder = _choice(LayoffOrder.INDEPENDENT, "q6")
    """How several defenders lay off."""
    gin_double_losers: bool = _flag(False, "q9")
    """The others lose twice their deadwood on gin."""

    def __post_init__(self) -> None:
        _check_fields(self)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Everything that decides one hand; the defaults are standard gin rummy.

    Choices may be given as text (``Rules(run_mode="wrap")``). All values are
    checked together.

    Raises:
        InvalidRules: a value of the wrong type or out of range, or two that
            contradict each other; the message names field and value.
    """

    run_mode: RunMode = _choice(RunMode.LOW, "t1")
    """Where the ace stands in a run."""
    card_points: tuple[int, ...] = field(default=ACE_ONE, metadata={"rule": "t4", "kind": tuple})
    """Deadwood points of the ranks ace to king, 1 to 100 each."""
    hand_size: int = _number(10, "a4", 3, 25)
    """Cards dealt to each player; a hand holds one more before the throw."""
    limit_source: LimitSource = _choice(LimitSource.FIXED, "o1")
    """What sets the knock limit."""
    knock_limit: int = _number(10, "b1", 0, 1000)
    """The most deadwood to knock with when the limit is fixed; 0 is straight gin (h1)."""
    ace_knock: AceKnock = _choice(AceKnock.ONE, "o2")
    """The limit that an ace sets in Oklahoma."""
    spade_doubles: bool = _flag(True, "o4")
    """A spade as knock card doubles the points of the hand, bonus included (d6).
    It has no effect while the limit is fixed."""
    spade_doubles_boxes: bool = _flag(False, "o4")
    """A spade doubles the extra boxes too."""
    deal: Deal = _choice(Deal.UPCARD, "a5")
    """How the hand begins."""
    misdeal: Misdeal = _choice(Misdeal.PAT_HAND, "a9")
    """What a dealt hand that could knock at once means."""
    max_turns: int | None = _maybe(None, "a10", 1, 1_000_000)
    """After so many throws the hand is dead; None: never."""
    wall: Wall = _choice(Wall.AFTER_DISCARD, "w1")
    """What happens when the stock runs out."""
    wall_stock: int = _number(2, "w1", 0, 20)
    """Stock cards that are never drawn."""
    fiftieth_scope: FiftiethScope = _choice(FiftiethScope.ANY_DISCARD, "w1")
    """Which discard may be taken at the wall under ``wall="fiftieth_card"``."""
    showdown: ShowdownMode = _choice(ShowdownMode.AUTOMATIC, "b4")
    """Who lays melds down and cards off."""
    may_discard_taken: bool = _flag(False, "a7")
    """The card taken from the pile may be thrown in the same turn."""
    gin_forced: bool = _flag(False, "b5")
    """Who can lay gin must: a spread with deadwood is refused then."""
    auto_lay_down: AutoLayDown = _choice(AutoLayDown.MIN_THEN_FEWEST_LAYOFFS, "b4")
    """How the knocker's spread is chosen when none is given."""
    over_limit: OverLimit = _choice(OverLimit.ILLEGAL, "b6")
    """What a knock over the limit means."""
    defender: Defender = _choice(Defender.JOINT, "c1")
    """How the defender's melds and layoffs are found."""
    layoff_chain: bool = _flag(True, "c4")
    """A card may be laid on a card just laid off."""
    layoff_on_gin: bool = _flag(False, "b7")
    """The defender may lay off on gin (never on big gin, d4)."""
    gin_cancelled_at_zero: bool = _flag(False, "b7")
    """A gin scores nothing when the defender ends with 0, layoffs counted."""
    gin_bonus: int = _number(25, "d3")
    """Points for gin beside the defender's count."""
    big_gin: int | None = _maybe(31, "d4", 0, 10_000)
    """Points for eleven melded cards, in place of the gin bonus; None: not played."""
    undercut_bonus: int = _number(25, "d2")
    """Points for an undercut beside the difference."""
    undercut_on_tie: TieRule = _choice(TieRule.BONUS, "d1")
    """Who wins at equal counts."""
    undercut_mode: UndercutMode = _choice(UndercutMode.DEFENDER_CREDIT, "d2")
    """Whose score an undercut changes."""
    gin_off_bonus: int = _number(0, "c7")
    """Extra points for a defender who gets rid of every card."""
    gin_extra_boxes: int = _number(0, "d5", 0, 100)
    """Boxes for gin beside the one for the hand."""
    undercut_extra_boxes: int = _number(0, "d5", 0, 100)
    """Boxes for an undercut beside the one for the hand."""
    big_gin_extra_boxes: int = _number(0, "d5", 0, 100)
    """Boxes for big gin beside the one for the hand."""
    party: PartyRules | None = field(default=None, metadata={"rule": "q1", "kind": PartyRules})
    """Flat scores with losses for two to four players, in place of section D; None: not so."""

    def __post_init__(self) -> None:
        _check_fields(self)
        for refused, why in self._contradictions():
            if refused:
                raise InvalidRules(why)

    def _contradictions(self) -> Iterator[tuple[bool, str]]:
        upcard = self.deal is Deal.UPCARD
        yield (
            self.gin_cancelled_at_zero and not self.layoff_on_gin,
            "gin_cancelled_at_zero=True needs layoff_on_gin=True: without layoffs on gin "
            "a defender's 0 is beaten by it (d3)",
        )
        yield (
            self.gin_forced and self.auto_lay_down is AutoLayDown.BEST_AGAINST,
            "gin_forced=True contradicts auto_lay_down='best_against', which may choose "
            "deadwood over gin",
        )
        yield (
            self.limit_source is LimitSource.UPCARD and not upcard,
            f"limit_source='upcard' needs deal='10_10_upcard': deal='{self.deal}' has no upcard",
        )
        yield (
            self.limit_source is LimitSource.SECOND_DECK and upcard,
            "limit_source='second_deck' has no upcard (o6): deal='10_10' or '11_10' is needed",
        )
        yield (
            self.wall is Wall.PLAY_ON and self.max_turns is None,
            "wall='play_on' needs max_turns: play might never end (a10)",
        )
        needed = 2 * self.hand_size + upcard + self.wall_stock + 1
        yield (
            needed > 52,
            f"hand_size={self.hand_size} for two players and wall_stock={self.wall_stock} need "
            f"{needed} cards; the pack has 52",
        )
        if self.party is not None:
            needed = 4 * self.party.hand_size_many + upcard + self.wall_stock + 1
            yield (
                needed > 52,
                f"party: hand_size_many={self.party.hand_size_many} for four players needs "
                f"{needed} cards; the pack has 52",
            )
            yield (
                self.over_limit is not OverLimit.ILLEGAL,
                f"over_limit='{self.over_limit}' is for two players; the party game has up to four",
            )
            yield (
                self.auto_lay_down is AutoLayDown.BEST_AGAINST,
                "auto_lay_down='best_against' is for one defender; the party game has up to three",
            )

    def replace(self, **changes: Any) -> Rules:
        """A copy with some fields changed.

        Raises:
            InvalidRules: an unknown field or a value that is refused.
        """
        return type(self).from_dict(changes, self)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain JSON types, enums as text."""
        return {spec.name: _plain(getattr(self, spec.name)) for spec in dataclasses.fields(self)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], base: Rules | None = None) -> Rules:
        """Rules from plain values; fields not given are those of ``base``.

        Raises:
            InvalidRules: an unknown field or a value that is refused.
        """
        known = {spec.name for spec in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise InvalidRules(f"{name!r} is no field of Rules")
        return dataclasses.replace(base if base is not None else cls(), **values)

    def to_json(self) -> str:
        """All fields as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Rules:
        """Rules from `to_json`'s text.

        Raises:
            InvalidRules: text that is no JSON object, or as `from_dict`.
        """
        try:
            values = json.loads(text)
        except json.JSONDecodeError as error:
            raise InvalidRules(f"these rules are no JSON: {error}") from error
        if not isinstance(values, dict):
            raise InvalidRules(f"rules in JSON are an object, not {type(values).__name__}")
        return cls.from_dict(values)

    def differences(self, base: Rules | None = None) -> dict[str, Any]:
        """The fields, as plain values, in which these rules differ from ``base`` (standard)."""
        other = (base if base is not None else type(self)()).to_dict()
        return {name: value for name, value in self.to_dict().items() if value != other[name]}

    def __str__(self) -> str:
        changed = self.differences()
        return ", ".join(f"{n}={v!r}" for n, v in changed.items()) if changed else "standard"

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_dict, (self.to_dict(),)

    def cards_each(self, players: int) -> int:
        """Cards dealt to each of so many players (q1)."""
        if self.party is not None and players > 2:
            return self.party.hand_size_many
        return self.hand_size

    @functools.cached_property
    def _hash(self) -> int:
        """The FNV-1a state after a record's head and these rules (see round.py)."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        state = 14695981039346656037
        for byte in f"ginrummy round 1\n{text}\n".encode("ascii"):
            state = (state ^ byte) * 1099511628211 % 2**64
        return state

    @functools.cached_property
    def _compiled(self) -> Any:
        """The core's form of this value, made once (see rules.hpp)."""
        from . import _core

        return _core.Rules(self.to_dict())


def _check_fields(rules: PartyRules | Rules) -> None:
    for spec in dataclasses.fields(rules):
        object.__setattr__(rules, spec.name, _checked(spec, getattr(rules, spec.name)))


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, PartyRules):
        return {spec.name: _plain(getattr(value, spec.name)) for spec in dataclasses.fields(value)}
    return list(value) if isinstance(value, tuple) else value


def _checked(spec: dataclasses.Field[Any], value: Any) -> Any:
    """The value in its proper type, or InvalidRules naming the field."""
    name, kind = spec.name, spec.metadata["kind"]
    if kind is bool:
        if not isinstance(value, bool):
            raise InvalidRules(f"{name}={shown(value)}: True or False is expected")
        return value
    if kind is tuple:
        return _checked_points(name, value)
    if kind is PartyRules:
        return _checked_party(value)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        try:
            return kind(value)
        except ValueError:
            choices = ", ".join(repr(choice.value) for choice in kind)
            raise InvalidRules(f"{name}={shown(value)}: one of {choices} is expected") from None
    if value is None and kind == "int or None":
        return None
    low, high = spec.metadata["low"], spec.metadata["high"]
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidRules(f"{name}={shown(value)}: a whole number is expected")
    if not low <= value <= high:
        raise InvalidRules(f"{name}={shown(value)}: {low} to {high} is allowed")
    return value


def _checked_party(value: Any) -> PartyRules | None:
    if value is None or isinstance(value, PartyRules):
        return value
    if not isinstance(value, Mapping):
        raise InvalidRules(f"party={shown(value)}: PartyRules, their fields or None is expected")
    known = {spec.name for spec in dataclasses.fields(PartyRules)}
    for name in value:
        if name not in known:
            raise InvalidRules(f"party: {name!r} is no field of PartyRules")
    return PartyRules(**value)


def _checked_points(name: str, value: Any) -> tuple[int, ...]:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise InvalidRules(f"{name}={shown(value)}: thirteen numbers, ace to king, are expected")
    points = tuple(value)
    if len(points) != 13:
        raise InvalidRules(f"{name}={shown(points)}: {len(points)} numbers, but there are 13 ranks")
    for rank, number in enumerate(points, 1):
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 100:
            raise InvalidRules(f"{name}: {shown(number)} for rank {rank}; 1 to 100 is allowed")
    return points


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A named game: its rules and where they come from.

    Whatever takes `Rules` also takes a `Variant`.
    """

    name: str
    """The registered name, such as ``"standard"``."""
    aliases: tuple[str, ...] = ()
    """Other names that `find_variant` understands."""
    rules: Rules = Rules()
    """The rules of one hand."""
    source: str = ""
    """Where these rules are described."""

    @property
    def _compiled(self) -> Any:
        return self.rules._compiled
