"""Why a move is refused, in words that name the rule."""

from __future__ import annotations

from ..cards import Card, Hand, shown
from ..choices import FiftiethScope, Misdeal, Wall
from ..values import Meld
from . import codes
from .arranging import makes_meld
from .codes import MELDS, Phase
from .moves import barred, must_gin, throws
from .table import Table

_DUTY = {
    Phase.UPCARD: "the first upcard is offered: take it or pass (a6)",
    Phase.DRAW: "a card must be drawn or taken first",
    Phase.THROW: "a card must be thrown now",
    Phase.WALL: "the stock is at the wall: take the last discard to knock, or pass (w1)",
    Phase.ANSWER: "a knock over the limit must be accepted or refused (b6)",
    Phase.LAY_DOWN: "the knocker lays melds down now (b4)",
    Phase.LAY_OFF: "a defender lays melds down and cards off now (section C)",
}


def why_not(table: Table, move: int) -> str:
    """The reason, for a move that is not legal in a round that is not over."""
    if not 0 <= move < codes.LAYOFF + 52 * 17:  # seventeen melds fit in a pack
        return f"{shown(move)} is the code of no move"
    if move == codes.PASS:
        return _pass(table)
    if move == codes.TAKE:
        return _take(table)
    if move == codes.DRAW:
        return _draw(table)
    if move == codes.BIG_GIN:
        return _big_gin(table)
    if move < codes.KNOCK:
        return _throw(table, Card(move - codes.DISCARD), knock=False)
    if move < codes.DONE:
        return _throw(table, Card(move - codes.KNOCK), knock=True)
    if move == codes.DONE:
        return _done(table)
    if move == codes.CLAIM:
        return _claim(table)
    if move in (codes.ACCEPT, codes.REFUSE):
        return f"there is no knock to accept or refuse (b6): {_DUTY[table.phase]}"
    if move < codes.LAYOFF:
        return _meld(table, move - codes.MELD)
    return _layoff(table, *divmod(move - codes.LAYOFF, 52))


def _pass(table: Table) -> str:
    if table.phase is not Phase.DRAW:
        return f"passing is not possible: {_DUTY[table.phase]}"
    if table.rules.wall is not Wall.PLAY_ON:
        return "passing is not possible: a card must be drawn or taken (a6)"
    return "the hand cannot be called dead before the stock is at the wall (w1)"


def _take(table: Table) -> str:
    if table.phase is Phase.DRAW:
        if table.stock_only:
            return "all have passed the first upcard: a stock card must be drawn (a6)"
        return "the pile is empty: a stock card must be drawn (a5, o6)"
    if table.phase is Phase.WALL:
        top = table.pile[-1]
        if table.rules.fiftieth_scope is FiftiethScope.SAME_CARD and not table.threw_drawn:
            return f"{top} cannot be taken at the wall: it is not the card drawn last (w1)"
        return (
            f"{top} cannot be taken at the wall: no throw would leave the limit of "
            f"{table.terms.limit} or less (w1)"
        )
    return f"nothing can be taken: {_DUTY[table.phase]}"


def _draw(table: Table) -> str:
    if table.phase is Phase.DRAW:
        return f"the stock is at the wall: the last {len(table.stock)} cards are not drawn (w1)"
    return f"nothing can be drawn: {_DUTY[table.phase]}"


def _big_gin(table: Table) -> str:
    if table.rules.big_gin is None:
        return "big gin is not played (d4)"
    if table.phase is not Phase.THROW:
        return f"big gin is not possible: {_DUTY[table.phase]}"
    least = table.deadwood(table.turn)
    return f"big gin is not possible: the whole hand leaves {least}, not 0 (d4)"


def _throw(table: Table, card: Card, knock: bool) -> str:
    if table.phase is not Phase.THROW:
        return f"{card} cannot be thrown: {_DUTY[table.phase]}"
    if card not in table.hands[table.turn]:
        return f"{card} cannot be thrown: it is not in the hand"
    if card == barred(table):
        return f"{card} was just taken from the pile: it may not be thrown (a7)"
    if must_gin(table):
        return f"{card} cannot be thrown: the hand can go gin, so it must (gin_forced, b5)"
    if not knock:
        return f"{card} cannot be discarded: who takes at the wall must knock (w1)"
    count, limit = throws(table)[card], table.terms.limit
    why = "w1" if table.at_wall else "b1"
    return f"no knock with {card}: it leaves {count}, over the limit of {limit} ({why})"


def _done(table: Table) -> str:
    if table.phase is Phase.LAY_DOWN:
        count, most = table.loose_points(table.turn), table.most_left()
        return f"the spread is not done: {count} is left, and at most {most} may be (b4)"
    return f"there is nothing to be done with: {_DUTY[table.phase]}"


def _claim(table: Table) -> str:
    if table.rules.misdeal is not Misdeal.CLAIM:
        return f"a misdeal cannot be claimed: misdeal='{table.rules.misdeal}' (a9)"
    if table.phase not in (Phase.UPCARD, Phase.DRAW):
        return f"a misdeal cannot be claimed: {_DUTY[table.phase]}"
    if not table.untouched:
        return "a misdeal cannot be claimed: a card has been drawn or taken (a9)"
    count, limit = table.deadwood(table.turn), table.terms.limit
    return f"no misdeal: the dealt hand has {count}, over the limit of {limit} (a9)"


def _meld(table: Table, number: int) -> str:
    if table.phase not in (Phase.LAY_DOWN, Phase.LAY_OFF):
        return f"no meld can be laid down: {_DUTY[table.phase]}"
    meld = MELDS[number]
    text = f"'{Meld(Hand(meld))}'"
    if not makes_meld(meld, table.rules):
        return f"{text} is no meld with runs '{table.rules.run_mode}' (t1)"
    missing = meld - table.hands[table.turn]
    if missing:
        return f"{text} cannot be laid down: {Hand(missing)} is not in the hand"
    used = meld - table.loose(table.turn)
    if used:
        return f"{text} cannot be laid down: {Hand(used)} lies on the table already"
    most = table.most_left()
    return f"{text} cannot be laid down: the rest could not come down to {most} (b4)"


def _layoff(table: Table, index: int, card: Card | int) -> str:
    card = Card(card)
    if table.phase is not Phase.LAY_OFF:
        return f"{card} cannot be laid off: {_DUTY[table.phase]}"
    if index >= len(table.spread):
        melds = len(table.spread)
        return f"{card} cannot be laid off: there is no meld {shown(index)} among the {melds} shown"
    if card not in table.hands[table.turn]:
        return f"{card} cannot be laid off: it is not in the hand"
    if card not in table.loose(table.turn):
        return f"{card} cannot be laid off: it lies on the table already"
    if not table.may_lay_off():
        when = " on gin (b7, d4)" if table.rules.layoffs else " under these rules"
        return f"{card} cannot be laid off: nobody lays off{when}"
    meld = Meld(Hand(table.spread[index]))
    return f"{card} cannot be laid off: it does not fit '{meld}' (c2, c4)"
