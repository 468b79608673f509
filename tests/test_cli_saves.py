"""The save file of ``ginrummy play``: quitting, resuming, and damage."""

import json
import os
import re
import sys

import pytest

from cli_helpers import Stdin, load, only_file, simple_entry
from ginrummy.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment", "state")

PLAY = ["play", "--seed", "7"]


@pytest.fixture
def typed(monkeypatch, capsys):
    """Runs a command line with these lines as input; gives exit code and output."""

    def typed(lines, *argv):
        given = iter(lines)
        monkeypatch.setattr(sys, "stdin", Stdin(lambda: next(given, None)))
        code = main(argv)
        return code, *capsys.readouterr()

    return typed


@pytest.mark.parametrize("ending", [["q"], ["quit"], ["exit"], []])
def test_quitting_and_the_end_of_input_save(typed, state, ending):
    code, out, err = typed(["p", "d", *ending], *PLAY)
    path = only_file(state)
    assert (code, err) == (0, "")
    assert out.endswith(f"\nSaved. To go on: ginrummy play --resume {path}\n")
    game = load(path)
    assert len(game.round.history) == 5
    assert game.round.phase == "throw"


def test_plain_play_offers_the_last_unfinished_game(typed, state):
    typed(["p", "d", "q"], *PLAY)
    path = only_file(state)
    before = path.read_bytes()
    code, out, _ = typed(["maybe", "y", "q"], "play")
    assert code == 0
    assert out.startswith(
        "There is an unfinished game: hand 1, You 0, Computer 0, playing to 100.\n"
        "Resume it? Enter yes, n new game, q quit > maybe\n"
        "Resume it? Enter yes, n new game, q quit > y\n"
        "\nHand 1: You dealt. You 0, Computer 0, playing to 100.\n"
    )
    assert "You       drew 9♥\n" in out
    assert only_file(state).read_bytes() == before


@pytest.mark.parametrize("answers", [["q"], []])
def test_the_offer_may_be_left(typed, state, answers):
    typed(["q"], *PLAY)
    before = only_file(state).read_bytes()
    code, out, err = typed(answers, "play")
    assert (code, err) == (0, "")
    assert "Hand 1" not in out
    assert only_file(state).read_bytes() == before


def test_a_new_game_leaves_the_old_one(typed, state):
    typed(["q"], *PLAY)
    first = only_file(state)
    before = first.read_bytes()
    for argv, answers in ((["play"], ["n", "q"]), (["play", "--new"], ["q"]), (PLAY, ["q"])):
        code, out, _ = typed(answers, *argv)
        assert code == 0
        assert "Hand 1" in out
    assert first.read_bytes() == before
    seeds = [load(path).terms.seed for path in sorted(state.iterdir(), key=os.path.getmtime)]
    assert len(seeds) == 4
    assert seeds.count(7) == 2
    assert max(seeds) > 2**200  # nobody guesses a deal that was not asked for


def test_a_finished_game_is_not_offered(typed, state, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Stdin(lambda: simple_entry(load(only_file(state)))))
    assert main(["play", "--seed", "3", "--target", "1"]) == 0
    assert "the game in" in capsys.readouterr().out
    code, out, _ = typed(["q"], "play")
    assert code == 0
    assert "unfinished" not in out
    assert "Hand 1" in out
    done = next(path for path in state.iterdir() if load(path).is_over)
    code, out, _ = typed([], "play", "--resume", str(done))
    assert code == 0
    assert re.search("wins? the game in [0-9]+ hands?.\n$", out)


def test_resume_without_a_file(typed, state, refused):
    assert refused("play", "--resume") == "--resume: there is no unfinished game"
    typed(["p", "q"], *PLAY)
    code, out, _ = typed(["q"], "play", "--resume")
    assert code == 0
    assert "Hand 1: You dealt." in out
    path = str(only_file(state))
    for option in (["--seed", "0"], ["--manual"], ["--target", "5"], ["--new"], ["--auto"]):
        assert f"{option[0]} is for a new game" in refused("play", "--resume", path, *option)
    assert "No such file" in refused("play", "--resume", path + "x")


def test_what_is_resumed_keeps_what_was_agreed(typed, tmp_path):
    path = str(tmp_path / "one.json")
    rules = ["--rule", "knock_limit=7", "--manual", "--name", "Ann", "--target", "55"]
    typed(["q"], *PLAY, "--save", path, *rules)
    _, out, _ = typed(["q"], "play", "--resume", path)
    assert "Hand 1: Ann dealt. Ann 0, Computer 0, playing to 55." in out
    assert "knock     7 or less, the hand counts x 1\n" in out
    assert load(path).terms.rules.showdown == "manual"


def damaged(path):
    """Files that are no sound save, made from one that is, and what is said of each."""
    text = path.read_text()
    values = json.loads(text)
    middle = len(text) // 2
    flipped = chr(ord(text[middle]) ^ 1)
    yield text[:middle], "cut short"
    yield "", "no save file of a game"
    yield text[:middle] + flipped + text[middle + 1 :], ""
    yield json.dumps(values | {"target": 5}), "something was changed"
    yield json.dumps(values | {"version": 2}), "version 2 is newer than 1"
    yield json.dumps(values["rounds"][0]), "format 'ginrummy game' is expected"
    yield "[1, 2]", "no save file of a game"
    yield "[" * 100_000, "no save file of a game"
    yield "ginrummy", "no save file of a game"


def test_a_damaged_file_is_refused_and_left_as_it_is(typed, refused, state):
    typed(["p", "d", "q"], *PLAY)
    path = only_file(state)
    for content, names in list(damaged(path)):
        path.write_text(content)
        for options in (["--resume", str(path)], ["--save", str(path), "--new"], ["--resume"]):
            message = refused("play", *options)
            assert message.startswith(f"{path}: ")
            assert names in message
        code, out, err = typed(["q"], "play")  # a new game, in another file
        assert code == 0
        assert "Hand 1" in out
        assert err.count("\n") == 1
        assert "the file is left as it is" in err
        assert path.read_text() == content
        for other in state.iterdir():
            if other != path:
                other.unlink()
    path.write_bytes(b"\xff\xfe")
    assert "no save file of a game" in refused("play", "--resume", str(path))


def test_a_forged_file_is_refused(refused, typed, state):
    """Even with a check that comes out, what does not fit together is refused."""
    from ginrummy.cli import game

    typed(["p", "d", "q"], *PLAY)
    path = only_file(state)
    values = json.loads(path.read_text())
    body = {name: value for name, value in values.items() if name != "check"}
    rounds = body["rounds"]
    for changed in (
        {"seed": "8"},
        {"seed": 8},
        {"rounds": []},
        {"rounds": [rounds[0], rounds[0]]},
        {"rounds": [rounds[0] | {"moves": []}]},
        {"names": None},
        {"names": ["a", "b", "c"]},
        {"rules": {"knock_limit": -1}},
        {"rules": body["rules"] | {"knock_limit": 9}},
        {"target": "x"},
    ):
        forged = body | changed
        path.write_text(json.dumps(forged | {"check": game._check(forged)}))
        assert refused("play", "--resume", str(path)).startswith(f"{path}: ")


def test_save_replaces_a_game_only_when_told(typed, refused, tmp_path):
    path = tmp_path / "one.json"
    typed(["q"], *PLAY, "--save", str(path))
    assert "there is a game already" in refused("play", "--save", str(path))
    code, _, _ = typed(["q"], "play", "--seed", "8", "--save", str(path), "--new")
    assert code == 0
    assert load(path).terms.seed == 8
    assert "No such file" in refused("play", "--save", str(tmp_path / "no" / "one.json"))
    assert "cannot be saved" in refused("play", "--save", str(tmp_path / "no" / "one.json"))


def test_another_program_at_the_same_file(monkeypatch, capsys, tmp_path):
    path = tmp_path / "one.json"

    def answer():
        path.write_text("something else\n")
        return "p"

    monkeypatch.setattr(sys, "stdin", Stdin(answer))
    assert main([*PLAY, "--save", str(path)]) == 2
    assert "another program has changed this file" in capsys.readouterr().err
    assert path.read_text() == "something else\n"


def test_records_are_written_once(typed, tmp_path, monkeypatch, capsys):
    path, records = tmp_path / "one.json", tmp_path / "records"
    monkeypatch.setattr(sys, "stdin", Stdin(lambda: simple_entry(load(path), 2)))
    options = ["--record", str(records)]
    assert main([*PLAY, "--save", str(path), *options]) == 0
    capsys.readouterr()
    names = sorted(file.name for file in records.iterdir())
    assert names == ["round-7-001.txt", "round-7-002.txt"]
    before = [file.read_bytes() for file in sorted(records.iterdir())]
    code, _, err = typed(["q"], "play", "--resume", str(path), *options)
    assert (code, err) == (0, "")
    assert [file.read_bytes() for file in sorted(records.iterdir())] == before
    (records / "round-7-002.txt").write_text("mine")
    code, _, err = typed(["q"], "play", "--resume", str(path), *options)
    assert code == 2
    assert "another record is there already" in err
    assert (records / "round-7-002.txt").read_text() == "mine"
