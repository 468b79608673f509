"""Bad input, rules values and damaged files of Hollywood sheets."""

import json

import pytest

import ginrummy as gr
from sheets import played

BAD_RULES = [
    ({"columns": 0}, "columns=0"),
    ({"columns": 101}, "columns=101"),
    ({"target": 0}, "target=0"),
    ({"target": 99.5}, "target=99.5"),
    ({"entry": "both"}, "entry='both'"),
    ({"rolling": 1}, "rolling=1"),
    ({"overall": "luck"}, "overall='luck'"),
    ({"column_weights": (1, 0, 1)}, "column_weights: 0"),
    ({"column_weights": (1, 1, 1, 2)}, "column_weights.*2 is for a column"),
    ({"column_weights": ()}, "column_weights"),
    ({"column_weights": "112"}, "column_weights"),
    ({"column_weights": (1, 1, 2), "overall": "columns"}, "contradicts"),
    ({"shutout": "triple"}, "shutout='triple'"),
    ({"game_bonus": -1}, "game_bonus=-1"),
    ({"forfeit_margin": -1}, "forfeit_margin=-1"),
]


@pytest.mark.parametrize(("values", "message"), BAD_RULES)
def test_bad_rules(values, message):
    with pytest.raises(gr.InvalidRules, match=message):
        gr.HollywoodRules(**values)


def test_rules_value():
    rules = gr.HollywoodRules(target=150, column_weights=[1, 1, 2])
    assert gr.HollywoodRules().column_weights == (1, 1, 1)
    assert gr.HollywoodRules.from_json(rules.to_json()) == rules
    assert rules.replace(columns=5).weight(3) == 2
    assert rules.replace(columns=5).weight(5) == 1
    assert hash(rules) == hash(rules.replace())
    assert rules.differences() == {"target": 150, "column_weights": [1, 1, 2]}
    assert str(gr.HollywoodRules()) == "standard"
    assert "target=150" in str(rules)
    for values, message in (({"colums": 3}, "colums"), ([], "list"), (7, "7")):
        with pytest.raises(gr.InvalidRules, match=message):
            gr.HollywoodRules.from_dict(values)
    for text in ("{", "[]", "[" * 100_000, 5):
        with pytest.raises(gr.InvalidRules):
            gr.HollywoodRules.from_json(text)
    with pytest.raises(gr.InvalidRules, match="MatchRules"):
        gr.HollywoodSheet(gr.MatchRules())


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (("C", 10), "'C' plays not here; there are: A, B"),
        (("A", -1), "points=-1"),
        (("A", 1.5), "points=1.5"),
        ((None, 5), "points=5"),
        (("A", 5, "dead"), "dead"),
        (("A", 5, "luck"), "luck"),
        ("A 24", "no hand"),
        ({"A": 5, "B": 5}, "g9"),
        ({"A": -5, "B": -3}, "nobody won|not the most"),
        ({}, "names no side"),
        ({"A": 5, 0: 7}, "given twice"),
        (gr.HandEntry((-5, 0), 0, gr.Outcome.KNOCK, (1, 0)), "not the most points"),
        (gr.HandEntry((5, 0), 0, gr.Outcome.KNOCK, (1, 1)), "g9"),
        (gr.HandEntry((5, 0, 0), 0, gr.Outcome.KNOCK, (1, 0, 0)), "3 sides"),
    ],
)
def test_bad_hands(hand, message):
    sheet = played([("A", 30), ("B", 20)])
    before = sheet.to_dict()
    with pytest.raises(gr.InvalidEntry, match=message):
        sheet.record(hand)
    with pytest.raises(gr.InvalidEntry, match=message):
        sheet.fix(1, hand)
    assert sheet.to_dict() == before
    assert sheet.sheet() == gr.HollywoodSheet.from_dict(before).sheet()


def test_bad_calls():
    sheet = played([("A", 100)], target=100, columns=1)
    with pytest.raises(gr.SheetClosed, match="hand 2 comes after the end: hand 1"):
        sheet.record(("A", 5))
    for number in (0, 2, -1, "1", 1.0):
        with pytest.raises(gr.InvalidEntry, match="hand"):
            sheet.fix(number, ("A", 5))
    assert sheet.fix(1, ("A", 5)).scores == (100, 0)
    sheet.record(("A", 95))
    with pytest.raises(gr.InvalidEntry, match="hand 2 comes after the end"):
        sheet.fix(1, ("B", 100))
    sheet.undo()
    sheet.undo()
    with pytest.raises(gr.NothingToUndo):
        sheet.undo()
    with pytest.raises(gr.InvalidEntry, match="none is there"):
        sheet.fix(1, ("A", 5))
    with pytest.raises(TypeError):
        hash(sheet)
    assert sheet != "sheet"
    assert repr(sheet) == "<HollywoodSheet A v B: 0 hands, open>"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("AB", "2 names"),
        (("A",), "2 names"),
        (("A", "A"), "one name"),
        (("A", ""), "no name"),
        (("A", 5), "5 is no name"),
        (("A", "B\n"), "control"),
        (("A", "B" * 41), "40"),
    ],
)
def test_bad_names(names, message):
    with pytest.raises(gr.InvalidEntry, match=message):
        gr.HollywoodSheet(names=names)


def damaged(**changes):
    values = played([("A", 30), None, ("B", 20)]).to_dict() | changes
    return {name: value for name, value in values.items() if value is not ...}


ENTRY = {"scores": [5, 0], "winner": 0, "kind": "knock", "boxes": [1, 0]}
LONG = [ENTRY | {"scores": [300, 0]}] * 4


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (damaged(format="ginrummy round"), "format.*no score sheet"),
        (damaged(version=2), "version: 2 is newer than 1"),
        (damaged(version="1"), "no version"),
        (damaged(version=True), "no version"),
        (damaged(kind="match"), "kind: 'match'; 'hollywood' is expected"),
        (damaged(hands=...), "hands: the sheet has none; is it cut short"),
        (damaged(extra=1), "'extra'.*no such field"),
        (damaged(names=["A"]), "names: .*2 names"),
        (damaged(rules={}), "rules: .*is missing"),
        (damaged(rules=gr.HollywoodRules().to_dict() | {"target": 0}), "rules: target=0"),
        (damaged(hands={}), "hands: .*no list"),
        (damaged(hands=[ENTRY, 5]), "hands: hand 2: 5 is no entry"),
        (damaged(hands=[ENTRY | {"winner": 2}]), "hands: hand 1: winner=2"),
        (damaged(hands=[ENTRY | {"scores": [5, 5]}]), "hands: .*g9"),
        (damaged(hands=LONG), "hands: hand 4 comes after the end"),
        (damaged(notice=1), "notice: .*rolling"),
        (damaged(notice="1"), "notice: '1'"),
        (damaged(notice=9, rules=gr.HollywoodRules(rolling=True).to_dict()), "notice: 9"),
        ([], "list, no sheet"),
        (None, "no sheet"),
    ],
)
def test_damaged_sheets(values, message):
    with pytest.raises(gr.InvalidSheet, match=message):
        gr.HollywoodSheet.from_dict(values)
    with pytest.raises(gr.InvalidSheet, match=message):
        gr.HollywoodSheet.from_json(json.dumps(values))


def test_damaged_text():
    text = played([("A", 30), None, ("B", 20)]).to_json()
    for end in range(len(text)):
        with pytest.raises(gr.InvalidSheet):
            gr.HollywoodSheet.from_json(text[:end])
    with pytest.raises(gr.InvalidSheet, match="names: stands there twice"):
        gr.HollywoodSheet.from_json(text.replace('"notice"', '"names"'))
    for bad in ("[" * 100_000, 5, b"\xff"):
        with pytest.raises(gr.InvalidSheet):
            gr.HollywoodSheet.from_json(bad)
