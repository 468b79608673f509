"""What the engine would lay down or off in a manual showdown, as moves."""

from __future__ import annotations

from .._select import arrange, lay_down, lay_off
from ..cards import Hand
from ..choices import AutoLayDown, LayoffOrder
from ..moves import DONE, lay_meld, lay_off_card
from ..rules import Rules
from ..view import View

__all__ = ["lay_best"]


def lay_best(view: View) -> int:
    """The next step of the best that can be laid; done when all of it lies.

    From a fresh start the knocker gets the automatic spread (b4) and a defender the
    automatic defence (c1). If something lies already, the rest is laid as well as it can be.
    """
    legal = view.legal_moves
    plan = _spread(view) if view.phase == "lay_down" else _defence(view)
    return next((move for move in plan if move in legal), DONE if DONE in legal else legal[0])


def _rules(view: View, size: int) -> Rules:
    changes: dict[str, object] = {}
    if size != view.rules.hand_size:
        changes["hand_size"] = size
    if view.rules.auto_lay_down is AutoLayDown.BEST_AGAINST:
        # Nobody at the table knows the other hand; that choice is for analysis.
        changes["auto_lay_down"] = AutoLayDown.MIN_THEN_FEWEST_LAYOFFS
    return view.rules.replace(**changes) if changes else view.rules


def _spread(view: View) -> list[int]:
    if view.spread:
        laid = Hand([card for meld in view.spread for card in meld])
        return [lay_meld(meld) for meld in arrange(view.hand - laid, view.rules).melds]
    seen = Hand(view.pile) | ({view.thrown} if view.thrown else set())
    rules = _rules(view, view.rules.cards_each(view.players))
    return [lay_meld(meld) for meld in lay_down(view.hand, rules, seen).melds]


def _defence(view: View) -> list[int]:
    rules = _rules(view, view.rules.cards_each(view.players))
    own = [meld for seat, meld in view.own_melds if seat == view.player]
    off = [one for seat, one in view.laid if seat == view.player]
    if not _layoffs_open(view):
        rest = view.hand - Hand([card for meld in own for card in meld])
        return [lay_meld(meld) for meld in arrange(rest, rules).melds]
    best = lay_off(_grown(view), view.hand, rules)
    if set(own) <= set(best.melds) and set(off) <= set(best.laid):
        moves = [lay_meld(meld) for meld in best.melds]
        return moves + [lay_off_card(one.card, one.meld) for one in best.laid]
    # What lies already is not of the best plan: melds of the rest, then whatever fits.
    rest = view.hand - Hand([card for meld in own for card in meld]) - {one.card for one in off}
    moves = [lay_meld(meld) for meld in arrange(rest, rules).melds]
    return moves + [move for move in view.legal_moves if move >= lay_off_card(0, 0)]


def _layoffs_open(view: View) -> bool:
    """Nothing is laid off on gin or big gin unless the rules say so (b7, d4)."""
    assert view.knocker is not None
    held = view.exposed[view.knocker]
    loose = held - Hand([card for meld in view.spread for card in meld])
    big_gin = len(held) > view.rules.cards_each(view.players)
    return view.rules.layoffs and not big_gin and (bool(loose) or view.rules.layoff_on_gin)


def _grown(view: View) -> list[Hand]:
    """The knocker's melds as this player found them: with the layoffs of players before him
    where the order of turns counts (q6), but for chains on them being barred (c4)."""
    melds = [meld.hand for meld in view.spread]
    party = view.rules.party
    if party is not None and party.layoff_order is LayoffOrder.TURN and view.rules.layoff_chain:
        for seat, one in view.laid:
            if seat != view.player:
                melds[one.meld] |= {one.card}
    return melds
