"""The files that options of a command name, for what it finds."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from ..files import check_place, write_safely
from . import streams
from .options import UsageError

STDOUT: Final = "-"
"""The name that stands for standard output, which is then all the command writes there."""


def leaves_stdout(option: str, path: str | None, json: bool) -> bool:
    """Whether an option's file leaves standard output to what else the command shows.

    Raises:
        UsageError: it does not, and JSON is to go there as well.
    """
    if path != STDOUT:
        return True
    if json:
        raise UsageError(f"{option} - and --json: standard output takes one of them")
    if sys.stdout is None:
        raise UsageError(f"{option} -: there is no standard output")
    return False


@contextmanager
def opened(path: str) -> Iterator[TextIO]:
    """A file to write to line by line, opened before the work begins. What it holds is kept
    until `emptied`, and no empty file is left if nothing is written. Standard output, under
    any name, is the stream that everything else goes to."""
    if sys.stdout is not None and (path == STDOUT or _is_stdout(path)):
        yield sys.stdout
        return
    where = Path(path)
    fresh = not where.exists()
    with where.open("a", encoding="utf-8", newline="") as file:
        try:
            yield file
        finally:
            if fresh and where.is_file() and where.stat().st_size == 0:
                where.unlink()


def emptied(file: TextIO, path: str) -> TextIO:
    """An `opened` file without what it held; a stream, a pipe or a device has nothing to drop."""
    if file is not sys.stdout and Path(path).is_file():
        file.truncate(0)
    return file


class Output:
    """A file to write at the end, which is tried before the work begins.

    A plain file is replaced as a whole, and left alone until then. A pipe or a device is
    opened at once and written to. Standard output under any name (``/dev/stdout``) is
    written to like everything else that goes there, even if it is a file; so it is as ``-``,
    of which `leaves_stdout` tells.

    Raises:
        UsageError: it cannot be written, which `write` may find out too.
    """

    def __init__(self, option: str, path: str) -> None:
        self._name = f"{option} {path}"
        self._path = path
        self._handle: int | None = None
        self._is_stdout = path == STDOUT or _is_stdout(path)
        if self._is_stdout:
            return
        try:
            where = Path(path)
            if not where.exists() or where.is_file() or where.is_dir():
                check_place(path)  # which refuses a directory
            else:
                self._handle = os.open(path, os.O_WRONLY)
        except OSError as error:
            raise self._refused(error) from error

    def write(self, content: str | bytes) -> None:
        """Write all there is to write."""
        if self._is_stdout and isinstance(content, str):
            streams.write(content)  # its errors are those of standard output
            return
        try:
            if self._handle is None:
                write_safely(self._path, content)
            else:
                with open(self._handle, "wb") as file:
                    file.write(content.encode() if isinstance(content, str) else content)
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> UsageError:
        return UsageError(f"{self._name}: {error.strerror or error}")


def _is_stdout(path: str) -> bool:
    try:
        return sys.stdout is not None and os.path.samestat(
            os.fstat(sys.stdout.fileno()), os.stat(path)
        )
    except (OSError, ValueError):  # nothing has that name, or the stream has no number
        return False
