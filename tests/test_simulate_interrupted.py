"""Simulations that Ctrl-C ends before their time."""

import signal
import sys
import threading
import time

import numpy as np
import pytest

import ginrummy as gr
from ginrummy._simulating import empty_columns
from ginrummy.decks import engine
from simulations import WHOLE, check_rows, key_of, same

BOTH = ("core", "reference")


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_is_done(threads):
    def stop(done, _):
        if done >= 900:
            raise KeyboardInterrupt

    whole = gr.simulate(**WHOLE)
    part = gr.simulate(**WHOLE, chunk=300, threads=threads, progress=stop)
    assert not part.complete
    assert part.wanted == 5_000
    assert 900 <= len(part) < 5_000
    assert repr(part).endswith(f"{len(part):,} rounds of 5,000, interrupted>")
    check_rows(part, whole, part.columns["number"].astype(int))
    assert part.summary().rounds == len(part)
    assert np.array_equal(part.scores.sum(axis=0), whole.scores[part.columns["number"]].sum(axis=0))


def test_ctrl_c_before_anything_is_done():
    class Never:
        def submit(self, *_):
            raise KeyboardInterrupt

    nothing = gr.simulate(**WHOLE, executor=Never())
    assert (len(nothing), nothing.complete) == (0, False)
    assert len(nothing.columns["number"]) == 0
    with pytest.raises(gr.InvalidSimulation, match="no round has been played"):
        nothing.summary()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a thread")
@pytest.mark.parametrize(
    ("name", "rules"),
    [("core", gr.Rules()), ("core", gr.Rules(showdown="manual")), ("reference", gr.Rules())],
)
@pytest.mark.usefixtures("default_sigint")
def test_ctrl_c_in_a_chunk_keeps_its_rounds(monkeypatch, name, rules):
    """The chunk would take minutes; the progress is not told before its end."""
    rows = []

    def columns(*size):
        found = empty_columns(*size)
        found["turns"][0] = 0  # which no round has
        rows.append(found["turns"])
        return found

    monkeypatch.setattr("ginrummy._simulating.empty_columns", columns)
    real = gr.reference.Simulator._result
    naive = []  # which writes its rows at the end only

    def result(*given):
        naive.append(real(*given))
        return naive[-1]

    monkeypatch.setattr(gr.reference.Simulator, "_result", result)
    job = {"rules": rules, "seed": 11, "implementation": name, "threads": 1}
    main = threading.get_ident()

    def interrupt():
        # The room for all the rounds comes first, then that of the chunk: a round is in it.
        while not naive and (len(rows) < 2 or rows[1][0] == 0):
            time.sleep(0.01)
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    part = gr.simulate(**job, rounds=2**24, chunk=2**24)
    assert not part.complete
    assert 0 < len(part) < 2**24
    same(part, gr.simulate(**job, rounds=len(part)))


def test_a_second_ctrl_c_raises(monkeypatch):
    def stop(*_):
        monkeypatch.setattr("ginrummy._simulating.wait", stop)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gr.simulate(rounds=2**40, chunk=300, columns=False, progress=stop)
    assert not [one for one in threading.enumerate() if one.name.startswith("ginrummy")]


@pytest.mark.parametrize("name", BOTH)
def test_a_chunk_that_is_stopped_at_once(name):
    module = engine(name)
    stop = module.SimulationStop()
    simulator = module.Simulator(gr.Rules(max_turns=300), ["simple"] * 2, key_of(1), -1)
    assert simulator.play(0, 4, None, stop)[0] == 4
    stop.set()
    assert stop.is_set()
    assert not any(simulator.play(0, 4, None, stop))
