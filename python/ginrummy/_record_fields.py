"""How each field of a record is read: checked, and in the one spelling that is written."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from .cards import Card, shown
from .decks import MAX_SEED
from .errors import GinRummyError, InvalidRecord
from .moves import move_text, parse_move
from .rules import Rules

__all__ = [
    "RECORD_FIELDS",
    "check_written",
    "read_hash",
    "read_moves",
    "read_number",
    "read_seed",
]

_Move = TypeVar("_Move")


def read_number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**64:
        raise InvalidRecord(f"{shown(value)} is no whole number from 0")
    return value


def _rules(value: Any) -> Rules:
    if not isinstance(value, Mapping):
        raise InvalidRecord(f"{shown(value)} is no object")
    missing = {spec.name for spec in dataclasses.fields(Rules)} - set(value)
    if missing:
        raise InvalidRecord(f"{min(missing)} is missing")
    return Rules.from_dict(value)


def read_hexadecimal(value: Any, digits: int, exact: bool) -> int:
    text = value if isinstance(value, str) else ""
    right = len(text) == digits if exact else 0 < len(text) <= digits
    if not right or set(text) - set("0123456789abcdef"):
        size = f"{digits}" if exact else f"up to {digits}"
        raise InvalidRecord(f"{shown(value)}: {size} hexadecimal digits are expected")
    return int(text, 16)


def read_seed(value: Any) -> int | None:
    if value is None:
        return None
    seed = read_hexadecimal(value, MAX_SEED.bit_length() // 4, exact=False)
    check_written(value, f"{seed:x}")
    return seed


def _deck(value: Any) -> tuple[Card, ...] | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidRecord(f"{shown(value)} is no text of cards")
    deck = tuple(map(Card, value.split()))
    check_written(value, " ".join(map(str, deck)))
    return deck


def _knock_card(value: Any) -> Card | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidRecord(f"{shown(value)} is no card")
    check_written(value, str(Card(value)))
    return Card(value)


def check_written(value: str, right: str) -> None:
    """Refuse another spelling than the one that is written: it was changed."""
    if value != right:
        raise InvalidRecord(f"{shown(value)} was changed; {shown(right)} is right")


def read_hash(value: Any) -> int:
    return read_hexadecimal(value, 16, exact=True)


def read_moves(
    value: Any, parse: Callable[[str], _Move], text_of: Callable[[_Move], str]
) -> tuple[_Move, ...]:
    """Moves from their texts, each in the one spelling that is written."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidRecord(f"{shown(value)} is no list of moves")
    found = []
    for index, text in enumerate(value, 1):
        if not isinstance(text, str):
            raise InvalidRecord(f"move {index}: {shown(text)} is no move")
        try:
            found.append(parse(text))
            check_written(text, text_of(found[-1]))
        except GinRummyError as error:
            raise InvalidRecord(f"move {index}: {error}") from error
    return tuple(found)


def _moves(value: Any) -> tuple[int, ...]:
    return read_moves(value, parse_move, move_text)


RECORD_FIELDS: Final[dict[str, Any]] = {
    "rules": _rules,
    "players": read_number,
    "dealer": read_number,
    "starter": read_number,
    "seed": read_seed,
    "number": read_number,
    "deck": _deck,
    "knock_card": _knock_card,
    "moves": _moves,
    "hash": read_hash,
}
