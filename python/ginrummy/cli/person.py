"""The loop in which a person plays a game against computers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .. import GinRummyError
from ..moves import BIG_GIN, CLAIM, DONE, DRAW, PASS, TAKE
from ..phases import Phase
from ..players import lay_best
from ..view import View
from .game import Game
from .prompt import HELP, Command, ask, lays, printable, read_entry
from .saves import Store, record_round
from .table import (
    by_rank,
    draw_hint,
    draw_result,
    draw_view,
    score_words,
    split_lay,
    throws,
)

if TYPE_CHECKING:
    from rich.text import Text

    from .drawing import Page

__all__ = ["Person"]


class Person:
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

    @property
    def _view(self) -> View:
        """All that is ever drawn."""
        return self._game.round.view(self._seat)

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

    def _play(self, move: int) -> None:
        """A move, on the disk before anything is said of it."""
        self._game.round.play(move)
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
        draw_result(self._page, self._view, self._names)
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

    def _decide(self) -> bool:
        """One decision of the person; False if he quits."""
        self._draw_table()
        while True:
            view = self._view
            entry = ask("")
            try:
                meant = read_entry(entry, view)
                if isinstance(meant, int):
                    self._play(meant)
                    return True
            except GinRummyError as error:
                self._page.text(printable(str(error)))
                continue
            if meant is Command.QUIT:
                return False
            if meant is Command.HELP:
                self._page.rows(HELP, indent=2)
            elif meant is Command.HINT:
                draw_hint(self._page, view)
            elif meant is Command.SHOW:
                self._draw_table()
            elif meant is Command.AUTO:
                if view.phase not in (Phase.LAY_DOWN, Phase.LAY_OFF):
                    self._page.text("auto is for the showdown: it lays melds down and cards off.")
                    continue
                self._lay_rest()
                return True
            elif self._undo(view):
                return True

    def _draw_table(self) -> None:
        view = self._view
        self._page.gap()
        draw_view(self._page, view, self._names)
        if view.phase in (Phase.LAY_DOWN, Phase.LAY_OFF):
            self._draw_lays(view)
        else:
            self._page.flow(self._choices(view))

    def _draw_lays(self, view: View) -> None:
        down = view.phase is Phase.LAY_DOWN
        self._page.title("Lay your melds down" if down else "Lay your melds down, and cards off")
        for number, move in enumerate(lays(view), 1):
            laid = split_lay(move)
            if isinstance(laid, tuple):
                line = self._page.words(f"{number:>3}  ", laid[0], f" on meld {laid[1] + 1}")
            elif laid is not None:
                line = self._page.words(f"{number:>3}  {laid.kind} ", self._page.cards(laid.cards))
            self._page.text(line)
        words = ["a number lays it"] if lays(view) else []
        words += ["done"] if DONE in view.legal_moves else []
        words += ["auto lets the engine finish", "u undo", "? help"]
        self._page.flow([*map(self._page.words, words)])

    def _choices(self, view: View) -> list[Text]:
        """The legal moves in words, each with its key."""
        page, legal = self._page, view.legal_moves
        parts: list[Text] = []
        top = view.upcard
        if TAKE in legal and top is not None:
            ending = " to knock" if view.phase is Phase.WALL else ""
            parts.append(page.words("t take ", top, ending))
        if DRAW in legal:
            parts.append(page.words("d draw"))
        if PASS in legal:
            dead = view.phase is Phase.DRAW
            parts.append(page.words("p call the hand dead" if dead else "p pass"))
        if CLAIM in legal:
            parts.append(page.words("m claim a misdeal"))
        if view.phase is Phase.ANSWER:
            parts += [page.words("a accept the knock"), page.words("r refuse it")]
        if view.phase is Phase.THROW:
            parts += self._throwing(view)
        rest = ["? help"] if self._help_shown else ["h hint", "u undo", "? help", "q quit"]
        self._help_shown = True
        return [*parts, *map(page.words, rest)]

    def _throwing(self, view: View) -> list[Text]:
        page = self._page
        parts = [page.words("a card throws it")]
        knocks = {card: count for card, (count, knocks) in throws(view).items() if knocks}
        if knocks:
            best = min(by_rank(knocks), key=lambda card: knocks[card])
            key = f"k knock with {knocks[best]}" if knocks[best] else "g gin"
            parts.append(page.words(key, ", throwing ", best))
        if BIG_GIN in view.legal_moves:
            parts.append(page.words("b big gin"))
        return parts

    def _undo(self, view: View) -> bool:
        """Back to the person's last decision, unless hands have been shown since."""
        twin = self._game.round.copy()
        steps = 0
        while twin.history:
            twin.undo()
            steps += 1
            if twin.turn != self._seat:
                continue
            others = {seat for seat in view.exposed if seat != self._seat}
            if others - set(twin.view(self._seat).exposed):
                self._page.text("no undo: a hand has been shown since your last decision")
                return False
            for _ in range(steps):
                self._game.round.undo()
            self._store.save(self._game)
            return True
        self._page.text("nothing to undo: this is your first decision of the hand")
        return False

    def _lay_rest(self) -> None:
        """Let the engine lay what is best, or the best of what the person left loose."""
        phase = self._game.round.phase
        while self._game.round.turn == self._seat and self._game.round.phase is phase:
            self._play(lay_best(self._view))
