"""What each move does to the table. Whether it is legal has been seen to before."""

from __future__ import annotations

from ..cards import Card
from ..choices import OverLimit, ShowdownMode, Wall
from ..values import Outcome
from . import codes
from .codes import MELDS, Phase
from .showdown import forfeit_result, settle_as_laid, settle_automatically
from .table import Table


def act(table: Table, move: int) -> None:
    """Make a legal move."""
    seat = table.turn
    card, is_open = _do(table, seat, move)
    table.history.append(move)
    table.events.append((seat, move, -1 if card is None else card.index, is_open))


def _do(table: Table, seat: int, move: int) -> tuple[Card | None, bool]:
    """Do it; the card moved, if any, and whether everybody may know that card."""
    if move == codes.PASS:
        _pass(table)
    elif move == codes.TAKE:
        return _take(table, seat), True
    elif move == codes.DRAW:
        return _draw(table, seat), False
    elif move == codes.BIG_GIN:
        table.turns += 1
        table.taken = table.drawn = None
        table.knocker = seat
        table.big_gin = True
        _begin_showdown(table)
    elif move == codes.DONE:
        _done(table)
    elif move == codes.CLAIM:
        table.end(Outcome.MISDEAL)
    elif move == codes.ACCEPT:
        _begin_showdown(table)
    elif move == codes.REFUSE:
        _refuse(table)
    elif move < codes.KNOCK:
        return _discard(table, seat, Card(move - codes.DISCARD)), True
    elif move < codes.DONE:
        return _knock(table, seat, Card(move - codes.KNOCK)), False
    elif move < codes.LAYOFF:
        meld = MELDS[move - codes.MELD]
        if table.phase is Phase.LAY_DOWN:
            table.spread.append(meld)
        else:
            table.own_melds.append((seat, meld))
    else:
        index, card = divmod(move - codes.LAYOFF, 52)
        table.laid.append((seat, Card(card), index))
        return Card(card), True
    return None, True


def _pass(table: Table) -> None:
    if table.phase is not Phase.UPCARD:  # at the wall, or the hand is called dead (w1)
        table.end(Outcome.DEAD)
        return
    table.passes += 1
    table.turn = table.left_of(table.turn)
    if table.passes == table.players:  # so the starter is on turn again (a6)
        table.phase = Phase.DRAW
        table.stock_only = True
        table.end_if_stuck()


def _take(table: Table, seat: int) -> Card:
    card = table.pile.pop()
    table.hands[seat].add(card)
    table.taken = card
    table.untouched = False
    table.at_wall = table.phase is Phase.WALL
    table.phase = Phase.THROW
    return card


def _draw(table: Table, seat: int) -> Card:
    card = table.stock.pop(0)
    table.hands[seat].add(card)
    table.drawn = card
    table.untouched = False
    table.stock_only = False
    table.phase = Phase.THROW
    if table.at_last_stock():
        if table.rules.wall is Wall.IMMEDIATE:
            table.end(Outcome.DEAD)
        table.last_draw = table.rules.wall is not Wall.PLAY_ON
    return card


def _throw(table: Table, seat: int, card: Card) -> None:
    table.hands[seat].remove(card)
    table.turns += 1
    table.threw_drawn = card == table.drawn
    table.taken = table.drawn = None
    table.at_wall = False


def _discard(table: Table, seat: int, card: Card) -> Card:
    _throw(table, seat, card)
    _to_the_pile(table, seat, card)
    return card


def _to_the_pile(table: Table, seat: int, card: Card) -> None:
    """A card is thrown face up, and the turn passes unless that ends the hand (w1, a10)."""
    table.pile.append(card)
    last_draw, table.last_draw = table.last_draw, False
    cap = table.rules.max_turns
    if last_draw and table.rules.wall is Wall.AFTER_DISCARD:
        table.end(Outcome.DEAD)
        return
    if last_draw and table.rules.wall is Wall.FIFTIETH_CARD:
        table.phase = Phase.WALL
    elif cap is not None and table.turns >= cap:
        table.end(Outcome.CAPPED)
        return
    else:
        table.phase = Phase.DRAW
    table.turn = table.left_of(seat)
    table.end_if_stuck()


def _knock(table: Table, seat: int, card: Card) -> Card:
    _throw(table, seat, card)
    table.knocker = seat
    table.thrown = card
    table.open_seats.add(seat)
    if table.deadwood(seat) <= table.terms.limit:
        _begin_showdown(table)
    elif table.rules.over_limit is OverLimit.FORFEIT:
        table.finish(forfeit_result(table))
    else:
        table.phase = Phase.ANSWER
        table.turn = table.left_of(seat)
    return card


def _refuse(table: Table) -> None:
    """The throw goes face up, the hand stays open for good, the turn passes (b6)."""
    seat, card = table.knocker, table.thrown
    assert seat is not None
    assert card is not None
    table.knocker = table.thrown = None
    player, move, index, _ = table.events[-1]
    table.events[-1] = (player, move, index, True)
    _to_the_pile(table, seat, card)


def _begin_showdown(table: Table) -> None:
    assert table.knocker is not None
    table.open_seats.add(table.knocker)
    if table.rules.showdown is ShowdownMode.MANUAL:
        table.phase = Phase.LAY_DOWN
        table.turn = table.knocker
    else:
        table.finish(settle_automatically(table))
        table.open_seats.update(range(table.players))


def _done(table: Table) -> None:
    """The player on turn has laid down, or off, what is to be laid."""
    table.phase = Phase.LAY_OFF
    table.turn = table.left_of(table.turn)
    if table.turn == table.knocker:
        table.finish(settle_as_laid(table))
        table.open_seats.update(range(table.players))
