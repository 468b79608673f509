"""Players: legal moves only, and the baseline's habits."""

import pytest

import ginrummy as gr
from ginrummy.moves import DRAW, PASS, TAKE, discard, knock
from ginrummy.players import RandomPlayer, SimplePlayer

PARTY = gr.Rules(party=gr.PartyRules(), limit_source="upcard", max_turns=100)
RULES = {
    "standard": gr.Rules(max_turns=100),
    "manual": gr.Rules(max_turns=100, showdown="manual", layoff_on_gin=True),
    "manual wrap": gr.Rules(max_turns=100, showdown="manual", run_mode="wrap"),
    "fiftieth": gr.Rules(max_turns=100, wall="fiftieth_card", gin_forced=True),
    "play on": gr.Rules(max_turns=100, wall="play_on", over_limit="accept_or_refuse"),
    "party": PARTY,
    "party manual": PARTY.replace(showdown="manual"),
}


def play(rules, players, seed, seats=2):
    round_ = gr.Round(rules, seed=seed, players=seats)
    while not round_.is_over:
        round_.play(players[round_.turn].choose(round_.view(round_.turn)))
    return round_


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("kind", [RandomPlayer, SimplePlayer])
def test_they_play_to_the_end(name, kind):
    rules = RULES[name]
    for seed in range(15):
        seats = 2 + seed % 3 if rules.party else 2
        players = [kind(seat) for seat in range(seats)]
        round_ = play(rules, players, seed, seats)
        assert round_.result is not None
        again = play(rules, [kind(seat) for seat in range(seats)], seed, seats)
        assert again == round_


def test_simple_beats_random():
    won = 0
    for seed in range(60):
        result = play(gr.Rules(), [SimplePlayer(1), RandomPlayer(2)], seed).result
        won += result.scores[0] - result.scores[1]
    assert won > 500


def test_manual_showdown_reaches_the_automatic_result():
    """Laying down and off by moves, the baseline gets what the engine would choose."""
    compared = 0
    for seed in range(80):
        manual = play(gr.Rules(showdown="manual"), [SimplePlayer(1), SimplePlayer(2)], seed)
        auto = gr.Round(gr.Rules(), seed=seed)
        for move in manual.history:
            if not auto.is_over:
                auto.play(move)
        assert auto.result.scores == manual.result.scores
        assert auto.result.outcome == manual.result.outcome
        compared += auto.result.spread is not None
    assert compared > 50


LAID = {
    "gin without layoffs": gr.Rules(misdeal="off", knock_limit=0),
    "gin with layoffs": gr.Rules(knock_limit=30, layoff_on_gin=True),
    "no chains": gr.Rules(knock_limit=30, layoff_chain=False),
    "no layoffs": gr.Rules(knock_limit=30, layoffs=False),
    "known hands": gr.Rules(knock_limit=20, auto_lay_down="min_then_canonical"),
    "in turn": PARTY.replace(party=gr.PartyRules(layoff_order="turn"), limit_source="fixed"),
    "apart": PARTY.replace(limit_source="fixed", run_mode="wrap"),
}


@pytest.mark.parametrize("name", LAID)
def test_laying_by_hand_is_as_good_as_the_engine(name):
    """b7, c4, q6: the same scores as an automatic showdown of the same moves."""
    rules = LAID[name].replace(max_turns=150)
    settled = 0
    for seed in range(120 if rules.party else 60):
        seats = 2 + seed % 3 if rules.party else 2
        players = [SimplePlayer(seat) for seat in range(seats)]
        manual = play(rules.replace(showdown="manual"), players, seed, seats)
        auto = gr.Round(rules, seed=seed, players=seats)
        for move in manual.history:
            if not auto.is_over:
                auto.play(move)
        assert manual.result.scores == auto.result.scores
        settled += manual.result.spread is not None
    assert settled > 10


def test_best_against_is_played_without_knowing():
    rules = gr.Rules(showdown="manual", auto_lay_down="best_against", max_turns=100)
    for seed in range(10):
        assert play(rules, [SimplePlayer(1), SimplePlayer(2)], seed).result is not None


def deal(hand, other, upcard, stock):
    """A round whose non-dealer, seat 1, holds the hand and is offered the upcard."""
    first, second = list(gr.Hand(hand)), list(gr.Hand(other))
    top = [card for pair in zip(first, second, strict=True) for card in pair]
    top += [gr.Card(upcard), *map(gr.Card, stock.split())]
    return gr.Round(deck=top + [card for card in gr.Hand((1 << 52) - 1) if card not in top])


HAND, OTHER = "7c 7d 2h 3h 9s Jd Kc 5c Qh Ts", "4c 6c 8d 9d Ah 5h 2s 4s Kd Jc"


def test_simple_takes_only_what_melds():
    for upcard, wanted in (("7h", True), ("4h", True), ("Jh", False), ("2c", False)):
        round_ = deal(HAND, OTHER, upcard, "3d")
        move = SimplePlayer(0).choose(round_.view(1))
        assert move == (TAKE if wanted else PASS), upcard
    round_ = deal(HAND, OTHER, "Jh", "3d")
    round_.play(PASS)
    round_.play(PASS)
    assert SimplePlayer(0).choose(round_.view(1)) == DRAW


def test_simple_throws_the_least_deadwood_and_knocks_at_once():
    round_ = deal(HAND, OTHER, "7h", "3d")
    round_.play(TAKE)
    assert SimplePlayer(0).choose(round_.view(1)) in {discard(c) for c in ("Kc", "Jd", "Qh", "Ts")}
    ready = deal("7c 7d 2h 3h 4h Jd Jc Js 5c Qh", OTHER.replace("Jc", "Ks"), "7h", "3d")
    ready.play(TAKE)
    assert SimplePlayer(0).choose(ready.view(1)) == knock("Qh")


def test_simple_does_not_repeat_a_pair():
    """Two of them finish every round without a turn limit."""
    for seed in range(200):
        assert play(gr.Rules(), [SimplePlayer(1), SimplePlayer(2)], seed).turns < 200
