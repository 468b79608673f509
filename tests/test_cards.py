"""Card, Hand and Meld as values."""

import copy
import pickle

import numpy as np
import pytest

import ginrummy as gr
from ginrummy.cards import as_mask

ALL = [gr.Card(index) for index in range(52)]


@pytest.mark.parametrize("text", ["Th", "th", "10h", "10H", "T♥", "10♥", "t♥", "TH"])
def test_card_text_forms(text):
    card = gr.Card(text)
    assert card is gr.Card(2 * 13 + 9)
    assert (card.rank, card.suit, card.points) == (10, 2, 10)
    assert (str(card), card.pretty, repr(card)) == ("Th", "10♥", "Card('Th')")


def test_every_card_reads_back():
    for index, card in enumerate(ALL):
        assert card.index == index == card.suit * 13 + card.rank - 1
        assert gr.Card(str(card)) is gr.Card(card.pretty) is gr.Card(card) is card
        assert gr.Card.of(card.rank, card.suit) is card
        assert gr.Card.of(card.rank, gr.SUITS[card.suit]) is card
        assert card.points == min(card.rank, 10)


def test_cards_are_ordered_hashable_and_fixed():
    assert sorted(set(ALL)) == ALL
    assert ALL[0] < ALL[1] <= ALL[1] < ALL[51] > ALL[50] >= ALL[50]
    assert len(set(ALL)) == 52
    assert ALL[3] != 3
    assert copy.deepcopy(ALL[7]) is ALL[7]
    assert pickle.loads(pickle.dumps(ALL[7])) is ALL[7]
    with pytest.raises(AttributeError, match="index"):
        ALL[0].index = 5  # type: ignore[misc]
    match gr.Card("Qs"):
        case gr.Card(rank, suit):
            assert (rank, suit) == (12, 3)


@pytest.mark.parametrize(
    "token",
    [
        "",
        " ",
        "1h",
        "11h",
        "T",
        "h",
        "Thh",
        "Tx",
        "0c",
        "010h",
        "10",
        "♥T",
        "T♡",
        "as2",
        "Ａs",
        "?",
    ],
)
def test_bad_card_text_is_quoted(token):
    with pytest.raises(gr.InvalidCard) as caught:
        gr.Card(token)
    assert repr(token) in str(caught.value)


@pytest.mark.parametrize("value", [52, -1, 10**30, True, False, None, 1.0, b"Th", ["Th"]])
def test_bad_card_values(value):
    with pytest.raises(gr.InvalidCard):
        gr.Card(value)


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, 4), (1, -1), (True, 0), (1, "x")])
def test_bad_rank_or_suit(rank, suit):
    with pytest.raises(gr.InvalidCard):
        gr.Card.of(rank, suit)


def test_hand_forms_agree():
    text = "9d 7c 7s 8d 7d"
    hand = gr.Hand(text)
    assert str(hand) == "7c 7d 8d 9d 7s"
    assert repr(hand) == "Hand('7c 7d 8d 9d 7s')"
    assert eval(repr(hand), {"Hand": gr.Hand}) == hand
    assert hand.pretty == "7♣ 7♦ 8♦ 9♦ 7♠"
    cards = list(hand)
    for form in (
        hand,
        hand.mask,
        np.uint64(hand.mask),
        text.replace(" ", ","),
        f"  {text}\n",
        cards,
        tuple(map(str, cards)),
        iter(cards),
        {card.index for card in cards},
        np.array([card.index for card in cards]),
    ):
        assert as_mask(form) == hand.mask
    assert gr.Hand.from_mask(hand.mask) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand


def test_hand_is_a_set():
    hand, other = gr.Hand("Ac 2c 3c"), gr.Hand("3c 4c")
    assert hand | other == gr.Hand("Ac 2c 3c 4c")
    assert hand & other == gr.Hand("3c")
    assert hand - other == gr.Hand("Ac 2c")
    assert hand ^ other == gr.Hand("Ac 2c 4c")
    assert isinstance(hand | other, gr.Hand)
    assert gr.Hand("Ac") < hand <= hand
    assert hand.isdisjoint(gr.Hand("Kd"))
    assert gr.Card("2c") in hand
    assert "2c" in hand
    assert "Kd" not in hand
    assert 1 not in hand
    assert len(hand) == 3
    assert not gr.Hand()
    assert gr.Hand() == gr.Hand("")
    assert hand == {gr.Card("Ac"), gr.Card("2c"), gr.Card("3c")}
    assert hash(hand) == hash(frozenset(hand))
    assert {hand: 1}[gr.Hand("3c 2c Ac")] == 1
    with pytest.raises(AttributeError, match="mask"):
        hand.mask = 0  # type: ignore[misc]


def test_hand_in_a_notebook():
    assert gr.Hand("Ac Th")._repr_html_() == (
        '<span class="ginrummy-hand"><span style="color:#000">A♣</span> '
        '<span style="color:#c00">10♥</span></span>'
    )


@pytest.mark.parametrize(
    ("cards", "kind", "text"),
    [
        ("7s 7c 7d", gr.MeldKind.SET, "7c 7d 7s"),
        ("3h Ah 2h", gr.MeldKind.RUN, "Ah 2h 3h"),
        ("As Qs Ks", gr.MeldKind.RUN, "Qs Ks As"),
        ("As 2s Qs Ks", gr.MeldKind.RUN, "Qs Ks As 2s"),
        (0b1111111111111, gr.MeldKind.RUN, "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"),
    ],
)
def test_meld_order(cards, kind, text):
    meld = gr.Meld(cards)
    assert (meld.kind, str(meld), len(meld)) == (kind, text, len(text.split()))
    assert meld == gr.Meld(meld.hand)
    assert hash(meld) == hash(gr.Meld(meld.mask))
    assert pickle.loads(pickle.dumps(meld)) == meld


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("", "three cards"),
        ("7c 7d", "three cards"),
        ("7c 7d 8h", "neither one rank nor one suit"),
        ("7c 8c Tc", "9 is missing"),
        ("Jc Qc Ac", "K is missing"),
        ("Ac 2c 3c 5c 6c 7c", "4 is missing"),
    ],
)
def test_no_meld(cards, why):
    with pytest.raises(gr.InvalidMeld, match=why):
        gr.Meld(cards)
