"""A naive judge of Mahjong gin, written from the rules' text alone (section J); see
`table_judge` for Kalooki's."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

RANKS, SUITS = "A23456789TJQK", "cdhs"


def in_order(cards):
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))


def kind_of(cards):
    """What meld the cards are: a run goes up from the ace and ends at the king (j6)."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    if len(cards) < 3:
        return None
    if len(set(ranks)) == 1:
        return "set"
    if len({card[1] for card in cards}) > 1:
        return None
    return "run" if ranks == list(range(ranks[0], ranks[0] + len(cards))) else None


class Turn(NamedTuple):
    """A turn after the draw."""

    hand: frozenset
    melds: tuple  # of frozensets
    own: tuple  # which of them are the player's
    laid: frozenset = frozenset()  # which were laid in this turn
    alone: str = ""  # the one card taken from the pile
    duty: str = ""  # the lowest of several, until it is used


def melds_in(hand):
    """Every meld of these cards."""
    for rank in RANKS:
        alike = [rank + suit for suit in SUITS if rank + suit in hand]
        for size in (3, 4):
            yield from map(frozenset, combinations(alike, size))
    for suit in SUITS:
        for low in range(13):
            for high in range(low + 3, 14):
                run = frozenset(rank + suit for rank in RANKS[low:high])
                if run <= hand:
                    yield run


def steps(turn, rules):
    """Every lay and build, and what it leads to."""
    for meld in melds_in(turn.hand):
        number = len(turn.melds)
        yield (
            "lay " + " ".join(in_order(meld)),
            turn._replace(
                hand=turn.hand - meld,
                melds=(*turn.melds, meld),
                own=(*turn.own, True),
                laid=turn.laid | {number},
                duty="" if turn.duty in meld else turn.duty,
            ),
        )
    for on, meld in enumerate(turn.melds):
        if turn.own[on] and not rules.add_to_own:
            continue
        for card in turn.hand:
            if kind_of(meld | {card}) != kind_of(meld):
                continue
            if card == turn.duty and on not in turn.laid:
                continue  # j1: in a meld laid in the same turn
            melds = (*turn.melds[:on], meld | {card}, *turn.melds[on + 1 :])
            duty = "" if card == turn.duty else turn.duty
            yield (
                f"build {card} on {on + 1}",
                turn._replace(hand=turn.hand - {card}, melds=melds, duty=duty),
            )


def throws(turn, rules):
    for card in turn.hand:
        if card == turn.alone and not rules.may_discard_taken:
            continue
        kept = turn.hand - {card}
        if turn.duty and not (
            rules.take_duty == "kept" and any(turn.duty in meld for meld in melds_in(kept))
        ):
            continue
        yield f"discard {card}"


@lru_cache(20_000)
def can_end(turn, rules):
    """The turn can end: every way is tried."""
    if not turn.hand or next(throws(turn, rules), None):
        return True
    return any(can_end(after, rules) for _, after in steps(turn, rules))


def after_take(turn, pile, count):
    """The turn when so many cards were taken from the pile, its top last."""
    cards = pile[-count:]
    return turn._replace(
        hand=turn.hand | set(cards),
        alone=cards[0] if count == 1 else "",
        duty=cards[0] if count > 1 else "",
    )


def legal(turn, rules):
    """The texts of all legal moves after the draw."""
    found = set(throws(turn, rules))
    return found | {text for text, after in steps(turn, rules) if can_end(after, rules)}
