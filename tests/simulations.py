"""What the tests of simulations share."""

import random

import numpy as np

import ginrummy as gr
from rounds import random_rules

PARTY = gr.find_variant("oklahoma_party").rules
WHOLE = {"players": ("simple", "random"), "rounds": 5_000, "seed": 8}


def key_of(seed: int) -> bytes:
    return seed.to_bytes(32, "little")


def contests(seed: int, count: int, *, lean: bool = False):
    """Rules, players and dealer of random contests: of the lean loop alone, or of any kind."""
    rng = random.Random(seed)
    found = 0
    while found < count:
        seats = 2 if lean else rng.choice((2, 2, 3, 4))
        changes = {}
        if lean:
            changes |= {"party": None, "showdown": "automatic"}
        rules = random_rules(rng, seats).replace(**changes)
        if rng.random() < 0.2 and seats == 2:
            rules = rules.replace(hand_size=rng.choice((3, 5, 8, 12, 18)), wall_stock=2)
        if rng.random() < 0.2 and rules.party is None and not rules.gin_forced:
            rules = rules.replace(auto_lay_down="best_against")
        if rules.max_turns is None:
            rules = rules.replace(max_turns=300)
        try:
            gr.Round(rules, seed=0, players=seats)
        except gr.InvalidRound:  # every deal a misdeal
            continue
        found += 1
        players = tuple(rng.choice(("random", "simple")) for _ in range(seats))
        yield rules, players, rng.choice((None, *range(seats))), rng.randrange(2**256)


def same(first: gr.Simulation, second: gr.Simulation) -> None:
    """The same summary and the same rows."""
    assert first.summary() == second.summary()
    check_rows(first, second, slice(None))


def check_rows(part: gr.Simulation, whole: gr.Simulation, rows) -> None:
    """The rows of one are these rows of the other."""
    assert list(part.columns) == list(whole.columns)
    for name, column in part.columns.items():
        assert column.dtype == whole.columns[name].dtype
        assert np.array_equal(column, whole.columns[name][rows]), name


def row_of(round_: gr.Round) -> dict[str, int]:
    """The row of a round that has been played."""
    result = round_.result
    row = {
        "number": round_.number,
        "dealer": round_.dealer,
        "outcome": list(gr.Outcome).index(result.outcome),
        "winner": -1 if result.winner is None else result.winner,
        "knocker": -1 if result.knocker is None else result.knocker,
        "points": result.points,
        "multiplier": result.multiplier,
        "turns": round_.turns,
    }
    left = dict.fromkeys(range(round_.players), -1)
    if result.knocker is not None:
        left[result.knocker] = result.spread.deadwood
        left |= {seat: layoff.deadwood for seat, layoff in result.layoffs}
    row |= {f"score_{seat}": score for seat, score in enumerate(result.scores)}
    return row | {f"deadwood_{seat}": count for seat, count in left.items()}
