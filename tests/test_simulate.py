"""Simulations: the same rounds on both implementations, on every path and however shared out."""

import pickle

import numpy as np
import pytest

import ginrummy as gr
from ginrummy import _core
from ginrummy.decks import engine
from simulations import PARTY, WHOLE, check_rows, contests, key_of, row_of, same

BOTH = ("core", "reference")


@pytest.mark.parametrize("seed", range(6))
def test_core_and_reference_play_the_same_rounds(seed):
    """Rules of every kind, two to four players, automatic and manual showdowns."""
    for rules, players, dealer, key in contests(seed, 12):
        core, naive = (
            gr.simulate(rules, players, 3, seed=key, dealer=dealer, implementation=name)
            for name in BOTH
        )
        same(core, naive)
        assert core.round(1).history == naive.round(1).history


@pytest.mark.parametrize("path", _core.simulation_paths())
@pytest.mark.parametrize("seed", range(4))
def test_the_lean_loop_plays_as_the_state_machine(path, seed):
    """Move for move, over 4 x 60 rules; the results are those of the rounds replayed."""
    for rules, players, dealer, key in contests(seed, 60, lean=True):
        seat = -1 if dealer is None else dealer
        simulator = _core.Simulator(rules, list(players), key_of(key), seat, path)
        assert simulator.lean
        for number in range(20):
            assert simulator.lean_moves(number) == simulator.moves(number), (rules, players)
        simulation = gr.simulate(rules, players, 4, seed=key, dealer=dealer)
        for number in range(4):
            row = {name: int(column[number]) for name, column in simulation.columns.items()}
            assert row == row_of(simulation.round(number)), (rules, players)


def test_the_rounds_are_these():
    """Rounds of a seed stay the same from version to version and machine to machine."""
    found = gr.simulate(rounds=20_000, seed=2026, players=("simple", "random"))
    assert found.summary().outcomes == {
        gr.Outcome.KNOCK: 19_297,
        gr.Outcome.GIN: 610,
        gr.Outcome.BIG_GIN: 12,
        gr.Outcome.UNDERCUT: 21,
        gr.Outcome.DEAD: 35,
        gr.Outcome.MISDEAL: 25,
    }
    weights = np.arange(1, 20_001)
    sums = {name: int(weights @ column) for name, column in found.columns.items()}
    assert sums["turns"] == 3_204_158_625
    assert (sums["score_0"], sums["score_1"]) == (9_885_113_515, 17_156_397)


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    "rules",
    [gr.Rules(), gr.Rules(showdown="manual"), PARTY, gr.find_variant("oklahoma_second_deck")],
    ids=["standard", "manual", "party", "second deck"],
)
def test_a_round_can_be_played_again(name, rules):
    simulation = gr.simulate(rules, rounds=6, seed=5, first_round=2**40, implementation=name)
    for place, number in enumerate(simulation.columns["number"]):
        round_ = simulation.round(number)
        assert round_.implementation == name
        assert round_.is_over
        dealt = gr.Round(simulation.rules, seed=5, number=number, dealer=round_.dealer)
        assert round_.deck == dealt.deck
        assert round_.knock_card == dealt.knock_card
        record = gr.Record.from_text(gr.Record.of(round_).to_text())
        assert record.replay() == round_
        row = {key: int(column[place]) for key, column in simulation.columns.items()}
        assert row == row_of(round_)
    with pytest.raises(gr.InvalidSimulation, match=f"number={2**40 + 6}"):
        simulation.round(2**40 + 6)


@pytest.mark.parametrize("number", [3_952_799, 5_913_466])
def test_decks_for_which_a_word_is_drawn_again(number):
    """Once in some millions of decks a word would favour some cards."""
    for rules in (gr.Rules(), gr.find_variant("oklahoma_second_deck").rules):
        simulator = _core.Simulator(rules.replace(max_turns=300), ["simple"] * 2, key_of(7), -1)
        assert simulator.lean_moves(number) == simulator.moves(number)
        gr.simulate(rules, rounds=1, seed=7, first_round=number).round(number)


def test_long_rounds_use_up_their_words():
    """Blocks of words beyond those that are made in advance."""
    # Three cards each leave a long stock: 112 words a player are seven blocks.
    rules = gr.Rules(hand_size=3, wall_stock=0, knock_limit=0, misdeal="off", max_turns=300)
    simulator = _core.Simulator(rules, ["random"] * 2, key_of(3), -1)
    longest = 0
    for number in range(600):
        moves = simulator.lean_moves(number)
        assert moves == simulator.moves(number)
        longest = max(longest, len(moves))
    assert longest > 224


@pytest.mark.parametrize("name", BOTH)
def test_the_players_chances_come_from_their_own_streams(name):
    """As specified: blocks from (seat + 1) * 2**32, below(k) of the options in order."""
    simulation = gr.simulate(
        gr.Rules(misdeal="off"), ("random", "random"), 12, seed=11, implementation=name
    )
    for number in range(12):
        streams = [
            engine(name).Random(key_of(11), number, first_block=(seat + 1) * 2**32)
            for seat in range(2)
        ]
        played = simulation.round(number)
        again = gr.Round(simulation.rules, seed=11, number=number, dealer=number % 2)
        for move in played.history:
            legal = again.legal_moves
            choice = streams[again.turn].below(len(legal)) if len(legal) > 1 else 0
            assert legal[choice] == move
            again.play(move)


@pytest.mark.parametrize("name", BOTH)
def test_dealers(name):
    for seats, dealer in ((2, None), (3, None), (4, None), (3, 2), (2, 1)):
        simulation = gr.simulate(
            PARTY, ["random"] * seats, 8, seed=1, dealer=dealer, first_round=5, implementation=name
        )
        wanted = [(5 + n) % seats if dealer is None else dealer for n in range(8)]
        assert simulation.columns["dealer"].tolist() == wanted
        assert simulation.dealer == dealer
        assert simulation.round(6).starter == (wanted[1] + 1) % seats


@pytest.mark.parametrize(
    "shared", [{"threads": 1}, {"threads": 2}, {"threads": 3, "chunk": 7}, {"chunk": 4_999}]
)
def test_however_shared_out_the_answer_is_the_same(shared):
    same(gr.simulate(**WHOLE, **shared), gr.simulate(**WHOLE))


def test_rounds_go_on_where_others_ended():
    whole = gr.simulate(**WHOLE)
    part = gr.simulate(**WHOLE | {"rounds": 2_000}, first_round=1_500)
    check_rows(part, whole, slice(1_500, 3_500))
    last = gr.simulate(seed=1, rounds=3, first_round=2**64 - 3)
    assert last.columns["number"].tolist() == [2**64 - 3, 2**64 - 2, 2**64 - 1]
    assert last.round(2**64 - 1).is_over


@pytest.mark.parametrize("name", BOTH)
def test_capped_hands_are_dead_for_their_own_reason(name):
    simulation = gr.simulate(
        gr.Rules(misdeal="off"), rounds=20, seed=4, max_turns=3, implementation=name
    )
    assert simulation.rules.max_turns == 3
    capped = gr.Simulation.OUTCOMES.index(gr.Outcome.CAPPED)
    rows = simulation.columns["outcome"] == capped
    assert simulation.summary().outcomes[gr.Outcome.CAPPED] == rows.sum() > 15
    assert set(simulation.columns["turns"][rows].tolist()) == {3}
    assert set(simulation.columns["winner"][rows].tolist()) == {-1}
    assert set(simulation.deadwood[rows].ravel().tolist()) == {-1}
    own = gr.simulate(gr.Rules(max_turns=2), rounds=5, seed=4, implementation=name)
    assert own.rules.max_turns == 2
    assert own.columns["turns"].max() <= 2


def test_columns():
    simulation = gr.simulate(PARTY, ["simple"] * 3, 500, seed=9)
    kinds = {name: column.dtype for name, column in simulation.columns.items()}
    assert kinds == {
        "number": np.uint64,
        "dealer": np.uint8,
        "outcome": np.uint8,
        "winner": np.int8,
        "knocker": np.int8,
        "points": np.int32,
        "multiplier": np.uint8,
        "turns": np.int32,
        **{f"score_{seat}": np.int32 for seat in range(3)},
        **{f"deadwood_{seat}": np.int16 for seat in range(3)},
    }
    assert {column.shape for column in simulation.columns.values()} == {(500,)}
    assert simulation.scores.shape == simulation.deadwood.shape == (500, 3)
    assert len(simulation) == simulation.wanted == 500
    rows = zip(
        simulation.columns["knocker"].tolist(),
        simulation.deadwood.tolist(),
        simulation.knocker_deadwood.tolist(),
        simulation.defender_deadwood.tolist(),
        strict=True,
    )
    for knocker, left, own, others in rows:
        assert own == (left[knocker] if knocker >= 0 else -1)
        assert others == (min(left[:knocker] + left[knocker + 1 :]) if knocker >= 0 else -1)
    twin = pickle.loads(pickle.dumps(simulation))
    same(twin, simulation)
    assert repr(twin) == "<Simulation simple v simple v simple: 500 rounds>"


def test_without_columns_there_is_the_summary():
    bare = gr.simulate(**WHOLE, columns=False)
    assert bare.summary() == gr.simulate(**WHOLE).summary()
    for wanted in ("columns", "scores", "deadwood", "knocker_deadwood"):
        with pytest.raises(gr.InvalidSimulation, match="columns=False"):
            getattr(bare, wanted)
    assert bare.round(17).is_over


def test_a_seed_is_made_up_and_told():
    first, second = (gr.simulate(rounds=50) for _ in range(2))
    assert first.seed != second.seed
    same(gr.simulate(rounds=50, seed=first.seed), first)


@pytest.mark.parametrize("name", BOTH)
def test_progress_is_told(name):
    told = []
    gr.simulate(
        rounds=30,
        seed=1,
        chunk=4,
        threads=2,
        progress=lambda done, wanted: told.append((done, wanted)),
        implementation=name,
    )
    assert told == sorted(told)
    assert told[-1] == (30, 30)
    assert len(told) == 8  # once a chunk, however many of them are done when it looks


def test_an_error_of_the_progress_is_not_swallowed():
    def fail(*_):
        raise LookupError("the disk is full")

    with pytest.raises(LookupError, match="the disk is full"):
        gr.simulate(**WHOLE, chunk=100, progress=fail)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"rounds": 0}, gr.InvalidSimulation, "rounds=0"),
        ({"progress": 5}, gr.InvalidSimulation, "progress=5: a function is expected"),
        ({"rounds": -5}, gr.InvalidSimulation, "rounds=-5"),
        ({"rounds": 1e6}, gr.InvalidSimulation, "rounds=1000000.0"),
        ({"rounds": 10**15}, gr.InvalidSimulation, r"33,000,000\.0 GB .*columns=False"),
        ({"rounds": 2**63 - 1}, gr.InvalidSimulation, "columns=False"),
        ({"rounds": True}, gr.InvalidSimulation, "rounds=True"),
        ({"rounds": "many"}, gr.InvalidSimulation, "rounds='many'"),
        ({"players": ("simple", "clever")}, gr.InvalidSimulation, r"players\[1\]='clever'"),
        ({"players": ("simple", None)}, gr.InvalidSimulation, r"players\[1\]=None"),
        ({"players": "simple"}, gr.InvalidSimulation, "players='simple'"),
        ({"players": 2}, gr.InvalidSimulation, "players=2"),
        ({"players": ("simple",)}, gr.InvalidRound, "players=1"),
        ({"players": ("simple",) * 3}, gr.InvalidRound, "players=3: these rules are for two"),
        ({"players": ("simple",) * 5, "rules": PARTY}, gr.InvalidRound, "players=5"),
        ({"rules": "standard"}, gr.InvalidRules, "'standard'"),
        ({"rules": gr.Rules(knock_limit=999)}, gr.InvalidRound, "every deal is a misdeal"),
        ({"seed": -1}, gr.InvalidSeed, "seed=-1"),
        ({"seed": 2**256}, gr.InvalidSeed, "seed="),
        ({"seed": 1.5}, gr.InvalidSeed, "seed=1.5"),
        ({"threads": 0}, gr.InvalidSimulation, "threads=0"),
        ({"threads": 2.0}, gr.InvalidSimulation, "threads=2.0"),
        ({"executor": 3}, gr.InvalidSimulation, "executor=3"),
        ({"executor": 3, "threads": 1}, gr.InvalidSimulation, "not both"),
        ({"dealer": 2}, gr.InvalidRound, "dealer=2 is no seat"),
        ({"dealer": "winner"}, gr.InvalidRound, "dealer='winner' is no seat"),
        ({"first_round": -1}, gr.InvalidSimulation, "first_round=-1"),
        ({"first_round": 2**64 - 1, "rounds": 2}, gr.InvalidSimulation, "the last round"),
        ({"max_turns": None}, gr.InvalidSimulation, "max_turns=None"),
        ({"max_turns": 0}, gr.InvalidSimulation, "max_turns=0"),
        ({"chunk": 0}, gr.InvalidSimulation, "chunk=0"),
        ({"columns": 1}, gr.GinRummyError, "columns=1"),
        ({"implementation": "fast"}, gr.InvalidRound, "implementation='fast'"),
    ],
)
def test_bad_input(given, error, message):
    with pytest.raises(error, match=message):
        gr.simulate(**{"rounds": 10} | given)


@pytest.mark.parametrize("confidence", [0, 1, 1.5, -0.1, "high", None, float("nan"), 1 - 2**-53])
def test_bad_confidence(confidence):
    simulation = gr.simulate(rounds=10, seed=1)
    with pytest.raises(gr.InvalidSimulation, match="confidence="):
        simulation.summary(confidence)


def test_the_whole_package_on_the_reference(run_python):
    """No core is loaded, and the rounds are the same."""
    code = (
        "import sys, ginrummy as gr\n"
        "found = gr.simulate(rounds=4, seed=1)\n"
        "print(found.round(2).implementation, 'ginrummy._core' in sys.modules)\n"
        "print(found.scores.tolist())\n"
    )
    done = run_python(code, GINRUMMY_IMPLEMENTATION="reference")
    scores = gr.simulate(rounds=4, seed=1).scores.tolist()
    assert done.stdout == f"reference False\n{scores}\n", done.stderr
