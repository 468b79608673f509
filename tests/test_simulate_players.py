"""The built-in players of simulations keep to their habits, seen through public functions."""

from collections import Counter

import pytest

import ginrummy as gr
from ginrummy.moves import BIG_GIN, CLAIM, DRAW, PASS, TAKE, discard, knock
from simulations import PARTY

RULES = {
    "standard": gr.Rules(),
    "tedesco": gr.find_variant("tedesco").rules,
    "gamecolony": gr.find_variant("gamecolony").rules,
    "eleven cards": gr.find_variant("eleven_card").rules,
    "known misdeals": gr.Rules(misdeal="claim", knock_limit=30),
    "weblog": gr.find_variant("weblog").rules,
    "party": PARTY,
}


def positions(rules, seats=2, rounds=150):
    """Every position of simple players, with the move made there."""
    simulation = gr.simulate(rules, ["simple"] * seats, rounds, seed=21)
    for number in range(rounds):
        played = simulation.round(number)
        again = gr.Round(
            simulation.rules, seed=21, number=number, dealer=played.dealer, players=seats
        )
        for move in played.history:
            yield again, move
            again.play(move)


@pytest.mark.parametrize("name", RULES)
def test_simple_keeps_to_its_habits(name):
    rules = RULES[name]
    seen = Counter()
    for round_, move in positions(rules, 3 if rules.party else 2):
        legal = round_.legal_moves
        seat = round_.turn
        hand = round_.hand(seat)
        assert move != CLAIM
        if TAKE in legal:
            top = round_.pile[-1]
            wanted = any(top in meld.hand for meld in gr.melds(hand | {top}, rules))
            if round_.phase == "wall" or wanted:
                assert move == TAKE
            else:
                assert move == (DRAW if DRAW in legal else PASS)
            seen["take" if move == TAKE else "leave"] += 1
        if round_.phase != "throw":
            continue
        if BIG_GIN in legal:
            assert move == BIG_GIN
            seen["big gin"] += 1
            continue
        left = {card: gr.deadwood(hand - {card}, rules) for card in hand}
        within = {card for card in hand if left[card] <= round_.limit and knock(card) in legal}
        if within:
            best = min(left[card] for card in within)
            assert move in {knock(card) for card in within if left[card] == best}
            seen["knock"] += 1
        else:
            throws = {card for card in hand if discard(card) in legal}
            best = min(left[card] for card in throws)
            leaving_least = {discard(card) for card in throws if left[card] == best}
            seen["a throw" if move in leaving_least else "another throw"] += 1
    assert min(seen["take"], seen["leave"], seen["knock"], seen["a throw"]) > 20
    # Only a pair that may not be repeated makes it throw something else.
    assert seen["another throw"] < seen["a throw"] / 50


@pytest.mark.parametrize("implementation", ["core", "reference"])
def test_simple_repeats_no_pair(implementation):
    """Two of them trade cards to and fro, but never the same two ways twice."""
    simulation = gr.simulate(rounds=60, seed=2, implementation=implementation)
    for number in range(60):
        pairs: set[tuple[int, int, int]] = set()
        got = {}
        for seat, move, card, _ in simulation.round(number)._state.events():
            if move in (TAKE, DRAW):
                got[seat] = card
            elif 4 <= move < 56:
                assert (seat, got[seat], card) not in pairs
                pairs.add((seat, got[seat], card))


def test_a_card_got_again_is_answered_by_another_throw():
    """Cards do come back, so that what was thrown for them has to be remembered."""
    rules = gr.Rules(may_discard_taken=True, misdeal="off", knock_limit=0)
    simulation = gr.simulate(rules, rounds=3_000, seed=13)
    assert gr.Outcome.CAPPED not in simulation.summary().outcomes
    got_again = 0
    for number in range(400):
        had = set()
        for seat, move, card, _ in simulation.round(number)._state.events():
            if move in (TAKE, DRAW):
                got_again += (seat, card) in had
                had.add((seat, card))
    assert got_again > 5


def test_random_moves_are_even():
    """Of the first throws each of the ten or eleven is as likely."""
    places = Counter()
    simulation = gr.simulate(gr.Rules(misdeal="off"), ("random", "random"), 4_000, seed=6)
    for number in range(4_000):
        played = simulation.round(number)
        again = gr.Round(simulation.rules, seed=6, number=number, dealer=played.dealer)
        for move in played.history:
            legal = again.legal_moves
            if again.phase == "throw":
                if len(legal) == 10:
                    places[legal.index(move)] += 1
                break
            again.play(move)
    assert sum(places.values()) > 1_500
    expected = sum(places.values()) / 10
    assert sum((places[n] - expected) ** 2 / expected for n in range(10)) < 27.9  # 1 in 1,000


def test_simple_beats_random():
    summary = gr.simulate(players=("simple", "random"), rounds=20_000, seed=1).summary()
    assert summary.seats[0].win_rate.low > 0.98
    assert summary.seats[0].margin.low > 45


@pytest.mark.parametrize("rules", [gr.Rules(), PARTY], ids=["two", "party"])
def test_a_manual_showdown_comes_to_the_same(rules):
    """The players lay what the engine would; best_against they cannot play."""
    seats = ["simple"] * (3 if rules.party else 2)
    manual = gr.simulate(rules.replace(showdown="manual"), seats, 1_500, seed=12)
    automatic = gr.simulate(rules, seats, 1_500, seed=12)
    assert manual.summary() == automatic.summary()
    assert (manual.scores == automatic.scores).all()
