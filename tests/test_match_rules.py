"""Match rules as values, the presets, and those of the variants."""

import dataclasses
import json
import pickle
from enum import StrEnum

import pytest

import ginrummy as gr

FIELDS = {spec.name: spec for spec in dataclasses.fields(gr.MatchRules)}


def test_defaults_are_standard():
    """Section 0: target 100, box 25, game bonus 100, hand points doubled on a shutout."""
    assert gr.MatchRules().to_dict() == {
        "form": "game",
        "target": 100,
        "game_bonus": 100,
        "box": 25,
        "boxes": "at_end",
        "shutout": "double_hand_points",
        "shutout_test": "hands",
        "game_winner": "first_to_target",
        "forfeit_margin": None,
        "dealer_rule": "alternate",
        "dead_hand_dealer": "alternate",
        "game_target": 500,
        "round_bonus": 25,
        "match_bonus": 100,
        "no_round_bonus": 100,
        "best_of": 5,
    }
    assert str(gr.MatchRules()) == "standard"
    assert all(spec.metadata["rule"] for spec in FIELDS.values())


def test_presets():
    assert gr.SINGLE_MATCH.differences() == {"game_bonus": 0, "box": 0, "shutout": "none"}
    assert gr.MULTI_MATCH.differences(gr.SINGLE_MATCH) == {"form": "multi_match"}
    assert gr.BEST_OF_FIVE.differences(gr.SINGLE_MATCH) == {"form": "best_of", "target": 250}


NO_BONUSES = {"game_bonus": 0, "box": 0, "shutout": "none"}
OF_VARIANTS = {  # section 0 of the rules text, a2, a3, q8
    "standard": {},
    "weblog": {},
    "straight": {},
    "oklahoma": {},
    "oklahoma_second_deck": {},
    "tedesco": {},
    "eleven_card": {},
    "rlcard": {},
    "gamecolony": NO_BONUSES,
    "gamecolony_oklahoma": NO_BONUSES,
    "pagat_classic": {
        "box": 20,
        "shutout": "flat_100",
        "dealer_rule": "loser",
        "dead_hand_dealer": "same",
    },
    "tournament": NO_BONUSES | {"form": "best_of", "target": 250},
    "openspiel": NO_BONUSES | {"form": "best_of", "target": 250},
    "eaai": NO_BONUSES | {"dead_hand_dealer": "same"},
    "oklahoma_party": NO_BONUSES | {"dealer_rule": "winner", "dead_hand_dealer": "same"},
    "mahjong_gin": NO_BONUSES | {"target": 500},
    "kalooki51": NO_BONUSES | {"target": 500},
}


def test_the_match_rules_of_every_variant():
    found = {one.name: one.match_rules.differences() for one in gr.variants()}
    assert found == OF_VARIANTS
    assert gr.Variant(name="mine").match_rules == gr.MatchRules()


def test_pagat_has_a_game_bonus_of_200_for_a_shutout():
    match = gr.Match(gr.find_variant("pagat_classic"), ("A", "B"))
    match.record(("A", 50))
    match.record(("A", 50))
    assert match.totals == (100 + 200 + 40, 0)
    plain = gr.Match(gr.find_variant("pagat_classic"), ("A", "B"))
    for hand in (("A", 50), ("B", 10), ("A", 50)):
        plain.record(hand)
    assert plain.totals == (100 + 100 + 40, 10 + 20)


@pytest.mark.parametrize("rules", [gr.MatchRules(), *(one.match_rules for one in gr.variants())])
def test_read_back(rules):
    assert gr.MatchRules.from_json(rules.to_json()) == rules
    assert gr.MatchRules.from_dict(rules.differences()) == rules
    assert gr.MatchRules.from_dict({}, rules) == rules == rules.replace()
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(rules) == hash(gr.MatchRules.from_dict(rules.to_dict()))
    assert json.loads(rules.to_json()) == rules.to_dict()


@pytest.mark.parametrize("name", [n for n, s in FIELDS.items() if isinstance(s.default, StrEnum)])
def test_choices_are_given_as_themselves_or_as_text(name):
    for choice in type(FIELDS[name].default):
        one = gr.MatchRules(**{name: choice})
        assert one == gr.MatchRules(**{name: choice.value})
        assert getattr(one, name) is choice
    with pytest.raises(gr.InvalidRules, match=f"{name}='no such'"):
        gr.MatchRules(**{name: "no such"})


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"form": "match"}, "form='match'"),
        ({"target": 0}, "target=0"),
        ({"target": -100}, "target=-100"),
        ({"target": 1_000_001}, "target=1000001"),
        ({"target": 100.0}, "target=100.0"),
        ({"target": True}, "target=True"),
        ({"target": None}, "target=None"),
        ({"target": "100"}, "target='100'"),
        ({"game_bonus": -1}, "game_bonus=-1"),
        ({"box": -25}, "box=-25"),
        ({"box": 2.5}, "box=2.5"),
        ({"shutout": None}, "shutout=None"),
        ({"forfeit_margin": -1}, "forfeit_margin=-1"),
        ({"forfeit_margin": "50"}, "forfeit_margin='50'"),
        ({"game_target": 0}, "game_target=0"),
        ({"round_bonus": -1}, "round_bonus=-1"),
        ({"match_bonus": 10_001}, "match_bonus=10001"),
        ({"no_round_bonus": []}, "no_round_bonus=[]"),
        ({"best_of": 4}, "best_of=4: an odd number"),
        ({"best_of": 0}, "best_of=0"),
        ({"best_of": 101}, "best_of=101"),
        ({"form": "multi_match", "boxes": "immediate"}, "contradicts form='multi_match'"),
    ],
)
def test_refused_values(values, named):
    for make in (
        lambda: gr.MatchRules(**values),
        lambda: gr.MatchRules.from_dict(values),
        lambda: gr.MatchRules().replace(**values),
        lambda: gr.MatchRules.from_json(json.dumps(values)),
    ):
        with pytest.raises(gr.InvalidRules) as caught:
            make()
        assert named in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"targets": 5}', '{"target": NaN}', None])
def test_refused_json(text):
    with pytest.raises(gr.InvalidRules):
        gr.MatchRules.from_json(text)


def test_they_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        gr.MatchRules().target = 5  # type: ignore[misc]
