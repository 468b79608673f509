"""``ginrummy settle``: a hand laid down, laid off on and scored, with the reasons."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .. import Card, Hand, Rules, Settlement
from .. import settle as settle_hand
from . import plain, streams
from .options import (
    UsageError,
    add_json,
    add_rules,
    as_card,
    as_hand,
    command,
    make_page,
    naming,
    rules_of,
    whole,
)

if TYPE_CHECKING:
    from rich.text import Text

    from .drawing import Page
    from .options import Commands

_EPILOG = """\
What is not given is chosen as well as can be: the spread, the defender's
melds and layoffs. What is given is checked and kept to.

Layoffs are cards, each laid where it fits ("7s 8s"), or card@meld, with
the number of the meld in the spread, from 0 ("7s@1 8s@1"). The numbers
are those of --spread, or those shown (@0, @1 ...) where it is not given.
--layoff "" lays nothing off.

JSON: the fields of a Settlement: outcome, winner (knocker, defender or
null), points, parts (each with reason, points and text; they add up to
points), scores and boxes (each [knocker, defender]), multiplier,
knocker_deadwood, defender_deadwood, limit, spread (melds, unmelded,
deadwood) and layoff (melds, laid, unmelded, deadwood). A meld has kind
and cards; a card laid has card and meld, its number in the spread.

examples:
  ginrummy settle --knocker "4c 5c 6c 3s 4s 5s 6s Ah 4d 5h" \\
                  --defender "Ac 2c 8c 2h 6h 7h 8h 2s 7s 8s"
  ... --spread "4c 5c 6c | 3s 4s 5s 6s" --layoff "7s@1 8s@1"
  ... --rule limit_source=upcard --knock-card Ts
"""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "settle",
        run,
        summary="settle a hand: spread, layoffs and score",
        description="Settle a hand that ended with a knock, gin or big gin.",
        epilog=_EPILOG,
    )
    for name in ("knocker", "defender"):
        parser.add_argument(
            f"--{name}",
            metavar="CARDS",
            nargs="+",
            required=True,
            help=f"the {name}'s ten cards" + (", or eleven for big gin" * (name == "knocker")),
        )
    parser.add_argument("--spread", metavar="MELDS", help="the knocker's melds, with | between")
    parser.add_argument(
        "--defender-melds", metavar="MELDS", help="the defender's own melds, with | between"
    )
    parser.add_argument(
        "--layoff", metavar="CARDS", nargs="+", help="what the defender lays off (see below)"
    )
    parser.add_argument(
        "--knock-card", metavar="CARD", help="the card that sets the limit in Oklahoma"
    )
    parser.add_argument(
        "--seen",
        metavar="CARDS",
        nargs="+",
        default=[],
        help="cards that cannot be laid off, such as the throw; the choice of the spread heeds it",
    )
    add_json(parser)
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Settle the hand."""
    rules = rules_of(args)
    settled = settle_hand(
        as_hand(args.knocker, "--knocker"),
        as_hand(args.defender, "--defender"),
        rules,
        knock_card=as_card(args.knock_card, "--knock-card"),
        spread=_as_melds(args.spread, "--spread"),
        defender_melds=_as_melds(args.defender_melds, "--defender-melds"),
        layoff=_as_layoff(args.layoff),
        seen=as_hand(args.seen, "--seen"),
    )
    if args.json:
        streams.write_json(plain.settlement(settled))
    else:
        _draw(settled, rules, make_page(args))
    return 0


def _as_melds(text: str | None, option: str) -> tuple[Hand, ...] | None:
    with naming(option):
        if text is None:
            return None
        return tuple(Hand(part) for part in text.split("|") if part.strip())


def _as_layoff(words: list[str] | None) -> list[Card | tuple[Card, int]] | None:
    """The cards of ``--layoff``, those with ``@`` as pairs with the number of the meld."""
    if words is None:
        return None
    laid: list[Card | tuple[Card, int]] = []
    with naming("--layoff"):
        for word in " ".join(words).replace(",", " ").split():
            text, at, meld = word.partition("@")
            card = Card(text)
            number = whole(meld)
            if at and (number is None or number < 0):
                raise UsageError(f"--layoff {word}: after @ stands the number of a meld, from 0")
            laid.append(card if number is None else (card, number))
    return laid


def _draw(settled: Settlement, rules: Rules, page: Page) -> None:
    _draw_knocker(settled, rules, page)
    page.gap()
    _draw_defender(settled, rules, page)
    page.gap()
    _draw_score(settled, page)


def _draw_knocker(settled: Settlement, rules: Rules, page: Page) -> None:
    spread = settled.spread
    page.title("Knocker")
    page.rows(
        [
            *(
                (f"{meld.kind} @{number}", page.cards(meld.cards))
                for number, meld in enumerate(spread.melds)
            ),
            ("left", page.cards(spread.unmelded)),
            ("deadwood", page.count(spread.unmelded, rules)),
        ],
        indent=2,
    )


def _draw_defender(settled: Settlement, rules: Rules, page: Page) -> None:
    layoff = settled.layoff
    page.title("Defender")
    page.rows(
        [
            *((meld.kind.value, page.cards(meld.cards)) for meld in layoff.melds),
            *_laid(settled, page),
            ("left", page.cards(layoff.unmelded)),
            ("deadwood", page.count(layoff.unmelded, rules)),
        ],
        indent=2,
    )


def _laid(settled: Settlement, page: Page) -> list[tuple[str, Text]]:
    """A row for each meld that was laid off on, drawn with the cards laid."""
    rows = []
    for number, meld in enumerate(settled.spread.melds):
        laid = [one.card for one in settled.layoff.laid if one.meld == number]
        if laid:
            rows.append((f"laid @{number}", page.extended(meld, laid)))
    return rows


def _draw_score(settled: Settlement, page: Page) -> None:
    page.title(settled.explain().partition("\n")[0])
    page.sums([*((part.points, part.text) for part in settled.parts)], settled.points)
    page.gap()
    page.rows(
        [
            ("scores", _both(settled.scores)),
            ("boxes", _both(settled.boxes)),
            ("limit", str(settled.limit)),
            ("multiplier", str(settled.multiplier)),
        ],
        indent=2,
    )


def _both(values: tuple[int, int]) -> str:
    return f"knocker {values[0]}, defender {values[1]}"
