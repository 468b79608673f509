"""Benchmarks measure CPU time and put the time of one item into the report."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from workloads import signature as signature_of

Answers = Iterable[int] | str
_signatures: dict[str, str] = {}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the signatures, so that a run by hand tells whether behaviour changed."""
    if _signatures:
        terminalreporter.section("signatures of the answers")
        for name, code in _signatures.items():
            terminalreporter.write_line(f"{code}  {name}")


@pytest.fixture
def sign(benchmark) -> Callable[[Answers], None]:
    """Keeps the answers of a benchmark, whole numbers or a text, as one number for the report,
    so that a change of behaviour is seen."""

    def run(answers: Answers) -> None:
        code = signature_of(answers)
        benchmark.extra_info["signature"] = code
        _signatures[benchmark.name.removeprefix("bench_")] = code

    return run


@pytest.fixture
def per_item(benchmark, sign) -> Callable:
    """Times ``call`` in CPU time; ``items`` is how many pieces of work it does, ``bar``
    the most nanoseconds that one may take (bench/results.md shows both). ``signature``
    makes the answers to sign of what ``call`` gives."""

    def run(
        call: Callable[[], Any],
        items: int,
        bar: float,
        rounds: int = 15,
        *,
        signature: Callable[[Any], Answers],
    ):
        benchmark._timer = time.process_time
        benchmark.extra_info.update(items=items, bar_ns=bar)
        found = benchmark.pedantic(call, rounds=rounds, iterations=1, warmup_rounds=1)
        sign(signature(found))
        return found

    run.benchmark = benchmark
    return run


@pytest.fixture
def twice_as_fast(benchmark, sign) -> Callable:
    """Measures wall time with two threads against a bar of one thread's over 1.8, taking
    turns in one run; ``call(threads)`` does ``items`` pieces of work, and ``signature`` makes
    its answers, the same with one thread and two."""

    def run(
        call: Callable[[int], Any],
        items: int,
        rounds: int = 9,
        *,
        signature: Callable[[Any], Answers],
    ) -> None:
        best = {1: float("inf"), 2: float("inf")}
        one, two = (list(signature(call(threads))) for threads in best)
        assert one == two
        sign(one)

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
def peak_memory(benchmark, sign) -> Callable:
    """Measures by how many megabytes ``code`` raises the peak memory of a fresh interpreter.

    The code runs after ``setup``, whose peak counts as the ground it starts from; it leaves
    its answer, a whole number, in ``answer``."""

    def run(code: str, bar: float, setup: str = "") -> None:
        lines = [
            # Not ru_maxrss, which a child has from the process that started it.
            "import re; from pathlib import Path",
            "def peak(): return int(re.search(r'VmHWM:\\s*(\\d+)', "
            "Path('/proc/self/status').read_text())[1]) / 1024",
            setup,
            "before = peak()",
            code,
            "print(peak() - before, answer)",
        ]
        grown: list[float] = []

        def once() -> None:
            done = subprocess.run(
                [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
            )
            megabytes, answer = done.stdout.split()
            grown.append(float(megabytes))
            sign([int(answer)])

        benchmark.pedantic(once, rounds=1, iterations=1)
        benchmark.extra_info.update(items=1, bar_ns=bar, measured_ns=max(grown), unit="MB")
        assert max(grown) <= bar

    return run
