"""Spreads, layoffs and settlements: the rules' finer points, by hand."""

import pytest

import ginrummy as gr
from ginrummy import Outcome, Side

DEFENDER = "7s 5c 9s 9d 8d Kd Ks 6d Ah 3h"


FIVES = "5c 5d 5h 5s 6s 7s 8s Ac 2d 4h"  # 5s goes with the set or with the run


def test_knocker_leaves_little_to_lay_off(impl):
    """b4: both splits leave 7. With the four fives only 9s to Ks can be laid off, with
    the longer run 4s to As too."""
    spread = impl.lay_down(FIVES)
    assert [str(meld) for meld in spread.melds] == ["5c 5d 5h 5s", "6s 7s 8s"]
    assert (str(spread.unmelded), spread.deadwood) == ("Ac 2d 4h", 7)
    canonical = impl.lay_down(FIVES, gr.Rules(auto_lay_down="min_then_canonical"))
    assert canonical == impl.arrange(FIVES)
    assert [str(meld) for meld in canonical.melds] == ["5c 5d 5h", "5s 6s 7s 8s"]


def test_seen_cards_change_the_choice(impl):
    """b4: with 4s and 9s seen nothing can be laid off on either, so canonical decides."""
    assert impl.lay_down(FIVES, seen="4s 9s") == impl.arrange(FIVES)
    assert impl.lay_down(FIVES, seen="9s") != impl.arrange(FIVES)
    assert impl.lay_down(FIVES, gr.Rules(layoff_chain=False), seen="4s") == impl.arrange(FIVES)


def test_best_against_may_give_up_deadwood(impl):
    """Cases R17 and R18: laid with 9 the hand wins 1, laid with 1 it is undercut."""
    hand, enemy = "2c 4c 2d 3d 4d 3h As 2s 3s 4s", "Ac 3c 5c 6d 2h 4h 5h 6h 5s 6s"
    assert impl.settle(hand, enemy).points == 25
    best = impl.lay_down(hand, against=enemy)
    assert best.deadwood == 9
    won = impl.settle(hand, enemy, gr.Rules(auto_lay_down="best_against"))
    assert (won.winner, won.points, won.spread) == (Side.KNOCKER, 1, best)


def test_a_chosen_spread_is_honoured(impl):
    """b4, b5: any legal split within the limit, even of a hand that is gin."""
    hand = "7c 7d 7h 2c 3c 4c Ah 2h 3h Ad"
    settled = impl.settle(hand, "7s 5c 9s 9d 8d Kd Ks 6d Jc 9h", spread="7c 7d 7h | 2c 3c 4c")
    assert settled.knocker_deadwood == 7
    gin = "7c 7d 7h 2c 3c 4c Ah 2h 3h 4h"
    declined = impl.settle(
        gin,
        DEFENDER.replace("Ah 3h", "Jc 9h"),
        spread="7c 7d 7h | 2c 3c 4c",
        rules=gr.Rules(knock_limit=10),
    )
    assert declined.outcome in (Outcome.KNOCK, Outcome.UNDERCUT)
    assert declined.knocker_deadwood == 10


def test_layoff_chains_and_choices(impl):
    """Case R31, c2 and c3: 7s goes on the run, so that 8s can follow."""
    layoff = impl.lay_off(["4s 5s 6s", "7c 7d 7h", "Kc Kd Kh"], "3s 7s 8s Ks Qd 5c Ac Ah 9h Jd")
    assert [str(one) for one in layoff.laid] == [
        "3s on meld 0",
        "7s on meld 0",
        "8s on meld 0",
        "Ks on meld 2",
    ]
    assert layoff.deadwood == 36
    single = impl.lay_off(
        ["4s 5s 6s", "7c 7d 7h", "Kc Kd Kh"],
        "3s 7s 8s Ks Qd 5c Ac Ah 9h Jd",
        gr.Rules(layoff_chain=False),
    )
    assert [str(one.card) for one in single.laid] == ["3s", "7s", "Ks"]


def test_layoffs_round_the_corner(impl):
    """t3: layoffs wrap and may close the ring, the thirteenth card last."""
    spread, hand = ["4s 5s 6s 7s 8s 9s Ts Js Qs"], "Ks As 2s 3s Ac 9h 8d 5c Jh 6h"
    wrap = gr.Rules(run_mode="wrap", card_points=gr.ACE_FIFTEEN)
    laid = impl.lay_off(spread, hand, wrap.replace(defender="melds_first"))
    assert [str(m) for m in laid.melds] == ["Ks As 2s 3s"]
    knocker = "4s 5s 6s 7s 8s 9s Ts Js Qs 3d"
    closed = impl.settle(knocker, hand, wrap, spread=spread, layoff="Ks As 2s 3s")
    assert closed.defender_deadwood == impl.settle(knocker, hand, wrap).defender_deadwood == 53
    for mode, ends in (("low", {"3s", "2s", "As", "Ks"}), ("highlow", {"3s", "2s", "As", "Ks"})):
        rules = gr.Rules(run_mode=mode)
        for cards in ("Ks", "3s 2s As", "Ks 3s"):
            assert set(cards.split()) <= ends
            assert impl.settle(knocker, hand, rules, layoff=cards).layoff.laid
    with pytest.raises(gr.InvalidLayoff, match="As"):
        impl.settle(knocker, hand, gr.Rules(), layoff="Ks As")
    assert impl.settle(knocker, hand, gr.Rules(run_mode="highlow"), layoff="Ks As").layoff.laid


def test_long_chain_is_legal_though_never_needed(impl):
    """c5."""
    knocker = "4s 5s 6s 7c 7d 7h Kc Kd Kh 2c"
    enemy = "7s 8s 9s Ts Qd 5c Ac Ah 9h Jd"
    chain = impl.settle(knocker, enemy, layoff="Ts 9s 8s 7s")
    assert len(chain.layoff.laid) == 4
    auto = impl.settle(knocker, enemy)
    assert auto.layoff.laid == ()
    assert auto.defender_deadwood == chain.defender_deadwood


def test_no_layoff_on_loose_cards_or_on_layoffs_as_new_melds(impl):
    """c4: cards go on the melds shown only."""
    knocker = "4s 5s 6s 7c 7d 7h Kc Kd Kh 2c"
    with pytest.raises(gr.InvalidLayoff, match="2d"):
        impl.settle(knocker, "2d 2h 9s Ts Qd 5c Ac Ah 9h Jd", layoff="2d")


def test_layoffs_may_be_declined(impl):
    """c6."""
    knocker = "4s 5s 6s 7c 7d 7h Kc Kd Kh 2c"
    enemy = "3s 7s 8s Ks Qd 5c Ac Ah 9h Jd"
    assert impl.settle(knocker, enemy, layoff=()).defender_deadwood == 64
    assert impl.settle(knocker, enemy, layoff="3s").defender_deadwood == 61
    assert impl.settle(knocker, enemy, layoff=[("7s", 0)]).defender_deadwood == 57
    assert impl.settle(knocker, enemy, layoff=[("7s", "7c 7d 7h")]).defender_deadwood == 57
    everything = impl.settle(knocker, enemy)
    assert impl.settle(knocker, enemy, layoff=everything.layoff) == everything


def test_own_melds_may_be_given(impl):
    knocker = "4s 5s 6s 7c 7d 7h Kc Kd Kh 2c"
    enemy = "7s 8s 9s Ts Qd 5c Ac Ah 9h Jd"
    chosen = impl.settle(knocker, enemy, defender_melds=["8s 9s Ts"])
    assert [str(meld) for meld in chosen.layoff.melds] == ["8s 9s Ts"]
    assert [str(one) for one in chosen.layoff.laid] == ["7s on meld 0"]
    declined = impl.settle(knocker, enemy, defender_melds=["8s 9s Ts"], layoff=())
    assert declined.defender_deadwood == chosen.defender_deadwood + 7


GIN = "7c 7d 7h 2c 3c 4c Th Jh Qh Kh"
ON_GIN = "7s 5c 9s 9d 8d Kd Ks 6d Ah 3h"


def test_no_layoff_on_gin_unless_the_rules_say_so(impl):
    """b7."""
    assert impl.settle(GIN, ON_GIN).points == 25 + 68
    settled = impl.settle(GIN, ON_GIN, gr.Rules(layoff_on_gin=True))
    assert [str(one.card) for one in settled.layoff.laid] == ["5c", "7s"]
    assert settled.points == 25 + 68 - 12
    emptied = "7s 5c 6c Ac 8d 9d Td Qd Qc Qs"
    rules = gr.Rules(layoff_on_gin=True)
    assert impl.settle(GIN, emptied, rules).points == 25
    cancelled = impl.settle(GIN, emptied, rules.replace(gin_cancelled_at_zero=True))
    assert (cancelled.outcome, cancelled.winner, cancelled.points) == (Outcome.CANCELLED, None, 0)
    assert cancelled.scores == cancelled.boxes == (0, 0)


def test_big_gin(impl):
    """d4: in place of the gin bonus, without layoffs."""
    big = "7c 7d 7h 2c 3c 4c Th Jh Qh Kh 5c"
    enemy = "7s 6c 9s 9d 8d Kd Ks 6d Ah 3h"
    settled = impl.settle(big, enemy, gr.Rules(layoff_on_gin=True))
    assert (settled.outcome, settled.points) == (Outcome.BIG_GIN, 31 + 69)
    assert [part.reason for part in settled.parts] == ["big gin bonus", "deadwood"]
    assert settled.layoff.laid == ()
    assert impl.settle(big, enemy, gr.Rules(big_gin=50)).points == 50 + 69


@pytest.mark.parametrize(
    ("tie", "outcome", "winner", "points", "boxes"),
    [
        ("bonus", Outcome.UNDERCUT, Side.DEFENDER, 25, (0, 3)),
        ("no_bonus", Outcome.UNDERCUT, Side.DEFENDER, 0, (0, 1)),
        ("none", Outcome.TIE, None, 0, (0, 0)),
        ("knocker", Outcome.KNOCK, Side.KNOCKER, 0, (1, 0)),
    ],
)
def test_ties(impl, tie, outcome, winner, points, boxes):
    """d1."""
    found = impl.score(5, 5, gr.Rules(undercut_on_tie=tie, undercut_extra_boxes=2))
    assert (found.outcome, found.winner, found.points, found.boxes) == (
        outcome,
        winner,
        points,
        boxes,
    )


def test_undercut_parts_and_penalty(impl):
    """d2, c7, d6."""
    rules = gr.Rules(undercut_bonus=20, gin_off_bonus=25)
    found = impl.score(8, 0, rules, multiplier=2)
    assert [(part.reason, part.points) for part in found.parts] == [
        ("undercut bonus", 20),
        ("difference", 8),
        ("gin-off bonus", 25),
        ("multiplier", 53),
    ]
    assert (found.points, found.scores, found.winner) == (106, (0, 106), Side.DEFENDER)
    penalty = impl.score(8, 3, gr.Rules(undercut_mode="knocker_penalty"))
    assert (penalty.points, penalty.scores, penalty.winner) == (30, (-30, 0), Side.DEFENDER)
    assert penalty.boxes == (0, 1)
    assert penalty.explain().startswith("Undercut: the knocker loses 30")


def test_extra_boxes(impl):
    """d5, o4."""
    rules = gr.Rules(gin_extra_boxes=2, undercut_extra_boxes=1, big_gin_extra_boxes=3)
    assert impl.score(0, 9, rules).boxes == (3, 0)
    assert impl.score(0, 9, rules, big_gin=True).boxes == (4, 0)
    assert impl.score(5, 4, rules).boxes == (0, 2)
    assert impl.score(4, 5, rules).boxes == (1, 0)
    assert impl.score(0, 9, rules, multiplier=2).boxes == (3, 0)
    doubled = rules.replace(spade_doubles_boxes=True)
    assert impl.score(0, 9, doubled, multiplier=2).boxes == (5, 0)
    assert impl.score(4, 5, doubled, multiplier=2).boxes == (1, 0)


def test_knock_over_the_limit(impl):
    """b6."""
    knocker = "7c 7d 7h 2c 3c 4c Th Jh Ah Ts"
    enemy = "7s 5c 9s 9d 8d Kd Ks 6d 6h 3h"
    with pytest.raises(gr.IllegalKnock):
        impl.settle(knocker, enemy)
    accepted = impl.settle(knocker, enemy, gr.Rules(over_limit="accept_or_refuse"))
    assert (accepted.outcome, accepted.knocker_deadwood) == (Outcome.KNOCK, 31)
    forfeit = impl.settle(knocker, enemy, gr.Rules(over_limit="forfeit"))
    assert (forfeit.outcome, forfeit.winner, forfeit.points) == (Outcome.FORFEIT, Side.DEFENDER, 0)
    assert forfeit.layoff.laid == ()
    assert "wins the game" in forfeit.explain()


def test_oklahoma_hand(impl):
    """o1, o4, d6: a spade doubles the whole hand, the undercut bonus included."""
    rules = gr.Rules(limit_source="upcard")
    knocker = "7c 7d 7h 2c 3c 4c Th Jh Qh 4d"
    settled = impl.settle(knocker, DEFENDER, rules, knock_card="Ks")
    plain = impl.settle(knocker, DEFENDER, rules, knock_card="Kd")
    assert (settled.limit, settled.multiplier, settled.points) == (10, 2, 2 * plain.points)
    assert settled.parts[-1].reason == "multiplier"
    assert "times 2" in settled.explain()
    with pytest.raises(gr.IllegalKnock, match="3"):
        impl.settle(knocker, DEFENDER, rules, knock_card="3s")


def test_straight_gin(impl):
    """h1: only 0 ends the hand."""
    straight = gr.Rules(knock_limit=0)
    assert impl.knock_terms(straight).gin_only
    assert impl.settle(GIN, ON_GIN, straight).points == 25 + 68
    eleven = "As 2s 3s 4s 5h 6h 7h Td Tc Th Ks"
    assert [str(one.card) for one in impl.discards(eleven, straight) if one.knock] == ["Ks"]


def test_seven_card_hands(impl):
    """q10: sizes are a rule like any other."""
    rules = gr.Rules(hand_size=7)
    settled = impl.settle("7c 7d 7h 2c 3c 4c 5c", "Kc Kd Ks 8h 9h Qd 2s", rules)
    assert (settled.outcome, settled.points) == (Outcome.GIN, 25 + 29)


def test_a_taken_card_may_not_be_thrown(impl):
    """a7."""
    eleven = "As 2s 3s 4s 5h 6h 7h Td Tc Th Ks"
    assert "Ks" not in [str(one.card) for one in impl.discards(eleven, taken="Ks")]
    allowed = gr.Rules(may_discard_taken=True)
    assert len(impl.discards(eleven, allowed, taken="Ks")) == 11
    assert [str(one.card) for one in impl.discards(eleven) if one.gin] == ["Ks"]


def test_explanations_read_well(impl):
    settled = impl.settle(
        "4c 5c 6c 4d Ah 5h 3s 4s 5s 6s",
        "Ac 2c 8c 2h 6h 7h 8h 2s 7s 8s",
        spread="4c 5c 6c | 3s 4s 5s 6s",
    )
    assert settled.explain() == (
        "Undercut: the defender wins 26\n  +25  undercut bonus\n   +1  deadwood difference, 10 - 9"
    )
    assert str(settled.spread) == "4c 5c 6c | 3s 4s 5s 6s + 4d Ah 5h = 10"
    assert str(settled.layoff) == "6h 7h 8h | 2c 2h 2s; laid off 7s 8s; left Ac 8c = 9"
    assert impl.score(4, 4, gr.Rules(undercut_on_tie="none")).explain() == "Tie: nobody scores"


def test_no_layoffs_and_no_undercut(impl):
    """RLCard's game: nothing is laid off, and the knocker wins whatever the counts."""
    knocker, enemy = "4s 5s 6s 7c 7d 7h Kc Kd Kh 2c", "3s 7s 8s Ks Qd 5c Ac Ah 9h Jd"
    bare = gr.Rules(layoffs=False, undercut=False)
    settled = impl.settle(knocker, enemy, bare)
    assert (settled.layoff.laid, settled.points) == ((), 62)
    with pytest.raises(gr.InvalidLayoff, match="3s"):
        impl.settle(knocker, enemy, bare, layoff="3s")
    assert impl.lay_off(["4s 5s 6s"], enemy, bare).laid == ()
    lost = impl.score(9, 4, bare)
    assert (lost.outcome, lost.winner, lost.points) == (Outcome.KNOCK, Side.KNOCKER, 0)
    assert impl.score(4, 9, bare).points == 5
    assert impl.score(0, 9, bare).outcome is Outcome.GIN
