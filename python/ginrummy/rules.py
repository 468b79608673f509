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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ._fields import Choice, Converted, check_fields, choice, flag, kept, maybe, number, plain
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

if TYPE_CHECKING:
    from .match_rules import MatchRules

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


@dataclass(frozen=True, kw_only=True)
class PartyRules:
    """What is particular to the Oklahoma party game for two to four players (section Q).

    Raises:
        InvalidRules: a value of the wrong type or out of range.
    """

    hand_size_many: int = number(7, "q1", 3, 12)
    """Cards dealt to each of three or four players; two get ``Rules.hand_size``."""
    knock_points: int = number(10, "q2")
    """Points of a knock that is not undercut."""
    gin_points: int = number(25, "q2")
    """Points of gin."""
    undercut_points: int = number(20, "q2")
    """Points of an undercut."""
    equal_undercut: Choice[EqualUndercut] = choice(EqualUndercut.ALL, "q4")
    """Who takes them when several are at or under the knock."""
    layoff_order: Choice[LayoffOrder] = choice(LayoffOrder.INDEPENDENT, "q6")
    """How several defenders lay off."""
    gin_double_losers: bool = flag(False, "q9")
    """The others lose twice their deadwood on gin."""

    def __post_init__(self) -> None:
        check_fields(self)


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


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Everything that decides one hand; the defaults are standard gin rummy.

    Choices may be given as text (``Rules(run_mode="wrap")``). All values are
    checked together.

    Raises:
        InvalidRules: a value of the wrong type or out of range, or two that
            contradict each other; the message names field and value.
    """

    run_mode: Choice[RunMode] = choice(RunMode.LOW, "t1")
    """Where the ace stands in a run."""
    card_points: Converted[Sequence[int], tuple[int, ...]] = kept(ACE_ONE, "t4", tuple)
    """Deadwood points of the ranks ace to king, 1 to 100 each."""
    hand_size: int = number(10, "a4", 3, 25)
    """Cards dealt to each player; a hand holds one more before the throw."""
    limit_source: Choice[LimitSource] = choice(LimitSource.FIXED, "o1")
    """What sets the knock limit."""
    knock_limit: int = number(10, "b1", 0, 1000)
    """The most deadwood to knock with when the limit is fixed; 0 is straight gin (h1)."""
    ace_knock: Choice[AceKnock] = choice(AceKnock.ONE, "o2")
    """The limit that an ace sets in Oklahoma."""
    spade_doubles: bool = flag(True, "o4")
    """A spade as knock card doubles the points of the hand, bonus included (d6).
    It has no effect while the limit is fixed."""
    spade_doubles_boxes: bool = flag(False, "o4")
    """A spade doubles the extra boxes too."""
    deal: Choice[Deal] = choice(Deal.UPCARD, "a5")
    """How the hand begins."""
    misdeal: Choice[Misdeal] = choice(Misdeal.PAT_HAND, "a9")
    """What a dealt hand that could knock at once means."""
    max_turns: int | None = maybe(None, "a10", 1, 1_000_000)
    """After so many throws the hand is dead; None: never."""
    wall: Choice[Wall] = choice(Wall.AFTER_DISCARD, "w1")
    """What happens when the stock runs out."""
    wall_stock: int = number(2, "w1", 0, 20)
    """Stock cards that are never drawn."""
    fiftieth_scope: Choice[FiftiethScope] = choice(FiftiethScope.ANY_DISCARD, "w1")
    """Which discard may be taken at the wall under ``wall="fiftieth_card"``."""
    showdown: Choice[ShowdownMode] = choice(ShowdownMode.AUTOMATIC, "b4")
    """Who lays melds down and cards off."""
    may_discard_taken: bool = flag(False, "a7")
    """The card taken from the pile may be thrown in the same turn."""
    gin_forced: bool = flag(False, "b5")
    """Who can lay gin must: a spread with deadwood is refused then."""
    auto_lay_down: Choice[AutoLayDown] = choice(AutoLayDown.MIN_THEN_FEWEST_LAYOFFS, "b4")
    """How the knocker's spread is chosen when none is given."""
    over_limit: Choice[OverLimit] = choice(OverLimit.ILLEGAL, "b6")
    """What a knock over the limit means."""
    defender: Choice[Defender] = choice(Defender.JOINT, "c1")
    """How the defender's melds and layoffs are found."""
    layoffs: bool = flag(True, "c1")
    """The defender may lay off at all."""
    layoff_chain: bool = flag(True, "c4")
    """A card may be laid on a card just laid off."""
    layoff_on_gin: bool = flag(False, "b7")
    """The defender may lay off on gin (never on big gin, d4)."""
    gin_cancelled_at_zero: bool = flag(False, "b7")
    """A gin scores nothing when the defender ends with 0, layoffs counted."""
    gin_bonus: int = number(25, "d3")
    """Points for gin beside the defender's count."""
    big_gin: int | None = maybe(31, "d4", 0, 10_000)
    """Points for eleven melded cards, in place of the gin bonus; None: not played."""
    undercut: bool = flag(True, "d2")
    """A defender with no more than the knocker wins the hand. Otherwise the knocker wins
    whatever the counts, with the difference or 0."""
    undercut_bonus: int = number(25, "d2")
    """Points for an undercut beside the difference."""
    undercut_on_tie: Choice[TieRule] = choice(TieRule.BONUS, "d1")
    """Who wins at equal counts."""
    undercut_mode: Choice[UndercutMode] = choice(UndercutMode.DEFENDER_CREDIT, "d2")
    """Whose score an undercut changes."""
    gin_off_bonus: int = number(0, "c7")
    """Extra points for a defender who gets rid of every card."""
    gin_extra_boxes: int = number(0, "d5", 0, 100)
    """Boxes for gin beside the one for the hand."""
    undercut_extra_boxes: int = number(0, "d5", 0, 100)
    """Boxes for an undercut beside the one for the hand."""
    big_gin_extra_boxes: int = number(0, "d5", 0, 100)
    """Boxes for big gin beside the one for the hand."""
    party: Converted[PartyRules | Mapping[str, Any] | None, PartyRules | None] = kept(
        None, "q1", PartyRules, _checked_party
    )
    """Flat scores with losses for two to four players, in place of section D; None: not so."""

    def __post_init__(self) -> None:
        check_fields(self)
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
            self.layoff_on_gin and not self.layoffs,
            "layoff_on_gin=True contradicts layoffs=False",
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
        # The upcard or the eleventh card, and one at least to draw.
        more = (self.deal is not Deal.NO_UPCARD) + self.wall_stock + 1
        needed = 2 * self.hand_size + more
        yield (
            needed > 52,
            f"hand_size={self.hand_size} for two players and wall_stock={self.wall_stock} need "
            f"{needed} cards; the pack has 52",
        )
        if self.party is not None:
            yield (
                not self.undercut,
                "undercut=False contradicts the party game, which has one (q2)",
            )
            needed = 4 * self.party.hand_size_many + more
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
        return {spec.name: plain(getattr(self, spec.name)) for spec in dataclasses.fields(self)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], base: Rules | Variant | None = None) -> Rules:
        """Rules from plain values; fields not given are those of ``base``.

        Raises:
            InvalidRules: an unknown field or a value that is refused.
        """
        if not isinstance(values, Mapping):
            raise InvalidRules(f"{shown(values)} is a {type(values).__name__}; fields are expected")
        known = {spec.name for spec in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise InvalidRules(f"{shown(name)} is no field of Rules")
        return dataclasses.replace(_rules_of(base), **values)

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
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidRules(f"{shown(text)} is no JSON of rules: {error}") from error
        return cls.from_dict(values)

    def differences(self, base: Rules | Variant | None = None) -> dict[str, Any]:
        """The fields, as plain values, in which these rules differ from ``base`` (standard)."""
        other = _rules_of(base).to_dict()
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


def _rules_of(base: Rules | Variant | None) -> Rules:
    if base is None:
        return Rules()
    given = base.rules if isinstance(base, Variant) else base
    if not isinstance(given, Rules):
        raise InvalidRules(f"{shown(given)} is a {type(given).__name__}; Rules are expected")
    return given


def _standard_match() -> MatchRules:
    from .match_rules import MatchRules  # only who names a variant has to wait for it

    return MatchRules()


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
    match_rules: MatchRules = field(default_factory=_standard_match)
    """The rules of a match of such hands."""
    source: str = ""
    """Where these rules are described."""

    @property
    def _compiled(self) -> Any:
        return self.rules._compiled
