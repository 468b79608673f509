"""Matches: games, bonuses, who wins."""

import pytest

import ginrummy as gr
from ginrummy import core
from matches import SHUT, A, B, by_id, by_name, played

# The shared cases


@pytest.mark.parametrize(("given", "expected"), by_id("match"))
def test_match_cases(given, expected):
    rules = dict(given["rules"])
    rules.pop("undercut_on_tie", None)  # a rule of the hand: the case gives what came of it
    match = played(given["hands"], **rules)
    (game,) = match.games
    assert match.is_over
    assert "AB"[match.winner] == "AB"[game.winner] == expected["winner"]
    assert by_name(game.points) == by_name(match.points) == expected["raw"]
    assert by_name(game.boxes) == by_name(match.boxes) == expected["boxes"]
    assert game.shutout is expected["shutout"]
    assert by_name(game.finals) == by_name(match.totals) == expected["final"]
    assert game.margin == expected["margin"]
    assert tuple(map(sum, zip(*(line.values for line in game.lines), strict=True))) == game.finals


@pytest.mark.parametrize(("given", "expected"), by_id("match_forfeit"))
def test_forfeit_margin_case(given, expected):
    a, b = given["raw"]["A"], given["raw"]["B"]
    match = played([("A", 1), ("B", b), ("A", a - 1)], **given["rules"])
    (game,) = match.games
    assert by_name(game.points) == given["raw"]
    assert game.forfeited is expected["forfeited"]
    assert "AB"[match.winner] == expected["winner"]


@pytest.mark.parametrize(("given", "expected"), by_id("multi_match"))
def test_multi_match_cases(given, expected):
    rules = gr.MULTI_MATCH.replace(game_target=given["game_target"])
    match = played([], rules=rules)
    for hands, row in zip(given["matches"], expected["rows"], strict=True):
        for hand in hands:
            assert not match.is_over
            match.record(tuple(hand))
        game = match.games[-1]
        assert by_name(game.points) == row["match_scores"]
        won = [line.values for line in game.lines if line.label == "rounds won"]
        assert by_name(value // 25 for value in won[0]) == row["rounds_won"]
        assert "AB"[game.winner] == row["match_winner"]
        assert by_name(game.finals) == row["game_points_added"]
        assert by_name(match.totals) == row["game_totals"]
    winner = None if match.winner is None else "AB"[match.winner]
    assert winner == expected["game_winner"]


# One game: bonuses (g2 to g5)


@pytest.mark.parametrize(
    ("mode", "finals"),
    [  # 117 points, two boxes: figures of rule g4
        ("none", 267),
        ("double_hand_points", 384),
        ("double_hand_and_game", 484),
        ("double_all", 534),
        ("double_boxes", 317),
        ("flat_100", 367),
    ],
)
def test_shutout_modes(mode, finals):
    (game,) = played(SHUT, shutout=mode).games
    assert (game.finals, game.shutout) == ((finals, 0), True)
    spoiled = played([("A", 56), ("B", 3), ("A", 61)], shutout=mode).games[0]
    assert (spoiled.finals, spoiled.shutout) == ((267, 28), False)


def test_shutout_by_hands_or_by_points():
    """g5: they differ where a hand was won with nothing."""
    hands = [("A", 50), ("B", 0, "undercut"), ("A", 67)]
    assert played(hands).games[0].finals == (267, 25)
    by_points = played(hands, shutout_test="points").games[0]
    assert (by_points.shutout, by_points.finals) == (True, (384, 25))


def test_a_loser_below_nothing_has_no_points_either():
    """d2, knocker_penalty: minus points are none in the test by points."""
    hands = [gr.HandEntry((0, -30), A, gr.Outcome.UNDERCUT, (1, 0)), ("A", 105)]
    assert played(hands, shutout_test="points").games[0].shutout
    assert played(hands, shutout_test="hands").games[0].shutout
    assert played(hands).games[0].finals == (105 * 2 + 100 + 50, -30)


@pytest.mark.parametrize(("points", "over"), [(99, False), (100, True), (101, True)])
def test_reaching_the_target_ends_a_game(points, over):
    match = played([("A", points)])
    assert match.is_over is over
    assert len(match.games) == over


def test_boxes_at_once_count_toward_the_target():
    """g3: 40 + 25 + 10 + 25 is 100; at the end they would not have counted."""
    hands = [("A", 40), ("A", 10)]
    assert not played(hands).is_over
    match = played(hands, boxes="immediate", shutout="none")
    assert match.is_over
    assert match.points == (50, 0)
    assert match.counted == (100, 0)
    assert match.games[0].finals == (50 + 100 + 50, 0)  # and no box counts twice
    part = played(hands[:1], boxes="immediate")
    assert (part.points, part.counted, part.totals) == ((40, 0), (65, 0), (65, 0))


def test_extra_boxes_are_boxes_but_no_hands_won():
    """d5, m2: three boxes for one hand."""
    hand = gr.HandEntry((30, 0), A, gr.Outcome.GIN, (3, 0))
    assert played([hand, ("B", 100)]).games[0].finals == (30 + 75, 100 + 100 + 25)
    multi = played([hand, ("B", 100)], rules=gr.MULTI_MATCH)
    assert multi.games[0].finals == (30 + 25, 100 + 25 + 100)


# Who wins a game (g6, g7, b6)

REVERSED = [("A", 50), *[("B", 12)] * 7, ("B", 11), ("A", 50)]


def test_the_first_to_the_target_wins_though_the_other_has_more():
    (game,) = played(REVERSED).games
    assert (game.winner, game.finals, game.margin) == (A, (250, 295), -45)


def test_the_highest_total_wins():
    match = played(REVERSED, game_winner="highest_total")
    (game,) = match.games
    # The game bonus stays with the one who reached the target (g2).
    assert (match.winner, game.winner, game.finals, game.margin) == (B, B, (250, 295), 45)
    # 100 points, the bonus and two boxes are 250, as are 75 and seven boxes: the first wins.
    level = [("A", 50), *[("B", 12)] * 6, ("B", 3), ("A", 50)]
    for first, other in ("AB", "BA"):
        hands = [(first if who == "A" else other, points) for who, points in level]
        game = played(hands, game_winner="highest_total").games[0]
        assert game.finals == (250, 250)
        assert "AB"[game.winner] == first


def test_a_forfeit_stands_whatever_the_total():
    hands = [("A", 90), ("B", 0, "forfeit")]
    (game,) = played(hands, game_winner="highest_total", game_bonus=0).games
    assert (game.winner, game.finals, game.margin) == (B, (115, 0), -115)


@pytest.mark.parametrize(("last", "forfeited"), [(54, False), (55, True), (56, False)])
def test_forfeit_margin(last, forfeited):
    """g7: 49, 50 and 51 ahead."""
    match = played([("A", 50), ("B", 55), ("A", last)], forfeit_margin=50)
    (game,) = match.games
    assert game.forfeited is forfeited
    assert match.winner == (B if forfeited else A)
    assert game.finals == ((105 + 50, 55 + 25 + 100) if forfeited else (50 + last + 150, 80))


def test_no_shutout_bonus_for_a_game_won_by_forfeit():
    match = played([("A", 100)], forfeit_margin=100)
    assert match.games[0].finals == (125, 100)
    assert not match.games[0].shutout


def test_an_offence_loses_the_game():
    """b6: whatever the score."""
    match = played([("A", 60), ("B", 0, "forfeit")])
    (game,) = match.games
    assert (match.winner, game.forfeited, game.points, game.boxes) == (B, True, (60, 0), (1, 0))
    assert game.finals == (60 + 25, 100)
    assert "A forfeits it with a knock over the limit (b6)" in match.explain()


def test_an_offence_as_a_round_ends_with_it():
    rules = gr.Rules(over_limit="forfeit", misdeal="off")
    round_ = gr.Round(rules, seed=1)
    while not round_.is_over:
        knocks = [move for move in round_.legal_moves if 56 <= move < 108]
        round_.play(knocks[-1] if knocks else round_.legal_moves[0])
    assert round_.result.outcome == "forfeit"
    match = gr.Match()
    entry = match.record(round_.result)
    assert match.winner == round_.result.winner == entry.winner
    by_hand = gr.Match()
    assert by_hand.record((entry.winner, 0, "forfeit")) == entry


def test_an_offence_in_a_best_of_loses_one_game():
    match = played([("A", 0, "forfeit"), ("B", 250)], rules=gr.BEST_OF_FIVE)
    assert (match.games_won, match.is_over, match.points) == ((1, 1), False, (0, 0))


# Multi-match and best of (M, g8)


def test_equal_totals_past_the_game_target_play_on():
    """m3: 225 to 124, the same the other way round, then a match more."""
    first = [("B", 99), ("A", 100)]  # A 100 + 25 + 100, B 99 + 25
    assert played(first, rules=gr.MULTI_MATCH.replace(game_target=225)).winner == A
    assert played(first, rules=gr.MULTI_MATCH.replace(game_target=226)).winner is None
    rules = gr.MULTI_MATCH.replace(game_target=349, no_round_bonus=0)
    match = played([*first, ("A", 99), ("B", 100)], rules=rules)
    assert (match.totals, match.winner) == ((349, 349), None)
    match.record(("B", 100))
    assert (match.totals, match.winner) == ((349, 574), B)


def test_the_game_target_is_looked_at_when_a_match_ends():
    """m3: 225 and 99 more pass 300, but the match goes on; then B has the higher total."""
    rules = gr.MULTI_MATCH.replace(game_target=300)
    match = played([("B", 50), ("A", 100), ("A", 99)], rules=rules)
    assert match.totals == (225 + 99, 75)
    assert not match.is_over
    assert match.points == (99, 0)  # m4: from nothing again


def test_multi_match_has_its_own_bonuses_only():
    """m2: flat, no doubling, whatever the fields of section G say."""
    plain = gr.MatchRules(form="multi_match")
    assert plain.box
    assert plain.game_bonus
    assert played(SHUT, rules=plain).games[0].finals == (117 + 50 + 200, 0)
    changed = plain.replace(round_bonus=10, match_bonus=50, no_round_bonus=7)
    assert played(SHUT, rules=changed).games[0].finals == (117 + 20 + 50 + 7, 0)


def test_rounds_won_are_hands_won():
    """m2, m5: an offence is none, a win with nothing or without a box is one."""
    match = played([("B", 50), ("A", 0, "forfeit")], rules=gr.MULTI_MATCH)
    assert match.games[0].finals == (100, 50 + 25)
    hands = [("B", 0), gr.HandEntry((100, 0), A, gr.Outcome.KNOCK, (0, 0))]
    rules = gr.MULTI_MATCH.replace(shutout_test="points")  # "no rounds" is by hands
    assert played(hands, rules=rules).games[0].finals == (100 + 25 + 100, 25)


def test_best_of_five():
    win = [("A", 250)]
    match = played([*win, ("B", 250), *win], rules=gr.BEST_OF_FIVE)
    assert (match.games_won, match.is_over) == ((2, 1), False)
    match.record(("A", 249))
    assert not match.is_over
    match.record(("A", 1))
    assert (match.games_won, match.winner, match.totals) == ((3, 1), A, (750, 250))
    with pytest.raises(gr.SheetClosed, match="hand 5: A wins the match by 3 games to 1"):
        match.record(None)
    assert len(match.hands) == 5


def test_best_of_one_and_of_more_with_bonuses():
    assert played([("B", 250)], rules=gr.BEST_OF_FIVE.replace(best_of=1)).winner == B
    rules = gr.MatchRules(form="best_of", best_of=3)
    match = played([*SHUT, ("B", 100), *SHUT], rules=rules)
    assert (match.winner, match.totals) == (A, (768, 325))


def test_the_single_match_has_no_bonus():
    """m1"""
    match = played(REVERSED, rules=gr.SINGLE_MATCH)
    assert (match.winner, match.games[0].finals) == (A, (100, 95))


# The party game (q7, q8)

THREE = ("north", "east", "south")
PARTY = gr.find_variant("oklahoma_party").match_rules


def test_party_hands_and_negative_totals():
    match = gr.Match(PARTY, THREE, first_dealer="south")
    match.record({"north": 25, "east": -40, "south": -12})
    assert match.totals == (25, -40, -12)
    assert match.next_dealer == 0  # q8: the winner deals
    match.record(None)
    assert match.next_dealer == 0  # q8: a wall hand, the same dealer
    match.record({"east": 20, "south": 20, "north": -7})  # q4: both take it
    assert match.hands[-1].boxes == (0, 1, 1)
    assert match.next_dealer == 1  # the first of them
    for _ in range(3):
        match.record({"north": 25, "east": -40, "south": -12})
    assert (match.totals, match.is_over) == ((93, -140, -28), False)
    match.record({"north": 10})
    assert (match.winner, match.games[0].finals) == (0, (103, -140, -28))


def test_party_highest_total_wins_and_equals_play_on():
    """q7: two can pass the target in one hand (q4)."""
    match = gr.Match(PARTY, THREE)
    match.record({"north": 95, "east": 0, "south": 0})
    match.record({"east": 90})
    match.record({"north": 20, "east": 20, "south": -5})
    assert (match.winner, match.totals) == (0, (115, 110, -5))
    match.fix(2, {"east": 95})
    assert (match.winner, match.totals) == (None, (115, 115, -5))
    match.record({"south": 10, "north": -3, "east": -2})
    assert match.winner == 1  # 113 against 112
    match.fix(4, {"south": 10, "north": -30, "east": -30})
    assert match.winner is None  # all below the target again: 85, 85, 5


def test_a_hand_that_nobody_wins_may_cost_points():
    match = gr.Match(PARTY, THREE, first_dealer=0)
    assert match.record({"east": -5}).is_dead
    assert (match.totals, match.boxes, match.next_dealer) == ((0, -5, 0), (0, 0, 0), 0)
    assert match.sheet().hands[0].entered_in == (1,)


def test_party_rounds_enter_as_they_are():
    rules = gr.find_variant("oklahoma_party").rules
    result = core.score_party(5, [9, 3], rules)
    match = gr.Match(PARTY, THREE)
    entry = match.record(result)
    assert (entry.scores, entry.winner, entry.boxes) == ((-2, -6, 20), 2, (0, 0, 1))


def test_shutout_of_several():
    rules = gr.MatchRules()
    clean = gr.Match(rules, THREE)
    clean.record(("north", 100))
    assert clean.games[0].finals == (325, 0, 0)
    spoiled = gr.Match(rules, THREE)
    spoiled.record(("south", 1))
    spoiled.record(("north", 100))
    assert spoiled.games[0].finals == (225, 0, 26)
