"""The file of ``ginrummy score``: killed, shared, damaged, and the keeper of whole evenings."""

import errno
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_helpers import MODULE, needs_pty
from ginrummy.cli import main, score_file
from ginrummy.cli.score_file import Journal
from ginrummy.cli.score_sheet import Keeper
from score_helpers import add, begin, keep_with, points

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and signals")


@pytest.fixture(autouse=True)
def path(plain_environment, state, monkeypatch, tmp_path):  # noqa: ARG001
    return begin(monkeypatch, tmp_path)


@pytest.fixture
def keep(monkeypatch, capsys):
    return lambda *entries: keep_with(monkeypatch, capsys, *entries)


# killed


def keep_writing(path, pipe):
    """Enters the next numbers for ever, and tells each when it is acknowledged."""
    keeper = Keeper.open(path)
    number = len(keeper.sheet.hands)
    while True:
        number += 1
        keeper.add(f"north {number}")
        os.write(pipe, f"{number}\n".encode())


@posix
def test_killed_a_hundred_times_it_loses_nothing(path):
    chance = random.Random(1)
    entered = 0
    for _ in range(100):
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                keep_writing(path, writer)
            finally:
                os._exit(1)
        os.close(writer)
        with os.fdopen(reader) as lines:
            # A few entries first, however slow the machine; then at any moment.
            told = [int(lines.readline()) for _ in range(chance.randrange(4))]
            time.sleep(chance.random() * 0.01)
            os.kill(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
            told += map(int, lines)
        found = points(path)
        assert found == list(range(1, len(found) + 1))
        assert len(found) >= (told[-1] if told else entered)
        entered = len(found)
    assert entered > 100


@posix
def test_the_command_is_killed_too(path):
    # Its environment is given: readline, where pytest loads it, hands on COLUMNS of its own.
    with subprocess.Popen(
        [*MODULE, "score", "keep"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=dict(os.environ),
    ) as child:
        text = b""
        for number in range(1, 4):
            child.stdin.write(b"north %d\n" % number)
            child.stdin.flush()
            while b"hand %d: north %d" % (number, number) not in text:
                assert select.select([child.stdout], [], [], 20)[0], text
                chunk = os.read(child.stdout.fileno(), 65536)
                assert chunk, text
                text += chunk
        child.kill()
    assert points(path) == [1, 2, 3]


def test_an_entry_is_on_the_disk_before_it_is_told(path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    add(path, 5)
    assert synced == [path.stat().st_size]


def test_a_new_file_is_there_as_a_whole_or_not_at_all(path, refused, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    other = path.with_name("other.gin")
    new = ("score", "new", "match", "--players", "a,b", str(other))
    assert "it cannot be made: No space left" in refused(*new)
    before = path.read_bytes()
    assert "cannot be saved: No space left" in refused("score", "add", "north", "5")
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == ["my.gin"]


@posix
def test_a_file_system_without_links_or_locks(path, monkeypatch):
    def fail(*_):
        raise OSError(errno.EOPNOTSUPP, "not supported")

    monkeypatch.setattr(os, "link", fail)
    monkeypatch.setattr(score_file.fcntl, "flock", fail)
    new = ("score", "new", "match", "--players", "a,b", str(path.with_name("other.gin")))
    assert main(new) == 0
    assert main(("score", "add", "a", "5", "--file", new[-1])) == 0
    assert points(Path(new[-1])) == [5]
    assert len(list(path.parent.glob("*.gin"))) == 2
    assert not list(path.parent.glob("*.tmp"))


# shared


@posix
def test_many_keepers_at_once_corrupt_nothing(path):
    """Every keeper is either acknowledged or told; the file has just what was acknowledged."""
    reader, writer = os.pipe()
    children = []
    for _ in range(4):
        pid = os.fork()
        if pid == 0:
            try:
                for number in range(40):
                    try:
                        Keeper.open(path).add(f"north {number}")
                        os.write(writer, b".")
                    except score_file.SaveError:
                        pass  # told that another keeper was faster
                os._exit(0)
            finally:
                os._exit(1)
        children.append(pid)
    os.close(writer)
    for pid in children:
        assert os.waitpid(pid, 0)[1] == 0
    with os.fdopen(reader) as told:
        assert len(told.read()) == len(points(path)) > 40
    assert Journal.open(path).loss == ""


def test_the_second_keeper_is_told(path, keep):
    stale = Keeper.open(path)
    code, _, err = keep("north 5", lambda: add(path, 7) or "north 6", "north 8")
    assert code == 2
    assert "another keeper has changed this file meanwhile; nothing was written" in err
    assert err.count("\n") == 1
    assert points(path) == [5, 7]
    with pytest.raises(score_file.SaveError, match="another keeper has changed"):
        stale.undo()
    assert points(path) == [5, 7]
    code, _, err = keep(lambda: add(path, 9) or "show")
    assert code == 2
    assert "another keeper has changed this file" in err


def test_a_file_that_is_gone(path, keep):
    code, _, err = keep("north 5", lambda: path.unlink() or "north 6")
    assert code == 2
    assert "the file is gone; nothing was written" in err
    assert not path.exists()


@posix
def test_a_keeper_that_holds_the_lock(path, refused, monkeypatch):
    monkeypatch.setattr(score_file, "_PATIENCE", 0.05)
    with score_file._opened(path, write=True):
        assert "another keeper is writing to this file" in refused("score", "add", "north", "5")


# line by line


def test_an_evening_in_a_pipe(path, keep):
    code, out, err = keep(
        "add north 24 gin", "north 5", "", "undo", "fix 1 south 12 --boxes 2", "show", "hands",
        "help", "dead", "quit", "north 99",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "> undo\n" in out
    assert "\x1b" not in out
    assert "taken back: hand 2: north 5, knock" in out
    assert "1. south 12, knock" in out
    assert points(path) == [12, 0]
    assert Keeper.open(path).sheet.boxes == (0, 2)


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("west 5", "line 2: 'west' plays not here"),
        ("fix 1", "line 2: a number and a hand are expected"),
        ("show me", "line 2: show stands alone"),
        ("add", "line 2: a hand is expected"),
        ("notice", "line 2: notice ends a rolling"),
        ("\x1b[31m", "line 2: '\\x1b[31m' plays not here"),
    ],
)
def test_in_a_pipe_a_wrong_line_is_the_end(path, keep, entry, names):
    code, _, err = keep("north 5", entry, "north 6")
    assert code == 2
    assert names in err
    assert err.count("\n") == 1
    assert points(path) == [5]


@needs_pty
def test_at_a_terminal_a_wrong_line_is_told_and_the_next_one_taken(path):
    import pty

    pid, leader = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="40")
        os.execv(sys.executable, [*MODULE, "score", "keep"])
    text = b""
    for number, key in enumerate((b"west 5\n", b"north 5\n", b"show\n", b"quit\n"), 1):
        while len(re.findall(rb"\n> ", text)) < number:
            assert select.select([leader], [], [], 20)[0], text
            text += os.read(leader, 4096)
        os.write(leader, key)
    try:
        while chunk := os.read(leader, 4096):
            text += chunk
    except OSError:  # Linux says so when the other end is closed
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(leader)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text.decode()).replace("\r\n", "\n")
    assert "'west' plays not here" in plain
    assert max(map(len, plain.splitlines())) <= 40
    assert points(path) == [5]


def test_ten_thousand_entries_are_read_at_once(path):
    """The lines are made here, for writing waits for the disk."""
    keeper = Keeper.open(path)
    lines, check = [path.read_bytes()], keeper._journal._check
    hand = {"scores": [1, 0], "winner": 0, "kind": "knock", "boxes": [1, 0]}
    for _ in range(10_000):
        line, check = score_file._line(check, {"do": "add", "hand": hand})
        lines.append(line)
    path.write_bytes(b"".join(lines))
    assert len(Keeper.open(path).sheet.hands) == 10_000
