"""Hands as sheets enter them: every form checked, the same on all three sheets."""

import copy

import pytest

import ginrummy as gr
from ginrummy import Outcome

AB = ("A", "B")


def sheets():
    return [
        gr.Match(names=AB, first_dealer=0),
        gr.HollywoodSheet(names=AB),
        gr.TeamSheet(gr.TeamRules.single(2), AB),
    ]


BROKEN = [
    gr.HandEntry((1.5, 0), 0, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((True, 0), 0, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((5, 0), 0, Outcome.KNOCK, (-3, 0)),
    gr.HandEntry((5_000_000, 0), 0, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((5, 0), -2, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((5, 0), 5, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((5, 0), "A", Outcome.KNOCK, (1, 0)),
    gr.HandEntry((5, 0), 0, Outcome.KNOCK, (1,)),
    gr.HandEntry((5, 0), 0, "banana", (1, 0)),
    gr.HandEntry(None, 0, Outcome.KNOCK, (1, 0)),
    gr.HandEntry(("a", 0), 0, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((0, 50), 0, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((-5, -9), 0, Outcome.KNOCK, (1, 0)),
    gr.HandEntry((5, 0), 0, Outcome.KNOCK, (1, 1)),
    gr.HandEntry((0, 0), None, Outcome.GIN, (0, 0)),
    gr.HandEntry((-5, 0), None, Outcome.DEAD, (0, 0)),
    gr.HandEntry((5, 0), 0, Outcome.DEAD, (1, 0)),
    gr.HandEntry((50, 0), 0, Outcome.FORFEIT, (0, 0)),
    {"A": 60, "B": 50},
    {"A": 10, "B": 10},
    {"A": -5, "B": -3},
    {"A": 5, 0: 7},
    {},
    ("A", 5, "forfeit"),
    (None, 0, "gin"),
    ("A", 0, "dead"),
]


@pytest.mark.parametrize("hand", BROKEN, ids=repr)
def test_what_contradicts_itself_is_refused_everywhere(hand):
    for sheet in sheets():
        before = sheet.to_dict()
        given = [hand, None] if isinstance(sheet, gr.TeamSheet) else hand
        with pytest.raises(gr.InvalidEntry):
            sheet.record(given)
        assert sheet.to_dict() == before
    with pytest.raises(gr.InvalidEntry):
        gr.net_hand([hand], AB)


def test_a_loss_alone_is_the_others_win():
    """d2: the knocker pays for the undercut; the same as the settlement would enter."""
    settled = gr.settle(
        "4c 5c 6c 4d Ah 5h 3s 4s 5s 6s",
        "Ac 2c 8c 2h 6h 7h 8h 2s 7s 8s",
        gr.Rules(undercut_mode="knocker_penalty"),
        spread="4c 5c 6c | 3s 4s 5s 6s",
    )
    for short, full in zip(sheets()[:2], sheets()[:2], strict=True):
        short.record({"A": -26})
        full.record(settled, knocker="A")
        assert short.hands == full.hands
        assert full.hands[0].winner == 1


def test_list_values_become_tuples():
    match = gr.Match(names=AB, first_dealer=0)
    match.record(gr.HandEntry([10, 0], 0, "knock", [1, 0]))
    assert gr.Match.from_json(match.to_json()).hands == match.hands
    assert match.hands[0] == gr.HandEntry((10, 0), 0, Outcome.KNOCK, (1, 0))


def test_copies_are_independent():
    for sheet in sheets():
        team = isinstance(sheet, gr.TeamSheet)
        sheet.record([("A", 5), ("A", 6)] if team else ("A", 5))
        twin = copy.copy(sheet)
        twin.fix(1, [("B", 50), ("B", 6)] if team else ("B", 50))
        assert sheet.hands[0].winner == 0
        assert type(sheet).from_json(sheet.to_json()).hands == sheet.hands


def test_a_forfeit_is_no_hand_won():
    """b6: it ends every game in progress, without points or a box."""
    match, hollywood, _ = sheets()
    for sheet in (match, hollywood):
        for hand in (("A", 30), ("B", 20), ("A", 0, "forfeit")):
            sheet.record(hand)
    assert match.games[0].boxes == (1, 1)
    assert [column.boxes for column in hollywood.columns] == [(1, 1), (0, 0), (0, 0)]
    assert {column.winner for column in hollywood.columns} == {0}


def test_a_team_file_without_a_nested_rule_is_refused():
    values = gr.TeamSheet(gr.TeamRules.single(2), AB).to_dict()
    del values["rules"]["sheet"]["target"]
    with pytest.raises(gr.InvalidSheet, match="target is missing"):
        gr.TeamSheet.from_dict(values)


def test_other_bad_arguments():
    with pytest.raises(gr.InvalidRules, match="tedesco='no'"):
        gr.net_hand([("A", 1)], AB, tedesco="no")
    with pytest.raises(gr.InvalidRound, match="1 is no player"):
        gr.play_match(gr.STANDARD, [1, 2], 1)
