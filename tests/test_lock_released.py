"""The core's long calls release the interpreter lock: another thread gets on during one.

Nothing is timed. The switch interval is days, so that a thread keeps the lock until it gives it
up of its own accord; the other thread counts, and gives it up after each step. While the calling
thread makes nothing but calls, a step can only fall within one that releases the lock. When the
system wakes the other thread is its own affair, so calls are made until it has.
"""

import sys
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest

import ginrummy as gr
from ginrummy import _core, batch

CALLS = 2_000  # of a millisecond or so: were none of them to let a thread in, it is not let in

RNG = np.random.default_rng(6)
DEALS = RNG.random((30_000, 52)).argsort(axis=1)
TENS, ELEVENS, OTHERS = (batch.masks(DEALS[:, a:b]) for a, b in ((0, 10), (0, 11), (10, 20)))
SPREADS = batch.arrange(TENS)
GINS = np.full(3_000, 0b111 | 0b111 << 13 | 0b1111 << 26, np.uint64)
REST = np.full(3_000, 0b1111111111 << 39, np.uint64)

BATCH = {
    "deadwood": lambda: batch.deadwood(TENS, threads=1),
    "arrange": lambda: batch.arrange(TENS[:3_000], threads=1),
    "discards": lambda: batch.discards(ELEVENS, threads=1),
    "best_discard": lambda: batch.best_discard(ELEVENS, threads=1),
    "lay_off": lambda: batch.lay_off(SPREADS, OTHERS, threads=1),
    "settle": lambda: batch.settle(GINS, REST, threads=1),
}


@contextmanager
def other_thread():
    """A thread beside this one; what is given tells how many steps it has made."""
    steps = [0]
    end = False
    started = threading.Event()

    def step():
        started.set()
        while not end:
            steps[0] += 1
            time.sleep(0)  # gives up the lock

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e6)  # before it starts, for a wait keeps to the interval it began with
    thread = threading.Thread(target=step, daemon=True)
    try:
        thread.start()
        started.wait()
        yield lambda: steps[0]
    finally:
        end = True
        sys.setswitchinterval(before)
        thread.join()


def lets_another_in(call, within=None) -> bool:
    """Whether another thread makes a step during a call, or during that part of it."""
    with other_thread() as steps:
        watched = Watched(within or call, steps)
        for _ in range(CALLS):
            call(watched) if within else watched()
            if watched.passed:
                return True
        return False


class Watched:
    """A function, and whether another thread has made a step within it."""

    def __init__(self, function, steps):
        self.function, self.steps, self.passed = function, steps, False

    def __call__(self, *given):
        before = self.steps()
        found = self.function(*given)
        self.passed |= self.steps() != before
        return found


@pytest.mark.parametrize("name", BATCH)
def test_batch(name, monkeypatch):
    """The kernel is watched alone: some of numpy's checks before it release the lock too."""
    kernel = f"batch_{name}"

    def call(watched):
        monkeypatch.setattr(_core, kernel, watched)
        BATCH[name]()

    assert lets_another_in(call, getattr(_core, kernel))


def test_simulate():
    simulator = _core.Simulator(gr.Rules(max_turns=300), ["simple"] * 2, bytes(32), -1)
    assert lets_another_in(lambda: simulator.play(0, 1_000, None))
    manual = gr.Rules(max_turns=300, showdown="manual")
    simulator = _core.Simulator(manual, ["random"] * 2, bytes(32), -1)
    assert lets_another_in(lambda: simulator.play(0, 50, None))


def test_census():
    rules, never = gr.Rules(), _core.CensusStop()
    assert lets_another_in(lambda: _core.census_unit(rules, 8, False, 0, never))


def test_what_keeps_the_lock_is_told_from_it():
    """So that the other tests mean something."""
    assert not lets_another_in(lambda: _core.batch_largest(TENS))
