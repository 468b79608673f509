"""Files that a crash cannot spoil."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path

__all__ = ["write_safely"]


def write_safely(path: str | os.PathLike[str], text: str) -> None:
    """Replaces a file as a whole and on the disk: a crash leaves the old or the new one.

    A link is followed, the permissions of the file stay.

    Raises:
        OSError: it cannot be written, or the path is no plain file; it names the path.
    """
    try:
        _replace(path, text)
    except OSError as error:
        # Of the draft that failed the caller knows nothing.
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from error


def _replace(path: str | os.PathLike[str], text: str) -> None:
    target = Path(os.path.realpath(path))
    mode = 0o666
    if target.exists():
        if not target.is_file():
            raise OSError(errno.EINVAL, "no plain file", str(path))
        mode = stat.S_IMODE(target.stat().st_mode)
    draft = target.with_name(f".gin-{secrets.token_hex(8)}.tmp")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(mode)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
