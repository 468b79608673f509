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
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeVar

from .cards import shown
from .errors import InvalidRules

__all__ = [
    "ACE_FIFTEEN",
    "ACE_ONE",
    "AceKnock",
    "AutoLayDown",
    "Defender",
    "LimitSource",
    "OverLimit",
    "Rules",
    "RunMode",
    "TieRule",
    "UndercutMode",
    "Variant",
]


class RunMode(StrEnum):
    """Where the ace stands in a run (rules t1, t2)."""

    LOW = "low"
    """A-2-3 only."""
    HIGHLOW = "highlow"
    """A-2-3 or Q-K-A, but not through the ace."""
    WRAP = "wrap"
    """Round the corner: K-A-2 is a run too."""


class LimitSource(StrEnum):
    """What sets the knock limit of a hand (rules o1, o6)."""

    FIXED = "fixed"
    """``knock_limit`` does."""
    UPCARD = "upcard"
    """The first upcard does (Oklahoma)."""
    SECOND_DECK = "second_deck"
    """A card from another pack does; it is out of play."""


class AceKnock(StrEnum):
    """What an ace as knock card means (rules o2, t4)."""

    ONE = "one"
    """The limit is 1."""
    GIN_ONLY = "gin_only"
    """The limit is 0: only gin ends the hand."""


class AutoLayDown(StrEnum):
    """How a spread is chosen when none is given (rule b4)."""

    MIN_THEN_FEWEST_LAYOFFS = "min_then_fewest_layoffs"
    """Minimum deadwood, then fewest unseen cards that could be laid off, then canonical."""
    MIN_THEN_CANONICAL = "min_then_canonical"
    """Minimum deadwood, then canonical."""
    BEST_AGAINST = "best_against"
    """The legal spread that scores best against the defender's actual hand.
    No player can know it: for analysis only."""


class OverLimit(StrEnum):
    """What a knock with too much deadwood means (rule b6)."""

    ILLEGAL = "illegal"
    """It is refused with an exception."""
    ACCEPT_OR_REFUSE = "accept_or_refuse"
    """The opponent may accept it, and it is settled as a knock, or refuse it."""
    FORFEIT = "forfeit"
    """The offender loses the game."""


class Defender(StrEnum):
    """How a defender's melds and layoffs are found (rule c1)."""

    JOINT = "joint"
    """Own melds and layoffs are chosen together, for the least deadwood."""
    MELDS_FIRST = "melds_first"
    """Own melds are fixed first; only what is left may be laid off. Weak
    programs do so; it costs up to 13 points."""


class TieRule(StrEnum):
    """Who wins when knocker and defender hold the same count (rule d1)."""

    BONUS = "bonus"
    """The defender, with the undercut bonus."""
    NO_BONUS = "no_bonus"
    """The defender, with 0 points; the hand counts as won."""
    NONE = "none"
    """Nobody: no points, no box."""
    KNOCKER = "knocker"
    """The knocker, with 0 points; the hand counts as won."""


class UndercutMode(StrEnum):
    """Whose score an undercut changes (rule d2)."""

    DEFENDER_CREDIT = "defender_credit"
    """The defender gains."""
    KNOCKER_PENALTY = "knocker_penalty"
    """The knocker loses the same number of points; the defender still wins the hand."""


ACE_ONE: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The ordinary points of the ranks ace to king."""
ACE_FIFTEEN: Final = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""Tedesco's: a loose ace counts 15 (rule t4)."""

_E = TypeVar("_E", bound=StrEnum)


def _choice(default: _E, rule: str) -> _E:
    return field(default=default, metadata={"rule": rule, "kind": type(default)})


def _number(default: int, rule: str, low: int = 0, high: int = 10_000) -> int:
    return field(default=default, metadata={"rule": rule, "kind": int, "low": low, "high": high})


def _flag(default: bool, rule: str) -> bool:
    return field(default=default, metadata={"rule": rule, "kind": bool})


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
    big_gin: int | None = field(
        default=31, metadata={"rule": "d4", "kind": "int or None", "low": 0, "high": 10_000}
    )
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

    def __post_init__(self) -> None:
        for spec in dataclasses.fields(self):
            value = _checked(spec, getattr(self, spec.name))
            object.__setattr__(self, spec.name, value)
        if self.gin_cancelled_at_zero and not self.layoff_on_gin:
            raise InvalidRules(
                "gin_cancelled_at_zero=True needs layoff_on_gin=True: without layoffs on gin "
                "a defender's 0 is beaten by it (d3)"
            )
        if self.gin_forced and self.auto_lay_down is AutoLayDown.BEST_AGAINST:
            raise InvalidRules(
                "gin_forced=True contradicts auto_lay_down='best_against', which may choose "
                "deadwood over gin"
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

    @functools.cached_property
    def _compiled(self) -> Any:
        """The core's form of this value, made once (see rules.hpp)."""
        from . import _core

        return _core.Rules(self.to_dict())


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
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
