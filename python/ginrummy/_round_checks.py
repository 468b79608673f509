"""What a round can be dealt with: seats, players, the state of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from .cards import shown, whole
from .errors import InvalidRound
from .rules import Rules


def checked_seat(seat: SupportsIndex, players: int, name: str) -> int:
    number = whole(seat)
    if number is None or not 0 <= number < players:
        raise InvalidRound(f"{name}={shown(seat)} is no seat: 0 to {players - 1} are")
    return number


def check_players(rules: Rules, players: int) -> None:
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 4:
        raise InvalidRound(f"players={shown(players)}: 2 to 4 are allowed")
    if players > 2 and rules.party is None:
        raise InvalidRound(f"players={players}: these rules are for two (party is None)")


def checked_match(
    scores: Sequence[int] | None, target: int | None, players: int
) -> tuple[tuple[int, ...] | None, int | None]:
    if scores is None:
        if target is not None:
            raise InvalidRound(f"target={shown(target)} needs match_scores")
        return None, None
    found = tuple(scores)
    if len(found) != players:
        raise InvalidRound(f"match_scores={shown(found)}: {players} players have {players} scores")
    for number in (*found, target):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
            raise InvalidRound(f"{shown(number)} is no number of points")
    if target is not None and target < 1:
        raise InvalidRound(f"target={target}: at least 1 is expected")
    return found, target
