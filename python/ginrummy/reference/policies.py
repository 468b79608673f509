"""The built-in players of a simulation, as `ginrummy.simulation` specifies them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..cards import Card, Hand
from ..choices import AutoLayDown, LayoffOrder
from ..values import Layoff
from . import codes
from .arranging import Cards, arrange, melds_of
from .chacha import Random
from .codes import NUMBER, Phase
from .laying_off import lay_off
from .moves import legal_moves, throws
from .settlement import lay_down
from .table import Table

_T = TypeVar("_T")


def choose_move(player: str, table: Table, words: Random) -> int:
    """The move of the player on turn, who draws its chances from ``words``."""
    legal = legal_moves(table)
    if player == "random":
        return _pick(legal, words)
    if table.phase in (Phase.UPCARD, Phase.DRAW):
        if codes.TAKE in legal and _joins_a_meld(table, table.pile[-1]):
            return codes.TAKE
        return _first([codes.DRAW, codes.PASS], legal)
    if table.phase is Phase.THROW:
        return codes.BIG_GIN if codes.BIG_GIN in legal else _throw(table, legal, words)
    if table.phase is Phase.WALL:
        return _first([codes.TAKE], legal)
    if table.phase is Phase.ANSWER:
        return codes.ACCEPT
    wanted = _to_lay_down(table) if table.phase is Phase.LAY_DOWN else _to_lay_off(table)
    return _first([*wanted, codes.DONE], legal)


def _pick(options: Sequence[_T], words: Random) -> _T:
    """One of them, each as likely; no word is drawn where there is no choice."""
    return options[words.below(len(options))] if len(options) > 1 else options[0]


def _first(wanted: list[int], legal: list[int]) -> int:
    """The first legal one of the wanted moves, or else of the legal ones."""
    return next((move for move in wanted if move in legal), legal[0])


def _joins_a_meld(table: Table, card: Card) -> bool:
    cards = frozenset({*table.hands[table.turn], card})
    return any(card in meld for meld in melds_of(cards, table.rules))


def _throw(table: Table, legal: list[int], words: Random) -> int:
    left = throws(table)
    within = {
        card: count
        for card, count in left.items()
        if count <= table.terms.limit and codes.KNOCK + card.index in legal
    }
    if within:
        return codes.KNOCK + _pick(_least(within), words).index
    got = table.taken or table.drawn
    past = _pairs(table)
    fresh = {card: count for card, count in left.items() if (got, card) not in past}
    return codes.DISCARD + _pick(_least(fresh or left), words).index


def _least(left: dict[Card, int]) -> list[Card]:
    """The cards whose throw leaves the least, ascending."""
    least = min(left.values())
    return sorted(card for card, count in left.items() if count == least)


def _pairs(table: Table) -> set[tuple[Card | None, Card]]:
    """What the player on turn has thrown in this round, each with what it had got before."""
    pairs: set[tuple[Card | None, Card]] = set()
    got: Card | None = None
    for seat, move, card, _ in table.events:
        if seat != table.turn or card < 0:
            continue
        if move in (codes.TAKE, codes.DRAW):
            got = Card(card)
        elif got is not None:
            pairs.add((got, Card(card)))
    return pairs


def _to_lay_down(table: Table) -> list[int]:
    """The melds of the automatic spread that do not lie yet (b4)."""
    rules = table.rules
    if rules.auto_lay_down is AutoLayDown.BEST_AGAINST:  # nobody at the table can know it
        rules = rules.replace(auto_lay_down=AutoLayDown.MIN_THEN_FEWEST_LAYOFFS)
    seen = Hand([*table.pile, *([table.thrown] if table.thrown else [])])
    plan = lay_down(Hand(table.hands[table.turn]), rules, seen)
    melds: list[Cards] = [frozenset(meld.cards) for meld in plan.melds]
    return [codes.MELD + NUMBER[meld] for meld in melds if meld not in table.spread]


def _to_lay_off(table: Table) -> list[int]:
    """The melds and layoffs of the automatic defence that do not lie yet (c1 to c6)."""
    plan = _defence(table)
    melds: list[Cards] = [frozenset(meld.cards) for meld in plan.melds]
    wanted = [
        codes.MELD + NUMBER[meld] for meld in melds if (table.turn, meld) not in table.own_melds
    ]
    for one in plan.laid:
        if (table.turn, one.card, one.meld) not in table.laid:
            wanted.append(codes.LAYOFF + 52 * one.meld + one.card.index)
    return wanted


def _defence(table: Table) -> Layoff:
    hand = Hand(table.hands[table.turn])
    if not table.may_lay_off():
        own = arrange(hand, table.rules)
        return Layoff(own.melds, (), own.unmelded, own.deadwood)
    party = table.rules.party
    in_turn = party is not None and party.layoff_order is LayoffOrder.TURN
    spread = []
    for index, meld in enumerate(table.spread):
        # What others laid there before; it counts only where chains do (q6, c4).
        others = {card for seat, card, on in table.laid if on == index and seat != table.turn}
        spread.append(Hand(meld | others if in_turn and table.rules.layoff_chain else meld))
    return lay_off(spread, hand, table.rules)
