"""``ginrummy settle``: what it draws, its JSON, and options that are wrong."""

import json

import pytest

import ginrummy as gr
from cli_helpers import DEFENDER, KNOCKER, SETTLE, by_id, settle_options
from sampling import cases

pytestmark = pytest.mark.usefixtures("plain_environment")


def test_settle_draws_everything(run):
    assert run(*SETTLE) == (
        "Knocker\n"
        "  run @0    4♣ 5♣ 6♣\n"
        "  run @1    3♠ 4♠ 5♠ 6♠\n"
        "  left      4♦ A♥ 5♥\n"
        "  deadwood  4 + 1 + 5 = 10\n"
        "\n"
        "Defender\n"
        "  run       6♥ 7♥ 8♥\n"
        "  set       2♣ 2♥ 2♠\n"
        "  laid @1   3♠ 4♠ 5♠ 6♠ [7♠] [8♠]\n"
        "  left      A♣ 8♣\n"
        "  deadwood  1 + 8 = 9\n"
        "\n"
        "Undercut: the defender wins 26\n"
        "  +25  undercut bonus\n"
        "   +1  deadwood difference, 10 - 9\n"
        "   26  total\n"
        "\n"
        "  scores      knocker 0, defender 26\n"
        "  boxes       knocker 0, defender 1\n"
        "  limit       10\n"
        "  multiplier  1\n"
    )


def test_settle_json_has_every_field(run):
    assert json.loads(run(*SETTLE, "--json")) == {
        "outcome": "undercut",
        "winner": "defender",
        "points": 26,
        "parts": [
            {"reason": "undercut bonus", "points": 25, "text": "undercut bonus"},
            {"reason": "difference", "points": 1, "text": "deadwood difference, 10 - 9"},
        ],
        "scores": [0, 26],
        "boxes": [0, 1],
        "multiplier": 1,
        "knocker_deadwood": 10,
        "defender_deadwood": 9,
        "limit": 10,
        "spread": {
            "melds": [
                {"kind": "run", "cards": "4c 5c 6c"},
                {"kind": "run", "cards": "3s 4s 5s 6s"},
            ],
            "unmelded": "4d Ah 5h",
            "deadwood": 10,
        },
        "layoff": {
            "melds": [
                {"kind": "run", "cards": "6h 7h 8h"},
                {"kind": "set", "cards": "2c 2h 2s"},
            ],
            "laid": [{"card": "7s", "meld": 1}, {"card": "8s", "meld": 1}],
            "unmelded": "Ac 8c",
            "deadwood": 9,
        },
    }


def test_settle_json_follows_the_fields_of_a_settlement(run):
    assert set(json.loads(run(*SETTLE, "--json"))) == set(gr.Settlement.__dataclass_fields__)


@pytest.mark.parametrize("case", by_id("round"))
def test_round_cases(run, case):
    expected = case["expected"]
    shown = json.loads(run(*settle_options(case), "--json"))
    for name in ("knocker_deadwood", "defender_deadwood", "winner", "points"):
        assert shown[name] == expected[name]
    outcome = "tie" if expected["result"] == "no score (tie)" else expected["result"]
    assert shown["outcome"] == outcome
    assert sum(part["points"] for part in shown["parts"]) == shown["points"]
    rows = [line.split() for line in run(*settle_options(case)).splitlines()]
    assert [str(expected["points"]), "total"] in rows
    counts = [row[-1] for row in rows if row[:1] == ["deadwood"]]
    assert counts == [str(shown["knocker_deadwood"]), str(shown["defender_deadwood"])]
    parts = [[f"{part['points']:+}", *part["text"].split()] for part in shown["parts"]]
    assert [row for row in rows if row and row[0][0] in "+-"] == parts


def test_layoff_by_card_and_meld(run):
    spread = ["--spread", "3s 4s 5s 6s | 4c 5c 6c"]
    options = [*SETTLE, *spread, "--defender-melds", "2c 2h 2s | 6h 7h 8h", "--json"]
    by_fit = json.loads(run(*options, "--layoff", "7s 8s"))
    by_meld = json.loads(run(*options, "--layoff", "7s@0,", "8s@0"))
    assert by_fit == by_meld
    assert by_meld["layoff"]["laid"] == [{"card": "7s", "meld": 0}, {"card": "8s", "meld": 0}]
    assert by_meld["points"] == 26


def test_layoff_numbers_are_those_shown_where_no_spread_is_given(run):
    assert json.loads(run(*SETTLE, "--layoff", "7s@1 8s", "--json"))["points"] == 26


def test_layoff_of_nothing_is_heeded(run):
    shown = json.loads(run(*SETTLE, "--layoff", "", "--json"))
    assert shown["layoff"]["laid"] == []
    assert shown["outcome"] == "knock"
    assert shown["points"] == 11


def test_layoffs_at_both_ends_are_drawn_in_the_meld(run):
    case = next(case for case in cases("round") if case["id"] == "R02")
    assert "[A♦] 2♦ 3♦ 4♦ [5♦] [6♦]\n" in run(*settle_options(case))


@pytest.mark.parametrize(
    ("layoff", "names"),
    [
        ("7s@x", "--layoff 7s@x:"),
        ("7s@", "--layoff 7s@:"),
        ("7s@-1", "--layoff 7s@-1:"),
        ("zz@1", "--layoff: 'zz' is no card"),
        ("7s@2", "7s"),
        ("7s@0", "7s"),
        ("7s 7s", "7s"),
        ("Kd", "Kd"),
    ],
)
def test_bad_layoffs(refused, layoff, names):
    assert names in refused(*SETTLE, "--layoff", layoff)


def test_oklahoma_doubles_on_a_spade(run):
    rule = ["--rule", "limit_source=upcard"]
    shown = json.loads(run(*SETTLE, *rule, "--knock-card", "Ts", "--json"))
    assert (shown["limit"], shown["multiplier"], shown["points"]) == (10, 2, 52)
    assert shown["parts"][-1]["reason"] == "multiplier"
    text = run(*SETTLE, *rule, "--knock-card", "Ts")
    assert "   52  total\n" in text
    assert "  multiplier  2\n" in text


def test_a_penalty_shows_whose_score_changes(run):
    text = run(*SETTLE, "--rule", "undercut_mode=knocker_penalty")
    assert "  scores      knocker -26, defender 0\n" in text


def test_seen_cards_reach_the_choice_of_the_spread(run):
    kept = gr.Hand("7c 8c 9c 7d 8d 9d 7s 8s 9s 2h")
    enemy = gr.Hand("Ac 3c 5c Ad 3d 5d Jh Qh Kc Kd")
    options = ["settle", "--knocker", str(kept), "--defender", str(enemy), "--json"]
    seen = "6c Tc 6d Td 6s Ts"
    shown = json.loads(run(*options, "--seen", seen))
    spread = [meld["cards"] for meld in shown["spread"]["melds"]]
    assert spread == [str(meld) for meld in gr.lay_down(kept, seen=seen).melds]
    assert [meld["kind"] for meld in shown["spread"]["melds"]] == ["run"] * 3
    assert json.loads(run(*options))["spread"]["melds"][0]["kind"] == "set"


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--knocker", "7x", "--defender", DEFENDER], "--knocker: '7x' is no card"),
        (["--knocker", KNOCKER, "--defender", "7c 7c"], "--defender: 7c stands twice"),
        (["--knocker", KNOCKER, "--defender", KNOCKER], "cannot be in both hands"),
        (["--knocker", "7c", "--defender", DEFENDER], "has 1 card "),
        (["--knocker", KNOCKER], "--defender"),
    ],
)
def test_bad_hands_to_settle(refused, options, names):
    assert names in refused("settle", *options)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--spread", "4c 5c 6x | 3s 4s 5s"], "--spread: '6x' is no card"),
        (["--spread", "4c 5c 4d"], "4c"),
        (["--defender-melds", "2c 2c 2h"], "--defender-melds: 2c stands twice"),
        (["--knock-card", "0h"], "--knock-card: '0h' is no card"),
        (["--seen", "nothing"], "--seen: 'nothing' is no card"),
        (["--rule", "knock_limit=9"], "over the limit of 9"),
    ],
)
def test_bad_options_of_settle(refused, options, names):
    assert names in refused(*SETTLE, *options)
    assert names in refused(*SETTLE, *options, "--json")
