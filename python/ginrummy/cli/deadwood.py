"""``ginrummy deadwood``: the best arrangement of a hand, all of them, or what to throw."""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import (
    Arrangement,
    Card,
    Discard,
    GinRummyError,
    Hand,
    Rules,
    arrange,
    arrangements,
    discards,
    knock_terms,
)
from . import plain, streams
from .options import UsageError, add_json, add_rules, as_card, command, make_page, rules_of, whole

if TYPE_CHECKING:
    from .drawing import Page
    from .options import Commands

_LIMIT = 20

_EPILOG = """\
JSON: an object with hand, melds (each with kind and cards), unmelded and
deadwood; hands from stdin give one object a line, with line, the number
of the line. Further, with --all: arrangements (each with melds, unmelded
and deadwood) and more (true if the list was cut off). With --discards:
discards (each with card, deadwood, knock and gin; by card), limit, taken
and big_gin (true if all the cards meld and the rules have big gin).

examples:
  ginrummy deadwood "7c 7s 7d 8d 9d"
  ginrummy deadwood 7c 7s 7d 8d 9d --all
  ginrummy deadwood --discards --taken Kh "7c 7s 7d 8d 9d 2c 3c 4c Kh Qh Jh"
  ginrummy deadwood --rule run_mode=wrap "Ks As 2s"
  ginrummy deadwood --json < hands.txt
"""


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked about each hand; ``kind`` is ``best``, ``all`` or ``discards``."""

    rules: Rules
    kind: str
    limit: int
    taken: Card | None
    knock_card: Card | None


@dataclass(frozen=True, slots=True)
class _Answer:
    """What is known of one hand; the fields of another kind of question are empty."""

    hand: Hand
    best: Arrangement
    arrangements: tuple[Arrangement, ...] = ()
    more: bool = False
    discards: tuple[Discard, ...] = ()


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "deadwood",
        run,
        summary="arrange a hand with the least deadwood",
        description="Arrange a hand with the least deadwood. A hand has any number of cards.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "hand",
        nargs="*",
        help="the cards, as one word or several; '-', or nothing where stdin is no terminal, "
        "takes one hand a line from stdin",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="every arrangement with that deadwood")
    which.add_argument(
        "--discards",
        action="store_true",
        help="what each throw leaves, best first: for the eleven cards before a throw",
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=_as_limit,
        help=f"with --all: at most N arrangements ({_LIMIT})",
    )
    parser.add_argument(
        "--taken",
        metavar="CARD",
        help="with --discards: the card just taken from the pile, which may not be thrown",
    )
    parser.add_argument(
        "--knock-card",
        metavar="CARD",
        help="with --discards: the card that sets the knock limit in Oklahoma",
    )
    add_json(parser)
    add_rules(parser)


def _as_limit(text: str) -> int:
    limit = whole(text)
    if limit is None or limit < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 is expected")
    return limit


def run(args: argparse.Namespace) -> int:
    """Answer the hand of the command line, or each hand of standard input."""
    question = _question(args)
    page = None if args.json else make_page(args)
    if args.hand and args.hand != ["-"]:
        answer = _answer(question, Hand(" ".join(args.hand)))
        if page is None:
            streams.write_json(_plain(question, answer))
        else:
            _draw(question, answer, page)
        return 0
    if not args.hand and not streams.is_piped():
        raise UsageError("a hand is needed, such as '7c 7s 7d 8d 9d', or hands through a pipe")
    return _answer_lines(question, page)


def _answer_lines(question: _Question, page: Page | None) -> int:
    code = 0
    drawn = False
    for number, text in streams.lines():
        try:
            answer = _answer(question, Hand(text))
        except GinRummyError as error:
            streams.complain(f"line {number}: {error}")
            code = 2
            continue
        if page is None:
            streams.write_json({"line": number, **_plain(question, answer)})
            continue
        if drawn:
            page.gap()
        drawn = True
        page.rows([("hand", page.cards(answer.hand))])
        _draw(question, answer, page)
    return code


def _question(args: argparse.Namespace) -> _Question:
    for option, needed in (("limit", "all"), ("taken", "discards"), ("knock_card", "discards")):
        if getattr(args, option) is not None and not getattr(args, needed):
            raise UsageError(f"--{option.replace('_', '-')} goes with --{needed}")
    question = _Question(
        rules=rules_of(args),
        kind="all" if args.all else "discards" if args.discards else "best",
        limit=_LIMIT if args.limit is None else args.limit,
        taken=as_card(args.taken, "--taken"),
        knock_card=as_card(args.knock_card, "--knock-card"),
    )
    if args.discards:
        # A knock card that is missing is one error, not one for each hand.
        knock_terms(question.rules, question.knock_card)
    return question


def _answer(question: _Question, hand: Hand) -> _Answer:
    rules = question.rules
    best = arrange(hand, rules)
    if question.kind == "all":
        found = tuple(itertools.islice(arrangements(hand, rules), question.limit + 1))
        return _Answer(hand, best, found[: question.limit], len(found) > question.limit)
    if question.kind == "discards":
        throws = discards(hand, rules, question.taken, knock_card=question.knock_card)
        return _Answer(hand, best, discards=throws)
    return _Answer(hand, best)


def _is_big_gin(question: _Question, answer: _Answer) -> bool:
    return question.rules.big_gin is not None and not answer.best.unmelded


def _plain(question: _Question, answer: _Answer) -> dict[str, Any]:
    shown = {"hand": str(answer.hand), **plain.arrangement(answer.best)}
    if question.kind == "all":
        shown["arrangements"] = [plain.arrangement(one) for one in answer.arrangements]
        shown["more"] = answer.more
    if question.kind == "discards":
        shown["discards"] = [plain.discard(one) for one in answer.discards]
        shown["limit"] = knock_terms(question.rules, question.knock_card).limit
        shown["taken"] = None if question.taken is None else str(question.taken)
        shown["big_gin"] = _is_big_gin(question, answer)
    return shown


def _draw(question: _Question, answer: _Answer, page: Page) -> None:
    if question.kind == "discards":
        _draw_discards(question, answer, page)
    elif question.kind == "all":
        _draw_all(question, answer, page)
    else:
        page.arrangement(answer.best, question.rules)


def _draw_all(question: _Question, answer: _Answer, page: Page) -> None:
    for number, one in enumerate(answer.arrangements, 1):
        page.title(f"arrangement {number}")
        page.arrangement(one, question.rules, indent=2)
    if answer.more:
        page.text(f"... and more: cut off after {question.limit}, see --limit")


def _mark(throw: Discard) -> str:
    if throw.gin:
        return "gin"
    return "knock" if throw.knock else ""


def _draw_discards(question: _Question, answer: _Answer, page: Page) -> None:
    best_first = sorted(answer.discards, key=lambda one: (one.deadwood, one.card))
    page.table(
        ("throw", "leaves", ""),
        [(page.card(one.card), str(one.deadwood), _mark(one)) for one in best_first],
    )
    page.text(f"knock limit {knock_terms(question.rules, question.knock_card).limit}")
    if question.taken is not None and not question.rules.may_discard_taken:
        page.text(page.cards([question.taken]).append(" was taken and may not be thrown"))
    if _is_big_gin(question, answer):
        page.text(f"big gin: all {len(answer.hand)} cards meld")
