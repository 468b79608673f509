"""``ginrummy score``: keeps the score of a match, a Hollywood sheet or teams in a file."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import show
from ..errors import GinRummyError
from ..hollywood import HollywoodRules, HollywoodSheet
from ..match import Match
from ..match_rules import BEST_OF_FIVE, MULTI_MATCH, MatchRules
from ..records import write_safely
from ..teams import TeamRules, TeamSheet
from . import streams
from .options import Parser, UsageError, add_json, command, naming
from .saves import state_directory
from .score_keep import WORDS, draw_sheet, keep, report, report_loss
from .score_sheet import AnySheet, Keeper
from .score_words import KINDS, read_field, read_names

if TYPE_CHECKING:
    from .options import Commands

_EPILOG = f"""\
The file: 'new' names it; the other commands take --file, else the
environment's GINRUMMY_SCORE, else the file last made or written to.
Every entry is on the disk before it is told.

A hand is who won, the points and how it ended (knock if not said):
  north 24 gin
  north 12
  dead                          or tie, misdeal, capped, cancelled
  north forfeit                 north wins the game: south's knock was too high
  north=10 south=-5             signed points, as in the party game
  A 16, A 12                    a team round, a hand a table
How it ended: {", ".join(KINDS[:4])}, ...

examples:
  ginrummy score new hollywood --players north,south --target 150 my.gin
  ginrummy score add north 24 gin
  ginrummy score add dead
  ginrummy score fix 1 south 12
  ginrummy score undo
  ginrummy score show
  ginrummy score export csv
  ginrummy score keep < evening.txt
"""

_NEW_EPILOG = """\
match is one game; multi-match goes on to 500 with flat bonuses; best-of
is best of five games to 250; hollywood has three columns to 200; teams is
one game to 125, or several columns to 200 with --columns.

--rule takes fields of MatchRules, HollywoodRules or TeamRules, such as
box=20, shutout=none, dealer_rule=loser, game_target=300, best_of=3,
entry=count, rolling=true, column_weights=1,1,2, tedesco=true, post=gross.

examples:
  ginrummy score new match --players north,south my.gin
  ginrummy score new best-of --rule best_of=3 --players ann,bob cup.gin
  ginrummy score new teams --a-side 3 --columns 3 --players A,B club.gin
"""

_SHOW_EPILOG = """\
JSON: an object with file, kind, title, names, columns, hands, lines,
series, finished, winner, totals, next_dealer (null where not kept or at
the end), outlook (sentences), note and lost (null if nothing is).

examples:
  ginrummy score show
  ginrummy score show my.gin --after 3 --hands
"""

_KINDS = ("match", "multi-match", "best-of", "hollywood", "teams")
_EXPORTS: dict[str, Callable[[Any], str]] = {
    "html": show.sheet_html,
    "svg": show.sheet_svg,
    "csv": show.sheet_csv,
    "json": lambda sheet: sheet.to_json(),
}


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "score",
        _new,
        summary="keep the score of a match, Hollywood or teams",
        description="Keep the score of a match, a Hollywood sheet or teams in a file.",
        epilog=_EPILOG,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_new(commands)
    one = _sub(commands, "add", _add, "enter a hand", "add north 24 gin")
    one.add_argument("hand", nargs="+", metavar="WORD", help="the hand; see 'ginrummy score -h'")
    _add_boxes(one)
    one = _sub(commands, "fix", _fix, "correct a hand and all after it", "fix 3 south 12")
    one.add_argument("number", metavar="N", help="the number of the hand, from 1")
    one.add_argument("hand", nargs="+", metavar="WORD", help="what it was")
    _add_boxes(one)
    _sub(commands, "undo", _undo, "take the last entry back", "undo")
    _sub(commands, "notice", _notice, "give notice: a rolling sheet is to end", "notice")
    one = _sub(commands, "show", _show, "show the sheet and what comes next", _SHOW_EPILOG)
    one.add_argument("path", nargs="?", metavar="FILE", help="the file, as with --file")
    one.add_argument("--after", metavar="N", type=int, help="as it stood after N hands")
    one.add_argument("--hands", action="store_true", help="list every hand too")
    one.add_argument("--explain", action="store_true", help="in words, line by line")
    add_json(one)
    one = _sub(commands, "export", _export, "write the sheet in another form", "export html")
    one.add_argument("form", choices=tuple(_EXPORTS), help="json is for Match.from_json and so on")
    one.add_argument("--output", "-o", metavar="OUT", type=Path, help="a file (standard output)")
    one = _sub(commands, "keep", _keep, "enter hands line by line", "keep my.gin")
    one.description = f"Enter hands line by line. Words: {', '.join(WORDS)}; a hand alone is added."
    one.add_argument("path", nargs="?", metavar="FILE", help="the file, as with --file")


def _sub(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    example: str,
) -> Parser:
    epilog = example if "\n" in example else f"examples:\n  ginrummy score {example}\n"
    about = f"{summary[0].upper()}{summary[1:]}."
    parser = command(commands, name, run, summary=summary, description=about, epilog=epilog)
    if name != "new":
        parser.add_argument(
            "--file", "-f", metavar="FILE", help="the file ($GINRUMMY_SCORE, or the last one)"
        )
    return parser


def _add_boxes(parser: Parser) -> None:
    parser.add_argument(
        "--boxes", metavar="N", help="boxes of the winner (1), or by name: north=2,south=1"
    )


def _add_new(commands: Commands) -> None:
    new = _sub(commands, "new", _new, "begin a sheet in a new file", _NEW_EPILOG)
    new.add_argument("kind", choices=_KINDS, metavar="KIND", help=", ".join(_KINDS))
    new.add_argument(
        "--players", metavar="NAMES", required=True, help="the sides, with commas between"
    )
    new.add_argument("--target", metavar="N", help="points that end a game or column")
    new.add_argument("--columns", metavar="N", help="columns of hollywood or teams")
    new.add_argument("--a-side", metavar="N", help="players a side of teams (2)")
    new.add_argument("--dealer", metavar="NAME", help="who deals first (drawn; teams: not kept)")
    new.add_argument(
        "--rule", metavar="FIELD=VALUE", action="append", default=[], help="one field of the rules"
    )
    new.add_argument("path", metavar="FILE", help="the file, which is not there yet")


# the commands


def _new(args: argparse.Namespace) -> int:
    sheet = _make(args)
    keeper = Keeper.create(_path(args), sheet, args.dealer)
    _remember(keeper.path)
    report(keeper, f"a new sheet: {sheet.sheet().title}")
    return 0


def _add(args: argparse.Namespace) -> int:
    return _write(args, lambda keeper: keeper.add(" ".join(args.hand), args.boxes))


def _fix(args: argparse.Namespace) -> int:
    return _write(args, lambda keeper: keeper.fix(args.number, " ".join(args.hand), args.boxes))


def _undo(args: argparse.Namespace) -> int:
    return _write(args, Keeper.undo)


def _notice(args: argparse.Namespace) -> int:
    return _write(args, Keeper.notice)


def _write(args: argparse.Namespace, deed: Callable[[Keeper], str]) -> int:
    keeper = Keeper.open(_path(args))
    loss = keeper.loss
    told = deed(keeper)
    if loss:
        streams.complain(f"{keeper.path}: {loss}")
    _remember(keeper.path)
    report(keeper, told)
    return 0


def _show(args: argparse.Namespace) -> int:
    keeper = Keeper.open(_path(args))
    with naming("--after"):
        sheet = keeper.drawn(args.after)
    if args.json:
        streams.write_json(_plain(keeper, dataclasses.asdict(sheet)))
    elif args.explain:
        streams.write(f"{keeper.path}\n{keeper.sheet.explain()}\n")
    else:
        draw_sheet(keeper, sheet, hands=args.hands, color=not args.no_color)
    return report_loss(keeper)


def _export(args: argparse.Namespace) -> int:
    keeper = Keeper.open(_path(args))
    text = _EXPORTS[args.form](keeper.sheet)
    text += "" if text.endswith("\n") else "\n"
    if args.output is None:
        streams.write(text)
        return report_loss(keeper)
    if args.output.exists() and args.output.samefile(keeper.path):
        raise UsageError(f"--output {args.output}: that is the score file itself")
    try:
        write_safely(args.output, text)
    except OSError as error:
        raise UsageError(f"--output {args.output}: {error.strerror or error}") from error
    streams.write(f"{keeper.path} is written to {args.output} as {args.form}\n")
    return report_loss(keeper)


def _keep(args: argparse.Namespace) -> int:
    keeper = Keeper.open(_path(args))
    _remember(keeper.path)
    return keep(keeper, color=not args.no_color)


def _plain(keeper: Keeper, sheet: dict[str, Any]) -> dict[str, Any]:
    return {
        "file": str(keeper.path),
        "kind": keeper.kind,
        **sheet,
        "totals": list(keeper.sheet.totals),
        "next_dealer": keeper.dealer,
        "outlook": keeper.outlook(),
        "lost": keeper.loss or None,
    }


# the file


def _path(args: argparse.Namespace) -> Path:
    """The file that is meant.

    Raises:
        UsageError: none was named and none is remembered, or two were named.
    """
    options = (getattr(args, "file", None), getattr(args, "path", None))
    given = [one for one in options if one is not None]
    if len(given) == 2:
        raise UsageError(f"--file {given[0]} and {given[1]}: one file is expected")
    if given:
        if not given[0] or "\0" in given[0]:
            raise UsageError(f"{given[0]!r} names no file")
        return Path(given[0])
    if named := os.environ.get("GINRUMMY_SCORE"):
        return Path(named)
    with contextlib.suppress(OSError, ValueError):
        if last := _memory().read_text(encoding="utf-8", errors="surrogateescape").rstrip("\n"):
            return Path(last)
    raise UsageError(
        "no score file is known: name one with --file, or begin with 'ginrummy score new'"
    )


def _memory() -> Path:
    return state_directory() / "score-file"


def _remember(path: Path) -> None:
    """Makes the file the one that is meant when none is named; a convenience, so it may fail."""
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        memory, text = _memory(), f"{path.absolute()}\n"
        with contextlib.suppress(FileNotFoundError):
            if memory.read_text(encoding="utf-8") == text:
                return
        memory.parent.mkdir(parents=True, exist_ok=True)
        write_safely(memory, text)


# new sheets


def _make(args: argparse.Namespace) -> AnySheet:
    """The empty sheet that the options of ``new`` describe."""
    names = read_names(args.players, tuple(WORDS))
    teams, columns = args.kind == "teams", args.kind in ("teams", "hollywood")
    if args.columns is not None and not columns:
        raise UsageError(f"--columns goes with hollywood and teams, not with {args.kind}")
    if args.a_side is not None and not teams:
        raise UsageError(f"--a-side goes with teams, not with {args.kind}")
    kinds = _field_kinds(HollywoodRules if columns else MatchRules)
    if teams:
        kinds |= {k: v for k, v in _field_kinds(TeamRules).items() if k != "sheet"}
    given = [("target", args.target), ("columns", args.columns), ("players", args.a_side)]
    texts = [f"{name}={value}" for name, value in given if value is not None]
    fields: dict[str, Any] = {}
    for text in (*texts, *args.rule):
        name, value = read_field(text, kinds)
        if name in fields:
            raise UsageError(f"--rule {text}: {name} was given before")
        fields[name] = value
    try:
        return _sheet(args.kind, fields, names)
    except GinRummyError as error:
        raise UsageError(f"new {args.kind}: {error}") from error


def _sheet(kind: str, fields: dict[str, Any], names: list[str]) -> AnySheet:
    if kind == "hollywood":
        return HollywoodSheet(HollywoodRules().replace(**fields), names)
    if kind == "teams":
        several = fields.get("columns", 1) != 1
        return TeamSheet((TeamRules.hollywood if several else TeamRules.single)(**fields), names)
    base = {"match": MatchRules(), "multi-match": MULTI_MATCH, "best-of": BEST_OF_FIVE}[kind]
    form = base.form
    rules = base.replace(**fields)
    if rules.form is not form:
        raise UsageError(f"--rule form={rules.form}: new {kind} says the form already")
    return Match(rules, names, first_dealer=0)


def _field_kinds(rules: Any) -> dict[str, object]:
    return {spec.name: spec.metadata["kind"] for spec in dataclasses.fields(rules)}
