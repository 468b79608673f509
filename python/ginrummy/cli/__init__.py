"""The command ``ginrummy``.

A command is a module with a function ``add(commands)`` that makes its parser with
`options.command`, and stands in `_COMMANDS`; nothing else knows of it. Whatever a
command cannot do it raises as `GinRummyError` or `UsageError`, before it writes.

``rich`` is imported only to draw (see `drawing`): ``--json``, ``--help`` and
``--version`` work without it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import GinRummyError, __version__
from . import census, deadwood, play, replay, score, settle, simulate, streams, variants
from .options import Formatter, Parser, UsageError, add_color

__all__ = ["main", "make_parser"]

_COMMANDS = (deadwood, settle, variants, play, replay, score, simulate, census)

_EPILOG = """\
examples:
  ginrummy deadwood "7c 7s 7d 8d 9d"
  ginrummy settle --knocker "4c 5c 6c 3s 4s 5s 6s Ah 4d 5h" \\
                  --defender "Ac 2c 8c 2h 6h 7h 8h 2s 7s 8s"
  ginrummy variants
  ginrummy play --auto --seed 7

Cards are a rank and a suit: 7c, Th or 10h, Qd, with suit symbols too;
blanks or commas stand between them. 'ginrummy COMMAND --help' tells the rest.

Exit codes: 0 done, 2 wrong input (one line on stderr), 130 Ctrl-C.
"""


def make_parser() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="ginrummy",
        description="Gin rummy: melds, deadwood, layoffs, scores, and games to play.",
        epilog=_EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ginrummy {__version__}")
    add_color(parser, default=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in _COMMANDS:
        module.add(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    Args:
        argv: the words after ``ginrummy``; None takes those of the process.
    """
    try:
        code = _run(argv)
        streams.flush()
    except (GinRummyError, UsageError) as error:
        streams.complain(str(error))
        return 2
    except BrokenPipeError:
        # `| head -1` is no error; 141 is what a shell shows for SIGPIPE.
        streams.leave()
        return 141
    except OSError as error:
        streams.leave()
        streams.complain(str(error))
        return 2
    except KeyboardInterrupt:
        streams.leave()
        return 130
    return code


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = make_parser().parse_args(argv)
    except SystemExit:  # only --help and --version leave so: Parser.error raises UsageError
        return 0
    code: int = args.run(args)
    return code
