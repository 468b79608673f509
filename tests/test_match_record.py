"""Matches: who deals, what is entered, taking back and correcting, sheets and words."""

import copy
import pickle

import pytest

import ginrummy as gr
from ginrummy import core
from matches import SHUT, B, played

THREE = ("north", "east", "south")
PARTY = gr.find_variant("oklahoma_party").match_rules
REVERSED = [("A", 50), *[("B", 12)] * 7, ("B", 11), ("A", 50)]


# Who deals (a1 to a3)


@pytest.mark.parametrize(
    ("rule", "dead", "dealers"),
    [  # A wins, A wins, dead, misdeal, B wins; then the next
        ("alternate", "alternate", [0, 1, 0, 1, 1, 0]),
        ("alternate", "same", [0, 1, 0, 0, 0, 1]),
        ("winner", "alternate", [0, 0, 0, 1, 1, 1]),
        ("winner", "same", [0, 0, 0, 0, 0, 1]),
        ("loser", "alternate", [0, 1, 1, 0, 0, 0]),
        ("loser", "same", [0, 1, 1, 1, 1, 0]),
    ],
)
def test_dealers(rule, dead, dealers):
    hands = [("A", 10), ("A", 10), None, (None, 0, "misdeal"), ("B", 10)]
    match = played(hands, dealer_rule=rule, dead_hand_dealer=dead)
    assert [*match.dealers, match.next_dealer] == dealers
    assert match.first_dealer == dealers[0]


@pytest.mark.parametrize("kind", ["dead", "capped", "tie", "cancelled"])
def test_whatever_nobody_wins_is_dead_for_the_deal(kind):
    hand = (None, 0, kind)
    assert played([hand]).next_dealer == 1
    assert played([hand], dead_hand_dealer="same").next_dealer == 0


def test_the_deal_goes_round_the_table_and_from_match_to_match():
    four = ("n", "e", "s", "w")
    match = gr.Match(names=four, first_dealer="s")
    for winner in (0, 0, 0):
        match.record((winner, 1))
    assert match.dealers == (2, 3, 0)
    assert match.next_dealer == 1
    multi = gr.Match(gr.MULTI_MATCH, ("A", "B"), first_dealer=1)  # m4
    for _ in range(3):
        multi.record(("A", 50))
    assert multi.dealers == (1, 0, 1)


def test_the_loser_of_several():
    """a2: who lost most; of equals the first after the winner."""
    rules = gr.MatchRules(dealer_rule="loser")
    match = gr.Match(rules, THREE, first_dealer=0)
    match.record({"north": -3, "east": 10, "south": -8})
    assert match.next_dealer == 2
    match.record({"east": 10})
    assert match.next_dealer == 2
    match.record({"south": 10})
    assert match.next_dealer == 0


def test_the_first_dealer_of_a_seed():
    assert gr.Match(seed=5).first_dealer == gr.Match(seed=5).first_dealer
    drawn = [gr.Match(names=THREE, seed=seed).first_dealer for seed in range(300)]
    assert all(70 < drawn.count(seat) < 130 for seat in range(3))
    assert drawn[:12] == [gr.Match(names=THREE, seed=seed).first_dealer for seed in range(12)]
    assert {gr.Match().first_dealer for _ in range(100)} == {0, 1}
    assert gr.Match(first_dealer=1, seed=5).first_dealer == 1
    assert gr.Match(names=THREE, first_dealer="east").first_dealer == 1


# Entries


def test_every_form_of_a_hand():
    rules = gr.Rules(misdeal="off")
    settled = gr.settle("7c 7d 7h 2c 3c 4c Th Jh Qh Ts", "7s 5c 9s 9d 8d Kd Ks 6d Ah 3h", rules)
    match = gr.Match(gr.MatchRules(target=1000), ("A", "B"))
    assert match.record(settled, knocker="B").scores == (0, 46)
    assert match.record(settled, knocker=0).scores == (46, 0)
    assert match.record((1, 5)) == match.record(("B", 5, "knock")) == match.record({"B": 5})
    assert match.record(gr.HandEntry((5, 0), 0, gr.Outcome.GIN, (1, 0))).kind == "gin"
    for dead in (None, (None, 0), (None, 0, "dead")):
        assert match.record(dead).is_dead
    assert match.totals == (51, 61)


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        (("A", -1), "points=-1"),
        (("A", 2.5), "points=2.5"),
        (("C", 5), "'C'"),
        ((2, 5), "2 plays not here"),
        ((True, 5), "True"),
        (("A", 5, "dead"), "cannot win"),
        ((None, 5), "points=5"),
        (("A", 5, "ginny"), "kind='ginny'"),
        (("A",), "no (winner, points, kind)"),
        ("A 5", "no hand"),
        (7, "no hand"),
        (("A", 5, "forfeit"), "wins the game"),
        (gr.HandEntry((0, 9), 0, gr.Outcome.KNOCK, (1, 0)), "not the most points"),
        (gr.HandEntry((9, 0, 0), 0, gr.Outcome.KNOCK, (1, 0, 0)), "3 sides"),
        (core.score_party(5, [9, 3], gr.find_variant("oklahoma_party")), "3 players"),
    ],
)
def test_a_refused_hand_changes_nothing(hand, named):
    match = played([("A", 20)])
    before = match.to_dict()
    for attempt in (match.record, lambda one: match.fix(1, one)):
        with pytest.raises(gr.InvalidEntry) as caught:
            attempt(hand)
        assert named in str(caught.value)
        assert match.to_dict() == before


def test_a_forfeit_among_three_is_refused():
    match = gr.Match(names=THREE)
    with pytest.raises(gr.InvalidEntry, match="between two"):
        match.record(("north", 0, "forfeit"))


def test_no_hand_after_the_end():
    match = played([("A", 100)])
    with pytest.raises(gr.SheetClosed, match="A wins the game by 325"):
        match.record(("A", 1))
    assert len(match.hands) == 1


@pytest.mark.parametrize(
    ("names", "named"),
    [
        (("A",), "two to four"),
        (tuple("ABCDE"), "two to four"),
        ("AB", "'AB'"),
        (("A", "A"), "'A'"),
        (("A", ""), "''"),
        (("A", " "), "' '"),
        (("A", "x" * 41), "40"),
        (("A", "x\ny"), "control"),
        (("A", "\ud800"), "control"),
        (("A", 3), "3"),
    ],
)
def test_refused_names(names, named):
    with pytest.raises(gr.InvalidEntry) as caught:
        gr.Match(names=names)
    assert named in str(caught.value)
    assert gr.Match(names=("é" * 40, "♥ 👩‍👧")).names[0] == "é" * 40


def test_refused_rules_and_dealers():
    with pytest.raises(gr.InvalidRules, match="'standard' is a str"):
        gr.Match("standard")
    with pytest.raises(gr.InvalidRules, match="Rules"):
        gr.Match(gr.Rules())
    with pytest.raises(gr.InvalidEntry, match="2 plays not here"):
        gr.Match(first_dealer=2)
    with pytest.raises(gr.InvalidSeed):
        gr.Match(seed=-1)
    assert gr.Match(gr.find_variant("tournament")).rules == gr.BEST_OF_FIVE


# Taking back and correcting


def test_undo():
    match = played(SHUT)
    assert match.undo() == gr.HandEntry((61, 0), 0, gr.Outcome.KNOCK, (1, 0))
    assert (match.is_over, match.games, match.points) == (False, (), (56, 0))
    assert match == played(SHUT[:1])
    assert (match.dealers, match.sheet()) == ((0,), played(SHUT[:1]).sheet())
    match.undo()
    with pytest.raises(gr.NothingToUndo):
        match.undo()
    assert match == played([])


def test_fix_computes_everything_after_again():
    match = played([("A", 60), ("B", 90), ("A", 30)])
    entry = match.fix(1, ("B", 5))
    assert entry.scores == (0, 5)
    assert match.points == (30, 95)
    assert match.fix(3, ("B", 9)) == match.hands[2]
    assert (match.winner, match.games[0].finals) == (B, (0, 104 * 2 + 100 + 75))
    assert match.fix(2, None).is_dead
    assert (match.winner, match.points) == (None, (0, 14))


def test_fix_moves_the_end_of_a_game():
    match = played([("A", 60), ("A", 45), ("B", 10)], rules=gr.MULTI_MATCH)
    assert (len(match.games), match.points) == (1, (0, 10))
    match.fix(2, ("A", 35))
    assert (len(match.games), match.points) == (0, (95, 10))


def test_fix_refuses_to_leave_hands_after_the_end():
    match = played([("A", 60), ("B", 90), ("A", 30), None, ("A", 5)])
    before = match.to_json()
    with pytest.raises(gr.InvalidEntry, match="ends with hand 2, and hand 3 would come after"):
        match.fix(2, ("A", 40))
    with pytest.raises(gr.InvalidEntry, match="ends with hand 3, and hand 4 would come after"):
        match.fix(1, ("A", 70))
    assert match.to_json() == before
    assert match.fix(5, ("A", 10))
    assert match.is_over


@pytest.mark.parametrize("number", [0, 4, -1, 1.0, True, "1", None])
def test_fix_needs_a_hand_that_is_there(number):
    match = played([("A", 1)] * 3)
    with pytest.raises(gr.InvalidEntry, match=r"there is no hand .*1 to 3 are recorded"):
        match.fix(number, ("A", 2))
    with pytest.raises(gr.InvalidEntry, match="none is recorded"):
        gr.Match().fix(1, None)


# Sheets and words


def test_sheet():
    match = played([("A", 22), ("A", 56, "gin"), None, ("B", 29, "undercut"), ("A", 30)])
    sheet = match.sheet()
    assert (sheet.title, sheet.names, sheet.finished) == ("Match to 100", ("A", "B"), True)
    assert (sheet.winner, sheet.lines, sheet.note) == (0, (), "A wins the game by 229.")
    (column,) = sheet.columns
    assert [(one.hand, one.side, one.points, one.total) for one in column.entries] == [
        (1, 0, 22, 22),
        (2, 0, 56, 78),
        (4, 1, 29, 29),
        (5, 0, 30, 108),
    ]
    assert [(one.label, one.values) for one in column.lines] == [
        ("points", (108, 29)),
        ("game bonus", (100, 0)),
        ("boxes", (75, 25)),
        ("final", (283, 54)),
    ]
    assert (column.totals, column.boxes, column.winner) == ((108, 29), (3, 1), 0)
    assert (column.closed, column.shutout, column.title) == (True, False, "Game 1")
    assert [one.text for one in sheet.hands] == [
        "A 22, knock",
        "A 56, gin",
        "dead hand",
        "B 29, undercut",
        "A 30, knock",
    ]
    assert [one.entered_in for one in sheet.hands] == [(1,), (1,), (), (1,), (1,)]
    assert sheet.series == ((0, 0), (22, 0), (78, 0), (78, 0), (78, 29), (283, 54))


def test_sheet_after_is_the_sheet_as_it_was():
    for rules, names in ((gr.MULTI_MATCH, ("A", "B")), (PARTY, THREE), (gr.BEST_OF_FIVE, "AB")):
        match = gr.Match(rules, tuple(names), first_dealer=0)
        was = [match.sheet()]
        for number in range(40):
            if match.is_over:
                break
            match.record(None if number % 5 == 4 else (number % 2, 17 + number * 13 % 40))
            was.append(match.sheet())
        assert [match.sheet_after(number) for number in range(len(was))] == was
        assert len(was) > 5
        for number in (-1, len(was), 1.0):
            with pytest.raises(gr.InvalidEntry):
                match.sheet_after(number)


def test_sheet_of_several_games():
    match = played([*SHUT, ("B", 30), ("A", 5)], rules=gr.MULTI_MATCH)
    sheet = match.sheet()
    assert sheet.title == "Game to 500 of matches to 100"
    assert [(one.title, one.closed, one.totals) for one in sheet.columns] == [
        ("Match 1", True, (117, 0)),
        ("Match 2", False, (5, 30)),
    ]
    assert sheet.columns[0].shutout
    assert [(one.label, one.values) for one in sheet.lines] == [
        ("matches won", (1, 0)),
        ("total", (367, 0)),
    ]
    assert sheet.hands[3].entered_in == (2,)
    assert (sheet.note, sheet.winner) == ("A deals next.", None)
    assert sheet.series[-1] == (372, 30)
    # A game that has just ended leaves an empty column for the next one.
    assert match.sheet_after(2).columns[1].entries == ()


def test_entries_with_boxes_at_once_add_up():
    (column,) = played([("A", 40), ("B", 0), ("A", 5)], boxes="immediate").sheet().columns
    assert [(one.points, one.total, one.boxes) for one in column.entries] == [
        (65, 65, 1),
        (25, 25, 1),
        (30, 95, 1),
    ]
    assert column.totals == (95, 25)
    assert column.boxes == (2, 1)


def test_explain():
    assert played([("A", 56, "gin"), None, ("A", 61)]).explain() == (
        "Match to 100: A, B\n"
        "Game 1\n"
        "  hand 1: A 56, gin; 56 - 0\n"
        "  hand 2: dead hand; 56 - 0\n"
        "  hand 3: A 61, knock; 117 - 0\n"
        "                A  B\n"
        "  points      117  0  points of the hands\n"
        "  shutout     117  0  B won no hand (g5): the points of the hands again (g4)\n"
        "  game bonus  100  0  100 for reaching the target (g2)\n"
        "  boxes        50  0  2 and 0 at 25 (g3)\n"
        "  final       384  0  A wins by 384\n"
        "A wins the game by 384."
    )
    assert played([]).explain() == "Match to 100: A, B\nA deals next."


@pytest.mark.parametrize(
    ("hands", "changes", "words"),
    [
        (SHUT, {"shutout": "flat_100"}, "B won no hand (g5): 100 more (g4)"),
        (SHUT, {"shutout": "double_all"}, "2 and 0 at 25 (g3), doubled for the shutout (g4)"),
        (SHUT, {"shutout": "double_hand_and_game"}, "target (g2), doubled for the shutout (g4)"),
        (SHUT, {"shutout_test": "points"}, "B made no points (g5)"),
        (SHUT, {"boxes": "immediate"}, "2 and 0 at 25 (g3), counted at once"),
        (SHUT, {"form": "multi_match"}, "2 and 0 at 25 (m2)"),
        (SHUT, {"form": "multi_match"}, "B won no round (m2)"),
        (REVERSED, {}, "A wins the game, but the bonuses leave 45 less than the best."),
        (REVERSED, {"game_winner": "highest_total"}, "B wins with the highest total, by 45 (g6)"),
        (
            [("A", 100)],
            {"forfeit_margin": 100},
            "B wins the game: A reached the target exactly 100 ahead and forfeits (g7).",
        ),
        ([("A", 100)], {"forfeit_margin": 100}, "100 for winning the game (g2)"),
        ([{"A": -5, "B": 10}], {}, "A -5, B +10, knock; -5 - 10"),
        ([(None, 0, "misdeal")], {}, "hand 1: misdeal; 0 - 0"),
        ([(None, 0, "capped")], {}, "dead hand (turn limit)"),
        ([("A", 100)] * 6, {"form": "multi_match"}, "A wins the game by 650."),
    ],
)
def test_words(hands, changes, words):
    match = gr.Match(gr.MatchRules().replace(**changes), ("A", "B"))
    for hand in hands:
        if not match.is_over:
            match.record(hand)
    assert words in match.explain()


# As a value


def test_copies_and_comparison():
    match = played([("A", 22), None])
    for twin in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        assert twin == match
        twin.record(("A", 1))
        assert twin != match
        assert len(match.hands) == 2
    assert pickle.loads(pickle.dumps(match)) == match
    assert match != played([("A", 22), None], box=20)
    assert played([]) != gr.Match(names=("A", "B"), first_dealer=1)
    assert played([]) != gr.Match(names=("A", "C"), first_dealer=0)
    assert match != 3
    assert repr(match) == "<Match, 2 hands: A 22, B 0>"
    assert repr(played([("A", 100)])) == "<Match, 1 hands: A 325, B 0; over>"
    with pytest.raises(TypeError):
        hash(match)


def test_shown_in_a_notebook():
    html = played([("A <b>", 22)], names=("A <b>", "B"))._repr_html_()
    assert "A &lt;b&gt;" in html
    assert "<b>" not in html
