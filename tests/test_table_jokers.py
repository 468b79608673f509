"""Kalooki 51: what is built on melds, and jokers claimed and moved."""

import pytest

from ginrummy.table import Claim, KalookiRules, MoveJoker
from tables import kalooki, melds, play, refusal


def test_builds():
    table = [(1, "5h JK=6h 7h"), (1, "8c 8d 8h"), (1, "Kd Kh JK"), (0, "9s Ts Js")]
    round_ = kalooki("4h 8h 8s 8d Ks 6h Qs 9d 2d", table=table)
    assert "4h fits no end" in refusal(round_, "build 4h on 4")
    assert "has that suit already (k4)" in refusal(round_, "build 8d on 2")
    assert "takes no Ks (k4)" in refusal(round_, "build Ks on 2")
    assert "a joker stands for 6h" in refusal(round_, "build 6h on 1")
    assert "no meld 5; 1 to 4" in refusal(round_, "build 4h on 5")
    assert "7c is not in the hand" in refusal(round_, "build 7c on 2")
    assert "8c is not missing" in refusal(kalooki("JK 2c 3d", table=table), "build JK=8c on 2")
    play(round_, "build 4h on 1", "build 8s on 2", "build Ks on 3", "build Qs on 4")
    assert melds(round_) == ["4h 5h JK=6h 7h", "8c 8d 8h 8s", "Kd Kh Ks JK", "9s Ts Js Qs"]
    assert "closed (k7)" in refusal(kalooki("8s 2c", table=[(1, "8c 8d 8h JK")]), "build 8s on 1")


def test_claims_from_runs():
    table = [(0, "5h JK=6h 7h"), (1, "2s 3s 4s")]
    round_ = kalooki("6h 9h 2d 3c", table=table)
    assert "6c is not in the hand" not in refusal(round_, "claim 9h on 1")
    assert "no joker stands for 9h" in refusal(round_, "claim 9h on 1")
    assert "no joker in" in refusal(round_, "claim 6h on 2")
    assert "6h is not in the hand" in refusal(kalooki("9h 2d", table=table), "claim 6h on 1")
    assert "claimed with the cards" in refusal(kalooki("JK 2d", table=table), "claim JK on 1")
    two = kalooki("6h 7h 2d", table=[(1, "5h JK=6h JK=7h 8h")])
    assert "one by one (k8)" in refusal(two, "claim 6h 7h on 1")
    play(round_, "claim 6h on 1")  # from his own run: any player
    assert round_.view(0).owed_jokers == 1
    assert "freed joker must be played in this turn (k8)" in refusal(round_, "discard 2d")
    play(round_, "build JK=8h on 1", "discard 2d")
    assert round_.view(0).owed_jokers == 0


def test_a_freed_joker_may_be_kept_by_an_option():
    table = [(1, "5h JK=6h 7h")]
    round_ = kalooki("6h 2d 3c", table=table, rules=KalookiRules(keep_in_hand=True))
    play(round_, "claim 6h on 1", "discard 2d")
    assert round_.hand(0).jokers == 1


def test_a_joker_that_could_not_be_played_is_not_freed():
    """No room for it anywhere: the turn could not end (k8)."""
    full = "Ac 2c 3c 4c 5c JK=6c 7c 8c 9c Tc Jc Qc Kc"
    round_ = kalooki("6c 2d 9h", table=[(1, full)])
    assert "k8" in refusal(round_, "claim 6c on 1")
    play(
        kalooki("6c 2d 9h", table=[(1, full)], rules=KalookiRules(keep_in_hand=True)),
        "claim 6c on 1",
    )
    play(kalooki("6c 2d 3d 9h", table=[(1, full)]), "claim 6c on 1", "lay 2d 3d JK=4d")


def test_claims_from_sets():
    table = [(1, "8c 8d JK"), (0, "9c JK JK"), (1, "Kc Kd Kh JK")]
    round_ = kalooki("8h 8s 9d 9h Ks 8c 4d 2d", table=table)
    assert "one missing suit frees no joker" in refusal(round_, "claim 8h on 1")
    assert "8c is not missing" in refusal(round_, "claim 8c 8h on 1")
    assert "owner of a set does not claim" in refusal(round_, "claim 9d 9h on 2")
    assert "closed, its joker frozen (k7)" in refusal(round_, "claim Ks on 3")
    twice = kalooki("9d 9d 2c", table=[(1, "9c JK JK")])
    assert "each missing suit is played once" in refusal(twice, "claim 9d 9d on 1")
    table = [(0, "9c JK JK"), (1, "4s 5s 6s")]
    anyone = kalooki("9d 9h 2c 3d", table=table, rules=KalookiRules(set_joker_claim="any"))
    play(anyone, "claim 9d 9h on 1")
    play(round_, "claim 8h 8s on 1")
    assert melds(round_)[0] == "8c 8d 8h 8s"
    assert round_.table[0].by == (1, 1, 0, 0)
    assert set(round_.legal_moves.of(Claim)) == set()


def test_laid_singly_the_first_card_seals_the_set():
    round_ = play(kalooki("8h 8s 2c", table=[(1, "8c 8d JK")]), "build 8h on 1")
    assert "closed" in refusal(round_, "build 8s on 1")
    assert "closed, its joker frozen" in refusal(round_, "claim 8s on 1")


def test_single_suit_release():
    option = KalookiRules(single_suit_release=True)
    table = [(1, "8c JK JK"), (1, "9c 9d JK")]
    round_ = kalooki("8d 8h 9h 2c 4d", table=table, rules=option)
    assert "frees no joker" in refusal(round_, "claim 9h on 2")  # one joker: both suits
    play(round_, "claim 8d on 1")
    assert melds(round_)[0] == "8c 8d JK"
    assert round_.hand(0).jokers == 1
    assert "closed" in refusal(round_, "build 8h on 1")
    assert "closed" in refusal(round_, "build JK on 1")
    assert "closed" in refusal(round_, "claim 8h on 1")
    both = play(kalooki("8d 8h 2c 4d", table=table, rules=option), "claim 8d 8h on 1")
    assert melds(both)[0] == "8c 8d 8h JK"


def test_moving_a_joker():
    table = [(1, "JK=4h 5h 6h"), (1, "8c 8d JK"), (1, "JK=Qs Ks As")]
    round_ = kalooki("4h 9d 2c Js", table=table)
    assert "only a run has ends" in refusal(round_, "joker on 2 low")
    assert "no joker at the other end" in refusal(round_, "joker on 1 low")
    assert "ends there (k9)" in refusal(round_, "joker on 3 high")
    play(round_, "joker on 1 high")
    assert melds(round_)[0] == "5h 6h JK=7h"
    assert "comes next (k9)" in refusal(round_, "discard 9d")
    assert "comes next (k9)" in refusal(round_, "build Js on 3")
    assert "jokers alone have moved since" in refusal(round_, "joker on 1 low")
    play(round_, "build 4h on 1", "joker on 1 low", "discard 9d")
    assert melds(round_)[0] == "JK=3h 4h 5h 6h"
    nothing = kalooki("9d 2c", table=table)
    assert "built on (k9)" in refusal(nothing, "joker on 1 high")
    fixed = kalooki("4h 9d 2c", table=table, rules=KalookiRules(move_joker=False))
    assert "move_joker=False" in refusal(fixed, "joker on 1 high")
    assert set(fixed.legal_moves.of(MoveJoker)) == set()


def test_a_joker_is_worth_the_card_where_it_lies():
    round_ = kalooki("Tc Jc 9h", table=[(0, "JK=Qs Ks As")])
    play(round_, "discard 9h", "draw")
    assert round_.result is None
    whole = kalooki("Js 9h", other="2d", table=[(0, "JK=Qs Ks As")])
    play(whole, "build Js on 1", "discard 9h")
    assert whole.result.scores == (41 + 2, 0)


@pytest.mark.parametrize(
    ("hand", "meld", "moves"),
    [
        ("Kc Kd Ks 7c 7d 7s 8h 2c 3d", "5h 6h 7h", ["build 8h on 1", "build 9h on 1"]),
        ("Kc Kd Ks 7c 7d 7s 9c 6h 2c 3d", "5h JK=6h 7h", ["claim 6h on 1", "lay 9c 9h JK"]),
        ("Kc Kd Ks 7c 7d 7s 2c 3d", "JK=5h 6h 7h", ["joker on 1 high", "build 9h on 1"]),
    ],
)
def test_a_card_may_be_taken_that_is_used_after_several_moves(hand, meld, moves):
    round_ = kalooki(
        hand,
        other="2c 3c",
        down=(False, True),
        pile="9h",
        phase="draw",
        table=[(1, meld)],
        rules=KalookiRules(pile_draw="must_use"),
    )
    for move in ["take", "lay 7c 7d 7s | Kc Kd Ks", *moves, "discard 2c"]:
        assert round_.is_legal(move), move
        round_.play(move)


def test_a_turn_may_end_by_moving_a_joker_or_a_second_claim():
    moved = kalooki("4c 4d 4s", table=[(1, "JK=5h 6h 7h")], other="2c 3c", pile="9h", phase="draw")
    for move in ["take", "lay 4c 4d 4s", "joker on 1 high", "build 9h on 1"]:
        assert moved.is_legal(move), move
        moved.play(move)
    assert moved.is_over
    run = "Ah 2h 3h 4h JK=5h JK=6h 7h 8h 9h Th Jh Qh Kh"
    claimed = kalooki("5h 6h Kc 2d 3s", other="2c 3c", table=[(1, run)])
    for move in ["claim 5h on 1", "claim 6h on 1", "lay JK=Qc Kc JK=Ac", "discard 2d"]:
        assert claimed.is_legal(move), move
        claimed.play(move)


def test_a_freed_joker_does_not_stand_in_for_the_one_taken():
    """With one played of a joker taken and one freed, the freed one counts: the other was just
    taken from the pile (a7)."""
    table = [(1, "As 2s JK=3s")]
    round_ = kalooki("3s 8c 9d 9h", pile="JK", phase="draw", table=table)
    play(round_, "take", "claim 3s on 1")
    assert str(round_.view(0).barred) == "JK"
    assert "k8" in refusal(round_, "discard 8c")
    play(round_, "build JK=4s on 1")
    assert str(round_.view(0).barred) == "JK"
    assert round_.view(1).barred is None
    assert "just taken from the pile: it may not be thrown (a7)" in refusal(round_, "discard JK")
    play(round_, "build JK=5s on 1", "discard 8c")
    own = kalooki("3s 8c 9d JK", pile="JK", phase="draw", table=table)
    play(own, "take", "claim 3s on 1", "build JK=4s on 1", "discard JK")  # his own


def test_a_freed_joker_does_not_do_the_duty_of_the_one_taken():
    round_ = kalooki(
        "Kc Kd Ks 7c 7d 7s 3s 8c 9d",
        other="2c",
        down=(False, True),
        pile="JK",
        phase="draw",
        table=[(1, "As 2s JK=3s")],
        rules=KalookiRules(pile_draw="must_use"),
    )
    play(round_, "take", "lay 7c 7d 7s | Kc Kd Ks", "claim 3s on 1", "build JK=4s on 1")
    assert str(round_.view(0).must_use) == "JK"
    assert "(k11, pile_draw='must_use')" in refusal(round_, "discard 8c")
    play(round_, "build JK=5s on 1", "discard 8c")


def test_jokers_of_two_like_runs_are_moved():
    table = [(1, "JK=4h 5h 6h"), (1, "5h 6h JK=7h")]
    round_ = kalooki("4h 7h 2c 3d", table=table)
    play(round_, "joker on 1 high", "build 4h on 1", "joker on 2 low", "build 7h on 2")
    assert melds(round_) == ["4h 5h 6h JK=7h", "JK=4h 5h 6h 7h"]


def test_an_ace_that_fits_both_ends_is_listed_once():
    table = [(1, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")]
    round_ = kalooki("Ac JK 2d 3h", table=table)
    moves = [str(move) for move in round_.legal_moves]
    assert moves.count("build Ac on 1") == moves.count("build JK=Ac on 1") == 1


def test_a_turn_is_not_stuck_on_a_joker_moved_to_and_fro():
    """Jokers move to and fro only with another move in between, so that play ends (k9)."""
    table = [(0, "JK=7h 8h 9h Th JK=Jh")]
    round_ = kalooki("Jh Tc Jc JK", pile="Ah", phase="draw", table=table)
    play(round_, "take", "claim Jh on 1", "joker on 1 high", "build JK=Kh on 1", "joker on 1 low")
    assert "jokers alone have moved since" in refusal(round_, "joker on 1 high")
    play(round_, "lay Tc Jc JK=Qc", "joker on 1 high", "build Ah on 1")
    assert round_.is_over
    table = [(0, "8h 9h Th Jh JK=Qh JK=Kh")]
    last = kalooki("Ah", table=table, barred=26, built_now=(0,))
    assert [str(move) for move in last.legal_moves] == ["build Ah on 1"]
