"""Hollywood sheets: the shared cases, every option."""

import pytest

import ginrummy as gr
from sampling import cases
from sheets import AB, played


def totals(sheet):
    return {
        name: [column.points[side] for column in sheet.columns]
        for side, name in enumerate(sheet.names)
    }


def by_side(values):
    return dict(zip(AB, values, strict=True))


@pytest.mark.parametrize("case", cases("hollywood"), ids=lambda case: case["id"])
def test_cases(case):
    wanted, hands = case["expected"], case["input"]["hands"]
    rules = {"target": case["input"]["target"], **case["input"].get("rules", {})}
    sheet = gr.HollywoodSheet(gr.HollywoodRules(**rules), AB)
    for number, hand in enumerate(hands):
        entered = sheet.record(hand)
        if "running" in wanted:
            row = wanted["running"][number]
            assert list(entered.columns) == row["entered_in"]
            assert totals(sheet) == row["totals"]
            state = ["-" if c.winner is None else AB[c.winner] for c in sheet.columns]
            assert state == row["closed"]
    if "totals" in wanted:
        assert totals(sheet) == wanted["totals"]
        return
    assert wanted["hands_used"] == len(sheet.hands) == len(hands)
    assert sheet.net == wanted["net_to_A"]
    if "winner" in wanted:
        assert AB[sheet.winner] == wanted["winner"]
    for column, right in zip(sheet.columns, wanted["columns"], strict=True):
        assert column.number == right["column"]
        assert by_side(map(list, column.entries)) == right["entries"]
        if right.get("open"):
            assert column.score is None
            continue
        assert AB[column.winner] == right["winner"]
        assert by_side(column.points) == right["raw"]
        assert by_side(column.boxes) == right["boxes"]
        assert column.score.shutout is right["shutout"]
        assert by_side(column.score.finals) == right["final"]
        assert column.margin == right["margin"]
    assert sheet.is_over is all("margin" in column for column in wanted["columns"])
    assert gr.HollywoodSheet.from_json(sheet.to_json()) == sheet


LATE = next(case for case in cases("hollywood") if case["id"] == "H04")["input"]["hands"]


def test_late_first_win_by_shift():
    """l3: B's wins after column 1 has closed go to the open columns, one more each time."""
    sheet = played(LATE, target=100)
    assert [entered.columns for entered in sheet.entered] == [
        (1,),
        (1, 2),
        (1, 2, 3),
        (2,),
        (2, 3),
        (3,),
        (3,),
    ]
    assert sheet.net == 826
    assert played(LATE, target=100, entry="count").net == 1157


def test_dead_hand_and_win_of_nothing():
    """w2: a dead hand is entered nowhere; l9: a win of 0 points is an entry of 0."""
    sheet = played([("A", 60), None, ("B", 0), (None, 0, "capped"), ("A", 50)], target=100)
    assert [entered.columns for entered in sheet.entered] == [(1,), (), (1,), (), (1, 2)]
    column = sheet.columns[0]
    assert column.entries == ((60, 50), (0,))
    assert column.boxes == (2, 1)
    assert not column.score.shutout
    assert column.score.finals == (110 + 100 + 50, 25)
    by_points = played([("A", 60), ("B", 0), ("A", 50)], target=100, shutout_test="points")
    assert by_points.columns[0].score.shutout


def test_shutout_is_by_entries_in_the_column():
    """l4: A won a hand elsewhere, but has no entry in column 2."""
    hands = [("A", 20), ("B", 99), ("B", 100)]
    sheet = played(hands, target=100)
    assert [column.score.shutout for column in sheet.columns[:2]] == [False, True]
    assert sheet.columns[1].score.finals == (0, 200 + 100 + 25)


@pytest.mark.parametrize(
    ("options", "finals"),
    [
        ({}, 117 * 2 + 100 + 50),
        ({"shutout": "none"}, 117 + 100 + 50),
        ({"shutout": "double_hand_and_game"}, 117 * 2 + 200 + 50),
        ({"shutout": "double_all"}, 117 * 2 + 200 + 100),
        ({"shutout": "double_boxes"}, 117 + 100 + 100),
        ({"shutout": "flat_100"}, 117 + 100 + 100 + 50),
        ({"game_bonus": 0, "box": 20, "shutout": "none"}, 117 + 40),
        ({"boxes": "immediate", "target": 160}, 117 * 2 + 100 + 50),
    ],
)
def test_column_bonuses(options, finals):
    """l11: the rule choices of g4 are those of each column."""
    sheet = played([("A", 56), ("A", 61)], **{"target": 100} | options)
    assert sheet.columns[0].score.finals == (finals, 0)
    assert sheet.columns[0].margin == finals
    assert sheet.columns[1].score is None
    assert sheet.totals == (finals, 0)


def test_other_winner_of_a_column():
    """g6, g7 per column."""
    hands = [("A", 50), *[("B", 12)] * 7, ("A", 50)]
    plain = played(hands, target=100, columns=1)
    assert (plain.columns[0].winner, plain.columns[0].margin) == (0, 250 - 259)
    assert plain.net == -9
    best = played(hands, target=100, columns=1, game_winner="highest_total")
    assert (best.columns[0].winner, best.columns[0].margin) == (1, 9)
    assert best.winner == 1
    forfeited = played([("B", 55), ("A", 105)], target=100, columns=1, forfeit_margin=50)
    assert forfeited.columns[0].winner == 1
    assert forfeited.columns[0].score.forfeited


def test_weights():
    """l7: the weight applies in the overall sum, a column reports its plain margin."""
    hands = next(case for case in cases("hollywood") if case["id"] == "H10")["input"]["hands"]
    plain = played(hands, target=100)
    double = played(hands, target=100, column_weights=(1, 1, 2))
    assert [column.margin for column in double.columns] == [170, 155, 190]
    assert (plain.net, double.net) == (-135, 55)
    assert (plain.winner, double.winner) == (1, 0)
    assert double.totals[0] - double.totals[1] == 55
    assert "column 3 times 2" in [line.label for line in double.sheet().lines]
    assert double.sheet().series[-1] == double.totals


def test_overall_by_columns_won():
    """l6, and equal numbers of columns: nobody wins."""
    hands = [("A", 100), ("A", 1), ("A", 1), *[("B", 50)] * 3]
    by_margin = played(hands, target=100)
    by_columns = played(hands, target=100, overall="columns")
    assert [column.winner for column in by_margin.columns] == [0, 1, 1]
    assert by_columns.totals == (1, 2)
    assert by_columns.winner == 1
    assert by_columns.sheet().note == "B wins by 2 columns to 1."
    even = played([("A", 100), *[("B", 50)] * 2], target=100, overall="columns", columns=2)
    assert even.is_over
    assert even.winner is None
    assert even.sheet().note == "Nobody wins: both are equal."


def test_columns_closed_together():
    """l5."""
    sheet = played([("A", 1), ("A", 1), ("A", 120)], target=100)
    assert sheet.entered[-1].closed == (1, 2, 3)
    assert sheet.is_over
    assert sheet.winner == 0


def test_rolling():
    """l10: a new column for each that closes; after a notice those in progress are finished."""
    sheet = played([("A", 60)] * 3, target=100, rolling=True)
    assert [entered.opened for entered in sheet.entered] == [(), (4,), (5,)]
    assert [column.number for column in sheet.columns if not column.is_closed] == [3, 4, 5]
    with pytest.raises(gr.InvalidEntry, match="fixed end"):
        played([]).give_notice()
    before = gr.HollywoodSheet.from_json(sheet.to_json())
    sheet.give_notice()
    assert sheet.notice == 3
    assert "notice was given after hand 3" in sheet.sheet().note
    with pytest.raises(gr.InvalidEntry, match="after hand 3"):
        sheet.give_notice()
    assert sheet.undo() is None  # the notice
    assert sheet == before
    sheet.give_notice()
    for _ in range(4):
        sheet.record(("B", 100))
        if sheet.is_over:
            break
    assert sheet.is_over
    assert len(sheet.columns) == 5
    assert gr.HollywoodSheet.from_json(sheet.to_json()) == sheet
    assert sheet.undo().scores == (0, 100)
    assert not sheet.is_over
    sheet.record(("B", 100))
    with pytest.raises(gr.SheetClosed):
        sheet.give_notice()


def test_minus_goes_to_every_open_column():
    """d2 (knocker_penalty), q2: the minus is no entry that boxes or shutouts count."""
    sheet = played([("A", 30), {"B": 5, "A": -9}, ("A", 60), ("A", 50)], target=100)
    assert [column.entries[0] for column in sheet.columns] == [
        (30, -9, 60, 50),
        (-9, 60, 50),
        (-9, 50),
    ]
    assert sheet.columns[1].boxes == (2, 0)
    assert sheet.columns[0].points == (131, 5)
    sheet.undo()
    sheet.undo()
    assert totals(sheet) == {"A": [21, -9, -9], "B": [5, 0, 0]}
    sheet.undo()
    assert totals(sheet) == {"A": [30, 0, 0], "B": [0, 0, 0]}


def test_forfeit_closes_every_open_column():
    """b6: the offender loses the games that are being played."""
    sheet = played([("A", 100), ("A", 30), ("B", 0, "forfeit")], target=100)
    assert [column.winner for column in sheet.columns] == [0, 1, 1]
    assert sheet.entered[-1].closed == (2, 3)
    assert sheet.entered[-1].columns == ()  # no hand won, no box
    assert [column.boxes for column in sheet.columns] == [(1, 0), (1, 0), (0, 0)]
    sheet.undo()
    assert [column.winner for column in sheet.columns] == [0, None, None]


def test_results_and_settlements():
    settled = gr.settle("7c 7d 7h 2c 3c 4c Th Jh Qh Ts", "7s 5c 9s 9d 8d Kd Ks 6d Ah 3h")
    sheet = gr.HollywoodSheet(names=("north", "south"))
    entered = sheet.record(settled, knocker="south")
    assert entered.hand.scores == (0, settled.points)
    assert entered.columns == (1,)
    assert sheet.sheet().hands[0].text == f"south {settled.points}, knock"
    with pytest.raises(gr.InvalidEntry, match="knocker"):
        sheet.record(settled)
    round_ = gr.Round(gr.Rules(max_turns=6, misdeal="off"), seed=1)
    while not round_.is_over:
        round_.play(round_.legal_moves[0])
    sheet.record(round_.result)
    assert len(sheet.hands) == 2


def test_sheet_drawn():
    sheet = played([("A", 60), None, ("B", 20, "gin"), ("A", 50, "undercut")], target=100)
    drawn = sheet.sheet()
    assert drawn.title == "Hollywood, 3 columns to 100"
    assert [hand.entered_in for hand in drawn.hands] == [(1,), (), (1,), (1, 2)]
    assert [(one.hand, one.side, one.total) for one in drawn.columns[0].entries] == [
        (1, 0, 60),
        (3, 1, 20),
        (4, 0, 110),
    ]
    assert [column.closed for column in drawn.columns] == [True, False, False]
    for column in drawn.columns[:1]:
        *parts, final = column.lines
        assert final.label == "final"
        assert final.values == tuple(sum(line.values[side] for line in parts) for side in (0, 1))
    assert drawn.note == "Columns 2, 3 are open; A leads by 215."
    assert drawn.series == ((0, 0), (60, 0), (60, 0), (60, 20), (260 + 50, 45))
    assert sheet.sheet_after(0).columns[0].entries == ()
    assert sheet.sheet_after(2) == played([("A", 60), None], target=100).sheet()
    assert sheet.sheet_after(4) == drawn
    assert "4. A 50, undercut: columns 1, 2" in sheet.explain()
    assert "<" in sheet._repr_html_()
    immediate = played([("A", 60), ("A", 10)], target=100, boxes="immediate").sheet()
    assert [one.total for one in immediate.columns[0].entries] == [85, 120]
    assert immediate.columns[0].closed
    for number in (-1, 5, "2", 1.0, True):
        with pytest.raises(gr.InvalidEntry, match="hand"):
            sheet.sheet_after(number)


@pytest.mark.parametrize("options", [{"target": 1_000_000}, {"rolling": True}])
def test_ten_thousand_hands(options):
    hands = [("A" if number % 3 else "B", number % 50) for number in range(10_000)]
    sheet = played(hands, **options)
    assert len(sheet.hands) == 10_000
    if "rolling" in options:
        closed = [column for column in sheet.columns if column.is_closed]
        assert len(closed) > 1000
        assert all(max(column.points) >= 200 for column in closed)
        return
    assert sheet.columns[0].points == tuple(
        sum(points for winner, points in hands if winner == name) for name in ("A", "B")
    )
