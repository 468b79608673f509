"""Hollywood sheets against a second, naive implementation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ginrummy as gr

# A second implementation, from the text of section L.


def shut_out(kind, points):
    doubled = kind in ("double_hand_points", "double_all")
    game = 200 if kind == "double_all" else 100
    return points * (2 if doubled else 1) + game + (100 if kind == "flat_100" else 0)


def naive(rules, hands, notice=None):
    """The columns of a sheet as plain dicts, or the number of the first hand after the end."""
    columns = [{"marks": [], "final": None} for _ in range(rules.columns)]
    won = [0, 0]
    where = []
    for number, (side, points) in enumerate(hands, 1):
        if all(column["final"] for column in columns):
            return number
        if side is None:
            where.append([])
            continue
        won[side] += 1
        into, fresh = [], 0
        for index, column in enumerate(columns, 1):
            if column["final"]:
                continue
            if rules.entry == "count":
                if index <= won[side]:
                    into.append(index)
                continue
            has = any(mark[0] == side for mark in column["marks"])
            fresh += not has
            if has or fresh == 1:
                into.append(index)
        where.append(into)
        for index in into:
            column = columns[index - 1]
            column["marks"].append((side, points))
            if sum(points for one, points in column["marks"] if one == side) >= rules.target:
                column["final"] = naive_final(rules, column["marks"], side)
        if rules.rolling and (notice is None or number <= notice):
            while sum(not column["final"] for column in columns) < rules.columns:
                columns.append({"marks": [], "final": None})
    return columns, where


def naive_final(rules, marks, winner):
    points = [sum(p for one, p in marks if one == side) for side in (0, 1)]
    count = [sum(one == side for one, _ in marks) for side in (0, 1)]
    finals = [points[side] + rules.box * count[side] for side in (0, 1)]
    if not count[1 - winner]:
        boxes = rules.box * count[winner] * (2 if rules.shutout == "double_all" else 1)
        finals[winner] = shut_out(rules.shutout, points[winner]) + boxes
    else:
        finals[winner] += 100
    return winner, tuple(finals)


def same_as_naive(sheet, hands):
    columns, where = naive(sheet.rules, hands, sheet.notice)
    assert [list(entered.columns) for entered in sheet.entered] == where
    assert len(sheet.columns) == len(columns)
    net = 0
    for weight, column, right in zip(range(1000), sheet.columns, columns, strict=False):
        for side in (0, 1):
            assert list(column.entries[side]) == [p for one, p in right["marks"] if one == side]
        if right["final"] is None:
            assert column.score is None
            continue
        assert (column.winner, column.score.finals) == right["final"]
        given = sheet.rules.column_weights
        first, second = right["final"][1]
        net += (given[weight] if weight < len(given) else 1) * (first - second)
    assert sheet.net == net
    assert sheet.is_over is all(column["final"] for column in columns)
    margins = ((c, 1 if c.winner == 0 else -1) for c in sheet.columns if c.is_closed)
    assert net == sum(column.weight * sign * column.margin for column, sign in margins)


HANDS = st.tuples(st.sampled_from((0, 1, 0, 1, None)), st.integers(0, 120)).map(
    lambda hand: (hand[0], 0 if hand[0] is None else hand[1])
)
RULES = st.builds(
    gr.HollywoodRules,
    columns=st.integers(1, 5),
    target=st.sampled_from((50, 100, 200, 300)),
    entry=st.sampled_from(list(gr.HollywoodEntry)),
    rolling=st.booleans(),
    column_weights=st.sampled_from(((1,), (2,), (1, 1, 1))),
    box=st.sampled_from((0, 20, 25)),
    shutout=st.sampled_from(("none", "double_hand_points", "double_all", "flat_100")),
)


@given(RULES, st.data())
@settings(deadline=None)
def test_record_undo_fix_and_notice_against_the_naive_sheet(rules, data):
    sheet, hands = gr.HollywoodSheet(rules), []
    for _ in range(data.draw(st.integers(1, 25))):
        action = data.draw(st.sampled_from(("record",) * 5 + ("undo", "fix", "notice")))
        hand = data.draw(HANDS)
        if action == "record" and not sheet.is_over:
            sheet.record(hand)
            hands.append(hand)
        elif action == "undo" and hands:
            if sheet.undo() is not None:
                hands.pop()
        elif action == "notice" and rules.rolling and sheet.notice is None:
            sheet.give_notice()
        elif action == "fix" and hands:
            number = data.draw(st.integers(1, len(hands)))
            changed = [*hands[: number - 1], hand, *hands[number:]]
            expected = naive(rules, changed, sheet.notice)
            before = sheet.to_dict()
            if isinstance(expected, int):
                with pytest.raises(gr.InvalidEntry, match=rf"hand {expected} comes after the end"):
                    sheet.fix(number, hand)
                assert sheet.to_dict() == before
            else:
                sheet.fix(number, hand)
                hands = changed
        same_as_naive(sheet, hands)
    assert gr.HollywoodSheet.from_json(sheet.to_json()) == sheet
    assert sheet.sheet().series[-1] == tuple(
        sum(
            c.weight * (c.points[side] if c.score is None else c.score.finals[side])
            for c in sheet.columns
        )
        for side in (0, 1)
    )
    for number in range(len(hands) + 1):
        after = gr.HollywoodSheet(rules)
        for index, hand in enumerate(hands[:number]):
            if index == sheet.notice:
                after.give_notice()
            after.record(hand)
        if number == sheet.notice:
            after.give_notice()
        assert sheet.sheet_after(number) == after.sheet()
        assert sheet.columns_after(number) == after.columns


@given(RULES.filter(lambda rules: not rules.rolling), st.data())
@settings(max_examples=200, deadline=None)
def test_columns_close_in_order(rules, data):
    """l5: under both entry rules, penalties included."""
    sheet = gr.HollywoodSheet(rules)
    for side, points in data.draw(st.lists(HANDS, max_size=60)):
        if sheet.is_over:
            break
        loss = data.draw(st.sampled_from((0, 0, 0, -30)))
        sheet.record(None if side is None else {side: points + 1, 1 - side: loss})
    closed = [number for entered in sheet.entered for number in entered.closed]
    assert closed == list(range(1, len(closed) + 1))
