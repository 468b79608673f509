"""The end of the stock, in its four forms (rule w1), on both implementations.

The shared cases of the kinds wall and legality are in these files; each test names its own.
"""

import ginrummy as gr
from ginrummy import Outcome, Phase
from ginrummy.moves import DRAW, PASS, TAKE, discard, knock
from rounds import play, refusal


def to_the_wall(round_, left=3):
    """Both players draw and throw until so many stock cards are left."""
    play(round_, PASS, PASS)
    while round_.stock_count > left:
        play(round_, DRAW)
        play(round_, discard(round_._state.drawn))
    return round_


def wall(rule, **fields):
    return gr.Rules(misdeal="off", wall=rule, **fields)


# The 29th stock card, which is the fiftieth of the deck, is drawn with three left. Hands
# are set so that seat 1 or seat 0 can knock with it.
READY = "2h 3h 4h 5d 6d 7d Jc Qc 9s Ad"


def test_wall_after_discard(start):
    """w1, cases W01, W03, W09: the last drawer may knock; a plain discard ends the hand."""
    round_ = to_the_wall(start(wall("after_discard"), upcard="8d"))
    assert round_.stock_count == 3
    top = round_.pile[-1]
    taken = play(round_.copy(), TAKE)
    throw = next(m for m in taken.legal_moves if 4 <= m < 56)
    play(taken, throw)
    assert (taken.stock_count, taken.is_over) == (3, False)  # W03
    assert top not in taken.pile
    play(round_, DRAW)
    assert round_.stock_count == 2
    play(round_, next(m for m in round_.legal_moves if 4 <= m < 56))
    assert round_.result.outcome is Outcome.DEAD
    assert (round_.result.scores, round_.result.boxes) == ((0, 0), (0, 0))
    assert round_.stock_count == 2  # never drawn


def last_card(start, rules):
    """A round in which seat 1 holds READY and draws the fiftieth card, the king of clubs."""
    one, two = READY, "2c 4s 6s 8c Tc Qd Qs 3d 5s 7s"
    return start(rules, one=one, two=two, upcard="8d", stock=stock_with_king(one, two))


def stock_with_king(one, two):
    """A stock whose last card to be drawn is the king of clubs."""
    used = gr.Hand(f"{one} {two} 8d Kc")
    rest = [str(card) for card in gr.Hand((1 << 52) - 1) if card not in used]
    return " ".join([*rest[:28], "Kc", *rest[28:]])


def test_wall_knock_with_the_fiftieth_card(start):
    """w1, case W01."""
    round_ = to_the_wall(last_card(start, wall("after_discard")))
    assert round_.turn == 1
    play(round_, DRAW)
    assert round_.view(1).drawn == gr.Card("Kc")
    play(round_, knock("9s"))
    assert round_.result.outcome in (Outcome.KNOCK, Outcome.UNDERCUT)
    assert round_.result.spread.deadwood == 1


def test_fiftieth_card(start):
    """w1, cases W04, W06, W07: the next player may take the last discard, only to knock."""
    rules = wall("fiftieth_card")
    round_ = to_the_wall(last_card(start, rules))
    play(round_, DRAW, discard("Kc"))
    assert (round_.turn, round_.phase) == (0, Phase.WALL)
    assert round_.legal_moves == [PASS]  # seat 0 cannot knock with it
    assert "w1" in refusal(round_, TAKE)
    play(round_, PASS)
    assert (round_.result.outcome, round_.result.points) == (Outcome.DEAD, 0)


def ready_opponent(start, rules, throw_drawn=True):
    """Seat 1 has drawn the fiftieth card and thrown; seat 0 could knock with it."""
    two = "2h 3h 4h 5d 6d 7d Jc Qc 9s Ad"
    one = "2c 4s 6s 8c Tc Qd Qs 3d 5s 7s"
    round_ = start(rules, one=one, two=two, upcard="8d", stock=stock_with_king(one, two))
    to_the_wall(round_)
    play(round_, DRAW)
    assert gr.Card(round_._state.drawn) == gr.Card("Kc")
    return play(round_, discard("Kc" if throw_drawn else "Qs"))


def test_fiftieth_card_taken_to_knock(start):
    """w1, cases W04 and W06, both scopes; the taken card may be the one thrown."""
    for scope in gr.FiftiethScope:
        round_ = ready_opponent(start, wall("fiftieth_card", fiftieth_scope=scope))
        assert round_.legal_moves == [PASS, TAKE]
        play(round_, TAKE)
        assert all(56 <= move < 108 for move in round_.legal_moves)  # W06: knock or nothing
        assert "w1" in refusal(round_, discard("9s"))
        play(round_, knock("9s"))
        assert round_.result.outcome in (Outcome.KNOCK, Outcome.UNDERCUT)  # W04
    same = ready_opponent(
        start, wall("fiftieth_card", fiftieth_scope="same_card", knock_limit=99), False
    )
    assert same.legal_moves == [PASS]
    any_card = ready_opponent(start, wall("fiftieth_card", knock_limit=99), False)
    assert any_card.legal_moves == [PASS, TAKE]
    play(any_card, TAKE)
    assert knock("Qs") in any_card.legal_moves  # a7 is lifted at the wall


def test_wall_immediate(start):
    """w1, case W08."""
    round_ = to_the_wall(last_card(start, wall("immediate")))
    play(round_, DRAW)
    assert round_.result.outcome is Outcome.DEAD
    assert len(round_.hand(1)) == 11


def test_wall_play_on(start):
    """w1: the pile goes on; who does not take it calls the hand dead."""
    round_ = to_the_wall(start(wall("play_on", max_turns=40), upcard="8d"))
    play(round_, DRAW)
    play(round_, next(m for m in round_.legal_moves if 4 <= m < 56))
    assert round_.stock_count == 2
    assert round_.legal_moves == [PASS, TAKE]
    assert "w1" in refusal(round_, DRAW)
    dead = play(round_.copy(), PASS)
    assert dead.result.outcome is Outcome.DEAD
    while not round_.is_over:
        if TAKE in round_.legal_moves:
            play(round_, TAKE)
        play(round_, next(m for m in round_.legal_moves if 4 <= m < 56))
    assert round_.result.outcome is Outcome.CAPPED
    assert round_.turns == 40


def test_straight_gin_at_the_wall(start):
    """Case W10: four left, straight gin, no knock."""
    round_ = to_the_wall(last_card(start, wall("after_discard", knock_limit=0)))
    play(round_, DRAW)
    assert not any(56 <= move < 108 for move in round_.legal_moves)
    assert "limit of 0" in refusal(round_, knock("9s"))
