"""``ginrummy replay``: step through a recorded round, as one player saw it or with all open."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import Hand, Result, deadwood
from ..round import Round
from . import plain, streams
from .kinds import AnyRound, record_of
from .options import UsageError, add_json, command, make_page, whole
from .saves import read_rounds

if TYPE_CHECKING:
    from rich.text import Text

    from .drawing import Page
    from .options import Commands

_EPILOG = """\
On a terminal, keys and Enter: Enter or n next, p previous, a number that
position, e end, b begin, q quit. In a pipe, or with --all-steps, every position
is written in order.

JSON: an object a position, with step (0 is the deal), seat (null where
all is seen), by and move (who played what to get there; null at the
deal), turn (null when over), phase, hands (a list by seat; null where
hidden), deadwood (likewise), pile (its top last), stock, limit,
multiplier and result (null until the end; outcome, winner, points,
scores, knocker, spread, layoffs and parts). In a game with melds on the
table: no deadwood, limit and multiplier; table (owner, meld and by, who
played each card), down, and a result with held in place of knocker, spread
and layoffs.

examples:
  ginrummy replay round.txt
  ginrummy replay round.txt --as 0 --step 12
  ginrummy replay round.txt --json | tail -1
  ginrummy replay game.json --hand 3
"""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "replay",
        run,
        summary="step through a recorded round",
        description="Step through a round recorded by 'ginrummy play --record' or Record.save, "
        "or through a hand of a saved game.",
        epilog=_EPILOG,
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a record, or a saved game")
    parser.add_argument(
        "--as",
        dest="seat",
        metavar="SEAT",
        default="all",
        help="whose eyes: a seat from 0, or all (all)",
    )
    parser.add_argument(
        "--hand", metavar="N", type=_as_whole, help="which hand of a saved game, from 1 (the last)"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--step", metavar="N", type=_as_whole, help="only the position after N moves"
    )
    which.add_argument("--all-steps", action="store_true", help="every position, without keys")
    add_json(parser)


def _as_whole(text: str) -> int:
    number = whole(text)
    if number is None or number < 0:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number is expected")
    return number


def run(args: argparse.Namespace) -> int:
    """Show the positions."""
    page = None if args.json else make_page(args)
    film = make_film(_round(args), args.seat)
    steps = range(len(film))
    if args.step is not None:
        film.check(args.step)
        steps = range(args.step, args.step + 1)
    elif page and not args.all_steps and streams.on_terminal() and not streams.is_piped():
        _step_through(film, page)
        return 0
    for number in steps:
        if page is None:
            streams.write_json(film.plain(number))
        else:
            if number > steps.start:
                page.gap()
            film.draw(number, page)
    return 0


def _round(args: argparse.Namespace) -> AnyRound:
    rounds = read_rounds(args.file)
    number: int = len(rounds) if args.hand is None else args.hand
    if not 1 <= number <= len(rounds):
        raise UsageError(f"--hand {number}: there is no such hand, 1 to {len(rounds)} are")
    return rounds[number - 1]


def _step_through(film: Film, page: Page) -> None:
    from .prompt import ask, printable

    number, last = 0, len(film) - 1
    film.draw(number, page)
    while True:
        try:
            entry = ask(f"\n{number} of {last}: n next, p previous, number, e end, q quit ").lower()
        except EOFError:
            return
        if entry in ("q", "quit"):
            return
        moved = {"": number + 1, "n": number + 1, "p": number - 1, "e": last, "b": 0}
        try:
            wanted = moved[entry] if entry in moved else whole(entry)
            if wanted is None:
                raise UsageError(f"{entry[:60]!r} is none of these keys")
            film.check(wanted)
        except UsageError as error:
            page.text(printable(str(error)))
            continue
        number = wanted
        page.gap()
        film.draw(number, page)


def make_film(round_: AnyRound, seat: str) -> Film:
    """The positions of a round of any game."""
    if isinstance(round_, Round):
        return Film(round_, seat)
    from .on_table_replay import TableFilm

    return TableFilm(round_, seat)


class Film:
    """The positions of a round, from the deal to its last move.

    Args:
        round_: the round as far as it was played.
        seat: whose view is shown, as text; ``all`` shows everything.

    Raises:
        UsageError: there is no such seat.
    """

    # A subclass has rounds of another kind.
    _rounds: list[Any]

    def __init__(self, round_: AnyRound, seat: str) -> None:
        record = record_of(round_)
        self._rounds = [record.deal()]
        for move in record.moves:
            following = self._rounds[-1].copy()
            following.play(move)
            self._rounds.append(following)
        number = whole(seat)
        if seat != "all" and (number is None or not 0 <= number < round_.players):
            raise UsageError(f"--as {seat}: 0 to {round_.players - 1} or all is expected")
        self._seat = None if seat == "all" else number
        self._names = [f"player {n}" for n in range(round_.players)]

    def __len__(self) -> int:
        return len(self._rounds)

    def check(self, number: int) -> None:
        """Refuse a step that is not there."""
        if not 0 <= number < len(self):
            raise UsageError(f"there is no step {number}: 0 to {len(self) - 1} are")

    def _event(self, number: int) -> Any:
        """The move that led to a step, as it is to be shown."""
        round_ = self._rounds[number]
        seat = self._seat
        if seat is None:
            before = self._rounds[number - 1].turn
            assert before is not None
            seat = before  # who moved sees his own draw
        return round_.view(seat).events[-1]

    def _hands(self, number: int) -> Sequence[Any]:
        # Hands of the round's own kind; None for a hidden one.
        round_ = self._rounds[number]
        if self._seat is None:
            return [round_.hand(seat) for seat in range(round_.players)]
        view = round_.view(self._seat)
        hands: list[Hand | None] = [view.exposed.get(seat) for seat in range(round_.players)]
        hands[self._seat] = view.hand
        return hands

    def draw(self, number: int, page: Page) -> None:
        """Draw a step."""
        from .table import draw_result, event_words, hand_rows, middle_rows

        round_ = self._rounds[number]
        view = round_.view(self._seat or 0)
        self._draw_title(number, page, event_words)
        laid = view.result is not None and view.result.spread is not None
        for seat, hand in enumerate([] if laid else self._hands(number)):
            page.text(f"{self._names[seat]}{' to play' if round_.turn == seat else ''}")
            rows = [("", "hidden")] if hand is None else hand_rows(page, hand, round_.rules)
            page.rows(rows, indent=2)
        page.rows(middle_rows(page, view))
        if view.result is not None:
            page.gap()
            draw_result(page, view, self._names)

    def _draw_title(self, number: int, page: Page, words: Callable[[Page, Any], Text]) -> None:
        if not number:
            page.title(f"step 0: {self._names[self._rounds[0].dealer]} dealt")
            return
        event = self._event(number)
        page.title(f"step {number}: {self._names[event.player]}")
        page.text(page.words("  ", words(page, event)))

    def plain(self, number: int) -> dict[str, Any]:
        """A step as plain JSON types."""
        round_ = self._rounds[number]
        event = self._event(number) if number else None
        hands = self._hands(number)
        rules = round_.rules
        # A seat's view leaves out what nobody laid open to it, after a forfeit too.
        result = round_.result if self._seat is None else round_.view(self._seat).result
        return {
            "step": number,
            "seat": self._seat,
            "by": None if event is None else event.player,
            "move": None if event is None else str(event).partition(": ")[2],
            "turn": round_.turn,
            "phase": round_.phase.value,
            "hands": [None if hand is None else str(hand) for hand in hands],
            "deadwood": [None if hand is None else deadwood(hand, rules) for hand in hands],
            "pile": " ".join(map(str, round_.pile)),
            "stock": round_.stock_count,
            "limit": round_.limit,
            "multiplier": round_.multiplier,
            "result": None if result is None else _result(result),
        }


def _result(result: Result) -> dict[str, Any]:
    return {
        "outcome": result.outcome.value,
        "winner": result.winner,
        "points": result.points,
        "scores": list(result.scores),
        "knocker": result.knocker,
        "spread": None if result.spread is None else plain.arrangement(result.spread),
        "layoffs": [{"seat": seat, **plain.layoff(one)} for seat, one in result.layoffs],
        "parts": [
            {"seat": part.seat, "reason": part.reason, "points": part.points, "text": part.text}
            for part in result.parts
        ],
    }
