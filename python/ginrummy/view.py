"""What a player may know of a round, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .cards import Card, Hand
from .choices import LimitSource
from .moves import DONE, DRAW, TAKE, move_text
from .phases import Phase
from .results import Result
from .rules import Rules
from .values import LaidCard, Meld, meld_of_mask

__all__ = ["Event", "View"]


@dataclass(frozen=True, slots=True)
class Event:
    """One move as a player saw it."""

    player: int
    """Who moved."""
    move: int
    """The code of the move; 56 for a knock whose card is not known to the viewer."""
    card: Card | None
    """The card taken, thrown, laid off, or drawn by the viewer; None where it is hidden."""

    def __str__(self) -> str:
        text = move_text(self.move)
        if self.card is None:
            text = text.split()[0] if text.startswith("knock") else text
        elif text in ("take", "draw"):
            text = f"{text} {self.card}"
        return f"{self.player}: {text}"


def _card(index: int) -> Card | None:
    return None if index < 0 else Card(index)


class View:
    """A round as one seat knows it: own hand, the pile, the public events, what is open.

    Two rounds that differ only in cards hidden from the seat have equal views. The seed
    and the order of the stock are in no view.
    """

    __slots__ = ("_raw", "match_scores", "rules", "target")
    _raw: Any
    rules: Rules
    """The rules in force."""
    match_scores: tuple[int, ...] | None
    """The match score by seat before this round, where there is a match."""
    target: int | None
    """The points that the match goes to."""

    def __init__(
        self,
        raw: Any,
        rules: Rules,
        match_scores: tuple[int, ...] | None = None,
        target: int | None = None,
    ) -> None:
        self._raw = raw
        self.rules = rules
        self.match_scores = match_scores
        self.target = target

    @property
    def player(self) -> int:
        """The seat whose view it is."""
        return self._raw.player  # type: ignore[no-any-return]

    @property
    def players(self) -> int:
        """How many play."""
        return self._raw.players  # type: ignore[no-any-return]

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._raw.dealer  # type: ignore[no-any-return]

    @property
    def starter(self) -> int:
        """The seat that began."""
        return self._raw.starter  # type: ignore[no-any-return]

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the round is over."""
        turn = self._raw.turn
        return None if turn < 0 else turn

    @property
    def phase(self) -> Phase:
        """What is to be done."""
        from .phases import PHASES

        return PHASES[int(self._raw.phase)]

    @property
    def is_over(self) -> bool:
        """The round has a result."""
        return self._raw.over  # type: ignore[no-any-return]

    @property
    def limit(self) -> int:
        """The knock limit of this round, in points."""
        return self._raw.limit  # type: ignore[no-any-return]

    @property
    def gin_only(self) -> bool:
        """Only gin ends this round with points."""
        return self._raw.gin_only  # type: ignore[no-any-return]

    @property
    def multiplier(self) -> int:
        """What the points of this round are multiplied by."""
        return self._raw.multiplier  # type: ignore[no-any-return]

    @property
    def knock_card(self) -> Card | None:
        """The card that set the limit: the first upcard, or the second deck's; None under
        a fixed limit."""
        source = self.rules.limit_source
        if source is LimitSource.SECOND_DECK:
            return _card(self._raw.knock_card)
        return None if source is LimitSource.FIXED else self._first_upcard()

    def _first_upcard(self) -> Card:
        """The card that the pile began with: still its lowest, or taken by somebody."""
        depth = 1
        for event in self.events:
            if event.move == TAKE:
                depth -= 1
                if depth == 0 and event.card is not None:
                    return event.card
            elif event.card is not None and event.move < DONE and event.move != DRAW:
                depth += 1
        return self.pile[0]

    @property
    def hand(self) -> Hand:
        """The player's own cards."""
        return Hand.from_mask(self._raw.hand)

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discard pile, its top last."""
        return tuple(map(Card, self._raw.pile))

    @property
    def upcard(self) -> Card | None:
        """The top of the pile; None if it is empty."""
        pile = self._raw.pile
        return Card(pile[-1]) if pile else None

    @property
    def stock_count(self) -> int:
        """How many cards are in the stock."""
        return self._raw.stock_count  # type: ignore[no-any-return]

    @property
    def turns(self) -> int:
        """How many cards have been thrown."""
        return self._raw.turns  # type: ignore[no-any-return]

    @property
    def taken(self) -> Card | None:
        """The card that the player on turn has just taken from the pile."""
        return _card(self._raw.taken)

    @property
    def drawn(self) -> Card | None:
        """The card that the viewer has just drawn from the stock."""
        return _card(self._raw.drawn)

    @property
    def knocker(self) -> int | None:
        """The seat that has ended the hand."""
        knocker = self._raw.knocker
        return None if knocker < 0 else knocker

    @property
    def thrown(self) -> Card | None:
        """The viewer's own face-down throw of a knock."""
        return _card(self._raw.thrown)

    @property
    def events(self) -> tuple[Event, ...]:
        """Every move so far, as the viewer saw it."""
        return tuple(Event(player, move, _card(card)) for player, move, card in self._raw.events)

    @property
    def exposed(self) -> dict[int, Hand]:
        """The hands that lie open, by seat."""
        return {seat: Hand.from_mask(mask) for seat, mask in self._raw.exposed}

    @property
    def spread(self) -> tuple[Meld, ...]:
        """The knocker's melds as laid down so far."""
        return tuple(map(meld_of_mask, self._raw.shown))

    @property
    def laid(self) -> tuple[tuple[int, LaidCard], ...]:
        """The cards laid off so far in a manual showdown, each with the seat."""
        return tuple((seat, LaidCard(Card(card), meld)) for seat, card, meld in self._raw.laid)

    @property
    def own_melds(self) -> tuple[tuple[int, Meld], ...]:
        """The melds that defenders have laid down so far, each with the seat."""
        return tuple((seat, meld_of_mask(mask)) for seat, mask in self._raw.own_melds)

    @property
    def legal_moves(self) -> list[int]:
        """The codes of the legal moves if it is the viewer's turn; otherwise none."""
        return list(self._raw.legal)

    @property
    def result(self) -> Result | None:
        """How the round ended; None while it goes on."""
        raw = self._raw.result
        if raw is None:
            return None
        from .results import result_of

        open_hands = dict(self._raw.exposed)
        hands = [open_hands.get(seat, 0) for seat in range(self.players)]
        return result_of(raw, self.rules, self.limit, hands)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (
            self._raw == other._raw
            and self.rules == other.rules
            and self.match_scores == other.match_scores
            and self.target == other.target
        )

    # The engines give views no hash; typeshed knows no other way to say it.
    __hash__ = None  # type: ignore[assignment]  # typeshed knows no other way to say it

    def __repr__(self) -> str:
        return f"<View of seat {self.player}: {self.phase}, hand {self.hand}>"
