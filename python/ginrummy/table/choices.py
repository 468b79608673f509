"""The choices that the rules of the table games offer; their texts are what JSON uses."""

from enum import StrEnum

__all__ = ["BuildCredit", "JokerClaim", "PileDraw", "Restock", "StockEnd", "TakeDuty"]


class TakeDuty(StrEnum):
    """What the lowest of several cards taken from the pile must be used in (rule j1)."""

    LAID = "laid"
    """A meld laid down in the same turn."""
    KEPT = "kept"
    """Such a meld, or one that stays in the hand when the turn ends."""


class StockEnd(StrEnum):
    """What the end of the stock means in Mahjong gin (rule j7)."""

    SCORE = "score"
    """Everybody scores, without the bonus for gin."""
    DEAD = "dead"
    """Nobody does."""


class JokerClaim(StrEnum):
    """Who may claim a joker from a set (rule k7)."""

    OPPONENTS = "opponents"
    """Those who are down, but for the owner of the set."""
    ANY = "any"
    """The owner too."""


class PileDraw(StrEnum):
    """What a player who is not down may take from the pile (rule k11)."""

    FREE = "free"
    """Its top, always."""
    MUST_USE = "must_use"
    """Its top, if he opens and uses that card in the same turn."""


class BuildCredit(StrEnum):
    """Whose a card is that was built on another's meld, when points are counted (rule k13)."""

    BUILDER = "builder"
    """Who built it."""
    OWNER = "owner"
    """Who owns the meld."""


class Restock(StrEnum):
    """Which cards of the pile make the new stock (rule k14)."""

    ALL = "all"
    """All of them: the next player must draw from the stock."""
    KEEP_TOP = "keep_top"
    """All but the top one, which can still be taken."""
