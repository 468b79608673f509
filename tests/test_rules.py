"""Rules and variants as values, and the core's mirror of the field list."""

import dataclasses
import pickle
from enum import StrEnum

import pytest

import ginrummy as gr
from ginrummy import _core


@pytest.mark.parametrize(
    ("rules", "listed"),
    [(gr.Rules(), _core.rules_fields()), (gr.PartyRules(), _core.party_rules_fields())],
    ids=["Rules", "PartyRules"],
)
def test_the_core_mirrors_the_field_list(rules, listed):
    assert [name for name, _, _ in listed] == [spec.name for spec in dataclasses.fields(rules)]
    for name, default, choices in listed:
        value = getattr(rules, name)
        assert default == (list(value) if isinstance(value, tuple) else value), name
        expected = [one.value for one in type(value)] if isinstance(value, StrEnum) else None
        assert choices == expected, name


def test_defaults_are_standard():
    rules = gr.Rules()
    assert rules == gr.STANDARD.rules
    assert (rules.knock_limit, rules.gin_bonus, rules.undercut_bonus, rules.big_gin) == (
        10,
        25,
        25,
        31,
    )
    assert rules.undercut_on_tie is gr.TieRule.BONUS
    assert str(rules) == "standard"


def test_rules_compare_hash_print_and_read_back():
    rules = gr.Rules(run_mode="wrap", card_points=list(gr.ACE_FIFTEEN), big_gin=None)
    assert rules == gr.Rules(big_gin=None, card_points=gr.ACE_FIFTEEN, run_mode=gr.RunMode.WRAP)
    assert len({rules, gr.Rules(), rules.replace()}) == 2
    assert gr.Rules.from_json(rules.to_json()) == rules
    assert gr.Rules.from_dict(rules.differences()) == rules
    assert set(rules.differences()) == {"run_mode", "card_points", "big_gin"}
    assert "run_mode='wrap'" in str(rules)
    gr.deadwood("Ac", rules)  # compiled rules must pickle too
    assert pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.knock_limit = 5  # type: ignore[misc]


def test_rules_compile_once():
    rules = gr.Rules(run_mode="wrap")
    assert rules._compiled is rules._compiled


def test_tables_are_made_once_and_let_go():
    """No table is built per call or per Rules of a kind, and none outlives its rules."""
    tedesco = gr.find_variant("tedesco")
    gr.deadwood("Ac", tedesco)
    before = _core.tables_made()
    for _ in range(100):
        gr.deadwood("Ac 2c 3c", tedesco)
        gr.deadwood("Ac 2c 3c", gr.Rules(run_mode="wrap", card_points=gr.ACE_FIFTEEN))
    assert _core.tables_made() == before
    for number in (1, 1, 2):  # the second time the first table has gone
        gr.deadwood("Ac", gr.Rules(card_points=(97, 96, *[number] * 11)))
    assert _core.tables_made() == before + 3


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"run_mode": "round"}, "run_mode='round'.*'wrap'"),
        ({"run_mode": None}, "run_mode=None"),
        ({"knock_limit": -1}, "knock_limit=-1"),
        ({"knock_limit": 1001}, "knock_limit=1001"),
        ({"knock_limit": 10.0}, "knock_limit=10.0"),
        ({"knock_limit": True}, "knock_limit=True"),
        ({"gin_bonus": -25}, "gin_bonus=-25"),
        ({"gin_bonus": None}, "gin_bonus=None"),
        ({"big_gin": "31"}, "big_gin='31'"),
        ({"spade_doubles": 1}, "spade_doubles=1"),
        ({"hand_size": 26}, "hand_size=26"),
        ({"hand_size": 2}, "hand_size=2"),
        ({"card_points": (1,) * 12}, "12 numbers"),
        ({"card_points": (0,) + (1,) * 12}, "0 for rank 1"),
        ({"card_points": (1,) * 12 + (101,)}, "101 for rank 13"),
        ({"card_points": (1.5,) * 13}, "1.5 for rank 1"),
        ({"card_points": "1111111111111"}, "card_points='1111111111111'"),
        ({"card_points": 5}, "card_points=5"),
        ({"gin_cancelled_at_zero": True}, "layoff_on_gin"),
        ({"limit_source": "second_deck"}, "no upcard"),
        ({"limit_source": "upcard", "deal": "11_10"}, "11_10"),
        ({"wall": "play_on"}, "max_turns"),
        ({"max_turns": 0}, "max_turns=0"),
        ({"hand_size": 25}, "54 cards"),
        ({"party": {"hand_size_many": 13}}, "hand_size_many=13"),
        ({"party": {"hand_size_many": 12, "knock": 3}}, "'knock'"),
        ({"party": {"hand_size_many": 12}, "wall_stock": 5}, "55 cards"),
        ({"party": 3}, "party=3"),
        ({"party": {}, "over_limit": "forfeit"}, "two players"),
        ({"gin_forced": True, "auto_lay_down": "best_against"}, "best_against"),
    ],
)
def test_bad_rules(values, message):
    with pytest.raises(gr.InvalidRules, match=message):
        gr.Rules(**values)


def test_unknown_field():
    with pytest.raises(gr.InvalidRules, match="'knock_limits'"):
        gr.Rules.from_dict({"knock_limits": 10})
    with pytest.raises(gr.InvalidRules, match="'limit'"):
        gr.Rules().replace(limit=3)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"knock_limit": "x"}', '{"nope": 1}'])
def test_bad_json(text):
    with pytest.raises(gr.InvalidRules):
        gr.Rules.from_json(text)


def test_variants():
    assert gr.find_variant("standard") is gr.STANDARD
    assert gr.find_variant(" Gin-Rummy ") is gr.STANDARD
    assert gr.variants()[0] is gr.STANDARD
    for name in ("poker", "", None, 3):
        with pytest.raises(gr.UnknownVariant, match="standard"):
            gr.find_variant(name)


def test_whatever_takes_rules_takes_a_variant(impl):
    hand = "7c 7s 7d 8d 9d"
    assert impl.deadwood(hand, gr.STANDARD) == impl.deadwood(hand, gr.Rules()) == 14
    assert impl.arrange(hand, gr.STANDARD) == impl.arrange(hand)
    wrap = gr.Variant(name="mine", rules=gr.Rules(run_mode="wrap"))
    assert impl.is_meld("Kc Ac 2c", wrap)
    with pytest.raises(gr.InvalidRules, match="find_variant gives a variant by its name"):
        impl.arrange(hand, "standard")
    for wrong in ("standard", 3, {"knock_limit": 10}):
        with pytest.raises(gr.InvalidRules, match="Rules or a Variant"):
            impl.deadwood(hand, wrong)
        with pytest.raises(gr.InvalidRules, match="Rules or a Variant"):
            impl.settle(hand, hand, wrong)
