"""The choices that rule fields offer, as enums; their texts are what JSON and the core use.

`rules.hpp` mirrors each of them and a test compares the texts.
"""

from enum import StrEnum

__all__ = [
    "AceKnock",
    "AutoLayDown",
    "Deal",
    "Defender",
    "EqualUndercut",
    "FiftiethScope",
    "LayoffOrder",
    "LimitSource",
    "Misdeal",
    "OverLimit",
    "RunMode",
    "ShowdownMode",
    "TieRule",
    "UndercutMode",
    "Wall",
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


class Deal(StrEnum):
    """How a hand begins (rules a5, o6)."""

    UPCARD = "10_10_upcard"
    """Equal hands and an upcard, which is offered round the table."""
    EXTRA_CARD = "11_10"
    """The first player gets one card more and begins with a throw; no upcard."""
    NO_UPCARD = "10_10"
    """Equal hands; the first player begins with a draw from the stock."""


class Misdeal(StrEnum):
    """What a dealt hand that could knock at once means (rule a9)."""

    PAT_HAND = "pat_hand"
    """The deal is void."""
    OFF = "off"
    """Nothing."""
    CLAIM = "claim"
    """Its holder may say so on his turn, before a card is accepted, and the deal is void."""


class Wall(StrEnum):
    """What happens when the stock runs out (rule w1)."""

    AFTER_DISCARD = "after_discard"
    """Who draws the last card may knock; a plain discard ends the hand dead."""
    FIFTIETH_CARD = "fiftieth_card"
    """The same, but the next player may take that discard, only to knock with it."""
    IMMEDIATE = "immediate"
    """The draw of the last card ends the hand dead."""
    PLAY_ON = "play_on"
    """Players go on with the pile alone; who does not take it calls the hand dead."""


class FiftiethScope(StrEnum):
    """Which discard may be taken at the wall (rule w1, fiftieth_card)."""

    ANY_DISCARD = "any_discard"
    """Whatever was thrown after the last draw."""
    SAME_CARD = "same_card"
    """Only the last card drawn, if it is the one thrown."""


class ShowdownMode(StrEnum):
    """Who lays melds down and cards off after a knock (rules b4, c6)."""

    AUTOMATIC = "automatic"
    """The engine, for both players: see `lay_down` and `lay_off`."""
    MANUAL = "manual"
    """The players, by moves of their own."""


class EqualUndercut(StrEnum):
    """Who takes the undercut points when several are at or under the knock (rule q4)."""

    ALL = "all"
    """Each of the lowest."""
    FIRST_IN_TURN = "first_in_turn"
    """The first of the lowest, from the knocker's left."""
    SPLIT = "split"
    """The lowest share them, rounded down."""
    ALL_UNDER = "all_under"
    """Everyone at or under the knock, lowest or not."""


class LayoffOrder(StrEnum):
    """How several defenders lay off on one spread (rule q6)."""

    INDEPENDENT = "independent"
    """Each on the melds as laid down."""
    TURN = "turn"
    """One after the other, on what those before left."""
