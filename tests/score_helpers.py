"""What the tests of a score keeper's file share."""

import sys

import ginrummy as gr
from cli_helpers import Stdin
from ginrummy.cli import main
from ginrummy.cli.score_sheet import Keeper


def begin(monkeypatch, directory):
    """A match to a high target, in a file that is meant by default."""
    path = directory / "my.gin"
    rules = gr.MatchRules(target=1_000_000)
    Keeper.create(path, gr.Match(rules, ("north", "south"), first_dealer=0), "north")
    monkeypatch.setenv("GINRUMMY_SCORE", str(path))
    return path


def points(path):
    """What the winner of every hand has, as the file says."""
    return [max(hand.scores) for hand in Keeper.open(path).sheet.hands]


def add(path, *numbers):
    """Hands of so many points, entered by another keeper."""
    keeper = Keeper.open(path)
    for number in numbers:
        keeper.add(f"north {number}")


def keep_with(monkeypatch, capsys, *entries):
    """Types entries to the keeper; gives exit code, output and complaints."""
    given = iter(entries)

    def answer():
        entry = next(given, None)
        return entry() if callable(entry) else entry

    monkeypatch.setattr(sys, "stdin", Stdin(answer))
    code = main(["score", "keep"])
    return (code, *capsys.readouterr())
