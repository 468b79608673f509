"""Matches of the table games: played, recorded, saved and told in words."""

import pytest

import ginrummy as gr
from ginrummy.table import KalookiRound, KalookiRules, MahjongRound, MahjongRules
from ginrummy.table.players import RandomTablePlayer, SimpleMahjongPlayer, simple_player
from ginrummy.table.solver import OnTable, best_turn

MAHJONG, KALOOKI = gr.find_variant("mahjong_gin"), gr.find_variant("kalooki51")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_of_mahjong_gin(players):
    seats = [SimpleMahjongPlayer(seat) for seat in range(players)]
    played = gr.play_match(MAHJONG, seats, 7)
    match = played.match
    assert isinstance(played, gr.PlayedTableMatch)
    assert match.is_over
    assert match.rules == MAHJONG.match_rules
    totals = [0] * players
    for number, record in enumerate(played.records):
        round_ = record.replay()
        assert isinstance(round_, MahjongRound)
        assert (round_.number, round_.dealer) == (number, match.dealers[number])
        assert match.hands[number].scores == round_.result.scores
        totals = [a + b for a, b in zip(totals, round_.result.scores, strict=True)]
    assert tuple(totals) == match.totals
    assert max(totals) >= 500
    assert match.winner == totals.index(max(totals))
    assert gr.Match.from_json(match.to_json()) == match
    again = gr.play_match(MAHJONG, [SimpleMahjongPlayer(seat) for seat in range(players)], 7)
    assert again == played


def test_a_match_of_kalooki():
    rules = KALOOKI.match_rules.replace(target=200)
    players = [RandomTablePlayer(seat) for seat in range(3)]
    played = gr.play_match(KalookiRules(max_turns=None), players, 3, rules, max_turns=120)
    assert {record.rules.max_turns for record in played.records} == {120}
    assert played.match.is_over
    assert all(isinstance(record.replay(), KalookiRound) for record in played.records)
    text = played.match.explain()
    assert "Match to 200" in text
    assert ", out; " in text
    assert gr.Match.from_json(played.match.to_json()) == played.match
    unfinished = gr.play_match(
        KALOOKI, [RandomTablePlayer(seat) for seat in range(2)], 3, max_hands=1
    )
    assert len(unfinished.records) == 1


def test_views_know_the_match():
    seen = []

    class Watcher(SimpleMahjongPlayer):
        def choose(self, view):
            seen.append((view.match_scores, view.target))
            return super().choose(view)

    played = gr.play_match(MAHJONG, [Watcher(1), Watcher(2)], 3)
    assert seen[0] == ((0, 0), 500)
    assert seen[-1][0] == tuple(
        sum(hand.scores[seat] for hand in played.match.hands[:-1]) for seat in (0, 1)
    )


def test_matches_that_cannot_be_played():
    two = [SimpleMahjongPlayer(1), SimpleMahjongPlayer(2)]
    for change, error, named in (
        ({"players": two[:1]}, gr.InvalidRound, "players=1"),
        ({"players": two * 3}, gr.InvalidRound, "players=6"),
        ({"players": [1, 2]}, gr.InvalidRound, "no player"),
        ({"implementation": "core"}, gr.InvalidRound, "a table game has one alone"),
        ({"max_turns": None}, gr.InvalidRules, "needs a cap"),
        ({"max_hands": 0}, gr.InvalidRound, "max_hands=0"),
    ):
        with pytest.raises(error, match=named):
            gr.play_match(**({"rules": MAHJONG, "players": two} | change))

    class Cheat:
        def choose(self, _):
            return "discard 2c"

    with pytest.raises(gr.IllegalMove, match=r"hand 1, player [12]: "):
        gr.play_match(MAHJONG, [Cheat(), Cheat()], 1)


def entry(kind, scores, winner, boxes=None):
    boxes = tuple(int(seat == winner) for seat in range(len(scores))) if boxes is None else boxes
    return gr.HandEntry(scores, winner, kind, boxes)


def test_hands_as_entries():
    match = gr.Match(MAHJONG, ("Ann", "Bob"), first_dealer="Ann")
    match.record(entry(gr.Outcome.OUT, (40, 55), 0))  # who goes out need not have the most
    match.record(entry(gr.Outcome.STOCK_END, (-5, 20), None))
    match.record(entry(gr.Outcome.KALOOKI, (90, 0), 0))
    assert match.totals == (125, 75)
    assert match.next_dealer == 1
    text = match.explain()
    assert "hand 1: Ann +40, Bob +55, Ann out; 40 - 55" in text
    assert "hand 2: Ann -5, Bob +20, stock out; 35 - 75" in text
    assert "hand 3: Ann 90, kalooki; 125 - 75" in text
    assert gr.Match.from_json(match.to_json()) == match
    for wrong in (
        entry(gr.Outcome.OUT, (40, 0), None),
        entry(gr.Outcome.STOCK_END, (40, 0), 0),
        entry(gr.Outcome.STOCK_END, (40, 0), None, (1, 0)),
        entry(gr.Outcome.KNOCK, (40, 55), 0),
    ):
        with pytest.raises(gr.InvalidEntry):
            match.record(wrong)
    with pytest.raises(gr.InvalidEntry, match="3 players; here are 2"):
        match.record(MahjongRoundOver(3).result)
    assert len(match.hands) == 3
    with pytest.raises(gr.InvalidEntry, match="g9"):
        gr.HollywoodSheet(names=("Ann", "Bob")).record(entry(gr.Outcome.OUT, (40, 55), 0))


def MahjongRoundOver(players):
    round_ = MahjongRound(MahjongRules(max_turns=1), seed=1, players=players)
    round_.play("draw")
    round_.play(f"discard {round_.hand(round_.turn)[0]}")
    return round_


def test_a_sheet_of_a_table_game_is_drawn():
    from ginrummy.show import sheet_html, sheet_svg, sheet_text

    match = gr.Match(MAHJONG, ("Ann", "Bob", "Cid"), first_dealer="Ann")
    match.record(entry(gr.Outcome.OUT, (40, 55, -20), 0))
    match.record(entry(gr.Outcome.DEAD, (0, 0, 0), None))
    for draw in (sheet_text, sheet_html, sheet_svg):
        assert "55" in draw(match.sheet())


def test_the_solver_and_the_rounds_agree():
    """Whatever the solver plans for a turn can be played, and leaves what it says."""
    planned = 0
    for seed in range(40):
        round_ = KalookiRound(seed=seed, players=2 + seed % 3)
        players = [RandomTablePlayer(seed + seat) for seat in range(round_.players)]
        while not round_.is_over:
            seat = round_.turn
            view = round_.view(seat)
            fresh = view.phase == "table" and view.events[-1].player == seat
            if fresh and str(view.events[-1].move) in ("draw", "take"):
                planned += check_plan(round_, view)
            round_.play(players[seat].choose(view))
    assert planned > 100


def check_plan(round_, view):
    seat = view.player
    table = [OnTable(one.meld, one.owner == seat, one.closed) for one in view.table]
    taken = view.taken[0] if view.taken else None
    plan = best_turn(view.hand, table, view.rules, down=view.down[seat], taken=taken)
    if plan is None or not plan.moves:
        return 0
    twin = round_.copy()
    for move in plan.moves:
        assert move in twin.legal_moves
        twin.play(move)
    assert twin.hand(seat) == plan.left
    there = len(plan.table)
    assert [one.meld for one in twin.table[:there]] == [one.meld for one in plan.table]
    assert sorted(str(one.meld) for one in twin.table[there:]) == sorted(map(str, plan.laid))
    assert twin.is_over is (not plan.left)
    return 1


def test_simple_players_by_their_rules():
    assert isinstance(simple_player(MahjongRules()), SimpleMahjongPlayer)
    assert hasattr(simple_player(KalookiRules()), "choose")
