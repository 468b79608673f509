"""Knock terms, the throws that may be made, and what counts are worth."""

from __future__ import annotations

from .._inputs import (
    RulesLike,
    as_card,
    as_count,
    as_flag,
    as_hand,
    as_multiplier,
    as_rules,
    check_discards,
    check_two_sided,
)
from ..cards import CardLike, HandLike
from ..choices import AceKnock, LimitSource, TieRule, UndercutMode
from ..errors import IllegalKnock
from ..rules import Rules
from ..values import Discard, KnockTerms, Outcome, Score, ScorePart, Side, score_part
from .arranging import Splitter

_SPADES = 3


def knock_terms(rules: RulesLike = None, knock_card: CardLike | None = None) -> KnockTerms:
    """The limit and the multiplier of a hand (b1, h1, o1 to o4, t4)."""
    game = as_rules(rules)
    card = as_card(knock_card)
    if game.limit_source is LimitSource.FIXED:
        return KnockTerms(game.knock_limit, gin_only=game.knock_limit == 0, multiplier=1)
    if card is None:
        raise IllegalKnock(f"limit_source='{game.limit_source}' needs knock_card to set the limit")
    multiplier = 2 if game.spade_doubles and card.suit == _SPADES else 1
    if card.rank == 1 and game.ace_knock is AceKnock.GIN_ONLY:
        return KnockTerms(0, gin_only=True, multiplier=multiplier)
    return KnockTerms(min(card.rank, 10), gin_only=False, multiplier=multiplier)


def discards(
    hand: HandLike,
    rules: RulesLike = None,
    taken: CardLike | None = None,
    *,
    knock_card: CardLike | None = None,
) -> tuple[Discard, ...]:
    """What each throw leaves, for a hand with the card drawn (a7, b2, b3)."""
    game = as_rules(rules)
    held, barred = check_discards(as_hand(hand), game, as_card(taken))
    limit = knock_terms(game, knock_card).limit
    cards = frozenset(held)
    splitter = Splitter(cards, game)
    answer: list[Discard] = []
    for card in sorted(cards):
        if card == barred:
            continue
        left = splitter.deadwood(cards - {card})
        answer.append(Discard(card, left, knock=left <= limit, gin=left == 0))
    return tuple(answer)


def _outcome(
    knocker: int, defender: int, rules: Rules, big_gin: bool
) -> tuple[Outcome, Side | None]:
    """How the hand ended, and who won it (b5, b7, d1, d3, d4)."""
    if big_gin:
        return Outcome.BIG_GIN, Side.KNOCKER
    if knocker == 0:
        if defender == 0 and rules.layoff_on_gin and rules.gin_cancelled_at_zero:
            return Outcome.CANCELLED, None
        return Outcome.GIN, Side.KNOCKER
    if knocker < defender or not rules.undercut:
        return Outcome.KNOCK, Side.KNOCKER
    if knocker > defender:
        return Outcome.UNDERCUT, Side.DEFENDER
    if rules.undercut_on_tie is TieRule.NONE:
        return Outcome.TIE, None
    if rules.undercut_on_tie is TieRule.KNOCKER:
        return Outcome.KNOCK, Side.KNOCKER
    return Outcome.UNDERCUT, Side.DEFENDER


def score(
    knocker_deadwood: int,
    defender_deadwood: int,
    rules: RulesLike = None,
    *,
    big_gin: bool = False,
    multiplier: int = 1,
) -> Score:
    """What two counts are worth (section D, c7)."""
    knocker_deadwood = as_count(knocker_deadwood, "knocker_deadwood")
    defender_deadwood = as_count(defender_deadwood, "defender_deadwood")
    game = check_two_sided(as_rules(rules))
    big_gin = as_flag(big_gin, "big_gin")
    multiplier = as_multiplier(multiplier)
    if big_gin and game.big_gin is None:
        raise IllegalKnock("big gin is not played (big_gin=None)")
    if big_gin and knocker_deadwood > 0:
        raise IllegalKnock(f"big gin leaves no deadwood, not {knocker_deadwood}")

    outcome, winner = _outcome(knocker_deadwood, defender_deadwood, game, big_gin)
    bare_tie = (
        knocker_deadwood == defender_deadwood
        and outcome is Outcome.UNDERCUT
        and game.undercut_on_tie is TieRule.NO_BONUS
    )
    difference = abs(knocker_deadwood - defender_deadwood)
    lines: list[tuple[str, int]] = []
    extra_boxes = 0
    if outcome is Outcome.BIG_GIN:
        lines = [("big gin bonus", game.big_gin or 0), ("deadwood", defender_deadwood)]
        extra_boxes = game.big_gin_extra_boxes
    elif outcome is Outcome.GIN:
        lines = [("gin bonus", game.gin_bonus), ("deadwood", defender_deadwood)]
        extra_boxes = game.gin_extra_boxes
    elif outcome is Outcome.KNOCK or bare_tie:
        # Without undercuts a knocker who holds more still wins, but nothing.
        lines = [("difference", max(0, defender_deadwood - knocker_deadwood))]
    elif outcome is Outcome.UNDERCUT:
        lines = [("undercut bonus", game.undercut_bonus), ("difference", difference)]
        if game.gin_off_bonus and defender_deadwood == 0:
            lines.append(("gin-off bonus", game.gin_off_bonus))
        extra_boxes = game.undercut_extra_boxes
    if lines and multiplier > 1:
        lines.append(("multiplier", (multiplier - 1) * sum(points for _, points in lines)))

    points = sum(points for _, points in lines)
    boxes = 1 + extra_boxes * (multiplier if game.spade_doubles_boxes else 1)
    scores = won_boxes = (0, 0)
    if winner is Side.KNOCKER:
        scores, won_boxes = (points, 0), (boxes, 0)
    elif winner is Side.DEFENDER:
        penalty = game.undercut_mode is UndercutMode.KNOCKER_PENALTY
        scores, won_boxes = (-points, 0) if penalty else (0, points), (0, boxes)
    return Score(
        outcome=outcome,
        winner=winner,
        points=points,
        parts=tuple(
            _part(reason, worth, knocker_deadwood, defender_deadwood, multiplier)
            for reason, worth in lines
        ),
        scores=scores,
        boxes=won_boxes,
        multiplier=multiplier,
        knocker_deadwood=knocker_deadwood,
        defender_deadwood=defender_deadwood,
    )


def _part(reason: str, points: int, knocker: int, defender: int, multiplier: int) -> ScorePart:
    return score_part(reason, points, knocker=knocker, defender=defender, multiplier=multiplier)
