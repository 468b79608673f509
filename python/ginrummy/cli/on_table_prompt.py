"""What a person types at a table game, and the moves that it means."""

from __future__ import annotations

import itertools
import re

from .. import GinRummyError, IllegalMove
from ..cards import shown, tokens
from ..table.cards import TableCard
from ..table.melds import Slot
from ..table.moves import (
    Build,
    Claim,
    Discard,
    Draw,
    Lay,
    MoveJoker,
    Pass,
    TableMove,
    Take,
    parse_table_move,
)
from ..table.rules import MahjongRules
from ..table.state import TablePhase
from ..table.view import TableView
from .options import whole
from .prompt import COMMANDS, Command

__all__ = ["help_rows", "offers", "read_table_entry"]

_MOST_OFFERED = 12

_HELP = (
    ("d", "draw from the stock"),
    ("t", "take the top card of the pile"),
)
_HELP_MAHJONG = (
    ("t 3", "take the top three; the lowest must go into a meld you lay at once"),
    ("p", "leave the pile when the stock is out: the hand ends"),
    ("8c 8d 8h", "three cards and more: lay this meld"),
    ("7h on 2", "add a card to meld 2, whoever laid it"),
)
_HELP_KALOOKI = (
    ("8c 8d JK", "three cards and more: lay this meld"),
    ("8c 8d JK | 4h 5h 6h", "open with several melds, which must total enough"),
    ("4h 5h JK=6h", "a joker in a run with the card it stands for"),
    ("7h on 2", "build on meld 2, or claim its joker that stands for the card"),
    ("JK=7h on 2", "build a joker as that card"),
    ("8h 8s on 1", "claim the joker of a set with both missing suits"),
    ("joker on 2 high", "move a joker to that end of its run, and build there next"),
)
_HELP_REST = (
    ("Th", "a card alone: throw it (rank A 2-9 T J Q K, suit c d h s)"),
    ("1, 2 ..", "play what has that number in the list"),
    ("h", "hint: what the computer would do"),
    ("auto", "let the computer make this move"),
    ("u", "undo, back to your last decision"),
    ("Enter", "show the table again"),
    ("q", "quit; the game is saved"),
)


_TAKE = re.compile(r"t(?:ake)? ?([0-9]*)")
_ON = re.compile(r"(?:build |add |lay )?(.+) on (?:meld )?([0-9]{1,3})", re.IGNORECASE)
_WORDS = ("lay", "build", "add", "claim", "joker", "move", "discard", "throw")


def help_rows(view: TableView) -> list[tuple[str, str]]:
    """The keys of this game."""
    mahjong = isinstance(view.rules, MahjongRules)
    return [*_HELP, *(_HELP_MAHJONG if mahjong else _HELP_KALOOKI), *_HELP_REST]


def offers(view: TableView) -> tuple[list[TableMove], bool]:
    """Plays to the table that are legal, as they are numbered, and whether there are more."""
    if view.phase is not TablePhase.TABLE:
        return [], False
    legal = view.legal_moves
    builds = list(itertools.islice(legal.of(Build, Claim, MoveJoker), _MOST_OFFERED + 1))
    lays = list(itertools.islice(legal.of(Lay), _MOST_OFFERED + 1))
    room = max(_MOST_OFFERED - len(builds), _MOST_OFFERED // 2)
    found = lays[:room] + builds
    return found[:_MOST_OFFERED], len(lays) > room or len(found) > _MOST_OFFERED


def read_table_entry(entry: str, view: TableView) -> list[TableMove] | Command:
    """The moves or the command that an entry means; several cards built on one run are
    several moves. Whether they are legal is for the round to say.

    Raises:
        GinRummyError: it means nothing; the message says why.
    """
    text = entry.lower()
    if text in COMMANDS:
        return COMMANDS[text]
    if text in ("d", "draw"):
        return [Draw()]
    if text in ("p", "pass"):
        return [Pass()]
    if found := _TAKE.fullmatch(text):
        return [Take(int(found[1] or 1))]
    number = whole(text)
    if number is not None:
        return [_offered(number, view)]
    if (found := _ON.fullmatch(entry)) and not text.startswith(("claim", "joker", "move")):
        return _on_meld(found[1], int(found[2]) - 1, view)
    if text.startswith("throw "):
        return [Discard.of(entry[6:])]
    if text.split()[0] in _WORDS:
        return [parse_table_move(entry)]
    cards = tokens(entry.replace("|", " "))
    if len(cards) == 1:
        return [Discard(TableCard(cards[0]))]
    try:
        return [Lay.of(entry)]
    except GinRummyError as error:
        if any(_is_card(card) for card in cards):
            raise
        raise IllegalMove(f"{shown(entry)} is no move; ? tells what can be typed") from error


def _offered(number: int, view: TableView) -> TableMove:
    found, _ = offers(view)
    if not 1 <= number <= len(found):
        most = f"1 to {len(found)} are" if found else "nothing is in the list now"
        raise IllegalMove(f"{number} is no number in the list: {most}")
    return found[number - 1]


def _on_meld(text: str, on: int, view: TableView) -> list[TableMove]:
    """Cards on a meld: a claim where they free a joker, else a build each."""
    slots = [Slot.of(card) for card in tokens(text)]
    if not any(slot.joker for slot in slots) and 0 <= on < len(view.table):
        claim = Claim.of([slot.face for slot in slots], on)
        if claim in view.legal_moves:
            return [claim]
    return [Build(slot, on) for slot in slots]


def _is_card(text: str) -> bool:
    try:
        Slot.of(text)
    except GinRummyError:
        return False
    return True
