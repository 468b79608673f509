"""The numbers of a simulation: counts, means and their intervals."""

import json
import math
from statistics import NormalDist, mean, stdev

import pytest

import ginrummy as gr
from simulations import PARTY

BOTH = ("core", "reference")


def check_mean(estimate, numbers, confidence):
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    half = z * stdev(numbers) / math.sqrt(len(numbers))
    assert estimate.value == pytest.approx(mean(numbers))
    assert estimate.low == pytest.approx(mean(numbers) - half)
    assert estimate.high == pytest.approx(mean(numbers) + half)


def in_interval(share, rounds, z):
    """Wilson's ends are the shares from which the one found is just z deviations off."""
    return lambda end: abs(share - end) == pytest.approx(z * math.sqrt(end * (1 - end) / rounds))


@pytest.mark.parametrize(
    ("name", "seats", "rounds"), [("core", 2, 4_000), ("core", 4, 1_000), ("reference", 3, 12)]
)
def test_summary_is_that_of_the_columns(name, seats, rounds):
    rules = PARTY if seats > 2 else gr.Rules()
    players = ["simple", "random", "simple", "random"][:seats]
    simulation = gr.simulate(rules, players, rounds, seed=3, implementation=name)
    columns = {name: column.tolist() for name, column in simulation.columns.items()}
    summary = simulation.summary(0.9)
    assert (summary.rounds, summary.confidence) == (rounds, 0.9)
    outcomes = [gr.Simulation.OUTCOMES[code] for code in columns["outcome"]]
    assert summary.outcomes == {one: outcomes.count(one) for one in set(outcomes)}
    check_mean(summary.turns, columns["turns"], 0.9)
    dealt = [w == d for w, d in zip(columns["winner"], columns["dealer"], strict=True)]
    assert summary.dealer_win_rate.value == mean(dealt)
    for seat, found in enumerate(summary.seats):
        assert found.player == players[seat]
        scores = simulation.scores[:, seat].tolist()
        check_mean(found.score, scores, 0.9)
        others = (simulation.scores.sum(axis=1) - simulation.scores[:, seat]) / (seats - 1)
        check_mean(found.margin, (simulation.scores[:, seat] - others).tolist(), 0.9)
        for counts, column in ((found.won, "winner"), (found.knocked, "knocker")):
            own = [one for one, who in zip(outcomes, columns[column], strict=True) if who == seat]
            assert counts == {one: own.count(one) for one in set(own)}
        assert found.wins == columns["winner"].count(seat)
        rate = found.win_rate
        assert rate.value == found.wins / rounds
        is_end = in_interval(rate.value, rounds, NormalDist().inv_cdf(0.95))
        assert rate.high == pytest.approx(1) or is_end(rate.high)
        assert rate.low == pytest.approx(0, abs=1e-12) or is_end(rate.low)


def test_wilson_stays_within_0_and_1():
    summary = gr.simulate(players=("simple", "random"), rounds=5, seed=1).summary()
    sure, never = (seat.win_rate for seat in summary.seats)
    assert (sure.value, never.value) == (1, 0)
    assert (sure.high, never.low) == (1, 0)
    # 5 of 5 at 95 %: the published interval is 0.566 to 1.
    assert sure.low == pytest.approx(0.5655, abs=1e-4)
    assert never.high == pytest.approx(1 - sure.low)


@pytest.mark.parametrize("confidence", [5e-324, 1e-9, 0.95, 0.9999999999999998])
def test_shares_lie_within_their_intervals(confidence):
    """Shares of 0 and 1 above all: random hardly ever wins against simple."""
    for rounds in range(1, 120):
        simulation = gr.simulate(players=("simple", "random"), rounds=rounds, seed=rounds)
        summary = simulation.summary(confidence)
        for rate in (summary.dealer_win_rate, *(seat.win_rate for seat in summary.seats)):
            assert 0 <= rate.low <= rate.value <= rate.high <= 1


def test_more_confidence_is_a_wider_interval():
    simulation = gr.simulate(rounds=500, seed=2)
    narrow, wide = simulation.summary(0.5), simulation.summary(0.99)
    for first, second in zip(narrow.seats, wide.seats, strict=True):
        for name in ("win_rate", "score", "margin"):
            inner, outer = getattr(first, name), getattr(second, name)
            assert outer.low < inner.low < inner.value == outer.value < inner.high < outer.high


def test_one_round_has_no_interval_of_means():
    summary = gr.simulate(rounds=1, seed=2).summary()
    assert math.isnan(summary.turns.low)
    assert math.isnan(summary.seats[0].score.high)
    plain = summary.to_dict()
    assert plain["turns"]["low"] is None
    assert plain["seats"][1]["margin"]["high"] is None
    assert plain["seats"][0]["win_rate"]["low"] is not None


@pytest.mark.parametrize("name", BOTH)
def test_as_json_and_as_text(name):
    summary = gr.simulate(rounds=8, seed=2, implementation=name).summary()
    plain = json.loads(json.dumps(summary.to_dict(), allow_nan=False))
    assert plain["rounds"] == 8
    assert sum(plain["outcomes"].values()) == 8
    assert plain["seats"][0]["player"] == "simple"
    assert plain["seats"][0]["win_rate"]["value"] == summary.seats[0].win_rate.value
    text = str(summary)
    assert text.startswith("8 rounds; intervals of 0.95\n  0 simple: wins ")
    assert "outcomes: knock " in text
