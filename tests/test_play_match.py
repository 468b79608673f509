"""Played matches: the rounds, who deals and starts, caps, and that all repeats."""

import pytest

import ginrummy as gr
from ginrummy.players import RandomPlayer, SimplePlayer


def simple(number=2):
    return [SimplePlayer(seed) for seed in range(number)]


def check(played, players=2):
    """The records replay, and the match is what comes of them."""
    match = played.match
    again = gr.Match(match.rules, match.names, first_dealer=match.first_dealer)
    assert len(played.records) == len(match.hands)
    for number, record in enumerate(played.records):
        assert (record.number, record.players) == (number, players)
        assert record.dealer == again.next_dealer
        result = record.replay().result
        assert again.record(result) == match.hands[number]
    assert again == match
    return [record.replay().result.outcome for record in played.records]


@pytest.mark.parametrize(
    "variant",
    [one for one in gr.variants() if isinstance(one.rules, gr.Rules)],
    ids=lambda one: one.name,
)
def test_every_variant_plays_to_its_end(variant):
    played = gr.play_match(variant, simple(), 5)
    match = played.match
    assert match.rules == variant.match_rules
    assert match.is_over
    check(played)
    assert len({record.seed for record in played.records}) == 1
    again = gr.play_match(variant, simple(), 5)
    assert again == played
    assert gr.play_match(variant, simple(), 6) != played


def test_both_implementations_play_the_same_match():
    one = gr.play_match(gr.find_variant("oklahoma"), simple(), 9)
    two = gr.play_match(gr.find_variant("oklahoma"), simple(), 9, implementation="reference")
    assert one == two


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_party_game(players):
    variant = gr.find_variant("oklahoma_party")
    rules = variant.match_rules.replace(target=30)
    played = gr.play_match(variant, simple(players), 3, rules, max_hands=60)
    check(played, players)
    assert len(played.match.totals) == players
    for before, after in zip(played.records, played.records[1:], strict=False):
        result = before.replay().result
        assert after.dealer == (before.dealer if result.winner is None else result.winner)  # q8


def test_plain_rules_have_standard_match_rules():
    played = gr.play_match(gr.Rules(misdeal="off"), simple(), 1)
    assert played.match.rules == gr.MatchRules()
    assert played.match.names == ("player 1", "player 2")
    other = gr.play_match(None, simple(), 1, gr.find_variant("gamecolony"), names=("a", "b"))
    assert other.match.rules == gr.find_variant("gamecolony").match_rules
    assert other.match.names == ("a", "b")


def test_who_deals_first():
    for dealer in (0, 1, "player 2"):
        played = gr.play_match(gr.STANDARD, simple(), 4, first_dealer=dealer)
        assert played.records[0].dealer == (1 if dealer else 0)
    firsts = {
        gr.play_match(gr.STANDARD, simple(), seed, max_hands=1).match.first_dealer
        for seed in range(12)
    }
    assert firsts == {0, 1}
    assert gr.play_match(gr.STANDARD, simple(), 7).match.first_dealer == (
        gr.Match(seed=7).first_dealer
    )


class Watcher(SimplePlayer):
    """Keeps what it is told of the match."""

    def __init__(self, seed):
        super().__init__(seed)
        self.told = []

    def choose(self, view):
        if not self.told or self.told[-1] != (view.match_scores, view.target):
            self.told.append((view.match_scores, view.target))
        return super().choose(view)


def test_players_know_the_score_of_the_game():
    rules = gr.MULTI_MATCH.replace(game_target=1500)
    watcher = Watcher(0)
    played = gr.play_match(gr.STANDARD, [watcher, SimplePlayer(1)], 11, rules)
    match = gr.Match(rules, first_dealer=0)
    scores = []
    for hand in played.match.hands:
        if not scores or scores[-1] != (match.points, 100):
            scores.append((match.points, 100))
        match.record(hand)
    assert watcher.told == scores
    assert [one for one, _ in scores].count((0, 0)) == len(match.games) > 1  # m4


def test_boxes_at_once_are_in_the_score_that_players_see():
    watcher = Watcher(0)
    rules = gr.MatchRules(boxes="immediate")
    played = gr.play_match(gr.STANDARD, [watcher, SimplePlayer(1)], 2, rules)
    first = next(hand for hand in played.match.hands if hand.winner is not None)
    assert watcher.told[1][0][first.winner] == first.scores[first.winner] + 25


def test_the_winner_starts_under_the_second_deck():
    """o6: whoever deals; after a dead hand the same starter again."""
    variant = gr.find_variant("oklahoma_second_deck")
    rules = variant.match_rules.replace(target=400)
    seen = set()
    for seed in range(6):
        played = gr.play_match(variant, [SimplePlayer(seed), RandomPlayer(seed)], seed, rules, 40)
        first = played.records[0]
        assert first.starter == 1 - first.dealer
        for before, after in zip(played.records, played.records[1:], strict=False):
            winner = before.replay().result.winner
            assert after.starter == (before.starter if winner is None else winner)
            seen.add((winner is None, after.starter == after.dealer))
    assert len(seen) == 4
    plain = gr.play_match(gr.STANDARD, simple(), 1)
    assert all(record.starter == 1 - record.dealer for record in plain.records)


def test_misdeals_are_dealt_again_by_the_same():
    """a9, a3: with a limit of 60 many a dealt hand could knock."""
    rules = gr.Rules(knock_limit=60)
    played = gr.play_match(rules, simple(), 2, gr.SINGLE_MATCH)
    outcomes = check(played)
    assert "misdeal" in outcomes
    for number, outcome in enumerate(outcomes[:-1]):
        same = played.records[number].dealer == played.records[number + 1].dealer
        assert same is (outcome == "misdeal")


def test_capped_hands_are_dead_and_the_match_may_stay_unfinished():
    players = [RandomPlayer(1), RandomPlayer(2)]
    played = gr.play_match(gr.STANDARD, players, 8, max_turns=3, max_hands=12)
    assert not played.match.is_over
    assert len(played.records) == 12
    assert set(check(played)) <= {"capped", "misdeal"}
    assert played.match.totals == (0, 0)
    assert {record.rules.max_turns for record in played.records} == {3}
    own = gr.play_match(gr.find_variant("rlcard"), simple(), 8, max_turns=3)
    assert own.records[0].rules.max_turns == 100  # what the rules name stands
    assert gr.play_match(gr.STANDARD, simple(), 8).records[0].rules.max_turns == 300


class Rash(SimplePlayer):
    """Knocks over the limit as soon as it may."""

    def choose(self, view):
        knocks = [move for move in view.legal_moves if 56 <= move < 108]
        return knocks[0] if knocks else super().choose(view)


def test_an_offender_loses_the_game():
    """b6: three games of five, each by an offence."""
    rules = gr.Rules(over_limit="forfeit", misdeal="off")
    played = gr.play_match(rules, [Rash(0), SimplePlayer(1)], 1, gr.BEST_OF_FIVE)
    check(played)
    assert played.match.winner == 1
    assert any(game.forfeited for game in played.match.games)


class Wrong:
    def choose(self, _view):
        return 999


@pytest.mark.parametrize(
    ("call", "error", "named"),
    [
        (lambda: gr.play_match(gr.STANDARD, simple(1)), gr.InvalidRound, "players=1"),
        (lambda: gr.play_match(gr.STANDARD, simple(3)), gr.InvalidRound, "players=3"),
        (lambda: gr.play_match(gr.STANDARD, "ab"), gr.InvalidRound, "'ab'"),
        (lambda: gr.play_match("standard", simple()), gr.InvalidRules, "'standard'"),
        (lambda: gr.play_match(None, simple(), 1, "standard"), gr.InvalidRules, "'standard'"),
        (lambda: gr.play_match(None, simple(), -1), gr.InvalidSeed, "-1"),
        (lambda: gr.play_match(None, simple(), 1, max_turns=None), gr.InvalidRules, "max_turns"),
        (lambda: gr.play_match(None, simple(), 1, max_turns=0), gr.InvalidRules, "max_turns=0"),
        (lambda: gr.play_match(None, simple(), 1, max_hands=0), gr.InvalidRound, "max_hands=0"),
        (lambda: gr.play_match(None, simple(), 1, max_hands=None), gr.InvalidRound, "max_hands"),
        (lambda: gr.play_match(None, simple(), 1, names="abc"), gr.InvalidEntry, "names"),
        (lambda: gr.play_match(None, simple(), 1, names=("a", "b", "c")), gr.InvalidRound, "3"),
        (lambda: gr.play_match(None, simple(), 1, first_dealer=2), gr.InvalidEntry, "2"),
        (
            lambda: gr.play_match(None, [Wrong(), Wrong()], 1, names=("a", "b")),
            gr.IllegalMove,
            "hand 1, ",
        ),
    ],
)
def test_bad_input(call, error, named):
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error
    assert named in str(caught.value)


def test_a_fresh_seed_is_in_the_records():
    played = gr.play_match(gr.STANDARD, simple())
    assert played.records[0].seed is not None
    assert gr.play_match(gr.STANDARD, simple(), played.records[0].seed) == played
