"""What the commands share: the parser, hands and cards, and the options for rules."""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from .. import Card, GinRummyError, Hand, PartyRules, Rules, find_variant, variants

if TYPE_CHECKING:
    from ..table.rules import TableRules
    from .drawing import Page

    Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


class UsageError(Exception):
    """A command line that cannot be run; the message is for the user."""


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` whose errors are raised, for `main` to print in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and leaving."""
        raise UsageError(message)


class Formatter(argparse.HelpFormatter):
    """Help that wraps paragraphs and leaves those with indented lines as they are written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip("\n").split("\n\n")
        return "\n\n".join(
            part if "\n  " in part else super(Formatter, self)._fill_text(part, width, indent)
            for part in paragraphs
        )


def command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    *,
    summary: str,
    description: str,
    epilog: str,
) -> Parser:
    """Make the parser of one command; ``run`` gets its arguments and returns the exit code."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=epilog,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    # Not False: that would undo a --no-color that stands before the command.
    add_color(parser, default=argparse.SUPPRESS)
    return parser


def add_color(parser: Parser, default: object) -> None:
    """Add ``--no-color``."""
    parser.add_argument(
        "--no-color",
        action="store_true",
        default=default,
        help="no colour, even on a terminal (as the environment's NO_COLOR)",
    )


def add_json(parser: Parser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="one line of JSON instead (see below)")


def make_page(args: argparse.Namespace) -> Page:
    """The page to draw on.

    Raises:
        UsageError: rich is not installed.
    """
    try:
        from .drawing import Page
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        raise UsageError("drawing needs rich: pip install 'ginrummy[cli]'") from None
    return Page(color=not args.no_color)


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Put the option or file at fault before the message of a `GinRummyError`."""
    try:
        yield
    except GinRummyError as error:
        raise UsageError(f"{where}: {error}") from error


def whole(text: str) -> int | None:
    """The whole number that the text is, or None."""
    return int(text) if _WHOLE.fullmatch(text) else None


def as_hand(words: list[str], option: str) -> Hand:
    """The hand given as the words of an option."""
    with naming(option):
        return Hand(" ".join(words))


def as_card(text: str | None, option: str) -> Card | None:
    """The card given to an option, if it was given."""
    with naming(option):
        return None if text is None else Card(text)


def add_rules(parser: Parser, *, table_games: bool = False) -> None:
    """Add the options that choose the rules; `rules_of` reads them, or `any_rules_of` where
    the games with melds on the table are played too."""
    names = [one.name for one in variants() if table_games or isinstance(one.rules, Rules)]
    group = parser.add_argument_group(
        "rules", "Standard rules unless said otherwise; --variant, --rules, --rule in this order."
    )
    group.add_argument(
        "--variant",
        metavar="NAME",
        help=f"a registered variant: {', '.join(names)}",
    )
    group.add_argument("--rules", metavar="FILE", help="JSON with fields of Rules")
    group.add_argument(
        "--rule",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        help="one field of Rules, such as knock_limit=8, big_gin=none, run_mode=wrap, "
        "gin_forced=true; card_points takes thirteen numbers, ace to king, with commas "
        "between. May be repeated",
    )


def rules_of(args: argparse.Namespace) -> Rules:
    """The rules that the options of `add_rules` say.

    Raises:
        UsageError: an unknown name or a refused value; the message names it.
    """
    rules = any_rules_of(args)
    if not isinstance(rules, Rules):
        raise UsageError(f"--variant {args.variant}: a game with melds on the table; see play")
    return rules


def any_rules_of(args: argparse.Namespace) -> Rules | TableRules:
    """The same, for a game with melds on the table too.

    Raises:
        UsageError: see `rules_of`.
    """
    base: Rules | TableRules
    with naming("--variant"):
        base = Rules() if args.variant is None else find_variant(args.variant).rules
    kind: Any = type(base)
    if args.rules is not None:
        with naming(f"--rules {args.rules}"):
            base = kind.from_dict(_read_fields(args.rules), base)
    # All at once: some fields are allowed only together.
    with naming("--rule"):
        fields = dict(_as_field(text, kind) for text in args.rule)
        return kind.from_dict(fields, base)  # type: ignore[no-any-return]  # kind is one of three


def _read_fields(path: str) -> dict[str, Any]:
    try:
        fields = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"--rules {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--rules {path}: no JSON: {error}") from error
    if not isinstance(fields, dict):
        raise UsageError(f"--rules {path}: rules are a JSON object, not {type(fields).__name__}")
    return fields


def _as_field(text: str, rules: type) -> tuple[str, Any]:
    """Name and value of ``FIELD=VALUE``, the value in the field's type.

    A value that does not read as its type stays text, which `Rules` refuses with a
    message that names field, value and what is allowed.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise UsageError(f"--rule {text}: FIELD=VALUE is expected")
    kinds = {spec.name: spec.metadata.get("kind") for spec in dataclasses.fields(rules)}
    if name not in kinds:
        close = difflib.get_close_matches(name, kinds, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are: {', '.join(kinds)}"
        raise UsageError(f"--rule {text}: {name!r} is no field of {rules.__name__}{hint}")
    return name, _as_value(kinds[name], value)


def _as_value(kind: object, text: str) -> Any:
    word = text.lower()
    if kind is bool:
        return {"true": True, "false": False}.get(word, text)
    if kind is tuple:
        return tuple(_number_or_text(part.strip()) for part in text.split(","))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return word
    if word == "none" and (kind == "int or None" or kind is PartyRules):
        return None
    if kind is PartyRules:
        return _party(text)
    return _number_or_text(text)


def _party(text: str) -> Any:
    """The fields of the party game as JSON: ``{}`` for its defaults."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text  # PartyRules is not to be had from it, which Rules will say


def _number_or_text(text: str) -> int | str:
    number = whole(text)
    return text if number is None else number
