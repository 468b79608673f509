"""The positions of a round of a table game, for ``ginrummy replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..table.cards import TableHand
from ..table.results import TableResult
from .replay import Film

if TYPE_CHECKING:
    from .drawing import Page

__all__ = ["TableFilm"]


class TableFilm(Film):
    """The positions of a round of a table game."""

    def _hands(self, number: int) -> list[TableHand | None]:
        round_ = self._rounds[number]
        result = None if self._seat is None else round_.view(self._seat).result
        shown = self._seat is None or (result is not None and not result.is_dead)
        return [
            round_.hand(seat) if shown or seat == self._seat else None
            for seat in range(round_.players)
        ]

    def draw(self, number: int, page: Page) -> None:
        """Draw a step."""
        from .on_table import draw_table_result, event_words, hand_rows, middle_rows

        round_ = self._rounds[number]
        view = round_.view(self._seat or 0)
        self._draw_title(number, page, event_words)
        for seat, hand in enumerate([] if view.result else self._hands(number)):
            page.text(f"{self._names[seat]}{' to play' if round_.turn == seat else ''}")
            rows = [("", "hidden")] if hand is None else hand_rows(page, hand, round_.rules)
            page.rows(rows, indent=2)
        if view.result is None:
            page.rows(middle_rows(page, view, self._names))
        else:
            page.gap()
            draw_table_result(page, view, self._names)

    def plain(self, number: int) -> dict[str, Any]:
        """A step as plain JSON types."""
        round_ = self._rounds[number]
        event = self._event(number) if number else None
        hands = self._hands(number)
        return {
            "step": number,
            "seat": self._seat,
            "by": None if event is None else event.player,
            "move": None if event is None else str(event.move),
            "turn": round_.turn,
            "phase": round_.phase.value,
            "hands": [None if hand is None else str(hand) for hand in hands],
            "pile": " ".join(map(str, round_.pile)),
            "stock": round_.stock_count,
            "table": [
                {"owner": laid.owner, "meld": str(laid.meld), "by": list(laid.by)}
                for laid in round_.table
            ],
            "down": list(round_.down),
            "result": None if round_.result is None else _plain_result(round_.result),
        }


def _plain_result(result: TableResult) -> dict[str, Any]:
    return {
        "outcome": result.outcome.value,
        "winner": result.winner,
        "points": result.points,
        "scores": list(result.scores),
        "held": [str(hand) for hand in result.held],
        "parts": [
            {"seat": part.seat, "reason": part.reason, "points": part.points, "text": part.text}
            for part in result.parts
        ],
    }
