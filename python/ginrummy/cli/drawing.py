"""Cards, melds and tables as text for people. The only module that imports rich."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .. import Arrangement, Card, Hand, Meld, Rules
from . import streams

# In a pipe lines are not wrapped: what reads them cuts them as it likes.
_ENDLESS = 10_000
_NARROWEST = 20


class Page:
    """Draws on standard output: in colour on a terminal, else as plain text.

    Lines wrap between words, so never within a card. Cards have suit symbols, or
    letters where the encoding of the output has none.

    Args:
        color: colour is wanted; it is used only on a terminal without ``NO_COLOR``.
    """

    def __init__(self, *, color: bool) -> None:
        self._symbols = streams.shows_suits()
        terminal = streams.on_terminal()
        self._color = color and terminal and not os.environ.get("NO_COLOR")
        # Rendered to memory first: rich pads lines with blanks and cannot replace what
        # an encoding lacks. Its own reading of the environment (FORCE_COLOR) is not asked.
        self._console = Console(
            file=io.StringIO(),
            width=_width(terminal),
            height=24,  # without it rich takes 80 columns on a dumb terminal
            force_terminal=self._color,
            force_jupyter=False,
            color_system="auto" if self._color else None,
            legacy_windows=False,
            highlight=False,
            markup=False,
            emoji=False,
        )

    def card(self, card: Card) -> Text:
        """One card, hearts and diamonds in red."""
        return Text(
            card.pretty if self._symbols else str(card), "red" if card.suit in (1, 2) else ""
        )

    def cards(self, cards: Iterable[Card]) -> Text:
        """Cards in the order given; a dash for none."""
        return Text(" ").join(map(self.card, cards)) or Text("-")

    def extended(self, meld: Meld, laid: Sequence[Card]) -> Text:
        """A meld with the cards laid off on it, those in brackets."""
        shown = Meld(meld.hand | Hand(laid)).cards
        return Text(" ").join(
            Text.assemble("[", self.card(card), "]") if card in laid else self.card(card)
            for card in shown
        )

    def count(self, cards: Iterable[Card], rules: Rules) -> str:
        """The points of cards, in their order, and the sum: ``7 + 7 = 14``."""
        points = [rules.card_points[card.rank - 1] for card in cards]
        terms = " + ".join(map(str, points))
        return f"{terms} = {sum(points)}" if len(points) > 1 else terms or "0"

    def title(self, text: str) -> None:
        """A heading."""
        self.put(Text(text, "bold"))

    def text(self, text: str | Text) -> None:
        """A paragraph."""
        self.put(Text(text) if isinstance(text, str) else text)

    def gap(self) -> None:
        """An empty line."""
        streams.write("\n")

    def rows(self, rows: Iterable[tuple[str, str | Text]], *, indent: int = 0) -> None:
        """Labels with what belongs to them, lined up."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="dim", no_wrap=True, min_width=len("unmelded"))
        grid.add_column()
        for label, text in rows:
            grid.add_row(Text(label), Text(text) if isinstance(text, str) else text)
        self.put(Padding(grid, (0, 0, 0, indent), expand=False))

    def arrangement(self, value: Arrangement, rules: Rules, *, indent: int = 0) -> None:
        """An arrangement, a line a meld."""
        self.rows(
            [
                *((meld.kind.value, self.cards(meld.cards)) for meld in value.melds),
                ("unmelded", self.cards(value.unmelded)),
                ("deadwood", self.count(value.unmelded, rules)),
            ],
            indent=indent,
        )

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> None:
        """A table whose columns but the last are flush right."""
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        for head in heads[:-1]:
            table.add_column(head, justify="right")
        table.add_column(heads[-1])
        for row in rows:
            table.add_row(*row)
        self.put(table)

    def sums(self, parts: Iterable[tuple[int, str]], total: int) -> None:
        """Numbers with what each is for, and their total."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column()
        for points, text in parts:
            grid.add_row(f"{points:+}", Text(text))
        grid.add_row(Text(str(total), "bold"), Text("total", "bold"))
        self.put(Padding(grid, (0, 0, 0, 2), expand=False))

    def put(self, drawing: RenderableType) -> None:
        """Anything that rich can draw."""
        with self._console.capture() as capture:
            self._console.print(drawing)
        streams.write("".join(f"{line.rstrip()}\n" for line in capture.get().splitlines()))


def _width(terminal: bool) -> int:
    """Columns to use: ``COLUMNS``, else the terminal's."""
    if not terminal and not os.environ.get("COLUMNS"):
        return _ENDLESS
    fallback = 80 if terminal else _ENDLESS
    return max(_NARROWEST, shutil.get_terminal_size((fallback, 24)).columns)
