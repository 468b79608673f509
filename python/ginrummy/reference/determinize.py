"""A complete round that looks the same to one player: unknown cards placed at random.

Each unknown card lies in a place of the deck: one that was dealt to somebody, one
that somebody drew, or one still in the stock. Some places are known to the player.
A card that somebody else threw, or is known to hold, came to him by the deal or by
a draw before that, unless he took it from the pile. All ways to place the cards
that fit this are equally likely; those that the rules refuse are drawn again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..cards import Card, Hand
from ..choices import Deal, FiftiethScope, Misdeal, Wall
from ..errors import GinRummyError, IllegalMove, InvalidSeed
from . import codes
from .arranging import Splitter
from .chacha import Random
from .codes import Phase
from .state import RoundState
from .view import RawView

_DEALT = -1
_REPLAYS = 1000
_LUCK = 500
_CLIMBS = 50
_SWAPS = 2000


@dataclass(frozen=True)
class _Place:
    """A place of the deck, and who got its card when: at the deal, or at which event."""

    deck_index: int
    owner: int | None
    time: int


@dataclass(frozen=True)
class _Known:
    """A card that a seat had before some event, and got by the deal or a draw."""

    before: int
    card: int
    owner: int
    since: int = _DEALT
    """The event at which the seat drew it, if that is known."""


def determinize(view: RawView, seed: int) -> RoundState:
    """A round whose view of ``view.player`` is the given one.

    Where the view shows that a hidden hand could knock (a misdeal, the last discard
    taken at the wall) and that is too rare for luck, cards are exchanged until it
    can: then the ways are not all equally likely.

    Raises:
        InvalidSeed: the seed is no whole number from 0 to 2**256 - 1.
        GinRummyError: no such round was found.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**256:
        raise InvalidSeed("a seed is a whole number from 0 to 2**256 - 1")
    random = Random(seed.to_bytes(32, "little"), 0)
    places = _places(view)
    for _ in range(_REPLAYS):
        state = _replay(view, _fitting_deck(view, places, random))
        if state is not None and state.view(view.player) == view:
            return state
    raise GinRummyError("no round was found that fits this view")


def _places(view: RawView) -> list[_Place]:
    """All places of the deck, but the first upcard's."""
    dealt = view.rules.cards_each(view.players) * view.players
    places = [_Place(at, (view.dealer + 1 + at) % view.players, _DEALT) for at in range(dealt)]
    if view.rules.deal is Deal.EXTRA_CARD:
        places.append(_Place(dealt, view.starter, _DEALT))
    draws = [(seat, at) for at, (seat, code, _) in enumerate(view.events) if code == codes.DRAW]
    first = dealt + (view.rules.deal is not Deal.NO_UPCARD)
    for deck_index in range(first, 52):
        owner, time = draws[deck_index - first] if deck_index - first < len(draws) else (None, 0)
        places.append(_Place(deck_index, owner, time))
    return places


def _first_upcard(view: RawView) -> int:
    """The lowest card of the pile, or if it has been taken that one."""
    height = 1
    for _, code, card in view.events:
        if code == codes.TAKE:
            height -= 1
            if height == 0:
                return card
        elif codes.DISCARD <= code < codes.KNOCK or code == codes.REFUSE:
            height += 1
    return view.pile[0]


def _known_now(view: RawView, seat: int) -> set[int]:
    """What the player knows of a seat's hand, cards taken from the pile aside."""
    if seat == view.player:
        return {card.index for card in Hand.from_mask(view.hand)}
    for one, mask in view.exposed:
        if one == seat:
            return {card.index for card in Hand.from_mask(mask)}
    melded = Hand.from_mask(sum(mask for one, mask in view.own_melds if one == seat))
    laid = {card for one, card, _ in view.laid if one == seat}
    return laid | {card.index for card in melded}


def _known_cards(view: RawView, seat: int) -> list[_Known]:
    """The known cards that a seat got by the deal or a draw, found backwards in time."""
    before = dict.fromkeys(_known_now(view, seat), len(view.events))
    drawn = _throw_of_last_draw(view)
    for at in reversed(range(len(view.events))):
        player, code, card = view.events[at]
        if player != seat or card < 0:
            continue
        if codes.DISCARD <= code < codes.DONE:
            before[card] = at
        elif code in (codes.TAKE, codes.DRAW):  # a draw only if it is the player's own
            before.pop(card, None)
    return [
        _Known(event, card, seat, event - 1 if event == drawn else _DEALT)
        for card, event in before.items()
    ]


def _throw_of_last_draw(view: RawView) -> int | None:
    """The event at which the last card drawn was thrown, if the view shows it (w1)."""
    draws = [at for at, (_, code, _) in enumerate(view.events) if code == codes.DRAW]
    at_wall = view.rules.wall is Wall.FIFTIETH_CARD and view.stock_count <= view.rules.wall_stock
    if not draws or not at_wall or view.rules.fiftieth_scope is not FiftiethScope.SAME_CARD:
        return None
    taken = any(code == codes.TAKE for _, code, _ in view.events[draws[-1] :])
    may_take = view.phase == Phase.WALL and codes.TAKE in view.legal
    return draws[-1] + 1 if taken or may_take else None


def _random_deck(
    view: RawView, places: list[_Place], random: Random
) -> tuple[list[int], list[_Place]]:
    """A deck with every card in a place where it may be, and the places of unknown cards."""
    deck = [-1] * 52
    if view.rules.deal is Deal.UPCARD:
        deck[view.rules.cards_each(view.players) * view.players] = _first_upcard(view)
    free = list(places)
    for place in places:
        if place.owner == view.player and place.time != _DEALT:
            deck[place.deck_index] = view.events[place.time][2]
            free.remove(place)
    known = [one for seat in range(view.players) for one in _known_cards(view, seat)]
    # What had to be there earlier can be in fewer places, all of them open to later cards
    # too, and goes first: then every way to place the known cards is as likely.
    for one in sorted(known, key=lambda one: (-one.since, one.before, one.card)):
        fitting = [
            place
            for place in free
            if place.owner == one.owner and one.since <= place.time < one.before
        ]
        if not fitting:
            raise GinRummyError(f"{Card(one.card)} cannot have come to seat {one.owner}")
        place = fitting[random.below(len(fitting))]
        deck[place.deck_index] = one.card
        free.remove(place)
    unknown = sorted(set(range(52)) - set(deck))
    random.shuffle(unknown)
    for place, card in zip(free, unknown, strict=True):
        deck[place.deck_index] = card
    return deck, free


def _fitting_deck(view: RawView, places: list[_Place], random: Random) -> list[int]:
    """A random deck in which a hidden hand can knock, if the view shows that one could."""
    seats = _could_knock(view)
    deck, free = _random_deck(view, places, random)
    if not seats:
        return deck

    def excess() -> int:
        return min(_excess(view, places, deck, seat) for seat in seats)

    for _ in range(_LUCK):
        if excess() == 0:
            return deck
        deck, free = _random_deck(view, places, random)
    for _ in range(_CLIMBS):
        if _climb(deck, free, seats, random, excess):
            return deck
        deck, free = _random_deck(view, places, random)
    raise GinRummyError("no hidden hand was found that could knock, as this view shows")


def _climb(
    deck: list[int],
    free: list[_Place],
    seats: list[int],
    random: Random,
    excess: Callable[[], int],
) -> bool:
    """Exchange unknown cards as long as that does no harm; whether a hand could be made."""
    theirs = [place.deck_index for place in free if place.owner in seats]
    if not theirs:
        return excess() == 0
    least = excess()
    for _ in range(_SWAPS):
        if least == 0:
            return True
        one = theirs[random.below(len(theirs))]
        other = free[random.below(len(free))].deck_index
        deck[one], deck[other] = deck[other], deck[one]
        now = excess()
        if now <= least:
            least = now
        else:
            deck[one], deck[other] = deck[other], deck[one]
    return least == 0


def _could_knock(view: RawView) -> list[int]:
    """Other seats of whose hidden hands one could knock, as the view shows."""
    others = [seat for seat in range(view.players) if seat != view.player]
    last = view.events[-1] if view.events else None
    if view.over and last is None and view.rules.misdeal is Misdeal.PAT_HAND:
        own = Hand.from_mask(view.hand)
        if _is_dealt_evenly(view, view.player) and _best(view, own, throw=False) <= view.limit:
            return []
        return [seat for seat in others if _is_dealt_evenly(view, seat)]
    if last is None or last[0] == view.player:
        return []
    if last[1] == codes.CLAIM:
        return [last[0]]
    at_wall = view.rules.wall is Wall.FIFTIETH_CARD and view.stock_count <= view.rules.wall_stock
    if at_wall and last[1] == codes.TAKE and view.phase == Phase.THROW:
        return [last[0]]
    return []


def _is_dealt_evenly(view: RawView, seat: int) -> bool:
    return view.rules.deal is not Deal.EXTRA_CARD or seat != view.starter


def _excess(view: RawView, places: list[_Place], deck: list[int], seat: int) -> int:
    """How far the hand of a seat is over the limit, with the best throw if one is due."""
    hand = _hand_in(view, places, deck, seat)
    return max(0, _best(view, hand, throw=view.phase == Phase.THROW) - view.limit)


def _best(view: RawView, hand: Hand, throw: bool) -> int:
    cards = frozenset(hand)
    splitter = Splitter(cards, view.rules)
    if throw:
        return min(splitter.deadwood(cards - {card}) for card in cards)
    return splitter.deadwood(cards)


def _hand_in(view: RawView, places: list[_Place], deck: list[int], seat: int) -> Hand:
    """What another seat holds now, with that deck."""
    hand = {deck[place.deck_index] for place in places if place.owner == seat}
    for player, code, card in view.events:
        if player == seat and code == codes.TAKE:
            hand.add(card)
        elif player == seat and codes.DISCARD <= code < codes.DONE:
            hand.discard(card)
    return Hand(hand)


def _replay(view: RawView, deck: list[int]) -> RoundState | None:
    """The round with that deck and the moves of the view; None if the rules refuse it."""
    state = RoundState(
        view.rules,
        view.players,
        view.dealer,
        view.starter,
        view.knock_card,
        deck,
        view.rules_hash,
    )
    try:
        for seat, code, card in view.events:
            hidden = code == codes.KNOCK and card < 0
            state.play(_hidden_knock(view, state, seat) if hidden else code)
    except IllegalMove:
        return None
    return state


def _hidden_knock(view: RawView, state: RoundState, seat: int) -> int:
    """A knock with the card that is not in the open hand."""
    kept = dict(view.exposed)[seat]
    (thrown,) = Hand.from_mask(state.hand(seat) & ~kept)
    return codes.KNOCK + thrown.index
