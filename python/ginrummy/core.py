"""The cards floor over the C++ core: pure functions of hands and rules.

`ginrummy.reference` has the same functions, written naively; the package uses it
in place of this module when ``GINRUMMY_IMPLEMENTATION=reference`` is set.

Hands are given as a `Hand`, a mask, text or an iterable of cards; rules as
`Rules`, a `Variant` or None (standard). Whatever takes a hand raises
`InvalidCard`, `RepeatedCard`, `NotAHand` or `InvalidHand` for what is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from . import _core
from ._core import deadwood
from ._inputs import (
    LayoffLike,
    RulesLike,
    SpreadLike,
    as_card,
    as_count,
    as_flag,
    as_hand,
    as_laid,
    as_melds,
    as_multiplier,
    as_rules,
    check_discards,
    check_lay_down,
    check_lay_off,
    check_settle,
    check_two_sided,
    defender_choices,
)
from .cards import Card, CardLike, Hand, HandLike, as_mask
from .core_party import score_party, settle_party
from .values import (
    Arrangement,
    Discard,
    KnockTerms,
    LaidCard,
    Layoff,
    Meld,
    Outcome,
    Score,
    Settlement,
    Side,
    meld_of_mask,
    score_part,
)

__all__ = [
    "arrange",
    "arrangements",
    "deadwood",
    "discards",
    "is_meld",
    "knock_terms",
    "lay_down",
    "lay_off",
    "melds",
    "score",
    "score_party",
    "settle",
    "settle_party",
]


def is_meld(cards: HandLike, rules: RulesLike = None) -> bool:
    """Whether these cards, all together, are one meld under the rules (t1, t2)."""
    return _core.is_meld(as_mask(cards), as_rules(rules))


def melds(hand: HandLike, rules: RulesLike = None) -> tuple[Meld, ...]:
    """Every meld that some of the hand's cards form, by ascending mask (t1, t2).

    A set of cards is one meld: a full ring of a suit is listed once.
    """
    return tuple(map(meld_of_mask, _core.melds(as_mask(hand), as_rules(rules))))


def arrange(hand: HandLike, rules: RulesLike = None) -> Arrangement:
    """The canonical one of the arrangements with minimum deadwood.

    Canonical is the one whose ascending tuple of meld masks is smallest (b4).
    The hand may have any number of cards.
    """
    return _arrangement(_core.arrange(as_mask(hand), as_rules(rules)))


def arrangements(hand: HandLike, rules: RulesLike = None) -> Iterator[Arrangement]:
    """All the arrangements with minimum deadwood, in canonical order, lazily.

    The first is `arrange`'s. A big hand can have millions.
    """
    return map(_arrangement, _core.ArrangementIterator(as_mask(hand), as_rules(rules)))


def knock_terms(rules: RulesLike = None, knock_card: CardLike | None = None) -> KnockTerms:
    """Limit and multiplier of a hand (b1, o1 to o4).

    Args:
        rules: the rules in force.
        knock_card: the card that sets the limit in Oklahoma (the first upcard, or
            the card from the second deck). Without effect while the limit is fixed.

    Raises:
        IllegalKnock: the limit comes from a card and none is given.
    """
    return KnockTerms(*_core.knock_terms(as_rules(rules), _index(as_card(knock_card))))


def discards(
    hand: HandLike,
    rules: RulesLike = None,
    taken: CardLike | None = None,
    *,
    knock_card: CardLike | None = None,
) -> tuple[Discard, ...]:
    """For each card that may be thrown: the deadwood that stays, and whether the
    throw may be a knock or is gin (b2, b3). Ascending by card.

    Args:
        hand: ``rules.hand_size + 1`` cards.
        rules: the rules in force.
        taken: the card just taken from the pile; it may not be thrown (a7) unless
            ``rules.may_discard_taken``.
        knock_card: see `knock_terms`.

    Raises:
        WrongHandSize: another number of cards.
        InvalidHand: ``taken`` is not in the hand.
    """
    rules = as_rules(rules)
    cards, barred = check_discards(as_hand(hand), rules, as_card(taken))
    limit, _, _ = _core.knock_terms(rules, _index(as_card(knock_card)))
    return tuple(
        _discard(index, left, limit)
        for index, left in _core.discards(cards.mask, rules)
        if barred is None or index != barred.index
    )


@lru_cache(maxsize=1 << 14)
def _discard(index: int, left: int, limit: int) -> Discard:
    # One object for all hands: to make eleven new ones takes longer than to count.
    return Discard(Card(index), left, left <= limit, left == 0)


def lay_down(
    hand: HandLike,
    rules: RulesLike = None,
    seen: HandLike = (),
    *,
    against: HandLike | None = None,
    knock_card: CardLike | None = None,
) -> Arrangement:
    """The knocker's spread when he names none (b4).

    Minimum deadwood; then the fewest unseen cards that could be laid off on it,
    chains included; then canonical. ``rules.auto_lay_down`` may say otherwise. The
    limit is not looked at: `settle` does that.

    Args:
        hand: ``rules.hand_size`` cards, or one more that all meld (big gin).
        rules: the rules in force.
        seen: cards that cannot be laid off for they are known to be elsewhere, such
            as the throw with which the hand ended.
        against: the defender's hand. If given, the spread within the limit that
            scores best against it, its deadwood need not be least. For analysis:
            no player can know it.
        knock_card: see `knock_terms`; used with ``against``.

    Raises:
        WrongHandSize: another number of cards.
        SharedCard: a card in the hand and in ``against``.
        InvalidRules: ``auto_lay_down="best_against"`` and no ``against``.
    """
    rules = as_rules(rules)
    enemy = None if against is None else as_hand(against)
    cards = check_lay_down(as_hand(hand), rules, enemy)
    return _arrangement(
        _core.lay_down(
            cards.mask,
            rules,
            as_mask(seen),
            None if enemy is None else enemy.mask,
            _index(as_card(knock_card)),
        )
    )


def lay_off(spread: SpreadLike, hand: HandLike, rules: RulesLike = None) -> Layoff:
    """The defender's best own melds and layoffs on a spread, chosen together (c1 to c6).

    Own melds may be broken, cards go on both ends of a run in chains, a set takes
    its fourth card. Least deadwood; then fewest cards laid off; then the smallest tuple of
    own meld masks, then of (card, mask of the meld it is laid on).

    Args:
        spread: the knocker's melds: an arrangement, text with ``|`` between melds, or
            an iterable of melds.
        hand: the defender's ``rules.hand_size`` cards.
        rules: the rules in force; ``rules.defender`` may be ``melds_first``.

    Raises:
        InvalidMeld: cards in the spread that are no meld under the rules.
        InvalidSpread: a card in two melds.
        SharedCard: a card in the spread and in the hand.
        WrongHandSize: another number of cards.
    """
    rules = as_rules(rules)
    shown = as_melds(spread)
    cards = check_lay_off(shown, as_hand(hand), rules)
    return _layoff(_core.lay_off([meld.mask for meld in shown], cards.mask, rules))


def score(
    knocker_deadwood: int,
    defender_deadwood: int,
    rules: RulesLike = None,
    *,
    big_gin: bool = False,
    multiplier: int = 1,
) -> Score:
    """The score of a hand from its two counts (section D); 0 of the knocker is gin (b5).

    Args:
        knocker_deadwood: points left to the knocker.
        defender_deadwood: points left to the defender after melds and layoffs.
        rules: the rules in force. The knock limit is not looked at.
        big_gin: all eleven cards were melded (d4).
        multiplier: 2 where a spade doubles (d6).

    Raises:
        GinRummyError: a count outside 0..1,000,000 or a multiplier outside 1..100.
        IllegalKnock: big gin with deadwood, or under rules without it.
    """
    return Score(
        **_score(
            _core.score(
                as_count(knocker_deadwood, "knocker_deadwood"),
                as_count(defender_deadwood, "defender_deadwood"),
                check_two_sided(as_rules(rules)),
                as_flag(big_gin, "big_gin"),
                as_multiplier(multiplier),
            )
        )
    )


def settle(
    knocker: HandLike,
    defender: HandLike,
    rules: RulesLike = None,
    *,
    knock_card: CardLike | None = None,
    spread: SpreadLike | None = None,
    defender_melds: SpreadLike | None = None,
    layoff: LayoffLike | None = None,
    seen: HandLike = (),
) -> Settlement:
    """A hand settled: who wins what, and why (sections B, C, D).

    What is not given is chosen: the spread as `lay_down` does, the defence as
    `lay_off` does. What is given is checked and honoured.

    Args:
        knocker: the ``rules.hand_size`` cards kept, or one more for big gin.
        defender: the defender's ``rules.hand_size`` cards.
        rules: the rules in force.
        knock_card: the card that sets the limit in Oklahoma, see `knock_terms`.
        spread: the melds that the knocker shows; they need not be the best (b4).
        defender_melds: the defender's own melds. Given without ``layoff``, everything
            else that can be laid off is.
        layoff: what the defender lays off: a `Layoff` (with its melds), cards, or
            (card, meld) pairs with the meld as index or cards; ``()`` declines (c6).
            Given without ``defender_melds``, the rest is melded as well as it can be.
        seen: see `lay_down`.

    Raises:
        WrongHandSize: a hand with another number of cards, or eleven that do not all
            meld.
        SharedCard: a card in both hands.
        InvalidMeld: cards shown that are no meld under the rules.
        InvalidSpread: melds that overlap, or show cards not held.
        InvalidLayoff: a layoff of a card not held or melded too, one that fits
            nothing, or any on gin.
        IllegalKnock: more deadwood than the limit, or a big gin or a spread that the
            rules refuse.
    """
    rules = as_rules(rules)
    held, enemy = check_settle(as_hand(knocker), as_hand(defender), rules)
    shown = None if spread is None else as_melds(spread)
    own, wanted = defender_choices(defender_melds, layoff)
    fixed = (held.mask, enemy.mask, rules, _index(as_card(knock_card)), as_mask(seen))
    if shown is None and wanted is not None:
        # Layoffs name melds of the spread, so an automatic one is found first.
        _, _, found, _ = _core.settle(*fixed, None, None, None)
        shown = tuple(map(Hand.from_mask, found[0]))
    laid = None if wanted is None else as_laid(wanted, shown or ())
    values, limit, laid_down, defence = _core.settle(
        *fixed,
        None if shown is None else [meld.mask for meld in shown],
        None if own is None else [meld.mask for meld in own],
        None
        if laid is None
        else [(card.index, -1 if meld is None else meld) for card, meld in laid],
    )
    return Settlement(
        **_score(values),
        limit=limit,
        spread=_arrangement(laid_down),
        layoff=_layoff(defence),
    )


def _index(card: Card | None) -> int:
    return -1 if card is None else card.index


def _arrangement(found: tuple[list[int], int, int]) -> Arrangement:
    masks, unmelded, count = found
    return Arrangement(tuple(map(meld_of_mask, masks)), Hand.from_mask(unmelded), count)


def _layoff(found: tuple[list[int], list[tuple[int, int]], int, int]) -> Layoff:
    masks, laid, unmelded, count = found
    return Layoff(
        tuple(map(meld_of_mask, masks)),
        tuple(LaidCard(Card(index), meld) for index, meld in laid),
        Hand.from_mask(unmelded),
        count,
    )


def _score(values: dict[str, Any]) -> dict[str, Any]:
    """The fields of a Score from the core's plain values."""
    winner = values["winner"]
    counts = {
        "knocker": values["knocker_deadwood"],
        "defender": values["defender_deadwood"],
        "multiplier": values["multiplier"],
    }
    return values | {
        "outcome": Outcome(values["outcome"]),
        "winner": None if winner < 0 else (Side.KNOCKER, Side.DEFENDER)[winner],
        "parts": tuple(score_part(reason, points, **counts) for reason, points in values["parts"]),
    }
