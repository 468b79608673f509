"""The options that choose the rules."""

import json

import pytest

import ginrummy as gr
from cli_helpers import HAND, SETTLE

pytestmark = pytest.mark.usefixtures("plain_environment")


def test_every_field_of_rules_can_be_given():
    from ginrummy.cli.options import Parser, add_rules, rules_of

    parser = Parser()
    add_rules(parser)
    flipped = {
        name: not value
        for name, value in gr.Rules().to_dict().items()
        if isinstance(value, bool) and name != "layoffs"  # other flags need layoffs
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
