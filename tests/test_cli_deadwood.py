"""``ginrummy deadwood``: arrangements, throws, and hands from standard input."""

import io
import json
import sys

import pytest

import ginrummy as gr
from cli_helpers import BIG_GIN, ELEVEN, GRID, HAND, by_id, deadwood_options
from ginrummy.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment")


def test_deadwood_draws_melds_and_count(run):
    assert run("deadwood", HAND) == ("run       7♦ 8♦ 9♦\nunmelded  7♣ 7♠\ndeadwood  7 + 7 = 14\n")


def test_deadwood_takes_several_words(run):
    assert run("deadwood", *HAND.split()) == run("deadwood", HAND.replace(" ", ","))


def test_deadwood_without_unmelded_cards(run):
    assert run("deadwood", "10h Jh Qh") == "run       10♥ J♥ Q♥\nunmelded  -\ndeadwood  0\n"


def test_deadwood_of_no_cards_is_nought(run):
    assert json.loads(run("deadwood", "", "--json"))["deadwood"] == 0


def test_deadwood_uses_the_points_of_the_rules(run):
    points = "card_points=15,2,3,4,5,6,7,8,9,10,10,10,10"
    assert "deadwood  15 + 2 = 17" in run("deadwood", "--rule", points, "Ac 2h")


@pytest.mark.parametrize("case", by_id("deadwood"))
def test_deadwood_cases(run, case):
    expected = case["expected"]
    shown = json.loads(run(*deadwood_options(case), "--all", "--json"))
    assert shown["deadwood"] == expected["deadwood"]
    if "arrangements" in expected:
        found = {
            frozenset(gr.Hand(one["cards"]) for one in a["melds"]) for a in shown["arrangements"]
        }
        assert found == {frozenset(map(gr.Hand, melds)) for melds in expected["arrangements"]}
        assert not shown["more"]


def test_deadwood_json(run):
    assert json.loads(run("deadwood", HAND, "--json")) == {
        "hand": "7c 7d 8d 9d 7s",
        "melds": [{"kind": "run", "cards": "7d 8d 9d"}],
        "unmelded": "7c 7s",
        "deadwood": 14,
    }


def test_all_arrangements(run):
    text = run("deadwood", "--all", GRID)
    assert text.count("deadwood  6\n") == 2
    assert text.count("  set ") == text.count("  run ") == 3
    assert "more" not in text


def test_all_says_when_it_is_cut_off(run):
    text = run("deadwood", "--all", "--limit", "1", GRID)
    assert text.count("deadwood") == 1
    assert text.endswith("... and more: cut off after 1, see --limit\n")
    assert json.loads(run("deadwood", "--all", "--limit", "1", GRID, "--json"))["more"] is True
    assert json.loads(run("deadwood", "--all", "--limit", "2", GRID, "--json"))["more"] is False


def test_all_stops_at_twenty_by_default(run):
    shown = json.loads(run("deadwood", "--all", "--json", gr.Hand((1 << 52) - 1).pretty))
    assert len(shown["arrangements"]) == 20
    assert shown["more"] is True


def test_discards_best_first(run):
    lines = run("deadwood", "--discards", "--taken", "Kh", ELEVEN).splitlines()
    assert [line.split() for line in lines[:5]] == [
        ["throw", "leaves"],
        ["7♣", "7", "knock"],
        ["7♠", "7", "knock"],
        ["9♦", "8", "knock"],
        ["8♦", "9", "knock"],
    ]
    assert lines[5].split() == ["4♣", "19"]
    assert len(lines) == 13
    assert lines[-2:] == ["knock limit 10", "K♥ was taken and may not be thrown"]


def test_discards_may_throw_the_taken_card_where_the_rules_let_them(run):
    options = ["deadwood", "--discards", "--taken", "Kh", ELEVEN]
    text = run(*options, "--rule", "may_discard_taken=true")
    assert "K♥      34\n" in text
    assert "may not" not in text


@pytest.mark.parametrize("case", by_id("legal_knock_discards"))
def test_discard_cases(run, case):
    given, expected = case["input"], case["expected"]
    limit = f"knock_limit={given['knock_limit']}"
    shown = json.loads(run("deadwood", "--discards", "--json", "--rule", limit, given["hand11"]))
    knocks = {one["card"]: one["deadwood"] for one in shown["discards"] if one["knock"]}
    assert knocks == expected["discard_to_deadwood"]
    assert all(one["gin"] == (one["deadwood"] == 0) for one in shown["discards"])
    assert shown["limit"] == given["knock_limit"]


def test_discards_tell_gin_and_big_gin(run):
    text = run("deadwood", "--discards", BIG_GIN)
    assert text.count("gin\n") == 7
    assert text.endswith("big gin: all 11 cards meld\n")
    options = ["deadwood", "--discards", BIG_GIN, "--json"]
    assert json.loads(run(*options))["big_gin"] is True
    assert json.loads(run(*options, "--rule", "big_gin=none"))["big_gin"] is False


def test_discards_in_oklahoma_need_the_knock_card(run, refused):
    options = ["deadwood", "--discards", ELEVEN, "--rule", "limit_source=upcard"]
    assert "knock_card" in refused(*options)
    shown = json.loads(run(*options, "--knock-card", "8c", "--json"))
    assert shown["limit"] == 8
    assert [one["card"] for one in shown["discards"] if one["knock"]] == ["7c", "9d", "7s"]


@pytest.mark.parametrize("words", [[], ["-"]])
def test_hands_from_stdin(run, feed, words):
    feed(f"{HAND}\n\n  Th Jh Qh  \n")
    blocks = run("deadwood", *words).split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [
        "hand      7♣ 7♦ 8♦ 9♦ 7♠",
        "hand      10♥ J♥ Q♥",
    ]
    feed(f"{HAND}\n\n  Th Jh Qh  \n")
    shown = [json.loads(line) for line in run("deadwood", *words, "--json").splitlines()]
    assert [(one["line"], one["deadwood"]) for one in shown] == [(1, 14), (3, 0)]


def test_a_bad_line_is_named_and_the_others_answered(capsys, feed):
    feed(f"{HAND}\n7c Zz\nAh Ah\nTh Jh Qh\n")
    assert main(["deadwood", "--json"]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["line"] for line in out.splitlines()] == [1, 4]
    first, second = err.splitlines()
    assert first.startswith("ginrummy: line 2: 'Zz' is no card")
    assert second.startswith("ginrummy: line 3: Ah stands twice")


def test_a_hand_is_needed_on_a_terminal(refused, monkeypatch):
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", terminal)
    assert "a hand is needed" in refused("deadwood")
    monkeypatch.setattr(sys, "stdin", None)
    assert "a hand is needed" in refused("deadwood")
    assert "no standard input" in refused("deadwood", "-")
