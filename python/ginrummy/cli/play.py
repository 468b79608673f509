"""``ginrummy play``: a game in the terminal, saved after every move."""

from __future__ import annotations

import argparse
import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import GinRummyError, Result, Rules, ShowdownMode, find_variant
from ..decks import MAX_SEED
from . import streams
from .game import MAX_HANDS, MAX_TURNS, Game, Terms
from .options import UsageError, add_rules, any_rules_of, command, make_page
from .saves import Store, find_unfinished, fresh_path, record_round

if TYPE_CHECKING:
    from .drawing import Page
    from .options import Commands

_TARGET = 100
_LONGEST_NAME = 16
_NEW_GAME = ("seed", "variant", "rules", "rule", "players", "name", "target", "manual", "auto")

_EPILOG = f"""\
Type ? at the table for the keys. Whole games work through a pipe too, an
entry a line. The game is saved after every move: after Ctrl-C, the end of
input or a crash it goes on where it was. Plain 'ginrummy play' offers to
resume the last unfinished game in the state directory,
$XDG_STATE_HOME/ginrummy or ~/.local/state/ginrummy.

The same seed deals the same cards in every hand, and the computer answers
the same entries alike. A hand is dead after {MAX_TURNS} throws unless the rules
name another max_turns. Boxes and bonuses of a match are not counted yet.

examples:
  ginrummy play
  ginrummy play --seed 7 --name Ann --manual
  ginrummy play --auto --seed 7
  ginrummy play --resume game.json
  ginrummy play --record rounds --rule limit_source=upcard
  ginrummy play --variant kalooki51 --players 4
  ginrummy play --variant mahjong --players 3 --auto

Exit codes: 0 done or quit, 2 wrong input, 130 Ctrl-C; saved in each case.
"""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "play",
        run,
        summary="play a game against the computer",
        description="Play a game of gin rummy against a simple computer player.",
        epilog=_EPILOG,
    )
    parser.add_argument("--seed", metavar="N", type=_as_seed, help="the seed of the cards")
    parser.add_argument("--name", metavar="NAME", type=_as_name, help="what you are called")
    parser.add_argument(
        "--target",
        metavar="N",
        type=_as_target,
        help=f"points that end the game ({_TARGET}; 500 at table games)",
    )
    parser.add_argument(
        "--players",
        metavar="N",
        type=_as_players,
        help="2 to 4 in the party game and the table games (2)",
    )
    parser.add_argument(
        "--manual",
        action="store_true",
        help="lay melds down and cards off yourself after a knock",
    )
    parser.add_argument(
        "--auto",
        action="store_true",
        help="computers play a whole game among themselves, a line a hand; saved only with --save",
    )
    parser.add_argument("--record", metavar="DIR", type=Path, help="write each hand's record there")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--save", metavar="FILE", type=Path, help="where the game is saved")
    which.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const="",
        help="go on with a saved game; without FILE the last unfinished one",
    )
    parser.add_argument(
        "--new",
        action="store_true",
        help="do not offer an unfinished game; with --save, replace the game in FILE",
    )
    add_rules(parser, table_games=True)


def _number(text: str, low: int, high: int, what: str) -> int:
    # int() itself would take blanks, signs and underscores.
    if not (text.isascii() and text.isdecimal() and len(text) <= 78 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"{text[:80]!r}: {what} is expected")
    return int(text)


def _as_seed(text: str) -> int:
    return _number(text, 0, MAX_SEED, "a whole number from 0 to 2**256 - 1")


def _as_target(text: str) -> int:
    return _number(text, 1, 1_000_000, "a whole number from 1 to 1000000")


def _as_players(text: str) -> int:
    return _number(text, 2, 4, "2, 3 or 4")


def _as_name(text: str) -> str:
    name = " ".join(text.split())
    if not (name.isprintable() and 0 < len(name) <= _LONGEST_NAME):
        raise argparse.ArgumentTypeError(f"{text!r}: 1 to {_LONGEST_NAME} letters are expected")
    if name.lower().startswith("computer"):
        raise argparse.ArgumentTypeError(f"{text!r}: the others are called so")
    return name


def run(args: argparse.Namespace) -> int:
    """Play, or go on with a game."""
    page = make_page(args)
    store: Store | None
    if args.resume is not None:
        _check_resume(args)
        store, game = _resumed(args.resume)
    else:
        try:
            offered = None if args.new or args.save or _asks_new(args) else _offer(page)
        except EOFError:  # or q
            return 0
        store, game = offered or _new(args)
    try:
        if game.terms.person is None:
            _watch(game, store, page, args.record)
            return 0
        assert store is not None
        return _sit_down(game, store, page, args.record)
    except KeyboardInterrupt:
        streams.write("\n")
        _say_how_to_resume(store)
        return 130


def _asks_new(args: argparse.Namespace) -> bool:
    return any(getattr(args, name) for name in _NEW_GAME) or args.seed is not None


def _check_resume(args: argparse.Namespace) -> None:
    for name in (*_NEW_GAME, "new"):
        if getattr(args, name) or (name == "seed" and args.seed is not None):
            raise UsageError(f"--{name} is for a new game; --resume takes what was agreed")


def _resumed(path: str) -> tuple[Store, Game]:
    if path:
        return Store.open(Path(path))
    for found in find_unfinished():
        if isinstance(found, UsageError):
            raise found
        return found
    raise UsageError("--resume: there is no unfinished game")


def _offer(page: Page) -> tuple[Store, Game] | None:
    """The last unfinished game if the person wants it, else None.

    Raises:
        EOFError: the person wants neither that nor a new game.
    """
    from .prompt import ask
    from .table import score_words

    for found in find_unfinished():
        if isinstance(found, UsageError):
            streams.complain(f"{found}; the file is left as it is")
            continue
        _, game = found
        if game.terms.person is None:
            continue
        page.text(
            f"There is an unfinished game: hand {len(game.rounds)}, "
            f"{score_words(game.scores, game.terms.names)}, playing to {game.terms.target}."
        )
        while True:
            answer = ask("Resume it? Enter yes, n new game, q quit ").lower()
            if answer in ("", "y", "yes"):
                return found
            if answer in ("n", "no", "new"):
                return None
            if answer in ("q", "quit"):
                raise EOFError
    return None


def _new(args: argparse.Namespace) -> tuple[Store | None, Game]:
    game = Game(_terms(args))
    try:
        game.deal()
    except GinRummyError as error:
        raise UsageError(f"no game: {error}") from error
    if args.save is not None:
        store = _store_to_make(args.save, replace=args.new)
    elif args.auto:
        return None, game
    else:
        store = Store(fresh_path())
    store.save(game)
    return store, game


def _store_to_make(path: Path, *, replace: bool) -> Store:
    if not path.exists():
        return Store(path)
    store, _ = Store.open(path)  # a file that is no game is refused, and so never replaced
    if not replace:
        raise UsageError(f"{path}: there is a game already: --resume goes on, --new replaces it")
    return store


def _terms(args: argparse.Namespace) -> Terms:
    rules = any_rules_of(args)
    if rules.max_turns is None:
        rules = rules.replace(max_turns=MAX_TURNS)
    players = args.players or 2
    target = _TARGET
    if isinstance(rules, Rules):
        if args.manual:
            rules = rules.replace(showdown=ShowdownMode.MANUAL)
        if players > 2 and rules.party is None:
            raise UsageError(
                "--players: more than two play the party game (--variant oklahoma_party), "
                "mahjong_gin or kalooki51"
            )
    else:
        if args.manual:
            raise UsageError(f"--manual: {args.variant} has no showdown")
        target = find_variant(args.variant).match_rules.target
    computers = players - (not args.auto)
    others = [f"Computer {n}" for n in range(1, computers + 1)] if computers > 1 else ["Computer"]
    return Terms(
        seed=secrets.randbits(256) if args.seed is None else args.seed,
        rules=rules,
        names=tuple(others if args.auto else [args.name or "You", *others]),
        person=None if args.auto else 0,
        target=args.target or target,
    )


def _sit_down(game: Game, store: Store, page: Page, records: Path | None) -> int:
    from .on_table_person import TablePerson
    from .person import Person

    sit = Person if isinstance(game.terms.rules, Rules) else TablePerson
    try:
        over = sit(game, store, page, records).play()
    except EOFError:
        over = False
    if not over:
        _say_how_to_resume(store)
    return 0


def _say_how_to_resume(store: Store | None) -> None:
    if store is not None:
        path = shlex.quote(str(store.path.absolute()))
        streams.write(f"Saved. To go on: ginrummy play --resume {path}\n")


def _watch(game: Game, store: Store | None, page: Page, records: Path | None) -> None:
    """Computers play to the end: a line a hand, those of a resumed game included."""
    from .on_table import result_title
    from .table import score_words, title_words

    names = game.terms.names
    number = 0
    while True:
        round_ = game.rounds[number]
        while not round_.is_over:
            game.play(game.computer_move())
            if store is not None:
                store.save(game)
        if records is not None:
            record_round(records, round_)
        result = round_.result
        assert result is not None
        number += 1
        scores = score_words(game.scores_after(number), names)
        words: Any = title_words if isinstance(result, Result) else result_title
        page.text(f"{number:>3}. {words(result, names)}. {scores}")
        if number == len(game.rounds):
            if game.is_over:
                break
            game.deal()
    winner = game.winner
    head = f"Nobody wins in {MAX_HANDS} hands" if winner is None else f"{names[winner]} wins"
    page.title(f"{head}: {score_words(game.scores, names)}. Seed {game.terms.seed}.")
