"""``ginrummy play`` in a process: killed, interrupted, on a terminal, in pipes."""

import os
import random
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from cli_helpers import MODULE, Stdin, load, moves_of, needs_pty, only_file, process, simple_entry
from ginrummy.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment", "state")

PLAY = ["play", "--seed", "7"]


class Table:
    """A game in a process of its own, played through pipes."""

    def __init__(self, *argv):
        self.process = subprocess.Popen(
            [*MODULE, "play", *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.text = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def read_to_prompt(self):
        """Everything up to the next question, or to the end."""
        while not re.search(r"(^|\n|quit )> $", self.text):
            ready, _, _ = select.select([self.process.stdout], [], [], 20)
            assert ready, self.text
            chunk = os.read(self.process.stdout.fileno(), 65536)
            if not chunk:
                break
            self.text += chunk.decode()
        told, self.text = self.text, ""
        return told

    def type(self, entry):
        self.process.stdin.write(f"{entry}\n".encode())
        self.process.stdin.flush()


def test_killed_at_any_moment_it_goes_on_the_same(tmp_path):
    """What the screen has said is never lost, and the game ends as one without kills."""
    path, whole = tmp_path / "killed.json", tmp_path / "whole.json"
    options = ["--seed", "6", "--target", "100"]
    chance = random.Random(1)
    kills = 0
    options_now = [*options, "--save", str(path)]
    for kill in [*(chance.randrange(1, 9) for _ in range(12)), 10_000]:
        with Table(*options_now) as table:
            for _ in range(kill):
                told = table.read_to_prompt()
                if "the game in" in told:
                    break
                said = load(path)
                table.type(simple_entry(said))
            else:
                time.sleep(chance.random() * 0.004)
                table.process.send_signal(signal.SIGKILL)
                table.process.wait()
                kills += 1
                after, before = moves_of(load(path)), moves_of(said)
                assert len(after) in (len(before), len(before) + 1)
                assert after[: len(before) - 1] == before[:-1]
                assert after[len(before) - 1][: len(before[-1])] == before[-1]
        options_now = ["--resume", str(path)]
    assert kills == 12
    with Table(*options, "--save", str(whole)) as table:
        while "the game in" not in table.read_to_prompt():
            table.type(simple_entry(load(whole)))
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
def test_ctrl_c_leaves_with_130_and_a_note(tmp_path):
    path = tmp_path / "one.json"
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from ginrummy.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, *PLAY, "--save", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        child.stdin.write(b"p\n")
        child.stdin.flush()
        text = b""
        while text.count(b"> ") < 2:
            text += os.read(child.stdout.fileno(), 65536)
        time.sleep(0.3)  # until it blocks in the read
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert err == b""
    assert out.decode() == f"\nSaved. To go on: ginrummy play --resume {path}\n"
    assert len(load(path).round.history) == 4


@needs_pty
@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal(tmp_path, columns):
    """Keys typed at a terminal, colours, lines that fit, and Ctrl-C as a key."""
    import fcntl
    import pty
    import struct
    import termios

    path = tmp_path / "one.json"
    pid, leader = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ.update(TERM="xterm-256color", COLUMNS=str(columns))
        os.execv(sys.executable, [*MODULE, *PLAY, "--save", str(path)])
    fcntl.ioctl(leader, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    text = b""

    def read():
        nonlocal text
        assert select.select([leader], [], [], 20)[0], text
        try:
            chunk = os.read(leader, 4096)
        except OSError:  # Linux says so when the other end is closed
            chunk = b""
        text += chunk
        return chunk

    for number, key in enumerate((b"p\n", b"?\n", b"d\n", b"h\n", b"\x03"), 1):
        while text.count(b"\n> ") < number:
            assert read()
        # A signal just before Python blocks in a read waits for the next key.
        time.sleep(0.3 if key == b"\x03" else 0)
        os.write(leader, key)
    while read():
        pass
    _, status = os.waitpid(pid, 0)
    os.close(leader)
    assert os.waitstatus_to_exitcode(status) == 130
    shown = text.decode()
    assert "\x1b[31m9♥\x1b[0m" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    table, _, note = plain.partition("> ^C")
    assert max(map(len, table.splitlines())) <= columns
    assert note == f"\nSaved. To go on: ginrummy play --resume {path}\n"
    assert len(load(path).round.history) == 5


@pytest.mark.parametrize("columns", ["20", "40"])
def test_narrow_pages_keep_their_width(monkeypatch, capsys, tmp_path, columns):
    monkeypatch.setenv("COLUMNS", columns)
    path = tmp_path / "one.json"
    entries = iter(["?", "h"])
    answer = lambda: next(entries, None) or simple_entry(load(path), 2)  # noqa: E731
    monkeypatch.setattr(sys, "stdin", Stdin(answer))
    assert main([*PLAY, "--save", str(path), "--manual"]) == 0
    *lines, _ = capsys.readouterr().out.splitlines()
    asked = [line for line in lines if "> " in line]
    assert max(len(line) for line in lines if line not in asked) <= int(columns)
    assert len(load(path).rounds) == 2


def test_no_symbols_and_bytes_that_are_no_text(state):
    done = subprocess.run(
        [*MODULE, *PLAY],
        input=b"\xff\xfe\np\nh\n",
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.isascii()
    assert b"\\xff\\xfe" in done.stdout
    assert b"pile      2h on top, 1 in all" in done.stdout
    assert len(load(only_file(state)).round.history) == 4


def test_no_standard_input(monkeypatch, capsys, state):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(PLAY) == 0
    assert "Saved." in capsys.readouterr().out
    assert load(only_file(state)).round.turn == 0


def test_a_relative_state_home_is_ignored(tmp_path):
    done = process(*PLAY, XDG_STATE_HOME="here", HOME=str(tmp_path))
    assert done.returncode == 0
    assert only_file(tmp_path / ".local" / "state" / "ginrummy").name.startswith("game-")


def test_a_closed_pipe_loses_nothing(state):
    with subprocess.Popen(
        [*MODULE, *PLAY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        child.stdout.close()
        child.stdin.write(b"p\n")
        child.stdin.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141
    assert load(only_file(state)).round.seed == 7


def test_auto_is_saved_when_asked_and_goes_on(run, tmp_path):
    path = tmp_path / "auto.json"
    whole = run("play", "--auto", "--seed", "9", "--save", str(path))
    game = load(path)
    assert game.is_over
    del game.rounds[3:]
    for _ in range(4):
        game.round.undo()
    path.write_text(game.to_json())
    assert run("play", "--resume", str(path)) == whole
    assert load(path).is_over
