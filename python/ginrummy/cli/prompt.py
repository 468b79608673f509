"""What a person types: lines from standard input, and the moves that they mean."""

from __future__ import annotations

import io
import re
import sys
from enum import StrEnum

from .. import Card, GinRummyError, IllegalMove, InvalidCard
from ..cards import shown
from ..moves import (
    ACCEPT,
    BIG_GIN,
    CLAIM,
    DONE,
    DRAW,
    PASS,
    REFUSE,
    TAKE,
    discard,
    knock,
    lay_meld,
    lay_off_card,
    parse_move,
)
from ..phases import Phase
from ..values import Meld
from ..view import View
from . import streams
from .options import whole
from .table import by_rank, split_lay, throws

__all__ = ["COMMANDS", "HELP", "Command", "ask", "best_knock", "lays", "read_entry"]

HELP = (
    ("t", "take the top card of the pile"),
    ("d", "draw from the stock"),
    ("p", "pass"),
    ("Th", "a card alone: throw it (rank A 2-9 T J Q K, suit c d h s)"),
    ("k Th", "knock, throwing that card"),
    ("k", "knock with the best throw"),
    ("g", "the same, only for gin"),
    ("b", "big gin: all cards melded"),
    ("h", "hint: what each throw leaves, and which knock"),
    ("u", "undo, back to your last decision"),
    ("m", "claim a misdeal"),
    ("a, r", "accept or refuse a knock over the limit"),
    ("1, 2 ..", "at the showdown: lay what has that number"),
    ("7s on 1", "lay that card on meld 1"),
    ("done", "nothing more to lay"),
    ("auto", "let the engine lay the rest"),
    ("Enter", "show the table again"),
    ("q", "quit; the game is saved"),
)

_WORDS = {
    "t": TAKE,
    "take": TAKE,
    "d": DRAW,
    "draw": DRAW,
    "p": PASS,
    "pass": PASS,
    "b": BIG_GIN,
    "big gin": BIG_GIN,
    "m": CLAIM,
    "claim misdeal": CLAIM,
    "a": ACCEPT,
    "accept": ACCEPT,
    "r": REFUSE,
    "refuse": REFUSE,
    "done": DONE,
}
_KNOCK = re.compile(r"(?:knock|gin|k|g)\s*(\S*)")
_ON = re.compile(r"(?:lay off |lay )?(\S+) on (?:meld )?([0-9]{1,2})")


class Command(StrEnum):
    """An entry that is no move."""

    SHOW = "show"
    UNDO = "undo"
    HINT = "hint"
    HELP = "help"
    QUIT = "quit"
    AUTO = "auto"


COMMANDS = {"": Command.SHOW, "?": Command.HELP, "exit": Command.QUIT}
COMMANDS |= {one.value: one for one in Command}
COMMANDS |= {one.value[0]: one for one in (Command.UNDO, Command.HINT, Command.QUIT)}


def ask(question: str) -> str:
    """One line from standard input, trimmed.

    What comes through a pipe is repeated, so that the output reads like a session.

    Raises:
        EOFError: there is no more.
    """
    streams.write(f"{question}> ")
    streams.flush()
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "backslashreplace":
        sys.stdin.reconfigure(errors="backslashreplace")  # bytes that are no text are an entry
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        streams.write("\n")
        raise EOFError
    entry = " ".join(line.removeprefix("\ufeff").split())
    if streams.is_piped():
        streams.write(f"{printable(entry[:60])}\n")
    return entry


def printable(text: str) -> str:
    """The text with control characters written out."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def read_entry(entry: str, view: View) -> int | Command:
    """The move or command that an entry means; whether it is legal is for the round to say.

    Raises:
        GinRummyError: it means nothing; the message says why.
    """
    text = entry.lower()
    if text in COMMANDS:
        return COMMANDS[text]
    if text in _WORDS:
        return _WORDS[text]
    if view.phase in (Phase.LAY_DOWN, Phase.LAY_OFF) and (move := _read_lay(text, view)):
        return move
    try:
        return discard(text)
    except InvalidCard as error:
        if found := _KNOCK.fullmatch(text):
            return knock(found[1]) if found[1] else best_knock(view, gin=text[0] == "g")
        if text.split()[0] in ("discard", "meld"):
            return parse_move(text)
        if found := _ON.fullmatch(text):
            return lay_off_card(found[1], int(found[2]) - 1)
        if len(text) <= 3 and text[-1] in "cdhs♣♦♥♠":
            raise
        raise IllegalMove(f"{shown(entry)} is no move; ? tells what can be typed") from error


def lays(view: View) -> list[int]:
    """The legal moves of a manual showdown that lay something, as they are numbered."""
    return [move for move in view.legal_moves if split_lay(move) is not None]


def _read_lay(text: str, view: View) -> int | None:
    """The move of a number in the list, of a card to lay off, or of the cards of a meld."""
    found = lays(view)
    number = whole(text)
    if number is not None:
        if not 1 <= number <= len(found):
            most = f"1 to {len(found)} are" if found else "nothing more can be laid; done ends it"
            raise IllegalMove(f"{number} is no number in the list: {most}")
        return found[number - 1]
    try:
        card = Card(text)
    except InvalidCard:
        try:
            return lay_meld(Meld(text))
        except GinRummyError:
            return None
    fits = [move for move in found if isinstance(one := split_lay(move), tuple) and one[0] == card]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise IllegalMove(f"{card} fits {len(fits)} melds: type a number of the list")
    raise IllegalMove(
        f"{card} cannot be laid off: it fits no meld that lies there, or is not loose"
    )


def best_knock(view: View, *, gin: bool) -> int:
    """The knock that leaves the least.

    Raises:
        IllegalMove: no throw leaves the limit or less, or none goes gin.
    """
    if view.phase is not Phase.THROW:
        raise IllegalMove("a card must be drawn or taken before a knock")
    found = throws(view)
    knocks = {card: count for card, (count, knocks) in found.items() if knocks}
    if not knocks:
        least = min(count for count, _ in found.values())
        raise IllegalMove(f"no knock yet: the best throw leaves {least}, the limit is {view.limit}")
    best = min(by_rank(knocks), key=lambda card: knocks[card])
    if gin and knocks[best]:
        raise IllegalMove(f"no gin yet: the best throw leaves {knocks[best]}; k knocks with it")
    return knock(best)
