"""Benchmarks measure CPU time and put the time of one item into the report."""

import subprocess
import sys
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


@pytest.fixture
def twice_as_fast(benchmark) -> Callable:
    """Measures wall time with two threads against a bar of one thread's over 1.8, taking
    turns in one run; ``call(threads)`` does ``items`` pieces of work."""

    def run(call: Callable[[int], Any], items: int, rounds: int = 9) -> None:
        best = {1: float("inf"), 2: float("inf")}

        def both() -> None:
            for threads in best:
                start = time.perf_counter()
                call(threads)
                best[threads] = min(best[threads], time.perf_counter() - start)

        benchmark.pedantic(both, rounds=rounds, iterations=1, warmup_rounds=1)
        benchmark.extra_info.update(
            items=items,
            bar_ns=best[1] / items / 1.8 * 1e9,
            measured_ns=best[2] / items * 1e9,
        )

    return run


@pytest.fixture
def peak_memory(benchmark) -> Callable:
    """Measures by how many megabytes ``code`` raises the peak memory of a fresh interpreter.

    The code runs after ``setup``, whose peak counts as the ground it starts from."""

    def run(code: str, bar: float, setup: str = "") -> None:
        lines = [
            # Not ru_maxrss, which a child has from the process that started it.
            "import re; from pathlib import Path",
            "def peak(): return int(re.search(r'VmHWM:\\s*(\\d+)', "
            "Path('/proc/self/status').read_text())[1]) / 1024",
            setup,
            "before = peak()",
            code,
            "print(peak() - before)",
        ]
        grown: list[float] = []

        def once() -> None:
            done = subprocess.run(
                [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
            )
            grown.append(float(done.stdout))

        benchmark.pedantic(once, rounds=1, iterations=1)
        benchmark.extra_info.update(items=1, bar_ns=bar, measured_ns=max(grown), unit="MB")
        assert max(grown) <= bar

    return run
