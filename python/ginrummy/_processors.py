"""How many processors there are to work on, and which code they are to run."""

from __future__ import annotations

import os
from collections.abc import Sequence

from .cards import shown

__all__ = ["available_threads", "chosen_path"]


def available_threads() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chosen_path(path: str | None, known: Sequence[str]) -> str:
    """The code path to take of those that this machine has, the best one last: the one
    named, or that of ``GINRUMMY_PATH``, or the best.

    Raises:
        ValueError: the machine has no such path.
    """
    chosen = path if path is not None else os.environ.get("GINRUMMY_PATH") or known[-1]
    if chosen not in known:
        where = "path" if path is not None else "GINRUMMY_PATH"
        raise ValueError(f"{where}={shown(chosen)}: this machine has {', '.join(known)}")
    return chosen
