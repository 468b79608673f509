"""Sampling full rounds from what a player knows, on both implementations."""

import random

import pytest

import ginrummy as gr
from rounds import likely_move, positions, random_deal

BOTH = pytest.mark.parametrize("implementation", ["core", "reference"])


def in_implementation(round_, implementation):
    twin = gr.Round(
        round_.rules,
        deck=[gr.Card(card) for card in round_.deck],
        dealer=round_.dealer,
        starter=round_.starter,
        knock_card=gr.Record.of(round_).knock_card,
        players=round_.players,
        implementation=implementation,
    )
    for move in round_.history:
        twin.play(move)
    return twin


@BOTH
def test_the_view_is_kept(implementation):
    rng = random.Random(11)
    checked = 0
    for round_ in positions(rng, 100 if implementation == "core" else 25):
        if rng.random() < (0.5 if implementation == "core" else 0.9):
            continue
        if round_.result is not None and round_.result.outcome == "misdeal":
            continue  # tested below: it takes thousands of tries
        twin = in_implementation(round_, implementation)
        seat = rng.randrange(round_.players)
        view = twin.view(seat)
        sampled = gr.determinize(view, rng.randrange(2**60))
        assert sampled.view(seat) == view
        assert sampled.history[: len(round_.history)] == sampled.history
        assert gr.determinize(view, 5) == gr.determinize(view, 5)
        again = in_implementation(sampled, "core")
        assert again.hash64 == sampled.hash64
        sampled.undo() if sampled.history else None
        checked += 1
    assert checked > 100


@BOTH
def test_unseen_cards_are_uniform(implementation):
    """Each unseen card is equally often with the opponent and in each place of the stock."""
    rng = random.Random(12)
    round_ = gr.Round(gr.Rules(misdeal="off"), seed=5, implementation=implementation)
    while len(round_.history) < 24:
        round_.play(likely_move(rng, round_, 0.8))
    view = round_.view(0)
    samples = 4_000 if implementation == "core" else 800
    known = view.hand | gr.Hand(view.pile)
    in_hand: dict[gr.Card, int] = {}
    first: dict[gr.Card, int] = {}
    for seed in range(samples):
        one = gr.determinize(view, seed)
        for card in one.hand(1):
            in_hand[card] = in_hand.get(card, 0) + 1
        first[one.stock[0]] = first.get(one.stock[0], 0) + 1
    certain = {card for card, count in in_hand.items() if count == samples}
    unseen = gr.Hand((1 << 52) - 1) - known - certain
    assert set(first) <= set(unseen)
    assert certain == {  # what the opponent took from the pile and kept
        event.card
        for event in view.events
        if event.player == 1 and event.move == 1 and event.card in round_.hand(1)
    }
    free = len(round_.hand(1)) - len(certain)
    for counts, share in ((in_hand, free / len(unseen)), (first, 1 / len(unseen))):
        expected = samples * share
        chi = sum((counts.get(card, 0) - expected) ** 2 / expected for card in unseen)
        # Cards in a hand exclude one another, which only narrows the spread.
        assert chi < len(unseen) + 4.5 * (2 * len(unseen)) ** 0.5


@BOTH
def test_a_thrown_card_can_have_come_from_anywhere_in_time(implementation):
    """The places that known cards are given are uniform over those that were possible."""
    round_ = gr.Round(gr.Rules(misdeal="off"), seed=8, implementation=implementation)
    round_.play(0)
    round_.play(0)
    round_.play(2)  # seat 1 draws the first card of the stock
    thrown = next(card for card in round_.hand(1) if 4 + card.index in round_.legal_moves)
    round_.play(4 + thrown.index)
    view = round_.view(0)
    samples = 2_200
    drawn = sum(gr.determinize(view, seed).deck[21] == thrown.index for seed in range(samples))
    assert abs(drawn - samples / 11) < 4.5 * (samples / 11 * 10 / 11) ** 0.5


@BOTH
def test_misdeals_are_resampled_as_misdeals(implementation):
    rules = gr.Rules(knock_limit=45)
    seed = next(s for s in range(500) if gr.Round(rules, seed=s).is_over)
    round_ = gr.Round(rules, seed=seed, implementation=implementation)
    for seat in (0, 1):
        sampled = gr.determinize(round_.view(seat), 1)
        assert sampled.result.outcome == "misdeal"
        assert sampled.hand(seat) == round_.hand(seat)


def test_match_scores_stay_in_the_view():
    round_ = gr.Round(seed=1, match_scores=(30, 55), target=100)
    view = round_.view(1)
    assert (view.match_scores, view.target) == ((30, 55), 100)
    assert gr.determinize(view, 3).view(1) == view
    assert round_.copy().view(1) == view


def test_fresh_samples_differ():
    view = gr.Round(seed=1).view(0)
    assert len({gr.determinize(view).hash64 for _ in range(10)}) == 10
    with pytest.raises(gr.InvalidSeed):
        gr.determinize(view, -1)


def test_samples_can_be_played_on():
    rng = random.Random(13)
    for _ in range(40):
        rules, options = random_deal(rng)
        round_ = gr.Round(rules, **options)
        for _ in range(rng.randrange(30)):
            if not round_.is_over:
                round_.play(likely_move(rng, round_, 0.6))
        if round_.is_over:
            continue
        sampled = gr.determinize(round_.view(rng.randrange(round_.players)), 1)
        while not sampled.is_over:
            sampled.play(likely_move(rng, sampled, 0.6))
        assert gr.Record.from_text(gr.Record.of(sampled).to_text()).replay() == sampled
