"""Rounds between built-in players: the bars are 500,000 rounds a second on one core."""

import pytest

import ginrummy as gr
from ginrummy import _core

ROUNDS = 50_000
BAR = 2_000
KEY = (2026).to_bytes(32, "little")
RULES = gr.Rules(max_turns=300)


def simulator(players, path="", rules=RULES):
    return _core.Simulator(rules, list(players), KEY, -1, path)


@pytest.mark.parametrize("path", _core.simulation_paths())
@pytest.mark.parametrize("players", [("random", "random"), ("simple", "simple")], ids=" v ".join)
def bench_lean_round(per_item, players, path):
    """One round by the lean loop, all rules in force; only the best path has a bar."""
    lean = simulator(players, path)
    best = path == _core.simulation_paths()[-1]
    bar = BAR if best else 2 * BAR
    totals = per_item(lambda: lean.play(0, ROUNDS, None), ROUNDS, bar, signature=list)
    for number in range(200):
        assert lean.lean_moves(number) == lean.moves(number)
    naive = gr.simulate(RULES, players, 5, seed=2026, implementation="reference")
    assert naive.summary() == gr.simulate(RULES, players, 5, seed=2026).summary()
    assert totals[0] == ROUNDS


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (gr.Rules(showdown="manual"), ["simple"] * 2),
        (gr.find_variant("oklahoma_party").rules, ["simple"] * 4),
    ],
    ids=["manual", "party of four"],
)
def bench_state_machine_round(per_item, rules, players):
    """One round by the state machine (no bar was set)."""
    general = simulator(players, rules=rules.replace(max_turns=300))
    assert not general.lean

    def run():
        return general.play(0, 1_000, None)

    totals = per_item(run, 1_000, 100_000, rounds=5, signature=list)
    assert totals[0] == 1_000


def bench_with_columns(per_item):
    """One round through ``simulate`` on one thread, rows kept."""
    found = per_item(
        lambda: gr.simulate(RULES, rounds=200_000, seed=2026, threads=1),
        200_000,
        BAR,
        rounds=5,
        signature=lambda found: found.columns["points"].tolist(),
    )
    assert found.summary().outcomes[gr.Outcome.KNOCK] == (found.columns["outcome"] == 0).sum()


def bench_simulate_two_threads(twice_as_fast):
    """Two threads against one; the bar is 1.8 times the speed."""

    def run(threads):
        return gr.simulate(RULES, rounds=400_000, seed=1, threads=threads, columns=False)

    assert run(1).summary() == run(2).summary()
    twice_as_fast(run, 400_000, rounds=5, signature=lambda found: found.summary().outcomes.values())


def bench_simulate_memory(peak_memory):
    """Ten million rounds with the summary alone."""
    peak_memory(
        "found = gr.simulate(rounds=10_000_000, seed=1, columns=False).summary()\n"
        "assert found.rounds == 10_000_000\n"
        "answer = found.outcomes[gr.Outcome.GIN]",
        200,
        "import ginrummy as gr",
    )
