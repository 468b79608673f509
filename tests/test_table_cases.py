"""The shared worked examples of Mahjong gin and Kalooki 51 (sections J and C51)."""

import pytest

import ginrummy as gr
from ginrummy.table import (
    Claim,
    KalookiRules,
    Lay,
    TableMeld,
    highest_meld,
    meld_value,
    meld_values,
)
from sampling import cases
from tables import kalooki, mahjong, melds, play, refusal


def by_id(kind):
    return [pytest.param(case["input"], case["expected"], id=case["id"]) for case in cases(kind)]


@pytest.mark.parametrize(("given", "expected"), by_id("mahjong_pick"))
def test_mahjong_pick(given, expected):
    round_ = mahjong(given["hand"], pile=given["pile_bottom_to_top"], phase="draw")
    take = f"take {given['take']}"
    assert round_.is_legal(take) is expected["legal"]
    if not expected["legal"]:
        assert "j1" in refusal(round_, take)
        return
    round_.play(take)
    assert str(round_.view(0).must_use) == str(expected["must_meld"])
    if expected["must_meld"] is None:
        return
    assert "j1" in refusal(round_, "discard Kc")
    lay = next(move for move in round_.legal_moves if expected["must_meld"] in str(move))
    play(round_, lay, "discard Kc")


@pytest.mark.parametrize(("given", "expected"), by_id("mahjong_layoff"))
def test_mahjong_layoff(given, expected):
    table = [(0, meld) for meld in given["table"]["P1"]]
    card = given["P2_plays"]
    round_ = mahjong("2c 3d", other=f"{card} 9c", table=table)
    play(round_, "discard 2c", "draw", f"build {card} on 1")
    assert round_.table[0].by.count(1) == 1
    over = round_.state.ended(gr.Outcome.STOCK_END)
    result = round_._game.settle(over)
    table_points = [
        part.points for part in result.parts if (part.seat, part.reason) == (1, "melds")
    ]
    assert table_points == [expected["P2_points"]]


@pytest.mark.parametrize(("given", "expected"), by_id("mahjong_score"))
def test_mahjong_score(given, expected):
    ginner, other = given["ginner"], given["other"]
    # The cases give the melds of a player in one text.
    (own, *rest), theirs = split_melds(ginner["table"]), split_melds(other["table"])
    assert not ginner["hand"]
    table = [*((0, meld) for meld in rest), *((1, meld) for meld in theirs)]
    round_ = mahjong(f"{own} 2c", other=other["hand"], table=table)
    play(round_, f"lay {own}", "discard 2c")
    assert round_.result.outcome is gr.Outcome.OUT
    assert round_.result.scores == (expected["ginner"], expected["other"])


def split_melds(text):
    arranged = gr.arrange(text)
    assert not arranged.unmelded
    return [str(meld) for meld in arranged.melds]


@pytest.mark.parametrize(("given", "expected"), by_id("kalooki_initial"))
def test_kalooki_initial(given, expected):
    rules = KalookiRules(ace_low_value=given["ace_low_value"])
    values = [meld_values(meld, rules) for meld in given["melds"]]
    assert values == expected["values_per_meld"]
    best = sum(map(max, values)) if all(values) else None
    assert best == expected["best_value"]
    held = " ".join(given["melds"])
    round_ = kalooki(f"{held} 2c 9s", rules=rules, down=(False, False))
    if best is None:
        why = refusal(round_, "lay " + " | ".join(given["melds"]))
        assert "k4" in why or "k6" in why
        assert not expected["legal"]
        return
    # A joker that may stand for several cards is named: for the highest (k3).
    move = Lay(tuple(highest_meld(meld, rules) for meld in given["melds"]))
    assert round_.is_legal(move) is expected["legal"]
    if expected["legal"]:
        round_.play(move)
        assert sum(meld_value(laid.meld, rules) for laid in round_.table) == best
    else:
        assert f"total {best}; 51" in refusal(round_, move)


def joker_position(given):
    """The meld of a case on the table, and seat 0 with the cards that are played."""
    meld, by = given["meld"], given["by"]
    if "joker_declared" in given:
        stated = iter(given["joker_declared"].split(" and "))
        meld = " ".join(f"JK={next(stated)}" if c == "JK" else c for c in meld.split())
    owner = 0 if "owner" in by else 1
    down = ("not down" not in by, True)
    return kalooki(f"{given['played']} 3d 4d 5d 2c Kh", table=[(owner, meld)], down=down)


@pytest.mark.parametrize(("given", "expected"), by_id("kalooki_joker"))
def test_kalooki_joker(given, expected):
    round_ = joker_position(given)
    ruling, cards = expected["ruling"], given["played"]
    claim, build = f"claim {cards} on 1", f"build {cards} on 1"
    if "illegal" in ruling:
        for move in (claim, build):
            assert "(k" in refusal(round_, move)
    elif ("freed" in ruling or "released" in ruling) and "no joker" not in ruling:
        freed = 2 if "both" in ruling else 1
        jokers = round_.table[0].meld.jokers
        play(round_, claim)
        assert round_.hand(0).jokers == freed
        assert round_.table[0].meld.jokers == jokers - freed
        assert "k8" in refusal(round_, "discard 2c")
        if "closed" in ruling:
            assert len(round_.table[0].meld) == 4
            assert "k7" in refusal(round_, "build JK on 1")
    else:
        play(round_, build)
        assert round_.hand(0).jokers == 0
        assert not list(round_.legal_moves.of(Claim))
        if "sealed" in ruling:
            assert len(round_.table[0].meld) == 4


def test_case_y10_names_which_joker_is_freed():
    given = next(case["input"] for case in cases("kalooki_joker") if case["id"] == "Y10")
    round_ = play(joker_position(given), "claim 8s on 1")
    assert melds(round_) == ["8s 9s JK=Ts"]


@pytest.mark.parametrize(("given", "expected"), by_id("kalooki_score"))
def test_kalooki_score(given, expected):
    *before, last = given["out_melds"]
    other, *more = given["held"].values()
    round_ = kalooki(f"{last} 2s", other=other, more=more, table=[(0, meld) for meld in before])
    play(round_, f"lay {last}", "discard 2s")
    result = round_.result
    assert (
        sum(part.points for part in result.parts if part.reason == "melds")
        == (expected["meld_value"])
    )
    assert [p.points for p in result.parts if p.reason == "held cards"] == (
        list(expected["held_values"].values())
    )
    assert result.scores == (expected["out_player_scores"], *[0] * len(given["held"]))


@pytest.mark.parametrize(("given", "expected"), by_id("kalooki_stock_empty"))
def test_kalooki_stock_empty(given, expected):
    size = int(given["discard_pile"].split()[0])
    for restock, kept in (("all", 0), ("keep_top", 1)):
        round_ = kalooki("2c 3c 9h", other="4d", rules=KalookiRules(restock=restock), stock=0)
        state = round_.state
        cut = state.pile[: size - 1]  # the throw makes it the case's number
        round_._state = state._replace(pile=cut, hands=(state.hands[0], state.pile[size - 1 :]))
        round_.play("discard 2c")
        assert (round_.stock_count, len(round_.pile)) == (expected["new_stock"] - kept, kept)
        assert expected["pile"] == 0
        assert round_.restocks == 1
        assert round_.is_legal("take") is bool(kept)


def test_the_joker_of_case_z02_stands_for_one_card():
    assert TableMeld("8c JK Tc") == TableMeld("8c JK=9c Tc")
