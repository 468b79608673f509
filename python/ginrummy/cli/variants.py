"""``ginrummy variants``: the registered games and what is different in each."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .. import Variant
from .. import variants as registered
from . import streams
from .options import add_json, command, make_page

if TYPE_CHECKING:
    from .options import Commands

_EPILOG = """\
JSON: a list of objects with name, aliases, source, differences (the
fields of Rules that are not standard, with their values) and rules (all
the fields, as --rules reads them).

examples:
  ginrummy variants
  ginrummy variants --json | jq '.[0].rules' > house.json
"""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "variants",
        run,
        summary="list the variants and what differs in each",
        description="The registered variants: other names, where the rules come from, and "
        "what differs from the standard game.",
        epilog=_EPILOG,
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show every variant."""
    if args.json:
        streams.write_json([_plain(variant) for variant in registered()])
        return 0
    page = make_page(args)
    for number, variant in enumerate(registered()):
        if number:
            page.gap()
        page.title(variant.name)
        changed = variant.rules.differences()
        page.rows(
            [
                ("also", ", ".join(variant.aliases) or "-"),
                ("source", variant.source or "-"),
                *((name, _shown(value)) for name, value in changed.items()),
                *(() if changed else [("rules", "standard")]),
            ],
            indent=2,
        )
    return 0


def _plain(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "aliases": list(variant.aliases),
        "source": variant.source,
        "differences": variant.rules.differences(),
        "rules": variant.rules.to_dict(),
    }


def _shown(value: object) -> str:
    """A value of a field as ``--rule`` reads it."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
