"""``ginrummy variants``, the help, wrong command lines, and what the command needs."""

import json
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ginrummy as gr
from cli_helpers import ELEVEN, GRID, HAND, SETTLE, deadwood_options, settle_options
from sampling import cases

pytestmark = pytest.mark.usefixtures("plain_environment")


def test_variants_side_by_side(run, monkeypatch):
    """Each variant has a column, and a star stands where it differs from the standard."""
    text = run("variants")
    heads = [line.split() for line in text.splitlines() if line.lstrip().startswith("standard")]
    names = [name for head in heads for name in head[1:]]
    compared = [one for one in gr.variants() if isinstance(one.rules, gr.Rules)]
    assert names == [variant.name for variant in compared[1:]]
    stars = sum(len(variant.rules.differences()) for variant in compared)
    for variant in gr.variants()[len(compared) :]:  # their fields are others: all are listed
        part = text.split(f"{variant.name}, with melds on the table\n")[1].split("\n\n")[0]
        assert [line.split()[0] for line in part.splitlines()] == list(variant.rules.to_dict())
    assert text.count("*") == stars
    assert max(map(len, text.splitlines())) <= 100
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("variants")
    assert narrow.count("*") == stars
    assert max(map(len, narrow.splitlines())) <= 60


def test_variants_by_name(run):
    text = run("variants", "Standard", "round-the-corner")
    assert text.startswith("standard\n  also      gin, gin rummy, ginrummy, classic\n  source    ")
    assert "\n  rules     standard\n" in text
    lines = [line.split() for line in text.split("tedesco\n")[1].splitlines()]
    assert ["run_mode", "wrap"] in lines
    assert ["card_points", "15,2,3,4,5,6,7,8,9,10,10,10,10"] in lines
    (shown,) = json.loads(run("variants", "rlcard", "--json"))
    rules = gr.find_variant("rlcard").rules
    assert shown["differences"] == rules.differences()
    assert gr.Rules.from_dict(shown["rules"]) == rules


def test_unknown_variant(refused):
    assert "'poker' is no variant; there are: standard" in refused("variants", "poker")


def test_variants_json(run):
    shown = json.loads(run("variants", "--json"))
    assert [one["name"] for one in shown] == [one.name for one in gr.variants()]
    assert shown[0]["aliases"] == list(gr.STANDARD.aliases)
    assert shown[0]["source"] == gr.STANDARD.source
    assert shown[0]["differences"] == {}


def test_version(run):
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    assert run("--version") == f"ginrummy {project['version']}\n"


@pytest.mark.parametrize(
    "command", [[], ["deadwood"], ["settle"], ["variants"], ["play"], ["replay"], ["census"]]
)
def test_help_has_examples(run, command):
    text = run(*command, "--help")
    assert text.isascii()
    assert "examples:\n" in text
    if command == "settle":
        assert "card@meld" in text


def test_help_lists_the_variants_that_the_command_takes(run):
    for name in ("deadwood", "settle", "simulate", "census"):
        text = run(name, "--help")
        assert "oklahoma_party" in text, name
        assert "kalooki51" not in text, name
    assert "mahjong_gin, kalooki51" in " ".join(run("play", "--help").split())


def test_examples_of_the_help_run(run):
    examples = run("--help").split("examples:\n")[1] + run("deadwood", "--help")
    examples = examples.replace("\\\n", " ").splitlines()
    ran = [
        run(*shlex.split(line)[1:])
        for line in examples
        if line[:11] == "  ginrummy " and "<" not in line
    ]
    assert len(ran) == 8
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
