"""Output of every kind: pipes, narrow and coloured terminals, encodings, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ginrummy as gr
from cli_helpers import ELEVEN, HAND, MODULE, SETTLE, needs_pty, on_terminal, process
from ginrummy.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment")


def test_a_pipe_gets_plain_text_in_lines_of_any_length(run):
    pack = " ".join(card.pretty for card in gr.Hand((1 << 52) - 1))
    text = run("deadwood", "--rule", "hand_size=10", "Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d 8d Td Qd Ah 3h")
    assert len(text.splitlines()) == 2
    assert "\x1b" not in run("deadwood", pack)
    assert not any(line != line.rstrip() for line in run(*SETTLE).splitlines())


def squeezed(text):
    """Without blanks: a word that is longer than the line is cut, and nothing of it lost."""
    return "".join(text.split())


@pytest.mark.parametrize("columns", ["40", "30"])
def test_narrow_output_wraps_between_cards(run, monkeypatch, columns):
    odd = "Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d 8d Td Qd Ah 3h Qs Ts"
    wide = [run("deadwood", odd), run(*SETTLE), run("variants", "tedesco", "rlcard")]
    monkeypatch.setenv("COLUMNS", columns)
    narrow = [run("deadwood", odd), run(*SETTLE), run("variants", "tedesco", "rlcard")]
    for before, after in zip(wide, narrow, strict=True):
        assert squeezed(after) == squeezed(before)
        assert max(map(len, after.splitlines())) <= int(columns)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_letters_where_the_encoding_has_no_suits(encoding):
    for words in (["deadwood", "7♣ 7s 7d 10♥"], SETTLE, ["deadwood", "--discards", ELEVEN]):
        done = process(*words, PYTHONIOENCODING=encoding)
        assert done.returncode == 0
        assert done.stderr == b""
        assert done.stdout.isascii()
    done = process("deadwood", "7♣ 7s 7d 10♥", PYTHONIOENCODING=encoding)
    assert done.stdout.decode().splitlines() == [
        "set       7c 7d 7s",
        "unmelded  Th",
        "deadwood  10",
    ]


def test_text_that_the_encoding_lacks_does_not_crash():
    code = (
        "import ginrummy as gr, ginrummy.cli.variants as v; from ginrummy.cli import main;"
        "v.find_variant = lambda name: gr.Variant(name='é', source='naïve ♥');"
        "main(['variants', 'x'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert b"source    na?ve ?" in done.stdout


def test_bytes_that_are_no_text_make_one_bad_line():
    done = subprocess.run(
        [*MODULE, "deadwood", "--json"],
        input=b"\xef\xbb\xbf7c 8c 9c\nQh\xff Jh\nTh\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert [json.loads(line)["deadwood"] for line in done.stdout.splitlines()] == [0, 10]
    assert done.stderr.startswith(b"ginrummy: line 2: ")
    assert done.stderr.count(b"\n") == 1


@needs_pty
def test_colour_on_a_terminal():
    text = on_terminal("deadwood", "7c 7d 8d 9d")
    assert "\x1b[31m7♦\x1b[0m \x1b[31m8♦\x1b[0m \x1b[31m9♦\x1b[0m" in text
    assert "\x1b[31m7♣" not in text
    assert "7♣" in text


@needs_pty
@pytest.mark.parametrize(
    ("argv", "environment"),
    [
        (["deadwood", HAND], {"NO_COLOR": "1"}),
        (["deadwood", HAND], {"TERM": "dumb"}),
        (["deadwood", HAND, "--no-color"], {}),
        (["--no-color", "deadwood", HAND], {}),
    ],
)
def test_no_colour_where_none_is_wanted(run, argv, environment):
    assert on_terminal(*argv, **environment) == run("deadwood", HAND)


@needs_pty
def test_a_narrow_terminal_is_not_overrun():
    text = on_terminal("variants", "eaai", columns=40, NO_COLOR="1")
    assert max(map(len, text.splitlines())) <= 40
    assert squeezed(text) == squeezed(process("variants", "eaai").stdout.decode())
    # Where two columns have no room the variants come one below the other.
    every = on_terminal("variants", columns=40, NO_COLOR="1")
    assert max(map(len, every.splitlines())) <= 40
    names = [variant.name for variant in gr.variants()]
    assert squeezed(every) == squeezed(process("variants", *names).stdout.decode())


def test_forced_colour_stays_out_of_a_pipe():
    assert b"\x1b" not in process("deadwood", HAND, FORCE_COLOR="1", TTY_COMPATIBLE="1").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close in another way")
@pytest.mark.parametrize("words", [["--json"], []])
def test_a_closed_pipe_is_left_quietly(words):
    with subprocess.Popen(
        [*MODULE, "deadwood", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        child.stdout.close()
        child.stdin.write(b"7c 8c 9c\n" * 500)
        child.stdin.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*MODULE, "deadwood", HAND], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"ginrummy: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
def test_interrupt_leaves_quietly():
    # A test run in the background ignores SIGINT, and so would the child.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from ginrummy.cli import main; sys.exit(main(['deadwood', '-', '--json']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        # Enough answers to fill the buffer: once one arrives, it waits for more hands.
        child.stdin.write(b"7c 8c 9c\n" * 500)
        child.stdin.flush()
        assert child.stdout.readline()
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        child.stdout.read()
        assert child.stderr.read() == b""
    assert child.returncode == 130


def test_interrupt_while_a_command_runs(monkeypatch, capsys):
    from ginrummy.cli import deadwood

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(deadwood, "arrange", interrupt)
    assert main(["deadwood", HAND]) == 130
    assert capsys.readouterr() == ("", "")
