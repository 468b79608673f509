"""Kalooki's solver against its naive twin, and its plans against the round's own rules."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy import _core
from ginrummy.reference import kalooki_solver
from ginrummy.table import KalookiRules, TableHand, solver
from ginrummy.table.solver import Goal, OnTable, best_opening, best_turn, hand_melds
from kalooki_hands import JOKER, dealt, some_turn
from tables import kalooki, play


def both(call, *args, **options):
    """What the core gives and what the twin gives."""
    found = []
    for backend in (_core, kalooki_solver):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solver, "_backend", backend)
            found.append(call(*args, **options))
    return found


def outcome(plan):
    """All but the order of the moves, and which melds they call the opening: of several
    ways to the same table each may take its own."""
    if plan is None:
        return None
    laid = sorted(map(str, plan.laid))
    return plan.points, plan.points_left, plan.left, plan.table, laid, bool(plan.opening)


def check_playable(plan, hand, table, rules, down):
    """The round takes every move of the plan, and the table is then as the plan foretells."""
    at = [(0 if one.own else 1, one.meld) for one in table]
    round_ = kalooki(hand, table=at, rules=rules, down=(down, True))
    closed = [one.closed for one in table]
    round_._state = round_.state._replace(
        table=tuple(
            laid._replace(closed=shut) for laid, shut in zip(round_.table, closed, strict=True)
        ),
        built_now=tuple(on for on, one in enumerate(table) if one.built),
    )
    play(round_, *plan.moves)
    now = [(laid.meld, laid.closed) for laid in round_.table]
    assert now[: len(table)] == [(one.meld, one.closed) for one in plan.table]
    assert sorted(str(meld) for meld, _ in now[len(table) :]) == sorted(map(str, plan.laid))
    assert round_.hand(0) == plan.left
    assert round_.is_over is (len(plan.left) == 0)


def check_turns(seed, count, sizes):
    rng = random.Random(seed)
    for _ in range(count):
        hand, table, rules, options = some_turn(rng, sizes)
        if rng.random() < 0.15:
            options = {name: options[name] for name in options if name not in ("down", "owed")}
            ours, theirs = both(best_opening, hand, rules, **options)
            assert outcome(ours) == outcome(theirs), (hand, rules, options)
            continue
        ours, theirs = both(best_turn, hand, table, rules, **options)
        assert outcome(ours) == outcome(theirs), (hand, table, rules, options)
        for plan in (ours, theirs):
            if plan is not None and plan.moves and "owed" not in options:
                check_playable(plan, hand, table, rules, options["down"])


@pytest.mark.parametrize("sizes", [(1, 2, 3), (3, 4), (5,), (6,)])
def test_turns(sizes):
    check_turns(sum(sizes), 400, sizes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_many_turns(seed):
    check_turns(100 + seed, 5_000, (1, 2, 3, 4, 5, 6))
    check_turns(200 + seed, 150, (7, 8, 9, 10))


@pytest.mark.parametrize("goal", Goal)
def test_openings_of_thirteen_and_fourteen_cards(goal):
    rng = random.Random(5)
    opened = 0
    for size, jokers in ((13, 0), (13, 1), (14, 1), (14, 2)):
        for _ in range(4):
            hand = dealt(rng, size, jokers)
            ours, theirs = both(best_opening, hand, goal=goal)
            assert outcome(ours) == outcome(theirs), hand
            opened += ours is not None
    assert opened


def test_melds_of_random_hands():
    rng = random.Random(6)
    for _ in range(60):
        hand, _, rules, _ = some_turn(rng, (4, 6, 8, 10))
        ours, theirs = both(hand_melds, hand, rules)
        assert ours == theirs, (hand, rules)


def test_options_are_those_of_the_rules():
    rules = KalookiRules()
    for name, default in _core.kalooki_options():
        value = getattr(rules, name)
        if name == "max_jokers_per_meld":
            assert (value, default) == (None, 4)  # no bound; the pack has four
        elif isinstance(value, str):
            assert (value, default) in (("opponents", 0), ("builder", 0))
        else:
            assert value == default, name


RUN = [OnTable(meld) for meld in hand_melds("6h 7h 8h")]
LIES = [slot.face.face for slot in RUN[0].meld]


def in_two_packs(cards):
    cards = [*cards, *LIES]
    return all(cards.count(card) <= (4 if card == JOKER else 2) for card in cards)


cards_of_hands = st.lists(st.integers(0, JOKER), min_size=1, max_size=14).filter(in_two_packs)


@settings(max_examples=150)
@given(cards=cards_of_hands, down=st.booleans())
def test_one_more_card_never_lays_less(cards, down):
    """Properties of the answer, for hands too big for the twin."""
    less = best_turn(TableHand(cards[:-1]), RUN, down=down)
    plus = best_turn(TableHand(cards), RUN, down=down)
    assert less.points <= plus.points
    least = best_turn(TableHand(cards), RUN, down=down, goal="left")
    assert least.points_left <= plus.points_left
    assert least.points <= plus.points
    assert best_turn(TableHand(cards), RUN, down=False).points <= plus.points


@settings(max_examples=100)
@given(cards=cards_of_hands, goal=st.sampled_from(Goal))
def test_plans_of_whole_hands_can_be_played(cards, goal):
    hand = TableHand(cards)
    for down in (True, False):
        plan = best_turn(hand, RUN, down=down, goal=goal)
        if plan.moves:
            check_playable(plan, hand, RUN, KalookiRules(), down)
