"""Input checks that both implementations share: forms, sizes, shared cards.

What needs the game's rules (is it a meld, does it fit) each implementation
decides for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .cards import Card, CardLike, Hand, HandLike, as_mask, shown, tokens, whole
from .errors import (
    GinRummyError,
    IllegalKnock,
    InvalidHand,
    InvalidLayoff,
    InvalidRound,
    InvalidRules,
    InvalidSpread,
    SharedCard,
    WrongHandSize,
)
from .rules import Rules, Variant
from .values import Arrangement, LaidCard, Layoff, Meld

RulesLike: TypeAlias = Rules | Variant | None
"""Rules, a variant, or None for standard."""
SpreadLike: TypeAlias = Arrangement | str | Iterable[Meld | HandLike]
"""Melds: an arrangement, text with ``|`` between the melds, or an iterable."""
LayoffLike: TypeAlias = (
    Layoff | str | Iterable[LaidCard | CardLike | tuple[CardLike, int | Meld | HandLike]]
)
"""Layoffs: a Layoff, cards, or (card, meld) pairs; the meld by index or by its cards."""

STANDARD_RULES = Rules()


def as_rules(rules: RulesLike) -> Rules:
    """The rules of any accepted form; None is standard."""
    if rules is None:
        return STANDARD_RULES
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, Variant):
        if isinstance(rules.rules, Rules):
            return rules.rules
        # A table game's, which the types do not tell.
        raise InvalidRules(
            f"the variant {rules.name} is a game with melds on the table: see ginrummy.table"
        )
    named = "; find_variant gives a variant by its name" if isinstance(rules, str) else ""
    raise InvalidRules(
        f"{shown(rules)} is a {type(rules).__name__}; Rules or a Variant is expected{named}"
    )


def as_hand(hand: HandLike) -> Hand:
    """The hand of any accepted form."""
    return hand if isinstance(hand, Hand) else Hand.from_mask(as_mask(hand))


def as_card(card: CardLike | None) -> Card | None:
    """A card or None."""
    return None if card is None else Card(card)


def as_melds(spread: SpreadLike) -> tuple[Hand, ...]:
    """The card sets of the melds of a spread, unchecked, in the order given."""
    if isinstance(spread, Arrangement):
        return tuple(meld.hand for meld in spread.melds)
    if isinstance(spread, str):
        return tuple(Hand(part) for part in spread.split("|") if part.strip())
    if isinstance(spread, Iterable) and not isinstance(spread, (bytes, bytearray)):
        return tuple(Hand(one) for one in spread)
    raise InvalidSpread(f"{shown(spread)} is a {type(spread).__name__}; melds are expected")


def as_laid(layoff: LayoffLike, spread: tuple[Hand, ...]) -> tuple[tuple[Card, int | None], ...]:
    """(card, index of the meld or None for any) for each card to lay off.

    Raises:
        InvalidLayoff: a meld that is not in the spread.
    """
    if isinstance(layoff, Layoff):
        layoff = layoff.laid
    elif isinstance(layoff, str):
        layoff = tokens(layoff)
    if isinstance(layoff, (Card, bytes)) or not isinstance(layoff, Iterable):
        raise InvalidLayoff(f"{shown(layoff)} is a {type(layoff).__name__}; cards are expected")
    return tuple(_one_laid(one, spread) for one in layoff)


def _one_laid(
    one: LaidCard | CardLike | tuple[CardLike, int | Meld | HandLike], spread: tuple[Hand, ...]
) -> tuple[Card, int | None]:
    if isinstance(one, LaidCard):
        one = (one.card, one.meld)
    if not isinstance(one, tuple):
        return Card(one), None
    if len(one) != 2:
        raise InvalidLayoff(f"{shown(one)} is no (card, meld) pair")
    card, meld = Card(one[0]), one[1]
    index = whole(meld)
    if index is not None:
        if not 0 <= index < len(spread):
            raise InvalidLayoff(
                f"{card}: there is no meld {shown(index)} among the {len(spread)} shown"
            )
        return card, index
    cards = Hand(meld)
    if cards not in spread:
        raise InvalidLayoff(f"{card}: '{cards}' is not among the melds shown")
    return card, spread.index(cards)


def check_size(hand: Hand, sizes: tuple[int, ...], what: str) -> None:
    """Refuse a hand whose size is none of ``sizes``."""
    if len(hand) not in sizes:
        wanted = " or ".join(map(str, sizes))
        cards = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
        raise WrongHandSize(f"{what} has {cards} ({hand}); {wanted} are needed")


def check_disjoint(first: Hand, second: Hand, where: str) -> None:
    """Refuse a card that stands in both hands."""
    both = Hand.from_mask(first.mask & second.mask)
    if both:
        raise SharedCard(f"{both} cannot be in {where}")


def as_count(value: int, name: str) -> int:
    """A count of points, 0 to a million."""
    number = whole(value)
    if number is None or not 0 <= number <= 1_000_000:
        raise GinRummyError(f"{name}={shown(value)}: a whole number, 0 to 1000000, is expected")
    return number


def as_multiplier(value: int) -> int:
    """A multiplier, 1 to 100."""
    number = whole(value)
    if number is None or not 1 <= number <= 100:
        raise GinRummyError(f"multiplier={shown(value)}: a whole number, 1 to 100, is expected")
    return number


def as_flag(value: bool, name: str) -> bool:
    """True or False and nothing that is merely true."""
    if not isinstance(value, bool):
        raise GinRummyError(f"{name}={shown(value)}: True or False is expected")
    return value


def check_discards(hand: Hand, rules: Rules, taken: Card | None) -> tuple[Hand, Card | None]:
    """The hand of `discards`, and the card that may not be thrown."""
    check_size(hand, (rules.hand_size + 1,), "the hand to throw from")
    if taken is not None and taken not in hand:
        raise InvalidHand(f"{taken} was taken, but is not in the hand ({hand})")
    return hand, None if rules.may_discard_taken else taken


def check_lay_down(hand: Hand, rules: Rules, against: Hand | None) -> Hand:
    """The hand of `lay_down`."""
    check_size(hand, (rules.hand_size, rules.hand_size + 1), "the hand to lay down")
    if against is not None:
        check_size(against, (rules.hand_size,), "the defender's hand")
        check_disjoint(hand, against, "both hands")
    return hand


def check_lay_off(spread: tuple[Hand, ...], hand: Hand, rules: Rules) -> Hand:
    """The hand of `lay_off`."""
    check_size(hand, (rules.hand_size,), "the defender's hand")
    for meld in spread:
        check_disjoint(meld, hand, "the spread and in the defender's hand")
    return hand


def check_two_sided(rules: Rules) -> Rules:
    """Refuse the party game where only two sides can be scored."""
    if rules.party is not None:
        raise InvalidRules("the party game (section Q) is scored by settle_party and score_party")
    return rules


def check_party_hands(
    knocker: Hand, defenders: tuple[Hand, ...], rules: Rules
) -> tuple[Hand, tuple[Hand, ...], Rules]:
    """The hands of `settle_party`, and the rules with the hand size for so many players."""
    game = _check_party(rules, len(defenders))
    check_size(knocker, (game.hand_size, game.hand_size + 1), "the knocker's hand")
    everybody = knocker
    for number, hand in enumerate(defenders, 1):
        check_size(hand, (game.hand_size,), f"the hand of defender {number}")
        check_disjoint(everybody, hand, "two hands")
        everybody = Hand.from_mask(everybody.mask | hand.mask)
    return knocker, defenders, game


def _check_party(rules: Rules, defenders: int) -> Rules:
    if rules.party is None:
        raise InvalidRules("these rules are not those of the party game (party is None)")
    if not 1 <= defenders <= 3:
        raise InvalidRound(f"{defenders} defenders: the party game has 1 to 3")
    each = rules.cards_each(defenders + 1)
    return rules if each == rules.hand_size else rules.replace(hand_size=each)


def check_party_score(
    knocker: int, defenders: Sequence[int], rules: Rules, big_gin: bool, multiplier: int
) -> tuple[int, tuple[int, ...], Rules]:
    """The counts of `score_party`, and the rules."""
    if isinstance(defenders, (str, bytes)) or not isinstance(defenders, Iterable):
        raise InvalidRound(f"defenders_deadwood={shown(defenders)}: a count a defender is expected")
    counts = tuple(as_count(own, "defenders_deadwood") for own in defenders)
    game = _check_party(rules, len(counts))
    knock = as_count(knocker, "knocker_deadwood")
    as_multiplier(multiplier)
    if as_flag(big_gin, "big_gin") and game.big_gin is None:
        raise IllegalKnock("these rules have no big gin: a card must be thrown (d4)")
    if big_gin and knock:
        raise IllegalKnock(f"big gin leaves no deadwood, not {knock}")
    return knock, counts, game


def check_settle(knocker: Hand, defender: Hand, rules: Rules) -> tuple[Hand, Hand]:
    """The two hands of `settle`."""
    check_two_sided(rules)
    check_size(knocker, (rules.hand_size, rules.hand_size + 1), "the knocker's hand")
    check_size(defender, (rules.hand_size,), "the defender's hand")
    check_disjoint(knocker, defender, "both hands")
    return knocker, defender


def defender_choices(
    melds: SpreadLike | None, layoff: LayoffLike | None
) -> tuple[tuple[Hand, ...] | None, LayoffLike | None]:
    """The defender's own melds and layoffs as given; a `Layoff` brings both."""
    if isinstance(layoff, Layoff):
        if melds is not None:
            raise InvalidLayoff("a Layoff has its own melds: give no defender_melds beside it")
        return tuple(meld.hand for meld in layoff.melds), layoff
    return None if melds is None else as_melds(melds), layoff
