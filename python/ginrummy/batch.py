"""The cards floor on arrays: millions of hands a call.

Hands are uint64 masks (bit = card index, see `ginrummy.cards`) in C-contiguous numpy arrays
of any shape; they are read where they stand. The results have that shape, and are the
values that the functions of the same name in `ginrummy` give for one hand.

All functions share these arguments:

``out``
    An array to write into, of the shape and dtype of the result; it is returned.
``threads``
    How many threads may work; all the processors of this process by default. The
    interpreter lock is released.
``path``
    (where there is vector code) one of `paths`, for tests and benchmarks. The best one
    of the machine by default; ``GINRUMMY_PATH`` names another for the process. All give
    the same bits.

Raises:
    TypeError: not an array of the dtype asked for, or none at all.
    ValueError: not C-contiguous or not aligned, shapes that do not fit, an output that shares
        memory with an input, ``threads`` or ``path`` unknown.
    InvalidHand: a mask with bits above 51, by its place. If ``out`` was given, it is as
        before; so it is after every error except those of `arrange`, `lay_off` and `settle`
        that only the work itself finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._batch_arguments import (
    as_array,
    as_like,
    as_out,
    as_taken,
    as_threads,
    check_apart,
)
from ._inputs import RulesLike, as_card, as_rules, check_two_sided
from ._processors import chosen_path
from ._select import IMPLEMENTATION
from ._settled import SETTLED
from .cards import CardLike, HandLike, as_mask, shown
from .errors import InvalidHand
from .values import ROUND_OUTCOMES

if TYPE_CHECKING or IMPLEMENTATION == "core":
    from . import _core as kernels
else:
    from .reference import batch as kernels

__all__ = [
    "NO_COUNT",
    "NO_THROW",
    "OUTCOMES",
    "SETTLED",
    "BestDiscards",
    "arrange",
    "best_discard",
    "cards",
    "deadwood",
    "discards",
    "lay_off",
    "masks",
    "paths",
    "settle",
]

Masks: TypeAlias = NDArray[np.uint64]
Counts: TypeAlias = NDArray[np.uint16]

NO_COUNT: Final = 65535
"""In place of a count: the card may not be thrown (a7)."""
NO_THROW: Final = 255
"""In place of a card: none may be thrown."""

OUTCOMES: Final = ROUND_OUTCOMES
"""What the numbers in the ``outcome`` field of `SETTLED` stand for."""


class BestDiscards(NamedTuple):
    """The throws that leave least."""

    card: NDArray[np.uint8]
    """Card index; `NO_THROW` where no card may be thrown."""
    deadwood: Counts
    """Points left; `NO_COUNT` where no card may be thrown."""


def paths() -> tuple[str, ...]:
    """The code paths of this machine, the best one last: of ``"portable"``, ``"avx2"`` and
    ``"avx512"``."""
    return tuple(kernels.batch_paths())


def deadwood(
    hands: Masks,
    rules: RulesLike = None,
    *,
    out: Counts | None = None,
    threads: int | None = None,
    path: str | None = None,
) -> Counts:
    """The minimum deadwood (uint16, points) of each hand, of 0 to 52 cards each."""
    game = as_rules(rules)
    given = as_array(hands, np.uint64, "hands")
    result = as_out(out, given.shape, np.uint16, "out")
    check_apart(result, "out", hands=given)
    kernels.batch_deadwood(
        given, game, result, out is not None, as_threads(threads), chosen_path(path, paths())
    )
    return result


def arrange(
    hands: Masks,
    rules: RulesLike = None,
    *,
    out: Masks | None = None,
    threads: int | None = None,
) -> Masks:
    """The melds of each hand's canonical arrangement (b4), as masks.

    Returns:
        uint64, shape ``(*hands.shape, places)``; 0 where there are fewer melds. There are
        three places, or as many as ``out`` has, or as the biggest hand may need. What
        is in no meld is ``hands & ~numpy.bitwise_or.reduce(melds, axis=-1)``.

    Raises:
        WrongHandSize: a hand with more melds than ``out`` has places.
    """
    game = as_rules(rules)
    given = as_array(hands, np.uint64, "hands")
    if out is None:
        places = max(3, kernels.batch_largest(given) // 3)
    else:
        places = out.shape[-1] if isinstance(out, np.ndarray) and out.ndim else 1
    result = as_out(out, (*given.shape, places), np.uint64, "out")
    check_apart(result, "out", hands=given)
    kernels.batch_arrange(given, game, result, out is not None, as_threads(threads))
    return result


def discards(
    hands: Masks,
    rules: RulesLike = None,
    taken: NDArray[np.int8] | None = None,
    *,
    out: Counts | None = None,
    threads: int | None = None,
) -> Counts:
    """The deadwood left by each card that a hand may throw (b2, b3).

    Args:
        hands: of ``rules.hand_size + 1`` cards each.
        rules: the rules in force.
        taken: int8, the card just taken from the pile, or -1; it may not be thrown (a7)
            unless ``rules.may_discard_taken``.
        out: see the module.
        threads: see the module.

    Returns:
        uint16, shape ``(*hands.shape, hand_size + 1)``, in the order of `cards`;
        `NO_COUNT` for a card that may not be thrown.

    Raises:
        WrongHandSize: another number of cards.
        InvalidHand: a card in ``taken`` is not in its hand.
    """
    game = as_rules(rules)
    given = as_array(hands, np.uint64, "hands")
    barred = as_taken(taken, given.shape)
    result = as_out(out, (*given.shape, game.hand_size + 1), np.uint16, "out")
    check_apart(result, "out", hands=given, taken=barred)
    kernels.batch_discards(given, game, barred, result, out is not None, as_threads(threads))
    return result


def best_discard(
    hands: Masks,
    rules: RulesLike = None,
    taken: NDArray[np.int8] | None = None,
    *,
    out: tuple[NDArray[np.uint8], Counts] | None = None,
    threads: int | None = None,
    path: str | None = None,
) -> BestDiscards:
    """The throw that leaves least deadwood, the lowest card among equals (b3).

    Args:
        hands: of ``rules.hand_size + 1`` cards each.
        rules: the rules in force.
        taken: as in `discards`.
        out: two arrays, for the cards (uint8) and the deadwood (uint16).
        threads: see the module.
        path: see the module.

    Raises:
        WrongHandSize: another number of cards.
        InvalidHand: a card in ``taken`` is not in its hand.
    """
    game = as_rules(rules)
    given = as_array(hands, np.uint64, "hands")
    barred = as_taken(taken, given.shape)
    if out is not None and (not isinstance(out, Sequence) or len(out) != 2):
        raise TypeError(f"out={shown(out)}: two arrays are expected, for cards and deadwood")
    card = as_out(None if out is None else out[0], given.shape, np.uint8, "out[0]")
    left = as_out(None if out is None else out[1], given.shape, np.uint16, "out[1]")
    check_apart(card, "out[0]", hands=given, taken=barred)
    check_apart(left, "out[1]", hands=given, taken=barred, **{"out[0]": card})
    kernels.batch_best_discard(
        given,
        game,
        barred,
        card,
        left,
        out is not None,
        as_threads(threads),
        chosen_path(path, paths()),
    )
    return BestDiscards(card, left)


def lay_off(
    spreads: Masks,
    hands: Masks,
    rules: RulesLike = None,
    *,
    out: Counts | None = None,
    laid: Masks | None = None,
    threads: int | None = None,
) -> Counts:
    """What each defender keeps by his best own melds and layoffs together (c1 to c6).

    Args:
        spreads: the knockers' melds, shape ``(*hands.shape, places)``, as `arrange` gives
            them; 0 is no meld.
        hands: the defenders' ``rules.hand_size`` cards each.
        rules: the rules in force; ``rules.defender`` may be ``melds_first``.
        out: see the module.
        laid: a uint64 array like ``hands`` to be filled with the cards laid off (the
            choice of `ginrummy.lay_off`). Without it the work is quicker.
        threads: see the module.

    Returns:
        uint16, points, the shape of ``hands``.

    Raises:
        InvalidMeld: cards in a spread that are no meld under the rules.
        InvalidSpread: a card in two melds of a spread.
        SharedCard: a card in the spread and in the hand.
        WrongHandSize: another number of cards in a hand.
    """
    game = as_rules(rules)
    given = as_array(hands, np.uint64, "hands")
    melds = as_array(spreads, np.uint64, "spreads")
    if melds.shape[:-1] != given.shape or melds.ndim != given.ndim + 1:
        raise ValueError(
            f"spreads has the shape {melds.shape}: {given.shape} with one more for the melds "
            "of a spread is expected, like hands"
        )
    result = as_out(out, given.shape, np.uint16, "out")
    laid_off = None if laid is None else as_out(laid, given.shape, np.uint64, "laid")
    check_apart(result, "out", hands=given, spreads=melds, laid=laid_off)
    if laid_off is not None:
        check_apart(laid_off, "laid", hands=given, spreads=melds)
    kernels.batch_lay_off(melds, given, game, result, laid_off, as_threads(threads))
    return result


def settle(
    knockers: Masks,
    defenders: Masks,
    rules: RulesLike = None,
    *,
    knock_card: CardLike | NDArray[np.int8] | None = None,
    seen: HandLike | Masks = 0,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
) -> NDArray[Any]:
    """Showdowns settled, with the spread of `lay_down` and the defence of `lay_off`.

    Args:
        knockers: the ``rules.hand_size`` cards that each kept, or one more for big gin.
        defenders: the ``rules.hand_size`` cards of each defender, the same shape.
        rules: the rules in force.
        knock_card: the card that sets the limit in Oklahoma, one for all or an int8 array
            of card indices (see `ginrummy.knock_terms`).
        seen: cards that nobody can lay off (see `ginrummy.lay_down`), one hand for all or a
            uint64 array of masks.
        out: an array of dtype `SETTLED`.
        threads: see the module.

    Returns:
        An array of dtype `SETTLED`, the shape of ``knockers``.

    Raises:
        WrongHandSize, SharedCard, IllegalKnock, InvalidRules: as `ginrummy.settle`, naming
            the place of the showdown.
    """
    game = check_two_sided(as_rules(rules))
    given = as_array(knockers, np.uint64, "knockers")
    enemies = as_like(
        as_array(defenders, np.uint64, "defenders"), given.shape, "defenders", "knockers"
    )
    terms: NDArray[np.int8] | None = None
    index = -1
    if isinstance(knock_card, np.ndarray):
        array = as_array(knock_card, np.int8, "knock_card")
        terms = as_like(array, given.shape, "knock_card", "knockers")
    elif (card := as_card(knock_card)) is not None:
        index = card.index
    elsewhere: Masks | None = None
    if isinstance(seen, np.ndarray):
        elsewhere = as_like(as_array(seen, np.uint64, "seen"), given.shape, "seen", "knockers")
    mask = 0 if isinstance(seen, np.ndarray) else as_mask(seen)
    result = as_out(out, given.shape, SETTLED, "out")
    if result.ctypes.data % SETTLED["points"].alignment:
        raise ValueError("out does not start at a multiple of four bytes")
    check_apart(result, "out", knockers=given, defenders=enemies, knock_card=terms, seen=elsewhere)
    raw = result.reshape(-1).view(np.uint8)
    kernels.batch_settle(
        given, enemies, game, index, terms, mask, elsewhere, raw, as_threads(threads)
    )
    return result


def masks(cards: NDArray[Any]) -> Masks:
    """The masks of hands given as card indices 0..51 (any integer dtype), a row a hand.

    Args:
        cards: shape ``(..., cards of a hand)``.

    Raises:
        TypeError: not an array of integers.
        InvalidHand: an index that is no card, or a card twice in a hand.
    """
    if not isinstance(cards, np.ndarray) or not np.issubdtype(cards.dtype, np.integer):
        raise TypeError(f"cards={shown(cards)}: a numpy array of card indices is expected")
    if isinstance(cards, np.ma.MaskedArray):
        raise TypeError("cards is a masked array: what its mask hides would be used")
    if cards.ndim == 0:
        raise ValueError("cards has no axis: a row of card indices a hand is expected")
    wrong = cards[(cards < 0) | (cards > 51)]
    if wrong.size:
        raise InvalidHand(f"{int(wrong[0])} is no card index: 0 to 51 are expected")
    hands = np.zeros(cards.shape[:-1], np.uint64)
    repeated = np.zeros(cards.shape[:-1], bool)
    for column in range(min(cards.shape[-1], 53)):  # of 53 one is twice there
        bit = np.left_shift(np.uint64(1), cards[..., column].astype(np.uint64))
        repeated |= hands & bit != 0
        hands |= bit
    if repeated.any():
        place = tuple(int(i) for i in np.argwhere(repeated)[0])
        raise InvalidHand(f"the hand at {place} has a card twice: {cards[place].tolist()}")
    return hands


def cards(hands: Masks) -> NDArray[np.uint8]:
    """The card indices of hands that all have the same size, ascending.

    Returns:
        uint8, shape ``(*hands.shape, cards of a hand)``.

    Raises:
        InvalidHand: hands of different sizes, or a mask that is no hand.
    """
    given = as_array(hands, np.uint64, "hands")
    wrong = given[given >> np.uint64(52) != 0]
    if wrong.size:
        raise InvalidHand(f"{hex(int(wrong[0]))} is no hand: it has bits above 51")
    sizes = {kernels.batch_smallest(given), kernels.batch_largest(given)}
    if len(sizes) > 1:
        raise InvalidHand(f"hands of {min(sizes)} to {max(sizes)} cards: one size is needed")
    found = np.empty((*given.shape, *sizes), np.uint8)
    rest = given.copy()
    for place in range(found.shape[-1]):
        low = rest & (~rest + np.uint64(1))
        found[..., place] = np.frexp(low.astype(np.float64))[1] - 1  # a power of two, exactly
        rest ^= low
    return found
