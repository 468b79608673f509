"""Properties of every round under every rule: conservation, undo, copies, views, caps."""

import copy
import pickle
import random

import pytest

import ginrummy as gr
from ginrummy.moves import move_count
from rounds import likely_move, positions, random_deal


def everything(round_):
    """All that a round shows, to see that nothing of it has changed."""
    views = [round_.view(seat) for seat in range(round_.players)]
    return (
        round_.hash64,
        round_.history,
        round_.phase,
        round_.turn,
        round_.turns,
        round_.pile,
        round_.stock,
        [round_.hand(seat) for seat in range(round_.players)],
        [view.events for view in views],
        [view.legal_moves for view in views],
        [(view.exposed, view.spread, view.laid, view.own_melds) for view in views],
        round_.result,
    )


def test_cards_are_conserved_at_every_step():
    for round_ in positions(random.Random(1), 150):
        places = [round_.hand(seat).mask for seat in range(round_.players)]
        places += [gr.Hand(round_.pile).mask, gr.Hand(round_.stock).mask]
        if (thrown := round_._state.thrown) >= 0:
            places.append(1 << thrown)
        assert sum(places) == (1 << 52) - 1


def test_views_know_the_knock_card():
    for round_ in positions(random.Random(14), 60):
        for seat in range(round_.players):
            assert round_.view(seat).knock_card == round_.knock_card


def test_sizes_of_hands():
    for round_ in positions(random.Random(2), 150):
        each = round_.rules.cards_each(round_.players)
        drawn_at_the_wall = round_.is_over and round_.rules.wall is gr.Wall.IMMEDIATE
        for seat in range(round_.players):
            extra = len(round_.hand(seat)) - each
            holder = round_.phase is gr.Phase.THROW and seat == round_.turn
            ended = round_.result is not None and round_.result.outcome in ("big_gin", "misdeal")
            laying = round_.phase in (gr.Phase.LAY_DOWN, gr.Phase.LAY_OFF)
            if not (drawn_at_the_wall or ended or laying):
                assert extra == holder
            assert 0 <= extra <= 1


def test_legal_moves_and_their_mask():
    for round_ in positions(random.Random(3), 80):
        legal = round_.legal_moves
        assert legal == sorted(set(legal))
        assert bool(legal) is not round_.is_over
        mask = round_.legal_mask
        manual = round_.rules.showdown is gr.ShowdownMode.MANUAL
        each = round_.rules.cards_each(round_.players)
        assert mask.shape == (move_count(each, manual=manual),)
        assert mask.dtype == "int8"
        assert mask.nonzero()[0].tolist() == legal
        for seat in range(round_.players):
            expected = legal if seat == round_.turn else []
            assert round_.view(seat).legal_moves == expected
        for move in legal:
            assert gr.parse_move(gr.move_text(move)) == move


def test_a_refused_move_changes_nothing():
    rng = random.Random(4)
    wrong = [-1, 10**30, 1.5, True, None, "take", "0", 1585, -(2**70), object(), [0]]
    for round_ in positions(rng, 60):
        before = everything(round_)
        illegal = set(range(0, 1585, 13)) - set(round_.legal_moves)
        for move in [*rng.sample(sorted(illegal), 5), rng.choice(wrong)]:
            with pytest.raises(gr.IllegalMove):
                round_.play(move)
        assert everything(round_) == before


def test_undo_restores_everything():
    rng = random.Random(5)
    for _ in range(40):
        rules, options = random_deal(rng)
        round_ = gr.Round(rules, **options)
        path = [everything(round_)]
        while not round_.is_over:
            round_.play(likely_move(rng, round_, 0.5))
            path.append(everything(round_))
        moves = list(round_.history)
        while round_.history:
            path.pop()
            assert round_.undo() == moves.pop()
            assert everything(round_) == path[-1]
        with pytest.raises(gr.NothingToUndo):
            round_.undo()


def test_copies_are_independent():
    rng = random.Random(6)
    for _ in range(20):
        rules, options = random_deal(rng)
        round_ = gr.Round(rules, **options)
        while not round_.is_over:
            pickled = pickle.loads(pickle.dumps(round_))
            assert (pickled.seed, pickled.number) == (round_.seed, round_.number)
            twins = round_.copy(), copy.copy(round_), copy.deepcopy(round_), pickled
            before = everything(round_)
            assert all(everything(twin) == before for twin in twins)
            assert twins[0] == round_
            twins[0].play(rng.choice(twins[0].legal_moves))
            if twins[1].history:
                twins[1].undo()
            assert everything(round_) == before == everything(twins[2])
            round_.play(likely_move(rng, round_, 0.7))


def test_same_seed_same_deal_other_seed_other_deal():
    rng = random.Random(7)
    decks = set()
    for _ in range(200):
        rules, options = random_deal(rng)
        one, two = gr.Round(rules, **options), gr.Round(rules, **options)
        assert one == two
        assert hash(one) == hash(two)
        decks.add(one.deck)
        assert gr.Round(rules, **options | {"number": 7}) != one
        assert gr.Round(rules, **options | {"seed": options["seed"] + 1}) != one
    assert len(decks) == 200


def test_no_round_outlives_its_cap():
    rng = random.Random(8)
    for turns in (1, 2, 7, 40):
        for wall in gr.Wall:
            for _ in range(10):
                rules = gr.Rules(wall=wall, max_turns=turns)
                round_ = gr.Round(rules, seed=rng.randrange(2**30))
                while not round_.is_over:
                    round_.play(rng.choice([m for m in round_.legal_moves if not 56 <= m < 108]))
                assert round_.turns <= turns
                ended = {"capped", "dead", "misdeal"}
                assert round_.result.outcome in ended


def swapped_hidden(round_, seat, rng):
    """The same round with cards exchanged that the seat has never seen, or None."""
    view = round_.view(seat)
    seen = view.hand | gr.Hand(view.pile)
    for event in view.events:
        if event.card is not None:
            seen = seen | {event.card}
    for cards in view.exposed.values():
        seen = seen | cards
    hidden = [card.index for card in gr.Hand((1 << 52) - 1) - seen]
    moves = round_.history
    if len(hidden) < 2:
        return None
    renamed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    twin = gr.Round(
        round_.rules,
        deck=[renamed.get(card, card) for card in round_.deck],
        dealer=round_.dealer,
        starter=round_.starter,
        knock_card=gr.Record.of(round_).knock_card,
        players=round_.players,
    )
    for move in moves:
        if 56 <= move < 108:
            move = 56 + renamed.get(move - 56, move - 56)
        if twin.is_over or move not in twin.legal_moves:
            return None  # the change made another round of it: a misdeal, say
        twin.play(move)
    # A deal that has become a misdeal, or is none any more, is seen.
    return twin if twin.is_over is round_.is_over else None


def test_views_hide_what_is_hidden():
    """Two states that differ only in hidden cards give equal views."""
    rng = random.Random(9)
    compared = differing = 0
    for round_ in positions(rng, 120):
        if rng.random() < 0.7:
            continue
        seat = rng.randrange(round_.players)
        twin = swapped_hidden(round_, seat, rng)
        if twin is None:
            continue
        assert twin.view(seat) == round_.view(seat)
        compared += 1
        differing += twin.deck != round_.deck
    assert compared > 800
    assert differing > 700


def test_views_differ_where_something_seen_differs():
    round_ = gr.Round(seed=1)
    assert round_.view(0) != round_.view(1)
    assert round_.view(0) != gr.Round(seed=2).view(0)
    before = round_.view(0)
    round_.play(0)
    assert round_.view(0) != before
    assert round_.view(0) != "a view"


def test_two_rounds_share_nothing():
    rng = random.Random(10)
    one, two = gr.Round(seed=3), gr.Round(seed=3)
    alone = everything(two)
    while not one.is_over:
        one.play(rng.choice(one.legal_moves))
    assert everything(two) == alone
