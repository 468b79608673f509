"""What a round can be dealt with: seats, players, the state of a match."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import SupportsIndex

from .cards import shown, whole
from .choices import LimitSource, Misdeal
from .errors import InvalidRound
from .rules import Rules


def checked_seat(seat: SupportsIndex, players: int, name: str) -> int:
    number = whole(seat)
    if number is None or not 0 <= number < players:
        raise InvalidRound(f"{name}={shown(seat)} is no seat: 0 to {players - 1} are")
    return number


def check_players(rules: Rules, players: SupportsIndex) -> int:
    """The number of players, if these rules can be dealt to so many."""
    number = whole(players)
    if number is None or not 2 <= number <= 4:
        raise InvalidRound(f"players={shown(players)}: 2 to 4 are allowed")
    if number > 2 and rules.party is None:
        raise InvalidRound(f"players={number}: these rules are for two (party is None)")
    # The most that a hand can leave: its highest cards, no meld among them.
    highest = sorted(4 * rules.card_points, reverse=True)[: rules.cards_each(number)]
    fixed = rules.limit_source is LimitSource.FIXED
    if fixed and rules.misdeal is Misdeal.PAT_HAND and rules.knock_limit >= sum(highest):
        raise InvalidRound(
            f"knock_limit={rules.knock_limit} with misdeal='pat_hand': every deal is a misdeal"
        )
    return number


def checked_match(
    scores: Sequence[int] | None, target: int | None, players: int
) -> tuple[tuple[int, ...] | None, int | None]:
    if scores is None:
        if target is not None:
            raise InvalidRound(f"target={shown(target)} needs match_scores")
        return None, None
    if isinstance(scores, (str, bytes)) or not isinstance(scores, Iterable):
        raise InvalidRound(f"match_scores={shown(scores)}: a number a player is expected")
    found = tuple(scores)
    if len(found) != players:
        raise InvalidRound(f"match_scores={shown(found)}: {players} players have {players} scores")
    for number in (*found, target):
        if number is not None and whole(number) is None:
            raise InvalidRound(f"{shown(number)} is no number of points")
    aim = None if target is None else whole(target)
    if aim is not None and aim < 1:
        raise InvalidRound(f"target={aim}: at least 1 is expected")
    return tuple(operator.index(score) for score in found), aim
