"""How hands make games and games a match: one step a hand (sections G and M, a2, a3, q7).

A match is a list of `Standing`s, one after each hand, each made from the one before.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from .entries import HandEntry
from .games import GameLine, GameScore, counted, finish_game
from .match_choices import DeadHandDealer, DealerRule, MatchForm
from .match_rules import MatchRules
from .values import Outcome

__all__ = ["Standing", "next_dealer", "opening", "step"]

Sums = tuple[int, ...]


class Standing(NamedTuple):
    """Where a match stands after a hand."""

    points: Sums
    """Raw points in the game being played, by side."""
    wins: Sums
    """Hands won in it."""
    boxes: Sums
    """Boxes in it."""
    games: tuple[GameScore, ...]
    """The games finished."""
    finals: Sums
    """Their final scores added up."""
    games_won: Sums
    """How many of them each side has won."""
    dealer: int
    """Who deals next."""
    winner: int | None
    """Who has won the match; None while it goes on."""


def opening(sides: int, dealer: int) -> Standing:
    """The start of a match."""
    none = (0,) * sides
    return Standing(none, none, none, (), none, none, dealer, None)


def step(rules: MatchRules, before: Standing, entry: HandEntry) -> Standing:
    """The standing after one more hand."""
    dealer = next_dealer(rules, before.dealer, entry)
    if entry.is_dead and not any(entry.scores):  # w2, m5: it changes nothing else
        return before._replace(dealer=dealer)
    points = _added(before.points, entry.scores)
    boxes = _added(before.boxes, entry.boxes)
    # Several can win a hand of the party game (q4): each has its box.
    wins = tuple(
        count + (side == entry.winner or entry.boxes[side] > 0)
        for side, count in enumerate(before.wins)
    )
    offender = None
    if entry.kind is Outcome.FORFEIT and entry.winner is not None:
        offender, wins = 1 - entry.winner, before.wins  # b6: it decides the game, no hand
    reached = entry.winner if offender is not None else _reached(rules, points, boxes)
    if reached is None:
        return before._replace(points=points, wins=wins, boxes=boxes, dealer=dealer)
    game = _close(rules, reached, points, wins, boxes, offender)
    finals = _added(before.finals, game.finals)
    won = tuple(count + (side == game.winner) for side, count in enumerate(before.games_won))
    none = (0,) * len(points)  # m4: every game starts from nothing
    return Standing(
        none,
        none,
        none,
        (*before.games, game),
        finals,
        won,
        dealer,
        _match_winner(rules, game, finals, won),
    )


def next_dealer(rules: MatchRules, dealer: int, entry: HandEntry) -> int:
    """Who deals after a hand (a2, a3, q8)."""
    if entry.kind is Outcome.MISDEAL:
        return dealer
    sides = len(entry.scores)
    left = (dealer + 1) % sides
    if entry.winner is None:
        return dealer if rules.dead_hand_dealer is DeadHandDealer.SAME else left
    if rules.dealer_rule is DealerRule.WINNER:
        return entry.winner
    if rules.dealer_rule is DealerRule.LOSER:
        # Of more than two the one with the least; of equals the first after the winner.
        others = [(entry.winner + turn) % sides for turn in range(1, sides)]
        return min(others, key=lambda side: entry.scores[side])
    return left


def _reached(rules: MatchRules, points: Sums, boxes: Sums) -> int | None:
    """The side that has reached the target; equal ones play on (q7)."""
    totals = tuple(map(functools.partial(counted, rules), points, boxes))
    best = max(totals)
    return totals.index(best) if best >= rules.target and totals.count(best) == 1 else None


def _close(
    rules: MatchRules, reached: int, points: Sums, wins: Sums, boxes: Sums, offender: int | None
) -> GameScore:
    if rules.form is not MatchForm.MULTI_MATCH:
        return finish_game(rules, reached, points, wins, boxes, offender=offender)
    plain = finish_game(_without_bonuses(rules), reached, points, wins, boxes, offender=offender)
    lines = list(plain.lines)  # m2
    if rules.round_bonus:
        lines.append(GameLine("rounds won", tuple(rules.round_bonus * won for won in wins)))
    if rules.match_bonus:
        lines.append(_for_winner("match bonus", plain, rules.match_bonus))
    if plain.shutout and rules.no_round_bonus:
        lines.append(_for_winner("no round won", plain, rules.no_round_bonus))
    finals = tuple(map(sum, zip(*(line.values for line in lines), strict=True)))
    return GameScore(
        plain.winner, points, boxes, plain.shutout, plain.forfeited, tuple(lines), finals
    )


@functools.lru_cache(maxsize=64)
def _without_bonuses(rules: MatchRules) -> MatchRules:
    """The rules of a match within a multi-match: its bonuses are flat and its own (m2)."""
    return rules.replace(
        game_bonus=0, box=0, shutout="none", shutout_test="hands", game_winner="first_to_target"
    )


def _for_winner(label: str, game: GameScore, value: int) -> GameLine:
    values = [value if side == game.winner else 0 for side in range(len(game.finals))]
    return GameLine(label, tuple(values))


def _match_winner(rules: MatchRules, game: GameScore, finals: Sums, won: Sums) -> int | None:
    if rules.form is MatchForm.GAME:
        return game.winner
    if rules.form is MatchForm.BEST_OF:  # g8
        return game.winner if won[game.winner] > rules.best_of // 2 else None
    best = max(finals)  # m3
    alone = finals.count(best) == 1
    return finals.index(best) if best >= rules.game_target and alone else None


def _added(first: Sequence[int], second: Sequence[int]) -> Sums:
    return tuple(a + b for a, b in zip(first, second, strict=True))
