"""Decks from seeds, the same on every machine.

**The deck of a seed** is the same on every machine. The seed, 0 to 2**256 - 1, is the key
of ChaCha with 8 rounds (32 bytes, little-endian); the round's number is the 64-bit nonce
(words 14 and 15 of the input, low word first; words 12 and 13 count the blocks from 0). The
key stream is read as little-endian 32-bit words. ``below(n)`` takes a word ``x``, forms ``m
= x * n``, draws again while ``m % 2**32 < 2**32 % n``, and answers ``m >> 32``. The deck
starts as 0..51; for ``i`` from 51 down to 1 card ``i`` changes places with card ``below(i +
1)``. A knock card from a second deck is ``below(52)`` on the same stream after that.

>>> chacha8 = engine().Random(bytes(32), 0)  # the published vector of a zero key and nonce
>>> chacha8.keystream(16).hex()
'3e00ef2f895f40d67f5bb8e81f09a5a1'
>>> [card.index for card in shuffled_deck(0)[:6]]
[38, 31, 28, 44, 7, 23]
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, Final, Literal, SupportsIndex, TypeAlias

from ._select import IMPLEMENTATION
from .cards import Card, CardLike, shown, whole
from .errors import InvalidDeck, InvalidRound, InvalidSeed

__all__ = ["MAX_SEED", "shuffled_deck"]

MAX_SEED: Final = 2**256 - 1
"""The largest seed."""

Implementation: TypeAlias = Literal["core", "reference"]


def engine(implementation: Implementation | None = None) -> ModuleType | Any:
    """The module with ``RoundState``, ``Random`` and ``determinize``."""
    name = IMPLEMENTATION if implementation is None else implementation
    if name == "reference":
        from . import reference

        return reference
    if name != "core":
        raise InvalidRound(f"implementation={name!r}: 'core' or 'reference' is expected")
    from . import _core

    return _core


def seed_key(seed: SupportsIndex | None) -> bytes:
    """The 32 bytes of a seed; a fresh unguessable one for None.

    Raises:
        InvalidSeed: a seed that is negative, too large or no whole number.
    """
    if seed is None:
        return os.urandom(32)  # what `secrets` draws from; importing it takes milliseconds
    return seed_number(seed, "seed", MAX_SEED).to_bytes(32, "little")


def seed_number(value: SupportsIndex, name: str, most: int) -> int:
    number = whole(value)
    if number is None:
        raise InvalidSeed(f"{name}={shown(value)} is a {type(value).__name__}, no whole number")
    if not 0 <= number <= most:
        raise InvalidSeed(f"{name}={shown(number)}: 0 to 2**{most.bit_length()} - 1 is allowed")
    return number


def shuffled_deck(
    seed: SupportsIndex | None = None,
    number: SupportsIndex = 0,
    *,
    implementation: Implementation | None = None,
) -> tuple[Card, ...]:
    """The deck of a seed and a round number, top first, as `ginrummy.decks` specifies.

    Raises:
        InvalidSeed: a seed outside 0..2**256 - 1 or a number outside 0..2**64 - 1.
    """
    random = engine(implementation).Random(seed_key(seed), seed_number(number, "number", 2**64 - 1))
    return tuple(map(Card, random.deck()))


def checked_deck(deck: Sequence[CardLike] | str) -> list[int]:
    """The indices of a deck.

    Raises:
        InvalidDeck: cards missing or repeated.
        InvalidCard: an item that is no card.
    """
    if isinstance(deck, bytes) or not isinstance(deck, Iterable):
        raise InvalidDeck(f"{shown(deck)} is a {type(deck).__name__}; 52 cards are expected")
    cards = [Card(one).index for one in (deck.split() if isinstance(deck, str) else deck)]
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise InvalidDeck(f"{Card(card)} stands twice in the deck")
        seen.add(card)
    if len(cards) != 52:
        raise InvalidDeck(f"the deck has {len(cards)} cards; 52 are needed")
    return cards
