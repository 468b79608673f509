"""A naive judge of Kalooki 51, written from the rules' text alone (section C51).

It knows nothing of `ginrummy.table`: positions are tuples of texts, every move is tried and
whether a turn can end is found by playing it out in every way.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

RANKS, SUITS = "A23456789TJQK", "cdhs"


class Meld(NamedTuple):
    """A set has rank and naturals' suits, a run its suit and places from ``low`` upwards."""

    kind: str
    what: str
    own: bool
    cards: tuple  # a set: its suits, "*" for each joker; a run: True where a joker lies
    low: int = 0
    closed: bool = False

    def text(self):
        if self.kind == "set":
            naturals = [self.what + suit for suit in SUITS if suit in self.cards]
            return " ".join(naturals + ["JK"] * self.cards.count("*"))
        return " ".join(
            ("JK=" if joker else "") + self.at(place)
            for place, joker in enumerate(self.cards, self.low)
        )

    def at(self, place):
        return RANKS[(place - 1) % 13] + self.what

    @lru_cache(20_000)  # noqa: B019 - melds are few
    def faces(self):
        if self.kind == "set":
            return Counter("JK" if suit == "*" else self.what + suit for suit in self.cards)
        return Counter(
            "JK" if joker else self.at(place) for place, joker in enumerate(self.cards, self.low)
        )

    @property
    def jokers(self):
        return sum(card is True or card == "*" for card in self.cards)

    @property
    def high(self):
        return self.low + len(self.cards) - 1

    def value(self, rules):
        if self.kind == "set":
            return len(self.cards) * (
                11 if self.what == "A" else min(RANKS.index(self.what) + 1, 10)
            )
        total = 0
        for place in range(self.low, self.high + 1):
            if place in (1, 14):
                total += rules.ace_low_value if place == 1 else 11
            else:
                total += min(place, 10)
        return total


class Turn(NamedTuple):
    """A turn after the draw, as the player sees it."""

    hand: tuple  # faces, sorted
    melds: tuple
    down: bool
    taken: str = ""  # the card taken from the pile, until it is played
    must_use: bool = False  # it must be played
    freed: int = 0  # jokers freed that must be played
    built: tuple = ()
    before: tuple = ()  # how runs lay before the jokers moved since the last other move
    build_on: int = -1


@lru_cache(3000)
def possible_melds(hand, rules):
    """Every meld of the hand, by trying all places and suits."""
    held, found = Counter(hand), []
    for rank in RANKS:
        for size in (3, 4):
            for naturals in range(1, size + 1):
                for suits in combinations(SUITS, naturals):
                    found.append(Meld("set", rank, True, (*suits, *"*" * (size - naturals))))
    for suit in SUITS:
        for low in range(1, 13):
            for size in range(3, min(rules.run_max, 15 - low) + 1):
                blank = Meld("run", suit, True, (False,) * size, low)
                lacking = 0
                for face, number in blank.faces().items():
                    lacking += max(0, number - held[face])
                if lacking > held["JK"]:
                    continue
                for count in range(min(size - 1, held["JK"]) + 1):
                    for places in combinations(range(size), count):
                        found.append(
                            blank._replace(cards=tuple(at in places for at in range(size)))
                        )
    return [meld for meld in dict.fromkeys(found) if fits(meld, held) and allowed(meld, rules)]


def fits(meld, held):
    return all(held[face] >= number for face, number in meld.faces().items())


def allowed(meld, rules):
    most = rules.max_jokers_per_meld
    return len(meld.cards) - meld.jokers >= rules.min_naturals and (
        most is None or meld.jokers <= most
    )


def openings(hand, rules):
    """Sets of melds that total enough together (k2)."""
    melds = possible_melds(hand, rules)

    def more(start, left, chosen):
        if chosen and sum(meld.value(rules) for meld in chosen) >= rules.initial:
            yield chosen
        for at in range(start, len(melds)):
            if fits(melds[at], left):
                yield from more(at, left - melds[at].faces(), [*chosen, melds[at]])

    return more(0, Counter(hand), [])


def without(turn, faces):
    """The turn when these cards have left the hand; None if they are not there.

    Of jokers the freed are played first; then the card taken before others of its face.
    """
    left, freed, taken, must = Counter(turn.hand), turn.freed, turn.taken, turn.must_use
    for face in faces:
        if not left[face]:
            return None
        left[face] -= 1
        if face == "JK" and freed:
            freed -= 1
        elif face == taken:
            taken, must = "", False
    hand = tuple(sorted(left.elements()))
    return turn._replace(hand=hand, freed=freed, taken=taken, must_use=must, before=())


def changed(turn, on, meld):
    return turn._replace(melds=(*turn.melds[:on], meld, *turn.melds[on + 1 :]))


def lays(turn, rules):
    if turn.down:
        options = ([meld] for meld in possible_melds(turn.hand, rules))
    else:
        options = openings(turn.hand, rules)
    for melds in options:
        after = without(turn, [face for meld in melds for face in meld.faces().elements()])
        text = "lay " + " | ".join(sorted(meld.text() for meld in melds))
        yield text, after._replace(melds=(*turn.melds, *melds), down=True)


def builds(turn, on, rules):
    meld = turn.melds[on]
    if meld.kind == "set":
        if meld.closed or len(meld.cards) == 4:
            return
        for suit in (*SUITS, "*"):
            if suit == "*" or suit not in meld.cards:
                face = "JK" if suit == "*" else meld.what + suit
                yield face, face, meld._replace(cards=(*meld.cards, suit))
        return
    if len(meld.cards) == rules.run_max:
        return
    ends = {}
    if meld.low > 1:
        ends[meld.at(meld.low - 1)] = lambda joker: meld._replace(
            low=meld.low - 1, cards=(joker, *meld.cards)
        )
    if meld.high < 14:  # an ace that fits both ends lies high
        ends[meld.at(meld.high + 1)] = lambda joker: meld._replace(cards=(*meld.cards, joker))
    for card, grown in ends.items():
        yield card, card, grown(False)
        yield "JK", f"JK={card}", grown(True)


def all_builds(turn, rules):
    for on in range(len(turn.melds)):
        for face, text, grown in builds(turn, on, rules):
            most = rules.max_jokers_per_meld
            if face == "JK" and most is not None and grown.jokers > most:
                continue
            after = without(turn, [face])
            if after is not None:
                after = changed(after, on, grown)._replace(build_on=-1, built=(*turn.built, on))
                yield f"build {text} on {on + 1}", after


def claims(turn, rules):
    for on, meld in enumerate(turn.melds):
        if meld.kind == "run":
            for at, joker in enumerate(meld.cards):
                card = meld.at(meld.low + at)
                if joker and card in turn.hand:
                    if any(
                        later and meld.at(meld.low + place) == card
                        for place, later in enumerate(meld.cards)
                        if place > at
                    ):
                        continue  # jokers for the same ace twice: the high one
                    cards = (*meld.cards[:at], False, *meld.cards[at + 1 :])
                    yield (
                        f"claim {card} on {on + 1}",
                        freed(turn, on, meld._replace(cards=cards), [card], 1, rules),
                    )
        elif "*" in meld.cards and len(meld.cards) < 4 and not meld.closed:
            if meld.own and rules.set_joker_claim == "opponents":
                continue
            missing = [s for s in SUITS if s not in meld.cards and meld.what + s in turn.hand]
            for count in range(1, len(missing) + 1):
                for suits in combinations(missing, count):
                    beyond = len(meld.cards) + count - 4
                    cards = list(meld.cards)
                    closed = False
                    if count == 1:
                        if not (rules.single_suit_release and meld.cards.count("*") == 2):
                            continue  # it seals the set, which is a build
                        beyond, closed = 1, True
                    for _ in range(beyond):
                        cards.remove("*")
                    played = [meld.what + suit for suit in suits]
                    after = meld._replace(cards=(*cards, *suits), closed=closed)
                    yield (
                        f"claim {' '.join(played)} on {on + 1}",
                        freed(turn, on, after, played, beyond, rules),
                    )


def freed(turn, on, meld, played, count, rules):
    after = changed(without(turn, played), on, meld)
    hand = tuple(sorted((*after.hand, *["JK"] * count)))
    return after._replace(hand=hand, freed=after.freed + (0 if rules.keep_in_hand else count))


def joker_moves(turn, rules):
    if not rules.move_joker:
        return
    for on, meld in enumerate(turn.melds):
        if meld.kind == "set":
            continue
        for to in ("low", "high"):
            if to == "high" and meld.cards[0] and meld.high < 14:
                moved = meld._replace(low=meld.low + 1, cards=(*meld.cards[1:], True))
            elif to == "low" and meld.cards[-1] and meld.low > 1:
                moved = meld._replace(low=meld.low - 1, cards=(True, *meld.cards[:-1]))
            else:
                continue
            if (on, moved) in turn.before:
                continue
            yield (
                f"joker on {on + 1} {to}",
                changed(turn, on, moved)._replace(
                    before=(*turn.before, (on, meld)),
                    build_on=-1 if on in turn.built else on,
                ),
            )


def steps(turn, rules):
    """Every move at the table that needs no look ahead, and what it leads to."""
    if turn.build_on < 0:
        yield from lays(turn, rules)
    if turn.down:
        for text, after in all_builds(turn, rules):
            if turn.build_on < 0 or text.endswith(f" on {turn.build_on + 1}"):
                yield text, after
        if turn.build_on < 0:
            yield from claims(turn, rules)
        for text, after in joker_moves(turn, rules):
            if turn.build_on < 0 or text.startswith(f"joker on {turn.build_on + 1} "):
                yield text, after


def throws(turn, rules):
    if turn.build_on >= 0 or turn.freed or turn.must_use:
        return
    for face, copies in Counter(turn.hand).items():
        if face == turn.taken and copies == 1 and not rules.may_discard_taken:
            continue
        yield f"discard {face}"


class TooMany(Exception):
    """The turn can go on in too many ways to try them all."""


def can_end(turn, rules, seen, budget):
    """The turn can end from here: every way is tried."""
    if (not turn.hand and turn.build_on < 0) or next(throws(turn, rules), None):
        return True
    key = turn._replace(before=tuple(sorted(turn.before, key=str)))
    if key in seen:
        return False
    seen.add(key)
    if len(seen) > budget:
        raise TooMany
    return any(can_end(after, rules, seen, budget) for _, after in steps(turn, rules))


def legal(turn, rules, budget=3000):
    """The texts of all legal moves after the draw."""
    found = set(throws(turn, rules))
    for text, after in steps(turn, rules):
        if text not in found and can_end(after, rules, set(), budget):
            found.add(text)
    return found


def card_points(face, rules):
    """The points of a card that is left (k13)."""
    if face == "JK":
        return rules.joker_value
    return 11 if face[0] == "A" else min(RANKS.index(face[0]) + 1, 10)


def points_laid(before, after, rules):
    """What the melds on the table have gained that count for the player."""
    total = 0
    for on, meld in enumerate(after.melds):
        if meld.own or rules.build_credit == "builder":
            total += meld.value(rules)
            total -= before.melds[on].value(rules) if on < len(before.melds) else 0
    return total


def ends(turn, rules, budget=3000):
    """Points laid, points left and cards left of every way in which the turn can end."""
    seen, todo = set(), [turn]
    while todo:
        now = todo.pop()._replace(before=())
        if now in seen:
            continue
        seen.add(now)
        if len(seen) > budget:
            raise TooMany
        if (not now.hand and now.build_on < 0) or next(throws(now, rules), None):
            left = sum(card_points(face, rules) for face in now.hand)
            yield points_laid(turn, now, rules), left, len(now.hand)
        if now.hand:
            todo += [after for _, after in steps(now, rules)]
