"""How far a long command is, on standard error and only where that is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE: Final = 0.5  # seconds: what ends before needs no bar


class ProgressBar:
    """Called with (done, of how many). A bar if rich is installed, a plain line if not.

    Args:
        title: what is being done.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._wanted = sys.stderr is not None and sys.stderr.isatty()
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._plain = 0

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
        elif self._plain:
            print(f"\r{' ' * self._plain}\r", end="", file=sys.stderr, flush=True)

    def __call__(self, done: int, total: int) -> None:
        """Show that so much is done."""
        if not self._wanted or time.monotonic() - self._start < _PATIENCE:
            return
        if self._bar is None and not self._plain:
            self._open(total)
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done)
        else:
            text = f"{self._title} {done / total:4.0%}"
            print(f"\r{text}", end="", file=sys.stderr, flush=True)
            self._plain = len(text)

    def _open(self, total: int) -> None:
        try:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "rich":
                raise
            return
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._title, total=total)
        self._bar.start()
