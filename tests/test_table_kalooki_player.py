"""Kalooki's simple player: what it does at set positions, and whole rounds of it."""

import pytest

from ginrummy.table import KalookiRound, KalookiRules
from ginrummy.table.players import RandomTablePlayer, SimpleKalookiPlayer
from tables import kalooki
from test_table_selfplay import make_round, play_round

OPENING = "Tc Td Ts 7c 7d 7h"


def choice(round_, seed=1):
    return str(SimpleKalookiPlayer(seed).choose(round_.view(round_.turn)))


def turn(round_):
    """The moves with which the player ends its turn. Each is asked of another player: none
    has anything to remember."""
    seat, moves = round_.turn, []
    while round_.turn == seat and not round_.is_over:
        moves.append(choice(round_, len(moves)))
        round_.play(moves[-1])
    return moves


def test_it_opens_when_it_can():
    round_ = kalooki(f"{OPENING} 2c 9h", down=(False, True), other="2s")
    assert turn(round_) == ["lay 7c 7d 7h | Tc Td Ts", "discard 9h"]
    assert turn(kalooki("9c Tc Jc 7c 7d 7h 2s", down=(False, True), other="2s")) == ["discard 2s"]


def test_it_goes_out_when_it_can():
    """With the ace left it is out; with two twos and two threes less would count."""
    round_ = kalooki("2c 3c Ad 2d 3d 2h 3s", other="Kc")
    assert turn(round_) == ["lay 2c 2d 2h", "lay 3c 3d 3s", "discard Ad"]
    assert round_.is_over
    assert turn(kalooki("8h 9h Th", other="Kc")) == ["lay 8h 9h Th"]
    opened = kalooki(f"{OPENING} 6h", table=[(1, "3h 4h 5h")], down=(False, True), other="Kc")
    assert turn(opened) == ["lay 7c 7d 7h | Tc Td Ts", "build 6h on 1"]
    assert opened.result.outcome == "kalooki"


def test_it_uses_the_table():
    table = [(1, "5h JK=6h 7h"), (1, "8c 8d 8h")]
    round_ = kalooki("6h Kc Kd 8s 2c 4d 4s", table=table, other="2s")
    assert turn(round_) == ["claim 6h on 1", "build 8s on 2", "lay Kc Kd JK", "discard 2c"]
    moved = kalooki("9h 2c Kd 4s", table=[(1, "JK=5h 6h 7h")], other="2s")
    assert turn(moved)[:2] == ["joker on 1 high", "build 9h on 1"]
    after = kalooki("8h 2c Kd 4s", table=[(1, "JK=5h 6h 7h")], other="2s")
    assert turn(after)[:2] == ["build 8h on 1", "joker on 1 high"]


@pytest.mark.parametrize(
    ("hand", "table", "thrown"),
    [
        ("2c 2d 3c Kh", [], "Kh"),  # goes with nothing
        ("2c 2d 3c 9h 9s", [], "9h 9s"),  # two pairs and a neighbour: the nine counts more
        ("Kh 2s JK", [], "Kh"),
        ("Kh 2s 5c", [(1, "Th Jh Qh")], "5c"),  # only who is down builds: see below
        ("Ac 2c Kd", [], "Kd"),
        ("Ac Kc 7d", [], "7d"),  # an ace is next to a king as well
    ],
)
def test_it_throws_what_goes_least_with_the_rest(hand, table, thrown):
    round_ = kalooki(hand, table=table, down=(False, True), other="2h")
    assert {choice(round_, seed) for seed in range(8)} == {
        f"discard {card}" for card in thrown.split()
    }


@pytest.mark.parametrize(
    ("hand", "top", "options", "takes"),
    [
        ("9h Th 2c 4d", "Jh", {}, True),  # a meld to lay at once
        ("9h Th 2c 4d", "5s", {}, False),
        ("Kc Kd 3h 4s", "JK", {}, True),
        ("9h Th 2c 4d", "Jh", {"down": (False, True)}, True),  # a meld to keep
        ("9h Th Jh 4d", "Jc", {"down": (False, True)}, False),
        ("9h Th 2c 4d", "Jh", {"down": (False, True), "rules": "must_use"}, False),
        ("Tc Td 7c 7d 7h", "Ts", {"down": (False, True), "rules": "must_use"}, True),
    ],
)
def test_it_takes_what_it_can_use(hand, top, options, takes):
    if "rules" in options:
        options = options | {"rules": KalookiRules(pile_draw=options["rules"])}
    round_ = kalooki(hand, pile=top, phase="draw", other="2s", stock=20, **options)
    assert choice(round_) == ("take" if takes else "draw")


def test_it_meets_the_duties_of_a_turn():
    """A card that must be used is; nothing else can be done after a joker was moved."""
    rules = KalookiRules(pile_draw="must_use")
    round_ = kalooki(
        "Tc Td 7c 7d 7h 2c", pile="Ts", phase="draw", down=(False, True), rules=rules, stock=20
    )
    round_.play("take")
    assert turn(round_) == ["lay 7c 7d 7h | Tc Td Ts", "discard 2c"]
    round_ = kalooki("9h 2c 3c 4c Kd", table=[(1, "JK=5h 6h 7h")], other="2s")
    round_.play("joker on 1 high")
    assert choice(round_) == "build 9h on 1"
    round_ = kalooki("6h 2c 3c 4c Kd", table=[(1, "5h JK=6h 7h")], other="2s")
    round_.play("claim 6h on 1")
    assert turn(round_) == ["lay JK=Ac 2c 3c 4c", "discard Kd"]


def test_rounds_under_any_rules():
    """Whole rounds, each step booked by a naive bookkeeper."""
    for seed in range(40):
        round_, _ = make_round(KalookiRound, seed, default=seed % 2 == 0)
        players = [SimpleKalookiPlayer(seat) for seat in range(round_.players)]
        assert play_round(round_, players).outcome != "capped"


def test_it_beats_a_player_that_chooses_at_random():
    won = 0
    for seed in range(12):
        round_ = KalookiRound(seed=seed, players=2, dealer=seed % 2)
        players = [SimpleKalookiPlayer(seed), RandomTablePlayer(seed)]
        won += play_round(round_, players).scores[0] > 0
    assert won >= 9


def test_the_same_seed_plays_the_same():
    rounds = []
    for _ in range(2):
        round_ = KalookiRound(seed=3, players=3)
        play_round(round_, [SimpleKalookiPlayer(seat) for seat in range(3)])
        rounds.append(round_)
    assert rounds[0] == rounds[1]
