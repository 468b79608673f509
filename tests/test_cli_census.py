"""``ginrummy census``."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import ginrummy as gr
from cli_helpers import MODULE, needs_pty, on_terminal, process
from ginrummy import _core
from ginrummy.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment")


def test_ten_cards(run):
    text = run("census", "10")
    assert text.startswith("10 cards, run mode low\ndeadwood ")
    lines = [line.split() for line in text.splitlines()]
    assert ["0", "136,694", "0.0008641", "%", "0.0008641", "%"] in lines
    assert ["1-10", "10,075,582", "0.06369", "%", "0.06455", "%"] in lines
    assert ["hands", "15,820,024,220"] in lines
    assert ["10", "or", "less", "10,212,276", "(0.06455", "%)"] in lines
    assert ["mean", "56.569434"] in lines
    assert run("census") == text


def test_eleven_cards_are_those_before_a_throw(run):
    text = run("census", "11")
    assert text.startswith("11 cards, best throw, run mode low\n")
    assert "249,005,188" in text
    kept = run("census", "11", "--no-throw")
    assert kept.startswith("11 cards, run mode low\n")
    assert "147,204" in kept
    assert run("census", "10", "--throw").startswith("10 cards, best throw,")


def test_rules_and_threads(run):
    tedesco = gr.census(10, gr.find_variant("tedesco"))
    shown = run("census", "10", "--variant", "tedesco", "--threads", "2", "--json")
    assert gr.Census.from_json(shown) == tedesco
    assert "points, ace to king: 15 2 3" in run("census", "--variant", "tedesco")
    short = run("census", "5", "--run-mode", "wrap", "--json")
    assert gr.Census.from_json(short) == gr.census(5, gr.Rules(run_mode="wrap"))
    assert short == run("census", "5", "--rule", "run_mode=wrap", "--json")
    assert "\n6 or less" in run("census", "3", "--rule", "knock_limit=6")
    assert "\n10 or less" in run("census", "3", "--variant", "oklahoma")


def test_files(run, tmp_path):
    pytest.importorskip("matplotlib")
    table, plot = tmp_path / "census.csv", tmp_path / "census.svg"
    checkpoint = tmp_path / "kept.json"
    text = run(
        *["census", "4", "--csv", str(table), "--plot", str(plot), "--checkpoint", str(checkpoint)]
    )
    assert text == run("census", "4", "--checkpoint", str(checkpoint)) == run("census", "4")
    found = gr.census(4)
    assert table.read_text() == found.to_csv()
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert [int(row["hands"]) for row in rows] == list(found.counts)
    assert "<svg" in plot.read_text()
    run("census", "4", "--plot", str(tmp_path / "census.PNG"), "--json")
    assert (tmp_path / "census.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("argv", "names"),
    [
        (["0"], "argument CARDS: '0': a whole number from 1"),
        (["ten"], "argument CARDS: 'ten'"),
        (["27"], "cards=27: a whole number, 1 to 26"),
        (["10", "--threads", "0"], "argument --threads: '0'"),
        (["10", "--threads", "5000"], "threads=5000: a whole number, 1 to 1024"),
        (["10", "--run-mode", "ring"], "--run-mode: invalid choice: 'ring'"),
        (["10", "--rule", "card_points=1"], "card_points"),
        (["10", "--plot", "census"], "--plot census: no picture"),
        (["10", "--plot", "census.doc"], "--plot census.doc: no picture"),
        (["2", "--csv", "/none/census.csv"], "--csv /none/census.csv: No such file"),
        (["2", "--plot", "/none/census.png"], "--plot /none/census.png: No such file"),
        (["26", "--run-mode", "wrap", "--csv", "/none/census.csv"], "--csv /none/census.csv"),
        (["26", "--run-mode", "wrap", "--plot", "/none/c.png"], "--plot /none/c.png"),
        (["2", "--csv", "/"], "--csv /: no plain file"),
        (["2", "--csv", "-", "--json"], "--csv - and --json: standard output takes one of them"),
        (["2", "--plot", "-"], "--plot -: no picture"),
        (["2", "--checkpoint", "/none/census.json"], "No such file or directory: '/none/census."),
    ],
)
def test_bad_command_lines(refused, argv, names):
    assert names in refused("census", *argv)


def test_what_cannot_be_written_is_left(refused, tmp_path):
    """Nothing is counted, and the files are as they were."""
    table = tmp_path / "census.csv"
    table.write_text("old")
    assert "cards=27" in refused("census", "27", "--csv", str(table))
    assert table.read_text() == "old"
    assert list(tmp_path.iterdir()) == [table]


def test_what_fails_after_the_count_is_shown_all_the_same(monkeypatch, capsys, run, tmp_path):
    table, plot = tmp_path / "gone" / "census.csv", tmp_path / "gone" / "census.svg"
    table.parent.mkdir()
    real = _core.census_unit

    def count(*given):
        if table.parent.exists():
            table.parent.rmdir()
        return real(*given)

    monkeypatch.setattr(_core, "census_unit", count)
    assert main(["census", "4", "--threads", "1", "--csv", str(table), "--plot", str(plot)]) == 2
    out, err = capsys.readouterr()
    assert err == (
        f"ginrummy: --plot {plot}: No such file or directory\n"
        f"ginrummy: --csv {table}: No such file or directory\n"
    )
    assert out == run("census", "4")


needs_dev_stdout = pytest.mark.skipif(
    not os.path.exists("/dev/stdout"), reason="no such name of standard output"
)


def test_csv_in_place_of_the_table(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert run("census", "4", "--csv", "-") == gr.census(4).to_csv()
    assert run("census", "4", "--csv", "-", "--checkpoint", "kept") == gr.census(4).to_csv()
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["census", "4", "--csv", "-"]) == 2


@needs_dev_stdout
def test_csv_to_standard_output(tmp_path, run):
    """Into a pipe, and into a file, that it does not replace."""
    both = gr.census(4).to_csv() + run("census", "4")
    piped = process("census", "4", "--csv", "/dev/stdout")
    assert (piped.returncode, piped.stderr) == (0, b"")
    assert piped.stdout.decode() == both
    path = tmp_path / "out.txt"
    with path.open("wb") as file:
        subprocess.run(
            [*MODULE, "census", "4", "--csv", "/dev/stdout"], stdout=file, check=True, timeout=60
        )
    assert path.read_text() == both


@needs_dev_stdout
def test_csv_to_another_device():
    shown = process("census", "4", "--csv", "/dev/stderr")
    assert shown.returncode == 0
    assert shown.stderr.decode() == gr.census(4).to_csv()


def test_a_checkpoint_of_another_census_is_refused(run, refused, tmp_path):
    path = str(tmp_path / "kept.json")
    run("census", "3", "--checkpoint", path)
    assert f"{path}: this is of another census: cards=3, not 4" in refused(
        "census", "4", "--checkpoint", path
    )
    (tmp_path / "kept.json").write_text('{"format": "ginrummy census che')
    assert "is it cut short?" in refused("census", "3", "--checkpoint", path)


def interrupting(monkeypatch, unit):
    """Ctrl-C while that unit is counted."""
    real = _core.census_unit

    def count(*given):
        if given[3] == unit:
            signal.raise_signal(signal.SIGINT)
            given[4].set()  # what the waiting thread does on Ctrl-C, only sooner
        return real(*given)

    monkeypatch.setattr(_core, "census_unit", count)


@pytest.mark.usefixtures("default_sigint")
def test_ctrl_c_tells_how_to_go_on(monkeypatch, capsys, run, tmp_path):
    path = tmp_path / "kept.json"
    argv = ["census", "9", "--threads", "1", "--checkpoint", str(path)]
    interrupting(monkeypatch, unit=1)
    assert main(argv) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"ginrummy: stopped; what is counted is in {path}: the same command goes on from it\n"
    )
    assert 0 < len(json.loads(path.read_text())["units"]) < 25
    assert main(argv[:4]) == 130
    assert capsys.readouterr().err == (
        "ginrummy: stopped; nothing is kept: --checkpoint FILE would\n"
    )
    monkeypatch.undo()
    assert run(*argv) == run("census", "9")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a process there")
def test_a_process_stopped_in_a_long_census(tmp_path):
    """Eighteen cards round the corner take minutes; Ctrl-C ends that at once."""
    path = tmp_path / "kept.json"
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from ginrummy.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    asked = ["census", "24", "--run-mode", "wrap", "--throw", "--checkpoint", str(path)]
    argv = [sys.executable, "-c", code, *asked]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        try:
            while not path.exists():
                assert child.poll() is None
                time.sleep(0.02)
            time.sleep(0.3)
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=60)
        finally:
            child.kill()
    assert child.returncode == 130
    assert out == b""
    assert err.startswith(b"ginrummy: stopped; what is counted is in ")
    assert json.loads(path.read_text())["cards"] == 24


@needs_pty
def test_on_a_terminal_nothing_stands_before_the_table():
    assert on_terminal("census", "5").lstrip("\x1b[1m").startswith("5 cards, run mode low")


def test_missing_extras(run_python):
    code = (
        "import sys; sys.modules[{0!r}] = None\nfrom ginrummy.cli import main\n"
        "sys.exit(main(['census', '2', *{1!r}]))"
    )
    plot = run_python(code.format("matplotlib", ["--plot", "x.png"]))
    assert plot.returncode == 2
    assert plot.stderr == "ginrummy: --plot needs matplotlib: pip install 'ginrummy[plot]'\n"
    drawn = run_python(code.format("rich", []))
    assert drawn.returncode == 2
    assert drawn.stderr == "ginrummy: drawing needs rich: pip install 'ginrummy[cli]'\n"
    plain = run_python(code.format("rich", ["--json"]))
    assert gr.Census.from_json(plain.stdout) == gr.census(2)


def test_the_reference_counts_as_well(run_python):
    code = (
        "import sys; from ginrummy.cli import main; code = main(['census', '2', '--json'])\n"
        "sys.exit(code or 'ginrummy._core' in sys.modules)"
    )
    forced = run_python(code, GINRUMMY_IMPLEMENTATION="reference")
    assert (forced.returncode, forced.stderr) == (0, "")
    assert gr.Census.from_json(forced.stdout) == gr.census(2)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("rich", [True, False])
def test_progress(monkeypatch, rich):
    from ginrummy.cli import progress

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    if not rich:
        monkeypatch.setitem(sys.modules, "rich.console", None)
        monkeypatch.setitem(sys.modules, "rich.progress", None)
    with progress.ProgressBar("census") as bar:
        bar(1, 25)
        assert terminal.getvalue() == ""  # what ends in a moment needs no bar
        monkeypatch.setattr(progress, "_PATIENCE", 0)
        bar(2, 25)
        bar(25, 25)
    shown = terminal.getvalue()
    assert "census" in shown
    if not rich:
        assert shown == "\rcensus   8%\rcensus 100%\r" + " " * 11 + "\r"


def test_no_progress_in_a_pipe():
    done = process("census", "5")
    assert (done.returncode, done.stderr) == (0, b"")
