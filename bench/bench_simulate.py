"""Rounds between built-in players: the bars are 500,000 rounds a second on one core."""

import subprocess
import sys
import time

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
    totals = per_item(lambda: lean.play(0, ROUNDS, None), ROUNDS, BAR if best else 2 * BAR)
    for number in range(200):
        assert lean.lean_moves(number) == lean.moves(number)
    naive = gr.simulate(RULES, players, 5, seed=2026, implementation="reference")
    assert naive.summary() == gr.simulate(RULES, players, 5, seed=2026).summary()
    assert totals[0] == ROUNDS
    print(f"signature {' v '.join(players)}: {totals[1]} throws, outcomes {totals[4:14]}")


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
    totals = per_item(lambda: general.play(0, 1_000, None), 1_000, 100_000, rounds=5)
    print(f"signature: {totals[1]} throws, outcomes {totals[4:14]}")


def bench_with_columns(per_item):
    """One round through ``simulate`` on one thread, rows kept."""
    found = per_item(
        lambda: gr.simulate(RULES, rounds=200_000, seed=2026, threads=1), 200_000, BAR, rounds=5
    )
    assert found.summary().outcomes[gr.Outcome.KNOCK] == (found.columns["outcome"] == 0).sum()


def bench_two_threads(per_item):
    """One round on two threads, by the clock; the bar is one thread's time / 1.8. It means
    something only where two processors are free."""

    def clock(threads):
        start = time.perf_counter()
        summary = gr.simulate(RULES, rounds=1_000_000, seed=1, threads=threads, columns=False)
        return time.perf_counter() - start, summary.summary()

    timed = {n: [clock(n) for _ in range(3)] for n in (1, 2)}
    one, two = (min(seconds for seconds, _ in timed[n]) for n in (1, 2))
    assert timed[1][0][1] == timed[2][0][1]
    per_item(lambda: None, 1, one * 1_000 / 1.8, rounds=1)
    per_item.benchmark.extra_info["measured_ns"] = two * 1_000
    print(f"two threads are {one / two:.2f} x one")


def bench_ten_million_rounds(per_item):
    """One round of ten million with the summary alone; at most 200 MB, the interpreter's own
    included."""
    code = (
        "import resource, time, ginrummy as gr\n"
        "start = time.process_time()\n"
        "found = gr.simulate(rounds=10_000_000, seed=1, columns=False)\n"
        "spent = time.process_time() - start\n"
        "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(len(found), peak, spent)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    rounds, peak, spent = told.split()
    assert int(rounds) == 10_000_000
    assert int(peak) < 200_000  # kilobytes
    per_item(lambda: None, 1, BAR, rounds=1)
    per_item.benchmark.extra_info["measured_ns"] = float(spent) * 100
    print(f"peak {int(peak) / 1000:.0f} MB")
