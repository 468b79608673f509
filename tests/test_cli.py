"""The command line: what it prints, in every kind of output, and how it fails."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import ginrummy as gr
from ginrummy.cli import main
from sampling import cases

HAND = "7c 7s 7d 8d 9d"
# R01: the defender must break his own set of eights to lay off in a chain.
KNOCKER = "4c 5c 6c 4d Ah 5h 3s 4s 5s 6s"
DEFENDER = "Ac 2c 8c 2h 6h 7h 8h 2s 7s 8s"
SETTLE = ["settle", "--knocker", KNOCKER, "--defender", DEFENDER]
ELEVEN = "7c 7s 7d 8d 9d 2c 3c 4c Kh Qh Jh"
GRID = "7c 8c 9c 7d 8d 9d 6h 7s 8s 9s"  # D14: three sets or three runs
BIG_GIN = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"  # E12
MODULE = [sys.executable, "-m", "ginrummy"]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONUTF8", "1")


@pytest.fixture
def run(capsys):
    """Runs a command line that must succeed and gives what it printed."""

    def run(*argv):
        assert main(argv) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return run


@pytest.fixture
def refused(capsys):
    """Runs a command line that must fail with one line, and gives that line."""

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


def process(*argv, stdin="", **environment):
    return subprocess.run(
        [*MODULE, *argv],
        input=stdin.encode(),
        env=os.environ | environment,
        capture_output=True,
        timeout=60,
        check=False,
    )


def rule_options(rules):
    """``--rule`` options for the rules of a case."""
    options = []
    for name, value in rules.items():
        if name == "ace_deadwood":
            name, value = "card_points", ",".join(map(str, (value, *gr.ACE_ONE[1:])))
        options += ["--rule", f"{name}={value}"]
    return options


def settle_options(case):
    given = case["input"]
    return [
        "settle",
        "--knocker",
        given["knocker"],
        "--defender",
        given["defender"],
        "--spread",
        " | ".join(given["knocker_melds"]),
        *rule_options(given.get("rules", {})),
    ]


def deadwood_options(case):
    given = case["input"]
    rules = {key: given[key] for key in ("run_mode", "ace_deadwood")}
    return ["deadwood", given["hand"], *rule_options(rules)]


def by_id(kind):
    return [pytest.param(case, id=case["id"]) for case in cases(kind)]


# deadwood


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


# settle


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


# rules


def test_every_field_of_rules_can_be_given():
    from ginrummy.cli.options import Parser, add_rules, rules_of

    parser = Parser()
    add_rules(parser)
    flipped = {
        name: not value for name, value in gr.Rules().to_dict().items() if isinstance(value, bool)
    }
    wanted = gr.Rules(
        **flipped, run_mode="wrap", card_points=gr.ACE_FIFTEEN, big_gin=None, knock_limit=8
    )
    options = []
    for name, value in wanted.to_dict().items():
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        options += ["--rule", f"{name} = {text}"]
    assert rules_of(parser.parse_args(options)) == wanted


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        ("knock_limt=3", "did you mean knock_limit?"),
        ("zzz=3", "there are: run_mode"),
        ("self=3", "'self' is no field"),
        ("knock_limit", "FIELD=VALUE"),
        ("knock_limit=ten", "knock_limit='ten'"),
        ("knock_limit=1.5", "knock_limit='1.5'"),
        ("knock_limit=-1", "knock_limit=-1"),
        ("knock_limit=none", "knock_limit='none'"),
        ("knock_limit=" + "9" * 5000, "knock_limit='999"),
        ("gin_forced=maybe", "gin_forced='maybe'"),
        ("gin_forced=1", "gin_forced='1'"),
        ("run_mode=up", "one of 'low', 'highlow', 'wrap'"),
        ("card_points=1,2,3", "13 ranks"),
        ("card_points=a,2,3,4,5,6,7,8,9,10,10,10,10", "'a'"),
        ("gin_cancelled_at_zero=true", "layoff_on_gin"),
    ],
)
def test_bad_rules(refused, rule, names):
    message = refused("deadwood", HAND, "--rule", rule)
    assert message.startswith("--rule")
    assert names in message


def test_rules_that_need_each_other_go_together_in_any_order(run):
    rules = ["--rule", "gin_cancelled_at_zero=true", "--rule", "layoff_on_gin=true"]
    assert "14" in run("deadwood", HAND, *rules)


def test_variant_then_file_then_rule(run, refused, tmp_path):
    file = tmp_path / "house.json"
    file.write_text('\ufeff{"gin_bonus": 20, "undercut_bonus": 10}', encoding="utf-8")
    options = [*SETTLE, "--variant", "Gin Rummy", "--rules", str(file), "--json"]
    assert json.loads(run(*options))["points"] == 11
    assert json.loads(run(*options, "--rule", "undercut_bonus=15"))["points"] == 16
    file.write_text(gr.Rules(undercut_bonus=0).to_json(), encoding="utf-8")
    assert json.loads(run(*options))["points"] == 1
    assert "'whist' is no variant" in refused(*SETTLE, "--variant", "whist")


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (b"{", "no JSON"),
        (b"[1]", "object, not list"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 200_000, "no JSON"),
        (b'{"knock_limit": 1e999}', "knock_limit"),
        (b'{"knock_limt": 3}', "'knock_limt' is no field"),
        (b'{"knock_limit": "3"}', "knock_limit='3'"),
    ],
)
def test_bad_rules_files(refused, tmp_path, content, names):
    file = tmp_path / "house.json"
    file.write_bytes(content)
    message = refused("deadwood", HAND, "--rules", str(file))
    assert message.startswith(f"--rules {file}: ")
    assert names in message


def test_missing_rules_file(refused, tmp_path):
    assert "No such file" in refused("deadwood", HAND, "--rules", str(tmp_path / "none.json"))
    assert str(tmp_path) in refused("deadwood", HAND, "--rules", str(tmp_path))


# variants, version, help


def test_variants(run):
    text = run("variants")
    assert text.startswith("standard\n  also      gin, gin rummy, classic\n  source    ")
    assert "\n  rules     standard\n" in text
    for variant in gr.variants():
        assert f"\n{variant.name}\n" in f"\n{text}"


def test_variants_show_what_differs(run, monkeypatch):
    from ginrummy.cli import variants

    odd = gr.Variant(
        name="odd",
        rules=gr.Rules(card_points=gr.ACE_FIFTEEN, big_gin=None, gin_forced=True, run_mode="wrap"),
    )
    monkeypatch.setattr(variants, "registered", lambda: (odd,))
    assert [line.split() for line in run("variants").splitlines()] == [
        ["odd"],
        ["also", "-"],
        ["source", "-"],
        ["run_mode", "wrap"],
        ["card_points", "15,2,3,4,5,6,7,8,9,10,10,10,10"],
        ["gin_forced", "true"],
        ["big_gin", "none"],
    ]
    (shown,) = json.loads(run("variants", "--json"))
    assert shown["differences"] == odd.rules.differences()
    assert gr.Rules.from_dict(shown["rules"]) == odd.rules


def test_variants_json(run):
    shown = json.loads(run("variants", "--json"))
    assert [one["name"] for one in shown] == [one.name for one in gr.variants()]
    assert shown[0]["aliases"] == list(gr.STANDARD.aliases)
    assert shown[0]["source"] == gr.STANDARD.source
    assert shown[0]["differences"] == {}


def test_version(run):
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    assert run("--version") == f"ginrummy {project['version']}\n"


@pytest.mark.parametrize("command", [[], ["deadwood"], ["settle"], ["variants"]])
def test_help_has_examples(run, command):
    text = run(*command, "--help")
    assert text.isascii()
    assert "examples:\n" in text
    if command == ["settle"]:
        assert "card@meld" in text


def test_examples_of_the_help_run(run):
    examples = run("--help").split("examples:\n")[1] + run("deadwood", "--help")
    examples = examples.replace("\\\n", " ").splitlines()
    ran = [
        run(*shlex.split(line)[1:])
        for line in examples
        if line[:11] == "  ginrummy " and "<" not in line
    ]
    assert len(ran) == 7
    assert all(ran)


@pytest.mark.parametrize(
    ("argv", "names"),
    [
        ([], "COMMAND"),
        (["whist"], "'whist'"),
        (["deadwood", HAND, "--limit", "3"], "--limit goes with --all"),
        (["deadwood", HAND, "--all", "--limit", "0"], "'0': a whole number from 1"),
        (["deadwood", HAND, "--taken", "7c"], "--taken goes with --discards"),
        (["deadwood", HAND, "--knock-card", "7c"], "--knock-card goes with --discards"),
        (["deadwood", HAND, "--all", "--discards"], "not allowed with"),
        (["deadwood", HAND, "--discards"], "5 cards"),
        (["deadwood", ELEVEN, "--discards", "--taken", "As"], "As was taken"),
        (["deadwood", ELEVEN, "--discards", "--taken", "x"], "--taken: 'x' is no card"),
        (["deadwood", "7c", "7c"], "7c stands twice"),
        (["deadwood", "-", "7c"], "'-' is no card"),
        (["deadwood", HAND, "--jso"], "--jso"),
        (["deadwood", HAND, "--no\nsuch\x1b"], r"--no\nsuch\x1b"),
    ],
)
def test_bad_command_lines(refused, argv, names):
    assert names in refused(*argv)


def test_bad_hands_print_nothing_as_json_either(refused):
    assert "'Zz' is no card" in refused("deadwood", "7c Zz", "--json")


# output of every kind


def test_a_pipe_gets_plain_text_in_lines_of_any_length(run):
    pack = " ".join(card.pretty for card in gr.Hand((1 << 52) - 1))
    text = run("deadwood", "--rule", "hand_size=10", "Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d 8d Td Qd Ah 3h")
    assert len(text.splitlines()) == 2
    assert "\x1b" not in run("deadwood", pack)
    assert not any(line != line.rstrip() for line in run(*SETTLE).splitlines())


@pytest.mark.parametrize("columns", ["40", "30"])
def test_narrow_output_wraps_between_cards(run, monkeypatch, columns):
    odd = "Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d 8d Td Qd Ah 3h Qs Ts"
    wide = [run("deadwood", odd), run(*SETTLE), run("variants")]
    monkeypatch.setenv("COLUMNS", columns)
    narrow = [run("deadwood", odd), run(*SETTLE), run("variants")]
    for before, after in zip(wide, narrow, strict=True):
        assert after.split() == before.split()
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
        "v.registered = lambda: (gr.Variant(name='é', source='naïve ♥'),); main(['variants'])"
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


needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


def on_terminal(*argv, columns=80, **environment):
    """What a command writes to a terminal of that width."""
    import fcntl
    import pty
    import struct
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [*MODULE, *argv],
        stdin=follower,
        stdout=follower,
        stderr=subprocess.PIPE,
        env=os.environ | {"TERM": "xterm-256color"} | environment,
    ) as child:
        os.close(follower)
        written = b""
        while True:
            try:
                chunk = os.read(leader, 4096)
            except OSError:  # Linux says so when the other end is closed
                break
            if not chunk:
                break
            written += chunk
        assert child.stderr.read() == b""
    os.close(leader)
    assert child.returncode == 0
    return written.decode().replace("\r\n", "\n")


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
    text = on_terminal("variants", columns=40, NO_COLOR="1")
    assert max(map(len, text.splitlines())) <= 40
    assert text.split() == process("variants").stdout.decode().split()


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


# what it needs


def test_without_rich():
    code = (
        "import sys; sys.modules['rich'] = None; from ginrummy.cli import main;"
        "sys.exit(main(sys.argv[1:]))"
    )
    run = [sys.executable, "-c", code]
    drawn = subprocess.run([*run, "deadwood", HAND], capture_output=True, text=True, check=False)
    assert drawn.returncode == 2
    assert drawn.stdout == ""
    assert drawn.stderr == "ginrummy: drawing needs rich: pip install 'ginrummy[cli]'\n"
    plain = subprocess.run([*run, "deadwood", HAND, "--json"], capture_output=True, check=False)
    assert plain.returncode == 0
    assert json.loads(plain.stdout)["deadwood"] == 14


def test_import_takes_no_rich(run_python):
    code = "import sys, ginrummy, ginrummy.cli; print('rich' in sys.modules)"
    assert run_python(code).stdout == "False\n"
    code = "import sys, ginrummy; print('ginrummy.cli' in sys.modules)"
    assert run_python(code).stdout == "False\n"


def test_the_reference_prints_the_same(run_python):
    lines = [settle_options(case) for case in cases("round")]
    lines += [deadwood_options(case) for case in cases("deadwood")]
    lines += [["deadwood", "--all", GRID], ["deadwood", "--discards", ELEVEN, "--taken", "Kh"]]
    lines += [[*SETTLE, "--layoff", "7s@1 8s"], ["variants"]]
    lines += [[*line, "--json"] for line in lines]
    code = (
        f"import ginrummy, sys; from ginrummy.cli import main\nfor argv in {lines!r}:\n"
        "    print(argv, main(argv))\nprint(ginrummy.IMPLEMENTATION, file=sys.stderr)"
    )
    core = run_python(code, GINRUMMY_IMPLEMENTATION="core")
    reference = run_python(code, GINRUMMY_IMPLEMENTATION="reference")
    assert (core.stderr, reference.stderr) == ("core\n", "reference\n")
    assert core.stdout == reference.stdout
    assert core.stdout.count("] 0\n") == len(lines)
