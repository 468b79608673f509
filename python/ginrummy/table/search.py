"""The melds that a hand can form, and the openings of Kalooki made of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator

from ..cards import Card
from .melds import TableMeld, forbidden, meld_value, run_meld, set_meld
from .rules import KalookiRules, TableRules

__all__ = ["hand_melds", "openings"]

_JOKER = 52


def hand_melds(
    faces: Iterable[int], rules: TableRules, *, using: int | None = None
) -> Iterator[TableMeld]:
    """Every meld that cards can form under these rules, sets first, each once.

    Args:
        faces: the faces held, 0..52.
        rules: the rules in force.
        using: a face that must lie in the meld, as itself.
    """
    held = Counter(iter(faces))  # a mapping would be taken for counts
    for meld in itertools.chain(_sets(held), _runs(held, rules)):
        if using is not None and all(slot.face.face != using for slot in meld):
            continue
        if forbidden(meld, rules) is None:
            yield meld


def _sets(held: Counter[int]) -> Iterator[TableMeld]:
    jokers = held[_JOKER]
    for rank in range(13):
        cards = [Card(13 * suit + rank) for suit in range(4) if held[13 * suit + rank]]
        for size in range(1, len(cards) + 1):
            for naturals in itertools.combinations(cards, size):
                for more in range(max(0, 3 - size), min(jokers, 4 - size) + 1):
                    yield set_meld(naturals, more)


def _runs(held: Counter[int], rules: TableRules) -> Iterator[TableMeld]:
    longest = rules.run_max if isinstance(rules, KalookiRules) else 13
    for suit in range(4):
        if not any(held[13 * suit + rank] for rank in range(13)):
            continue
        for low in range(1, 13):
            highest = min(14, low + longest - 1)
            yield from _grown(held, suit, low, highest, [], held[_JOKER])


def _grown(
    held: Counter[int], suit: int, low: int, highest: int, places: list[bool], jokers: int
) -> Iterator[TableMeld]:
    """The runs from a place upwards that begin with these jokers and naturals."""
    if len(places) >= 3 and not all(places):
        yield run_meld(suit, low, places)
    place = low + len(places)
    if place > highest:
        return
    copies = held[13 * suit + (place - 1) % 13]
    if place == 14 and low == 1 and not places[0]:
        copies -= 1  # an ace lies at the low end already
    if copies > 0:
        yield from _grown(held, suit, low, highest, [*places, False], jokers)
    if jokers:
        yield from _grown(held, suit, low, highest, [*places, True], jokers - 1)


def openings(
    faces: Iterable[int], rules: KalookiRules, *, using: int | None = None
) -> Iterator[tuple[TableMeld, ...]]:
    """Every way to open (k2), one by one: melds that total enough, in the order of
    `hand_melds`.

    Args:
        faces: the faces held, 0..52.
        rules: the rules in force.
        using: a face that must lie in one of the melds, as itself. That meld comes first, and
            openings with two such melds come twice.
    """
    held = Counter(iter(faces))
    melds = [
        (meld, Counter(slot.face.face for slot in meld), meld_value(meld, rules))
        for meld in hand_melds(held.elements(), rules)
    ]
    # What a card can add at most: none if it goes into no meld, and a joker as an ace.
    ace = max(11, rules.ace_low_value)
    worth = {
        face: ace if face % 13 == 0 or face == _JOKER else min(face % 13 + 1, 10)
        for _, needed, _ in melds
        for face in needed
    }

    def extend(
        start: int, left: Counter[int], chosen: list[TableMeld], total: int
    ) -> Iterator[tuple[TableMeld, ...]]:
        if total >= rules.initial and chosen:
            yield tuple(chosen)
        potential = sum(points * left[face] for face, points in worth.items())
        if total + potential < rules.initial:
            return
        for at in range(start, len(melds)):
            meld, needed, value = melds[at]
            if needed <= left:
                yield from extend(at, left - needed, [*chosen, meld], total + value)

    if using is None:
        yield from extend(0, held, [], 0)
        return
    for meld, needed, value in melds:
        if needed[using]:
            yield from extend(0, held - needed, [meld], value)
