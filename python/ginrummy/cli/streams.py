"""Standard input and output as a command needs them: safe in any encoding and pipe."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from .options import UsageError

_SUITS = "♣♦♥♠"


def shows_suits() -> bool:
    """Whether standard output can carry the suit symbols."""
    try:
        _SUITS.encode(_encoding())
    except UnicodeEncodeError:
        return False
    return True


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def write(text: str) -> None:
    """Write to standard output; a character it cannot carry becomes ``?``."""
    if sys.stdout is not None:
        encoding = _encoding()
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))


def write_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write one line of JSON, in ASCII."""
    write(json.dumps(value) + "\n")


def complain(message: str) -> None:
    """Write one line to standard error, whatever the message quotes."""
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"ginrummy: {line}", file=sys.stderr, flush=True)


def lines() -> Iterator[tuple[int, str]]:
    """The lines of standard input that are not blank, with their numbers from 1."""
    if sys.stdin is None:
        raise UsageError("there is no standard input to read hands from")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Bytes that are no text make one bad line, not the end of the run.
        sys.stdin.reconfigure(errors="backslashreplace")
    for number, line in enumerate(sys.stdin, 1):
        text = line.removeprefix("\ufeff").strip()
        if text:
            yield number, text


def is_piped() -> bool:
    """Whether something may come through standard input."""
    return sys.stdin is not None and not sys.stdin.isatty()


def flush() -> None:
    """Flush standard output here, where a closed pipe can still be answered."""
    if sys.stdout is not None:
        sys.stdout.flush()


def leave() -> None:
    """Flush what can be written and drop the rest, or Python complains of it as it exits."""
    try:
        flush()
    except OSError:
        with suppress(OSError, ValueError):
            stdout = sys.stdout.fileno()
            devnull = os.open(os.devnull, os.O_WRONLY)
            os.dup2(devnull, stdout)
            os.close(devnull)


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"
