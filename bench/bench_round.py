"""The round through the Python API: moves, views, copies."""

import random

import ginrummy as gr


def script(rounds: int) -> list[tuple[gr.Round, list[int]]]:
    """Rounds and the moves that play them."""
    rng = random.Random(2026)
    found = []
    for seed in range(rounds):
        round_ = gr.Round(gr.Rules(misdeal="off"), seed=seed)
        start = round_.copy()
        while not round_.is_over:
            round_.play(rng.choice(round_.legal_moves))
        found.append((start, list(round_.history)))
    return found


def bench_move(per_item):
    """One move through the API: ``legal_moves`` and ``play``."""
    rounds = script(200)
    moves = sum(len(history) for _, history in rounds)

    def run():
        legal = 0
        for start, history in rounds:
            round_ = start.copy()
            for move in history:
                legal += len(round_.legal_moves)
                round_.play(move)
        return legal

    legal = per_item(run, moves, 1_000, signature=lambda legal: [legal])
    assert legal > moves


def middle() -> gr.Round:
    """A round after twenty turns."""
    for start, history in script(50):
        if len(history) > 60:
            for move in history[:42]:
                start.play(move)
            return start
    raise AssertionError("no long round")


def bench_view(per_item):
    round_ = middle()
    calls = 20_000

    def run():
        for _ in range(calls):
            view = round_.view(0)
        return view

    def cards(view):
        return [card.index for card in (*view.hand, *view.pile)]

    assert per_item(run, calls, 2_000, signature=cards) == round_.view(0)


def bench_copy(per_item):
    round_ = middle()
    calls = 20_000

    def run():
        for _ in range(calls):
            twin = round_.copy()
        return twin

    assert per_item(run, calls, 300, signature=lambda twin: [twin.hash64]) == round_


def bench_undo(per_item):
    """An undo and the move again, in the middle of a round (no bar was set)."""
    round_ = middle()
    last = round_.history[-1]
    calls = 2_000

    def run():
        for _ in range(calls):
            round_.undo()
            round_.play(last)
        return round_.hash64

    before = round_.hash64
    assert per_item(run, calls, 20_000, signature=lambda after: [after]) == before


def bench_determinize(per_item):
    """A full round from a view in the middle (no bar was set)."""
    view = middle().view(0)
    calls = 2_000

    def run():
        for seed in range(calls):
            sampled = gr.determinize(view, seed)
        return sampled

    sampled = per_item(run, calls, 50_000, signature=lambda sampled: [sampled.hash64])
    assert sampled.view(0) == view
