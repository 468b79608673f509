"""The defender's side: own melds, and cards laid off on the knocker's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from .._inputs import RulesLike, SpreadLike, as_hand, as_melds, as_rules, check_lay_off
from ..cards import Card, Hand, HandLike
from ..choices import Defender
from ..errors import InvalidLayoff, InvalidMeld, InvalidSpread
from ..rules import Rules
from ..values import LaidCard, Layoff, Meld
from .arranging import Cards, Splitter, disjoint_choices, makes_meld, mask_of, melds_of, points_of


def checked_melds(melds: Iterable[Iterable[Card]], rules: Rules) -> tuple[Cards, ...]:
    """The melds as given, each of them legal and no card in two of them."""
    checked: list[Cards] = []
    for cards in melds:
        meld = frozenset(cards)
        if not makes_meld(meld, rules):
            raise InvalidMeld(f"'{Hand(meld)}' is no meld with runs '{rules.run_mode}'")
        checked.append(meld)
    for at, meld in enumerate(checked):
        for other in checked[:at]:
            if meld & other:
                raise InvalidSpread(f"{Hand(meld & other)} cannot be in two melds")
    return tuple(checked)


def check_held(melds: Iterable[Cards], hand: Cards, whose: str) -> None:
    """Refuse melds with cards that are not in the hand."""
    missing = frozenset[Card]().union(*melds) - hand
    if missing:
        raise InvalidSpread(f"{Hand(missing)} cannot be melded: not in {whose} hand")


def can_take(meld: Cards, laid: Cards, rules: Rules) -> bool:
    """Whether all these cards can lie on the meld, in some order (c2, c4, c5).

    Cards that make a longer meld with it can be laid outwards from it, one by
    one. Without chains each must fit the meld as it was laid down.
    """
    if not laid:
        return True
    if not rules.layoff_chain and not all(makes_meld(meld | {card}, rules) for card in laid):
        return False
    return makes_meld(meld | laid, rules)


def reach(meld: Cards, available: Cards, rules: Rules) -> Cards:
    """Those of the available cards that can lie on the meld, all together (c2, c4)."""
    grown = meld
    while True:
        # A run's two ends, if both fit, never hinder each other; a set lacks one card.
        fitting = {card for card in available - grown if makes_meld(grown | {card}, rules)}
        grown = grown | fitting
        if not fitting or not rules.layoff_chain:
            return grown - meld


def reach_any(spread: Sequence[Cards], available: Cards, rules: Rules) -> Cards:
    """The available cards that can lie on the spread, all together.

    A card that fits a set and a run (c3) goes on the run, where others may
    follow: so no card keeps another one from being laid off.
    """
    if not rules.layoffs:
        return frozenset()
    return frozenset[Card]().union(*(reach(meld, available, rules) for meld in spread))


def place(
    laid: Iterable[tuple[Card, int | None]], spread: Sequence[Cards], rules: Rules
) -> tuple[LaidCard, ...]:
    """The cards by ascending card, each with its meld; None stands for any meld.

    Of several ways the first is taken, by ascending (card, mask of the meld).

    Raises:
        InvalidLayoff: there is no way.
    """
    wanted = sorted(laid, key=lambda pair: pair[0])
    indices = sorted(range(len(spread)), key=lambda index: mask_of(spread[index]))
    reached = {
        index: reach(
            spread[index],
            frozenset(card for card, meld in wanted if meld in (None, index)),
            rules,
        )
        for index in indices
    }
    choices = [
        [index for index in indices if meld in (None, index) and card in reached[index]]
        for card, meld in wanted
    ]
    for choice in product(*choices):
        way = tuple(LaidCard(card, index) for (card, _), index in zip(wanted, choice, strict=True))
        if all(
            can_take(meld, frozenset(one.card for one in way if one.meld == index), rules)
            for index, meld in enumerate(spread)
        ):
            return way
    stuck = [card for (card, _), possible in zip(wanted, choices, strict=True) if not possible]
    named = " ".join(str(card) for card in stuck or [card for card, _ in wanted])
    raise InvalidLayoff(f"{named} cannot be laid off there: no meld shown takes it")


def layoff_value(
    hand: Cards, own: Iterable[Cards], laid: tuple[LaidCard, ...], rules: Rules
) -> Layoff:
    """The value for a defender's own melds and laid cards."""
    melds = tuple(sorted(Meld(meld) for meld in own))
    rest = hand.difference(*(meld.cards for meld in melds)) - {one.card for one in laid}
    return Layoff(melds, laid, Hand(rest), points_of(rest, rules))


def lay_off_rest(
    hand: Cards, own: Sequence[Cards], spread: Sequence[Cards], rules: Rules
) -> Layoff:
    """Given own melds, and everything of the rest laid off that can be."""
    laid = reach_any(spread, hand.difference(*own), rules)
    return layoff_value(hand, own, place(((card, None) for card in laid), spread, rules), rules)


def best_own_melds(hand: Cards, spread: Sequence[Cards], rules: Rules) -> tuple[Cards, ...]:
    """Own melds for the least deadwood after layoffs, then the fewest layoffs, then canonical.

    Every choice of own melds is tried, optimal by itself or not (c1). All that
    can be laid off from the rest is, since each card laid off saves a point.
    """
    # A card out of reach with the whole hand to chain on is out of reach with less.
    layable = [reach(meld, hand, rules) for meld in spread]
    known: dict[tuple[int, Cards], Cards] = {}

    def laid_from(rest: Cards) -> Cards:
        laid: set[Card] = set()
        for index, most in enumerate(layable):
            available = most & rest
            if available:
                key = (index, available)
                if key not in known:
                    known[key] = reach(spread[index], available, rules)
                laid |= known[key]
        return frozenset(laid)

    best: tuple[int, int] | None = None
    best_own: tuple[Cards, ...] = ()
    # The choices come in canonical order, so among equals the first one stays.
    for own in disjoint_choices(hand, melds_of(hand, rules)):
        rest = hand.difference(*own)
        laid = laid_from(rest)
        key = (points_of(rest - laid, rules), len(laid))
        if best is None or key < best:
            best, best_own = key, own
    return best_own


def defend(hand: Cards, spread: Sequence[Cards], rules: Rules) -> Layoff:
    """The automatic defence (c1, c6)."""
    if rules.defender is Defender.MELDS_FIRST:
        own = next(Splitter(hand, rules).optima())
    else:
        own = best_own_melds(hand, spread if rules.layoffs else (), rules)
    return lay_off_rest(hand, own, spread, rules)


def lay_off(spread: SpreadLike, hand: HandLike, rules: RulesLike = None) -> Layoff:
    """The defender's best own melds and layoffs against a spread (c1 to c6)."""
    game = as_rules(rules)
    shown = as_melds(spread)
    held = check_lay_off(shown, as_hand(hand), game)
    return defend(frozenset(held), checked_melds(shown, game), game)
