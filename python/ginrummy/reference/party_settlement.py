"""`settle_party` and `score_party`, from plain values to plain values and back."""

from __future__ import annotations

from collections.abc import Sequence

from .._inputs import (
    RulesLike,
    SpreadLike,
    as_card,
    as_hand,
    as_melds,
    as_rules,
    check_party_hands,
    check_party_score,
)
from ..cards import CardLike, Hand, HandLike
from ..errors import IllegalKnock
from ..results import Result, result_of
from ..values import Layoff
from .arranging import points_of
from .laying_off import check_held, checked_melds
from .party import PartyHand, party_defences, party_result
from .scoring import knock_terms
from .settlement import lay_down


def score_party(
    knocker_deadwood: int,
    defenders_deadwood: Sequence[int],
    rules: RulesLike,
    *,
    big_gin: bool = False,
    multiplier: int = 1,
) -> Result:
    """The scores of a party hand from its counts (q2 to q5)."""
    knock, counts, game = check_party_score(
        knocker_deadwood, defenders_deadwood, as_rules(rules), big_gin, multiplier
    )
    seats = tuple(range(1, len(counts) + 1))
    hand = PartyHand(game, len(counts) + 1, 0, seats, big_gin, multiplier)
    defences = {seat: Layoff((), (), Hand(), own) for seat, own in zip(seats, counts, strict=True)}
    raw = party_result(hand, (), knock, defences)
    return result_of(raw, game, None, None)


def settle_party(
    knocker: HandLike,
    defenders: Sequence[HandLike],
    rules: RulesLike,
    *,
    knock_card: CardLike | None = None,
    spread: SpreadLike | None = None,
    seen: HandLike = (),
) -> Result:
    """A party hand settled (section Q)."""
    held, others, game = check_party_hands(
        as_hand(knocker), tuple(map(as_hand, defenders)), as_rules(rules)
    )
    terms = knock_terms(game, as_card(knock_card))
    big_gin = len(held) > game.hand_size
    if big_gin and game.big_gin is None:
        raise IllegalKnock("big gin is not played (big_gin=None)")
    cards = frozenset(held)
    seen_cards = as_hand(seen)
    automatic = lay_down(held, game, seen_cards)
    given = as_melds(automatic if spread is None else spread)
    melds = checked_melds(given, game)
    check_held(melds, cards, "the knocker's")
    count = points_of(cards.difference(*melds), game)
    if big_gin and count > 0:
        raise IllegalKnock(f"big gin leaves no deadwood, but this spread leaves {count}")
    if game.gin_forced and count > 0 and automatic.deadwood == 0:
        raise IllegalKnock(f"gin is compulsory (gin_forced), but this spread leaves {count}")
    if count > terms.limit:
        raise IllegalKnock(f"deadwood {count} is over the limit of {terms.limit}")
    seats = tuple(range(1, len(others) + 1))
    hand = PartyHand(game, len(others) + 1, 0, seats, big_gin, terms.multiplier)
    hands = {seat: frozenset(other) for seat, other in zip(seats, others, strict=True)}
    raw = party_result(hand, melds, count, party_defences(hand, hands, melds, count))
    return result_of(raw, game, terms.limit, [one.mask for one in (held, *others)])
