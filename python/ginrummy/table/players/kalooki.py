"""A simple player of Kalooki 51."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from ..cards import JOKER, TableCard, TableHand
from ..choices import PileDraw
from ..melds import TableMeld
from ..moves import Build, Claim, Discard, Draw, Lay, MoveJoker, TableMove, Take
from ..rules import KalookiRules
from ..solver import Goal, OnTable, Plan, best_turn, hand_melds, way_out
from ..state import TablePhase
from ..view import TableView

__all__ = ["SimpleKalookiPlayer"]


class SimpleKalookiPlayer:
    """Opens as soon as it can, goes out when it can, and otherwise gets rid of as many points
    as the table takes. It takes the pile's top if that can be used, and throws the card that
    goes least with its others, rather none that fits on the table.

    It remembers nothing: each move is chosen from the view alone, also in the middle of a turn
    that another began.

    Args:
        seed: of its choices among equal throws; the same seed and views give the same moves.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: TableView) -> TableMove:
        """A legal move."""
        if view.phase is TablePhase.DRAW:
            return self._draw(view)
        plan = _plan(view, view.hand)
        if plan is not None:
            for move in plan.moves:
                if move in view.legal_moves:
                    return move
        if view.must_build is not None or view.owed_jokers or view.must_use is not None:
            # Somebody else began this turn, and its duties leave no better choice.
            for move in view.legal_moves.of(Build, Lay, Claim, MoveJoker):
                return move
        return self._throw(view)

    def _draw(self, view: TableView) -> TableMove:
        legal = view.legal_moves
        if Draw() not in legal:
            return Take()
        return Take() if Take() in legal and _wants(view) else Draw()

    def _throw(self, view: TableView) -> TableMove:
        throws = {card: Discard(card) for card in dict.fromkeys(view.hand)}
        legal = {card: move for card, move in throws.items() if move in view.legal_moves}
        if not legal:
            return next(iter(view.legal_moves))
        cost = {card: _cost_of_throw(card, view) for card in legal}
        least = min(cost.values())
        return self._random.choice([move for card, move in legal.items() if cost[card] == least])


def _rules(view: TableView) -> KalookiRules:
    assert isinstance(view.rules, KalookiRules)
    return view.rules


def _table(view: TableView) -> list[OnTable]:
    built = set(_built_now(view))
    if view.must_build is not None:
        built.add(view.must_build)
    return [
        OnTable(laid.meld, laid.owner == view.player, laid.closed, on in built)
        for on, laid in enumerate(view.table)
    ]


def _built_now(view: TableView) -> Iterator[int]:
    """The melds that the player has built on in this turn."""
    for event in reversed(view.events):
        if event.player != view.player or isinstance(event.move, (Draw, Take, Discard)):
            return
        if isinstance(event.move, Build):
            yield event.move.on


def _plan(view: TableView, hand: TableHand) -> Plan | None:
    """How to go out, or else how to have the fewest points left."""
    rules, table, down = _rules(view), _table(view), view.down[view.player]
    taken = view.must_use if view.must_use is not None else view.barred
    must_use, owed = view.must_use is not None, view.owed_jokers
    if not must_use and not owed:
        plan = way_out(hand, table, rules, down=down, taken=taken)
        if plan is not None:
            return plan
    return best_turn(
        hand,
        table,
        rules,
        down=down,
        goal=Goal.LEFT,
        taken=taken,
        must_use=must_use,
        owed=owed,
    )


def _wants(view: TableView) -> bool:
    """The pile's top can be used: laid at once by who is down or opens with it, or in a meld
    to be laid later."""
    rules, card, hand = _rules(view), view.upcard, view.hand
    assert card is not None  # there is one to take
    more = TableHand([*hand, card])
    table, down = _table(view), view.down[view.player]
    must = rules.pile_draw is PileDraw.MUST_USE and not down
    plan = best_turn(more, table, rules, down=down, goal=Goal.LEFT, taken=card, must_use=True)
    if plan is not None and plan.moves:
        # Another draw may serve as well where the card only takes another's place.
        before = best_turn(hand, table, rules, down=down, goal=Goal.LEFT)
        return before is None or plan.points_left <= before.points_left
    if must or down:
        return card is JOKER and not must
    return card is JOKER or _makes_meld(card, more, rules)


def _makes_meld(card: TableCard, hand: TableHand, rules: KalookiRules) -> bool:
    """The card makes a meld without a joker that there was not without it."""
    naturals = [one for one in hand if not one.is_joker]
    return hand.count(card) == 1 and any(
        card.card in meld.naturals for meld in hand_melds(naturals, rules)
    )


def _cost_of_throw(card: TableCard, view: TableView) -> tuple[bool, bool, int, int]:
    """What a throw costs, the least first: no joker; no card that others can build; few cards
    that it goes with; many points."""
    if card is JOKER:
        return True, False, 0, 0
    fits = any(view.down) and any(_takes(laid.meld, laid.closed, card) for laid in view.table)
    return False, fits, _friends(card, view.hand), -_points(card)


def _points(card: TableCard) -> int:
    natural = card.card
    assert natural is not None  # no joker
    return 11 if natural.rank == 1 else natural.points


def _takes(meld: TableMeld, closed: bool, card: TableCard) -> bool:
    """A card can be built on the meld or claims a joker of it."""
    natural = card.card
    if natural is None:
        return False
    if meld.kind == "set":
        return len(meld) < 4 and not closed and natural in meld.missing
    if natural.suit != meld.suit:
        return False
    places = {natural.rank, 14} if natural.rank == 1 else {natural.rank}
    stood = {meld.low + at for at, slot in enumerate(meld) if slot.joker}
    return bool(places & ({meld.low - 1, meld.high + 1} | stood))


def _friends(card: TableCard, hand: Iterable[TableCard]) -> int:
    """How well a card goes with the others: by rank, and by nearness in its suit."""
    natural = card.card
    assert natural is not None  # no joker
    worth = 0
    for other in dict.fromkeys(hand):
        one = other.card
        if one is None or one == natural:
            continue
        if one.rank == natural.rank:
            worth += 2
        elif one.suit == natural.suit:
            ranks = [(one.rank, natural.rank)]
            if 1 in ranks[0]:
                ranks.append(tuple(14 if r == 1 else r for r in ranks[0]))  # type: ignore[arg-type]
            near = min(abs(a - b) for a, b in ranks)
            worth += {1: 2, 2: 1}.get(near, 0)
    return worth
