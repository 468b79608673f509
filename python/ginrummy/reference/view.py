"""What one player may know of a round, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Rules
from ..values import Outcome
from . import codes
from .moves import legal_moves
from .table import Event, RawResult, Table, mask_of


@dataclass(frozen=True, kw_only=True)
class RawView:
    """The knowledge of one seat; cards and seats as numbers, hands as masks, -1 for none."""

    rules: Rules
    rules_hash: int
    player: int
    """Whose view this is."""
    players: int
    dealer: int
    starter: int
    turn: int
    """Who is on turn; -1 when the round is over."""
    phase: int
    limit: int
    gin_only: bool
    multiplier: int
    knock_card: int
    """The card of the second deck, if there is one."""
    hand: int
    """The player's own hand."""
    pile: list[int]
    """The cards thrown, the lowest first."""
    stock_count: int
    turns: int
    taken: int
    """The card that the player on turn took from the pile."""
    drawn: int
    """The card that this player drew on the present turn."""
    knocker: int
    thrown: int
    """The card with which this player knocked."""
    events: list[tuple[int, int, int]]
    """(seat, move, card); a hidden card is -1, and a knock with it has code 56."""
    exposed: list[tuple[int, int]]
    """(seat, hand) of those whose hand is open."""
    shown: list[int]
    """The knocker's melds as laid down, by moves or by the engine."""
    laid: list[tuple[int, int, int]]
    """(seat, card, index of the meld shown) of the cards laid off by moves."""
    own_melds: list[tuple[int, int]]
    """(seat, meld) of the melds that defenders laid down by moves."""
    legal: list[int]
    """The legal moves, if it is this player's turn."""
    over: bool
    result: RawResult | None
    """How the round ended, as far as it was shown."""


def view_of(table: Table, seat: int) -> RawView:
    """The view of a seat."""
    on_turn = seat == table.turn
    thrown = table.thrown if seat == table.knocker else None
    drawn = table.drawn if on_turn else None
    shown = [mask_of(meld) for meld in table.spread]
    if not shown and table.result is not None:
        shown = list(table.result.spread)
    return RawView(
        rules=table.given_rules,
        rules_hash=table.rules_hash,
        player=seat,
        players=table.players,
        dealer=table.dealer,
        starter=table.starter,
        turn=table.turn,
        phase=int(table.phase),
        limit=table.terms.limit,
        gin_only=table.terms.gin_only,
        multiplier=table.terms.multiplier,
        knock_card=table.knock_card,
        hand=mask_of(table.hands[seat]),
        pile=[card.index for card in table.pile],
        stock_count=len(table.stock),
        turns=table.turns,
        taken=-1 if table.taken is None else table.taken.index,
        drawn=-1 if drawn is None else drawn.index,
        knocker=-1 if table.knocker is None else table.knocker,
        thrown=-1 if thrown is None else thrown.index,
        events=[_as_seen(event, seat) for event in table.events],
        exposed=[(one, mask_of(table.hands[one])) for one in sorted(table.open_seats)],
        shown=shown,
        laid=[(one, card.index, meld) for one, card, meld in table.laid],
        own_melds=[(one, mask_of(meld)) for one, meld in table.own_melds],
        legal=legal_moves(table) if on_turn else [],
        over=table.result is not None,
        result=_result_as_seen(table),
    )


def _result_as_seen(table: Table) -> RawResult | None:
    """Without the defender's cards where he need not show them (b6)."""
    result = table.result
    if result is not None and result.outcome == Outcome.FORFEIT:
        return result._replace(deadwoods=[], defences=[])
    return result


def _as_seen(event: Event, seat: int) -> tuple[int, int, int]:
    player, move, card, is_open = event
    if is_open or player == seat:
        return player, move, card
    return player, codes.DRAW if move == codes.DRAW else codes.KNOCK, -1
