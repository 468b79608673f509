"""Kalooki's solver again, by trying everything (C51): every split of the hand into melds to
open, and every sequence of moves at the table for a turn.

It takes and gives the plain numbers of the core's solver. Only for hands and tables as
small as tests need: what is tried grows beyond all bounds.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RepeatedCard, WrongHandSize

if TYPE_CHECKING:
    from ..table.rules import KalookiRules

__all__ = ["kalooki_melds", "kalooki_solve"]

_JOKER, _HIGH_ACE, _MOST_CARDS, _JOKERS = 52, 14, 32, 4
_LAY, _BUILD, _CLAIM, _MOVE = range(4)

_Plain = tuple[bool, int, int, int, int, bool]
_Step = tuple[int, list[_Plain], int, int, int]


class _Set(NamedTuple):
    rank: int
    suits: frozenset[int]
    jokers: int
    closed: bool = False

    @property
    def size(self) -> int:
        return len(self.suits) + self.jokers

    @property
    def faces(self) -> list[int]:
        """The faces of its naturals."""
        return [suit * 13 + self.rank for suit in self.suits]

    def points(self, _: KalookiRules) -> int:
        return self.size * _rank_points(self.rank)

    @property
    def plain(self) -> _Plain:
        suits = sum(1 << suit for suit in self.suits)
        return True, self.rank, suits, 0, self.jokers, self.closed

    @property
    def order(self) -> tuple[int, ...]:
        return 0, self.rank, self.plain[2], self.jokers, self.closed


class _Run(NamedTuple):
    suit: int
    low: int
    is_joker: tuple[bool, ...]

    @property
    def size(self) -> int:
        return len(self.is_joker)

    @property
    def high(self) -> int:
        return self.low + self.size - 1

    @property
    def jokers(self) -> int:
        return sum(self.is_joker)

    @property
    def faces(self) -> list[int]:
        """The faces of its naturals."""
        places = range(self.low, self.high + 1)
        return [
            _face(self.suit, place)
            for place, joker in zip(places, self.is_joker, strict=True)
            if not joker
        ]

    def points(self, rules: KalookiRules) -> int:
        places = range(self.low, self.high + 1)
        return sum(rules.ace_low_value if p == 1 else _rank_points((p - 1) % 13) for p in places)

    @property
    def plain(self) -> _Plain:
        jokers = sum(1 << self.low + at for at, joker in enumerate(self.is_joker) if joker)
        return False, self.suit, self.low, self.high, jokers, False

    @property
    def order(self) -> tuple[int, ...]:
        return 1, self.suit, self.low, self.high, self.plain[4]


_Meld = _Set | _Run


def _rank_points(rank: int) -> int:
    return 11 if rank == 0 else min(rank + 1, 10)


def _face(suit: int, place: int) -> int:
    return suit * 13 + (place - 1) % 13


def _card_points(face: int, rules: KalookiRules) -> int:
    return rules.joker_value if face == _JOKER else _rank_points(face % 13)


def _cards(hand: tuple[int, int, int]) -> tuple[int, ...]:
    once, twice, jokers = hand
    naturals = [face for mask in (once, twice) for face in range(52) if mask >> face & 1]
    return (*sorted(naturals), *[_JOKER] * jokers)


def _meld(plain: _Plain) -> _Meld:
    is_set, kind, first, high, jokers, closed = plain
    if is_set:
        suits = frozenset(suit for suit in range(4) if first >> suit & 1)
        return _Set(kind, suits, jokers, closed)
    return _Run(kind, first, tuple(bool(jokers >> p & 1) for p in range(first, high + 1)))


def _without(hand: tuple[int, ...], cards: list[int]) -> tuple[int, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _readings(cards: tuple[int, ...], rules: KalookiRules) -> Iterator[_Meld]:
    """The melds that these cards are, all together (k3 to k6)."""
    naturals = [card for card in cards if card != _JOKER]
    jokers = len(cards) - len(naturals)
    most = rules.max_jokers_per_meld
    if len(naturals) < rules.min_naturals or (most is not None and jokers > most):
        return
    ranks, suits = {card % 13 for card in naturals}, {card // 13 for card in naturals}
    if len(cards) in (3, 4) and len(ranks) == 1 and len(suits) == len(naturals):
        yield _Set(ranks.pop(), frozenset(suits), jokers)
    if len(suits) == 1 and 3 <= len(cards) <= rules.run_max:
        seen = set()
        choices = [(1, _HIGH_ACE) if card % 13 == 0 else (card % 13 + 1,) for card in naturals]
        for low in range(1, _HIGH_ACE - len(cards) + 2):
            window = range(low, low + len(cards))
            for places in product(*choices):
                run = _Run(min(suits), low, tuple(place not in places for place in window))
                fits = set(places) <= set(window) and len(set(places)) == len(places)
                if fits and run not in seen:
                    seen.add(run)
                    yield run


def _melds_of(hand: tuple[int, ...], rules: KalookiRules) -> list[_Meld]:
    found: set[_Meld] = set()
    for size in range(3, min(len(hand), _HIGH_ACE) + 1):
        for cards in set(combinations(hand, size)):
            found.update(_readings(cards, rules))
    return sorted(found, key=lambda meld: meld.order)


def kalooki_melds(hand: tuple[int, int, int], rules: KalookiRules) -> list[_Plain]:
    """Every meld that cards of the hand can be laid as."""
    return [meld.plain for meld in _melds_of(_cards(hand), rules)]


class _Place(NamedTuple):
    """A meld on the table, and what the player has done to it: before he builds on a run he
    may move its jokers, and must then build; having built he may move them freely (k9)."""

    meld: _Meld
    moved: bool = False
    built: bool = False

    @property
    def order(self) -> tuple[Any, ...]:
        return self.meld.order, self.moved, self.built


class _State(NamedTuple):
    """A moment of the turn."""

    hand: tuple[int, ...]
    table: tuple[_Place, ...]  # what was there before the turn
    laid: tuple[_Place, ...] = ()
    total: int = 0  # of the melds laid until the opening was complete
    owed: int = 0  # freed jokers that are not yet played

    @property
    def places(self) -> tuple[_Place, ...]:
        return (*self.table, *self.laid)

    @property
    def must_build(self) -> int | None:
        """The run in which a joker was moved, on which the next card must go."""
        return next((on for on, place in enumerate(self.places) if place.moved), None)

    def put(self, on: int, place: _Place, hand: tuple[int, ...], owed: int) -> _State:
        places = [*self.places]
        places[on] = place
        split = len(self.table)
        return _State(hand, tuple(places[:split]), tuple(places[split:]), self.total, owed)

    def in_order(self) -> _State:
        """The same with the new melds in order: in which order they were laid is all one."""
        return self._replace(laid=tuple(sorted(self.laid, key=lambda place: place.order)))


class _Turn:
    """All that can be done in one turn."""

    def __init__(
        self,
        table: list[tuple[_Plain, bool, bool]],
        rules: KalookiRules,
        down: bool,
        lay_only: bool,
        owed: int,
    ) -> None:
        self.before = tuple(_meld(plain) for plain, _, _ in table)
        self.own = [own for _, own, _ in table]
        self.built = [built for _, _, built in table]
        self.owed = owed
        self.rules, self.down, self.lay_only = rules, down, lay_only

    def open(self, state: _State) -> bool:
        """Whether the player is down at this moment (k2)."""
        return self.down or (bool(state.laid) and state.total >= self.rules.initial)

    def may_end(self, state: _State) -> bool:
        kept = state.owed == 0 or self.rules.keep_in_hand
        done = state.must_build is None and kept
        return done and (self.open(state) or not state.laid)

    def after(self, state: _State) -> Iterator[tuple[_State, _Step]]:
        """Every state one move further, and that move. The last card ends the hand (k12)."""
        if not state.hand:
            return
        must = state.must_build
        if must is None:
            for meld in _melds_of(state.hand, self.rules):
                yield self._lay(state, meld), (_LAY, [meld.plain], -1, 0, 0)
        if self.lay_only or not self.open(state):
            return
        for on, (meld, _, built) in enumerate(state.places):
            if must not in (None, on):
                continue
            if isinstance(meld, _Run):
                yield from self._builds(state, on, meld)
                if self.rules.move_joker:
                    yield from self._moves(state, on, meld, built)
                if must is None:
                    yield from self._run_claims(state, on, meld, built)
            elif meld.size == 3 and not meld.closed:
                yield from self._set_plays(state, on, meld)

    def _lay(self, state: _State, meld: _Meld) -> _State:
        total = state.total if self.open(state) else state.total + meld.points(self.rules)
        owed = max(0, state.owed - meld.jokers)
        hand = _without(state.hand, [*meld.faces, *[_JOKER] * meld.jokers])
        return _State(hand, state.table, (*state.laid, _Place(meld)), total, owed)

    def _room(self, meld: _Meld) -> bool:
        """Whether a joker may be added (k6)."""
        most = self.rules.max_jokers_per_meld
        return most is None or meld.jokers < most

    def _builds(self, state: _State, on: int, run: _Run) -> Iterator[tuple[_State, _Step]]:
        if run.size == self.rules.run_max:
            return
        for place in (run.low - 1, run.high + 1):
            # An ace that fits both ends goes high.
            if not 1 <= place <= _HIGH_ACE or (place == 1 and run.high == 13):
                continue
            face = _face(run.suit, place)
            for card in {face, _JOKER} & set(state.hand):
                joker = card == _JOKER
                if joker and not self._room(run):
                    continue
                up = place > run.high
                kinds = (*run.is_joker, joker) if up else (joker, *run.is_joker)
                longer = _Run(run.suit, run.low if up else place, kinds)
                hand = _without(state.hand, [card])
                step: _Step = (_BUILD, [], on, 0 if joker else 1 << face, place)
                owed = max(0, state.owed - joker)
                yield state.put(on, _Place(longer, built=True), hand, owed), step

    def _moves(
        self, state: _State, on: int, run: _Run, built: bool
    ) -> Iterator[tuple[_State, _Step]]:
        moved = []
        if run.is_joker[0] and run.high < _HIGH_ACE:
            higher = _Run(run.suit, run.low + 1, (*run.is_joker[1:], True))
            moved.append((higher, run.high + 1))
        if run.is_joker[-1] and run.low > 1:
            lower = _Run(run.suit, run.low - 1, (True, *run.is_joker[:-1]))
            moved.append((lower, run.low - 1))
        for new, to in moved:
            place = _Place(new, not built, built)
            yield state.put(on, place, state.hand, state.owed), (_MOVE, [], on, 0, to)

    def _run_claims(
        self, state: _State, on: int, run: _Run, built: bool
    ) -> Iterator[tuple[_State, _Step]]:
        for at, joker in enumerate(run.is_joker):
            face = _face(run.suit, run.low + at)
            if joker and face in state.hand:
                kinds = (*run.is_joker[:at], False, *run.is_joker[at + 1 :])
                hand = (*_without(state.hand, [face]), _JOKER)
                place = _Place(run._replace(is_joker=kinds), built=built)
                step: _Step = (_CLAIM, [], on, 1 << face, run.low + at)
                yield state.put(on, place, hand, state.owed + 1), step

    def _set_plays(self, state: _State, on: int, one: _Set) -> Iterator[tuple[_State, _Step]]:
        own = on >= len(self.own) or self.own[on]
        may_claim = not own or self.rules.set_joker_claim == "any"
        missing = [
            suit
            for suit in range(4)
            if suit not in one.suits and suit * 13 + one.rank in state.hand
        ]
        for more in range(1, len(missing) + 1):
            for suits in combinations(missing, more):
                # The set is full at four: naturals beyond displace its jokers (k7).
                freed = [more - 1]
                if more == 1 and self.rules.single_suit_release and one.jokers == 2:
                    freed.append(1)
                for jokers in freed:
                    if jokers and not may_claim:
                        continue
                    closed = more == 1 and jokers == 1
                    new = _Set(one.rank, one.suits | set(suits), one.jokers - jokers, closed)
                    faces = [suit * 13 + one.rank for suit in suits]
                    hand = (*_without(state.hand, faces), *[_JOKER] * jokers)
                    cards = sum(1 << face for face in faces)
                    step: _Step = (_CLAIM if jokers else _BUILD, [], on, cards, 0)
                    yield state.put(on, _Place(new), hand, state.owed + jokers), step
        if _JOKER in state.hand and self._room(one):
            place = _Place(one._replace(jokers=one.jokers + 1))
            hand = _without(state.hand, [_JOKER])
            yield state.put(on, place, hand, max(0, state.owed - 1)), (_BUILD, [], on, 0, 0)


class _Link(NamedTuple):
    """How a state was reached."""

    before: _State
    step: _Step
    after: _State  # the new melds not yet in order


def _all_states(turn: _Turn, hand: tuple[int, ...]) -> dict[_State, _Link | None]:
    """Every state that can be reached in the turn, each by as few moves as may be."""
    places = zip(turn.before, turn.built, strict=True)
    lies = tuple(_Place(meld, built=built) for meld, built in places)
    first = _State(hand, lies, owed=turn.owed)
    came: dict[_State, _Link | None] = {first: None}
    todo = deque([first])
    while todo:
        state = todo.popleft()
        for new, step in turn.after(state):
            there = new.in_order()
            if there not in came:
                came[there] = _Link(state, step, new)
                todo.append(there)
    return came


def kalooki_solve(
    hand: tuple[int, int, int],
    table: list[tuple[_Plain, bool, bool]],
    rules: KalookiRules,
    goal: int,
    down: bool,
    lay_only: bool,
    keep_one: bool,
    taken: int,
    must_use: bool,
    owed: int,
) -> tuple[Any, ...] | None:
    """The best plan, in plain numbers; None if no plan is allowed."""
    held = _cards(hand)
    if len(held) > _MOST_CARDS:
        raise WrongHandSize(
            f"a hand of {len(held)} cards: {_MOST_CARDS} are the most that are solved"
        )
    jokers = held.count(_JOKER) + sum(_meld(plain).jokers for plain, _, _ in table)
    if jokers > _JOKERS:
        raise RepeatedCard(
            f"{jokers} jokers in hand and on the table: {_JOKERS} are in the pack (k1)"
        )
    turn = _Turn(table, rules, down, lay_only, owed)

    def allowed(state: _State) -> bool:
        left = state.hand
        if must_use and left.count(taken) >= held.count(taken):
            return False
        if left == (taken,) and held.count(taken) == 1:
            return False
        if keep_one and not left:
            return False
        return turn.may_end(state) and not (lay_only and not turn.open(state))

    def points(state: _State) -> int:
        gained = sum(place.meld.points(rules) for place in state.laid)
        for now, before, own in zip(state.table, turn.before, turn.own, strict=True):
            if own or rules.build_credit != "owner":
                gained += now.meld.points(rules) - before.points(rules)
        return gained

    def rank(state: _State) -> tuple[Any, ...]:
        worth, left = -points(state), sum(_card_points(card, rules) for card in state.hand)
        cards = len(state.hand)
        best = ((worth, left, cards), (left, worth, cards), (cards, left, worth))[goal]
        changes = [
            (0,) if now.meld == before else (1, now.meld.order)
            for now, before in zip(state.table, turn.before, strict=True)
        ]
        groups = [(min(meld.faces), 0, meld.order) for meld, *_ in state.laid]
        groups += [(card, 1, ()) for card in state.hand if card != _JOKER]
        return best, changes, sorted(groups)

    came = _all_states(turn, held)
    last = min(filter(allowed, came), key=rank, default=None)
    if last is None:
        return None
    links: list[_Link] = []
    state = last
    while (link := came[state]) is not None:
        links.append(link)
        state = link.before
    opening, laid, steps = _numbered(turn, links[::-1])
    faces = Counter(last.hand)
    once, twice = (
        sum(1 << face for face, copies in faces.items() if face != _JOKER and copies >= least)
        for least in (1, 2)
    )
    return (
        laid,
        [place.meld.plain for place in last.table],
        (once, twice, faces[_JOKER]),
        points(last),
        sum(_card_points(card, rules) for card in last.hand),
        opening,
        steps,
    )


def _numbered(
    turn: _Turn, links: list[_Link]
) -> tuple[int, list[tuple[_Plain, _Plain, bool]], list[_Step]]:
    """Points of the opening, the melds laid (first, last, opens), and the moves, with melds
    numbered as they were laid. Those that open are laid in one move (k2)."""
    first: list[_Plain] = []
    opens = 0
    numbers: list[int] = []  # of the new melds, as they stand in the state
    last: dict[int, _Plain] = {}
    steps: list[_Step] = []
    for before, (kind, melds, on, cards, place), after in links:
        split = len(before.table)
        if kind == _LAY:
            numbers.append(len(first))
            first += melds
            if not turn.open(before):
                opens += 1
            else:
                steps.append((kind, melds, -1, 0, 0))
        else:
            known = on if on < split else split + numbers[on - split]
            steps.append((kind, [], known, cards, place))
        stand = sorted(zip(after.laid, numbers, strict=True), key=lambda pair: pair[0].order)
        numbers = [number for _, number in stand]
        last = {number: place.meld.plain for place, number in stand}
    if opens:
        steps.insert(0, (_LAY, first[:opens], -1, 0, 0))
    laid = [(plain, last[at], at < opens) for at, plain in enumerate(first)]
    return sum(_meld(plain).points(turn.rules) for plain in first[:opens]), laid, steps
