"""Kalooki's solver by examples: each rule that it must know, on both implementations."""

import pytest

import ginrummy as gr
from ginrummy import _core
from ginrummy.reference import kalooki_solver
from ginrummy.table import KalookiRules, TableHand, TableMeld, solver
from ginrummy.table.solver import Goal, OnTable, best_opening, best_turn, hand_melds, way_out
from sampling import cases
from tables import kalooki, melds, play

BACKENDS = {"core": _core, "reference": kalooki_solver}


@pytest.fixture(params=BACKENDS, autouse=True)
def backend(request, monkeypatch):
    monkeypatch.setattr(solver, "_backend", BACKENDS[request.param])


def rules(**changes):
    return KalookiRules(**changes)


def moves(plan):
    return [str(move) for move in plan.moves]


def test_every_meld_of_a_hand():
    found = list(map(str, hand_melds("8c 8d 8d 8h 9c JK")))
    assert found == [
        "8c 8d JK",
        "8c 8h JK",
        "8d 8h JK",
        "8c 8d 8h",
        "8c 8d 8h JK",
        "JK=7c 8c 9c",
        "8c 9c JK=Tc",
    ]


@pytest.mark.parametrize(
    ("hand", "changes", "count"),
    [
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", {}, 77),  # 12 lows of three, ... 2 of thirteen
        ("Ac Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", {}, 77),
        ("Ac Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", {"run_max": 14}, 78),
        ("8c 8d 8h 8s", {}, 5),
        ("8c JK JK", {}, 4),  # a set; a run from 6, 7 or 8
        ("8c JK JK", {"min_naturals": 2}, 0),
        ("8c JK JK", {"max_jokers_per_meld": 1}, 0),
        ("Ac JK JK", {}, 3),  # a set, ace low, ace high
        ("JK JK JK JK", {}, 0),  # k6
        ("", {}, 0),
    ],
)
def test_how_many_melds_there_are(hand, changes, count):
    assert len(hand_melds(hand, rules(**changes))) == count


@pytest.mark.parametrize(
    ("given", "expected"),
    [pytest.param(c["input"], c["expected"], id=c["id"]) for c in cases("kalooki_initial")],
)
def test_openings_of_the_cases(given, expected):
    hand = TableHand(" ".join(given["melds"]))
    plan = best_opening(hand, rules(ace_low_value=given["ace_low_value"]))
    if expected["legal"]:
        assert plan is not None
        assert 51 <= plan.opening_points <= plan.points
        assert plan.points >= expected["best_value"]
    elif expected["best_value"] is not None:
        assert plan is None


def test_exactly_51_opens_and_50_does_not():
    plan = best_opening("Tc Td Ts 7c 7d 7h 2c")
    assert moves(plan) == ["lay 7c 7d 7h | Tc Td Ts"]
    assert (plan.points, plan.points_left, str(plan.left)) == (51, 2, "2c")
    assert best_opening("9c Tc Jc 7c 7d 7h 2c") is None
    assert best_opening("9c Tc Jc 7c 7d 7h 2c", rules(initial=50)).points == 50


def test_most_points_and_fewest_left_are_two_goals():
    """Jokers held count 25: laid as low cards they are away; as high cards they count."""
    hand = "Tc Td Ts Th 9c 9d 9s 2h 2d JK"
    most = best_opening(hand, goal="points")
    assert moves(most) == ["lay 9c 9d 9s JK | Tc Td Th Ts"]
    assert (most.points, most.points_left) == (76, 4)
    least = best_opening(hand, goal=Goal.LEFT)
    assert moves(least) == ["lay 2d 2h JK | 9c 9d 9s | Tc Td Th Ts"]
    assert (least.points, least.points_left) == (73, 0)


def test_fewest_cards_is_a_goal_of_its_own():
    """An ace left counts more than two twos and two threes; but it can be thrown (k12)."""
    hand = "2c 3c Ad 2d 3d 2h 3s"
    plan = best_turn(hand, [], down=True, goal="left")
    assert (plan.points_left, str(plan.left)) == (10, "2c 3c 2h 3s")
    plan = best_turn(hand, [], down=True, goal="cards")
    assert (plan.points_left, str(plan.left)) == (11, "Ad")
    assert way_out(hand, [], down=True) == plan


def test_equal_plans_are_told_apart_by_order():
    """Either set can have the joker: the first by order gets it; twins of a card as well."""
    plan = best_turn("8c 8d 8h 6c 6d 6h", [], down=True, goal="left")
    assert moves(plan) == ["lay 6c 6d 6h", "lay 8c 8d 8h"]
    plan = best_turn("9h", ["6h 7h 8h", "Th Jh Qh"], down=True)
    assert moves(plan) == ["build 9h on 2"]  # the first meld stays as it is
    plan = best_turn("8c 8c 8d 8d 8h 8s", [], down=True)
    assert moves(plan) == ["lay 8c 8d 8h", "lay 8c 8d 8s"]
    assert moves(best_turn("9h JK JK", [], down=True)) == ["lay 9h JK=Th JK=Jh"]


def test_a_card_can_be_kept_to_throw():
    hand = "Tc Td Ts 7c 7d 7h"
    assert len(best_opening(hand).left) == 0
    assert best_opening(hand, keep_one=True) is None  # one more must be laid than can be
    plan = best_opening(f"{hand} 7s", keep_one=True)
    assert str(plan.left) == "7s"
    assert len(best_turn(hand, [], down=True, keep_one=True).left) == 3


def test_ways_out():
    """With and without a last throw (k12)."""
    assert moves(way_out("8h 9h Th", [], down=True)) == ["lay 8h 9h Th"]
    assert str(way_out("8h 9h Th 2c", [], down=True).left) == "2c"
    assert way_out("8h 9h Th 2c 4d", [], down=True) is None
    assert way_out("8h 9h Th", [], down=False) is None  # 27 do not open
    assert str(way_out("8h 9h Th Jh", [], down=True, keep_one=True).left) == "8h"
    assert way_out("8h 9h Th", [], down=True, keep_one=True) is None
    # The card just taken is not thrown (k11): with another of its kind it can be.
    assert way_out("8h 9h Th 2c", [], down=True, taken="2c") is None
    assert way_out("8h 9h Th 8h", [], down=True, taken="8h") is not None
    assert str(way_out("8h 9h Th Jh 2c", ["3c 4c 5c"], down=True, taken="2c").left) == ""


def test_the_card_taken_must_be_used():
    hand = "7c 7d 7h 8c 9c 2s"
    free = best_turn(hand, [], down=True, taken="7h")
    assert moves(free) == ["lay 7c 8c 9c"]
    bound = best_turn(hand, [], down=True, taken="7h", must_use=True)
    assert moves(bound) == ["lay 7c 7d 7h"]
    assert best_turn(hand, [], down=True, taken="2s", must_use=True) is None
    assert best_turn("2s 9c", ["3s 4s 5s"], down=False, taken="2s", must_use=True) is None
    assert best_opening("Tc Td Ts 7c 7d 7h 2c", taken="2c", must_use=True) is None
    # One of two alike is enough.
    both = best_turn("7c 7c 8c 9c", [], down=True, taken="7c", must_use=True)
    assert str(both.left) == "7c"


def test_builds_in_chains_at_both_ends():
    plan = best_turn("5h 9h Th Kc 8s", ["6h 7h 8h", "8c 8d 8h"], down=True)
    assert str(plan.left) == "Kc"
    assert [str(one.meld) for one in plan.table] == ["5h 6h 7h 8h 9h Th", "8c 8d 8h 8s"]
    assert plan.points == 32
    assert len(best_turn("5h", ["6h 7h 8h"], down=False).moves) == 0  # k10: not down


def test_builds_follow_the_opening_and_do_not_count_to_it():
    hand, table = "Tc Td Ts 7c 7d 7h 6h", ["3h 4h 5h"]
    plan = best_turn(hand, table, down=False)
    assert moves(plan) == ["lay 7c 7d 7h | Tc Td Ts", "build 6h on 1"]
    assert (plan.opening_points, plan.points) == (51, 57)
    # The seven of hearts is needed to open, though it could be built too.
    hand = "Tc Td Ts 7c 7d 7h 8h"
    plan = best_turn(hand, ["4h 5h 6h"], down=False, goal="left")
    assert moves(plan) == ["lay 7c 7d 7h | Tc Td Ts"]
    assert moves(best_turn("9c Tc Jc 7c 7d 7h 6h", ["3h 4h 5h"], down=False)) == []


def test_a_joker_of_a_run_is_claimed_and_played():
    plan = best_turn("6h Kc Kd", ["5h JK=6h 7h"], down=True)
    assert moves(plan) == ["claim 6h on 1", "lay Kc Kd JK"]
    assert (plan.points, str(plan.left)) == (30, "")
    # It must be played in the same turn, unless the rules let it stay (k8).
    assert moves(best_turn("9c", ["8c JK=9c Tc"], down=True)) == [
        "claim 9c on 1",
        "build JK=Jc on 1",
    ]
    full = ["Ac 2c 3c 4c JK=5c 6c 7c 8c 9c Tc Jc Qc Kc"]
    assert moves(best_turn("5c 2d", full, down=True)) == []
    kept = best_turn("5c 2d", full, rules(keep_in_hand=True, joker_value=0), down=True, goal="left")
    assert moves(kept) == ["claim 5c on 1"]
    assert str(kept.left) == "2d JK"


def test_jokers_of_a_set():
    """k7: naturals beyond four free jokers; one alone seals; the owner claims by option."""
    hand, table = "8d 8h 8s Kc Kd Qc Qd", ["8c JK JK"]
    assert moves(best_turn(hand, table, down=True, goal="left"))[0] == "claim 8d 8h 8s on 1"
    assert moves(best_turn("8d", table, down=True)) == ["build 8d on 1"]
    own = [OnTable(TableMeld("8c JK JK"), own=True)]
    assert "claim" not in " ".join(moves(best_turn(hand, own, down=True)))
    anybody = rules(set_joker_claim="any")
    assert moves(best_turn(hand, own, anybody, down=True, goal="left"))[0].startswith("claim")
    released = best_turn("8d Kc Kd", table, rules(single_suit_release=True), down=True, goal="left")
    assert moves(released) == ["claim 8d on 1", "lay Kc Kd JK"]
    assert released.table == (OnTable(TableMeld("8c 8d JK"), closed=True),)
    assert best_turn("8h", released.table, down=True).moves == ()  # closed
    assert best_turn("8h", ["8c 8d JK JK"], down=True).moves == ()  # sealed


def test_a_joker_is_moved_to_build():
    """k9: nine fits when the joker goes to the other end; five when it comes to the low one."""
    table = ["JK=5h 6h 7h"]
    plan = best_turn("9h", table, down=True)
    assert moves(plan) == ["joker on 1 high", "build 9h on 1"]
    assert str(plan.table[0].meld) == "6h 7h JK=8h 9h"
    assert best_turn("9h", table, rules(move_joker=False), down=True).moves == ()
    plan = best_turn("8h 2c", table, down=True)
    assert moves(plan) == ["build 8h on 1", "joker on 1 high"]
    assert str(plan.table[0].meld) == "6h 7h 8h JK=9h"
    # With the last card the hand ends: no joker is moved after it.
    assert moves(best_turn("8h", table, down=True)) == ["build 8h on 1"]
    plan = best_turn("Ah", ["Qh Kh JK=Ah"], down=True)  # or claimed, and the joker built
    assert str(plan.table[0].meld) == "JK=Jh Qh Kh Ah"


def test_in_the_middle_of_a_turn():
    """What was freed must be played; a run that was built on may have its jokers moved."""
    built = OnTable(TableMeld("JK=5h 6h 7h 8h"), built=True)
    assert moves(best_turn("2c", [built], down=True)) == ["joker on 1 high"]
    assert moves(best_turn("2c", [built.meld], down=True)) == []
    plan = best_turn("Kc Kd 2c JK", ["3d 4d 5d"], rules(joker_value=0), down=True, owed=1)
    assert moves(plan) == ["lay Kc Kd JK"]
    assert best_turn("Kc 2c JK", [], down=True, owed=1) is None


def test_a_freed_joker_is_not_the_one_taken():
    """One joker freed and one taken: the freed one must be played (k8), the other may not be
    thrown (a7), or must be played too (k11)."""
    run = "4s 5s 6s"
    two = rules(min_naturals=2)
    one = best_turn("Kc JK JK", [run], two, down=True, owed=1, taken="JK", goal="left")
    assert (one.points_left, one.left) == (10, TableHand("Kc"))
    option = rules(joker_value=0, max_jokers_per_meld=1)
    one = best_turn("Kc JK JK", [run], option, down=True, owed=1, taken="JK")
    assert one.left == TableHand("Kc JK")
    # With one place for a joker the other one would be all that is left to throw.
    assert best_turn("JK JK", [run], option, down=True, owed=1, taken="JK") is None
    assert best_turn("JK JK", [run], option, down=True, owed=1).left == TableHand("JK")
    use = {"down": True, "owed": 1, "taken": "JK", "must_use": True}
    assert best_turn("Kc JK JK", [run], option, **use) is None
    assert best_turn("Kc JK JK", [run, "8c 8d 8h"], option, **use).left == TableHand("Kc")


def test_a_joker_opens_as_an_ace_and_is_moved_later():
    """A 2 3 counts 16 and 2 3 4 5 only 14: the opening needs the ace."""
    hand = "2h 3h 5h JK Qc Qd Qs 5c"
    exact = rules(initial=46)
    plan = best_turn(hand, [], exact, down=False, goal="left")
    assert moves(plan) == ["lay Qc Qd Qs | JK=Ah 2h 3h", "joker on 2 high", "build 5h on 2"]
    assert plan.opening_points == 46
    assert str(plan.laid[1]) == "2h 3h JK=4h 5h"
    assert best_opening(hand, exact, goal="left").points_left == 10


def test_a_freed_joker_joins_an_opening_meld():
    """It cannot help to open, but it can go on what opened; aces count most."""
    plan = best_turn("Tc Td Ts 7c 7d 7h 3c", ["2c JK=3c 4c"], down=False)
    assert moves(plan) == ["lay 7c 7d 7h | Tc Td Ts", "claim 3c on 1", "build JK=Ac on 1"]
    assert plan.opening_points == 51
    assert best_turn("Tc Td Ts 7c 7d 3c", ["2c JK=3c 4c"], down=False).moves == ()


def test_credit_of_builds():
    """Where builds count for the owner of the meld, they are worth nothing to others (k13)."""
    table = [OnTable(TableMeld("6h 7h 8h")), OnTable(TableMeld("Th Jh Qh"), own=True)]
    assert moves(best_turn("9h", table, rules(build_credit="owner"), down=True)) == [
        "build 9h on 2"
    ]
    plan = best_turn("5h", table, rules(build_credit="owner"), down=True)
    assert (plan.points, moves(plan)) == (0, ["build 5h on 1"])


def test_an_ace_that_fits_both_ends_goes_high():
    run = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    for changes in ({}, {"ace_low_value": 1}, {"run_max": 14}):
        plan = best_turn("Ah", [run], rules(**changes), down=True)
        assert str(plan.table[0].meld) == f"{run} Ah"
    both = best_turn("Ah Ah", [run], rules(run_max=14), down=True)
    assert str(both.table[0].meld) == f"Ah {run} Ah"


@pytest.mark.parametrize(
    ("hand", "table", "options"),
    [
        ("5h 9h Th Kc 8s", ["6h 7h 8h", "8c 8d 8h"], {}),
        ("6h Kc Kd 2c", ["5h JK=6h 7h"], {}),
        ("9h", ["JK=5h 6h 7h"], {}),
        ("8h 2c", ["JK=5h 6h 7h"], {}),
        ("8d 8h 8s Kc Kd Qc Qd 2c", ["8c JK JK"], {}),
        ("2h 3h 5h JK Qc Qd Qs 5c", [], {"initial": 46}),
        ("Tc Td Ts 7c 7d 7h 3c", ["2c JK=3c 4c"], {}),
    ],
)
@pytest.mark.parametrize("down", [True, False])
def test_the_moves_can_be_played(hand, table, options, down):
    """The round's own rules take every move of the plan, and the table is as foretold."""
    changed = rules(**options)
    plan = best_turn(hand, table, changed, down=down, goal="left")
    at = [(1, meld) for meld in table]
    round_ = kalooki(hand, table=at, rules=changed, down=(down, True), other="2s 3d")
    play(round_, *plan.moves)
    assert melds(round_)[: len(table)] == [str(one.meld) for one in plan.table]
    assert sorted(melds(round_)[len(table) :]) == sorted(map(str, plan.laid))
    assert round_.hand(0) == plan.left


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: best_opening("8c 8c 8c"), gr.RepeatedCard, "8c stands 3 times"),
        (lambda: best_opening("8c xx"), gr.InvalidCard, "xx"),
        (lambda: best_opening(None), gr.NotAHand, "None"),
        (lambda: best_opening("8c", gr.Rules()), gr.InvalidRules, "not KalookiRules"),
        (lambda: best_opening("8c", goal="most"), gr.InvalidRules, "'most'.*points, left, cards"),
        (lambda: best_opening("8c", taken="9c"), gr.InvalidHand, "9c was taken"),
        (lambda: best_opening("8c", must_use=True), gr.InvalidHand, "must_use"),
        (lambda: best_turn("8c 8c", ["8c 8d 8h"], down=True), gr.RepeatedCard, "8c is 3 times"),
        (lambda: best_turn("JK JK JK", ["8c JK JK"], down=True), gr.RepeatedCard, "JK is 5"),
        (lambda: best_turn("2c JK", [], down=True, owed=2), gr.InvalidHand, "owed=2.*1 joker"),
        (
            lambda: best_turn("2c JK", [], down=True, owed=1, taken="JK"),
            gr.InvalidHand,
            "owed=1: the joker taken is none of those freed",
        ),
        (
            lambda: best_turn("2c", [OnTable(TableMeld("6h 7h 8h"), built=True)], down=False),
            gr.InvalidMeld,
            "not down",
        ),
        (lambda: best_turn("2c", ["8c 8d"], down=True), gr.InvalidMeld, "8c 8d"),
        (
            lambda: best_turn("2c", ["8c JK JK"], rules(min_naturals=2), down=True),
            gr.InvalidMeld,
            "at least 2",
        ),
        (
            lambda: best_opening(TableHand.from_masks(2**17 - 1, 2**17 - 1, 0)),
            gr.WrongHandSize,
            "34",
        ),
    ],
)
def test_bad_input(call, error, words):
    with pytest.raises(error, match=words):
        call()
