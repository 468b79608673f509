"""How rounds end: knocks over the limit, automatic and manual showdowns.

The shared cases of the kinds wall and legality are in these files; each test names its own.
"""

import ginrummy as gr
from ginrummy import Outcome, Phase
from ginrummy.moves import (
    ACCEPT,
    DONE,
    DRAW,
    PASS,
    REFUSE,
    TAKE,
    discard,
    knock,
    lay_meld,
    lay_off_card,
)
from rounds import play, refusal


def over_limit(start, rule):
    rules = gr.Rules(misdeal="off", over_limit=rule)
    round_ = start(
        rules,
        one="2h 3h 4h 5d 6d 7d Jc Qc 9s Ad",
        two="2c 4s 6s 8c Tc Qd Qs 3d 5s 7s",
        upcard="8h",
        stock="9d 9h",
    )
    play(round_, TAKE)
    return round_


def test_knock_over_the_limit_accepted_or_refused(start):
    """b6."""
    round_ = over_limit(start, "accept_or_refuse")
    assert knock("Qc") in round_.legal_moves  # leaves 28
    play(round_, knock("Qc"))
    assert (round_.turn, round_.phase) == (0, Phase.ANSWER)
    assert round_.legal_moves == [ACCEPT, REFUSE]
    assert "b6" in refusal(round_, DRAW)
    assert round_.view(0).exposed == {1: round_.hand(1)}
    assert round_.view(0).events[-1].card is None
    taken = play(round_.copy(), ACCEPT)
    assert taken.result.spread.deadwood == 28
    assert taken.result.outcome in (Outcome.KNOCK, Outcome.UNDERCUT)
    play(round_, REFUSE)
    assert round_.pile[-1] == gr.Card("Qc")
    assert (round_.turn, round_.phase, round_.is_over) == (0, Phase.DRAW, False)
    assert round_.view(0).exposed == {1: round_.hand(1)}
    assert round_.view(0).events[-2].card == gr.Card("Qc")
    play(round_, DRAW, discard("Qd"))
    assert round_.view(0).exposed == {1: round_.hand(1)}


def test_knock_over_the_limit_forfeits(start):
    """b6, EAAI."""
    round_ = over_limit(start, "forfeit")
    play(round_, knock("Qc"))
    assert (round_.result.outcome, round_.result.winner) == (Outcome.FORFEIT, 0)
    assert round_.result.scores == (0, 0)
    assert "wins the game" in round_.result.explain()
    assert round_.view(1).exposed == {1: round_.hand(1)}
    assert round_.view(1).result.layoffs == ()
    within = over_limit(start, "forfeit")
    assert discard("Qc") in within.legal_moves


SPREAD = "4c 5c 6c 3s 4s 5s 6s Ah 5h 4d"  # leaves 10 (case R01)
FOE = "Ac 2c 8c 2h 6h 7h 8h 2s 7s 8s"


def test_automatic_showdown(start):
    """Case R01 in a round."""
    played = start(gr.Rules(misdeal="off"), one=SPREAD, two=FOE, upcard="Kd", stock="Kh")
    play(played, PASS, PASS, DRAW, knock("Kh"))
    direct = gr.settle(SPREAD, FOE, seen="Kh Kd")
    assert played.result.points == direct.points
    assert played.result.spread == direct.spread
    assert played.result.layoffs == ((0, direct.layoff),)
    assert set(played.view(0).exposed) == {0, 1}


def test_manual_showdown(start):
    """Case R01 by moves: each checked, and settled as laid."""
    rules = gr.Rules(misdeal="off", showdown="manual")
    round_ = start(rules, one=SPREAD, two=FOE, upcard="Kd", stock="Kh")
    play(round_, PASS, PASS, DRAW, knock("Kh"))
    assert (round_.turn, round_.phase) == (1, Phase.LAY_DOWN)
    assert "b4" in refusal(round_, DONE)
    low, long = gr.Meld("4c 5c 6c"), gr.Meld("3s 4s 5s 6s")
    # Four, five and six of spades alone would leave too much.
    assert "b4" in refusal(round_, lay_meld(gr.Meld("4s 5s 6s")))
    assert "not in the hand" in refusal(round_, lay_meld(gr.Meld("7c 8c 9c")))
    play(round_, lay_meld(long), lay_meld(low))
    assert round_.view(0).spread == (long, low)
    assert "b4" in refusal(round_, lay_off_card("7s", 0))
    play(round_, DONE)
    assert (round_.turn, round_.phase) == (0, Phase.LAY_OFF)
    assert "not fit" in refusal(round_, lay_off_card("8s", 0))  # 7s first
    assert "not in the hand" in refusal(round_, lay_off_card("9s", 0))
    play(round_, lay_off_card("7s", 0), lay_off_card("8s", 0))
    assert "8c 8h 8s" in refusal(round_, lay_meld(gr.Meld("8c 8h 8s")))
    play(round_, lay_meld(gr.Meld("6h 7h 8h")))
    undone = round_.undo()
    play(round_, undone)
    play(round_, lay_meld(gr.Meld("2c 2h 2s")), DONE)
    assert (round_.result.winner, round_.result.points) == (0, 26)
    assert round_.result.layoffs[0][1].deadwood == 9


def test_manual_layoffs_can_be_declined_and_are_barred_on_gin(start):
    rules = gr.Rules(misdeal="off", showdown="manual")
    round_ = start(rules, one=SPREAD, two=FOE, upcard="Kd", stock="Kh")
    play(round_, PASS, PASS, DRAW, knock("Kh"), lay_meld(gr.Meld("3s 4s 5s 6s")))
    play(round_, lay_meld(gr.Meld("4c 5c 6c")), DONE, DONE)
    assert round_.result.layoffs[0][1].deadwood == sum(card.points for card in gr.Hand(FOE))
    gin = start(rules, one="2h 3h 4h 5d 6d 7d 9c 9s 9h Qc", upcard="9d")
    play(gin, TAKE, knock("Qc"), lay_meld(gr.Meld("9c 9d 9h 9s")))
    play(gin, lay_meld(gr.Meld("2h 3h 4h")), lay_meld(gr.Meld("5d 6d 7d")), DONE)
    assert "b7" in refusal(gin, lay_off_card("4h" if "4h" in gin.hand(0) else "8c", 0))
    assert not any(move >= lay_off_card(0, 0) for move in gin.legal_moves)


def test_manual_lay_down_may_leave_deadwood_by_choice(start):
    """b5: a hand that can be gin, laid with 9, is a knock with 9."""
    rules = gr.Rules(misdeal="off", showdown="manual")
    one = "2h 3h 4h 5d 6d 7d Ac Ad As Qc"
    for forced in (False, True):
        round_ = start(
            rules.replace(gin_forced=forced),
            one=one,
            upcard="8d",
            stock="9d",
        )
        play(round_, TAKE, knock("Qc"))
        play(round_, lay_meld(gr.Meld("2h 3h 4h")), lay_meld(gr.Meld("5d 6d 7d 8d")))
        if forced:
            assert "at most 0" in refusal(round_, DONE)
            play(round_, lay_meld(gr.Meld("Ac Ad As")), DONE, DONE)
            assert round_.result.outcome is Outcome.GIN
        else:
            play(round_, DONE, DONE)
            assert round_.result.spread.deadwood == 3
            assert round_.result.outcome in (Outcome.KNOCK, Outcome.UNDERCUT)
