"""What the cards floor answers with: frozen values that carry their reasons."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from .cards import RANKS, Card, Hand, HandLike, as_mask
from .errors import InvalidMeld

__all__ = [
    "Arrangement",
    "Discard",
    "KnockTerms",
    "LaidCard",
    "Layoff",
    "Meld",
    "MeldKind",
    "Outcome",
    "Score",
    "ScorePart",
    "Settlement",
    "Side",
]


class MeldKind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    """Three or four cards of one rank."""
    RUN = "run"
    """Three or more neighbours in one suit."""


class Meld:
    """A set or a run; equal when the cards are.

    Args:
        cards: the cards in any order and form (see `Hand`).

    Raises:
        InvalidMeld: the cards are neither a set nor a run of any run mode.
            Whether a run mode allows it is for `is_meld` to say.
    """

    __slots__ = ("cards", "kind", "mask")
    kind: MeldKind
    """Set or run."""
    cards: tuple[Card, ...]
    """Ordered for display: a set by suit, a run upwards from its gap (``Q K A 2``)."""
    mask: int
    """The cards as a 52-bit mask."""

    def __init__(self, cards: HandLike) -> None:
        mask = as_mask(cards)
        kind, ordered = _meld_order(list(Hand.from_mask(mask)))
        object.__setattr__(self, "mask", mask)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "cards", ordered)

    @property
    def hand(self) -> Hand:
        """The cards as a set."""
        return Hand.from_mask(self.mask)

    @property
    def pretty(self) -> str:
        """Text with suit symbols."""
        return " ".join(card.pretty for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"Meld('{self}')"

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, Meld) else NotImplemented

    def __hash__(self) -> int:
        return hash((Meld, self.mask))

    def __lt__(self, other: Meld) -> bool:
        return self.mask < other.mask if isinstance(other, Meld) else NotImplemented

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Meld cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Meld cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[type[Meld], tuple[int]]:
        return Meld, (self.mask,)


@functools.cache
def meld_of_mask(mask: int) -> Meld:
    """The meld of a mask that is known to be one; made once, for there are only 589."""
    return Meld(mask)


def _meld_order(cards: list[Card]) -> tuple[MeldKind, tuple[Card, ...]]:
    """Kind and display order of a meld of any run mode."""
    text = " ".join(map(str, cards))
    if len(cards) < 3:
        raise InvalidMeld(f"'{text}' is no meld: three cards are the least")
    if len({card.rank for card in cards}) == 1:
        return MeldKind.SET, tuple(cards)
    if len({card.suit for card in cards}) > 1:
        raise InvalidMeld(f"'{text}' is no meld: neither one rank nor one suit")
    ranks = {card.rank for card in cards}
    starts = [rank for rank in ranks if (rank - 2) % 13 + 1 not in ranks]
    if len(starts) > 1:
        missing = RANKS[_inner_gap(ranks) - 1]
        raise InvalidMeld(f"'{text}' is no meld: a run has no gap, and {missing} is missing")
    first = starts[0] if starts else 1
    return MeldKind.RUN, tuple(sorted(cards, key=lambda card: (card.rank - first) % 13))


def _inner_gap(ranks: set[int]) -> int:
    """The first rank missing inside what was meant as a run: its widest gap is outside."""
    gaps = {}
    for rank in sorted(ranks):
        width = next(n for n in range(13) if (rank + n) % 13 + 1 in ranks)
        if width:
            gaps[rank % 13 + 1] = width
    return min(gaps, key=lambda first: gaps[first])


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split into disjoint melds and the rest."""

    melds: tuple[Meld, ...]
    """The melds, by ascending mask; those of a `Settlement` in the order shown."""
    unmelded: Hand
    """The cards in no meld."""
    deadwood: int
    """Points of the unmelded cards."""

    def __str__(self) -> str:
        shown = " | ".join(map(str, self.melds)) or "no meld"
        rest = f" + {self.unmelded}" if self.unmelded else ""
        return f"{shown}{rest} = {self.deadwood}"


@dataclass(frozen=True, slots=True)
class Discard:
    """What throwing one card leaves."""

    card: Card
    """The card thrown."""
    deadwood: int
    """The least deadwood (points) of the cards kept."""
    knock: bool
    """The throw may be a knock, gin included."""
    gin: bool
    """The throw leaves no deadwood: a knock with it is gin."""


@dataclass(frozen=True, slots=True)
class KnockTerms:
    """What a hand is played for (rules b1, o1 to o4)."""

    limit: int
    """The most deadwood to knock with, in points."""
    gin_only: bool
    """Only gin ends the hand; the limit is 0."""
    multiplier: int
    """What the points of the hand are multiplied by: 1 or 2."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One card laid off."""

    card: Card
    """The defender's card."""
    meld: int
    """The index of the meld in the knocker's spread."""

    def __str__(self) -> str:
        return f"{self.card} on meld {self.meld}"


@dataclass(frozen=True, slots=True)
class Layoff:
    """A defender's side of the showdown: own melds, layoffs and the rest."""

    melds: tuple[Meld, ...]
    """The defender's own melds, by ascending mask."""
    laid: tuple[LaidCard, ...]
    """The cards laid off, by ascending card."""
    unmelded: Hand
    """What is left."""
    deadwood: int
    """Points of what is left."""

    def __str__(self) -> str:
        shown = " | ".join(map(str, self.melds)) or "no meld"
        laid = f"; laid off {' '.join(str(one.card) for one in self.laid)}" if self.laid else ""
        rest = f"; left {self.unmelded}" if self.unmelded else ""
        return f"{shown}{laid}{rest} = {self.deadwood}"


class Outcome(StrEnum):
    """How a hand ended."""

    KNOCK = "knock"
    """The knocker won with deadwood."""
    GIN = "gin"
    """The knocker had no deadwood."""
    BIG_GIN = "big_gin"
    """All the cards, the drawn one included, were melded."""
    UNDERCUT = "undercut"
    """The defender had no more deadwood than the knocker."""
    TIE = "tie"
    """Equal counts where nobody scores (rule d1, option none)."""
    CANCELLED = "cancelled"
    """A gin that scores nothing, for the defender ended with 0 (rule b7)."""
    FORFEIT = "forfeit"
    """A knock over the limit lost the game (rule b6)."""
    DEAD = "dead"
    """The stock ran out, or a player called the hand dead (rules w1, w2)."""
    CAPPED = "capped"
    """The hand was dead after ``max_turns`` throws (rule a10)."""
    MISDEAL = "misdeal"
    """A dealt hand could knock at once; the deal is void (rule a9)."""
    OUT = "out"
    """A player got rid of every card, in a game with melds on the table (j2, k12)."""
    KALOOKI = "kalooki"
    """The same in one turn, by a player who was not down before (k12)."""
    STOCK_END = "stock_end"
    """The stock ran out, and everybody scores (j7)."""


ROUND_OUTCOMES = (*takewhile(lambda one: one is not Outcome.OUT, Outcome),)
"""Those of `Round`, in the core's order: the rest is for games with melds on the table."""


class Side(StrEnum):
    """The two sides of a showdown."""

    KNOCKER = "knocker"
    """Who ended the hand."""
    DEFENDER = "defender"
    """The opponent."""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One line of how points add up."""

    reason: str
    """``difference``, ``deadwood``, ``gin bonus``, ``big gin bonus``, ``undercut bonus``,
    ``gin-off bonus`` or ``multiplier``."""
    points: int
    """What the line adds, in points."""
    text: str
    """The line in words, with its numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a hand is worth, and why."""

    outcome: Outcome
    """How the hand ended."""
    winner: Side | None
    """Who won the hand; None where nobody did."""
    points: int
    """What the hand is worth: the parts add up to it."""
    parts: tuple[ScorePart, ...]
    """How the points add up."""
    scores: tuple[int, int]
    """Signed points of (knocker, defender)."""
    boxes: tuple[int, int]
    """Boxes of (knocker, defender): one for the hand, and extra ones (rule d5)."""
    multiplier: int
    """1, or 2 where a spade doubles (rule d6); the last part already applies it."""
    knocker_deadwood: int
    """The knocker's count, in points."""
    defender_deadwood: int
    """The defender's count after layoffs, in points."""

    def explain(self) -> str:
        """The result in words, a line a part."""
        if self.winner is None:
            head = f"{TITLES[self.outcome]}: nobody scores"
        elif self.outcome is Outcome.FORFEIT:
            head = f"{TITLES[self.outcome]}: the {self.winner} wins the game"
        elif self.points and not max(self.scores):
            head = f"{TITLES[self.outcome]}: the knocker loses {self.points}"  # a penalty (d2)
        else:
            head = f"{TITLES[self.outcome]}: the {self.winner} wins {self.points}"
        width = max((len(str(part.points)) for part in self.parts), default=0)
        lines = [f"  {part.points:>+{width + 1}}  {part.text}" for part in self.parts]
        return "\n".join([head, *lines])


def score_part(
    reason: str, points: int, *, knocker: int, defender: int, multiplier: int = 1
) -> ScorePart:
    """A score part with its line in words, from the counts it rests on."""
    texts = {
        "difference": f"deadwood difference, {max(knocker, defender)} - {min(knocker, defender)}",
        "deadwood": f"the defender's deadwood, {defender}",
        "multiplier": f"a spade as knock card: all of it times {multiplier}",
    }
    return ScorePart(reason, points, texts.get(reason, reason))


TITLES = {
    Outcome.KNOCK: "Knock",
    Outcome.GIN: "Gin",
    Outcome.BIG_GIN: "Big gin",
    Outcome.UNDERCUT: "Undercut",
    Outcome.TIE: "Tie",
    Outcome.CANCELLED: "Gin cancelled",
    Outcome.FORFEIT: "Forfeit",
    Outcome.DEAD: "Dead hand",
    Outcome.CAPPED: "Dead hand (turn limit)",
    Outcome.MISDEAL: "Misdeal",
    Outcome.OUT: "Out",
    Outcome.KALOOKI: "Kalooki",
    Outcome.STOCK_END: "Stock out",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(Score):
    """A hand settled: the score, and the cards as they were laid down."""

    limit: int
    """The knock limit of the hand, in points."""
    spread: Arrangement
    """The knocker's melds as shown, and what was left."""
    layoff: Layoff
    """The defender's own melds, layoffs and rest."""
