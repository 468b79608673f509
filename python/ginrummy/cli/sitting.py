"""What it is to sit at a table against computers, whatever the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .. import GinRummyError
from .game import Game
from .kinds import AnyMove
from .prompt import Command, ask, printable
from .saves import Store, record_round
from .table import score_words

if TYPE_CHECKING:
    from .drawing import Page

__all__ = ["Sitting"]


class Sitting(ABC):
    """A person at the table.

    Args:
        game: the game; at least one hand has been dealt.
        store: where it is saved.
        page: where it is drawn.
        records: where the record of each finished hand goes, if anywhere.
    """

    def __init__(self, game: Game, store: Store, page: Page, records: Path | None) -> None:
        assert game.terms.person is not None
        self._game = game
        self._store = store
        self._page = page
        self._records = records
        self._seat = game.terms.person
        self._names = game.terms.names
        self._help_shown = False

    def play(self) -> bool:
        """Play until the game is over (True) or the person quits (False).

        Raises:
            EOFError: standard input has ended; the game is saved.
        """
        self._draw_title()
        while True:
            round_ = self._game.round
            if round_.is_over:
                self._finish_hand()
                if self._game.is_over:
                    self._draw_end()
                    return True
                if not self._next_hand():
                    return False
            elif round_.turn == self._seat:
                if not self._decide():
                    return False
            else:
                self._play(self._game.computer_move())

    @abstractmethod
    def _draw_table(self) -> None:
        """The table before a decision, and what can be done."""

    @abstractmethod
    def _draw_result(self) -> None:
        """How the hand ended."""

    @abstractmethod
    def _draw_hint(self) -> None:
        """What might be done."""

    @abstractmethod
    def _help_rows(self) -> Iterable[tuple[str, str]]:
        """The keys and what they do."""

    @abstractmethod
    def _enter(self, entry: str) -> Command | None:
        """Play what the entry means, or give the command that it is.

        Raises:
            GinRummyError: it means nothing, or is not legal.
        """

    @abstractmethod
    def _auto(self) -> bool:
        """Let the computer play; False if it does not now."""

    @abstractmethod
    def _undo(self) -> bool:
        """Back to the person's last decision; False if there is none."""

    def _decide(self) -> bool:
        """One decision of the person; False if he quits."""
        self._draw_table()
        while True:
            entry = ask("")
            try:
                meant = self._enter(entry)
            except GinRummyError as error:
                self._page.text(printable(str(error)))
                continue
            if meant is None:
                return True
            if meant is Command.QUIT:
                return False
            if meant is Command.HELP:
                self._page.rows(self._help_rows(), indent=2)
            elif meant is Command.HINT:
                self._draw_hint()
            elif meant is Command.SHOW:
                self._draw_table()
            elif self._auto() if meant is Command.AUTO else self._undo():
                return True

    def _play(self, move: AnyMove) -> None:
        """A move, on the disk before anything is said of it."""
        self._game.play(move)
        self._store.save(self._game)

    def _draw_title(self) -> None:
        game = self._game
        dealer = self._names[game.round.dealer]
        self._page.gap()
        self._page.title(
            f"Hand {len(game.rounds)}: {dealer} dealt. "
            f"{score_words(game.scores, self._names)}, playing to {game.terms.target}."
        )

    def _finish_hand(self) -> None:
        if self._records is not None:
            record_round(self._records, self._game.round)
        self._page.gap()
        self._draw_result()
        self._page.text(f"Score: {score_words(self._game.scores, self._names)}")

    def _next_hand(self) -> bool:
        while True:
            entry = ask("Enter next hand, q quit ").lower()
            if entry in ("q", "quit", "exit"):
                return False
            if entry in ("", "n", "next"):
                self._game.deal()
                self._store.save(self._game)
                self._draw_title()
                return True
            self._page.text(f"{printable(entry[:60])!r}: the hand is over.")

    def _draw_end(self) -> None:
        winner = self._game.winner
        self._page.gap()
        if winner is None:
            self._page.title(f"Nobody has won after {len(self._game.rounds)} hands.")
            return
        name = self._names[winner]
        verb = "win" if name == "You" else "wins"
        hands = len(self._game.rounds)
        self._page.title(f"{name} {verb} the game in {hands} hand{'s' * (hands > 1)}.")

    def _take_back(self, steps: int) -> None:
        for _ in range(steps):
            self._game.round.undo()
        self._store.save(self._game)
