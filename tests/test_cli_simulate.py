"""``ginrummy simulate``: what it prints and writes, Ctrl-C, wrong options."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ginrummy as gr
from cli_helpers import MODULE, needs_pty, on_terminal, process

pytestmark = pytest.mark.usefixtures("plain_environment")

SMALL = ["simulate", "--rounds", "500", "--seed", "5"]


def test_table(run):
    text = run(*SMALL, "--players", "simple,random", "--confidence", "0.9")
    summary = gr.simulate(players=("simple", "random"), rounds=500, seed=5).summary(0.9)
    lines = text.splitlines()
    assert lines[0] == "simple v random: 500 rounds"
    assert lines[1].split() == ["seed", "5"]
    rate = summary.seats[0].win_rate
    assert f"{rate.value:.2%} ({rate.low:.2%} to {rate.high:.2%})" in text
    margin = summary.seats[1].margin
    assert f"{margin.value:.3f} ({margin.low:.3f} to {margin.high:.3f})" in text
    counted = {
        gr.Outcome(found[2].replace(" ", "_")): int(found[1])
        for found in re.finditer(r"^ *(\d+) +[\d.]+%  (\w[\w ]+)$", text, re.MULTILINE)
    }
    assert counted == summary.outcomes
    assert lines[-1].split() == ["intervals", "0.9"]


def test_help(run):
    text = run("simulate", "--help")
    assert text.isascii()
    examples = text.split("examples:\n")[1].split("\n\n")[0].splitlines()
    assert len(examples) == 4
    assert max(map(len, text.splitlines())) <= 80
    for line in examples:
        assert line.startswith("  ginrummy simulate")


def test_json(run):
    found = json.loads(run(*SMALL, "--json", "--variant", "tedesco", "--dealer", "1"))
    rules = gr.find_variant("tedesco").rules
    simulation = gr.simulate(rules, rounds=500, seed=5, dealer=1)
    assert found["complete"] is True
    assert (found["wanted"], found["rounds"], found["seed"], found["dealer"]) == (500, 500, 5, 1)
    assert gr.Rules.from_dict(found["rules"]) == simulation.rules
    for name, value in simulation.summary().to_dict().items():
        assert found[name] == json.loads(json.dumps(value))


def test_csv(run, tmp_path):
    path = tmp_path / "rounds.csv"
    path.write_text("what was there before, and longer than nothing")
    run(*SMALL, "--first-round", "100", "--threads", "2", "--csv", str(path))
    simulation = gr.simulate(rounds=500, seed=5, first_round=100)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 500
    for name, column in simulation.columns.items():
        if name == "outcome":
            names = [gr.Simulation.OUTCOMES[code].value for code in column]
            assert [row[name] for row in rows] == names
        else:
            assert [int(row[name]) for row in rows] == column.tolist()


@pytest.mark.parametrize(
    ("text", "rounds"), [("1e3", 1_000), ("1.5e3", 1_500), ("2_000", 2_000), ("1E+2", 100)]
)
def test_numbers_of_rounds(run, text, rounds):
    found = json.loads(run("simulate", "--rounds", text, "--json", "--players", "random,simple"))
    assert found["rounds"] == rounds
    assert sum(found["outcomes"].values()) == rounds


def test_four_players(run):
    text = run(
        *("simulate", "--variant", "oklahoma_party", "--rounds", "50", "--seed", "1"),
        *("--players", "simple, random, simple, random"),
    )
    assert text.startswith("simple v random v simple v random: 50 rounds\n")
    assert len(re.findall(r"^ +[0-3] .* (?:simple|random)$", text, re.MULTILINE)) == 4


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--rounds", "0"], "rounds=0"),
        (["--rounds", "-3"], "-3"),
        (["--rounds", "1.5"], "'1.5': a whole number is expected"),
        (["--rounds", "1e-3"], "'1e-3'"),
        (["--rounds", "many"], "'many'"),
        (["--players", "simple,clever"], "players[1]='clever' is no built-in player"),
        (["--players", "simple"], "players=1"),
        (["--players", "simple,simple,simple"], "players=3"),
        (["--seed", "x"], "'x'"),
        (["--seed", str(2**256)], "seed="),
        (["--threads", "0"], "threads=0"),
        (["--dealer", "2"], "dealer=2 is no seat"),
        (["--max-turns", "0"], "max_turns=0"),
        (["--confidence", "1"], "--confidence 1.0"),
        (["--confidence", "nan"], "--confidence nan"),
        (["--confidence", "0.9999999999999999"], "at most 0.9999999999999998"),
        (["--rounds", "1e15"], "33,000,000.0 GB of memory"),
        (["--variant", "poker"], "'poker' is no variant"),
        (["--rule", "wall=play_on"], "max_turns"),
        (["--first-round", "2e30"], "first_round="),
    ],
)
def test_bad_options(refused, tmp_path, argv, message):
    path = tmp_path / "rounds.csv"
    assert message in refused("simulate", "--csv", str(path), *argv)
    assert not path.exists()


def test_an_unknown_path_is_refused(refused, monkeypatch):
    monkeypatch.setenv("GINRUMMY_PATH", "sse9")
    assert "GINRUMMY_PATH='sse9': this machine has portable" in refused("simulate")


def test_a_refused_command_leaves_the_file_alone(refused, tmp_path):
    path = tmp_path / "rounds.csv"
    path.write_text("precious")
    refused("simulate", "--csv", str(path), "--rounds", "0")
    assert path.read_text() == "precious"
    missing = tmp_path / "no" / "rounds.csv"
    assert "No such file" in refused("simulate", "--csv", str(missing))


def test_csv_to_standard_output(run, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = run(*SMALL, "--csv", "-")
    run(*SMALL, "--csv", "rounds.csv")
    assert text == (tmp_path / "rounds.csv").read_text()
    assert "standard output" in refused(*SMALL, "--csv", "-", "--json")
    assert not (tmp_path / "-").exists()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such name of standard output")
def test_csv_to_standard_output_by_its_path(run, tmp_path):
    """The summary comes after it, in a file as in a pipe."""
    both = run(*SMALL, "--csv", "-") + run(*SMALL, "--json")
    assert process(*SMALL, "--csv", "/dev/stdout", "--json").stdout.decode() == both
    argv = [*MODULE, *SMALL, "--csv", "/dev/stdout", "--json"]
    path = tmp_path / "out.txt"
    with path.open("wb") as file:
        subprocess.run(argv, stdout=file, check=True, timeout=60)
    assert path.read_text() == both


@pytest.mark.parametrize("form", ["--json", "--no-color"])
def test_rounds_are_written_though_the_summary_cannot_be(tmp_path, monkeypatch, capsys, form):
    from ginrummy.cli import main

    def full(_):
        raise OSError("no space left for it")

    monkeypatch.setattr("ginrummy.cli.streams.write", full)
    path = tmp_path / "rounds.csv"
    assert main([*SMALL, "--csv", str(path), form]) == 2
    assert capsys.readouterr().err == "ginrummy: no space left for it\n"
    assert len(path.read_text().splitlines()) == 501


def test_the_summary_is_shown_though_the_rounds_cannot_be_written(tmp_path, monkeypatch, capsys):
    from ginrummy.cli import main

    def full(*_):
        raise OSError("no space left for it")

    monkeypatch.setattr(gr.Simulation, "write_csv", full)
    assert main([*SMALL, "--csv", str(tmp_path / "rounds.csv"), "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == "ginrummy: no space left for it\n"
    assert json.loads(out)["rounds"] == 500


# Ctrl-C as soon as a chunk is done, however slow the machine is.
INTERRUPTED = """
import signal, sys
from ginrummy import _simulating
from ginrummy.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)
_simulating.Gathered.tell = lambda _: signal.raise_signal(signal.SIGINT)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
@pytest.mark.parametrize("form", ["--json", "--no-color"])
def test_ctrl_c_sums_up_what_is_done(tmp_path, form):
    path = tmp_path / "rounds.csv"
    argv = ["simulate", "--rounds", "3e6", "--rule", "showdown=manual", "--csv", str(path), form]
    child = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *argv], capture_output=True, timeout=120, check=False
    )
    out, err = child.stdout, child.stderr
    assert child.returncode == 130
    assert err == b""
    if form == "--json":
        found = json.loads(out)
        done = found["rounds"]
        assert found["complete"] is False
        assert found["wanted"] == 3_000_000
        assert sum(found["outcomes"].values()) == done
    else:
        text = re.match(r"Stopped after ([\d,]+) of 3,000,000 rounds\.\n", out.decode())[1]
        done = int(text.replace(",", ""))
        assert f"simple v simple: {done:,} rounds" in out.decode()
    assert 0 < done < 3_000_000
    assert len(path.read_text().splitlines()) == done + 1


def test_ctrl_c_before_the_first_round(capsys, monkeypatch, tmp_path):
    from ginrummy.cli import main

    monkeypatch.setattr("ginrummy._simulating._run_on", lambda *_, **__: False)
    assert main(["simulate", "--rounds", "10"]) == 130
    assert capsys.readouterr().out == "Stopped after 0 of 10 rounds.\n"
    assert main(["simulate", "--rounds", "10", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["rounds"] == 0
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("precious")
    for path in (old, new):
        assert main(["simulate", "--rounds", "10", "--csv", str(path)]) == 130
    assert old.read_text() == "precious"
    assert not new.exists()


@needs_pty
def test_on_a_terminal_the_table_fits():
    text = on_terminal(*SMALL, columns=80)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "simple v simple: 500 rounds" in plain
    assert max(map(len, plain.splitlines())) <= 80


@needs_pty
@pytest.mark.parametrize("rich", [True, False])
def test_progress_on_a_terminal(rich):
    """A bar, or a percentage where rich is missing, on standard error alone."""
    import os
    import pty

    hide = "" if rich else "sys.modules['rich'] = None;"
    code = (
        f"import sys; {hide} from ginrummy.cli import main, progress; "
        "progress._PATIENCE = 0; sys.exit(main(sys.argv[1:]))"
    )
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code, "simulate", "--rounds", "300000", "--seed", "5", "--json"],
        stdout=subprocess.PIPE,
        stderr=follower,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"},
    ) as child:
        os.close(follower)
        shown = b""
        while True:
            try:
                chunk = os.read(leader, 4096)
            except OSError:
                break
            if not chunk:
                break
            shown += chunk
        out = child.stdout.read()
    os.close(leader)
    assert child.returncode == 0
    assert json.loads(out)["rounds"] == 300_000
    assert b"rounds" in shown
    assert (b"/300000" in shown) == rich
    assert (b"100%" in shown) != rich


def test_no_progress_where_nobody_watches():
    done = subprocess.run([*MODULE, *SMALL], capture_output=True, check=True)
    assert done.stderr == b""


def test_other_commands_do_not_wait_for_numpy(run_python):
    code = "import sys, ginrummy.cli; print('numpy' in sys.modules)"
    assert run_python(code).stdout == "False\n"
