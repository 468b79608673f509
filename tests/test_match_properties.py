"""Matches against a naive count from scratch, and their JSON, whole and damaged (hypothesis)."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ginrummy as gr

NAMES = ("north", "east", "south", "west")

match_rules = st.builds(
    gr.MatchRules,
    form=st.sampled_from(gr.MatchForm),
    target=st.sampled_from((40, 100, 250)),
    game_bonus=st.sampled_from((0, 100)),
    box=st.sampled_from((0, 20, 25)),
    shutout=st.sampled_from(gr.Shutout),
    shutout_test=st.sampled_from(gr.ShutoutTest),
    game_winner=st.sampled_from(gr.GameWinner),
    forfeit_margin=st.sampled_from((None, 10, 50)),
    dealer_rule=st.sampled_from(gr.DealerRule),
    dead_hand_dealer=st.sampled_from(gr.DeadHandDealer),
    game_target=st.sampled_from((1, 300, 500)),
    round_bonus=st.sampled_from((0, 25)),
    no_round_bonus=st.sampled_from((0, 100)),
    best_of=st.sampled_from((1, 3, 5)),
) | st.builds(
    gr.MatchRules,
    form=st.sampled_from(("game", "best_of")),
    target=st.sampled_from((40, 100)),
    boxes=st.just("immediate"),
    shutout=st.sampled_from(gr.Shutout),
    game_winner=st.sampled_from(gr.GameWinner),
)


def hands(players):
    """Hands of two, or of the party game, in the forms that an entry may have."""
    points = st.one_of(st.integers(0, 70), st.sampled_from((0, 10, 20, 50)))
    won = st.tuples(st.integers(0, players - 1), points, st.sampled_from(("knock", "gin")))
    dead = st.sampled_from((None, (None, 0, "misdeal"), (None, 0, "capped"), (None, 0, "tie")))
    signed = st.dictionaries(st.sampled_from(NAMES[:players]), st.integers(-40, 60), min_size=1)
    signed = signed.filter(lambda one: max(one.values()) > 0)
    if players == 2:  # only one gains (g9)
        signed = signed.filter(lambda one: sum(points > 0 for points in one.values()) == 1)
    forms = [won, won, dead, signed]
    if players == 2:
        forms.append(st.tuples(st.integers(0, 1), st.just(0), st.just("forfeit")))
    return st.one_of(forms)


class Naive:
    """Section G and M as they read, counted from the first hand."""

    def __init__(self, rules, players, dealer, entries):
        self.rules, self.seats = rules, range(players)
        self.dealers, self.results, self.won, self.sum = [dealer], [], [0] * players, [0] * players
        self.winner, game = None, []
        for entry in entries:
            assert self.winner is None
            game.append(entry)
            self.dealers.append(self.deals(self.dealers[-1], entry))
            if self.ended(game):
                game = []
        self.points, self.boxes = self.tally(game)[:2] if self.winner is None else (None, None)

    def tally(self, game):
        points = [sum(one.scores[seat] for one in game) for seat in self.seats]
        boxes = [sum(one.boxes[seat] for one in game) for seat in self.seats]
        decided = [one for one in game if one.kind != "forfeit"]
        wins = [
            len([one for one in decided if one.winner == seat or one.boxes[seat]])
            for seat in self.seats
        ]
        return points, boxes, wins

    def deals(self, dealer, entry):
        after = lambda seat: (seat + 1) % len(self.seats)  # noqa: E731
        if entry.kind == "misdeal":
            return dealer
        if entry.winner is None:
            return dealer if self.rules.dead_hand_dealer == "same" else after(dealer)
        if self.rules.dealer_rule == "alternate":
            return after(dealer)
        if self.rules.dealer_rule == "winner":
            return entry.winner
        worst, seat = None, after(entry.winner)
        while seat != entry.winner:
            if worst is None or entry.scores[seat] < entry.scores[worst]:
                worst = seat
            seat = after(seat)
        return worst

    def ended(self, game):
        rules = self.rules
        points, boxes, wins = self.tally(game)
        at_once = rules.box if rules.boxes == "immediate" else 0
        count = [p + at_once * b for p, b in zip(points, boxes, strict=True)]
        most = [seat for seat in self.seats if count[seat] == max(count)]
        forfeit = game[-1].kind == "forfeit"
        if forfeit:
            winner = game[-1].winner
        elif max(count) >= rules.target and len(most) == 1 and (game[-1].winner is not None):
            winner = most[0]
        else:
            return False
        others = [seat for seat in self.seats if seat != winner]
        if not forfeit and rules.forfeit_margin is not None:
            best = max(others, key=lambda seat: points[seat])
            if points[winner] - points[best] == rules.forfeit_margin:
                forfeit, winner = True, best
                others = [seat for seat in self.seats if seat != winner]
        final = list(points)
        if rules.form == "multi_match":
            none = not forfeit and not any(wins[seat] for seat in others)
            for seat in self.seats:
                final[seat] += rules.round_bonus * wins[seat]
            final[winner] += rules.match_bonus + (rules.no_round_bonus if none else 0)
        else:
            if rules.shutout_test == "hands":
                none = not any(wins[seat] for seat in others)
            else:
                none = not any(points[seat] > 0 for seat in others)
            mode = rules.shutout if none and not forfeit else "none"
            none = none and not forfeit
            final[winner] += {
                "none": 0,
                "double_hand_points": points[winner],
                "double_hand_and_game": points[winner] + rules.game_bonus,
                "double_all": points[winner] + rules.game_bonus + rules.box * boxes[winner],
                "double_boxes": rules.box * boxes[winner],
                "flat_100": 100,
            }[mode]
            final[winner] += rules.game_bonus
            for seat in self.seats:
                final[seat] += rules.box * boxes[seat]
            if rules.game_winner == "highest_total" and not forfeit:
                winner = max(self.seats, key=lambda seat: (final[seat], seat == winner, -seat))
        self.results.append((winner, tuple(points), tuple(boxes), none, forfeit, tuple(final)))
        self.won[winner] += 1
        self.sum = [a + b for a, b in zip(self.sum, final, strict=True)]
        if rules.form == "game":
            self.winner = winner
        elif rules.form == "best_of":
            self.winner = winner if 2 * self.won[winner] > rules.best_of else None
        elif max(self.sum) >= rules.game_target and self.sum.count(max(self.sum)) == 1:
            self.winner = self.sum.index(max(self.sum))
        return True


def check(match):
    """The match says what a count from scratch says."""
    naive = Naive(match.rules, len(match.names), match.first_dealer, match.hands)
    assert match.winner == naive.winner
    assert (*match.dealers, match.next_dealer) == tuple(naive.dealers)
    assert list(match.games_won) == naive.won
    found = [
        (one.winner, one.points, one.boxes, one.shutout, one.forfeited, one.finals)
        for one in match.games
    ]
    assert found == naive.results
    for one in match.games:
        assert tuple(map(sum, zip(*(x.values for x in one.lines), strict=True))) == one.finals
    if not match.is_over:
        assert list(match.points) == naive.points
        assert list(match.boxes) == naive.boxes
        assert [a + b for a, b in zip(naive.sum, match.counted, strict=True)] == list(match.totals)
    else:
        assert list(match.totals) == naive.sum
    return naive


@settings(max_examples=120, deadline=None)
@given(data=st.data(), rules=match_rules, players=st.integers(2, 4))
def test_whatever_is_done_the_match_is_that_of_its_hands(data, rules, players):
    match = gr.Match(rules, NAMES[:players], first_dealer=players - 1)
    entered = []
    for _ in range(data.draw(st.integers(1, 25))):
        what = data.draw(st.sampled_from(("record", "record", "record", "undo", "fix")))
        if what == "undo" and entered:
            assert match.undo() == entered.pop()
        elif what == "fix" and entered:
            number = data.draw(st.integers(1, len(entered)))
            before = match.to_dict()
            hand = data.draw(hands(players))
            try:
                entered[number - 1] = match.fix(number, hand)
            except gr.InvalidEntry:  # it would end earlier; any other reason fails below
                ends = len(entered)
                kept = gr.Match(rules, NAMES[:players], first_dealer=players - 1)
                for at, one in enumerate(entered, 1):
                    kept.record(hand if at == number else one)
                    if kept.is_over:
                        ends = at
                        break
                assert ends < len(entered)
                assert match.to_dict() == before
        elif match.is_over:
            with pytest.raises(gr.SheetClosed):
                match.record(None)
        else:
            entered.append(match.record(data.draw(hands(players))))
        assert list(match.hands) == entered
        check(match)
    again = gr.Match.from_json(match.to_json())
    assert again == match
    assert (again.totals, again.games, again.winner) == (match.totals, match.games, match.winner)
    assert again.explain() == match.explain()
    assert len(match.sheet().series) == len(entered) + 1
    assert match.sheet().series[-1] == match.totals
    for column in match.sheet().columns:
        for side in range(players):
            assert sum(e.points for e in column.entries if e.side == side) == column.totals[side]


def test_long_random_matches():
    """Longer ones than hypothesis draws: many games, all forms."""
    rng = random.Random(5)
    ended = 0
    for _ in range(300):
        players = rng.choice((2, 2, 3, 4))
        rules = gr.MatchRules(
            form=rng.choice(list(gr.MatchForm)),
            target=rng.choice((30, 100)),
            game_target=rng.choice((500, 3000)),
            best_of=rng.choice((3, 9)),
            dealer_rule=rng.choice(list(gr.DealerRule)),
            game_winner=rng.choice(list(gr.GameWinner)),
        )
        match = gr.Match(rules, NAMES[:players], seed=rng.randrange(100))
        for _ in range(80):
            if match.is_over:
                break
            dead = rng.random() < 0.1
            match.record(None if dead else (rng.randrange(players), rng.randrange(60)))
        check(match)
        ended += match.is_over
    assert ended > 150


# JSON


def a_match():
    match = gr.Match(gr.MULTI_MATCH, ("north", "south"), first_dealer=1)
    for hand in ((0, 31, "gin"), None, (1, 60), (0, 80, "big_gin"), (None, 0, "misdeal"), (1, 5)):
        match.record(hand)
    return match


def test_json_is_plain_and_small():
    values = json.loads(a_match().to_json())
    assert list(values) == ["format", "version", "kind", "rules", "names", "first_dealer", "hands"]
    assert (values["format"], values["version"], values["kind"]) == ("ginrummy sheet", 1, "match")
    assert values["hands"][0] == {"scores": [31, 0], "winner": 0, "kind": "gin", "boxes": [1, 0]}
    assert "\n" not in a_match().to_json()


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("format",), "ginrummy round", "format"),
        (("version",), 2, "newer"),
        (("version",), 10**300, "newer"),
        (("version",), 0, "version"),
        (("version",), "1", "version"),
        (("version",), True, "version"),
        (("kind",), "hollywood", "hollywood"),
        (("rules",), [], "rules"),
        (("rules", "target"), 0, "rules: target=0"),
        (("rules", "target"), 1e2, "rules: target=100.0"),
        (("rules", "form"), "best", "rules: form='best'"),
        (("rules", "extra"), 1, "rules: 'extra'"),
        (("rules", "box"), ..., "rules: box is missing"),
        (("names",), "AB", "names"),
        (("names",), {"north": 1, "south": 2}, "names"),
        (("names",), ["north"], "names"),
        (("names",), ["north", "north"], "names"),
        (("names", 0), "a\x00", "names"),
        (("first_dealer",), 2, "first_dealer"),
        (("first_dealer",), -1, "first_dealer"),
        (("first_dealer",), "north", "first_dealer"),
        (("first_dealer",), False, "first_dealer"),
        (("hands",), None, "hands"),
        (("hands",), {}, "hands"),
        (("hands", 0), None, "hand 1"),
        (("hands", 2, "scores"), [0, 60, 0], "hand 3: scores"),
        (("hands", 2, "scores"), [60, 0], "hand 3: scores=(60, 0): side 1 has won"),
        (("hands", 2, "scores", 0), 1.5, "hand 3: scores"),
        (("hands", 2, "boxes", 0), -1, "hand 3: boxes"),
        (("hands", 2, "winner"), 2, "hand 3: winner=2"),
        (("hands", 2, "winner"), None, "hand 3"),
        (("hands", 2, "kind"), "dead", "hand 3"),
        (("hands", 2, "kind"), ["gin"], "hand 3: kind"),
        (("hands", 2, "more"), 1, "hand 3"),
        (("hands", 2, "boxes"), ..., "hand 3"),
        (("more",), 1, "'more'"),
        (("hands",), ..., "hands"),
        (("kind",), ..., "kind"),
    ],
)
def test_damaged_fields(path, value, named):
    values = json.loads(a_match().to_json())
    at = values
    for step in path[:-1]:
        at = at[step]
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    for read in (gr.Match.from_dict, lambda one: gr.Match.from_json(json.dumps(one))):
        with pytest.raises(gr.InvalidSheet) as caught:
            read(values)
        assert named in str(caught.value)


def test_hands_after_the_end_in_a_file():
    values = a_match().to_dict()
    values["rules"] = gr.SINGLE_MATCH.to_dict()
    with pytest.raises(gr.InvalidSheet, match=r"hand 5: the match is over after hand 4"):
        gr.Match.from_dict(values)


@pytest.mark.parametrize("text", ["", "[]", "null", "3", '"x"', "[" * 100_000, "{" * 9, "9" * 9999])
def test_what_is_no_sheet(text):
    with pytest.raises(gr.InvalidSheet):
        gr.Match.from_json(text)
    with pytest.raises(gr.InvalidSheet):
        gr.Match.from_dict(text)


def test_a_field_that_stands_there_twice():
    text = a_match().to_json()
    with pytest.raises(gr.InvalidSheet, match="version: stands there twice"):
        gr.Match.from_json(text.replace('"version": 1', '"version": 1, "version": 1'))


def test_text_cut_short_or_changed():
    """Every cut is refused; a changed byte is refused or gives a match that adds up."""
    text = a_match().to_json()
    for end in range(len(text)):
        with pytest.raises(gr.InvalidSheet):
            gr.Match.from_json(text[:end])
    rng = random.Random(3)
    refused = 0
    for _ in range(3000):
        at = rng.randrange(len(text))
        changed = text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :]
        try:
            check(gr.Match.from_json(changed))
        except gr.InvalidSheet:
            refused += 1
    assert refused > 2000


def test_ten_thousand_hands():
    match = gr.Match(gr.MULTI_MATCH.replace(game_target=10_000_000))
    for number in range(10_000):
        match.record((number % 2, 20, "knock"))
    assert len(match.hands) == 10_000
    assert len(match.games) > 1000
