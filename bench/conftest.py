"""Benchmarks measure CPU time and put the time of one item into the report."""

import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from workloads import signature as signature_of


@pytest.fixture
def per_item(benchmark) -> Callable:
    """Times ``call`` in CPU time; ``items`` is how many pieces of work it does, ``bar``
    the most nanoseconds that one may take (bench/results.md shows both). ``signature``
    makes the answers, whole numbers or a text, of what ``call`` gives: the report shows
    them as one number, so that a change of behaviour is seen."""

    def run(
        call: Callable[[], Any],
        items: int,
        bar: float,
        rounds: int = 15,
        signature: Callable[[Any], Iterable[int] | str] | None = None,
    ):
        benchmark._timer = time.process_time
        benchmark.extra_info.update(items=items, bar_ns=bar)
        found = benchmark.pedantic(call, rounds=rounds, iterations=1, warmup_rounds=1)
        if signature is not None:
            benchmark.extra_info["signature"] = signature_of(signature(found))
        return found

    run.benchmark = benchmark
    return run
