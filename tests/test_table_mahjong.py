"""Mahjong gin rule by rule (section J): what is played, what is refused, every option."""

import pytest

import ginrummy as gr
from ginrummy.table import MahjongRound, MahjongRules, Take
from tables import mahjong, melds, play, refusal, texts

HAND = "8c 8d Kc 2d 4h 6s 9d Jc Qh As"


def rules(**changes):
    return MahjongRules(**changes)


def drawing(hand, pile, **options):
    return mahjong(hand, pile=pile, phase="draw", **options)


def test_deal():
    for players in (2, 3, 4):  # j8
        round_ = MahjongRound(seed=1, players=players)
        assert [len(round_.hand(seat)) for seat in range(players)] == [10] * players
        assert (round_.stock_count, len(round_.pile)) == (51 - 10 * players, 1)
        assert round_.turn == 1
        assert all(round_.down)
    same = [card.card for card in MahjongRound(seed=5, number=2).deck]
    assert same == list(gr.shuffled_deck(5, 2))


def test_the_pile_is_taken_to_any_depth():
    round_ = drawing(HAND, "8s 3h 5h")
    # Alone the 5h has no duty; 5h 3h: the 3h must be used, and 3h 4h 5h is a meld; so is 8s.
    assert [text for text in texts(round_) if text.startswith("take")] == [
        "take",
        "take 2",
        "take 3",
    ]
    play(round_, "take 3")
    assert [str(card) for card in round_.view(1).taken] == ["8s", "3h", "5h"]
    assert str(round_.view(1).events[-1]) == "0: take 3 3h 5h 8s"
    assert "the pile has" in refusal(drawing(HAND, "8s"), Take(52))


def test_the_duty_on_the_lowest_card():
    round_ = play(drawing(HAND, "8s 3h 5h"), "take 3")
    assert "8s, the lowest card taken, must be used in a meld laid in this turn (j1)" in refusal(
        round_, "discard Kc"
    )
    play(round_, "lay 3h 4h 5h")
    assert "(j1)" in refusal(round_, "discard Kc")
    play(round_, "lay 8c 8d 8s", "discard Kc")


def test_no_play_may_leave_the_duty_unmet():
    """8s needs 8c 8d or 9s Ts; what would spoil the last way is refused (j1)."""
    round_ = play(drawing("8c 8d 9c Tc Jh 2d 4d 6h As Ks", "8s 3h"), "take 2")
    assert "j1" in refusal(round_, "lay 8c 9c Tc")
    play(round_, "lay 8c 8d 8s", "discard 3h")  # a card taken with it may be thrown


def test_the_duty_is_not_met_on_an_old_meld():
    table = [(1, "8c 8d 8h"), (0, "2s 3s 4s")]
    round_ = drawing("9s Kc 2d Ts", "8s 3h", table=table)
    play(round_, "take 2")
    assert "it must be used in a meld laid in this turn (j1)" in refusal(round_, "build 8s on 1")
    play(round_, "lay 8s 9s Ts", "discard Kc")
    without = drawing("9s Kc 2d Td", "8s 3h", table=table)
    assert "j1" in refusal(without, "take 2")


def test_the_duty_is_met_on_a_meld_of_this_turn():
    round_ = drawing("9s Ts Js Qs Kc 2d", "8s 3h")
    play(round_, "take 2", "lay Ts Js Qs", "build 9s on 1", "build 8s on 1", "discard 3h")
    assert melds(round_) == ["8s 9s Ts Js Qs"]
    others_only = drawing("9s Ts Js Qs Kc 2d", "8s 3h", rules=rules(add_to_own=False))
    play(others_only, "take 2")
    assert "j1" in refusal(others_only, "lay Ts Js Qs")


def test_a_card_taken_alone_has_no_duty():
    round_ = play(drawing(HAND, "5c"), "take", "discard Kc")
    assert round_.turn == 1


def test_the_lowest_card_may_be_kept_in_a_meld():
    kept = rules(take_duty="kept")
    round_ = play(drawing(HAND, "8s 3h", rules=kept), "take 2")
    assert "meld laid in this turn or kept in the hand (j1)" in refusal(round_, "discard 8s")
    assert "(j1)" in refusal(round_, "discard 8c")  # it would break the meld
    play(round_, "discard Kc")
    assert round_.table == ()
    assert "j1" in refusal(drawing("8c Kc 2d", "8s 3h", rules=kept), "take 2")


def test_the_card_taken_alone_is_not_thrown():
    round_ = play(drawing(HAND, "5c"), "take")
    assert "just taken from the pile: it may not be thrown (a7)" in refusal(round_, "discard 5c")
    free = play(drawing(HAND, "5c", rules=rules(may_discard_taken=True)), "take", "discard 5c")
    assert str(free.pile[-1]) == "5c"


def test_the_last_card_may_not_be_the_one_taken():
    table = [(1, "4h 5h 6h")]
    round_ = play(drawing("7h", "5d", table=table), "take")
    assert "a7" in refusal(round_, "build 7h on 1")
    both = play(drawing("7h", "8h", table=table), "take", "build 7h on 1", "build 8h on 1")
    assert both.result.outcome is gr.Outcome.OUT


def test_melds():
    round_ = mahjong("2c 3c 4c Ad Ah As Qs Ks Kh 9d")
    assert "ace is low only (j6)" in refusal(round_, "lay Qs Ks As")
    assert "one by one (j3)" in refusal(round_, "lay 2c 3c 4c | Ad Ah As")
    assert "no jokers" in refusal(round_, "lay Ad Ah JK")
    assert "Ac is not in the hand" in refusal(round_, "lay Ac Ad Ah")
    play(round_, "lay 2c 3c 4c", "lay Ad Ah As")
    assert [laid.owner for laid in round_.table] == [0, 0]


def test_additions():
    table = [(1, "Ac Ad Ah"), (1, "Ts Js Qs"), (0, "2d 3d 4d")]
    round_ = mahjong("As 9s Ks Ks 5d 6d 2c".replace("Ks Ks", "Ks"), table=table)
    assert "2c does not fit" in refusal(round_, "build 2c on 1")
    assert "6d does not fit" in refusal(round_, "build 6d on 3")
    assert "no jokers" in refusal(round_, "build JK=9s on 2")
    assert "no jokers" in refusal(round_, "claim As on 1")
    assert "no jokers" in refusal(round_, "joker on 2 low")
    assert "no meld 4" in refusal(round_, "build As on 4")
    play(round_, "build As on 1", "build 9s on 2", "build Ks on 2")
    assert "fit" in refusal_of_ace(round_)
    play(round_, "build 5d on 3", "build 6d on 3")
    assert melds(round_) == ["Ac Ad Ah As", "9s Ts Js Qs Ks", "2d 3d 4d 5d 6d"]
    own = mahjong("5d 6d 2c", table=table, rules=rules(add_to_own=False))
    assert "(j4, add_to_own=False)" in refusal(own, "build 5d on 3")


def refusal_of_ace(round_):
    """Above the king there is nothing (j6)."""
    twin = mahjong("As 2c", table=[(1, "Ts Js Qs Ks")])
    assert round_.table[1].meld.high == 13
    return refusal(twin, "build As on 1")


def test_an_ace_goes_low_beside_a_king_too():
    round_ = mahjong("Ac 9d", table=[(1, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")])
    play(round_, "build Ac on 1")
    assert (round_.table[0].meld.low, round_.table[0].meld.high) == (1, 13)
    assert round_.table[0].by == (0, *[1] * 12)


def test_gin_with_and_without_a_throw():
    for hand, moves in (
        ("2c 3c 4c 9h", ["lay 2c 3c 4c", "discard 9h"]),
        ("2c 3c 4c", ["lay 2c 3c 4c"]),
        ("2c 3c 4c 5c", ["lay 2c 3c 4c", "build 5c on 1"]),
    ):
        round_ = play(mahjong(hand, other="Kd As 4h"), *moves)
        result = round_.result
        assert (result.outcome, result.winner) == (gr.Outcome.OUT, 0)
        table = 5 * (len(hand.split()) - ("9h" in hand))
        assert result.scores == (table + 25, -30)
        assert result.explain(["Ann", "Bob"]).split("\n")[0] == (f"Out: Ann scores {table + 25}")


def test_options_of_the_score():
    def ended(**changes):
        round_ = mahjong("2c 3c 4c", other="Kd Kh Kc As", rules=rules(**changes))
        return play(round_, "lay 2c 3c 4c").result.scores

    assert ended() == (40, -45)
    assert ended(gin_bonus=0) == (15, -45)
    assert ended(held_melds_minus=False) == (40, -15)
    assert ended(card_points=(1, *[2] * 12)) == (31, -7)


def test_points_go_to_who_adds():
    round_ = mahjong("9h 9d", other="As 5c 6c", table=[(0, "Ac Ad Ah")])
    play(round_, "discard 9h", "draw", "build As on 1", "discard 5c")
    twin = round_.copy()
    twin._state = twin.state.ended(gr.Outcome.STOCK_END)
    table = {part.seat: part.points for part in twin.result.parts if part.reason == "melds"}
    assert table == {0: 45, 1: 15}


def test_the_end_of_the_stock():
    for end, outcome in (("score", gr.Outcome.STOCK_END), ("dead", gr.Outcome.DEAD)):
        round_ = mahjong(
            "Kc 9h", other="As 5c", table=[(1, "2c 3c 4c")], stock=0, rules=rules(stock_end=end)
        )
        assert "stock is not empty" in refusal(drawing("Kc", "9h"), "pass")
        play(round_, "discard Kc")
        assert "stock is empty" in refusal(round_, "draw")
        assert round_.is_legal("take")  # j7: the pile may still be taken
        twin = play(round_.copy(), "take", "discard 5c")
        assert not twin.is_over
        play(round_, "pass")
        result = round_.result
        assert (result.outcome, result.winner) == (outcome, None)
        assert result.scores == ((-10 + 5, 15 - 15 - 5) if end == "score" else (0, 0))
        if end == "score":
            assert result.explain() == (
                "Stock out: player 0 -5, player 1 -5\n"
                "   -5  player 0: cards in hand\n"
                "  +15  player 1: cards on the table\n"
                "  -20  player 1: cards in hand"
            )


def test_the_turn_limit():
    round_ = mahjong("Kc 9h", other="As 5c", rules=rules(max_turns=1))
    play(round_, "discard Kc")
    assert round_.result.outcome is gr.Outcome.CAPPED
    assert round_.result.held == ()


@pytest.mark.parametrize(
    ("options", "error", "named"),
    [
        ({"players": 1}, gr.InvalidRound, "players=1"),
        ({"players": 5}, gr.InvalidRound, "players=5"),
        ({"players": "2"}, gr.InvalidRound, "players='2'"),
        ({"dealer": 2}, gr.InvalidRound, "dealer=2"),
        ({"seed": -1}, gr.InvalidSeed, "-1"),
        ({"seed": 2**256}, gr.InvalidSeed, "seed"),
        ({"seed": 1, "number": -1}, gr.InvalidSeed, "number=-1"),
        ({"deck": "Ac 2c"}, gr.InvalidDeck, "the deck has 2 cards; 52"),
        ({"deck": "Ac Ac"}, gr.InvalidDeck, "Ac stands 2 times"),
        ({"deck": "JK"}, gr.InvalidDeck, "JK stands 1 times"),
        ({"deck": "Xc"}, gr.InvalidCard, "'Xc'"),
        ({"deck": 3}, gr.InvalidDeck, "3 is a int"),
        ({"deck": range(52), "seed": 1}, gr.InvalidRound, "not both"),
        ({"rules": gr.Rules()}, gr.InvalidRules, "MahjongRules are expected"),
        ({"rules": gr.find_variant("kalooki51")}, gr.InvalidRules, "kalooki51 has KalookiRules"),
        ({"rules": gr.STANDARD}, gr.InvalidRules, "standard has Rules"),
        ({"target": 500}, gr.InvalidRound, "needs match_scores"),
        ({"match_scores": (1, 2, 3)}, gr.InvalidRound, "2 players"),
    ],
)
def test_rounds_that_cannot_be_dealt(options, error, named):
    with pytest.raises(error, match=named):
        MahjongRound(**options)
