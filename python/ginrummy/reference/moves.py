"""Which moves are legal, phase by phase."""

from __future__ import annotations

from ..cards import Card
from ..choices import FiftiethScope, Misdeal, OverLimit
from . import codes
from .arranging import Splitter, melds_of, points_of
from .codes import NUMBER, Phase
from .laying_off import can_take
from .table import Table


def legal_moves(table: Table) -> list[int]:
    """The codes of all legal moves, ascending."""
    if table.phase is Phase.UPCARD:
        moves = [codes.PASS, codes.TAKE, *_claim(table)]
    elif table.phase is Phase.DRAW:
        moves = _draw_moves(table)
    elif table.phase is Phase.THROW:
        moves = _throw_moves(table)
    elif table.phase is Phase.WALL:
        moves = [codes.PASS, codes.TAKE] if may_take_at_wall(table) else [codes.PASS]
    elif table.phase is Phase.ANSWER:
        moves = [codes.ACCEPT, codes.REFUSE]
    elif table.phase is Phase.LAY_DOWN:
        moves = _lay_down_moves(table)
    elif table.phase is Phase.LAY_OFF:
        moves = _lay_off_moves(table)
    else:
        moves = []
    return sorted(moves)


def may_claim(table: Table) -> bool:
    """Whether the player on turn may claim a misdeal (a9)."""
    return (
        table.rules.misdeal is Misdeal.CLAIM
        and table.phase in (Phase.UPCARD, Phase.DRAW)
        and table.untouched
        and table.is_pat(table.turn)
    )


def _claim(table: Table) -> list[int]:
    return [codes.CLAIM] if may_claim(table) else []


def _draw_moves(table: Table) -> list[int]:
    moves = _claim(table)
    if table.may_call_dead():
        moves.append(codes.PASS)
    if table.may_take():
        moves.append(codes.TAKE)
    if not table.at_last_stock():
        moves.append(codes.DRAW)
    return moves


def may_take_at_wall(table: Table) -> bool:
    """Whether the last discard may be taken, which must lead to a knock (w1)."""
    only_same = table.rules.fiftieth_scope is FiftiethScope.SAME_CARD
    if only_same and not table.threw_drawn:
        return False
    cards = frozenset({*table.hands[table.turn], table.pile[-1]})
    splitter = Splitter(cards, table.rules)
    if table.rules.big_gin is not None and splitter.deadwood(cards) == 0:
        return True
    return any(splitter.deadwood(cards - {card}) <= table.terms.limit for card in cards)


def barred(table: Table) -> Card | None:
    """The card that may not be thrown: the one just taken, except at the wall (a7, w1)."""
    return None if table.rules.may_discard_taken or table.at_wall else table.taken


def throws(table: Table) -> dict[Card, int]:
    """The cards that may be thrown, and the deadwood that each leaves (a7, b2, b3)."""
    hand = frozenset(table.hands[table.turn])
    splitter = table.splitter(table.turn)
    return {
        card: splitter.deadwood(hand - {card}) for card in sorted(hand) if card != barred(table)
    }


def may_big_gin(table: Table) -> bool:
    """Whether the whole hand melds, and that counts as big gin (d4)."""
    return table.rules.big_gin is not None and table.deadwood(table.turn) == 0


def must_gin(table: Table) -> bool:
    """Whether the player on turn can go gin, and then has to (b5)."""
    return table.rules.gin_forced and (may_big_gin(table) or 0 in throws(table).values())


def may_overstep(table: Table) -> bool:
    """Whether a knock over the limit is a move at all (b6, w1)."""
    return table.rules.over_limit is not OverLimit.ILLEGAL and not table.at_wall


def _throw_moves(table: Table) -> list[int]:
    left = throws(table)
    moves = [codes.BIG_GIN] if may_big_gin(table) else []
    if must_gin(table):
        return moves + [codes.KNOCK + card.index for card in left if left[card] == 0]
    for card, count in left.items():
        if not table.at_wall:
            moves.append(codes.DISCARD + card.index)
        if count <= table.terms.limit or may_overstep(table):
            moves.append(codes.KNOCK + card.index)
    return moves


def _lay_down_moves(table: Table) -> list[int]:
    """Melds after which the rest can still come down to what may be left, and done (b4)."""
    loose = table.loose(table.turn)
    most = table.most_left()
    splitter = Splitter(loose, table.rules)
    moves = [codes.DONE] if points_of(loose, table.rules) <= most else []
    for meld in splitter.melds:
        if splitter.deadwood(loose - meld) <= most:
            moves.append(codes.MELD + NUMBER[meld])
    return moves


def _lay_off_moves(table: Table) -> list[int]:
    loose = table.loose(table.turn)
    moves = [codes.DONE]
    moves += [codes.MELD + NUMBER[meld] for meld in melds_of(loose, table.rules)]
    if table.may_lay_off():
        for index in range(len(table.spread)):
            for card in loose:
                if fits(table, card, index):
                    moves.append(codes.LAYOFF + 52 * index + card.index)
    return moves


def fits(table: Table, card: Card, index: int) -> bool:
    """Whether the player on turn could lay the card on a meld of the spread (c2, c4, q6)."""
    there = table.laid_before(table.turn, index)
    return can_take(table.spread[index], there | {card}, table.rules)
