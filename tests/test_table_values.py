"""Cards, melds, moves and rules of the table games as values; their records refuse damage."""

import copy
import json
import pickle
import random

import pytest

import ginrummy as gr
from ginrummy.table import (
    JOKER,
    Build,
    Claim,
    KalookiRound,
    KalookiRules,
    MahjongRound,
    MahjongRules,
    Slot,
    TableCard,
    TableHand,
    TableMeld,
    TableRecord,
    highest_meld,
    meld_value,
    meld_values,
    parse_table_move,
    readings,
)
from ginrummy.table.players import RandomTablePlayer
from ginrummy.table.search import hand_melds, openings


def test_cards():
    for text in ("JK", "jk", "Jk", 52, JOKER):
        assert TableCard(text) is JOKER
    assert TableCard("10h") is TableCard(gr.Card("Th")) is TableCard(gr.Card("Th").index)
    assert (JOKER.card, JOKER.is_joker, JOKER.pretty, repr(JOKER)) == (
        None,
        True,
        "JK",
        "TableCard('JK')",
    )
    assert TableCard("Th").pretty == "10♥"
    assert TableCard("Ks") < JOKER
    for wrong in ("J", "1c", "", 53, -1, 1.5, None, True):
        with pytest.raises(gr.InvalidCard):
            TableCard(wrong)
    with pytest.raises(AttributeError):
        JOKER.face = 3
    assert pickle.loads(pickle.dumps(JOKER)) is JOKER


def test_hands_are_multisets():
    hand = TableHand("JK 8c 8c Th")
    assert str(hand) == "8c 8c Th JK"
    assert (len(hand), hand.count("8c"), hand.jokers, "JK" in hand, "9c" in hand) == (
        4,
        2,
        1,
        True,
        False,
    )
    assert TableHand.from_masks(hand.once, hand.twice, hand.jokers) == hand
    assert hand - "8c JK 2d" == TableHand("8c Th")
    assert hand + "2d" == TableHand("2d 8c 8c Th JK")
    assert hand[0] == TableCard("8c")
    assert hand[1:] == TableHand("8c Th JK")
    assert "x" not in hand
    assert TableHand(gr.Hand("2c 3c")) == TableHand("2c, 3c")
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand
    for wrong, error in (
        ("8c 8c 8c", gr.RepeatedCard),
        ("JK JK JK JK JK", gr.RepeatedCard),
        ("8x", gr.InvalidCard),
        (3, gr.NotAHand),
        (None, gr.NotAHand),
        (b"8c", gr.NotAHand),
    ):
        with pytest.raises(error):
            TableHand(wrong)


def test_slots():
    assert Slot.of("JK=9c") == Slot(gr.Card("9c"), True)
    assert [str(Slot.of(text)) for text in ("jk=9C", "JK", "9c")] == ["JK=9c", "JK", "9c"]
    assert Slot.of("JK=9c").pretty == "JK=9♣"
    for wrong in ("9c=JK", "JK=", "JK=JK", "=9c", "x"):
        with pytest.raises(gr.InvalidCard):
            Slot.of(wrong)


def test_melds_are_values():
    for text in ("8c 8d JK", "JK=8c 9c Tc", "Ac 2c 3c", "Qc Kc Ac", "8c JK JK JK"):
        meld = TableMeld(text)
        assert str(meld) == text
        assert TableMeld(meld) is meld
        assert pickle.loads(pickle.dumps(meld)) == copy.copy(meld) == meld
        assert hash(meld) == hash(TableMeld(text))
        assert len(meld) == len(list(meld)) == len(text.split())
    with pytest.raises(AttributeError):
        meld.kind = "run"
    assert TableMeld("8c 8d JK").missing == (gr.Card("8h"), gr.Card("8s"))
    assert TableMeld("JK Jh 9h") == TableMeld("9h JK=Th Jh")
    for wrong in (3, None, b"8c", gr.Card("8c")):
        with pytest.raises(gr.NotAHand):
            TableMeld(wrong)


def test_readings_and_values():
    rules = KalookiRules()
    assert [str(one) for one in readings("8c JK JK")] == [
        "8c JK JK",
        "JK=6c JK=7c 8c",
        "JK=7c 8c JK=9c",
        "8c JK=9c JK=Tc",
    ]
    assert meld_values("8c JK JK", rules) == [21, 24, 27]
    assert meld_values("8c JK JK", rules.replace(min_naturals=2)) == []
    assert str(highest_meld("Qh Kh JK", rules)) == "Qh Kh JK=Ah"  # k3
    assert str(highest_meld("2h 3h JK", rules)) == "JK=Ah 2h 3h"
    assert str(highest_meld("2h 3h JK", rules.replace(ace_low_value=1))) == "2h 3h JK=4h"
    with pytest.raises(gr.InvalidMeld, match="k4"):
        highest_meld("2h 4c JK", rules)
    with pytest.raises(gr.InvalidMeld, match="k6"):
        highest_meld("2h 3h JK", rules.replace(max_jokers_per_meld=0))
    assert meld_value(TableMeld("Ah Kh Qh"), MahjongRules()) == 35


def naive_melds(hand, rules):
    """Every meld by trying all sub-multisets of the hand and all readings of each."""
    found = set()
    cards = list(map(str, hand))
    for chosen in range(1, 1 << len(cards)):
        some = [card for at, card in enumerate(cards) if chosen >> at & 1]
        for meld in readings(some):
            joker_limit = rules.max_jokers_per_meld
            if (
                len(meld.naturals) >= rules.min_naturals
                and (joker_limit is None or meld.jokers <= joker_limit)
                and (meld.kind == "set" or len(meld) <= rules.run_max)
            ):
                found.add(meld)
    return found


def test_the_melds_of_a_hand():
    rng = random.Random(3)
    pack = [card for card in KalookiRound(seed=1).deck if card.is_joker or card.card.rank < 7]
    for number in range(60):
        rules = KalookiRules(
            min_naturals=rng.choice((1, 2)), max_jokers_per_meld=rng.choice((None, 1, 2))
        )
        hand = TableHand(rng.sample(pack, 9))
        found = list(hand_melds(hand.faces, rules))
        assert len(found) == len(set(found))
        assert set(found) == naive_melds(hand, rules), number
        using = rng.choice(hand.faces)
        with_it = [meld for meld in found if any(slot.face.face == using for slot in meld)]
        assert list(hand_melds(hand.faces, rules, using=using)) == with_it


def test_openings_total_enough_and_are_held():
    rng = random.Random(5)
    deck = list(KalookiRound(seed=1).deck)
    rules = KalookiRules(initial=40)
    seen = 0
    for _ in range(150):
        hand = TableHand(rng.sample(deck, 13))
        for number, melds in enumerate(openings(hand.faces, rules)):
            assert sum(meld_value(meld, rules) for meld in melds) >= 40
            assert len(hand - [slot.face for meld in melds for slot in meld]) == 13 - sum(
                map(len, melds)
            )
            seen += 1
            if number > 20:
                break
    assert seen > 100


def test_an_opening_of_low_aces():
    rules = KalookiRules(ace_low_value=40)
    assert [
        list(map(str, melds)) for melds in openings(TableHand("Ah 2h 3h 9c").faces, rules)
    ] == []
    found = list(openings(TableHand("Ah 2h 3h 4h 5h 9c").faces, rules))
    assert [list(map(str, melds)) for melds in found] == [["Ah 2h 3h 4h 5h"]]


def test_openings_that_use_a_card():
    rng = random.Random(6)
    deck = list(KalookiRound(seed=1).deck)
    rules = KalookiRules(initial=30)
    for _ in range(60):
        hand = TableHand(rng.sample([card for card in deck if not card.is_joker], 12))
        every = set(map(frozenset, openings(hand.faces, rules)))
        for face in set(hand.faces):
            with_it = {
                melds for melds in every if any(s.face.face == face for m in melds for s in m)
            }
            assert set(map(frozenset, openings(hand.faces, rules, using=face))) == with_it


@pytest.mark.parametrize("text", ["draw", "take 12", "pass", "lay 8c 8d JK | 9h JK=Th Jh"])
def test_moves_and_their_texts(text):
    assert str(parse_table_move(text)) == text
    assert str(parse_table_move(f"  {text.upper()} ")) == text


def test_other_words_for_moves():
    assert parse_table_move("add 7h on meld 2") == Build.of("7h", 1)
    assert parse_table_move("claim 8h, 8s on 1") == Claim.of("8s 8h", 0)
    assert str(parse_table_move("move joker on 2 to high")) == "joker on 2 high"
    for wrong in ("take 0", "take -1", "take x", "build 5h 6h on 2", "joker on 2", "claim 8d", ""):
        with pytest.raises(gr.IllegalMove):
            parse_table_move(wrong)


@pytest.mark.parametrize(
    ("kind", "values", "named"),
    [
        (MahjongRules, {"take_duty": "never"}, "take_duty='never'"),
        (MahjongRules, {"hand_size": 13}, "hand_size=13"),
        (MahjongRules, {"card_points": (1, 2)}, "card_points"),
        (MahjongRules, {"add_to_own": 1}, "add_to_own=1"),
        (MahjongRules, {"x": 1}, "'x' is no field of MahjongRules"),
        (KalookiRules, {"run_max": 12}, "run_max=12"),
        (KalookiRules, {"initial": -1}, "initial=-1"),
        (KalookiRules, {"restock": None}, "restock=None"),
        (KalookiRules, {"max_jokers_per_meld": 5}, "max_jokers_per_meld=5"),
        (
            KalookiRules,
            {"max_jokers_per_meld": 0, "single_suit_release": True},
            "single_suit_release",
        ),
    ],
)
def test_rules_are_checked(kind, values, named):
    with pytest.raises(gr.InvalidRules, match=named):
        kind.from_dict(values)


@pytest.mark.parametrize("kind", [MahjongRules, KalookiRules])
def test_rules_are_values(kind):
    rules = kind()
    assert kind.from_json(rules.to_json()) == kind.from_stored(rules.to_dict()) == rules
    assert rules.differences() == {}
    changed = rules.replace(max_turns=None)
    assert changed.differences() == {"max_turns": None}
    assert hash(pickle.loads(pickle.dumps(changed))) == hash(changed)


@pytest.mark.parametrize(
    ("name", "other", "kind"),
    [("mahjong_gin", "mahjong", MahjongRules), ("kalooki51", "Kalooki 51", KalookiRules)],
)
def test_variants(name, other, kind):
    variant = gr.find_variant(name)
    assert gr.find_variant(other) is variant
    assert variant in gr.variants()
    assert variant.rules == kind()
    assert variant.match_rules.target == 500
    for refused in (
        lambda: gr.deadwood("8c", variant),
        lambda: gr.melds("8c", variant.rules),
        lambda: gr.Round(variant),
        lambda: gr.Rules.from_dict({}, variant),
    ):
        with pytest.raises(gr.InvalidRules, match=r"table|Rules"):
            refused()
    round_type = MahjongRound if kind is MahjongRules else KalookiRound
    assert round_type(variant, seed=1) == round_type(seed=1)


def played(kind, seed=3):
    round_ = kind(seed=seed, players=3)
    players = [RandomTablePlayer(seat) for seat in range(3)]
    while not round_.is_over:
        round_.play(players[round_.turn].choose(round_.view(round_.turn)))
    return round_


def test_rounds_are_pickled_copied_and_compared():
    for kind in (MahjongRound, KalookiRound):
        round_ = played(kind)
        for twin in (pickle.loads(pickle.dumps(round_)), copy.copy(round_), copy.deepcopy(round_)):
            assert twin == round_
            assert twin.state == round_.state
            assert hash(twin) == hash(round_)
            twin.undo()
            assert twin != round_
        assert round_ != kind(seed=4, players=3)
        assert repr(round_).startswith(f"<{kind.__name__} {len(round_.history)} moves, last")
    assert MahjongRound(seed=1) != KalookiRound(seed=1)


def changed(**values):
    return {**TableRecord.of(played(MahjongRound)).to_dict(), **values}


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (changed(format="ginrummy round"), "format"),
        (changed(version=2), "version: 2 is newer"),
        (changed(game="chess"), "game: 'chess'"),
        (changed(game=["x"]), "game: "),
        (changed(game="kalooki"), "rules: "),
        (changed(rules=None), "rules: None"),
        (changed(rules={}), "rules: add_to_own is missing"),
        (changed(rules=changed()["rules"] | {"gin_bonus": 20}), "the hash is"),
        (changed(players=5), "cannot be dealt: players=5"),
        (changed(dealer=1), "move|hash"),
        (changed(seed=None), "seed, deck"),
        (changed(seed=None, deck="Ac 2c"), "the deck has 2 cards"),
        (changed(number=1), "move|hash"),
        (changed(moves="draw"), "moves: 'draw'"),
        (changed(moves=[0]), "move 1: 0"),
        (changed(moves=["DRAW"]), "move 1: 'DRAW' was changed"),
        (changed(moves=["fold"]), "move 1: 'fold'"),
        (changed(moves=["discard 2c"]), "move 1: "),
        (changed(moves=changed()["moves"][:-1]), "the hash is"),
        (changed(hash="0" * 16), "the hash is 0000000000000000"),
        (changed(extra=1), "'extra'"),
    ],
)
def test_bad_records(values, named):
    with pytest.raises(gr.InvalidRecord, match=named):
        TableRecord.from_dict(values)
    with pytest.raises(gr.InvalidRecord, match=named):
        TableRecord.from_json(json.dumps(values))


@pytest.mark.parametrize("kind", [MahjongRound, KalookiRound])
@pytest.mark.parametrize("form", ["json", "text"])
def test_changed_bytes_are_refused(kind, form):
    round_ = kind(seed=9)
    for _ in range(6):
        round_.play(next(iter(round_.legal_moves)))
    record = TableRecord.of(round_)
    text = record.to_json() if form == "json" else record.to_text()
    read = TableRecord.from_json if form == "json" else TableRecord.from_text
    rng = random.Random(form)
    for at in rng.sample(range(len(text)), min(len(text), 120)):
        if form == "json" and text[at] == " ":
            continue
        for other in {chr(rng.randrange(32, 127)), text[at].swapcase(), "0"} - {text[at]}:
            with pytest.raises(gr.InvalidRecord):
                read(text[:at] + other + text[at + 1 :])


def test_records_on_the_disk(tmp_path):
    record = TableRecord.of(played(KalookiRound))
    for name in ("round.json", "round.txt"):
        record.save(tmp_path / name)
        assert TableRecord.load(tmp_path / name) == record
    with pytest.raises(gr.InvalidRound, match="-1"):
        record.replay(-1)
    assert record.replay(0) == record.deal()
    with pytest.raises(gr.InvalidRecord, match="format"):
        gr.Record.load(tmp_path / "round.json")


@pytest.mark.parametrize("slot", [Slot("8c"), Slot(None), Slot(5, True)])
def test_a_slot_of_no_card_is_refused(slot):
    with pytest.raises(gr.InvalidCard, match="in a slot"):
        TableMeld(["8d", "8h", slot])
    with pytest.raises(gr.InvalidCard, match="in a slot"):
        Build(slot, 0)


def test_the_value_of_a_meld_given_as_text():
    assert meld_value("8c 8d JK", KalookiRules()) == 24
