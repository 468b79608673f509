"""The flow of a round by hand, rule by rule, on both implementations.

The shared cases of the kinds wall and legality are in these files; each test names its own.
"""

import numpy as np
import pytest

import ginrummy as gr
from ginrummy import Outcome, Phase
from ginrummy.moves import BIG_GIN, CLAIM, DRAW, PASS, TAKE, discard, knock
from rounds import ONE, PAT, TWO, play, refusal
from sampling import cases


def test_deal_order(start):
    """a4: one card at a time, the non-dealer first; then upcard and stock."""
    round_ = start(upcard="8d", stock="9d Td")
    assert (round_.dealer, round_.starter, round_.turn) == (0, 1, 1)
    assert (round_.hand(1), round_.hand(0)) == (gr.Hand(ONE), gr.Hand(TWO))
    assert list(map(str, round_.pile)) == ["8d"]
    assert list(map(str, round_.stock[:2])) == ["9d", "Td"]
    assert round_.stock_count == 31
    assert round_.phase is Phase.UPCARD
    other = start(upcard="8d", dealer=1)
    assert (other.hand(0), other.turn) == (gr.Hand(ONE), 0)


def test_upcard_offer(start):
    """a6: non-dealer, dealer, then the non-dealer must take from the stock."""
    round_ = start(upcard="8d", stock="9d Td")
    assert round_.legal_moves == [PASS, TAKE]
    assert "a6" in refusal(round_, DRAW)
    play(round_, PASS)
    assert (round_.turn, round_.legal_moves) == (0, [PASS, TAKE])
    play(round_, PASS)
    assert (round_.turn, round_.phase, round_.legal_moves) == (1, Phase.DRAW, [DRAW])
    assert "a6" in refusal(round_, TAKE)
    play(round_, DRAW)
    assert round_.hand(1) == gr.Hand(ONE) | {gr.Card("9d")}
    assert round_.view(1).drawn == gr.Card("9d")
    assert round_.view(0).drawn is None
    # The next player may take the new top, and the passed upcard lies under it.
    play(round_, discard("Kh"))
    assert list(map(str, round_.pile)) == ["8d", "Kh"]
    assert (round_.turn, round_.legal_moves) == (0, [TAKE, DRAW])


def test_taken_card_may_not_be_thrown(start):
    """a7, cases L01 and L02."""
    ready = "2h 3h 4h 5d 6d 7d Jc Qc Kc 9c"
    round_ = start(gr.Rules(misdeal="off"), one=ready, upcard="8d", stock="9d")
    play(round_, TAKE)
    message = refusal(round_, discard("8d"))
    assert "8d" in message
    assert "taken" in message
    assert "a7" in refusal(round_, knock("8d"))
    assert discard("8d") not in round_.legal_moves
    assert round_.view(0).taken == gr.Card("8d")
    allowed = start(
        gr.Rules(misdeal="off", may_discard_taken=True), one=ready, upcard="8d", stock="9d"
    )
    play(allowed, TAKE)
    assert {discard("8d"), knock("8d")} <= set(allowed.legal_moves)
    # A stock card may be thrown at once.
    drawn = play(start(upcard="8d", stock="9d"), PASS, PASS, DRAW)
    assert discard("9d") in drawn.legal_moves


def test_knock_on_the_first_turn(start):
    """a8, case L04: the dealer takes the upcard after a pass and knocks with 9."""
    two = "2h 3h 4h 5d 6d 7d Jc Qc 9c Ks"
    round_ = start(two=two, upcard="Kc", stock="9d")
    play(round_, PASS, TAKE)
    assert knock("Ks") in round_.legal_moves
    play(round_, knock("Ks"))
    assert round_.result.outcome in (Outcome.KNOCK, Outcome.UNDERCUT)
    assert round_.result.spread.deadwood == 9
    assert round_.result.knocker == 0


def test_knock_limit(start):
    """b1, cases L07 and L08: exactly 10 is legal, 11 is not; the throw is face down."""
    one = "2h 3h 4h 5d 6d 7d Jc Qc 9c Ac"
    round_ = start(gr.Rules(misdeal="off"), one=one, upcard="Kc", stock="9d 2s")
    play(round_, PASS, PASS, DRAW)
    assert knock("Jc") not in round_.legal_moves
    message = refusal(round_, knock("Qc"))
    assert "29" in message
    assert "limit of 10" in message
    round_ = start(gr.Rules(misdeal="off"), one=one, upcard="Kc", stock="9d 2s")
    play(round_, TAKE)
    assert knock("9c") in round_.legal_moves  # leaves the ace
    assert knock("Ac") in round_.legal_moves  # leaves the nine
    play(round_, knock("9c"))
    assert gr.Card("9c") not in round_.pile
    assert round_.result.spread.deadwood == 1
    eleven = start(gr.Rules(misdeal="off"), one=one.replace("Ac", "2d"), upcard="Kc", stock="9d 2s")
    play(eleven, TAKE)
    assert eleven.result is None
    eight = start(gr.Rules(misdeal="off", knock_limit=8), one=one, upcard="Kc", stock="9d")
    play(eight, TAKE)
    assert knock("Ac") not in eight.legal_moves
    assert "9" in refusal(eight, knock("Ac"))
    assert "limit of 8" in refusal(eight, knock("Ac"))


def test_gin_and_its_points(start):
    one = "2h 3h 4h 5d 6d 7d Jc Qc 9s 9h"
    round_ = start(gr.Rules(misdeal="off"), one=one, upcard="9d", stock="Kc 2s")
    play(round_, PASS, PASS, DRAW, discard("Kc"), DRAW, discard("Qs"))
    assert round_.turn == 1
    gin = start(gr.Rules(misdeal="off"), one="2h 3h 4h 5d 6d 7d 9c 9s 9h Qc", upcard="9d")
    play(gin, TAKE, knock("Qc"))
    assert gin.result.outcome is Outcome.GIN
    lost = gr.deadwood(gin.hand(0))
    assert (gin.result.scores, gin.result.winner) == ((0, 25 + lost), 1)
    assert gin.result.boxes == (0, 1)
    assert [part.reason for part in gin.result.parts] == ["gin bonus", "deadwood"]
    assert gin.result.explain(["Ann", "Bob"]).startswith(f"Gin: Bob wins {25 + lost}\n")


def test_big_gin(start):
    """d4, case L09: declaring is optional, and None takes it away."""
    ten = "2h 3h 4h 5d 6d 7d Jc Qc 9s 9h"
    deal = {"one": ten, "upcard": "Kc", "stock": "8s 9d"}
    round_ = play(start(gr.Rules(misdeal="off"), **deal), TAKE)
    assert BIG_GIN not in round_.legal_moves
    assert "18" in refusal(round_, BIG_GIN)
    full = start(
        gr.Rules(misdeal="off"), one="2h 3h 4h 5h 5d 6d 7d Jc Qc Kc", upcard="8d", stock="8s"
    )
    play(full, TAKE)
    assert BIG_GIN in full.legal_moves
    assert knock("2h") in full.legal_moves  # or ordinary gin
    assert discard("2h") in full.legal_moves  # or play on (b5)
    play(full, BIG_GIN)
    assert full.result.outcome is Outcome.BIG_GIN
    assert full.result.points == 31 + gr.deadwood(full.hand(0))
    assert len(full.hand(1)) == 11
    none = start(
        gr.Rules(misdeal="off", big_gin=None),
        one="2h 3h 4h 5h 5d 6d 7d Jc Qc Kc",
        upcard="8d",
    )
    play(none, TAKE)
    assert BIG_GIN not in none.legal_moves
    assert "d4" in refusal(none, BIG_GIN)
    play(none, knock("2h"))
    assert none.result.outcome is Outcome.GIN


def test_gin_forced(start):
    """b5, S2: who can go gin must."""
    one = "2h 3h 4h 5d 6d 7d Jc Qc 2c 5s"
    rules = gr.Rules(misdeal="off", gin_forced=True)
    free = play(
        start(rules, one=one, upcard="Kc"),
        TAKE,
    )
    assert discard("5s") in free.legal_moves
    forced = start(rules, one="2h 3h 4h 5d 6d 7d 9c 9s 9h Qc", upcard="9d")
    play(forced, TAKE)
    assert forced.legal_moves == [knock("Qc")]
    assert "b5" in refusal(forced, discard("Qc"))
    assert "b5" in refusal(forced, discard("2h"))


def test_misdeal_on_a_pat_hand(start):
    """a9: before any card is accepted a dealt hand at or under the limit voids the deal."""
    for options in ({"one": PAT}, {"two": PAT}):
        round_ = start(upcard="8s", **options)
        assert round_.is_over
        assert round_.result.outcome is Outcome.MISDEAL
        assert (round_.result.scores, round_.result.winner) == ((0, 0), None)
        assert round_.legal_moves == []
    assert not start(gr.Rules(knock_limit=8), one=PAT, upcard="8s").is_over
    assert not start(gr.Rules(misdeal="off"), one=PAT, upcard="8s").is_over
    # The upcard does not count with the ten (reading a).
    assert not start(one="2h 3h 4h 5d 6d 7d Jc Qc Ts 9s", upcard="Kc").is_over


def test_misdeal_by_claim(start):
    """a9: its holder says so on his turn before a card is accepted."""
    rules = gr.Rules(misdeal="claim")
    round_ = start(rules, one=PAT, upcard="8s", stock="8h")
    assert CLAIM in round_.legal_moves
    play(round_, PASS)
    assert CLAIM not in round_.legal_moves
    assert "a9" in refusal(round_, CLAIM)
    play(round_, PASS)
    assert CLAIM in round_.legal_moves  # still nothing accepted
    claimed = play(round_.copy(), CLAIM)
    assert claimed.result.outcome is Outcome.MISDEAL
    play(round_, DRAW)
    assert CLAIM not in round_.legal_moves
    dealer = start(rules, two=PAT, upcard="8s")
    assert CLAIM not in dealer.legal_moves
    assert CLAIM not in play(dealer.copy(), TAKE, discard("Kh")).legal_moves
    assert CLAIM in play(dealer, PASS).legal_moves


def test_eleven_ten_deal(start):
    """a5: no upcard; the non-dealer starts with a throw and may knock."""
    rules = gr.Rules(deal="11_10")
    round_ = start(rules, extra="8d", stock="9d")
    assert (round_.turn, round_.phase, round_.pile) == (1, Phase.THROW, ())
    assert round_.hand(1) == gr.Hand(ONE) | {gr.Card("8d")}
    assert round_.stock[0] == gr.Card("9d")
    assert discard("8d") in round_.legal_moves
    play(round_, discard("Kh"))
    assert round_.legal_moves == [TAKE, DRAW]
    # A pat non-dealer is no misdeal (he has eleven); a pat dealer is.
    ready = start(rules, one=PAT, extra="8s")
    assert knock("8s") in ready.legal_moves
    assert start(rules, two=PAT, extra="8s").is_over


def test_second_deck(start):
    """o6: a knock card from another pack, no upcard, a given starter."""
    rules = gr.Rules(limit_source="second_deck", deal="10_10")
    round_ = start(rules, stock="9d", knock_card="4s", starter=0)
    assert (round_.turn, round_.phase, round_.legal_moves) == (0, Phase.DRAW, [DRAW])
    assert (round_.limit, round_.multiplier, round_.knock_card) == (4, 2, gr.Card("4s"))
    assert "o6" in refusal(round_, TAKE)
    assert round_.view(0).knock_card == gr.Card("4s")
    drawn = gr.Round(rules, seed=3)
    assert drawn.knock_card == gr.Round(rules, seed=3).knock_card
    assert len({gr.Round(rules, seed=seed).knock_card for seed in range(60)}) > 20


def test_oklahoma_upcard(start):
    rules = gr.Rules(limit_source="upcard", misdeal="off")
    round_ = start(rules, upcard="8s")
    assert (round_.limit, round_.multiplier, round_.knock_card) == (8, 2, gr.Card("8s"))
    assert start(rules, upcard="8d").multiplier == 1


def test_turn_limit(start):
    """a10."""
    round_ = start(gr.Rules(max_turns=3), upcard="8d")
    play(round_, TAKE, discard("Kh"))
    play(round_, DRAW, discard("Qs"))
    play(round_, DRAW, discard("Jd"))
    assert round_.result.outcome is Outcome.CAPPED
    assert round_.result.is_dead


def test_what_a_view_holds(start):
    round_ = start(upcard="8d", stock="9d Td", match_scores=(10, 20), target=100)
    play(round_, PASS, PASS, DRAW, discard("Kh"), DRAW)
    one, two = round_.view(1), round_.view(0)
    assert (one.player, one.players, one.dealer, one.starter, one.turn) == (1, 2, 0, 1, 0)
    assert one.phase is Phase.THROW
    assert [str(event) for event in one.events] == [
        "1: pass",
        "0: pass",
        "1: draw 9d",
        "1: discard Kh",
        "0: draw",
    ]
    assert [str(event) for event in two.events][2:] == ["1: draw", "1: discard Kh", "0: draw Td"]
    assert (one.hand, two.hand) == (round_.hand(1), round_.hand(0))
    assert one.pile == two.pile == round_.pile
    assert one.upcard == gr.Card("Kh")
    assert one.stock_count == 29
    assert (one.legal_moves, two.legal_moves) == ([], round_.legal_moves)
    assert (one.match_scores, one.target) == ((10, 20), 100)
    assert one.exposed == {}
    assert one.result is None
    for name in ("seed", "stock", "deck"):
        assert not hasattr(one, name)


@pytest.mark.parametrize(
    ("options", "error", "named"),
    [
        ({"players": 1}, gr.InvalidRound, "players=1"),
        ({"players": 5}, gr.InvalidRound, "players=5"),
        ({"players": True}, gr.InvalidRound, "players=True"),
        ({"players": 3}, gr.InvalidRound, "for two"),
        ({"dealer": 2}, gr.InvalidRound, "dealer=2"),
        ({"dealer": -1}, gr.InvalidRound, "dealer=-1"),
        ({"dealer": None}, gr.InvalidRound, "dealer=None"),
        ({"starter": 2}, gr.InvalidRound, "starter=2"),
        ({"starter": 0.0}, gr.InvalidRound, "starter=0.0"),
        ({"knock_card": "Ks"}, gr.InvalidRound, "Ks"),
        ({"seed": 1, "deck": []}, gr.InvalidRound, "not both"),
        ({"deck": []}, gr.InvalidDeck, "0 cards"),
        ({"deck": range(51)}, gr.InvalidDeck, "51 cards"),
        ({"deck": [*range(52), 3]}, gr.InvalidDeck, "4c"),
        ({"deck": [0, *range(51)]}, gr.InvalidDeck, "Ac"),
        ({"deck": "Ac 2c Xd"}, gr.InvalidCard, "Xd"),
        ({"deck": [*range(51), 52]}, gr.InvalidCard, "52"),
        ({"match_scores": (1, 2, 3)}, gr.InvalidRound, "2 scores"),
        ({"match_scores": (1, "x")}, gr.InvalidRound, "'x'"),
        ({"target": 100}, gr.InvalidRound, "match_scores"),
        ({"match_scores": (0, 0), "target": 0}, gr.InvalidRound, "target=0"),
        ({"implementation": "java"}, gr.InvalidRound, "'java'"),
        ({"deck": 5}, gr.InvalidDeck, "5"),
        ({"match_scores": 5}, gr.InvalidRound, "5"),
        ({"rules": gr.Rules(knock_limit=100)}, gr.InvalidRound, "every deal is a misdeal"),
        ({"rules": gr.Rules(hand_size=3, knock_limit=30)}, gr.InvalidRound, "misdeal"),
        (
            {
                "rules": gr.Rules(limit_source="second_deck", deal="10_10"),
                "deck": range(52),
            },
            gr.InvalidRound,
            "knock_card",
        ),
    ],
)
def test_rounds_that_cannot_be_dealt(options, error, named):
    with pytest.raises(error) as caught:
        gr.Round(**options)
    assert named in str(caught.value)


def test_moves_after_the_end_and_unknown_codes(start):
    round_ = start(upcard="8d")
    for move in (-1, 10**9, "take", None, 1.0, True):
        assert str(move)[:5] in refusal(round_, move)
    assert "parse_move reads a text" in refusal(round_, "take")
    assert "5000" in refusal(round_, 5_000)
    assert "bits" in refusal(round_, 10**5000)
    assert "bits" in refusal(round_, -(10**5000))
    round_.copy().play(np.int64(0))
    assert gr.move_text(np.int64(2)) == "draw"
    for text in (None, 3, "fold", "lay off 7s on 99"):
        with pytest.raises(gr.IllegalMove):
            gr.parse_move(text)
    for view in (None, round_):
        with pytest.raises(gr.InvalidRound, match="no view"):
            gr.determinize(view)
    play(round_, PASS, PASS)
    with pytest.raises(gr.InvalidRound, match="seat=2"):
        round_.view(2)
    with pytest.raises(gr.InvalidRound, match="seat"):
        round_.hand("0")
    over = start(one=PAT, upcard="8s")
    for move in (DRAW, PASS, 5_000):
        with pytest.raises(gr.RoundOver):
            over.play(move)


def test_the_shared_round_cases_are_all_named_here():
    """Each wall and legality case stands in a docstring of this file or of test_cases."""
    from pathlib import Path

    here = Path(__file__).parent
    text = "".join(
        (here / name).read_text() for name in ("test_round.py", "test_wall.py", "test_cases.py")
    )
    for case in cases("wall", "legality"):
        assert case["id"] in text, case
