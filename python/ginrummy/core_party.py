"""The party game (section Q) over the C++ core."""

from __future__ import annotations

from collections.abc import Sequence

from . import _core
from ._inputs import (
    RulesLike,
    SpreadLike,
    as_card,
    as_hand,
    as_melds,
    as_rules,
    check_party_hands,
    check_party_score,
)
from .cards import CardLike, HandLike, as_mask
from .results import Result, result_of

__all__ = ["score_party", "settle_party"]


def score_party(
    knocker_deadwood: int,
    defenders_deadwood: Sequence[int],
    rules: RulesLike,
    *,
    big_gin: bool = False,
    multiplier: int = 1,
) -> Result:
    """The scores of a hand of the party game from its counts (q2 to q5).

    Seat 0 is the knocker; the defenders have seats 1, 2, 3 in turn order from his left.

    Args:
        knocker_deadwood: points left to the knocker; 0 is gin.
        defenders_deadwood: points left to each of 1 to 3 defenders.
        rules: the rules in force, with a ``party``.
        big_gin: all the cards were melded.
        multiplier: what all scores are multiplied by.

    Raises:
        InvalidRules: rules without a ``party``.
        InvalidRound: another number of defenders.
        GinRummyError: a count or multiplier out of range.
        IllegalKnock: big gin with deadwood, or under rules without it.
    """
    knock, counts, game = check_party_score(
        knocker_deadwood, defenders_deadwood, as_rules(rules), big_gin, multiplier
    )
    return result_of(
        _core.score_party(knock, list(counts), game, big_gin, multiplier), game, None, None
    )


def settle_party(
    knocker: HandLike,
    defenders: Sequence[HandLike],
    rules: RulesLike,
    *,
    knock_card: CardLike | None = None,
    spread: SpreadLike | None = None,
    seen: HandLike = (),
) -> Result:
    """A hand of the party game settled, melds and layoffs chosen for the defenders (section Q).

    Seat 0 is the knocker; the defenders have seats 1, 2, 3 in turn order from his left.

    Args:
        knocker: the cards kept, or one more for big gin.
        defenders: the hands of 1 to 3 others, of `Rules.cards_each` cards.
        rules: the rules in force, with a ``party``.
        knock_card, spread, seen: as in `settle`.

    Raises:
        InvalidRules: rules without a ``party``.
        InvalidRound: another number of defenders.
        WrongHandSize, SharedCard, InvalidMeld, InvalidSpread, IllegalKnock: as in `settle`.
    """
    held, others, game = check_party_hands(
        as_hand(knocker), tuple(map(as_hand, defenders)), as_rules(rules)
    )
    known = as_card(knock_card)
    card = -1 if known is None else known.index
    raw = _core.settle_party(
        held.mask,
        [hand.mask for hand in others],
        game,
        card,
        as_mask(seen),
        None if spread is None else [meld.mask for meld in as_melds(spread)],
    )
    limit, _, _ = _core.knock_terms(game, card)
    return result_of(raw, game, limit, [hand.mask for hand in (held, *others)])
