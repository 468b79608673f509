"""Where games are saved, and how a file is kept from being overwritten by mistake."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from ..files import write_safely
from ..records import Record
from ..table.records import FORMAT as TABLE_FORMAT
from ..table.records import TableRecord
from .game import FORMAT, Game
from .kinds import AnyRound, record_of
from .options import UsageError, naming

__all__ = [
    "Store",
    "find_unfinished",
    "fresh_path",
    "read_rounds",
    "record_round",
    "state_directory",
]


class Store:
    """One save file, which nobody else may change meanwhile.

    Args:
        path: the file.
        text: what it holds if it was read; None if it is to be made.
    """

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path = path
        self._text = text

    @classmethod
    def open(cls, path: Path) -> tuple[Store, Game]:
        """A store and the game in it.

        Raises:
            UsageError: the file cannot be read, or holds no sound game.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise UsageError(f"{path}: no save file of a game: {error.reason}") from error
        with naming(str(path)):
            return cls(path, text), Game.from_json(text)

    def save(self, game: Game) -> None:
        """Put the game on the disk: a crash leaves the state before or this one.

        Raises:
            UsageError: the file cannot be written, or another program has changed it.
        """
        text = game.to_json()
        try:
            with contextlib.suppress(FileNotFoundError):
                if self.path.read_text(encoding="utf-8", errors="replace") != self._text:
                    raise UsageError(
                        f"{self.path}: another program has changed this file; it is left as it is"
                    )
            write_safely(self.path, text)
        except OSError as error:
            raise UsageError(
                f"{self.path}: the game cannot be saved: {error.strerror or error}"
            ) from error
        self._text = text


def state_directory() -> Path:
    """Where games are saved if nothing else is said."""
    base = os.environ.get("XDG_STATE_HOME", "")
    # The XDG specification wants a relative path ignored.
    root = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state"
    return root / "ginrummy"


def fresh_path() -> Path:
    """A file for a new game, not there yet, in a directory that is.

    Raises:
        UsageError: the directory cannot be made.
    """
    directory = state_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{directory}: {error.strerror or error}; see --save") from error
    stem = time.strftime("game-%Y%m%d-%H%M%S")
    names = (f"{stem}{f'-{n}' if n else ''}.json" for n in range(1_000_000))
    return next(path for path in map(directory.joinpath, names) if not path.exists())


def find_unfinished() -> Iterator[tuple[Store, Game] | UsageError]:
    """The unfinished games in the state directory, the last played first; an error for
    each file that cannot be read."""
    dated: list[tuple[int, Path]] = []
    for path in state_directory().glob("game-*.json"):
        with contextlib.suppress(OSError):
            dated.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(dated, reverse=True):
        try:
            store, game = Store.open(path)
        except UsageError as error:
            yield error
            continue
        if not game.is_over:
            yield store, game


def record_round(directory: Path, round_: AnyRound) -> None:
    """Write a round's record, for ``ginrummy replay``.

    Raises:
        UsageError: it cannot be written, or a file of another round has its name.
    """
    seed = f"{round_.seed:x}"
    path = directory / f"round-{seed}-{round_.number + 1:03}.txt"
    text = record_of(round_).to_text()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if path.exists():
            # A resumed game writes its last round again; anything else is not ours to replace.
            if path.read_text(encoding="utf-8", errors="replace") != text:
                raise UsageError(f"{path}: another record is there already; it is left as it is")
            return
        write_safely(path, text)
    except OSError as error:
        raise UsageError(f"--record {directory}: {error.strerror or error}") from error


def read_rounds(path: Path) -> list[AnyRound]:
    """The rounds of a record, or of a saved game.

    Raises:
        UsageError: the file cannot be read, or is neither.
    """
    try:
        if f'"{FORMAT}"'.encode() in path.read_bytes()[:100]:
            return Store.open(path)[1].rounds
        with naming(str(path)):
            if TABLE_FORMAT.encode() in path.read_bytes()[:100]:
                return [TableRecord.load(path).replay()]
            return [Record.load(path).replay()]
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
