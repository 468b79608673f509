"""A progress bar on standard error, where that is a terminal; standard output stays clean."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

Report = Callable[[int, int], None]
"""Takes what is done and what is wanted."""


@contextmanager
def progress(what: str) -> Iterator[Report | None]:
    """Shows how far ``what`` is: a bar with rich, a percentage without it, nothing at all
    where nobody watches. What was shown is gone at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    except ModuleNotFoundError:
        yield _counter(what, sys.stderr)
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        return
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)


def _counter(what: str, terminal: TextIO) -> Report:
    def report(done: int, wanted: int) -> None:
        print(f"\r{what} {done / wanted:4.0%}", end="", file=terminal, flush=True)

    return report
