"""How a score sheet is shown, and the keeper who takes entries line by line."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable
from typing import Final

from ..errors import GinRummyError
from ..sheet import Sheet
from ..show import sheet_rich, sheet_text
from ..show._common import wrap
from . import streams
from .options import UsageError
from .score_file import SaveError
from .score_sheet import Keeper

__all__ = ["WORDS", "draw_sheet", "keep", "report", "report_loss"]

WORDS: Final = {
    "add": "add north 24 gin: enter a hand (the word add may be left out)",
    "undo": "take the last entry back",
    "fix": "fix 3 south 12: correct a hand",
    "notice": "give notice on a rolling sheet",
    "show": "the sheet and what comes next",
    "hands": "the same with every hand",
    "help": "these words",
    "quit": "leave; everything is saved",
}
"""What can be typed, and what it does."""

_NARROWEST = 20
_BOXES = "--boxes"


def report(keeper: Keeper, told: str) -> None:
    """Tells what was done to which file, the score, and what comes next."""
    _paragraph(f"{keeper.path}: {told}")
    if keeper.sheet.hands:
        _paragraph(keeper.standing())
    _paragraph(" ".join(keeper.outlook()))


def report_loss(keeper: Keeper) -> int:
    """Tells what of the file is lost; the exit code is 2 if anything is."""
    if not keeper.loss:
        return 0
    streams.complain(f"{keeper.path}: {keeper.loss}")
    return 2


def draw_sheet(keeper: Keeper, sheet: Sheet, *, hands: bool, color: bool) -> None:
    """Draws the sheet: with rich on a terminal, else as plain text."""
    _paragraph(str(keeper.path))
    streams.write("\n")
    fancy = streams.on_terminal() and streams.shows_suits()
    if fancy and importlib.util.find_spec("rich") is not None:
        from .drawing import Page

        page = Page(color=color)
        page.put(sheet_rich(sheet))
        for hand in sheet.hands if hands else ():
            page.text(f"{hand.number}. {hand.text}")
    else:
        streams.write(f"{sheet_text(sheet, width=_width(), hands=hands)}\n")
    if len(sheet.hands) == len(keeper.sheet.hands):
        for sentence in keeper.outlook()[1:]:
            _paragraph(sentence)


def keep(keeper: Keeper, *, color: bool) -> int:
    """Takes entries until there are no more; at a terminal a wrong one may be repeated, in a
    pipe it is the end, for what follows may depend on it."""
    from .prompt import ask, printable

    report_loss(keeper)
    report(keeper, "help tells what can be typed" if not streams.is_piped() else "ready")
    number = 0
    while True:
        try:
            entry = ask("")
        except EOFError:
            return 2 if keeper.loss else 0
        number += 1
        if not entry:
            continue
        if entry.lower() in ("quit", "exit", "q"):
            return 2 if keeper.loss else 0
        try:
            _obey(keeper, entry, color)
        except SaveError:
            raise  # the file and the sheet here are no longer the same
        except (GinRummyError, UsageError) as error:
            if streams.is_piped():
                raise UsageError(f"line {number}: {error}") from error
            _paragraph(printable(str(error)))


def _obey(keeper: Keeper, entry: str, color: bool) -> None:
    word, _, rest = entry.partition(" ")
    word = word.lower()
    if word in ("show", "hands", "help", "?", "undo", "notice") and rest:
        raise UsageError(f"{word} stands alone")
    alone: dict[str, Callable[[], str]] = {"undo": keeper.undo, "notice": keeper.notice}
    if word in ("show", "hands"):
        keeper.check_current()
        draw_sheet(keeper, keeper.drawn(), hands=word == "hands", color=color)
    elif word in ("help", "?"):
        for name, text in WORDS.items():
            _paragraph(f"{name:8}{text}")
    elif word in alone:
        report(keeper, alone[word]())
    elif word == "fix":
        at, _, hand = rest.partition(" ")
        if not hand:
            raise UsageError("a number and a hand are expected, such as 'fix 3 south 12'")
        report(keeper, keeper.fix(at, *_boxed(hand)))
    else:
        report(keeper, keeper.add(*_boxed(rest if word == "add" else entry)))


def _boxed(text: str) -> tuple[str, str | None]:
    """A hand, and what follows ``--boxes``."""
    hand, option, boxes = text.partition(_BOXES)
    return hand, boxes.lstrip(" =") if option else None


def _paragraph(text: str) -> None:
    width = _width() if streams.on_terminal() or os.environ.get("COLUMNS") else 0
    lines = wrap(text, width) if width else [text]
    streams.write("".join(f"{line}\n" for line in lines))


def _width() -> int:
    """Columns to use; in a pipe 80 unless ``COLUMNS`` says otherwise."""
    if not streams.on_terminal() and not os.environ.get("COLUMNS"):
        return 80
    return max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns)
