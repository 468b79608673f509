"""A `TableView` as a person sees it: nothing here knows more than the view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .. import Hand, Rules, arrange
from ..table.cards import TableCard
from ..table.melds import TableMeld, meld_value
from ..table.moves import Build, Claim, Discard, Draw, Lay, MoveJoker, Take
from ..table.results import TableResult, part_text
from ..table.rules import MahjongRules
from ..table.view import TableEvent, TableView
from .table import by_rank

if TYPE_CHECKING:
    from rich.text import Text

    from .drawing import Page

__all__ = [
    "draw_table_result",
    "draw_table_view",
    "event_words",
    "faces",
    "hand_rows",
    "meld_words",
    "middle_rows",
    "move_words",
    "result_title",
]


def face(page: Page, card: TableCard) -> Text:
    """One card, or a joker."""
    return page.words(card.card or "JK")


def faces(page: Page, cards: Iterable[TableCard]) -> Text:
    """Cards in the order given; a dash for none."""
    return page.words(" ").join([face(page, card) for card in cards]) or page.words("-")


def meld_words(page: Page, meld: TableMeld) -> Text:
    """A meld with what its jokers stand for: ``8♣ JK=9♣ T♣``."""
    parts = []
    for slot in meld:
        stands = "=" if slot.joker and slot.card is not None else ""
        parts.append(page.words(f"JK{stands}" if slot.joker else "", slot.card or ""))
    return page.words(" ").join(parts)


def _melds(page: Page, melds: Iterable[TableMeld]) -> Text:
    return page.words(" | ").join([meld_words(page, meld) for meld in melds])


def move_words(page: Page, move: object) -> Text:
    """A move as it can be typed, its cards in colour."""
    if isinstance(move, Lay):
        return page.words("lay ", _melds(page, move.melds))
    if isinstance(move, Build):
        slot = page.words("JK" if move.slot.joker else "", move.slot.card or "")
        if move.slot.joker and move.slot.card is not None:
            slot = page.words("JK=", move.slot.card)
        return page.words(slot, f" on {move.on + 1}")
    if isinstance(move, Claim):
        return page.words("claim ", faces(page, move.cards), f" on {move.on + 1}")
    if isinstance(move, Discard):
        return page.words("throw ", face(page, move.card))
    return page.words(str(move))


def event_words(page: Page, event: TableEvent) -> Text:
    """What somebody did, in the past tense."""
    move = event.move
    if isinstance(move, Draw):
        seen = page.words(" ", faces(page, event.cards)) if event.cards else ""
        return page.words("drew", seen)
    if isinstance(move, Take):
        return page.words("took ", faces(page, event.cards))
    if isinstance(move, Lay):
        return page.words("laid ", _melds(page, move.melds))
    if isinstance(move, Build):
        return page.words("built ", move_words(page, move))
    if isinstance(move, Claim):
        return page.words(
            "claimed a joker of ", str(move.on + 1), " with ", faces(page, move.cards)
        )
    if isinstance(move, MoveJoker):
        return page.words(f"moved the joker of {move.on + 1} to its {move.to} end")
    if isinstance(move, Discard):
        stock = ", and the pile became the stock" if event.restock else ""
        return page.words("threw ", face(page, move.card), stock)
    return page.words("left the pile")


def _deeds(page: Page, events: Iterable[TableEvent]) -> Text:
    return page.words(", ").join([event_words(page, event) for event in events])


def _recent(view: TableView) -> list[TableEvent]:
    """What the viewer has not been shown yet: his own turn so far, or the others' since."""
    events = list(view.events)
    own = bool(events) and events[-1].player == view.player
    start = len(events)
    while start and (events[start - 1].player == view.player) is own:
        start -= 1
    return events[start:]


def middle_rows(page: Page, view: TableView, names: Sequence[str]) -> list[tuple[str, str | Text]]:
    """Pile, stock and the melds on the table, numbered."""
    pile = view.pile
    if isinstance(view.rules, MahjongRules):  # any depth of it may be taken (j1)
        shown = page.words(faces(page, pile), " (top)" if len(pile) > 1 else "")
    elif pile:
        shown = page.words(face(page, pile[-1]), f" on top, {len(pile)} in all")
    else:
        shown = page.words("empty")
    rows: list[tuple[str, str | Text]] = [("pile", shown), ("stock", f"{view.stock_count} cards")]
    for number, laid in enumerate(view.table, 1):
        points = meld_value(laid.meld, view.rules)
        words = page.words(meld_words(page, laid.meld), f" = {points}, {names[laid.owner]}")
        rows.append((f"meld {number}", words))
    return rows


def hand_rows(
    page: Page, cards: Iterable[TableCard], rules: object
) -> list[tuple[str, str | Text]]:
    """A hand sorted. In Mahjong gin the melds of the best arrangement stand apart."""
    held = list(cards)
    naturals = [card.card for card in held if card.card is not None]
    if isinstance(rules, MahjongRules):
        best = arrange(Hand(naturals), Rules(card_points=rules.card_points))
        return [
            *((meld.kind.value, page.cards(meld.cards)) for meld in best.melds),
            ("loose", page.cards(by_rank(best.unmelded))),
        ]
    jokers = [card for card in held if card.is_joker]
    by_suit = [page.cards(c for c in sorted(naturals) if c.suit == suit) for suit in range(4)]
    shown = [text for text in by_suit if str(text) != "-"]
    return [("hand", page.words("  ").join([*shown, *[face(page, one) for one in jokers]]))]


def draw_table_view(page: Page, view: TableView, names: Sequence[str]) -> None:
    """The table before a decision."""
    recent = _recent(view)
    rows: list[tuple[str, str | Text]] = []
    opens = not isinstance(view.rules, MahjongRules)
    for step in range(1, view.players):
        seat = (view.player + step) % view.players
        deeds = [event for event in recent if event.player == seat]
        down = ", down" if opens and view.down[seat] else ""
        size = view.hand_sizes[seat]
        text = page.words(
            f"{size} card{'s' * (size != 1)}{down}", ": " if deeds else "", _deeds(page, deeds)
        )
        rows.append((names[seat], text))
    rows += middle_rows(page, view, names)
    own = [event for event in recent if event.player == view.player]
    if own:
        rows.append((names[view.player], _deeds(page, own)))
    rows += hand_rows(page, view.hand, view.rules)
    page.rows(rows)


def result_title(result: TableResult, names: Sequence[str]) -> str:
    """The first line of a result, in the second person where a player is called You."""
    head = result.explain(names).partition("\n")[0]
    return head.replace("You scores", "you score")


def draw_table_result(page: Page, view: TableView, names: Sequence[str]) -> None:
    """How a hand ended: what everybody did last, and the points part by part."""
    result = view.result
    assert result is not None
    recent = _recent(view)
    for seat in range(view.players):
        deeds = [event for event in recent if event.player == seat]
        if deeds:
            page.text(page.words(f"{names[seat]} ", _deeds(page, deeds), "."))
    page.title(result_title(result, names))
    page.rows(middle_rows(page, view, names)[2:], indent=2)
    for seat, hand in enumerate(result.held):
        page.rows([(names[seat], faces(page, hand))], indent=2)
    if result.parts:
        sums = [
            (part.points, f"{names[part.seat]}: {part_text(part, names)}") for part in result.parts
        ]
        page.sums(sums, None)
