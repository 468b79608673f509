"""``ginrummy variants``: the registered games and what is different in each."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import ACE_ONE, Rules, Variant, find_variant
from .. import variants as registered
from . import streams
from .options import add_json, command, make_page, naming

if TYPE_CHECKING:
    from .drawing import Page
    from .options import Commands

_EPILOG = """\
JSON: a list of objects with name, aliases, source, differences (the
fields of the rules that are not the game's defaults, with their values),
rules (all the fields, as --rules reads them) and match_rules.

examples:
  ginrummy variants
  ginrummy variants tedesco gamecolony
  ginrummy variants --json | jq '.[0].rules' > house.json
"""


# Room for the fields, the standard game and the longest name.
_TWO_COLUMNS = 58


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "variants",
        run,
        summary="list the variants and what differs in each",
        description="The registered variants side by side: a * marks what differs from the "
        "standard game. With names: their other names, where the rules come from, and what "
        "differs.",
        epilog=_EPILOG,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="show these alone, with sources")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show every variant, or those named."""
    with naming("variants"):
        chosen = tuple(map(find_variant, args.names)) or registered()
    if args.json:
        streams.write_json([_plain(variant) for variant in chosen])
        return 0
    page = make_page(args)
    if not args.names and page.width >= _TWO_COLUMNS:
        _side_by_side(page, [one for one in chosen if isinstance(one.rules, Rules)])
        for variant in chosen:
            if not isinstance(variant.rules, Rules):
                _fields(page, variant)
        return 0
    for number, variant in enumerate(chosen):
        if number:
            page.gap()
        page.title(variant.name)
        on_table = not isinstance(variant.rules, Rules)  # its fields are others, so all of them
        changed = variant.rules.to_dict() if on_table else variant.rules.differences()
        page.rows(
            [
                ("also", ", ".join(variant.aliases) or "-"),
                ("source", variant.source or "-"),
                *((name, _shown(value)) for name, value in changed.items()),
                *(() if changed else [("rules", "standard")]),
                *(
                    (f"match {name}", _shown(value))
                    for name, value in variant.match_rules.differences().items()
                ),
            ],
            indent=2,
        )
    return 0


def _side_by_side(page: Page, chosen: Sequence[Variant]) -> None:
    """The fields in which any variant differs, a column a variant, the standard game first."""
    standard = Rules().to_dict()
    every = [variant.rules.to_dict() for variant in chosen]
    labels = [name for name in standard if any(one[name] != standard[name] for one in every)]
    columns = [
        (variant.name, [(_cell(name, one[name]), one[name] != standard[name]) for name in labels])
        for variant, one in zip(chosen, every, strict=True)
    ]
    page.compare(labels, columns)


def _fields(page: Page, variant: Variant) -> None:
    """A game with other fields than the standard one: all of them."""
    page.gap()
    page.title(f"{variant.name}, with melds on the table")
    values = variant.rules.to_dict()
    page.rows([(name, _shown(value)) for name, value in values.items()], indent=2)


def _cell(name: str, value: object) -> str:
    """A value short enough for a column."""
    if name == "card_points" and isinstance(value, list):
        return f"ace {value[0]}" if value[1:] == list(ACE_ONE[1:]) else _shown(value)
    if name == "party":
        return "no" if value is None else "yes"
    return _shown(value)


def _plain(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "aliases": list(variant.aliases),
        "source": variant.source,
        "differences": variant.rules.differences(),
        "rules": variant.rules.to_dict(),
        "match_rules": variant.match_rules.to_dict(),
    }


def _shown(value: object) -> str:
    """A value of a field as ``--rule`` reads it."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
