"""Simulations on executors: threads, processes, a dask cluster; workers that fail and die."""

import multiprocessing
import os
import re
import signal
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import ginrummy as gr
from simulations import same

README = Path(__file__).parent.parent / "README.md"

JOB = {"players": ("simple", "random"), "rounds": 3_000, "seed": 9}
# Forty chunks of some ten milliseconds: time enough to kill a worker in the middle.
LONG = {"rules": gr.Rules(showdown="manual"), "rounds": 20_000, "seed": 9}


@pytest.fixture(scope="module")
def whole():
    return gr.simulate(**JOB)


@pytest.fixture(scope="module")
def long():
    return gr.simulate(**LONG)


def test_threads(whole):
    with ThreadPoolExecutor(2) as executor:
        same(gr.simulate(**JOB, executor=executor), whole)
        same(gr.simulate(**JOB, executor=executor, chunk=17), whole)
        naive = gr.simulate(rounds=6, seed=1, executor=executor, implementation="reference")
        same(naive, gr.simulate(rounds=6, seed=1))


def test_processes(whole):
    with processes() as executor:
        same(gr.simulate(**JOB, executor=executor, chunk=200), whole)
        rules = gr.find_variant("oklahoma_party")
        party = {"rules": rules, "players": ["simple"] * 3, "rounds": 60, "seed": 2}
        same(gr.simulate(**party, executor=executor), gr.simulate(**party))


def processes():
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_process_that_is_killed(long):
    """The pool breaks for good: the rest is played here, with a warning, and counted once."""
    told = []
    with processes() as executor:

        def kill(done, _):
            if not told:
                (process,) = executor._processes.values()
                os.kill(process.pid, signal.SIGKILL)
            told.append(done)

        with pytest.warns(RuntimeWarning, match="of 20000 rounds are played here"):
            found = gr.simulate(**LONG, executor=executor, chunk=500, progress=kill)
        same(found, long)
        assert found.complete
        assert 0 < told[0] < told[-1] == 20_000
        # The pool takes nothing more, and the answer is still the same.
        with pytest.warns(RuntimeWarning, match="20000 of 20000 rounds are played here"):
            same(gr.simulate(**LONG, executor=executor), long)


class Unsteady(Executor):
    """Plays at once; fails each chunk as often as it is told to, and plays some twice."""

    def __init__(self, failures, error=OSError):
        self.failures = failures
        self.error = error
        self.tries = {}

    def submit(self, play, job, first, rounds):
        self.tries[first] = self.tries.get(first, 0) + 1
        future = Future()
        if self.tries[first] <= self.failures:
            future.set_exception(self.error("the worker is gone"))
        else:
            play(job, first, rounds)
            future.set_result(play(job, first, rounds))
        return future


def test_chunks_that_fail_are_tried_again(whole):
    executor = Unsteady(2)
    same(gr.simulate(**JOB, executor=executor, chunk=500), whole)
    assert executor.tries == dict.fromkeys(range(0, 3_000, 500), 3)


def test_chunks_that_always_fail_are_an_error():
    executor = Unsteady(3, ZeroDivisionError)
    with pytest.raises(ZeroDivisionError, match="the worker is gone") as caught:
        gr.simulate(**JOB, executor=executor, chunk=3_000)
    assert caught.value.__notes__ == ["rounds 0 to 2999 failed 3 times"]


def test_a_worker_with_another_version():
    class Old(Executor):
        def submit(self, play, *part):
            future = Future()
            future.set_result(play(*part)._replace(version="0.0.1"))
            return future

    with pytest.raises(gr.InvalidSimulation, match=r"a worker has ginrummy 0\.0\.1"):
        gr.simulate(**JOB, executor=Old())


def changed(**changes):
    return lambda play, *part: play(*part)._replace(**changes)


GARBAGE = {
    "nothing": (lambda *_: None, r"for rounds \d+ to \d+ None, which is no chunk"),
    "a tuple": (lambda *_: (1, 2), r"\(1, 2\), which is no chunk"),
    "fewer rounds": (lambda play, job, at, n: play(job, at, n - 1), r"99 rounds, not 100"),
    "no rounds": (lambda play, job, at, _: play(job, at, 0), r"gave .* 0 rounds, not 100"),
    "more rounds": (lambda play, job, at, n: play(job, at, n + 1), r"101 rounds, not 100"),
    "other rounds": (lambda play, job, at, n: play(job, at + 1, n), r"or other rounds"),
    "other sums": (changed(totals=np.array([100])), r"of another simulation"),
    "no columns": (changed(columns=None), r"other columns"),
    "one column": (changed(columns={"dealer": np.zeros(100, np.uint8)}), r"other columns"),
}


@pytest.mark.parametrize("name", GARBAGE)
def test_an_executor_that_gives_something_else(name):
    give, message = GARBAGE[name]

    class Wrong(Executor):
        def submit(self, *part):
            future = Future()
            future.set_result(give(*part))
            return future

    with pytest.raises(gr.InvalidSimulation, match=message):
        gr.simulate(**JOB, executor=Wrong(), chunk=100)


def test_an_executor_without_futures():
    class Wrong(Executor):
        _max_workers = "many"

        def submit(self, *_):
            return 5

    with pytest.raises(gr.InvalidSimulation, match=r"submit\(\) gave 5, which is no"):
        gr.simulate(**JOB, executor=Wrong())


def test_ctrl_c_keeps_no_garbage():
    class Wrong(Executor):
        def submit(self, play, job, first, rounds):
            future = Future()
            if first >= 200:
                raise KeyboardInterrupt
            future.set_result(play(job, first, rounds) if first else None)
            return future

    part = gr.simulate(**JOB, executor=Wrong(), chunk=100)
    assert (len(part), part.complete) == (100, False)


def test_ctrl_c_on_an_executor(whole):
    def stop(*_):
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor:
        part = gr.simulate(**JOB, executor=executor, chunk=100, progress=stop)
    assert not part.complete
    assert 100 <= len(part) < 3_000
    numbers = part.columns["number"].astype(int)
    assert (part.scores == whole.scores[numbers]).all()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_dask_cluster_with_a_worker_killed(long):
    """The answer is the same, and no chunk counts twice though some are played twice. The
    README's example runs on the same cluster."""
    from distributed import Client, LocalCluster

    told = []
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with (
        LocalCluster(**options, silence_logs=50) as cluster,
        Client(cluster) as client,
        client.get_executor() as executor,
    ):
        victim = min(client.run(os.getpid).values())

        def kill(done, _):
            if not told:
                os.kill(victim, signal.SIGKILL)
            told.append(done)

        found = gr.simulate(**LONG, executor=executor, chunk=500, progress=kill)
        (example,) = re.findall(r"```python\n(from distributed.*?)```", README.read_text(), re.S)
        example = example.replace("tcp://scheduler:8786", cluster.scheduler_address)
        names = {"gr": gr, "tedesco": gr.find_variant("tedesco")}
        exec(example.replace("10**9", "10**4"), names)
    assert len(names["simulation"]) == 10_000
    assert 0 < told[0] < told[-1] == 20_000
    assert found.complete
    same(found, long)
