"""The C++ core of ginrummy. Use it through the ginrummy package."""

from collections.abc import Mapping
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ._inputs import RulesLike
from .cards import HandLike

@final
class Rules:
    def __init__(self, values: Mapping[str, Any]) -> None: ...

@final
class ArrangementIterator:
    def __init__(self, hand: int, rules: RulesLike) -> None: ...
    def __iter__(self) -> ArrangementIterator: ...
    def __next__(self) -> tuple[list[int], int, int]: ...

@final
class Showdowns:
    def __init__(
        self, knockers: NDArray[np.uint64], defenders: NDArray[np.uint64], rules: RulesLike
    ) -> None: ...
    def joint_deadwood(self) -> NDArray[np.uint16]: ...

def rules_fields() -> list[tuple[str, Any, list[str] | None]]: ...
def knock_terms(rules: RulesLike, knock_card: int) -> tuple[int, bool, int]: ...
def deadwood(hand: HandLike, rules: RulesLike = None) -> int: ...
def is_meld(cards: int, rules: RulesLike) -> bool: ...
def melds(hand: int, rules: RulesLike) -> list[int]: ...
def arrange(hand: int, rules: RulesLike) -> tuple[list[int], int, int]: ...
def discards(hand: int, rules: RulesLike) -> list[tuple[int, int]]: ...
def lay_down(
    hand: int, rules: RulesLike, seen: int, against: int | None, knock_card: int
) -> tuple[list[int], int, int]: ...
def lay_off(
    spread: list[int], hand: int, rules: RulesLike
) -> tuple[list[int], list[tuple[int, int]], int, int]: ...
def score(
    knocker_deadwood: int, defender_deadwood: int, rules: RulesLike, big_gin: bool, multiplier: int
) -> dict[str, Any]: ...
def settle(
    knocker: int,
    defender: int,
    rules: RulesLike,
    knock_card: int,
    seen: int,
    spread: list[int] | None,
    own: list[int] | None,
    laid: list[tuple[int, int]] | None,
) -> tuple[
    dict[str, Any],
    int,
    tuple[list[int], int, int],
    tuple[list[int], list[tuple[int, int]], int, int],
]: ...
def deadwood_loop(hands: NDArray[np.uint64], rules: RulesLike) -> NDArray[np.uint16]: ...
