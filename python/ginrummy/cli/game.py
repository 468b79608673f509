"""A game over several hands, as `play` runs it, and its save file.

Everything follows from what is saved: the rounds are dealt from the game's seed with the
numbers 0, 1, 2 ..., and a computer's choices from seed, round number, number of moves and
seat. So there is no hidden state, and a resumed game goes on as it would have gone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .. import GinRummyError, InvalidRecord, LimitSource, Outcome, Rules
from ..round import Round
from .kinds import (
    AnyMove,
    AnyResult,
    AnyRound,
    AnyRules,
    computer,
    game_name,
    new_round,
    read_record,
    read_rules,
    record_of,
)

__all__ = ["FORMAT", "MAX_HANDS", "MAX_TURNS", "VERSION", "Game", "Terms"]

FORMAT: Final = "ginrummy game"
VERSION: Final = 1
MAX_TURNS: Final = 300
"""Throws after which a hand is dead, where the rules name no number (a10)."""
MAX_HANDS: Final = 1000
"""Hands after which a game ends without a winner: losses of the party game may outrun wins."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What is agreed before a game."""

    seed: int
    """The seed of every round; the number of the round tells them apart."""
    rules: AnyRules
    """The rules of each hand, with a cap on its turns."""
    names: tuple[str, ...]
    """The players by seat."""
    person: int | None
    """The seat of the person; None if computers play alone."""
    target: int
    """The points that end the game (g1)."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)


@dataclass(slots=True)
class Game:
    """The rounds played so far, the last of them perhaps unfinished."""

    terms: Terms
    rounds: list[AnyRound] = field(default_factory=list)

    @property
    def round(self) -> AnyRound:
        """The round in play, or the one just over."""
        return self.rounds[-1]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points by seat over the finished hands."""
        return self.scores_after(len(self.rounds))

    @property
    def winner(self) -> int | None:
        """Who has won the game: the highest at or over the target, alone (g1, q7), or
        whoever did not forfeit it (b6)."""
        result = self.round.result if self.rounds else None
        if result is not None and result.outcome is Outcome.FORFEIT:
            return result.winner
        best = max(self.scores)
        reached = best >= self.terms.target and self.scores.count(best) == 1
        return self.scores.index(best) if reached else None

    @property
    def is_over(self) -> bool:
        """No hand will follow."""
        if not self.rounds or not self.round.is_over:
            return False
        return self.winner is not None or len(self.rounds) >= MAX_HANDS

    def deal(self) -> AnyRound:
        """Begin the next hand."""
        self.rounds.append(self._dealt(len(self.rounds)))
        return self.round

    def play(self, move: AnyMove) -> None:
        """A move in the round in play."""
        self.round.play(move)

    def computer_move(self) -> AnyMove:
        """What the computer on turn plays; the same whenever it is asked."""
        round_ = self.round
        seat = round_.turn
        assert seat is not None
        words = f"{self.terms.seed:x} {round_.number} {len(round_.history)} {seat}"
        digest = hashlib.sha256(words.encode()).digest()
        return computer(self.terms.rules, int.from_bytes(digest, "big")).choose(round_.view(seat))

    def scores_after(self, hands: int) -> tuple[int, ...]:
        """The points by seat over the first hands."""
        if not hands:
            return (0,) * self.terms.players
        last = self.rounds[hands - 1]
        before, result = last.match_scores, last.result
        assert before is not None
        if result is None:
            return before
        return tuple(a + b for a, b in zip(before, result.scores, strict=True))

    def _dealt(self, number: int) -> AnyRound:
        dealer, starter = self._seats(number)
        return new_round(
            self.terms.rules,
            seed=self.terms.seed,
            number=number,
            dealer=dealer,
            starter=starter,
            players=self.terms.players,
            match_scores=self.scores_after(number),
            target=self.terms.target,
        )

    def _seats(self, number: int) -> tuple[int, int]:
        """Dealer and starter of a hand, from those before it."""
        terms = self.terms
        if not number:
            first = hashlib.sha256(f"{terms.seed:x} dealer".encode()).digest()[0] % terms.players
            return first, (first + 1) % terms.players
        last = self.rounds[number - 1]
        result = last.result
        assert result is not None
        dealer = _next_dealer(last, result)
        starter = (dealer + 1) % terms.players
        second = isinstance(terms.rules, Rules) and terms.rules.limit_source
        if second is LimitSource.SECOND_DECK:  # o6: the last winner starts
            starter = last.starter if result.winner is None else result.winner
        return dealer, starter

    def to_json(self) -> str:
        """The save file: the terms and a record for each round, with a check of the whole."""
        terms = self.terms
        values = {
            "format": FORMAT,
            "version": VERSION,
            "game": game_name(terms.rules),
            "seed": f"{terms.seed:x}",
            "rules": terms.rules.to_dict(),
            "names": list(terms.names),
            "person": terms.person,
            "target": terms.target,
            "rounds": [record_of(round_).to_dict() for round_ in self.rounds],
        }
        return json.dumps(values | {"check": _check(values)}) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Game:
        """The game of a save file.

        Raises:
            InvalidRecord: anything wrong with it; the message says where and why.
        """
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"no save file of a game, or cut short: {error}") from error
        if not isinstance(values, Mapping) or values.get("format") != FORMAT:
            raise InvalidRecord(f"no save file of a game: format {FORMAT!r} is expected")
        version = values.get("version")
        if isinstance(version, int) and version > VERSION:
            raise InvalidRecord(
                f"version {version} is newer than {VERSION}, the newest that this ginrummy reads"
            )
        body = {name: value for name, value in values.items() if name != "check"}
        if version != VERSION or values.get("check") != _check(body):
            raise InvalidRecord("the check does not come out: something was changed")
        try:
            return cls._of(values)
        except GinRummyError as error:
            raise InvalidRecord(str(error)) from error
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise InvalidRecord(f"no sound save file: {error!r}") from error

    @classmethod
    def _of(cls, values: Mapping[str, Any]) -> Game:
        terms = Terms(
            seed=int(values["seed"], 16),
            rules=read_rules(values["game"], values["rules"]),
            names=tuple(values["names"]),
            person=values["person"],
            target=values["target"],
        )
        game = cls(terms)
        for number, fields in enumerate(values["rounds"]):
            record = read_record(values["game"], fields)
            round_ = game._dealt(number)
            moves: Sequence[AnyMove] = record.moves
            for move in moves:
                round_.play(move)
            if round_.hash64 != record.hash64 or record.number != number:
                raise InvalidRecord(f"round {number + 1} is not of this game")
            game.rounds.append(round_)
        if not game.rounds:
            raise InvalidRecord("there is no round")
        return game


def _next_dealer(last: AnyRound, result: AnyResult) -> int:
    if result.outcome is Outcome.MISDEAL:  # a3
        return last.dealer
    if (
        isinstance(last, Round) and last.rules.party is not None
    ):  # q8: the winner; after a dead hand the same again
        return last.dealer if result.winner is None else result.winner
    return (last.dealer + 1) % last.players  # a2, a3


def _check(values: Mapping[str, Any]) -> str:
    """A digest over everything else, so that a damaged file is known as such."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]
