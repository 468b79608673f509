"""A person who plays gin against computers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..moves import BIG_GIN, CLAIM, DONE, DRAW, PASS, TAKE
from ..phases import Phase
from ..players import lay_best
from ..round import Round
from ..view import View
from .prompt import HELP, Command, lays, read_entry
from .sitting import Sitting
from .table import (
    by_rank,
    draw_hint,
    draw_result,
    draw_view,
    split_lay,
    throws,
)

if TYPE_CHECKING:
    from rich.text import Text


__all__ = ["Person"]


class Person(Sitting):
    """A person at a table where gin is played; see `Sitting`."""

    @property
    def _view(self) -> View:
        """All that is ever drawn."""
        return self._round.view(self._seat)

    @property
    def _round(self) -> Round:
        round_ = self._game.round
        assert isinstance(round_, Round)
        return round_

    def _draw_result(self) -> None:
        draw_result(self._page, self._view, self._names)

    def _draw_hint(self) -> None:
        draw_hint(self._page, self._view)

    def _help_rows(self) -> Iterable[tuple[str, str]]:
        return HELP

    def _enter(self, entry: str) -> Command | None:
        meant = read_entry(entry, self._view)
        if isinstance(meant, Command):
            return meant
        self._play(meant)
        return None

    def _auto(self) -> bool:
        if self._view.phase not in (Phase.LAY_DOWN, Phase.LAY_OFF):
            self._page.text("auto is for the showdown: it lays melds down and cards off.")
            return False
        self._lay_rest()
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

    def _undo(self) -> bool:
        """Back to the person's last decision, unless hands have been shown since."""
        view = self._view
        twin = self._round.copy()
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
            self._take_back(steps)
            return True
        self._page.text("nothing to undo: this is your first decision of the hand")
        return False

    def _lay_rest(self) -> None:
        """Let the engine lay what is best, or the best of what the person left loose."""
        phase = self._round.phase
        while self._round.turn == self._seat and self._round.phase is phase:
            self._play(lay_best(self._view))
