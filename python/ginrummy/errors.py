"""What can be wrong, each as its own exception.

Every class is a `ValueError` (some are a `TypeError` too), so that ``except
ValueError`` catches them all. The message names the offending value, and no
function that raises one has changed anything.
"""

from __future__ import annotations

__all__ = [
    "GinRummyError",
    "IllegalKnock",
    "IllegalMove",
    "InvalidCard",
    "InvalidCensus",
    "InvalidDeck",
    "InvalidEntry",
    "InvalidHand",
    "InvalidLayoff",
    "InvalidMeld",
    "InvalidRecord",
    "InvalidRound",
    "InvalidRules",
    "InvalidSeed",
    "InvalidSheet",
    "InvalidSimulation",
    "InvalidSpread",
    "NotAHand",
    "NothingToUndo",
    "RepeatedCard",
    "RoundOver",
    "SharedCard",
    "SheetClosed",
    "UnknownVariant",
    "WrongHandSize",
]


class GinRummyError(ValueError):
    """The base of every error that ginrummy raises on purpose."""


class InvalidCard(GinRummyError):
    """Text or a number that is no card; the message quotes the token."""


class InvalidCensus(GinRummyError):
    """A census that cannot be taken, or text or a file that holds none of this version."""


class InvalidHand(GinRummyError):
    """A value that is no set of cards: a mask with bits above 51, say."""


class NotAHand(InvalidHand, TypeError):
    """A value of a type that can never be a hand: a float, a bool, None."""


class RepeatedCard(InvalidHand):
    """The same card twice in one hand."""


class WrongHandSize(InvalidHand):
    """A hand with too many or too few cards for what is asked."""


class SharedCard(InvalidHand):
    """One card in two places: in both hands, or in a hand and thrown."""


class InvalidMeld(GinRummyError):
    """Cards that are neither a set nor a run under the rules in force."""


class InvalidSpread(GinRummyError):
    """Melds that cannot be laid down together: they overlap or are not held."""


class InvalidLayoff(GinRummyError):
    """A layoff of a card that is not held, fits nothing or is not allowed."""


class IllegalKnock(GinRummyError):
    """A knock, gin or big gin that the rules refuse, such as one over the limit."""


class InvalidRules(GinRummyError):
    """A rules value that is wrong by itself or contradicts another."""


class UnknownVariant(GinRummyError):
    """A variant name that is not registered; the message lists those that are."""


class IllegalMove(GinRummyError):
    """A move that the rules refuse now; the message says which rule and the round is unchanged."""


class RoundOver(IllegalMove):
    """A move after the end of the round."""


class NothingToUndo(GinRummyError):
    """An undo at the start of a round."""


class InvalidDeck(GinRummyError):
    """A deck that is not the 52 cards, each once."""


class InvalidSeed(GinRummyError):
    """A seed that is no whole number from 0 to 2**256 - 1."""


class InvalidRound(GinRummyError):
    """A round that cannot be dealt: a seat or a number of players out of range, say."""


class InvalidRecord(GinRummyError):
    """A record that cannot be read or replayed; the message says where and why."""


class InvalidEntry(GinRummyError):
    """A hand that a score sheet cannot enter: an unknown player, negative points, say."""


class SheetClosed(GinRummyError):
    """An entry after the end of a match."""


class InvalidSheet(GinRummyError):
    """A file or text that is no score sheet of this version; the message says where and why."""


class InvalidSimulation(GinRummyError):
    """A simulation that cannot be run: an unknown player, no rounds, no turn limit, say."""
