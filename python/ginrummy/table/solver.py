"""Kalooki 51 solved: the best opening, and the best use of the table in a turn (C51).

The answers are exact. A hand of 14 cards takes less than a millisecond; 32 cards are the most
that are solved. The worst hands (one suit, four jokers) take 0.4 s at 20 cards, 15 s at 30.

Of plans that are equally good the first is given in this order, the same in both
implementations: melds are compared sets first, by rank, suits, number of jokers; then runs by
suit, low place, high place, places of the jokers (suits and places as masks, the lowest bit
clubs and the low ace). Plans are compared by what becomes of the melds on the table, one after
the other, an unchanged meld before any change; then by the new melds and the cards left,
listed by their first card that is no joker, at the same card a meld before a card left. All of
it is about melds as they are at the end of the turn.

Points laid are the points that the melds on the table gain: a card that a claimed joker
stood for adds none, the joker adds points where it is played. With ``build_credit="owner"``
only the player's own melds count (k13).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from .._select import IMPLEMENTATION
from ..cards import Card, shown
from ..errors import InvalidHand, InvalidMeld, InvalidRules, RepeatedCard
from ..values import MeldKind
from .cards import JOKER, TableCard, TableCardLike, TableHand, TableHandLike
from .melds import Slot, TableMeld, TableMeldLike, forbidden, place_card, run_meld, set_meld
from .moves import Build, Claim, Lay, MoveJoker, TableMove
from .rules import KalookiRules

if TYPE_CHECKING or IMPLEMENTATION == "core":
    from .. import _core as _backend
else:
    from ..reference import kalooki_solver as _backend

__all__ = ["Goal", "OnTable", "Plan", "best_opening", "best_turn", "hand_melds", "way_out"]


MOST_CARDS: Final = 32
"""The biggest hand that is solved."""


class Goal(StrEnum):
    """What makes a plan the best."""

    POINTS = "points"
    """Most points laid; then fewest points left; then fewest cards left."""
    LEFT = "left"
    """Fewest points left; then most points laid; then fewest cards left."""
    CARDS = "cards"
    """Fewest cards left; then fewest points left; then most points laid."""


class OnTable(NamedTuple):
    """A meld on the table as the player to move sees it."""

    meld: TableMeld
    own: bool = False
    """He owns it: its jokers are not his to claim, if it is a set (k7)."""
    closed: bool = False
    """A set of three cards that takes no more, for a joker of it was freed by one suit
    (k7, ``single_suit_release``)."""
    built: bool = False
    """He has built on it in this turn already, and may move its jokers (k9)."""


OnTableLike: TypeAlias = OnTable | TableMeldLike
"""A meld on the table; one given without its owner is an opponent's."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do at the table in one turn. Nothing, where `moves` is empty."""

    moves: tuple[TableMove, ...]
    """The moves in an order in which each is legal: lay, build, claim, move a joker. Melds
    are numbered as on the table, those that the plan lays after them."""
    opening: tuple[TableMeld, ...]
    """The melds that are laid to open, as they are laid; none for who is down."""
    opening_points: int
    """What they total (k2)."""
    laid: tuple[TableMeld, ...]
    """All the melds that are laid, as they are at the end of the turn."""
    table: tuple[OnTable, ...]
    """The melds that were on the table before, as they are at the end of the turn."""
    left: TableHand
    """The cards that stay in the hand; one of them is thrown."""
    points: int
    """Points that the melds on the table gain."""
    points_left: int
    """Points of the cards left, jokers ``joker_value`` and aces 11 (k13)."""


_GOALS: Final = tuple(Goal)
_LAY, _BUILD, _CLAIM, _MOVE = range(4)
_JOKER_FACE: Final = JOKER.face
_PlainMeld: TypeAlias = tuple[bool, int, int, int, int, bool]


def hand_melds(hand: TableHandLike, rules: KalookiRules | None = None) -> tuple[TableMeld, ...]:
    """Every meld that cards of the hand can be laid as, jokers included (k3 to k6), in the
    order in which plans compare them.

    Args:
        hand: the cards; the same one may be there twice.
        rules: the rules in force.

    Raises:
        InvalidCard, RepeatedCard, NotAHand: see `TableHand`.
    """
    cards = TableHand(hand)
    found = _backend.kalooki_melds(_plain_hand(cards), _as_rules(rules))
    return tuple(map(_of_plain, found))


def best_opening(
    hand: TableHandLike,
    rules: KalookiRules | None = None,
    *,
    goal: Goal | str = Goal.POINTS,
    keep_one: bool = False,
    taken: TableCardLike | None = None,
    must_use: bool = False,
) -> Plan | None:
    """The best melds of the hand that total ``rules.initial`` or more; None if none do (k2).

    Only melds are laid: `best_turn` opens and goes on to build and claim.

    Args:
        hand: the cards held after the draw, up to 32.
        rules: the rules in force.
        goal: what is best.
        keep_one: a card must stay in the hand, to be thrown. Otherwise all may be laid,
            which ends the hand (k12).
        taken: the card taken from the pile, where it may not be thrown at once (k11). If it
            is the only one of its kind in the hand, it is not the only card left; a joker
            claimed and kept in the hand (``keep_in_hand``) does not stand in for it.
        must_use: ``taken`` must be laid (k11, ``pile_draw="must_use"``); one of its kind
            leaves the hand.

    Raises:
        InvalidCard, RepeatedCard, NotAHand: see `TableHand`.
        InvalidHand: ``taken`` is not in the hand, or ``must_use`` without it.
        WrongHandSize: more than 32 cards.
    """
    return _solve(hand, (), rules, goal, False, True, keep_one, taken, must_use)


def best_turn(
    hand: TableHandLike,
    table: Iterable[OnTableLike],
    rules: KalookiRules | None = None,
    *,
    down: bool,
    goal: Goal | str = Goal.POINTS,
    keep_one: bool = False,
    taken: TableCardLike | None = None,
    must_use: bool = False,
    owed: int = 0,
) -> Plan | None:
    """The best use of the turn: new melds, cards built on any meld, jokers claimed and moved,
    all chosen together (k2, k7 to k10).

    Args:
        hand: the cards held after the draw, up to 32.
        table: the melds on the table.
        rules: the rules in force.
        down: the player has opened before. Otherwise melds of his hand must open first, or
            the plan is to do nothing.
        goal, keep_one, taken, must_use: see `best_opening`.
        owed: in the middle of a turn, how many jokers of the hand were freed in it and must
            yet be played (k8).

    Returns:
        The plan, which may be to do nothing; None if even that is not allowed, under
        ``must_use`` for one.

    Raises:
        InvalidCard, RepeatedCard, NotAHand: see `TableHand`; also more cards of a kind in hand
            and on the table together than there are in two packs.
        InvalidMeld: a meld on the table that the rules do not allow, or that a player has
            built on who is not down.
        InvalidHand, WrongHandSize: see `best_opening`; also more jokers owed than held, one
            that was ``taken`` apart.
    """
    return _solve(hand, table, rules, goal, down, False, keep_one, taken, must_use, owed)


def way_out(
    hand: TableHandLike,
    table: Iterable[OnTableLike],
    rules: KalookiRules | None = None,
    *,
    down: bool,
    keep_one: bool = False,
    taken: TableCardLike | None = None,
) -> Plan | None:
    """The plan that ends the hand in this turn, with or without a last throw (k12); None if
    there is none. Without a throw if possible; then the throw of fewest points.

    Args, Raises: see `best_turn`.
    """
    plan = best_turn(hand, table, rules, down=down, goal=Goal.CARDS, keep_one=keep_one, taken=taken)
    return plan if plan is not None and len(plan.left) <= 1 else None


def _solve(
    hand: TableHandLike,
    table: Iterable[OnTableLike],
    rules: KalookiRules | None,
    goal: Goal | str,
    down: bool,
    lay_only: bool,
    keep_one: bool,
    taken: TableCardLike | None,
    must_use: bool,
    owed: int = 0,
) -> Plan | None:
    rules = _as_rules(rules)
    cards = TableHand(hand)
    melds = [_on_table(one, rules) for one in table]
    _check_pack(cards, melds)
    for one in melds:
        if one.built and not down:
            raise InvalidMeld(f"'{one.meld}' was built on by a player who is not down (k10)")
    card = None if taken is None else TableCard(taken)
    if card is not None and card not in cards:
        raise InvalidHand(f"{card} was taken but is not in the hand: {shown(str(cards))}")
    if must_use and card is None:
        raise InvalidHand("must_use asks for the card that was taken, and none is given")
    if isinstance(owed, bool) or not isinstance(owed, int) or not 0 <= owed <= cards.jokers:
        raise InvalidHand(f"owed={shown(owed)}: the hand has {cards.jokers} jokers")
    if card is JOKER and owed == cards.jokers:
        raise InvalidHand(
            f"owed={owed}: the joker taken is none of those freed, and the hand has {cards.jokers}"
        )
    found = _backend.kalooki_solve(
        _plain_hand(cards),
        [(_to_plain(one.meld, one.closed), one.own, one.built) for one in melds],
        rules,
        _GOALS.index(_as_goal(goal)),
        bool(down),
        lay_only,
        bool(keep_one),
        -1 if card is None else card.face,
        bool(must_use),
        owed,
    )
    return None if found is None else _plan(melds, found)


def _as_rules(rules: KalookiRules | None) -> KalookiRules:
    if rules is None:
        return KalookiRules()
    if not isinstance(rules, KalookiRules):
        raise InvalidRules(f"{shown(rules)} is a {type(rules).__name__}, not KalookiRules")
    return rules


def _as_goal(goal: Goal | str) -> Goal:
    try:
        return Goal(goal)
    except ValueError:
        names = ", ".join(_GOALS)
        raise InvalidRules(f"goal={shown(goal)}: one of {names} is expected") from None


def _on_table(value: OnTableLike, rules: KalookiRules) -> OnTable:
    one = value if isinstance(value, OnTable) else OnTable(TableMeld(value))
    if why := forbidden(one.meld, rules):
        raise InvalidMeld(why)
    return one


def _check_pack(cards: TableHand, melds: list[OnTable]) -> None:
    faces = Counter(cards.faces)
    faces.update(slot.face.face for one in melds for slot in one.meld)
    for face, copies in faces.items():
        most = 4 if face == _JOKER_FACE else 2
        if copies > most:
            raise RepeatedCard(
                f"{TableCard(face)} is {copies} times in hand and on the table: {most} are in "
                "two packs (k1)"
            )


def _plain_hand(cards: TableHand) -> tuple[int, int, int]:
    return cards.once, cards.twice, cards.jokers


def _to_plain(meld: TableMeld, closed: bool) -> _PlainMeld:
    if meld.kind is MeldKind.SET:
        suits = sum(1 << card.suit for card in meld.naturals)
        return True, meld.rank - 1, suits, 0, meld.jokers, closed
    jokers = sum(1 << meld.low + at for at, slot in enumerate(meld) if slot.joker)
    return False, meld.suit, meld.low, meld.high, jokers, closed


def _of_plain(plain: _PlainMeld) -> TableMeld:
    is_set, kind, first, high, jokers, _ = plain
    if is_set:
        return set_meld((Card.of(kind + 1, suit) for suit in range(4) if first >> suit & 1), jokers)
    return run_meld(kind, first, [bool(jokers >> place & 1) for place in range(first, high + 1)])


def _plan(before: list[OnTable], found: tuple[Any, ...]) -> Plan:
    laid, table, left, points, points_left, opening_points, steps = found
    return Plan(
        moves=tuple(_moves(before, steps)),
        opening=tuple(_of_plain(first) for first, _, opens in laid if opens),
        opening_points=opening_points,
        laid=tuple(_of_plain(last) for _, last, _ in laid),
        table=tuple(
            OnTable(_of_plain(plain), one.own, plain[-1], one.built)
            for one, plain in zip(before, table, strict=True)
        ),
        left=TableHand.from_masks(*left),
        points=points,
        points_left=points_left,
    )


def _moves(
    before: list[OnTable], steps: list[tuple[int, list[_PlainMeld], int, int, int]]
) -> Iterator[TableMove]:
    melds = [one.meld for one in before]
    for kind, plain, on, cards, place in steps:
        faces = [face for face in range(_JOKER_FACE) if cards >> face & 1]
        if kind == _LAY:
            new = tuple(map(_of_plain, plain))
            melds += new
            yield Lay(new)
        elif kind == _CLAIM:
            yield Claim(TableHand(faces), on)
        elif kind == _MOVE:
            natural = next(at for at, slot in enumerate(melds[on]) if not slot.joker)
            yield MoveJoker(on, "low" if place < melds[on].low + natural else "high")
        elif faces:
            yield Build(Slot(Card(faces[0])), on)
        else:
            run = melds[on].kind is MeldKind.RUN
            yield Build(Slot(place_card(melds[on].suit, place) if run else None, True), on)
