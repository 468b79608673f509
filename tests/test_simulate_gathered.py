"""How the results of chunks are put together: in any order, once, in little memory."""

import tracemalloc

import numpy as np
import pytest

import ginrummy as gr
from ginrummy._simulating import Gathered, Job, play_chunk

FIRST = 2**64 - 1_000


def job(*, columns=True):
    return Job(gr.Rules(max_turns=300), ("simple", "random"), 3, None, columns, "core")


def gathered(rounds=1_000, **options):
    return Gathered(job(**options), FIRST, rounds, None)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (0, 2, 1, 3), (3, 0, 2, 1)])
@pytest.mark.parametrize("columns", [True, False])
def test_neighbours_are_joined_and_nothing_counts_twice(order, columns):
    found = gathered(columns=columns)
    for count, part in enumerate(order, 1):
        first = FIRST + 250 * part
        chunk = play_chunk(found.job, first, 250)
        for _ in range(2):
            found.add(first, chunk)
            assert found.done == 250 * count
            assert sum(sums[0] for sums in found.totals) == 250 * count
    (sums,) = found.totals
    whole = play_chunk(found.job, FIRST, 1_000)
    assert list(sums) == whole.totals.tolist()
    assert not list(found.missing(100))
    kept = found.columns()
    assert (kept is not None) == columns
    for name, array in (whole.columns or {}).items():
        assert np.array_equal(array, kept[name])


def test_sums_do_not_overflow():
    """A chunk holds whole numbers of 64 bits; many of them add up to more."""
    found = gathered(columns=False)
    for first in (FIRST, FIRST + 1):
        chunk = play_chunk(found.job, first, 1)
        totals = np.full_like(chunk.totals, 2**62)
        totals[0] = 1
        found.add(first, chunk._replace(totals=totals))
    ((rounds, *sums),) = found.totals
    assert rounds == 2
    assert set(sums) == {2**63}


def test_what_a_stopped_chunk_has_is_kept():
    found = gathered()
    part = play_chunk(found.job, FIRST + 500, 40)
    room = {name: np.concatenate([array, array]) for name, array in part.columns.items()}
    found.add(FIRST + 500, part._replace(columns=room))
    found.add(FIRST + 900, play_chunk(found.job, FIRST + 900, 0))
    assert found.done == 40
    assert list(found.missing(500)) == [(FIRST, 500), (FIRST + 540, 460)]
    kept = found.columns()
    assert kept["number"].tolist() == list(range(FIRST + 500, FIRST + 540))
    for name, array in part.columns.items():
        assert np.array_equal(array, kept[name])


@pytest.mark.parametrize("done", [0, 100])
def test_rounds_that_were_not_played_take_no_memory(done):
    found = Gathered(job(), 0, 10**6, None)
    found.add(5_000, play_chunk(found.job, 5_000, done))
    tracemalloc.start()
    try:
        kept = found.columns()
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(kept["number"]) == done
    assert most < 100_000
