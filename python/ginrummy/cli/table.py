"""A `View` as a person at the table sees it: nothing here knows more than the view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .. import Card, Hand, Meld, Outcome, Result, Rules, arrange, deadwood
from ..moves import (
    ACCEPT,
    BIG_GIN,
    CLAIM,
    DONE,
    DRAW,
    PASS,
    REFUSE,
    TAKE,
    knock,
    melds_by_number,
)
from ..phases import Phase
from ..view import Event, View

if TYPE_CHECKING:
    from rich.text import Text

    from .drawing import Page

__all__ = [
    "by_rank",
    "draw_hint",
    "draw_result",
    "draw_view",
    "event_words",
    "hand_rows",
    "laid_by",
    "middle_rows",
    "score_words",
    "split_lay",
    "throws",
    "title_words",
]

_DEEDS = {
    PASS: "passed",
    DRAW: "drew",
    BIG_GIN: "laid big gin",
    DONE: "was done laying",
    CLAIM: "claimed a misdeal",
    ACCEPT: "accepted the knock",
    REFUSE: "refused the knock",
}


def by_rank(cards: Iterable[Card]) -> list[Card]:
    """Cards by rank, so that pairs stand together."""
    return sorted(cards, key=lambda card: (card.rank, card.suit))


def split_lay(move: int) -> Meld | tuple[Card, int] | None:
    """What a move of the manual showdown lays: a meld, or a card and the number of a meld."""
    if 112 <= move < 701:
        return melds_by_number()[move - 112]
    if move >= 701:
        meld, card = divmod(move - 701, 52)
        return Card(card), meld
    return None


def event_words(page: Page, event: Event) -> Text:
    """What somebody did, in the past tense."""
    move, card = event.move, event.card
    laid = split_lay(move)
    if isinstance(laid, Meld):
        return page.words("laid down ", page.cards(laid.cards))
    if laid is not None:
        return page.words("laid ", laid[0], f" on meld {laid[1] + 1}")
    if move == TAKE:
        return page.words("took ", card or "the top card")
    if move in _DEEDS:
        return page.words(_DEEDS[move], " " if card else "", card or "")
    if move < knock(Card(0)):
        return page.words("threw ", card or "a card face down")
    return page.words("knocked", ", throwing " if card else "", card or "")


def _deeds(page: Page, events: Sequence[Event]) -> Text:
    return page.words(", ").join([event_words(page, event) for event in events])


def _recent(view: View) -> list[Event]:
    """What the viewer has not been shown yet: his own draw, or what others did since."""
    events = view.events
    if view.phase is Phase.THROW and view.turn == view.player:
        return list(events[-1:]) if events and events[-1].player == view.player else []
    start = len(events)
    while start and events[start - 1].player != view.player:
        start -= 1
    return list(events[start:])


def hand_rows(page: Page, hand: Hand, rules: Rules) -> list[tuple[str, str | Text]]:
    """A hand sorted: a row for each meld of the best arrangement, the rest, its count."""
    best = arrange(hand, rules)
    loose = by_rank(best.unmelded)
    return [
        *((meld.kind.value, page.cards(meld.cards)) for meld in best.melds),
        ("loose", page.cards(loose)),
        ("deadwood", str(best.deadwood)),
    ]


def throws(view: View) -> dict[Card, tuple[int, bool]]:
    """The deadwood that each throw leaves, and whether it may be thrown to knock."""
    legal = set(view.legal_moves)
    found = {}
    for card in view.hand:
        count = deadwood(view.hand - {card}, view.rules)
        found[card] = (count, knock(card) in legal and count <= view.limit)
    return found


def draw_view(page: Page, view: View, names: Sequence[str]) -> None:
    """The table before a decision, or at a step of a replay."""
    recent = _recent(view)
    rows: list[tuple[str, str | Text]] = []
    for step in range(1, view.players):
        seat = (view.player + step) % view.players
        deeds = [event for event in recent if event.player == seat]
        if seat == view.knocker:  # what he laid is drawn as it lies
            deeds = [e for e in deeds if split_lay(e.move) is None and e.move != DONE]
        cards = f"{_card_count(view, seat)} cards"
        text = page.words(cards, ": " if deeds else "", _deeds(page, deeds))
        rows.append((names[seat], text))
        if seat in view.exposed and seat != view.knocker:
            rows.append(("open", page.cards(by_rank(view.exposed[seat]))))
    rows += middle_rows(page, view)
    own = [event for event in recent if event.player == view.player]
    if own:
        rows.append((names[view.player], _deeds(page, own)))
    if view.knocker not in (None, view.player):
        page.rows(rows)
        rows = []
        _draw_spread(page, view, names)
    laid = laid_by(view, view.player)
    rows += [("laid", page.cards(meld.cards)) for meld in _own_melds(view) if laid]
    rows += hand_rows(page, view.hand - laid, view.rules)
    if view.turn == view.player and view.phase is Phase.THROW:
        least = min(count for count, _ in throws(view).values())
        rows[-1] = ("deadwood", f"{rows[-1][1]}, {least} after the best throw")
    page.rows(rows)


def _card_count(view: View, seat: int) -> int:
    if seat in view.exposed:
        return len(view.exposed[seat])
    holds_more = view.turn == seat and view.phase is Phase.THROW
    return view.rules.cards_each(view.players) + holds_more


def middle_rows(page: Page, view: View) -> list[tuple[str, str | Text]]:
    """What lies between the players, and what a knock needs."""
    top = view.upcard
    size = len(view.pile)
    limit = "gin only" if view.limit == 0 or view.gin_only else f"{view.limit} or less"
    limit += f", the hand counts x {view.multiplier}"
    return [
        ("pile", page.words(top, f" on top, {size} in all") if top else "empty"),
        ("stock", f"{view.stock_count} cards"),
        ("knock", limit),
    ]


def _own_melds(view: View) -> list[Meld]:
    if view.knocker == view.player:
        return list(view.spread)
    return [meld for seat, meld in view.own_melds if seat == view.player]


def laid_by(view: View, seat: int) -> Hand:
    """What the viewer has laid down or off so far in a manual showdown."""
    cards = [card for meld in _own_melds(view) for card in meld.cards]
    return Hand([*cards, *(one.card for who, one in view.laid if who == seat)])


def _draw_spread(page: Page, view: View, names: Sequence[str]) -> None:
    assert view.knocker is not None
    page.title(f"{names[view.knocker]} laid down")
    rest = view.exposed.get(view.knocker, Hand())
    rows: list[tuple[str, str | Text]] = []
    for number, meld in enumerate(view.spread):
        laid = [one.card for _, one in view.laid if one.meld == number]
        rows.append((f"meld {number + 1}", page.extended(meld, laid)))
        rest = rest - meld.hand
    rows.append(("left", page.cards(by_rank(rest))))
    rows.append(("deadwood", page.count(by_rank(rest), view.rules)))
    page.rows(rows, indent=2)


def draw_hint(page: Page, view: View) -> None:
    """What each throw leaves, best first; before a draw, what the top card would do."""
    if view.phase is not Phase.THROW:
        now = deadwood(view.hand, view.rules)
        top = view.upcard
        if top is None or view.phase not in (Phase.UPCARD, Phase.DRAW, Phase.WALL):
            page.text(f"The hand has {now} deadwood.")
            return
        held = view.hand | {top}
        then = min(deadwood(held - {card}, view.rules) for card in view.hand)
        page.text(page.words("Deadwood now ", str(now), "; with ", top, f" at best {then}."))
        return
    barred = None if view.rules.may_discard_taken else view.taken
    rows = []
    found = throws(view)
    for card in sorted(by_rank(found), key=lambda card: found[card][0]):
        count, knocks = found[card]
        note = "gin" if knocks and not count else "knock" if knocks else ""
        if card == barred and not knocks:
            note = "just taken"
        rows.append((page.card(card), str(count), note))
    page.table(("throw", "leaves", ""), rows)


def title_words(result: Result, names: Sequence[str]) -> str:
    """The first line of a result, in the second person where a player is called You."""
    head = result.explain(names).partition("\n")[0]
    return head.replace("You wins", "you win").replace("You loses", "you lose")


def draw_result(page: Page, view: View, names: Sequence[str]) -> None:
    """How a hand ended: both hands as they were laid, and the points part by part."""
    result = view.result
    assert result is not None
    recent = [event for event in _recent(view) if split_lay(event.move) is None]
    for seat in range(view.players):
        deeds = [e for e in recent if e.player == seat and e.move != DONE]
        if deeds:
            page.text(page.words(f"{names[seat]} ", _deeds(page, deeds), "."))
    page.title(title_words(result, names))
    if result.spread is not None and result.knocker is not None:
        _draw_hands(page, view, result, names)
    several = len({part.seat for part in result.parts}) > 1
    if several:
        page.sums(
            [(part.points, f"{names[part.seat]}: {part.text}") for part in result.parts], None
        )
    elif result.parts:
        page.sums([(part.points, part.text) for part in result.parts], result.points)
    if result.outcome is Outcome.MISDEAL:
        page.text(f"A dealt hand could knock at once, with {result.limit} or less.")


def _draw_hands(page: Page, view: View, result: Result, names: Sequence[str]) -> None:
    spread, rules = result.spread, view.rules
    assert spread is not None
    assert result.knocker is not None
    page.text(names[result.knocker])
    rows: list[tuple[str, str | Text]] = [
        (f"{meld.kind} {number}", page.cards(meld.cards))
        for number, meld in enumerate(spread.melds, 1)
    ]
    rows += [("left", page.cards(by_rank(spread.unmelded)))]
    rows += [("deadwood", page.count(by_rank(spread.unmelded), rules))]
    page.rows(rows, indent=2)
    for seat, layoff in result.layoffs:
        page.text(names[seat])
        rows = [(meld.kind.value, page.cards(meld.cards)) for meld in layoff.melds]
        for number, meld in enumerate(spread.melds):
            laid = [one.card for one in layoff.laid if one.meld == number]
            if laid:
                rows.append((f"on {meld.kind} {number + 1}", page.extended(meld, laid)))
        rows += [("left", page.cards(by_rank(layoff.unmelded)))]
        rows += [("deadwood", page.count(by_rank(layoff.unmelded), rules))]
        page.rows(rows, indent=2)


def score_words(scores: Sequence[int], names: Sequence[str]) -> str:
    """The score by name: ``You 34, Computer 12``."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
