"""Cards, melds and tables as text for people: with `progress` all that imports rich."""

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
        self._terminal = terminal
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

    @property
    def width(self) -> int:
        """Columns to use."""
        return _width(self._terminal)

    def card(self, card: Card) -> Text:
        """One card, hearts and diamonds in red."""
        return Text(
            card.pretty if self._symbols else str(card), "red" if card.suit in (1, 2) else ""
        )

    def cards(self, cards: Iterable[Card]) -> Text:
        """Cards in the order given; a dash for none."""
        return Text(" ").join(map(self.card, cards)) or Text("-")

    def words(self, *parts: str | Card | Text) -> Text:
        """Words and cards, joined as they are."""
        return Text.assemble(
            *(self.card(part) if isinstance(part, Card) else part for part in parts)
        )

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

    def flow(self, items: Sequence[Text]) -> None:
        """Items with commas between, none of them broken where it fits on a line."""
        width = _width(self._terminal)
        line = Text()
        for number, item in enumerate(items, 1):
            piece = Text.assemble(item, "," if number < len(items) else "")
            if line and len(line) + 1 + len(piece) > width:
                self.put(line)
                line = Text()
            line = Text.assemble(line, " " if line else "", piece)
        self.put(line)

    def gap(self) -> None:
        """An empty line."""
        streams.write("\n")

    def rows(self, rows: Iterable[tuple[str, str | Text]], *, indent: int = 0) -> None:
        """Labels with what belongs to them, lined up."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="dim", no_wrap=True, min_width=len("unmelded"))
        grid.add_column(overflow="fold")  # a word too long for the line loses nothing
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

    def compare(
        self, labels: Sequence[str], columns: Sequence[tuple[str, Sequence[tuple[str, bool]]]]
    ) -> None:
        """Columns side by side, in blocks as wide as the page; marked cells stand out.

        The first column is repeated in each block, for the others are compared with it.
        """
        width, gap = min(self.width, 100), 2

        def room(name: str, cells: Sequence[tuple[str, bool]]) -> int:
            return gap + max(len(name), *(len(text) + marked for text, marked in cells))

        fixed = max(map(len, labels)) + room(*columns[0])
        rest = list(columns[1:])
        while rest:
            block, used = [columns[0]], fixed
            while rest and (len(block) == 1 or used + room(*rest[0]) <= width):
                used += room(*rest[0])
                block.append(rest.pop(0))
            table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
            table.add_column("", style="dim", no_wrap=True)
            for name, _ in block:
                table.add_column(name, no_wrap=True, overflow="fold")
            for row, label in enumerate(labels):
                cells = [cells[row] for _, cells in block]
                if len(block) > 2 or any(marked for _, marked in cells):
                    table.add_row(label, *(self._cell(*cell) for cell in cells))
            self.put(table)
            if rest:
                self.gap()

    @staticmethod
    def _cell(text: str, marked: bool) -> Text:
        return Text(f"{text}*", "bold yellow") if marked else Text(text)

    def sums(self, parts: Iterable[tuple[int, str]], total: int | None) -> None:
        """Numbers with what each is for, and their total unless None."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column()
        for points, text in parts:
            grid.add_row(f"{points:+}", Text(text))
        if total is not None:
            grid.add_row(Text(str(total), "bold"), Text("total", "bold"))
        self.put(Padding(grid, (0, 0, 0, 2), expand=False))

    def put(self, drawing: RenderableType) -> None:
        """Anything that rich can draw."""
        self._console.width = _width(self._terminal)  # a window may have changed meanwhile
        with self._console.capture() as capture:
            self._console.print(drawing)
        streams.write("".join(f"{line.rstrip()}\n" for line in capture.get().splitlines()))


def _width(terminal: bool) -> int:
    """Columns to use: ``COLUMNS``, else the terminal's."""
    if not terminal and not os.environ.get("COLUMNS"):
        return _ENDLESS
    fallback = 80 if terminal else _ENDLESS
    return max(_NARROWEST, shutil.get_terminal_size((fallback, 24)).columns)
