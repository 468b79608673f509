"""A match played from the deal of the first round to the last, by players that see views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

from ._inputs import RulesLike, as_rules
from ._round_checks import check_players
from .cards import shown, whole
from .choices import LimitSource
from .decks import Implementation, seed_key
from .errors import IllegalMove, InvalidRound, InvalidRules
from .match import Match, as_match_rules
from .match_rules import MatchRules
from .records import Record
from .round import Round
from .rules import Rules, Variant

if TYPE_CHECKING:
    from .players import Player

__all__ = ["PlayedMatch", "play_match"]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A played match and how every hand of it went."""

    match: Match
    """The match; not over only if ``max_hands`` came first."""
    records: tuple[Record, ...]
    """The rounds: the record of hand ``n`` is ``records[n - 1]``, misdeals among them."""


def play_match(
    rules: RulesLike,
    players: Sequence[Player],
    seed: SupportsIndex | None = None,
    match_rules: MatchRules | Variant | None = None,
    max_turns: int = 300,
    *,
    names: Sequence[str] | None = None,
    first_dealer: int | str | None = None,
    max_hands: int = 1000,
    implementation: Implementation | None = None,
) -> PlayedMatch:
    """Plays rounds until the match has a winner.

    The rounds are those of the seed with the numbers 0, 1, 2 ..., so that the same seed and
    players that choose alike give the same match.

    Args:
        rules: the rules of each hand, or a variant.
        players: two, or up to four in the party game, by seat.
        seed: 0 to 2**256 - 1; a fresh unguessable one if None.
        match_rules: the rules of the match; those of the variant if None, or standard.
        max_turns: throws after which a hand is dead, where the rules name no number (a10).
        names: the players' names on the sheet; ``player 1`` and so on if None.
        first_dealer: who deals first, by name or seat; drawn from the seed if None (a1).
        max_hands: hands after which the match stays unfinished. Losses of the party game
            may outrun gains, and poor players need not ever win a hand.
        implementation: ``core`` or ``reference``; the package's own if None.

    Raises:
        InvalidRules, InvalidRound, InvalidSeed, InvalidEntry: what is given fits no match.
        IllegalMove: a player chose a move that is not legal; the message names the player.
    """
    if match_rules is None and isinstance(rules, Variant):
        match_rules = rules.match_rules
    law = _capped(as_rules(rules), max_turns)
    if isinstance(players, (str, bytes)) or not isinstance(players, Sequence):
        raise InvalidRound(f"players={shown(players)}: a list of players is expected")
    for player in players:
        if not callable(getattr(player, "choose", None)):
            raise InvalidRound(f"{shown(player)} is no player: it has no choose(view)")
    check_players(law, len(players))
    if whole(max_hands) is None or max_hands < 1:
        raise InvalidRound(f"max_hands={shown(max_hands)}: at least 1 is expected")
    key = int.from_bytes(seed_key(seed), "little")
    if names is None:
        names = [f"player {number}" for number in range(1, len(players) + 1)]
    match = Match(as_match_rules(match_rules), names, first_dealer=first_dealer, seed=key)
    if len(match.names) != len(players):
        raise InvalidRound(f"{len(match.names)} names, but {len(players)} players")
    records: list[Record] = []
    starter: int | None = None
    while not match.is_over and len(records) < max_hands:
        round_ = Round(
            law,
            seed=key,
            number=len(records),
            dealer=match.next_dealer,
            starter=starter,
            players=len(players),
            match_scores=match.counted,
            target=match.rules.target,
            implementation=implementation,
        )
        _play(round_, players, match.names)
        assert round_.result is not None
        entry = match.record(round_.result)
        records.append(Record.of(round_))
        if law.limit_source is LimitSource.SECOND_DECK:
            # o6: the winner starts, whoever deals; after a dead hand the same starter.
            starter = round_.starter if entry.winner is None else entry.winner
    return PlayedMatch(match, tuple(records))


def _capped(rules: Rules, max_turns: int) -> Rules:
    """The rules with a cap, without which a hand need not end (a10)."""
    if whole(max_turns) is None:
        raise InvalidRules(f"max_turns={shown(max_turns)}: a played match needs a cap (a10)")
    return rules if rules.max_turns is not None else rules.replace(max_turns=max_turns)


def _play(round_: Round, players: Sequence[Player], names: Sequence[str]) -> None:
    while (seat := round_.turn) is not None:
        move = players[seat].choose(round_.view(seat))
        try:
            round_.play(move)
        except IllegalMove as error:
            hand = round_.number + 1
            raise IllegalMove(f"hand {hand}, {names[seat]}: {error}") from error
