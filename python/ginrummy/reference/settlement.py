"""The showdown: the knocker's spread, and a hand settled."""

from __future__ import annotations

from collections.abc import Sequence

from .._inputs import (
    LayoffLike,
    RulesLike,
    SpreadLike,
    as_card,
    as_hand,
    as_laid,
    as_melds,
    as_rules,
    check_lay_down,
    check_settle,
    defender_choices,
)
from ..cards import Card, CardLike, Hand, HandLike
from ..choices import AutoLayDown, OverLimit
from ..errors import IllegalKnock, InvalidLayoff, InvalidRules, WrongHandSize
from ..rules import Rules
from ..values import Arrangement, KnockTerms, Layoff, Outcome, Score, Settlement, Side
from .arranging import Cards, Splitter, arrangement, disjoint_choices, points_of
from .laying_off import (
    check_held,
    checked_melds,
    defend,
    lay_off_rest,
    layoff_value,
    place,
    reach_any,
)
from .scoring import knock_terms, score

_PACK = frozenset(Card(index) for index in range(52))


def lay_down(
    hand: HandLike,
    rules: RulesLike = None,
    seen: HandLike = (),
    *,
    against: HandLike | None = None,
    knock_card: CardLike | None = None,
) -> Arrangement:
    """The knocker's spread, chosen by `Rules.auto_lay_down` (b4)."""
    game = as_rules(rules)
    opponent = None if against is None else as_hand(against)
    cards = frozenset(check_lay_down(as_hand(hand), game, opponent))
    seen_cards = frozenset(as_hand(seen))
    card = as_card(knock_card)
    splitter = Splitter(cards, game)
    _check_big_gin(splitter)
    if opponent is None and game.auto_lay_down is AutoLayDown.BEST_AGAINST:
        raise InvalidRules("auto_lay_down='best_against' needs against, the defender's hand")

    unseen = _PACK - cards - seen_cards
    chosen: tuple[Cards, ...] | None = None
    if opponent is not None:
        terms = knock_terms(game, card)
        chosen = _best_against(splitter, frozenset(opponent), terms, unseen)
    if chosen is None:
        optima = list(splitter.optima())
        chosen = optima[0]
        if game.auto_lay_down is not AutoLayDown.MIN_THEN_CANONICAL and len(optima) > 1:
            # min() keeps the first of equals, and they are in canonical order.
            chosen = min(optima, key=lambda melds: len(reach_any(melds, unseen, game)))
    return arrangement(cards, chosen, game)


def _check_big_gin(splitter: Splitter) -> None:
    """A hand with the card drawn can be laid down only if all of it melds (d4)."""
    size = splitter.rules.hand_size
    if len(splitter.cards) > size and splitter.deadwood(splitter.cards) > 0:
        raise WrongHandSize(
            f"the knocker's hand has {size + 1} cards ({Hand(splitter.cards)}), which do not all "
            f"meld: {size} are needed after the throw"
        )


def _best_against(
    splitter: Splitter, defender: Cards, terms: KnockTerms, unseen: Cards
) -> tuple[Cards, ...] | None:
    """The spread within the limit that scores best; None if none is within it (b4)."""
    hand, rules = splitter.cards, splitter.rules
    big_gin = len(hand) > rules.hand_size
    must_gin = big_gin or (rules.gin_forced and splitter.deadwood(hand) == 0)
    limit = 0 if must_gin else terms.limit
    best: tuple[int, int, int] | None = None
    best_melds: tuple[Cards, ...] | None = None
    # The choices come in canonical order, so among equals the first one stays.
    for melds in disjoint_choices(hand, splitter.melds):
        count = points_of(hand.difference(*melds), rules)
        if count > limit:
            continue
        lead = 0
        if not big_gin:  # which scores the same however the cards are laid
            left = _auto_defence(defender, melds, count, rules).deadwood
            ours, theirs = score(count, left, rules, multiplier=terms.multiplier).scores
            lead = ours - theirs
        key = (-lead, count, len(reach_any(melds, unseen, rules)))
        if best is None or key < best:
            best, best_melds = key, melds
    return best_melds


def _auto_defence(defender: Cards, spread: Sequence[Cards], count: int, rules: Rules) -> Layoff:
    if count == 0 and not rules.layoff_on_gin:
        return _no_layoffs(defender, rules)
    return defend(defender, spread, rules)


def _no_layoffs(defender: Cards, rules: Rules) -> Layoff:
    return layoff_value(defender, next(Splitter(defender, rules).optima()), (), rules)


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
    """A hand settled: spread, defence and score (sections B to D)."""
    game = as_rules(rules)
    knocker_hand, defender_hand = check_settle(as_hand(knocker), as_hand(defender), game)
    given = None if spread is None else as_melds(spread)
    own, wanted = defender_choices(defender_melds, layoff)
    seen_cards, card = as_hand(seen), as_card(knock_card)
    held, theirs = frozenset(knocker_hand), frozenset(defender_hand)
    splitter = Splitter(held, game)

    terms = knock_terms(game, card)
    big_gin = len(held) > game.hand_size
    if big_gin and game.big_gin is None:
        raise IllegalKnock(f"big gin is not played (big_gin=None): throw one of {knocker_hand}")
    _check_big_gin(splitter)
    if given is None:
        against = defender_hand if game.auto_lay_down is AutoLayDown.BEST_AGAINST else None
        given = as_melds(lay_down(knocker_hand, game, seen_cards, against=against, knock_card=card))
    laid = None if wanted is None else _laid(wanted, given)
    melds = checked_melds(given, game)
    check_held(melds, held, "the knocker's")
    shown = arrangement(held, melds, game)

    count = shown.deadwood
    if big_gin and count > 0:
        raise IllegalKnock(f"big gin leaves no deadwood, but this spread leaves {count}")
    if game.gin_forced and count > 0 and splitter.deadwood(held) == 0:
        raise IllegalKnock(f"gin is compulsory (gin_forced), but this spread leaves {count}")
    if count > terms.limit and game.over_limit is OverLimit.ILLEGAL:
        raise IllegalKnock(f"deadwood {count} is over the limit of {terms.limit}")
    if count > terms.limit and game.over_limit is OverLimit.FORFEIT:
        defence = _no_layoffs(theirs, game)
        return _settlement(_forfeit(count, defence, terms), terms, shown, defence)

    allowed = game.layoffs and not big_gin and (count > 0 or game.layoff_on_gin)
    defence = _defence(theirs, melds, game, allowed, own, laid)
    result = score(count, defence.deadwood, game, big_gin=big_gin, multiplier=terms.multiplier)
    return _settlement(result, terms, shown, defence)


def _forfeit(count: int, defence: Layoff, terms: KnockTerms) -> Score:
    """The loss of the game by a knock over the limit (b6)."""
    return Score(
        outcome=Outcome.FORFEIT,
        winner=Side.DEFENDER,
        points=0,
        parts=(),
        scores=(0, 0),
        boxes=(0, 0),
        multiplier=terms.multiplier,
        knocker_deadwood=count,
        defender_deadwood=defence.deadwood,
    )


def _settlement(
    result: Score, terms: KnockTerms, shown: Arrangement, defence: Layoff
) -> Settlement:
    return Settlement(
        outcome=result.outcome,
        winner=result.winner,
        points=result.points,
        parts=result.parts,
        scores=result.scores,
        boxes=result.boxes,
        multiplier=result.multiplier,
        knocker_deadwood=result.knocker_deadwood,
        defender_deadwood=result.defender_deadwood,
        limit=terms.limit,
        spread=shown,
        layoff=defence,
    )


def _laid(wanted: LayoffLike, spread: tuple[Hand, ...]) -> list[tuple[Card, int | None]]:
    """The cards to lay off, with the index of the meld or None for any."""
    return list(as_laid(wanted.laid if isinstance(wanted, Layoff) else wanted, spread))


def _defence(
    hand: Cards,
    spread: Sequence[Cards],
    rules: Rules,
    allowed: bool,
    own_given: Sequence[Hand] | None,
    laid: Sequence[tuple[Card, int | None]] | None,
) -> Layoff:
    """The defender's side, as far as it is given, and the rest automatic (c1 to c6)."""
    own: tuple[Cards, ...] | None = None
    if own_given is not None:
        own = checked_melds(own_given, rules)
        check_held(own, hand, "the defender's")
    if laid is None:
        if own is not None:
            return lay_off_rest(hand, own, spread if allowed else (), rules)
        return defend(hand, spread, rules) if allowed else _no_layoffs(hand, rules)

    if laid and not allowed:
        raise InvalidLayoff(f"{laid[0][0]} cannot be laid off: nobody lays off on gin")
    cards = [card for card, _ in laid]
    _check_laid(cards, hand, own or ())
    placed = place(laid, spread, rules)
    if own is None:
        own = next(Splitter(hand.difference(cards), rules).optima())
    return layoff_value(hand, own, placed, rules)


def _check_laid(laid: Sequence[Card], hand: Cards, own: Sequence[Cards]) -> None:
    for at, card in enumerate(laid):
        if card not in hand:
            raise InvalidLayoff(f"{card} cannot be laid off: not in the defender's hand")
        if card in laid[:at]:
            raise InvalidLayoff(f"{card} is laid off twice")
        if any(card in meld for meld in own):
            raise InvalidLayoff(f"{card} cannot be laid off: it is in an own meld")
