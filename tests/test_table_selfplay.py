"""Whole rounds of the table games: every step booked by a naive bookkeeper, every end scored."""

import random
from collections import Counter

import pytest

import ginrummy as gr
from ginrummy.table import (
    KalookiRound,
    KalookiRules,
    MahjongRound,
    MahjongRules,
    TableRecord,
    TableView,
)
from ginrummy.table.players import RandomTablePlayer, SimpleMahjongPlayer
from table_checks import Bookkeeper

GAMES = [MahjongRound, KalookiRound]


def random_rules(kind, rng):
    """Any combination of the options."""
    if kind is MahjongRound:
        return MahjongRules(
            hand_size=rng.choice((10, 10, 7)),
            take_duty=rng.choice(("laid", "kept")),
            add_to_own=rng.random() < 0.7,
            gin_bonus=rng.choice((25, 0)),
            held_melds_minus=True,
            stock_end=rng.choice(("score", "dead")),
            may_discard_taken=rng.random() < 0.3,
            max_turns=rng.choice((300, 60)),
        )
    return KalookiRules(
        hand_size=rng.choice((13, 13, 9)),
        initial=rng.choice((51, 30, 0)),
        run_max=rng.choice((13, 14)),
        ace_low_value=rng.choice((11, 1)),
        min_naturals=rng.choice((1, 2)),
        max_jokers_per_meld=rng.choice((None, 1, 2)),
        set_joker_claim=rng.choice(("opponents", "any")),
        single_suit_release=rng.random() < 0.5,
        keep_in_hand=rng.random() < 0.3,
        move_joker=rng.random() < 0.8,
        pile_draw=rng.choice(("free", "free", "must_use")),
        may_discard_taken=rng.random() < 0.3,
        kalooki_multiplier=rng.choice((1, 2)),
        joker_value=rng.choice((25, 50)),
        build_credit=rng.choice(("builder", "owner")),
        restock=rng.choice(("all", "keep_top")),
        max_restocks=rng.choice((3, 0, 1)),
        max_turns=rng.choice((300, 80)),
    )


def play_round(round_, players, *, step=None):
    """Play to the end under the eyes of the bookkeeper."""
    book = Bookkeeper(round_)
    while not round_.is_over:
        seat = round_.turn
        move = players[seat].choose(round_.view(seat))
        round_.play(move)
        book.follow(round_, seat, move)
        if step is not None:
            step(round_)
    result = round_.result
    assert result.scores == book.scores(round_)
    for seat, score in enumerate(result.scores):
        assert sum(part.points for part in result.parts if part.seat == seat) == score
    return result


def make_round(kind, seed, *, default=True):
    rng = random.Random(seed)
    players = 2 + seed % 3
    rules = None if default else random_rules(kind, rng)
    round_ = kind(rules, seed=seed, players=players, dealer=rng.randrange(players), number=seed % 3)
    return round_, [RandomTablePlayer(seed * 4 + seat) for seat in range(players)]


def whole_rounds(kind, count):
    return Counter(
        play_round(*make_round(kind, seed, default=bool(seed % 2))).outcome for seed in range(count)
    )


@pytest.mark.parametrize("kind", GAMES)
def test_two_hundred_whole_rounds(kind):
    outcomes = whole_rounds(kind, 200)
    assert sum(outcomes.values()) == 200
    ends = {gr.Outcome.STOCK_END} if kind is MahjongRound else {gr.Outcome.DEAD, gr.Outcome.CAPPED}
    assert {gr.Outcome.OUT} | ends <= set(outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_ten_thousand_whole_rounds(kind):
    assert sum(whole_rounds(kind, 10_000).values()) == 10_000


@pytest.mark.parametrize("seed", range(30))
def test_simple_mahjong_players(seed):
    players = 2 + seed % 3
    round_ = MahjongRound(seed=seed, players=players)
    result = play_round(round_, [SimpleMahjongPlayer(seat) for seat in range(players)])
    assert result.outcome in (gr.Outcome.OUT, gr.Outcome.STOCK_END)


def test_the_simple_mahjong_player_beats_the_random_one():
    total = [0, 0]
    for seed in range(40):
        round_ = MahjongRound(seed=seed, dealer=seed % 2)
        result = play_round(round_, [SimpleMahjongPlayer(seed), RandomTablePlayer(seed)])
        total = [a + b for a, b in zip(total, result.scores, strict=True)]
    assert total[0] > total[1] + 2000


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_undo_copies_and_records(kind, seed):
    round_, players = make_round(kind, seed, default=False)
    states, twins = [round_.state], []

    def step(now):
        states.append(now.state)
        if len(states) % 40 == 0:
            twins.append((now.copy(), now.hash64, now.view(0)))

    play_round(round_, players, step=step)
    record = TableRecord.of(round_)
    for again in (
        TableRecord.from_json(record.to_json()),
        TableRecord.from_text(record.to_text()),
        TableRecord.from_text(record.to_text().replace("\n", "\r\n")),
    ):
        assert again == record
        assert again.replay() == round_
        assert again.replay().state == round_.state
        assert again.replay().hash64 == round_.hash64
    # The same from the deck: but for Kalooki's new stocks, which the seed shuffles.
    if not round_.restocks:
        given = kind(round_.rules, deck=round_.deck, players=round_.players, dealer=round_.dealer)
        for move in round_.history:
            given.play(str(move))
        assert TableRecord.from_json(TableRecord.of(given).to_json()).replay() == given
        assert given.result == round_.result
    moves = list(round_.history)
    for twin, digest, view in twins:
        assert (twin.hash64, twin.view(0)) == (digest, view)
        assert twin != round_
    while moves:
        assert round_.state == states[len(moves)]
        assert round_.undo() == moves.pop()
    assert round_.state == states[0]
    assert round_.view(0).events == ()
    with pytest.raises(gr.NothingToUndo):
        round_.undo()


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_legal_moves_are_those_that_can_be_played(kind, seed):
    """What is listed can be played; what is not listed, of the same kinds, is refused."""
    round_, players = make_round(kind, seed, default=False)
    rng = random.Random(seed)

    def step(now):
        if now.is_over or rng.random() < 0.9:
            return
        legal = []
        for move in now.legal_moves:
            legal.append(move)
            twin = now.copy()
            twin.play(move)
            assert move in now.legal_moves
            assert str(move) in now.legal_moves
            if len(legal) == 40:
                return
        assert legal
        assert len(set(legal)) == len(legal)
        held = set(map(str, now.hand(now.turn)))
        for text in [f"discard {card}" for card in held] + [
            f"build {card} on {on + 1}" for card in held - {"JK"} for on in range(len(now.table))
        ]:
            assert now.is_legal(text) is (text in {str(move) for move in legal})

    play_round(round_, players, step=step)


def shuffled_behind(round_, seat, rng):
    """The same round with the cards mixed that the seat cannot see."""
    state = round_.state
    others = [at for at in range(round_.players) if at != seat]
    hidden = [card for at in others for card in state.hands[at]] + list(state.stock)
    rng.shuffle(hidden)
    hands = list(state.hands)
    for at in others:
        hands[at] = tuple(sorted(hidden[: len(hands[at])]))
        hidden = hidden[len(hands[at]) :]
    twin = round_.copy()
    twin._state = state._replace(hands=tuple(hands), stock=tuple(hidden))
    return twin


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_views_show_nothing_hidden(kind, seed):
    round_, players = make_round(kind, seed)
    rng = random.Random(seed)

    def step(now):
        if now.is_over or rng.random() < 0.8:
            return
        for seat in range(now.players):
            twin = shuffled_behind(now, seat, rng)
            view, other = now.view(seat), twin.view(seat)
            assert view == other
            assert repr(list(view.events)) == repr(list(other.events))
            assert view.hand == now.hand(seat)
            legal = [str(move) for _, move in zip(range(30), view.legal_moves, strict=False)]
            assert legal == [
                str(move) for _, move in zip(range(30), other.legal_moves, strict=False)
            ]
            assert bool(legal) is (seat == now.turn)
            if legal:
                assert all(now.is_legal(move) for move in legal)

    play_round(round_, players, step=step)
    if not round_.result.is_dead:
        assert all(round_.view(seat).result == round_.result for seat in range(round_.players))


def test_only_the_viewer_sees_what_he_drew():
    round_ = KalookiRound(seed=3, players=3)
    round_.play("draw")
    (drawn,) = round_.view(1).events[0].cards
    assert round_.view(1).drawn == drawn
    for seat in (0, 2):
        view = round_.view(seat)
        assert isinstance(view, TableView)
        assert view.events[0].cards == ()
        assert view.drawn is None
        assert not view.legal_moves
        assert list(view.legal_moves) == []
        assert "draw" not in view.legal_moves
    assert str(round_.view(1).events[0]) == f"1: draw {drawn}"
    assert str(round_.view(0).events[0]) == "1: draw"


def test_players_who_see_the_same_choose_the_same():
    for kind in GAMES:
        first, _ = make_round(kind, 5)
        second, _ = make_round(kind, 5)
        for round_ in (first, second):
            play_round(round_, [RandomTablePlayer(seat) for seat in range(round_.players)])
        assert first == second
        assert first.hash64 == second.hash64


def test_both_implementations_deal_and_score_the_same(run_python):
    """The rounds are Python; decks, new stocks and the deadwood of a hand come from either."""
    code = """if True:
        from ginrummy.table import KalookiRound, MahjongRound, MahjongRules
        from ginrummy.table.players import RandomTablePlayer, SimpleMahjongPlayer
        for round_, kind in (
            (KalookiRound(seed=11, players=3), RandomTablePlayer),
            (MahjongRound(MahjongRules(held_melds_minus=False), seed=8), SimpleMahjongPlayer),
        ):
            players = [kind(seat) for seat in range(round_.players)]
            while not round_.is_over:
                round_.play(players[round_.turn].choose(round_.view(round_.turn)))
            print(f"{round_.hash64:016x}", round_.restocks, round_.result.explain())
        """
    core = run_python(code, GINRUMMY_IMPLEMENTATION="core")
    reference = run_python(code, GINRUMMY_IMPLEMENTATION="reference")
    assert core.stderr == reference.stderr == ""
    assert core.stdout == reference.stdout
    assert len(core.stdout.split("\n")) > 4
