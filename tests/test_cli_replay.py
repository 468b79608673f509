"""``ginrummy replay``: every position of a round, as each seat saw it or with all open."""

import json
import os
import re
import sys

import pytest

import ginrummy as gr
from cli_helpers import Stdin
from ginrummy.cli import main, replay, streams
from ginrummy.players import SimplePlayer

pytestmark = pytest.mark.usefixtures("plain_environment")

CARD = re.compile("(?:[A2-9JQK]|10)[♣♦♥♠]")


def played(seed=3, rules=None, players=2):
    """A round played to its end by simple players."""
    round_ = gr.Round(rules, seed=seed, players=players)
    while not round_.is_over:
        round_.play(SimplePlayer(len(round_.history)).choose(round_.view(round_.turn)))
    return round_


@pytest.fixture
def saved(tmp_path):
    """A round and the file of its record."""

    def saved(name="round.txt", **options):
        round_ = played(**options)
        path = tmp_path / name
        gr.Record.of(round_).save(path)
        return round_, str(path)

    return saved


def positions(round_):
    """The round after 0, 1, 2 ... moves."""
    record = gr.Record.of(round_)
    return [record.replay(n) for n in range(len(record.moves))] + [round_]


@pytest.mark.parametrize("rules", [None, gr.Rules(showdown="manual"), gr.Rules(party={})])
@pytest.mark.parametrize("name", ["round.txt", "round.json"])
def test_json_of_all_hands(run, saved, name, rules):
    round_, path = saved(name, rules=rules, players=3 if rules and rules.party else 2)
    shown = [json.loads(line) for line in run("replay", path, "--json").splitlines()]
    assert len(shown) == len(round_.history) + 1
    for step, (one, there) in enumerate(zip(shown, positions(round_), strict=True)):
        hands = [there.hand(seat) for seat in range(there.players)]
        assert one["step"] == step
        assert one["seat"] is None
        assert one["turn"] == there.turn
        assert one["phase"] == there.phase
        assert [*map(gr.Hand, one["hands"])] == hands
        assert one["deadwood"] == [gr.deadwood(hand) for hand in hands]
        assert gr.Hand(one["pile"]) == gr.Hand(there.pile)
        assert (one["stock"], one["limit"]) == (there.stock_count, there.limit)
        if step:
            text = gr.move_text(round_.history[step - 1])
            assert one["move"].startswith(text)
            assert one["by"] == positions(round_)[step - 1].turn
    assert shown[0]["move"] is shown[0]["by"] is shown[0]["result"] is None
    result = shown[-1]["result"]
    assert result["scores"] == list(round_.result.scores)
    assert result["outcome"] == round_.result.outcome
    assert [meld["cards"] for meld in result["spread"]["melds"]] == [
        str(meld) for meld in round_.result.spread.melds
    ]
    assert [one["seat"] for one in result["layoffs"]] == [s for s, _ in round_.result.layoffs]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_only_its_view(run, saved, seat):
    round_, path = saved()
    shown = [
        json.loads(line) for line in run("replay", path, "--as", str(seat), "--json").splitlines()
    ]
    for one, there in zip(shown, positions(round_), strict=True):
        view = there.view(seat)
        assert one["seat"] == seat
        assert gr.Hand(one["hands"][seat]) == view.hand
        other = view.exposed.get(1 - seat)
        assert one["hands"][1 - seat] == (None if other is None else str(other))
        if one["step"]:
            assert one["move"] == str(view.events[-1]).partition(": ")[2]
    assert shown[0]["hands"][1 - seat] is None
    assert shown[-1]["hands"][1 - seat] is not None
    assert "draw" in [one["move"] for one in shown if one["by"] == 1 - seat]
    assert "draw" not in [one["move"] for one in shown if one["by"] == seat]


@pytest.mark.parametrize("seat", [0, 1])
def test_no_hidden_card_is_drawn(run, saved, seat):
    round_, path = saved()
    blocks = re.split(r"^(?=step )", run("replay", path, "--as", str(seat)), flags=re.M)[1:]
    known = set()
    for number, (block, there) in enumerate(zip(blocks, positions(round_), strict=True)):
        assert block.startswith(f"step {number}: player ")
        known |= {*there.hand(seat), *there.pile}
        shown = {gr.Card(card) for card in CARD.findall(block)}
        if not there.is_over:
            assert shown <= known
            assert shown >= {*there.hand(seat), *there.pile[-1:]}
            assert block.count("hidden") == 1


def test_the_last_position_shows_the_showdown(run, saved):
    round_, path = saved()
    text = run("replay", path, "--step", str(len(round_.history)))
    head, *_ = round_.result.explain().splitlines()
    assert head in text.splitlines()
    assert {gr.Card(card) for card in CARD.findall(text)} >= {*round_.hand(0), *round_.hand(1)}
    assert f"  {round_.result.points}  total\n" in text


def test_one_step_is_one_of_all(run, saved):
    round_, path = saved()
    everything = run("replay", path)
    assert run("replay", path, "--all-steps") == everything
    steps = [run("replay", path, "--step", str(n)) for n in range(len(round_.history) + 1)]
    assert "\n".join(steps) == everything
    lines = run("replay", path, "--json").splitlines(keepends=True)
    assert run("replay", path, "--step", "4", "--json") == lines[4]


def test_narrow(run, saved, monkeypatch):
    _, path = saved()
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("replay", path).splitlines())) <= 40


def test_keys_on_a_terminal(saved, monkeypatch, capsys):
    """Enter, n, p, a number, e, b, wrong keys and q, as they move."""
    round_, path = saved()
    last = len(round_.history)
    keys = iter(["", "n", "p", "5", "p", "p", "e", "n", "x", "99999", "b", "p", "q"])
    monkeypatch.setattr(sys, "stdin", Stdin(lambda: next(keys, None)))
    monkeypatch.setattr(streams, "is_piped", lambda: False)
    monkeypatch.setattr(streams, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "dumb")
    assert main(["replay", path]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert [int(n) for n in re.findall(r"^step (\d+): ", out, re.M)] == [
        *(0, 1, 2, 1, 5, 4, 3, last, 0),
    ]
    assert out.count(f"there is no step {last + 1}: 0 to {last} are") == 1
    assert "'x' is none of these keys" in out
    assert f"there is no step 99999: 0 to {last} are" in out
    assert f"there is no step -1: 0 to {last} are" in out


def test_the_end_of_input_leaves(saved, monkeypatch, capsys):
    _, path = saved()
    monkeypatch.setattr(sys, "stdin", Stdin(lambda: None))
    monkeypatch.setattr(streams, "is_piped", lambda: False)
    monkeypatch.setattr(streams, "on_terminal", lambda: True)
    assert main(["replay", path]) == 0
    assert capsys.readouterr().out.count("step 0: ") == 1


def test_interrupt(saved, monkeypatch, capsys):
    _, path = saved()

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(replay, "read_rounds", interrupt)
    assert main(["replay", path]) == 130
    assert capsys.readouterr() == ("", "")


def test_hands_of_a_saved_game_and_of_records(run, refused, tmp_path):
    path, records = str(tmp_path / "game.json"), tmp_path / "records"
    run("play", "--auto", "--seed", "7", "--save", path, "--record", str(records))
    files = sorted(os.listdir(records))
    for number, name in enumerate(files, 1):
        whole = run("replay", str(records / name), "--json")
        assert run("replay", path, "--hand", str(number), "--json") == whole
    assert run("replay", path, "--json") == whole
    wrong = len(files) + 1
    assert refused("replay", path, "--hand", str(wrong)).startswith(f"--hand {wrong}: ")
    assert refused("replay", path, "--hand", "0").startswith("--hand 0: ")


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--as", "2"], "--as 2: 0 to 1 or all is expected"),
        (["--as", "me"], "--as me: 0 to 1 or all is expected"),
        (["--as", "-1"], "--as"),
        (["--step", "9999"], "there is no step 9999"),
        (["--step", "x"], "'x': a whole number is expected"),
        (["--step", "1", "--all-steps"], "not allowed with"),
        (["--hand", "2"], "--hand 2: there is no such hand"),
    ],
)
def test_bad_options(refused, saved, options, names):
    _, path = saved()
    assert names in refused("replay", path, *options)
    assert names in refused("replay", path, *options, "--json")


def test_bad_files(refused, saved, tmp_path):
    _, path = saved()
    assert "No such file" in refused("replay", path + "x")
    assert "directory" in refused("replay", str(tmp_path))
    text = (tmp_path / "round.txt").read_text()
    bad = tmp_path / "bad.txt"
    for content in ("", "hello", text[: len(text) // 2], text.replace("draw", "take", 1)):
        bad.write_text(content)
        assert refused("replay", str(bad)).startswith(f"{bad}: ")
    bad.write_bytes(b"\xff\xfe\x00")
    assert refused("replay", str(bad)).startswith(f"{bad}: ")
    bad.write_text('{"format": "ginrummy game", "version": 9}')
    assert "version 9 is newer than 1" in refused("replay", str(bad))
