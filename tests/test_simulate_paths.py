"""The code path of simulations: the same rounds on each, and chosen by the environment."""

import pytest

import ginrummy as gr
from ginrummy import _core
from simulations import key_of, same


@pytest.mark.parametrize("players", [("random", "random"), ("simple", "simple")])
def test_every_path_gives_the_same_results(players):
    rules = gr.Rules(max_turns=300)
    found = [
        _core.Simulator(rules, list(players), key_of(1), -1, path).play(0, 20_000, None)
        for path in _core.simulation_paths()
    ]
    assert found.count(found[0]) == len(found)
    with pytest.raises(ValueError, match="'quantum'"):
        _core.Simulator(rules, list(players), key_of(1), -1, "quantum")


@pytest.mark.parametrize("named", ["", *_core.batch_paths()])
def test_the_environment_names_the_path(monkeypatch, named):
    """The best there is up to the one named; the reference has no paths to choose from."""
    taken = []
    real = _core.Simulator

    def make(*given):
        taken.append(given[4])
        return real(*given)

    monkeypatch.setattr(_core, "Simulator", make)
    monkeypatch.setenv("GINRUMMY_PATH", named)
    seed = 2**200 + len(named)  # no simulator is kept for it
    known, fitting = _core.batch_paths(), _core.simulation_paths()
    upto = known[: known.index(named) + 1] if named else known
    core = gr.simulate(rounds=40, seed=seed, threads=1)
    assert taken == [[path for path in fitting if path in upto][-1]]
    same(core, gr.simulate(rounds=40, seed=seed, implementation="reference"))
    monkeypatch.setenv("GINRUMMY_PATH", "portable")
    same(core, gr.simulate(rounds=40, seed=seed, threads=1))
    assert taken[-1] == "portable"  # though one for this job was kept


def test_an_unknown_path_is_refused_before_any_work(monkeypatch):
    monkeypatch.setenv("GINRUMMY_PATH", "sse9")
    machine = ", ".join(_core.batch_paths())
    message = f"GINRUMMY_PATH='sse9': this machine has {machine}"
    with pytest.raises(gr.InvalidSimulation, match=f"^{message}$"):
        gr.simulate(rounds=10, seed=1, progress=pytest.fail)
    # One that other machines have: it is refused in the same words.
    monkeypatch.setattr(_core, "batch_paths", lambda: ["portable"])
    monkeypatch.setenv("GINRUMMY_PATH", "avx2")
    with pytest.raises(gr.InvalidSimulation, match=r"'avx2': this machine has portable$"):
        gr.simulate(rounds=10, seed=1)
