"""A match played from the deal of the first round to the last, by players that see views."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex, TypeVar, overload

from ._inputs import RulesLike, as_rules
from ._round_checks import check_players
from .cards import shown, whole
from .choices import LimitSource
from .decks import Implementation, seed_key
from .errors import IllegalMove, InvalidRound, InvalidRules
from .match import Match, as_match_rules
from .match_rules import MatchRules
from .players import Player
from .records import Record
from .round import Round
from .rules import Rules, Variant
from .table.players import TablePlayer
from .table.records import TableRecord
from .table.round import TableRound
from .table.rules import KalookiRules, MahjongRules, TableRules, TableVariant

__all__ = ["PlayedMatch", "PlayedTableMatch", "play_match"]

_AnyRound = TypeVar("_AnyRound", bound="Round | TableRound[Any]")


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A played match and how every hand of it went."""

    match: Match
    """The match; not over only if ``max_hands`` came first."""
    records: tuple[Record, ...]
    """The rounds: the record of hand ``n`` is ``records[n - 1]``, misdeals among them."""


@dataclass(frozen=True, slots=True)
class PlayedTableMatch:
    """A played match of a table game and how every hand of it went."""

    match: Match
    """The match; not over only if ``max_hands`` came first."""
    records: tuple[TableRecord, ...]
    """The rounds: the record of hand ``n`` is ``records[n - 1]``."""


@overload  # first, for the table games' variants are variants too
def play_match(
    rules: TableRules | TableVariant,
    players: Sequence[TablePlayer],
    seed: SupportsIndex | None = ...,
    match_rules: MatchRules | Variant | None = ...,
    max_turns: int = ...,
    *,
    names: Sequence[str] | None = ...,
    first_dealer: int | str | None = ...,
    max_hands: int = ...,
) -> PlayedTableMatch: ...
@overload
def play_match(
    rules: RulesLike,
    players: Sequence[Player],
    seed: SupportsIndex | None = ...,
    match_rules: MatchRules | Variant | None = ...,
    max_turns: int = ...,
    *,
    names: Sequence[str] | None = ...,
    first_dealer: int | str | None = ...,
    max_hands: int = ...,
    implementation: Implementation | None = ...,
) -> PlayedMatch: ...
def play_match(
    rules: RulesLike | TableRules,
    players: Sequence[Player] | Sequence[TablePlayer],
    seed: SupportsIndex | None = None,
    match_rules: MatchRules | Variant | None = None,
    max_turns: int = 300,
    *,
    names: Sequence[str] | None = None,
    first_dealer: int | str | None = None,
    max_hands: int = 1000,
    implementation: Implementation | None = None,
) -> PlayedMatch | PlayedTableMatch:
    """Plays rounds until the match has a winner.

    The rounds are those of the seed with the numbers 0, 1, 2 ..., so that the same seed and
    players that choose alike give the same match.

    Args:
        rules: the rules of each hand, or a variant; those of a table game too.
        players: two, or up to four in the party and the table games, by seat; for these
            `ginrummy.table.players`.
        seed: 0 to 2**256 - 1; a fresh unguessable one if None.
        match_rules: the rules of the match; those of the variant if None, or standard.
        max_turns: throws after which a hand is dead, where the rules name no number (a10).
        names: the players' names on the sheet; ``player 1`` and so on if None.
        first_dealer: who deals first, by name or seat; drawn from the seed if None (a1).
        max_hands: hands after which the match stays unfinished. Losses of the party game
            may outrun gains, and poor players need not ever win a hand.
        implementation: ``core`` or ``reference``; the package's own if None. The table games
            have one alone.

    Raises:
        InvalidRules, InvalidRound, InvalidSeed, InvalidEntry: what is given fits no match.
        IllegalMove: a player chose a move that is not legal; the message names the player.
    """
    if match_rules is None and isinstance(rules, Variant):
        match_rules = rules.match_rules
    law = _capped(_law(rules), max_turns)
    if isinstance(players, (str, bytes)) or not isinstance(players, Sequence):
        raise InvalidRound(f"players={shown(players)}: a list of players is expected")
    for player in players:
        if not callable(getattr(player, "choose", None)):
            raise InvalidRound(f"{shown(player)} is no player: it has no choose(view)")
    if isinstance(law, Rules):
        check_players(law, len(players))
    elif not 2 <= len(players) <= 4:
        raise InvalidRound(f"players={len(players)}: 2 to 4 are allowed")
    if whole(max_hands) is None or max_hands < 1:
        raise InvalidRound(f"max_hands={shown(max_hands)}: at least 1 is expected")
    key = int.from_bytes(seed_key(seed), "little")
    if names is None:
        names = [f"player {number}" for number in range(1, len(players) + 1)]
    match = Match(as_match_rules(match_rules), names, first_dealer=first_dealer, seed=key)
    if len(match.names) != len(players):
        raise InvalidRound(f"{len(match.names)} names, but {len(players)} players")
    if not isinstance(law, Rules):
        if implementation is not None:
            raise InvalidRound(f"implementation={implementation!r}: a table game has one alone")
        return _play_table_match(law, match, players, key, max_hands)
    return _play_match(law, match, players, key, max_hands, implementation)


def _play_match(
    law: Rules,
    match: Match,
    players: Sequence[Any],
    key: int,
    max_hands: int,
    implementation: Implementation | None,
) -> PlayedMatch:
    records: list[Record] = []
    starter: int | None = None

    def deal(number: int) -> Round:
        return Round(
            law,
            seed=key,
            number=number,
            dealer=match.next_dealer,
            starter=starter,
            players=len(players),
            match_scores=match.counted,
            target=match.rules.target,
            implementation=implementation,
        )

    for round_ in _hands(match, players, max_hands, deal):
        records.append(Record.of(round_))
        if law.limit_source is LimitSource.SECOND_DECK:
            # o6: the winner starts, whoever deals; after a dead hand the same starter.
            winner = match.hands[-1].winner
            starter = round_.starter if winner is None else winner
    return PlayedMatch(match, tuple(records))


def _play_table_match(
    law: TableRules, match: Match, players: Sequence[Any], key: int, max_hands: int
) -> PlayedTableMatch:
    from .table.records import TableRecord, round_type

    def deal(number: int) -> TableRound[Any]:
        return round_type(law)(
            law,
            seed=key,
            number=number,
            dealer=match.next_dealer,
            players=len(players),
            match_scores=match.counted,
            target=match.rules.target,
        )

    hands = _hands(match, players, max_hands, deal)
    return PlayedTableMatch(match, tuple(map(TableRecord.of, hands)))


def _hands(
    match: Match, players: Sequence[Any], max_hands: int, deal: Callable[[int], _AnyRound]
) -> Iterator[_AnyRound]:
    """The rounds of a match, each played and recorded."""
    number = 0
    while not match.is_over and number < max_hands:
        round_ = deal(number)
        _play(round_, players, match.names)
        match.record(round_.result)
        yield round_
        number += 1


def _law(rules: RulesLike | TableRules) -> Rules | TableRules:
    given: object = rules.rules if isinstance(rules, Variant) else rules
    return given if isinstance(given, (MahjongRules, KalookiRules)) else as_rules(rules)  # type: ignore[arg-type]  # it was no table game's


def _capped(rules: Rules | TableRules, max_turns: int) -> Rules | TableRules:
    """The rules with a cap, without which a hand need not end (a10)."""
    if whole(max_turns) is None:
        raise InvalidRules(f"max_turns={shown(max_turns)}: a played match needs a cap (a10)")
    return rules if rules.max_turns is not None else rules.replace(max_turns=max_turns)


def _play(round_: Round | TableRound[Any], players: Sequence[Any], names: Sequence[str]) -> None:
    while (seat := round_.turn) is not None:
        move = players[seat].choose(round_.view(seat))
        try:
            round_.play(move)
        except IllegalMove as error:
            hand = round_.number + 1
            raise IllegalMove(f"hand {hand}, {names[seat]}: {error}") from error
