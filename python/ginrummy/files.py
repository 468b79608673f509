"""Files that a crash cannot spoil."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["check_place", "write_safely"]


def write_safely(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Replaces a file as a whole and on the disk: a crash leaves the old or the new one.

    A link is followed, the permissions of the file stay. Text is written as UTF-8.

    Raises:
        OSError: it cannot be written, or the path is no plain file; it names the path.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with _draft_for(path) as (draft, target, handle):
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        draft.replace(target)


def check_place(path: str | os.PathLike[str]) -> None:
    """Tries whether `write_safely` could write there, and leaves everything as it is.

    Raises:
        OSError: it could not; it names the path.
    """
    with _draft_for(path) as (_, _, handle):
        os.close(handle)


@contextmanager
def _draft_for(path: str | os.PathLike[str]) -> Iterator[tuple[Path, Path, int]]:
    """An open file beside the one it may replace, which is removed if it did not."""
    try:
        target = Path(os.path.realpath(path))
        mode = 0o666
        if target.exists():
            if not target.is_file():
                raise OSError(errno.EINVAL, "no plain file")
            mode = stat.S_IMODE(target.stat().st_mode)
        draft = target.with_name(f".gin-{secrets.token_hex(8)}.tmp")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            yield draft, target, handle
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        # Of the draft that failed the caller knows nothing.
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from error
