"""The file of a score keeper: a journal that only grows, and what keeps it whole.

The first line says what is scored, each further one what was done. Every line ends with a
check of itself and of all before it, so that a line that was cut short or changed is
recognised. A line is on the disk before anybody is told that it is, and no line is written
to a file that has changed since it was read.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ..cards import shown
from .options import UsageError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["FORMAT", "VERSION", "Journal", "SaveError"]

FORMAT: Final = "ginrummy score"
"""What the files of this module are called."""
VERSION: Final = 1
"""The version that this module writes and the newest that it reads."""

_LINE = re.compile(rb'(\{.*), "check": "([0-9a-f]{16})"\}')
_LONGEST_HEAD = 1 << 16
_PATIENCE = 5.0
_BEYOND = 1 << 40  # on Windows a lock bars reading too, so it lies where no file reaches
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
_NO_LINKS = (errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK)


class SaveError(UsageError):
    """An entry that could not be written; the file is as it was."""


class Journal:
    """What a file holds, and the only way to write to it.

    Make one with `create` or `open`.
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.head = _head(path, data)
        """The first line's values."""
        self.operations: list[dict[str, Any]] = []
        """What was done, in order; `append` does not add to it."""
        self.loss = ""
        """What cannot be read, in words; empty if all can."""
        self._data = data
        """The file as it was last seen."""
        self._good = b""
        """The part of it that is sound, with a line break at the end."""
        self._check = b""
        self._parse()

    @classmethod
    def create(cls, path: Path, head: Mapping[str, Any]) -> Journal:
        """Makes a file, which is there as a whole or not at all.

        Raises:
            UsageError: it cannot be made, or something has that name.
        """
        if not path.name or path.is_dir():
            raise UsageError(f"{path}: this names no file")
        line, _ = _line(b"", {"format": FORMAT, "version": VERSION, **head})
        try:
            _make(path, line)
        except FileExistsError:
            raise UsageError(f"{path}: it is there already; another name is needed") from None
        except OSError as error:
            raise UsageError(f"{path}: it cannot be made: {error.strerror or error}") from error
        return cls(path, line)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Reads a file; a part that is damaged is left out and told in ``loss``.

        Raises:
            UsageError: it cannot be read, is no score file, or is one of a newer version.
        """
        try:
            with _opened(path, write=False) as file:
                first = os.read(file, _LONGEST_HEAD)
                _head(path, first)
                return cls(path, first + _read_all(file))
        except FileNotFoundError:
            raise UsageError(
                f"{path}: there is no such file; 'ginrummy score new' makes one"
            ) from None
        except OSError as error:
            raise UsageError(f"{path}: it cannot be read: {error.strerror or error}") from error

    def append(self, operation: Mapping[str, Any]) -> None:
        """Puts one more line on the disk.

        Lines that were damaged are dropped now; whole ones among them are kept in a copy.

        Raises:
            SaveError: it cannot be written, or another keeper has changed the file.
        """
        line, check = _line(self._check, operation)
        try:
            with _opened(self.path, write=True) as file:
                self._compare(file)
                if b"\n" in self._data[len(self._good) :]:
                    _make(self.path.with_name(_spare(self.path)), self._data)
                whole = self._good + line
                _write(file, whole, min(len(self._data), len(self._good)), len(self._data))
        except FileNotFoundError:
            raise SaveError(f"{self.path}: the file is gone; nothing was written") from None
        except OSError as error:
            raise SaveError(
                f"{self.path}: the entry cannot be saved: {error.strerror or error}"
            ) from error
        self._data = self._good = whole
        self._check = check
        self.loss = ""

    def check_current(self) -> None:
        """Makes sure that nobody has changed the file since it was read.

        Raises:
            SaveError: somebody has, or it cannot be read any more.
        """
        try:
            with _opened(self.path, write=False) as file:
                self._compare(file)
        except FileNotFoundError:
            raise SaveError(f"{self.path}: the file is gone") from None
        except OSError as error:
            raise SaveError(f"{self.path}: {error.strerror or error}") from error

    def _compare(self, file: int) -> None:
        if _read_all(file) != self._data:
            raise SaveError(
                f"{self.path}: another keeper has changed this file meanwhile; nothing was "
                "written: look at it again (show) and repeat the entry"
            )

    def _parse(self) -> None:
        """Takes lines as long as their checks fit."""
        pieces = self._data.split(b"\n")
        if not pieces[-1]:
            pieces.pop()
        good = []
        for number, piece in enumerate(pieces, 1):
            found = _LINE.fullmatch(piece)
            check = b"" if found is None else _digest(self._check, found[1])
            if found is None or check != found[2]:
                if number == 1:
                    raise UsageError(
                        f"{self.path}: the first line was changed, so the rest means nothing"
                    )
                self._lose(number, pieces)
                break
            if number > 1:
                self.operations.append(json.loads(found[1] + b"}"))
            good.append(piece)
            self._check = check
        self._good = b"\n".join([*good, b""])

    def _lose(self, number: int, pieces: list[bytes]) -> None:
        after = len(pieces) - number
        kept = number - 2
        there = f"the {kept} entries before it are" if kept != 1 else "the entry before it is"
        if kept == 0:
            there = "no entry before it is"
        cut = not after and not self._data.endswith(b"\n")
        what = f"line {number} is {'cut short' if cut else 'damaged'} and lost"
        if after:
            what += f", with {after} more after it"
        self.loss = f"{what}; {there} there"


def _head(path: Path, data: bytes) -> dict[str, Any]:
    """The values of the first line, as far as its kind and version go."""
    first, end, _ = data.partition(b"\n")
    if not data:
        raise UsageError(f"{path}: the file is empty, no score file")
    try:
        values = json.loads(first)
    except (ValueError, RecursionError):
        if first.startswith(b'{"format": "ginrummy score"'):
            state = "damaged" if end else "cut short"
            raise UsageError(
                f"{path}: the first line is {state}: rules and names are lost, and nothing can "
                "be recovered"
            ) from None
        raise UsageError(f"{path}: this is no score file") from None
    name = values.get("format") if isinstance(values, dict) else None
    if name == "ginrummy sheet":
        raise UsageError(
            f"{path}: this is a sheet exported as JSON, for HollywoodSheet.from_json and its "
            "like; the keeper cannot go on with it"
        )
    if name != FORMAT:
        raise UsageError(f"{path}: this is no score file")
    version = values.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise UsageError(f"{path}: version {shown(version)} is no version")
    if version > VERSION:
        raise UsageError(
            f"{path}: version {shown(version)} is newer than {VERSION}, the newest that this "
            "ginrummy reads"
        )
    return dict(values)


def _digest(before: bytes, body: bytes) -> bytes:
    return hashlib.sha256(before + body).hexdigest()[:16].encode()


def _line(before: bytes, values: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """A line with its check, and the check."""
    body = json.dumps(values)[:-1].encode()
    check = _digest(before, body)
    return body + b', "check": "' + check + b'"}\n', check


def _read_all(file: int) -> bytes:
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _write(file: int, whole: bytes, start: int, size: int) -> None:
    """Makes the file ``whole``, of which the first ``start`` bytes stand there already."""
    os.lseek(file, start, os.SEEK_SET)
    if size > start:
        os.ftruncate(file, start)
    rest = memoryview(whole)[start:]
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(file, start)
        raise


def _make(path: Path, data: bytes) -> None:
    """Makes a file that is not there yet, as a whole and on the disk."""
    draft = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # unlike a rename it refuses to replace
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            draft.replace(path)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()
    if sys.platform != "win32":
        directory = os.open(path.parent, os.O_RDONLY)
        try:
            with contextlib.suppress(OSError):
                os.fsync(directory)
        finally:
            os.close(directory)


def _spare(path: Path) -> str:
    """A name for a copy, not there yet."""
    names = (f"{path.name}.damaged{f'-{n}' if n else ''}" for n in range(1_000_000))
    return next(name for name in names if not os.path.lexists(path.with_name(name)))


@contextlib.contextmanager
def _opened(path: Path, *, write: bool) -> Iterator[int]:
    """A file that no other keeper writes to meanwhile."""
    if not stat.S_ISREG(os.stat(path).st_mode):  # to open a pipe would wait for its other end
        raise UsageError(f"{path}: this is no file but something else")
    flags = (os.O_RDWR if write else os.O_RDONLY) | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags)
    try:
        _lock(file, path, write=write)
        yield file
    finally:
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                os.lseek(file, _BEYOND, os.SEEK_SET)
                msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
        os.close(file)


def _lock(file: int, path: Path, *, write: bool) -> None:
    until = time.monotonic() + _PATIENCE
    while not _try_lock(file, write=write):
        if time.monotonic() > until:
            raise SaveError(f"{path}: another keeper is writing to this file; try again")
        time.sleep(0.01)


def _try_lock(file: int, *, write: bool) -> bool:
    """Whether the lock is had; where the file system has none, it is as if it were."""
    try:
        if sys.platform == "win32":
            os.lseek(file, _BEYOND, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(file, 0, os.SEEK_SET)
        else:
            fcntl.flock(file, (fcntl.LOCK_EX if write else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return True
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True
