"""A person who plays a game with melds on the table against computers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..table.moves import Draw, Pass, TableMove, Take
from ..table.round import TableRound
from ..table.rules import KalookiRules
from ..table.state import TablePhase
from ..table.view import TableView
from .on_table import draw_table_result, draw_table_view, faces, move_words
from .on_table_prompt import help_rows, offers, read_table_entry
from .prompt import Command
from .sitting import Sitting

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["TablePerson"]


class TablePerson(Sitting):
    """A person at the table of Mahjong gin or Kalooki; see `Sitting`."""

    @property
    def _round(self) -> TableRound[Any]:
        round_ = self._game.round
        assert isinstance(round_, TableRound)
        return round_

    @property
    def _view(self) -> TableView:
        """All that is ever drawn."""
        return self._round.view(self._seat)

    def _draw_result(self) -> None:
        draw_table_result(self._page, self._view, self._names)

    def _help_rows(self) -> Iterable[tuple[str, str]]:
        return help_rows(self._view)

    def _enter(self, entry: str) -> Command | None:
        meant = read_table_entry(entry, self._view)
        if isinstance(meant, Command):
            return meant
        self._play_all(meant)
        return None

    def _auto(self) -> bool:
        self._play(self._game.computer_move())
        return True

    def _play_all(self, moves: list[TableMove]) -> None:
        """Several moves or none: the first that is refused takes the others with it."""
        twin = self._round.copy()
        for move in moves:
            twin.play(move)
        for move in moves:
            self._play(move)

    def _draw_table(self) -> None:
        view = self._view
        self._page.gap()
        draw_table_view(self._page, view, self._names)
        self._draw_duties(view)
        found, more = offers(view)
        for number, move in enumerate(found, 1):
            self._page.text(self._page.words(f"{number:>3}  ", move_words(self._page, move)))
        if more:
            self._page.text("     and more: type the cards of a meld, or a card and its meld")
        self._page.flow(self._choices(view))

    def _draw_duties(self, view: TableView) -> None:
        page = self._page
        if view.must_use is not None:
            page.text(page.words(faces(page, [view.must_use]), " must be used in this turn."))
        if view.owed_jokers:
            page.text("The freed joker must be played in this turn.")
        if view.must_build is not None:
            page.text(f"You moved the joker: build on meld {view.must_build + 1} now.")

    def _choices(self, view: TableView) -> list[Text]:
        """What can be done in words, each with its key."""
        page, legal = self._page, view.legal_moves
        parts: list[Text] = []
        if view.phase is TablePhase.DRAW:
            if Draw() in legal:
                parts.append(page.words("d draw"))
            depths = [move.count for move in legal.of(Take) if isinstance(move, Take)]
            if 1 in depths:
                parts.append(page.words("t take ", faces(page, view.pile[-1:])))
            deeper = [str(depth) for depth in depths if depth > 1]
            if deeper:
                parts.append(page.words(f"t {'/'.join(deeper)} take so many"))
            if Pass() in legal:
                parts.append(page.words("p end the hand"))
        else:
            parts.append(page.words("a card throws it"))
        rest = ["? help"] if self._help_shown else ["h hint", "u undo", "? help", "q quit"]
        self._help_shown = True
        return [*parts, *map(page.words, rest)]

    def _draw_hint(self) -> None:
        page, view = self._page, self._view
        if isinstance(view.rules, KalookiRules) and view.phase is TablePhase.TABLE:
            self._draw_plan(view, view.rules)
        move = move_words(page, self._game.computer_move())
        page.text(page.words("The computer would play: ", move, "."))

    def _draw_plan(self, view: TableView, rules: KalookiRules) -> None:
        """What the solver would do in this turn, or how far the opening is."""
        from ..table.solver import OnTable, best_opening, best_turn

        page = self._page
        if not view.down[self._seat]:
            best = best_opening(view.hand, rules.replace(initial=0))
            total = 0 if best is None else best.opening_points
            page.text(f"Your melds total at best {total}; {rules.initial} open.")
        if view.owed_jokers or view.must_use is not None or view.must_build is not None:
            return  # a duty comes first: the computer's move meets it
        table = [OnTable(one.meld, one.owner == self._seat, one.closed) for one in view.table]
        plan = best_turn(view.hand, table, rules, down=view.down[self._seat], taken=view.barred)
        if plan is not None and plan.moves:
            moves = page.words(", ").join([move_words(page, move) for move in plan.moves])
            page.text(page.words("Most points this turn: ", moves, f"; {plan.points} points."))

    def _undo(self) -> bool:
        """Back to the person's last decision."""
        twin = self._round.copy()
        steps = 0
        while twin.history:
            twin.undo()
            steps += 1
            if twin.turn == self._seat:
                self._take_back(steps)
                return True
        self._page.text("nothing to undo: this is your first decision of the hand")
        return False
