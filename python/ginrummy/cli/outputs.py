"""The files that options of a command name, for what it finds."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..files import check_place, write_safely
from . import streams
from .options import UsageError


class Output:
    """A file to write at the end, which is tried before the work begins.

    A plain file is replaced as a whole, and left alone until then. A pipe or a device is
    opened at once and written to. Standard output under any name (``/dev/stdout``) is
    written to like everything else that goes there, even if it is a file.

    Raises:
        UsageError: it cannot be written, which `write` may find out too.
    """

    def __init__(self, option: str, path: str) -> None:
        self._name = f"{option} {path}"
        self._path = path
        self._handle: int | None = None
        if path == "-":
            raise UsageError(f"{option} -: a path is expected; standard output is /dev/stdout")
        self._is_stdout = _is_stdout(path)
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
