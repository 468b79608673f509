"""Each behaviour runs on both implementations: tests take the `impl` fixture."""

import io
import os
import signal
import subprocess
import sys
from types import ModuleType

import pytest
from hypothesis import settings

import ginrummy as gr
from ginrummy import core, reference
from rounds import ONE, TWO, dull_hand, set_deal

# A shared machine makes deadlines a lottery. In CI the examples are the same each time, so
# that a landing does not hang on luck; elsewhere each run tries new ones.
settings.register_profile("gin", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("gin")


@pytest.fixture(params=[core, reference], ids=["core", "reference"])
def impl(request: pytest.FixtureRequest) -> ModuleType:
    return request.param


@pytest.fixture
def default_sigint():
    """Ctrl-C raises, as at a terminal: a test run in the background is told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run_python():
    """Runs code in a fresh interpreter, with the given environment on top."""

    def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.fixture(params=["core", "reference"])
def start(request):
    """Makes rounds of set hands on one implementation."""

    def make(rules=None, one=None, two=None, upcard="", stock="", extra="", **options):
        if one is None and two is None:
            one, two = ONE, TWO
        taken = gr.Hand(f"{one or ''} {two or ''} {upcard} {stock} {extra}")
        one = one or str(dull_hand(taken))
        two = two or str(dull_hand(taken))
        deck = set_deal(one, two, upcard, stock, extra)
        return gr.Round(rules, deck=deck, implementation=request.param, **options)

    return make


@pytest.fixture
def plain_environment(monkeypatch):
    """No setting of the caller's terminal reaches the command line."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONUTF8", "1")


@pytest.fixture
def run(capsys):
    """Runs a command line that must succeed and gives what it printed."""

    from ginrummy.cli import main

    def run(*argv):
        assert main(argv) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return run


@pytest.fixture
def refused(capsys):
    """Runs a command line that must fail with one line, and gives that line."""

    from ginrummy.cli import main

    def refused(*argv):
        assert main(argv) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("ginrummy: ")
        assert captured.err.count("\n") == 1
        return captured.err.removeprefix("ginrummy: ").rstrip("\n")

    return refused


@pytest.fixture
def feed(monkeypatch):
    """Gives text to standard input."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.fixture
def state(monkeypatch, tmp_path):
    """Games are saved in a directory of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "ginrummy"


@pytest.fixture
def play(monkeypatch, capsys, tmp_path):
    """Plays with the entries of a function of the game, or of a list; gives what was
    written and the game as saved."""

    from cli_helpers import Stdin, load
    from ginrummy.cli import main

    def play(entries, *options, code=0):
        path = tmp_path / "game.json"
        given = None if callable(entries) else iter(entries)

        def answer():
            return entries(load(path)) if given is None else next(given, None)

        monkeypatch.setattr(sys, "stdin", Stdin(answer))
        if options:
            path.unlink(missing_ok=True)
        where = ["--save"] if options else ["--resume"]
        assert main(["play", *where, str(path), *options]) == code
        out, err = capsys.readouterr()
        assert err == ""
        return out, load(path)

    return play
