"""The file of ``ginrummy score``, damaged, cut short, or no score file at all."""

import errno
import json
import os

import pytest

import ginrummy as gr
from ginrummy.cli import main, score_file
from ginrummy.cli.options import UsageError
from ginrummy.cli.score_file import Journal
from ginrummy.cli.score_sheet import Keeper
from score_helpers import add, begin, keep_with, points


@pytest.fixture(autouse=True)
def path(plain_environment, state, monkeypatch, tmp_path):  # noqa: ARG001
    return begin(monkeypatch, tmp_path)


@pytest.fixture
def keep(monkeypatch, capsys):
    return lambda *entries: keep_with(monkeypatch, capsys, *entries)


@pytest.mark.parametrize("cut", [1, 2, 20, 60])
def test_a_truncated_file(path, capsys, cut):
    """The good part is there, the loss is told, and the next entry follows it."""
    add(path, 1, 2, 3)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    if cut == 1:  # only the line break: nothing is lost
        assert points(path) == [1, 2, 3]
        add(path, 4)
        assert path.read_bytes().startswith(whole)
        assert points(path) == [1, 2, 3, 4]
        return
    assert main(["score", "show"]) == 2
    out, err = capsys.readouterr()
    assert "2. +2 3 *" in out
    assert (
        err
        == f"ginrummy: {path}: line 4 is cut short and lost; the 2 entries before it are there\n"
    )
    assert path.read_bytes() == whole[:-cut]
    assert main(["score", "show", "--json"]) == 2
    assert "cut short" in json.loads(capsys.readouterr().out)["lost"]
    assert main(["score", "add", "north", "4"]) == 0
    assert "cut short" in capsys.readouterr().err
    assert points(path) == [1, 2, 4]
    assert main(["score", "show"]) == 0
    assert [one.name for one in path.parent.glob("my*")] == ["my.gin"]


def test_every_truncation_keeps_all_before_it(path):
    add(path, *range(1, 6))
    whole = path.read_bytes()
    head = whole.index(b"\n")
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size < head:
            with pytest.raises(UsageError):
                Keeper.open(path)
        else:
            complete = whole[: size + 1].count(b"\n") - 1
            assert points(path) == list(range(1, complete + 1))
            assert bool(Journal.open(path).loss) == (whole[size - 1 : size + 1].count(b"\n") == 0)


def test_damage_in_the_middle_keeps_a_copy(path, capsys):
    add(path, 1, 2, 3, 4)
    damaged = path.read_bytes().replace(b"[2, 0]", b"[9, 0]")
    path.write_bytes(damaged)
    assert main(["score", "undo"]) == 0
    assert "line 3 is damaged and lost, with 2 more after it; the entry before it is there" in (
        capsys.readouterr().err
    )
    assert points(path) == []
    assert path.with_name("my.gin.damaged").read_bytes() == damaged


def test_zeros_at_the_end(path, keep):
    """What a crash of the machine may leave."""
    add(path, 1)
    with path.open("ab") as file:
        file.write(bytes(100))
    code, _, err = keep("north 2")
    assert code == 0
    assert "line 3 is cut short and lost; the entry before it is there" in err
    assert points(path) == [1, 2]


def head(**changes):
    values = {"format": "ginrummy score", "version": 1, "kind": "match"} | changes
    return score_file._line(b"", values)[0]


MATCH = gr.Match(names=("a", "b"), first_dealer=0)
RULES = MATCH.rules.to_dict()


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n", "this is no score file"),
        (b"[1, 2]\n", "this is no score file"),
        (b"[" * 5000, "this is no score file"),
        (b'{"format": "ginrummy round", "version": 1}\n', "this is no score file"),
        (MATCH.to_json().encode(), "a sheet exported as JSON"),
        (head()[:60], "the first line is cut short: rules and names are lost"),
        (head()[:60] + b"\n", "the first line is damaged"),
        (head(version=2), "version 2 is newer than 1, the newest that this ginrummy reads"),
        (head(version="1"), "version '1' is no version"),
        (head(version=0), "version 0 is no version"),
        (head().replace(b"match", b"teams"), "the first line was changed"),
        (head(), "the first line has none"),
        (head(kind="whist", rules={}, names=[], first_dealer=0), "'whist' is no kind of sheet"),
        (head(rules={}, names=["a", "b"], first_dealer=0), "rules: best_of is missing"),
        (head(rules=RULES, names=["a", "a"], first_dealer=0), "two sides cannot have one name"),
        (head(rules=RULES, names=["a", "b"], first_dealer=2), "first_dealer"),
        (head(rules=RULES, names=["a", "b"], first_dealer=None), "first_dealer"),
    ],
)
def test_files_that_are_no_sheets(path, refused, data, names):
    path.write_bytes(data)
    for command in ("show", "undo", "keep"):
        told = refused("score", command)
        assert told.startswith(f"{path}: ")
        assert names in told
    assert path.read_bytes() == data


def test_lines_that_are_sound_but_mean_nothing(path, refused):
    for operation in ({"do": "dance"}, {"do": "add"}, {"do": "undo"}, {"do": "fix", "number": 1}):
        Journal.open(path).append(operation)
        before = path.read_bytes()
        assert refused("score", "show").startswith(f"{path}: line 2: ")
        lines = before.splitlines(keepends=True)
        path.write_bytes(lines[0])


def test_what_is_no_file(path, refused, tmp_path, monkeypatch):
    monkeypatch.setenv("GINRUMMY_SCORE", str(tmp_path / "none.gin"))
    assert "there is no such file; 'ginrummy score new' makes one" in refused(
        "score", "add", "dead"
    )
    monkeypatch.setenv("GINRUMMY_SCORE", str(tmp_path))
    assert "this is no file but something else" in refused("score", "show")
    new = ("score", "new", "match", "--players", "a,b")
    assert "it is there already" in refused(*new, str(path))
    assert "it cannot be made: No such file" in refused(*new, str(tmp_path / "no" / "x.gin"))
    assert "names no file" in refused(*new, str(tmp_path))
    assert "names no file" in refused(*new, "")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert "no file but something" in refused("score", "show", str(tmp_path / "pipe"))


def test_no_permission(path, refused, monkeypatch):
    """Root may write everywhere, so the refusal is made up."""
    opened = os.open

    def deny(name, flags, *rest):
        if str(name) == str(path) and flags & os.O_ACCMODE != os.O_RDONLY:
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(name, flags, *rest)

    monkeypatch.setattr(os, "open", deny)
    assert "the entry cannot be saved: Permission denied" in refused("score", "add", "dead")
    assert main(["score", "show"]) == 0  # to look is allowed


def test_through_a_link_the_file_itself_is_written(path, tmp_path):
    link = tmp_path / "link.gin"
    link.symlink_to(path)
    assert main(["score", "add", "north", "5", "--file", str(link)]) == 0
    assert link.is_symlink()
    assert points(path) == [5]
