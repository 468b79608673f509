"""The cards floor: deadwood, joint layoffs, single calls, the import.

Run ``python bench/report.py`` for the table in bench/results.md. Every benchmark
checks its answer, so that a fast wrong kernel cannot pass.
"""

import subprocess
import sys
import time

import numpy as np
import pytest
from workloads import dense, dense_showdowns, random_showdowns, uniform

import ginrummy as gr
from ginrummy import _core, reference

MODES = ["low", "highlow", "wrap"]
TEDESCO = gr.find_variant("tedesco").rules


@pytest.mark.parametrize("mode", [*MODES, "tedesco"])
def bench_deadwood_uniform(per_item, mode):
    """Ten uniform cards in the portable loop; a variant is to cost no speed."""
    rules = TEDESCO if mode == "tedesco" else gr.Rules(run_mode=mode)
    hands = uniform(200_000, 10)
    found = per_item(lambda: _core.deadwood_loop(hands, rules), len(hands), 7, signature=list)
    assert found[:50].tolist() == [reference.deadwood(int(m), rules) for m in hands[:50]]


def bench_deadwood_dense(per_item):
    """Ten cards of four to six adjacent ranks in the portable loop."""
    hands = dense(50_000, 10)
    found = per_item(lambda: _core.deadwood_loop(hands, None), len(hands), 40, signature=list)
    assert found[:50].tolist() == [reference.deadwood(int(m)) for m in hands[:50]]


@pytest.mark.parametrize("mode", MODES)
def bench_deadwood_slowest_hand(per_item, mode):
    """The slowest hand found among 0 to 52 cards; the bar is 100 microseconds."""
    rules = gr.Rules(run_mode=mode)

    def took(hand: int) -> float:
        one = np.full(20, hand, dtype=np.uint64)
        times = []
        for _ in range(3):
            start = time.perf_counter()
            _core.deadwood_loop(one, rules)
            times.append(time.perf_counter() - start)
        return min(times)

    slowest = max((int(hand) for size in range(20, 53) for hand in uniform(60, size)), key=took)
    hands = np.full(1_000, slowest, dtype=np.uint64)
    # Which hand is the slowest differs from run to run; what some of them leave does not.
    found = per_item(
        lambda: _core.deadwood_loop(hands, rules),
        len(hands),
        100_000,
        signature=lambda _: _core.deadwood_loop(uniform(60, 26), rules),
    )
    assert found[0] == _core.deadwood_by_ranks_loop(hands[:1], rules)[0]


@pytest.mark.parametrize("kind", ["random", "dense"])
def bench_joint_layoff(per_item, kind):
    """The defender's least deadwood over own melds and layoffs together."""
    knockers, defenders = random_showdowns(20_000) if kind == "random" else dense_showdowns(5_000)
    # The branch predictor would learn a few showdowns by heart; 20,000 do not.
    showdowns = _core.Showdowns(knockers, defenders, None)
    bar = 60 if kind == "random" else 120
    found = per_item(showdowns.joint_deadwood, len(knockers), bar, signature=list)
    if kind == "random":
        for knocker, defender, count in zip(knockers[:50], defenders[:50], found, strict=False):
            spread = gr.arrange(int(knocker))
            assert reference.lay_off(spread, int(defender)).deadwood == count


@pytest.mark.parametrize("form", ["mask", "Hand", "mask and rules"])
def bench_single_call(per_item, form):
    """deadwood called from Python, the call and the loop around it included."""
    hand = 0b1_0110_0000_0001_1100_0001_1100_0010_0000
    calls, rules = 100_000, gr.Rules()
    given = gr.Hand(hand) if form == "Hand" else hand
    deadwood = gr.deadwood

    def plain():
        for _ in range(calls):
            count = deadwood(given)
        return count

    def ruled():
        for _ in range(calls):
            count = deadwood(given, rules)
        return count

    call = ruled if form == "mask and rules" else plain
    found = per_item(call, calls, 120, signature=lambda count: [count])
    assert found == reference.deadwood(hand)


def bench_import(per_item):
    """``import ginrummy`` in a fresh interpreter; the bar is 60 ms."""
    code = (
        "import time; start = time.process_time(); import ginrummy; "
        "print(time.process_time() - start)"
    )

    def once():
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        times.append(float(done.stdout))

    times: list[float] = []
    per_item(once, 1, 60e6, rounds=10, signature=lambda _: ",".join(sorted(gr.__all__)))
    per_item.benchmark.extra_info["measured_ns"] = min(times) * 1e9
    assert min(times) > 0
