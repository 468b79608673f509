"""Kalooki 51 rule by rule (section C51): what is played, what is refused, every option."""

import pytest

import ginrummy as gr
from ginrummy.table import Build, Claim, Discard, KalookiRound, KalookiRules, Lay, MoveJoker, Take
from tables import kalooki, melds, play, refusal, texts

OPENING = "Tc Td Ts 7c 7d 7h"


def rules(**changes):
    return KalookiRules(**changes)


def not_down(hand, **options):
    return kalooki(hand, down=(False, True), **options)


def test_deal():
    round_ = KalookiRound(seed=1, players=4, dealer=2)
    assert [len(round_.hand(seat)) for seat in range(4)] == [13] * 4  # k1
    assert (round_.turn, round_.starter, round_.stock_count, len(round_.pile)) == (3, 3, 55, 1)
    deck = round_.deck
    assert sorted(map(str, round_.hand(3))) == sorted(map(str, deck[0:52:4]))
    assert sorted(map(str, round_.hand(2))) == sorted(map(str, deck[3:52:4]))
    assert (round_.pile[0], round_.stock[0]) == (deck[52], deck[53])


def test_an_opening_is_one_move_of_melds_that_total_51():
    round_ = not_down(f"{OPENING} 2c 9h")
    assert "total 30; 51 are needed" in refusal(round_, "lay Tc Td Ts")
    assert "total 21" in refusal(round_, "lay 7c 7d 7h")
    assert texts(round_)[0] == "lay 7c 7d 7h | Tc Td Ts"
    play(round_, "lay Tc Td Ts | 7c 7d 7h")
    assert melds(round_) == ["Tc Td Ts", "7c 7d 7h"]
    assert round_.down == (True, True)
    assert round_.state.opened


def test_an_opening_of_fifty_is_refused():
    round_ = not_down("9c Tc Jc 7c 7d 7h 2c")
    why = refusal(round_, "lay 9c Tc Jc | 7c 7d 7h")
    assert "total 50; 51 are needed to open (k2)" in why
    assert list(round_.legal_moves.of(Lay)) == []
    easier = not_down("9c Tc Jc 7c 7d 7h 2c", rules=rules(initial=50))
    play(easier, "lay 9c Tc Jc | 7c 7d 7h")


def test_builds_and_claims_wait_for_the_opening():
    """A build before the opening, and what counts to it (k2, k10)."""
    table = [(1, "4h 5h 6h"), (1, "Jc JK=Qc Kc"), (1, "JK=2s 3s 4s")]
    round_ = not_down(f"{OPENING} 7h Qc 9h", table=table)
    assert "(k10, k2)" in refusal(round_, "build 7h on 1")
    assert "(k8, k2)" in refusal(round_, "claim Qc on 2")
    assert "(k9, k2)" in refusal(round_, "joker on 3 high")
    play(round_, "lay Tc Td Ts | 7c 7d 7h", "build 7h on 1", "claim Qc on 2", "build JK=Tc on 2")
    assert melds(round_)[:2] == ["4h 5h 6h 7h", "JK=Tc Jc Qc Kc"]  # in the same turn


def test_once_down_melds_come_one_by_one():
    round_ = kalooki("2c 3c 4c 5d 6d 7d 9h")
    assert "(k2)" in refusal(round_, "lay 2c 3c 4c | 5d 6d 7d")
    play(round_, "lay 2c 3c 4c", "lay 5d 6d 7d")


def test_a_joker_is_named_where_two_cards_are_possible():
    round_ = kalooki("Qh Kh JK 8c 8d 2c 2d")
    why = refusal_of_text(round_, "lay Qh Kh JK")
    assert "Jh or Ah" in why
    assert "(k3)" in why
    play(round_.copy(), "lay Qh Kh JK=Ah")
    play(round_.copy(), "lay JK=Jh Qh Kh")
    play(round_, "lay 8c 8d JK")  # which suit does not matter


def refusal_of_text(round_, text):
    before = round_.state
    with pytest.raises(gr.IllegalMove) as caught:
        round_.play(text)
    assert round_.state == before
    assert not round_.is_legal(text)
    return str(caught.value)


def test_a_joker_built_on_a_run_is_named_too():
    round_ = kalooki("JK JK JK 2c 3d", table=[(1, "4h 5h 6h"), (1, "Qs Ks As"), (1, "8c 8d 8h")])
    assert "3h or 7h" in refusal(round_, "build JK on 1")
    play(round_, "build JK=7h on 1", "build JK on 2", "build JK on 3")
    assert melds(round_) == ["4h 5h 6h JK=7h", "JK=Js Qs Ks As", "8c 8d 8h JK"]
    assert round_.history[1] == Build.of("JK=Js", 1)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("lay JK JK JK", "jokers only (k6)"),
        ("lay 8c 8c 8d", "repeat a suit (k4)"),
        ("lay 4h 5h 5h 6h", "5h stands twice (k4)"),
        ("lay 4h 5h", "three cards are the least (k4)"),
        ("lay Kc Ac 2c", "round the corner (k4)"),
        ("lay 4h 5h 7h", "no gap"),
        ("lay 8c 8d 9h", "neither one rank nor one suit (k4)"),
        ("lay 8c 8d 8h 8s JK", "at most four cards (k4)"),
    ],
)
def test_what_is_no_meld(move, why):
    round_ = kalooki("JK JK JK JK 8c 8c 8d 8h 8s 4h 5h 5h 6h 7h Kc Ac 2c 9h")
    assert why in refusal_of_text(round_, move)


def test_the_same_physical_card_is_not_played_twice():
    """Two packs: the same face twice is legal, in two melds; one card in both is not."""
    round_ = kalooki("8c 8d 8h 8s 7c 9c 2d")
    play(round_, "lay 8c 8d 8h")
    assert "8c is not in the hand" in refusal(round_, "lay 7c 8c 9c")
    once = not_down("8c 8d 8h 8s 7c 9c Tc Jc 2d")
    assert "8c is held once, and used more often" in refusal(once, "lay 8c 8d 8h | 7c 8c 9c Tc Jc")
    twice = not_down("8c 8c 8d 8h 8s 7c 9c Tc Jc 2d")
    play(twice, "lay 8c 8d 8h | 7c 8c 9c Tc Jc")
    ids = [card for laid in twice.table for card in laid.ids]
    assert len(set(ids)) == len(ids)


def test_a_run_of_fourteen_is_an_option():
    suit = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    round_ = kalooki("Ac 2d 3h", table=[(1, suit)])
    assert "at most 13 cards (k4)" in refusal(round_, "build Ac on 1")
    longer = kalooki("Ac 2d 3h", table=[(1, suit)], rules=rules(run_max=14))
    play(longer, "build Ac on 1")
    assert longer.table[0].meld.high == 14
    assert "(k4)" in refusal(kalooki(f"{suit} Ac 2d"), f"lay {suit} Ac")
    play(kalooki(f"{suit} Ac 2d", rules=rules(run_max=14)), f"lay {suit} Ac")


def test_an_ace_that_fits_both_ends_goes_high():
    table = [(1, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")]
    round_ = play(kalooki("Ac 2d 3h", table=table), "build Ac on 1")
    assert (round_.table[0].meld.low, round_.table[0].meld.high) == (2, 14)


@pytest.mark.parametrize(
    ("changes", "move", "why"),
    [
        ({"min_naturals": 2}, "lay 8c JK JK", "at least 2 cards that are no jokers (k6)"),
        ({"max_jokers_per_meld": 1}, "lay 8c JK JK", "at most 1 jokers (k6)"),
        ({"max_jokers_per_meld": 1}, "build JK=4h on 1", "at most 1 jokers (k6)"),
    ],
)
def test_how_many_jokers_a_meld_may_have(changes, move, why):
    table = [(1, "5h JK=6h 7h")]
    assert why in refusal(kalooki("8c JK JK 2d", table=table, rules=rules(**changes)), move)
    play(kalooki("8c JK JK 2d", table=table), move)


def test_the_card_taken_is_not_thrown():
    round_ = kalooki("9h 2c", pile="5d", phase="draw")
    assert "only the top card" in refusal(round_, Take(2))
    play(round_, "take")
    assert "just taken from the pile: it may not be thrown (a7)" in refusal(round_, "discard 5d")
    play(round_, "discard 9h")
    free = kalooki("9h 2c", pile="5d", phase="draw", rules=rules(may_discard_taken=True))
    play(free, "take", "discard 5d")
    alike = kalooki("5d 9h", pile="5d", phase="draw")
    play(alike, "take", "discard 5d")  # the other one


def test_the_last_card_may_not_be_the_one_taken():
    """To build the other one away would leave nothing to throw (a7)."""
    table = [(1, "4h 5h 6h"), (1, "Tc Jc Qc")]
    round_ = play(kalooki("7h", pile="5d", phase="draw", table=table), "take")
    assert "a7" in refusal(round_, "build 7h on 1")
    both = play(kalooki("7h", pile="Kc", phase="draw", table=table), "take", "build 7h on 1")
    assert both.legal_moves
    play(both, "build Kc on 2")
    assert both.result.outcome is gr.Outcome.OUT


def test_must_use():
    option = rules(pile_draw="must_use")
    cannot = not_down("9h 2c Tc Td", pile="5d", phase="draw", rules=option)
    assert "k11" in refusal(cannot, "take")
    down = kalooki("9h 2c", pile="5d", phase="draw", rules=option)
    play(down, "take", "discard 9h")
    can = not_down(f"{OPENING} 9h 2c", pile="Th", phase="draw", rules=option)
    play(can, "take")
    assert str(can.view(0).must_use) == "Th"
    assert "k11" in refusal(can, "discard 9h")
    play(can, "lay 7c 7d 7h | Tc Td Th Ts", "discard 9h")
    built = not_down(
        f"{OPENING} 9h 2c", pile="4s", phase="draw", rules=option, table=[(1, "5s 6s 7s")]
    )
    play(built, "take", "lay 7c 7d 7h | Tc Td Ts")
    assert "k11" in refusal(built, "discard 9h")
    play(built, "build 4s on 1", "discard 9h")


def test_out_with_and_without_a_throw():
    with_throw = kalooki("2c 3c 4c 9h", other="As")
    play(with_throw, "lay 2c 3c 4c", "discard 9h")
    without = play(kalooki("2c 3c 4c", other="As"), "lay 2c 3c 4c")
    by_build = play(kalooki("7h", other="As", table=[(1, "4h 5h 6h")]), "build 7h on 1")
    for round_ in (with_throw, without, by_build):
        result = round_.result
        assert (result.outcome, result.winner) == (gr.Outcome.OUT, 0)
        assert round_.is_over
        assert round_.turn is None
        assert list(round_.legal_moves) == []
        with pytest.raises(gr.RoundOver):
            round_.play("draw")
    assert with_throw.result.scores == (9 + 11, 0)
    assert by_build.result.scores == (7 + 11, 0)  # the builder's, not the owner's


@pytest.mark.parametrize("multiplier", [1, 2])
def test_kalooki(multiplier):
    """All in one turn, the last one thrown (k12)."""
    option = rules(kalooki_multiplier=multiplier)
    round_ = not_down(f"{OPENING} 9h", other="JK As 2c", rules=option)
    play(round_, "lay 7c 7d 7h | Tc Td Ts", "discard 9h")
    result = round_.result
    assert result.outcome is gr.Outcome.KALOOKI
    assert result.scores == (multiplier * (51 + 25 + 11 + 2), 0)
    assert ("kalooki" in [part.reason for part in result.parts]) is (multiplier == 2)
    words = result.explain(["Ann", "Bob"])
    assert words.startswith(f"Kalooki: Ann scores {result.points}")
    assert "Ann: held by Bob: 2c As JK" in words
    assert "player 0: held by player 1: 2c As JK" in result.explain()
    later = not_down(f"{OPENING} 9h 4d", other="As 2c", rules=option)
    play(later, "lay 7c 7d 7h | Tc Td Ts", "discard 4d", "draw")
    play(later, next(later.legal_moves.of(Discard)), "draw")
    drawn = later.view(0).drawn
    assert later.is_legal(f"discard {drawn}")
    assert not later.state.opened


def test_going_out_at_once_needs_51_too():
    assert "total 30" in refusal(not_down("Tc Td Ts 9h", other="2c"), "lay Tc Td Ts")


@pytest.mark.parametrize(("credit", "points"), [("builder", 6), ("owner", 0)])
def test_whose_a_built_card_is(credit, points):
    round_ = kalooki("6d", other="As", table=[(1, "3d 4d 5d")], rules=rules(build_credit=credit))
    play(round_, "build 6d on 1")
    assert round_.result.scores == (points + 11, 0)


def test_the_winner_of_a_meld_that_others_built_on():
    table = [(0, "3d 4d 5d")]
    for credit, points in (("builder", 12 + 7), ("owner", 18 + 7)):
        option = rules(build_credit=credit)
        round_ = kalooki("7d 9h", other="6d 9s 8s 7s", table=table, rules=option)
        play(round_, "discard 9h", "draw", "build 6d on 1")
        play(round_, "discard 9s", "draw")
        drawn = round_.view(0).drawn
        play(round_, "build 7d on 1")
        if round_.is_over:
            continue
        play(round_, f"discard {drawn}")
        held = sum(
            25 if card.is_joker else 11 if card.card.rank == 1 else min(card.card.rank, 10)
            for card in round_.hand(1)
        )
        assert round_.result.scores[0] == points + held


def test_joker_value_and_ace_values():
    round_ = kalooki("9h", other="JK Ah Kd", rules=rules(joker_value=50))
    play(round_, "discard 9h")
    assert round_.result.scores == (50 + 11 + 10, 0)
    low = play(kalooki("Ah 2h 3h", other="2c", rules=rules(ace_low_value=1)), "lay Ah 2h 3h")
    assert low.result.scores == (6 + 2, 0)
    high = play(kalooki("Ah Kh Qh", other="2c", rules=rules(ace_low_value=1)), "lay Qh Kh Ah")
    assert high.result.scores == (31 + 2, 0)


def test_the_stock_is_made_anew_three_times_at_most():
    round_ = kalooki("9h 2c", other="3d", stock=0, restocks=3)
    play(round_, "discard 9h")
    result = round_.result
    assert (result.outcome, result.winner, result.scores) == (gr.Outcome.DEAD, None, (0, 0))
    assert result.explain() == "Dead hand: nobody scores"
    assert round_.view(1).result == result
    assert round_.view(1).hand_sizes == (1, 1)
    more = kalooki("9h 2c", other="3d", stock=0, restocks=3, rules=rules(max_restocks=4))
    play(more, "discard 9h")
    assert more.restocks == 4
    assert more.view(0).events[-1].restock
    assert str(more.view(0).events[-1]) == "0: discard 9h, new stock"


def test_nothing_to_draw():
    """The top card stays and there is no other: it must be taken, or the hand is dead."""
    option = rules(restock="keep_top")
    round_ = kalooki("9h 2c", other="3d", stock=0, rules=option)
    state = round_.state
    round_._state = state._replace(pile=(), hands=(state.hands[0], state.hands[1]))
    play(round_, "discard 9h")
    assert texts(round_) == ["take"]
    assert "stock is empty" in refusal(round_, "draw")
    barred = option.replace(pile_draw="must_use")
    dead = kalooki("9h 2c", other="3d", stock=0, rules=barred, down=(True, False))
    dead._state = dead.state._replace(pile=())
    play(dead, "discard 9h")
    assert dead.result.outcome is gr.Outcome.DEAD


def test_new_stocks_are_shuffled_alike_everywhere():
    """The order that the docstring of `ginrummy.table.round` specifies, by the naive twin."""
    import hashlib

    from ginrummy.reference.chacha import Random

    round_ = kalooki("9h 2c", other="3d", stock=0)
    pile = list(round_.state.pile)
    play(round_, "discard 9h")
    pile.append(next(c for c in range(108) if c not in pile and str_of(c) == "9h"))
    key = hashlib.sha256(b"ginrummy restock\n" + (1).to_bytes(32, "little") + bytes(8)).digest()
    Random(key, 1).shuffle(pile)
    assert [str(card) for card in round_.stock] == [str_of(card) for card in pile]


def str_of(physical):
    from ginrummy.table.cards import card_of

    return str(card_of(physical))


def test_the_turn_limit():
    round_ = KalookiRound(rules(max_turns=2), seed=1)
    for _ in range(2):
        round_.play("draw")
        round_.play(next(round_.legal_moves.of(Discard)))
    assert round_.result.outcome is gr.Outcome.CAPPED
    assert round_.result.is_dead


def test_the_course_of_a_turn():
    round_ = kalooki("9h 2c", pile="5d", phase="draw")
    assert "begins with a card drawn" in refusal(round_, "discard 9h")
    assert "drawn or taken" in refusal(round_, "pass")
    play(round_, "draw")
    assert "drawn already" in refusal(round_, "draw")
    assert "drawn already" in refusal(round_, "take")
    assert "8d is not in the hand" in refusal(kalooki("9h 2c"), "discard 8d")


@pytest.mark.parametrize("move", [None, 3, "fold", "discard", "lay", object(), b"draw", ()])
def test_what_is_no_move(move):
    round_ = kalooki("9h 2c", phase="draw")
    before = round_.state
    with pytest.raises(gr.IllegalMove):
        round_.play(move)
    assert round_.state == before


@pytest.mark.parametrize(
    "make",
    [
        lambda: Lay(()),
        lambda: Lay(("8c 8d 8h",)),
        lambda: Discard("9h"),
        lambda: Build("7h", 0),
        lambda: Build.of("7h", -1),
        lambda: Build.of("7h", 1),
        lambda: Take(0),
        lambda: Take(True),
        lambda: Take("1"),
        lambda: Claim("9h", 0),
        lambda: Claim.of("9h", 9),
        lambda: Claim.of("", 0),
        lambda: MoveJoker(0, "up"),
        lambda: MoveJoker("x", "low"),
    ],
)
def test_moves_made_by_hand_are_checked(make):
    for phase in ("draw", "table"):
        round_ = kalooki("9h 2c 8c 8d 8h 7h", phase=phase, table=[(1, "JK=4h 5h 6h")])
        before = round_.state
        with pytest.raises(gr.IllegalMove):
            round_.play(make())
        assert round_.state == before


def test_the_round_and_the_view_list_moves_alike():
    round_ = KalookiRound(seed=0)
    round_.play("draw")
    assert list(round_.legal_moves) == list(round_.view(round_.turn).legal_moves)
