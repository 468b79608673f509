"""Team scores: the shared cases, every option, and a naive second implementation."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ginrummy as gr
from sampling import cases

AB = ("A", "B")
SIX = [("A", 7), ("B", 13)]


def sheet_of(rounds, rules=None):
    sheet = gr.TeamSheet(rules, AB)
    for results in rounds:
        sheet.record(results)
    return sheet


def name(side):
    return None if side is None else AB[side]


@pytest.mark.parametrize("case", cases("team_hand"), ids=lambda case: case["id"])
def test_team_hands(case):
    post = case["input"].get("post", "difference")
    posted = gr.net_hand(case["input"]["results"], AB, post=post)
    assert {"side": name(posted.side), "points": posted.points, "boxes": posted.boxes} == (
        case["expected"]
    )
    assert sum(posted.entry.scores) == posted.points
    assert sum(posted.entry.boxes) == posted.boxes


@pytest.mark.parametrize("case", cases("team_hollywood"), ids=lambda case: case["id"])
def test_team_hollywood(case):
    given = case["input"]
    options = {"target": given["target"], **given.get("rules", {})}
    rules = gr.TeamRules.hollywood(given.get("players", 2), **options)
    sheet = sheet_of(case["input"]["rounds"], rules)
    found = {AB[side]: [column.points[side] for column in sheet.columns] for side in (0, 1)}
    assert found == case["expected"]["totals"]
    posted = [[name(one.side), one.points] for one in sheet.rounds if one.side is not None]
    assert posted == case["expected"]["posted"]
    assert [hand.winner for hand in sheet.hands] == [one.side for one in sheet.rounds]


@pytest.mark.parametrize("case", cases("tedesco_team_bonus"), ids=lambda case: case["id"])
def test_tedesco_bonus(case):
    results = case["input"]["results"]
    posted = gr.net_hand(results, AB, tedesco=True)
    assert {"side": name(posted.side), "points": posted.points} == case["expected"]
    rules = gr.TeamRules.hollywood(case["input"]["players_per_side"], tedesco=True)
    assert rules.sheet.target == max(200, 100 * rules.players)
    sheet = sheet_of([results], rules)
    assert sheet.hands[0].scores[posted.side] == posted.points


def test_tedesco_numbers():
    """t7, t8."""
    assert [gr.tedesco_target(n) for n in range(1, 9)] == [200, 200, 300, 400, 500, 600, 700, 800]
    assert [gr.all_win_bonus(n) for n in range(1, 9)] == [0, 0, 25, 50, 75, 100, 125, 150]
    for function in (gr.tedesco_target, gr.all_win_bonus):
        for bad in (0, 9, -1, 2.0, "3", True, None):
            with pytest.raises(gr.InvalidRules, match="players"):
                function(bad)


def test_all_win_bonus_needs_every_hand():
    """t8: a wall hand is no win; a win of 0 is one; p2: with a net of 0 nothing is posted."""
    post = {"names": AB, "tedesco": True}
    assert gr.net_hand([("A", 20), ("A", 31), None], **post).points == 51
    assert gr.net_hand([("A", 20), ("A", 31), ("A", 0)], **post).points == 76
    assert gr.net_hand([("A", 0)] * 3, **post).points == 0
    assert gr.net_hand([("A", 20), ("A", 31)], **post).points == 51
    assert gr.net_hand([("A", 20), ("A", 31), ("A", 9)], AB).points == 60


def test_gross():
    """p1."""
    assert gr.net_hand(SIX, AB).points == 6
    gross = gr.net_hand(SIX, AB, post="gross")
    assert (gross.side, gross.points, gross.totals) == (1, 13, (7, 13))
    assert gr.net_hand([("A", 7), ("B", 7)], AB, post="gross").side is None
    minus = gr.net_hand([{"A": -30}, None], AB, post="gross")
    assert (minus.side, minus.points) == (1, 0)
    assert gr.net_hand([{"A": -30}, None], AB).points == 30
    sheet = sheet_of([SIX], gr.TeamRules.single(post="gross"))
    assert sheet.columns[0].points == (0, 13)


def test_dead_hands_count_nothing():
    """p4, p2."""
    one_dead = gr.net_hand([None, ("B", 13)], AB)
    assert (one_dead.side, one_dead.points) == (1, 13)
    all_dead = gr.net_hand([None, (None, 0)], AB)
    assert all_dead.entry.kind is gr.Outcome.DEAD
    even = gr.net_hand([("A", 9), ("B", 9)], AB)
    assert even.entry.kind is gr.Outcome.TIE
    for posted in (all_dead, even):
        assert (posted.side, posted.points, posted.boxes) == (None, 0, 0)
        assert posted.entry.is_dead


def test_single_game():
    """p6: to 125; p3: one box a posted hand; p7: a shutout by posted hands."""
    sheet = sheet_of([SIX, [("A", 60), ("A", 40)], SIX, [("A", 20), ("A", 6)]])
    assert sheet.rules.sheet.target == 125
    assert sheet.is_over
    assert sheet.winner == 0
    (game,) = sheet.columns
    assert game.points == (126, 12)
    assert game.boxes == (2, 2)
    assert game.score.finals == (126 + 100 + 50, 12 + 50)
    shut = sheet_of([[("A", 70), ("B", 5)], [("A", 60), None]])
    assert shut.columns[0].score.shutout
    assert shut.columns[0].score.finals == (2 * 125 + 100 + 50, 0)
    drawn = shut.sheet()
    assert drawn.title == "Team game to 125, 2 a side"
    assert drawn.columns[0].title == "Game"
    assert drawn.hands[0].text == "A 65 (A 70, knock + B 5, knock)"
    assert drawn.note == "A wins by 400."
    with pytest.raises(gr.SheetClosed, match="hand 3"):
        shut.record(SIX)


def test_hollywood_on_top():
    rounds = [[("A", 100), ("A", 100)], [("B", 90), ("B", 110)], SIX, [("B", 200), None]]
    sheet = sheet_of(rounds, gr.TeamRules.hollywood(entry="count"))
    assert [entered.columns for entered in sheet.entered] == [(1,), (), (2,), (2, 3)]
    assert sheet.is_over
    assert sheet.sheet().title == "Team Hollywood, 3 columns to 200, 2 a side"
    assert [column.score.shutout for column in sheet.columns] == [True, True, True]
    tedesco = gr.TeamSheet(gr.TeamRules.hollywood(4, tedesco=True), AB)
    tedesco.record([("B", 20), ("B", 31), ("B", 9), ("B", 11)])
    assert tedesco.sheet().title == "Tedesco team Hollywood, 3 columns to 400, 4 a side"
    assert "all-win bonus 50" in tedesco.explain()
    assert "<" in tedesco._repr_html_()


def test_eight_a_side():
    rules = gr.TeamRules.hollywood(8, tedesco=True)
    sheet = sheet_of([[("A", 10)] * 8], rules)
    assert sheet.rounds[0].points == 80 + 150
    with pytest.raises(gr.InvalidEntry, match="7 hands: 8 are expected"):
        sheet.record([("A", 10)] * 7)


def test_settlements():
    settled = gr.settle("7c 7d 7h 2c 3c 4c Th Jh Qh Ts", "7s 5c 9s 9d 8d Kd Ks 6d Ah 3h")
    sheet = gr.TeamSheet(gr.TeamRules.hollywood(), AB)
    sheet.record([settled, settled], knocker=["A", "B"])
    assert sheet.rounds[0].side is None
    sheet.record([settled, settled], knocker="B")
    assert sheet.rounds[1].totals == (0, 2 * settled.points)
    sheet.record([settled, ("A", 3)], knocker=[1, None])
    with pytest.raises(gr.InvalidEntry, match="one for all tables or one a table"):
        sheet.record([settled, settled], knocker=["A"])
    with pytest.raises(gr.InvalidEntry, match=r"table 1: .*knocker"):
        sheet.record([settled, settled])


TABLE = st.tuples(st.sampled_from((0, 1, 0, 1, None)), st.integers(0, 60)).map(
    lambda hand: (hand[0], 0 if hand[0] is None else hand[1])
)


def naive_post(rules, results):
    """Section P in a few lines: what a side posts, as a hand of two players."""
    first, second = (sum(points for one, points in results if one == side) for side in (0, 1))
    if first == second:
        return (None, 0)
    side = 0 if first > second else 1
    points = max(first, second) - (min(first, second) if rules.post == "difference" else 0)
    if rules.tedesco and {one for one, _ in results} == {side} and rules.players > 2:
        points += 25 * (rules.players - 2)
    return (side, points)


@given(st.data())
@settings(deadline=None)
def test_record_undo_and_fix_against_a_plain_sheet(data):
    rules = data.draw(st.sampled_from((gr.TeamRules.single, gr.TeamRules.hollywood)))(
        data.draw(st.integers(2, 8)),
        tedesco=data.draw(st.booleans()),
        post=data.draw(st.sampled_from(list(gr.TeamPost))),
        entry=data.draw(st.sampled_from(list(gr.HollywoodEntry))),
    )
    tables = st.lists(TABLE, min_size=rules.players, max_size=rules.players)
    sheet, rounds = gr.TeamSheet(rules), []
    for _ in range(data.draw(st.integers(1, 12))):
        action = data.draw(st.sampled_from(("record",) * 4 + ("undo", "fix")))
        results = data.draw(tables)
        if action == "record" and not sheet.is_over:
            sheet.record(results)
            rounds.append(results)
        elif action == "undo" and rounds:
            sheet.undo()
            rounds.pop()
        elif action == "fix" and rounds:
            number = data.draw(st.integers(1, len(rounds)))
            changed = [*rounds[: number - 1], results, *rounds[number:]]
            before = sheet.to_dict()
            try:
                sheet_like(rules, changed)
            except gr.SheetClosed:
                with pytest.raises(gr.InvalidEntry, match="comes after the end"):
                    sheet.fix(number, results)
                assert sheet.to_dict() == before
            else:
                sheet.fix(number, results)
                rounds = changed
    plain = gr.HollywoodSheet(rules.sheet)
    for results in rounds:
        plain.record(naive_post(rules, results))
    assert sheet.columns == plain.columns
    assert (sheet.net, sheet.winner, sheet.totals) == (plain.net, plain.winner, plain.totals)
    assert len(sheet.rounds) == len(rounds)
    assert gr.TeamSheet.from_json(sheet.to_json()) == sheet
    for number in range(len(rounds) + 1):
        assert sheet.sheet_after(number) == sheet_like(rules, rounds[:number]).sheet()


def sheet_like(rules, rounds):
    sheet = gr.TeamSheet(rules)
    for results in rounds:
        sheet.record(results)
    return sheet


def test_ten_thousand_rounds():
    rules = gr.TeamRules.hollywood(target=1_000_000, entry="count")
    rounds = [[("A", number % 40), ("B", number % 33)] for number in range(10_000)]
    sheet = sheet_of(rounds, rules)
    assert len(sheet.rounds) == 10_000
    differences = [number % 40 - number % 33 for number in range(10_000)]
    assert sheet.columns[0].points == (
        sum(won for won in differences if won > 0),
        sum(-won for won in differences if won < 0),
    )


def test_undo_fix():
    sheet = sheet_of([SIX, [("A", 60), ("A", 40)], SIX])
    assert sheet.fix(2, SIX).points == 100
    assert sheet.columns[0].points == (0, 18)
    with pytest.raises(gr.InvalidEntry, match="hand 3 comes after the end"):
        sheet.fix(2, [("A", 100), ("A", 100)])
    assert [one.points for one in sheet.rounds] == [6, 6, 6]
    assert sheet.undo().scores == (0, 6)
    assert len(sheet.rounds) == 2
    with pytest.raises(gr.InvalidEntry, match="hand 3"):
        sheet.fix(3, SIX)
    sheet.undo()
    sheet.undo()
    with pytest.raises(gr.NothingToUndo):
        sheet.undo()


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (("A", 24), "table 1: 'A' is a str, no hand"),
        ("A 24", "no round"),
        (None, "no round"),
        ({"A": 5}, "no round"),
        ([("A", 5)], "1 hands: 2 are expected"),
        ([("A", 5), ("C", 5)], "table 2: 'C' plays not here"),
        ([("A", -5), ("B", 5)], "table 1: points=-5"),
        ([("A", 5), ("B", 0, "forfeit")], "table 2: a forfeit"),
    ],
)
def test_bad_rounds(results, message):
    sheet = sheet_of([SIX])
    before = sheet.to_dict()
    with pytest.raises(gr.InvalidEntry, match=message):
        sheet.record(results)
    with pytest.raises(gr.InvalidEntry, match=message):
        sheet.fix(1, results)
    assert sheet.to_dict() == before


def test_bad_calls():
    with pytest.raises(gr.InvalidEntry, match="0 hands"):
        gr.net_hand([], AB)
    with pytest.raises(gr.InvalidEntry, match="9 hands"):
        gr.net_hand([None] * 9, AB)
    with pytest.raises(gr.InvalidRules, match="post='net'"):
        gr.net_hand(SIX, AB, post="net")
    with pytest.raises(gr.InvalidEntry, match="one name"):
        gr.net_hand(SIX, ("A", "A"))
    for values, message in (
        ({"players": 1}, "players=1"),
        ({"players": 9}, "players=9"),
        ({"post": "net"}, "post='net'"),
        ({"tedesco": 1}, "tedesco=1"),
        ({"sheet": 5}, "sheet=5"),
        ({"sheet": {"target": 0}}, "sheet: target=0"),
    ):
        with pytest.raises(gr.InvalidRules, match=message):
            gr.TeamRules(**values)
    for make in (gr.TeamRules.single, gr.TeamRules.hollywood):
        with pytest.raises(gr.InvalidRules, match="players=9"):
            make(9, tedesco=True)
        with pytest.raises(gr.InvalidRules, match="colums"):
            make(2, colums=3)
    with pytest.raises(gr.InvalidRules, match="HollywoodRules"):
        gr.TeamSheet(gr.HollywoodRules())


def test_rules_value():
    rules = gr.TeamRules.hollywood(3, tedesco=True, column_weights=(1, 1, 2), post="gross")
    assert gr.TeamRules.from_json(rules.to_json()) == rules
    assert rules.to_dict()["sheet"]["column_weights"] == [1, 1, 2]
    assert rules.replace(players=4).bonus == 50
    assert gr.TeamRules().sheet == gr.TeamRules.single().sheet
    assert gr.TeamRules.single(3, tedesco=True).sheet.target == 300
    assert gr.TeamRules.hollywood().sheet.target == 200


ENTRY = {"scores": [5, 0], "winner": 0, "kind": "knock", "boxes": [1, 0]}


def damaged(**changes):
    values = sheet_of([SIX]).to_dict() | changes
    return {name: value for name, value in values.items() if value is not ...}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (damaged(version=2), "version: 2 is newer"),
        (damaged(kind="hollywood"), "kind: 'hollywood'; 'teams' is expected"),
        (damaged(rules=...), "rules: the sheet has none"),
        (damaged(rules={}), "rules: .*is missing"),
        (
            damaged(rules=gr.TeamRules().to_dict() | {"sheet": {"columns": 1}}),
            "rules: .*is missing",
        ),
        (damaged(hands=[ENTRY]), "hands: hand 1: .*no list"),
        (damaged(hands=[[ENTRY]]), "hands: hand 1: 1 hands: 2 are expected"),
        (damaged(hands=[[ENTRY, 5]]), "hands: hand 1: table 2: 5 is no entry"),
        (damaged(hands=[[ENTRY | {"scores": [99, 0]}] * 2] * 2), "hands: hand 2 comes after"),
        (damaged(notice=0), "notice"),
    ],
)
def test_damaged_sheets(values, message):
    with pytest.raises(gr.InvalidSheet, match=message):
        gr.TeamSheet.from_dict(values)
    with pytest.raises(gr.InvalidSheet, match=message):
        gr.TeamSheet.from_json(json.dumps(values))


def test_damaged_text():
    text = sheet_of([SIX]).to_json()
    for end in range(len(text)):
        with pytest.raises(gr.InvalidSheet):
            gr.TeamSheet.from_json(text[:end])
