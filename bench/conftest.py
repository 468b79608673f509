"""Benchmarks measure CPU time and put the time of one item into the report."""

import time
from collections.abc import Callable

import pytest


@pytest.fixture
def per_item(benchmark) -> Callable:
    """Times ``call`` in CPU time; ``items`` is how many pieces of work it does, ``bar``
    the most nanoseconds that one may take (bench/results.md shows both)."""

    def run(call: Callable, items: int, bar: float, rounds: int = 15):
        benchmark._timer = time.process_time
        benchmark.extra_info.update(items=items, bar_ns=bar)
        return benchmark.pedantic(call, rounds=rounds, iterations=1, warmup_rounds=1)

    run.benchmark = benchmark
    return run
