"""Each wrong input has its own exception that names the offending value."""

import numpy as np
import pytest

import ginrummy as gr

KNOCKER = "7c 7d 7h 2c 3c 4c Th Jh Qh Ts"  # 10 left
DEFENDER = "7s 5c 9s 9d 8d Kd Ks 6d Ah 3h"
TEN = "Ac 2d 3h 4s 6c 7d 8h 9s Jc Qd"
ELEVEN = TEN + " Kh"

TAKES_A_HAND = [
    lambda impl, hand: impl.deadwood(hand),
    lambda impl, hand: impl.melds(hand),
    lambda impl, hand: impl.is_meld(hand),
    lambda impl, hand: impl.arrange(hand),
    lambda impl, hand: impl.arrangements(hand),
    lambda impl, hand: impl.discards(hand),
    lambda impl, hand: impl.lay_down(hand),
    lambda impl, hand: impl.lay_down(TEN, seen=hand),
    lambda impl, hand: impl.lay_off([], hand),
    lambda impl, hand: impl.settle(hand, DEFENDER),
    lambda impl, hand: impl.settle(KNOCKER, hand),
    lambda impl, hand: impl.settle(KNOCKER, DEFENDER, seen=hand),
]
NO_HANDS = [
    (1.0, gr.NotAHand, "1.0"),
    (float("nan"), gr.NotAHand, "nan"),
    (True, gr.NotAHand, "True"),
    (False, gr.NotAHand, "False"),
    (None, gr.NotAHand, "None"),
    (b"7c 7d", gr.NotAHand, "7c 7d"),
    (gr.Card("7c"), gr.NotAHand, "7c"),
    (object, gr.NotAHand, "object"),
    (np.float64(3), gr.NotAHand, "3"),
    (np.array(7.0), gr.NotAHand, "7"),
    (np.array("7c"), gr.NotAHand, "7c"),
    (np.array([[1, 2], [3, 4]]), gr.InvalidCard, "1"),
    ([np.array([7])], gr.InvalidCard, "7"),
    (-1, gr.InvalidHand, "-1"),
    (1 << 52, gr.InvalidHand, str(1 << 52)),
    (1 << 64, gr.InvalidHand, str(1 << 64)),
    (-(1 << 70), gr.InvalidHand, "negative"),
    (1 << 5000, gr.InvalidHand, "5001 bits"),
    ("7c 7x", gr.InvalidCard, "7x"),
    ("7c7d", gr.InvalidCard, "7c7d"),
    (["7c", ""], gr.InvalidCard, "''"),
    (["7c", None], gr.InvalidCard, "None"),
    ([7, 52], gr.InvalidCard, "52"),
    ([1.5], gr.InvalidCard, "1.5"),
    ([True], gr.InvalidCard, "True"),
    ("7c 8c 7♣", gr.RepeatedCard, "7c"),
    ([3, 3], gr.RepeatedCard, "4c"),
]


@pytest.mark.parametrize("call", TAKES_A_HAND)
@pytest.mark.parametrize(("hand", "error", "named"), NO_HANDS)
def test_what_is_no_hand(impl, call, hand, error, named):
    with pytest.raises(error) as caught:
        call(impl, hand)
    assert type(caught.value) is error
    assert named in str(caught.value)


def test_errors_are_value_errors():
    for name in gr.__all__:
        thing = getattr(gr, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert issubclass(thing, gr.GinRummyError)
            assert issubclass(thing, ValueError)
    assert issubclass(gr.NotAHand, TypeError)


def check(impl, error, named, call):
    with pytest.raises(error) as caught:
        call(impl)
    assert type(caught.value) is error
    for name in named.split("/"):
        assert name in str(caught.value)


@pytest.mark.parametrize(
    ("named", "call"),
    [
        ("10 cards/11", lambda impl: impl.discards(TEN)),
        ("9 cards/10", lambda impl: impl.lay_down(TEN[3:])),
        ("11 cards/10", lambda impl: impl.lay_down(ELEVEN)),
        ("12 cards/10", lambda impl: impl.lay_down(ELEVEN + " Ks")),
        ("11 cards/10", lambda impl: impl.lay_off([], ELEVEN)),
        ("0 cards/10", lambda impl: impl.lay_off(["2c 3c 4c"], "")),
        ("9 cards/10", lambda impl: impl.settle(KNOCKER[3:], DEFENDER)),
        ("12 cards/10", lambda impl: impl.settle(KNOCKER + " Kc Qc", DEFENDER)),
        ("11 cards/10", lambda impl: impl.settle(KNOCKER + " Kc", DEFENDER)),
        ("9 cards/10", lambda impl: impl.settle(KNOCKER, DEFENDER[3:])),
        ("11 cards/10", lambda impl: impl.settle(KNOCKER + " Kc", DEFENDER, spread=[])),
        ("11 cards/10", lambda impl: impl.settle(KNOCKER, DEFENDER + " Kc")),
        ("9 cards/10", lambda impl: impl.lay_down(KNOCKER, against=DEFENDER[3:])),
        ("10 cards/7", lambda impl: impl.lay_down(KNOCKER, gr.Rules(hand_size=7))),
    ],
)
def test_wrong_size(impl, named, call):
    check(impl, gr.WrongHandSize, named, call)


@pytest.mark.parametrize(
    ("named", "call"),
    [
        ("Ts", lambda impl: impl.settle(KNOCKER, DEFENDER.replace("3h", "Ts"))),
        ("Ts", lambda impl: impl.lay_down(KNOCKER, against=DEFENDER.replace("3h", "Ts"))),
        ("3h", lambda impl: impl.lay_off(["2h 3h 4h"], DEFENDER)),
    ],
)
def test_card_in_both_hands(impl, named, call):
    check(impl, gr.SharedCard, named, call)


def settle_with(**choices):
    return lambda impl: impl.settle(KNOCKER, DEFENDER, **choices)


GIN = KNOCKER.replace("Ts", "Kh")
BIG = "9s 9d 9h 9c 5h 6c Kd Ks 6d Ah"
NINES = "9s 9d 9h 9c 5c 6c Kd Ks 6d Ah"


@pytest.mark.parametrize(
    ("error", "named", "call"),
    [
        # the spread
        (gr.InvalidMeld, "2c 3c", settle_with(spread=["2c 3c"])),
        (gr.InvalidMeld, "7c 7d", settle_with(spread=["7c 7d 7h Ts"])),
        (gr.InvalidMeld, "Ac Qc Kc", lambda impl: impl.lay_off(["Qc Kc Ac"], DEFENDER)),
        (gr.InvalidSpread, "2c", settle_with(spread=["2c 3c 4c", "2c 3c 4c"])),
        (gr.InvalidSpread, "5h 6h", settle_with(spread=["5h 6h 7h"])),
        (gr.InvalidSpread, "Kh", settle_with(spread=["Th Jh Qh Kh", "2c 3c 4c"])),
        (gr.InvalidSpread, "7h", lambda i: i.lay_off(["7c 7d 7h", "7h 8h 9h"], DEFENDER)),
        (gr.InvalidSpread, "5", settle_with(spread=5)),
        (gr.InvalidCard, "1c", settle_with(spread="1c 2c 3c")),
        (gr.IllegalKnock, "31/10", settle_with(spread=["Th Jh Qh", "2c 3c 4c"])),
        (gr.IllegalKnock, "70/10", settle_with(spread=[])),
        (gr.IllegalKnock, "10/5", settle_with(rules=gr.Rules(knock_limit=5))),
        (gr.IllegalKnock, "10/0", settle_with(rules=gr.Rules(knock_limit=0))),
        # Oklahoma
        (gr.IllegalKnock, "knock_card", settle_with(rules=gr.Rules(limit_source="upcard"))),
        (
            gr.IllegalKnock,
            "10/9",
            settle_with(rules=gr.Rules(limit_source="second_deck", deal="10_10"), knock_card="9s"),
        ),
        (gr.InvalidCard, "10", settle_with(knock_card="10")),
        (gr.InvalidCard, "1.5", settle_with(knock_card=1.5)),
        # gin and big gin
        (
            gr.IllegalKnock,
            "40",
            lambda i: i.settle(
                GIN,
                DEFENDER,
                gr.Rules(gin_forced=True, knock_limit=50),
                spread=[GIN[:8], GIN[9:17]],
            ),
        ),
        (gr.IllegalKnock, "big gin", lambda i: i.settle(GIN + " Ac", BIG, spread=[])),
        (gr.IllegalKnock, "big gin", lambda i: i.score(0, 5, gr.Rules(big_gin=None), big_gin=True)),
        (gr.IllegalKnock, "3", lambda i: i.score(3, 5, big_gin=True)),
        # layoffs
        (gr.InvalidLayoff, "8h", settle_with(layoff="8h")),
        (gr.InvalidLayoff, "7s", settle_with(layoff=["7s", "7s"])),
        (gr.InvalidLayoff, "9s", settle_with(layoff="9s")),
        (gr.InvalidLayoff, "7s", settle_with(layoff=[("7s", "2c 3c 4c")])),
        (gr.InvalidLayoff, "7s/3", settle_with(layoff=[("7s", 3)])),
        (gr.InvalidLayoff, "7s/-1", settle_with(layoff=[("7s", -1)])),
        (gr.InvalidLayoff, "7s/6d", settle_with(layoff=[("7s", "6d 7d 8d")])),
        (gr.InvalidLayoff, "7s", lambda i: i.settle(GIN, DEFENDER, layoff="7s")),
        (gr.InvalidLayoff, "pair", settle_with(layoff=[("7s", 0, 1)])),
        (gr.InvalidLayoff, "5", settle_with(layoff=5)),
        (
            gr.InvalidLayoff,
            "9s",
            lambda i: i.settle(KNOCKER, NINES, defender_melds=["9s 9d 9h"], layoff="9s"),
        ),
        (
            gr.InvalidLayoff,
            "6c",
            lambda i: i.settle(KNOCKER, NINES, gr.Rules(layoff_chain=False), layoff="5c 6c"),
        ),
        # the defender's melds
        (gr.InvalidMeld, "9d 9s", settle_with(defender_melds=["9d 9s"])),
        (gr.InvalidSpread, "9c 9h", settle_with(defender_melds=["9c 9d 9h 9s"])),
        (
            gr.InvalidSpread,
            "9d",
            lambda i: i.settle(KNOCKER, NINES, defender_melds=["9s 9d 9h", "9d 9c 9h"]),
        ),
        # the rest
        (
            gr.InvalidRules,
            "against",
            lambda i: i.lay_down(TEN, gr.Rules(auto_lay_down="best_against")),
        ),
        (gr.InvalidHand, "Kc", lambda i: i.discards(ELEVEN, taken="Kc")),
        (gr.InvalidCard, "Kx", lambda i: i.discards(ELEVEN, taken="Kx")),
        (gr.GinRummyError, "knocker_deadwood=-1", lambda i: i.score(-1, 5)),
        (gr.GinRummyError, "defender_deadwood=1.5", lambda i: i.score(1, 1.5)),
        (gr.GinRummyError, "knocker_deadwood=True", lambda i: i.score(True, 5)),
        (gr.GinRummyError, "multiplier=0", lambda i: i.score(1, 5, multiplier=0)),
        (gr.GinRummyError, "multiplier=101", lambda i: i.score(1, 5, multiplier=101)),
        (gr.GinRummyError, "knocker_deadwood=10000000", lambda i: i.score(10**7, 5)),
        (gr.GinRummyError, "big_gin='no'", lambda i: i.score(0, 5, big_gin="no")),
        (gr.InvalidSpread, "b'4c'", settle_with(spread=b"4c")),
    ],
)
def test_each_has_its_own_exception(impl, error, named, call):
    check(impl, error, named, call)


def test_a_layoff_brings_its_own_melds(impl):
    layoff = impl.settle(KNOCKER, NINES).layoff
    check(
        impl,
        gr.InvalidLayoff,
        "defender_melds",
        lambda i: i.settle(KNOCKER, NINES, layoff=layoff, defender_melds=[]),
    )


def test_unknown_implementation(run_python):
    done = run_python("import ginrummy", GINRUMMY_IMPLEMENTATION="rubbish")
    assert done.returncode != 0
    assert "'rubbish': 'core' or 'reference'" in done.stderr
    assert run_python("import ginrummy", GINRUMMY_IMPLEMENTATION="").returncode == 0
