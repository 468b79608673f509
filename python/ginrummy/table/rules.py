"""The rules of the two table games, as values: one field a rule, as in `ginrummy.rules`.

What S0 and S3 leave open, the fields' docstrings decide. The rule ids are those of the
project's rules text, sections J and C51.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from .._fields import Choice, Converted, check_fields, choice, flag, kept, maybe, number
from .._rules_value import RulesValue
from ..errors import InvalidRules
from ..rules import Variant
from .choices import BuildCredit, JokerClaim, PileDraw, Restock, StockEnd, TakeDuty

__all__ = ["KalookiRules", "MahjongRules", "TableRules", "TableVariant"]

_MAHJONG_POINTS: Final = (15, *[5] * 8, *[10] * 4)


@dataclass(frozen=True, kw_only=True)
class MahjongRules(RulesValue):
    """Everything that decides one hand of Mahjong gin (section J).

    Raises:
        InvalidRules: a value of the wrong type or out of range; the message names the field.
    """

    hand_size: int = number(10, "j8", 3, 12)
    """Cards dealt to each of two to four players."""
    card_points: Converted[Sequence[int], tuple[int, ...]] = kept(_MAHJONG_POINTS, "j5", tuple)
    """Points of the ranks ace to king, on the table and in hand, 1 to 100 each."""
    take_duty: Choice[TakeDuty] = choice(TakeDuty.LAID, "j1")
    """What the lowest card must be used in when more than one is taken from the pile."""
    add_to_own: bool = flag(True, "j4")
    """A card may be added to one's own meld too, not to others' alone."""
    gin_bonus: int = number(25, "j5")
    """Points for who gets rid of every card."""
    held_melds_minus: bool = flag(True, "j5")
    """Melds that stayed in the hand count against it, like loose cards. Otherwise only the
    least deadwood of the hand does."""
    stock_end: Choice[StockEnd] = choice(StockEnd.SCORE, "j7")
    """What the end of the stock means."""
    may_discard_taken: bool = flag(False, "a7")
    """The card may be thrown that was taken from the pile, alone, in the same turn."""
    max_turns: int | None = maybe(300, "a10", 1, 1_000_000)
    """After so many throws the hand is dead; None: never, and then it need not end."""

    def __post_init__(self) -> None:
        check_fields(self)


@dataclass(frozen=True, kw_only=True)
class KalookiRules(RulesValue):
    """Everything that decides one hand of Kalooki 51 (section C51).

    Raises:
        InvalidRules: a value of the wrong type or out of range, or two that contradict each
            other; the message names field and value.
    """

    hand_size: int = number(13, "k1", 3, 26)
    """Cards dealt to each of two to four players."""
    initial: int = number(51, "k2", 0, 1000)
    """The least that the melds must total with which a player opens."""
    run_max: int = number(13, "k4", 13, 14)
    """The longest run; 14 is ace to ace."""
    ace_low_value: int = number(11, "k5", 1, 100)
    """Points of an ace at the low end of a run; any other ace in a meld counts 11."""
    min_naturals: int = number(1, "k6", 1, 13)
    """The least cards that are no jokers in a meld as it is laid."""
    max_jokers_per_meld: int | None = maybe(None, "k6", 0, 4)
    """The most jokers in a meld, those built on it later too; None: any number."""
    set_joker_claim: Choice[JokerClaim] = choice(JokerClaim.OPPONENTS, "k7")
    """Who may claim a joker from a set."""
    single_suit_release: bool = flag(False, "k7")
    """One missing suit, played by whoever may claim, frees one joker of a three-card set that
    has two. The set, three cards with one joker, is closed then. Several suits at once follow
    the ordinary rule."""
    keep_in_hand: bool = flag(False, "k8")
    """A freed joker may stay in the hand; otherwise it must be played in the same turn."""
    move_joker: bool = flag(True, "k9")
    """Who builds on a run in his turn may move jokers from one end of it to the other, one at
    a time, before and after the cards he builds on it. Until he has built there, his next
    moves must be on that run."""
    pile_draw: Choice[PileDraw] = choice(PileDraw.FREE, "k11")
    """What a player who is not down may take from the pile."""
    may_discard_taken: bool = flag(False, "k11")
    """The card taken from the pile may be thrown in the same turn."""
    kalooki_multiplier: int = number(1, "k12", 1, 100)
    """What a winner's points are multiplied by who was not down before the turn in which
    he goes out: Kalooki."""
    joker_value: int = number(25, "k13", 0, 1000)
    """Points of a joker held at the end."""
    build_credit: Choice[BuildCredit] = choice(BuildCredit.BUILDER, "k13")
    """Whose a card is that was built on another's meld."""
    restock: Choice[Restock] = choice(Restock.ALL, "k14")
    """Which cards of the pile make the new stock."""
    max_restocks: int = number(3, "k14", 0, 1000)
    """How often the stock is made anew; the hand is dead when it would be once more."""
    max_turns: int | None = maybe(300, "a10", 1, 1_000_000)
    """After so many throws the hand is dead; None: never, and then it need not end."""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.max_jokers_per_meld == 0 and self.single_suit_release:
            raise InvalidRules(
                "single_suit_release=True contradicts max_jokers_per_meld=0: no set has a joker"
            )


TableRules: TypeAlias = MahjongRules | KalookiRules
"""The rules of one hand of either table game."""


@dataclass(frozen=True, kw_only=True)
class TableVariant(Variant):
    """A named table game: what `find_variant` gives for ``mahjong_gin`` and ``kalooki51``.

    Its rules are for `MahjongRound` and `KalookiRound`; whatever takes `Rules` refuses them.
    """

    # Another game has other rules; what takes a Variant looks at runtime.
    rules: TableRules  # type: ignore[assignment]
    """The rules of one hand."""

    @property
    def _compiled(self) -> Any:
        raise InvalidRules(f"{self.name} is a game with melds on the table: see ginrummy.table")
