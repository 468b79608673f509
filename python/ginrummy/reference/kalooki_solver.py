"""Kalooki's solver again, by trying everything (C51): every split of the hand into melds to
open, and every sequence of moves at the table for a turn.

It takes and gives the plain numbers of the core's solver. Only for hands and tables as
small as tests need: what is tried grows beyond all bounds.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RepeatedCard, WrongHandSize
from .kalooki_melds import (
    HIGH_ACE,
    JOKER,
    Meld,
    Plain,
    RunMeld,
    SetMeld,
    card_points,
    cards_of,
    face_at,
    meld_of,
    melds_of,
    without,
)

if TYPE_CHECKING:
    from ..table.rules import KalookiRules

__all__ = ["kalooki_melds", "kalooki_solve"]

_MOST_CARDS, _JOKERS = 32, 4
_LAY, _BUILD, _CLAIM, _MOVE = range(4)

_Step = tuple[int, list[Plain], int, int, int]


def kalooki_melds(hand: tuple[int, int, int], rules: KalookiRules) -> list[Plain]:
    """Every meld that cards of the hand can be laid as."""
    return [meld.plain for meld in melds_of(cards_of(hand), rules)]


class _Place(NamedTuple):
    """A meld on the table, and what the player has done to it: before he builds on a run he
    may move its jokers, and must then build; having built he may move them freely (k9)."""

    meld: Meld
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
        table: list[tuple[Plain, bool, bool]],
        rules: KalookiRules,
        down: bool,
        lay_only: bool,
        owed: int,
    ) -> None:
        self.before = tuple(meld_of(plain) for plain, _, _ in table)
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
            for meld in melds_of(state.hand, self.rules):
                yield self._lay(state, meld), (_LAY, [meld.plain], -1, 0, 0)
        if self.lay_only or not self.open(state):
            return
        for on, (meld, _, built) in enumerate(state.places):
            if must not in (None, on):
                continue
            if isinstance(meld, RunMeld):
                yield from self._builds(state, on, meld)
                if self.rules.move_joker:
                    yield from self._moves(state, on, meld, built)
                if must is None:
                    yield from self._run_claims(state, on, meld, built)
            elif meld.size == 3 and not meld.closed:
                yield from self._set_plays(state, on, meld)

    def _lay(self, state: _State, meld: Meld) -> _State:
        total = state.total if self.open(state) else state.total + meld.points(self.rules)
        owed = max(0, state.owed - meld.jokers)
        hand = without(state.hand, [*meld.faces, *[JOKER] * meld.jokers])
        return _State(hand, state.table, (*state.laid, _Place(meld)), total, owed)

    def _room(self, meld: Meld) -> bool:
        """Whether a joker may be added (k6)."""
        most = self.rules.max_jokers_per_meld
        return most is None or meld.jokers < most

    def _builds(self, state: _State, on: int, run: RunMeld) -> Iterator[tuple[_State, _Step]]:
        if run.size == self.rules.run_max:
            return
        for place in (run.low - 1, run.high + 1):
            # An ace that fits both ends goes high.
            if not 1 <= place <= HIGH_ACE or (place == 1 and run.high == 13):
                continue
            face = face_at(run.suit, place)
            for card in {face, JOKER} & set(state.hand):
                joker = card == JOKER
                if joker and not self._room(run):
                    continue
                up = place > run.high
                kinds = (*run.is_joker, joker) if up else (joker, *run.is_joker)
                longer = RunMeld(run.suit, run.low if up else place, kinds)
                hand = without(state.hand, [card])
                step: _Step = (_BUILD, [], on, 0 if joker else 1 << face, place)
                owed = max(0, state.owed - joker)
                yield state.put(on, _Place(longer, built=True), hand, owed), step

    def _moves(
        self, state: _State, on: int, run: RunMeld, built: bool
    ) -> Iterator[tuple[_State, _Step]]:
        moved = []
        if run.is_joker[0] and run.high < HIGH_ACE:
            higher = RunMeld(run.suit, run.low + 1, (*run.is_joker[1:], True))
            moved.append((higher, run.high + 1))
        if run.is_joker[-1] and run.low > 1:
            lower = RunMeld(run.suit, run.low - 1, (True, *run.is_joker[:-1]))
            moved.append((lower, run.low - 1))
        for new, to in moved:
            place = _Place(new, not built, built)
            yield state.put(on, place, state.hand, state.owed), (_MOVE, [], on, 0, to)

    def _run_claims(
        self, state: _State, on: int, run: RunMeld, built: bool
    ) -> Iterator[tuple[_State, _Step]]:
        for at, joker in enumerate(run.is_joker):
            face = face_at(run.suit, run.low + at)
            if joker and face in state.hand:
                kinds = (*run.is_joker[:at], False, *run.is_joker[at + 1 :])
                hand = (*without(state.hand, [face]), JOKER)
                place = _Place(run._replace(is_joker=kinds), built=built)
                step: _Step = (_CLAIM, [], on, 1 << face, run.low + at)
                yield state.put(on, place, hand, state.owed + 1), step

    def _set_plays(self, state: _State, on: int, one: SetMeld) -> Iterator[tuple[_State, _Step]]:
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
                    new = SetMeld(one.rank, one.suits | set(suits), one.jokers - jokers, closed)
                    faces = [suit * 13 + one.rank for suit in suits]
                    hand = (*without(state.hand, faces), *[JOKER] * jokers)
                    cards = sum(1 << face for face in faces)
                    step: _Step = (_CLAIM if jokers else _BUILD, [], on, cards, 0)
                    yield state.put(on, _Place(new), hand, state.owed + jokers), step
        if JOKER in state.hand and self._room(one):
            place = _Place(one._replace(jokers=one.jokers + 1))
            hand = without(state.hand, [JOKER])
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
    table: list[tuple[Plain, bool, bool]],
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
    held = cards_of(hand)
    if len(held) > _MOST_CARDS:
        raise WrongHandSize(
            f"a hand of {len(held)} cards: {_MOST_CARDS} are the most that are solved"
        )
    jokers = held.count(JOKER) + sum(meld_of(plain).jokers for plain, _, _ in table)
    if jokers > _JOKERS:
        raise RepeatedCard(
            f"{jokers} jokers in hand and on the table: {_JOKERS} are in the pack (k1)"
        )
    turn = _Turn(table, rules, down, lay_only, owed)
    # Cards in hand that may be the one taken: a freed joker is not.
    alike = held.count(taken)
    if taken == JOKER and not rules.keep_in_hand:
        alike -= owed

    def allowed(state: _State) -> bool:
        left = state.hand
        if must_use and left.count(taken) >= alike:
            return False
        if left == (taken,) and alike == 1:
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
        worth, left = -points(state), sum(card_points(card, rules) for card in state.hand)
        cards = len(state.hand)
        best = ((worth, left, cards), (left, worth, cards), (cards, left, worth))[goal]
        changes = [
            (0,) if now.meld == before else (1, now.meld.order)
            for now, before in zip(state.table, turn.before, strict=True)
        ]
        groups = [(min(meld.faces), 0, meld.order) for meld, *_ in state.laid]
        groups += [(card, 1, ()) for card in state.hand if card != JOKER]
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
        sum(1 << face for face, copies in faces.items() if face != JOKER and copies >= least)
        for least in (1, 2)
    )
    return (
        laid,
        [place.meld.plain for place in last.table],
        (once, twice, faces[JOKER]),
        points(last),
        sum(card_points(card, rules) for card in last.hand),
        opening,
        steps,
    )


def _numbered(
    turn: _Turn, links: list[_Link]
) -> tuple[int, list[tuple[Plain, Plain, bool]], list[_Step]]:
    """Points of the opening, the melds laid (first, last, opens), and the moves, with melds
    numbered as they were laid. Those that open are laid in one move (k2)."""
    first: list[Plain] = []
    opens = 0
    numbers: list[int] = []  # of the new melds, as they stand in the state
    last: dict[int, Plain] = {}
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
    return sum(meld_of(plain).points(turn.rules) for plain in first[:opens]), laid, steps
