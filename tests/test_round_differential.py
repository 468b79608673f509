"""The C++ round against the naive one: whole random rounds, move by move.

Everything is compared after each move: legal moves, every attribute, events, the view of
every seat, the hash, the result; and what is refused.
"""

import random

import pytest

import ginrummy as gr
from rounds import likely_move, random_deal

STATE = (
    *("turn", "phase", "players", "dealer", "starter", "limit", "gin_only", "multiplier"),
    *("stock_count", "turns", "taken", "drawn", "knocker", "thrown", "exposed"),
)
METHODS = ("legal_moves", "hash", "history", "pile", "stock", "deck", "events", "result")
VIEW = (
    *("player", "players", "dealer", "starter", "turn", "phase", "limit", "gin_only"),
    *("multiplier", "knock_card", "hand", "pile", "stock_count", "turns", "taken", "drawn"),
    *("knocker", "thrown", "events", "exposed", "shown", "laid", "own_melds", "legal", "over"),
)


def plain(value):
    """Lists and tuples alike: the engines may choose either."""
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def raw(round_):
    state = round_._state
    found = {name: plain(getattr(state, name)) for name in STATE}
    found |= {name: plain(getattr(state, name)()) for name in METHODS}
    for seat in range(round_.players):
        found["hand", seat] = state.hand(seat)
        view = state.view(seat)
        found |= {(name, seat): plain(getattr(view, name)) for name in VIEW}
    return found


def check_same(core, naive):
    first, second = raw(core), raw(naive)
    differing = [key for key in first if first[key] != second[key]]
    assert not differing, [(key, first[key], second[key]) for key in differing]
    assert core.result == naive.result


def refused(round_, move):
    before = round_.hash64
    with pytest.raises(gr.IllegalMove) as caught:
        round_.play(move)
    assert round_.hash64 == before
    return type(caught.value)


@pytest.mark.parametrize("seed", range(16))
def test_whole_rounds(seed):
    """16 x 25 rounds of random rules, about 20,000 moves."""
    rng = random.Random(seed)
    for _ in range(25):
        rules, options = random_deal(rng)
        core = gr.Round(rules, **options, implementation="core")
        naive = gr.Round(rules, **options, implementation="reference")
        assert (core.implementation, naive.implementation) == ("core", "reference")
        sense = rng.random()
        check_same(core, naive)
        while not core.is_over:
            wrong = rng.randrange(1_600)
            if wrong not in core.legal_moves:
                assert refused(core, wrong) is refused(naive, wrong)
            move = likely_move(rng, core, sense)
            core.play(move)
            naive.play(move)
            check_same(core, naive)
            if rng.random() < 0.03:
                assert core.undo() == naive.undo() == move
                check_same(core, naive)
                core.play(move)
                naive.play(move)
        assert refused(core, 0) is refused(naive, 0) is gr.RoundOver


def test_every_rule_combination_is_reached():
    """The random rules cover each choice of each field, so the test above means something."""
    rng = random.Random(1)
    seen: dict[str, set] = {}
    outcomes = set()
    for _ in range(600):
        rules, options = random_deal(rng)
        for name, value in rules.to_dict().items():
            seen.setdefault(name, set()).add(str(value))
        round_ = gr.Round(rules, **options)
        sense = rng.random()
        while not round_.is_over:
            round_.play(likely_move(rng, round_, sense))
        outcomes.add(round_.result.outcome)
    for name in ("deal", "misdeal", "wall", "fiftieth_scope", "showdown", "over_limit"):
        assert seen[name] == {one.value for one in type(getattr(gr.Rules(), name))}, name
    rare = {gr.Outcome.CANCELLED, gr.Outcome.BIG_GIN, gr.Outcome.TIE}
    on_table = {gr.Outcome.OUT, gr.Outcome.KALOOKI, gr.Outcome.STOCK_END}
    assert outcomes >= set(gr.Outcome) - rare - on_table
