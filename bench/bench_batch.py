"""Arrays of hands: ginrummy.batch on one thread and two, by code path.

Every benchmark checks some of its answers against the reference.
"""

import numpy as np
import pytest
from workloads import dense, dense_showdowns, random_showdowns, uniform

import ginrummy as gr
from ginrummy import batch, reference

UNIFORM = {"portable": 5, "avx2": 2, "avx512": 1.4}
RULES = {
    "low": gr.Rules(),
    "highlow": gr.Rules(run_mode="highlow"),
    "wrap": gr.Rules(run_mode="wrap"),
    "tedesco": gr.find_variant("tedesco").rules,
}


@pytest.mark.parametrize("mode", RULES)
@pytest.mark.parametrize("path", batch.paths())
def bench_batch_deadwood(per_item, path, mode):
    """Ten uniform cards; the bar of a variant is 1.6 times that of the standard rules."""
    hands, rules = uniform(100_000, 10), RULES[mode]
    bar = UNIFORM[path] * (1 if mode == "low" else 1.6)

    def run():
        return batch.deadwood(hands, rules, threads=1, path=path)

    found = per_item(run, len(hands), bar, rounds=60, signature=list)
    assert found[:50].tolist() == [reference.deadwood(m, rules) for m in hands[:50].tolist()]


def bench_batch_deadwood_from_memory(per_item):
    """Twenty million hands, too many for any cache, with ``out`` given: they are all looked
    at before the first count is written (no bar was set)."""
    hands = np.tile(uniform(400_000, 10), 50)
    out = np.empty(len(hands), np.uint16)
    found = per_item(
        lambda: batch.deadwood(hands, out=out, threads=1),
        len(hands),
        5,
        rounds=5,
        signature=lambda counts: counts[:400_000],
    )
    assert (found[: len(hands) // 2] == found[len(hands) // 2 :]).all()


@pytest.mark.parametrize("path", batch.paths())
def bench_batch_deadwood_dense(per_item, path):
    """Ten cards of four to six adjacent ranks; the bar is for the path of the machine."""
    hands = dense(50_000, 10)
    bar = 40 if path == "portable" else 16

    def run():
        return batch.deadwood(hands, threads=1, path=path)

    found = per_item(run, len(hands), bar, signature=list)
    assert found[:50].tolist() == [reference.deadwood(m) for m in hands[:50].tolist()]


def bench_batch_discards(per_item):
    """What each of eleven throws leaves."""
    hands = uniform(100_000, 11)
    found = per_item(lambda: batch.discards(hands, threads=1), len(hands), 45, signature=np.ravel)
    for hand, left in zip(hands[:20].tolist(), found.tolist(), strict=False):
        assert left == [throw.deadwood for throw in reference.discards(hand)]


@pytest.mark.parametrize("path", batch.paths())
def bench_batch_best_discard(per_item, path):
    """The best of eleven throws; the bar is for the path of the machine."""
    hands = uniform(200_000, 11)
    found = per_item(
        lambda: batch.best_discard(hands, threads=1, path=path),
        len(hands),
        24 if path == "portable" else 12,
        signature=lambda best: (best.card.astype(int) * 1000 + best.deadwood).tolist(),
    )
    for hand, left in zip(hands[:20].tolist(), found.deadwood.tolist(), strict=False):
        assert left == min(throw.deadwood for throw in reference.discards(hand))


@pytest.mark.parametrize("kind", ["random", "dense"])
def bench_batch_lay_off(per_item, kind):
    """The defender's least deadwood, the spread read and checked each time, which is half the
    work: the issue's bars, 60 and 120 ns, are for the kernel alone (bench_joint_layoff)."""
    rules = gr.Rules()
    if kind == "dense":
        rules = rules.replace(hand_size=8)
        knockers, defenders = dense_showdowns(20_000)
    else:
        knockers, defenders = random_showdowns(20_000)
    spreads = batch.arrange(knockers, rules)
    found = per_item(
        lambda: batch.lay_off(spreads, defenders, rules, threads=1),
        len(knockers),
        80 if kind == "random" else 120,
        signature=list,
    )
    for i in range(30):
        spread = [int(meld) for meld in spreads[i] if meld]
        assert reference.lay_off(spread, int(defenders[i]), rules).deadwood == found[i]


def bench_batch_arrange(per_item):
    """The canonical melds of ten cards (no bar was set)."""
    hands = uniform(100_000, 10)
    found = per_item(lambda: batch.arrange(hands, threads=1), len(hands), 200, signature=np.ravel)
    for hand, melds in zip(hands[:20].tolist(), found.tolist(), strict=False):
        assert [mask for mask in melds if mask] == [m.mask for m in reference.arrange(hand).melds]


def bench_batch_settle(per_item):
    """Showdowns from two hands to the score (no bar was set)."""
    knockers, defenders = random_showdowns(20_000)
    found = per_item(
        lambda: batch.settle(knockers, defenders, threads=1),
        len(knockers),
        500,
        signature=lambda settled: settled["points"].tolist(),
    )
    for i in range(20):
        one = reference.settle(int(knockers[i]), int(defenders[i]))
        assert tuple(found[i]["scores"]) == one.scores


@pytest.mark.parametrize("name", ["deadwood", "discards", "settle"])
def bench_batch_two_threads(twice_as_fast, name):
    """Two threads against one; the bar is 1.8 times the speed."""
    if name == "settle":
        both = [np.tile(hands, 10) for hands in random_showdowns(20_000)]
        twice_as_fast(
            lambda threads: batch.settle(*both, threads=threads),
            len(both[0]),
            signature=lambda settled: settled["points"].tolist(),
        )
        return
    # Enough that starting a thread, 50 us, counts for little.
    hands = np.tile(uniform(400_000, 10 if name == "deadwood" else 11), 10)
    out = getattr(batch, name)(hands)

    def run(threads):
        return getattr(batch, name)(hands, out=out, threads=threads)

    twice_as_fast(run, len(hands), signature=lambda counts: counts[:400_000].ravel())


def bench_batch_memory(peak_memory):
    """A hundred million hands in one call; the bar is 1.2 times the counts that come out."""
    setup = (
        "import numpy as np, ginrummy as gr\n"
        "hands = np.full(100_000_000, 0b1000_1110000011111, np.uint64)\n"
        "gr.batch.deadwood(hands[:100])"
    )
    inside, outside = 800, 200  # megabytes
    peak_memory(
        "answer = int(gr.batch.deadwood(hands).sum())",
        (inside + outside) * 1e6 / 2**20 * 1.2 - inside * 1e6 / 2**20,
        setup,
    )
