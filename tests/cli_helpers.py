"""What the tests of the command line share: hands, options, and ways to run it."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ginrummy as gr
from ginrummy.cli.game import Game, Terms
from ginrummy.players import SimplePlayer
from sampling import cases

HAND = "7c 7s 7d 8d 9d"
# R01: the defender must break his own set of eights to lay off in a chain.
KNOCKER = "4c 5c 6c 4d Ah 5h 3s 4s 5s 6s"
DEFENDER = "Ac 2c 8c 2h 6h 7h 8h 2s 7s 8s"
SETTLE = ["settle", "--knocker", KNOCKER, "--defender", DEFENDER]
ELEVEN = "7c 7s 7d 8d 9d 2c 3c 4c Kh Qh Jh"
GRID = "7c 8c 9c 7d 8d 9d 6h 7s 8s 9s"  # D14: three sets or three runs
BIG_GIN = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"  # E12
MODULE = [sys.executable, "-m", "ginrummy"]


def process(*argv, stdin="", **environment):
    return subprocess.run(
        [*MODULE, *argv],
        input=stdin.encode(),
        env=os.environ | environment,
        capture_output=True,
        timeout=60,
        check=False,
    )


def rule_options(rules):
    """``--rule`` options for the rules of a case."""
    options = []
    for name, value in rules.items():
        if name == "ace_deadwood":
            name, value = "card_points", ",".join(map(str, (value, *gr.ACE_ONE[1:])))
        options += ["--rule", f"{name}={value}"]
    return options


def settle_options(case):
    given = case["input"]
    options = ["settle", "--knocker", given["knocker"], "--defender", given["defender"]]
    if given["knocker_melds"] is not None:
        options += ["--spread", " | ".join(given["knocker_melds"])]
    if "knock_card" in given:
        options += ["--knock-card", given["knock_card"]]
    return options + rule_options(given.get("rules", {}))


def deadwood_options(case):
    given = case["input"]
    rules = {key: given[key] for key in ("run_mode", "ace_deadwood")}
    return ["deadwood", given["hand"], *rule_options(rules)]


def by_id(kind):
    return [pytest.param(case, id=case["id"]) for case in cases(kind)]


needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


def on_terminal(*argv, columns=80, **environment):
    """What a command writes to a terminal of that width."""
    import fcntl
    import pty
    import struct
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [*MODULE, *argv],
        stdin=follower,
        stdout=follower,
        stderr=subprocess.PIPE,
        env=os.environ | {"TERM": "xterm-256color"} | environment,
    ) as child:
        os.close(follower)
        written = b""
        while True:
            try:
                chunk = os.read(leader, 4096)
            except OSError:  # Linux says so when the other end is closed
                break
            if not chunk:
                break
            written += chunk
        assert child.stderr.read() == b""
    os.close(leader)
    assert child.returncode == 0
    return written.decode().replace("\r\n", "\n")


# games


class Stdin(io.StringIO):
    """Standard input whose lines a function gives; None ends it."""

    def __init__(self, answer):
        super().__init__()
        self._answer = answer

    def readline(self, *_):
        entry = self._answer()
        return "" if entry is None else f"{entry}\n"


def load(path):
    """The game in a save file."""
    return Game.from_json(Path(path).read_text(encoding="utf-8"))


def entry_of(move):
    """What a person types for a move."""
    text = gr.move_text(move)
    if text.startswith("meld "):
        return text.removeprefix("meld ")
    if move >= 701:
        meld, card = divmod(move - 701, 52)
        return f"{gr.Card(card)} on {meld + 1}"
    words = {"take": "t", "draw": "d", "pass": "p", "big gin": "b"}
    return words.get(text, text.removeprefix("discard "))


def simple_entry(game, hands=1000):
    """The next entry of a person who plays as SimplePlayer does, always alike; None after
    so many hands."""
    round_ = game.round
    if round_.is_over:
        return "" if len(game.rounds) < hands else None
    return entry_of(SimplePlayer(len(round_.history)).choose(round_.view(0)))


def random_entry(game, random, hands):
    """The same for a person who plays any legal move."""
    round_ = game.round
    if round_.is_over:
        return "" if len(game.rounds) < hands else None
    return entry_of(random.choice(round_.view(0).legal_moves))


def moves_of(game):
    """Everything that was played, hand by hand."""
    return [round_.history for round_ in game.rounds]


def knocker_of(seed):
    """Who knocks in the first hand of a game between the bot of these tests and the computer."""
    return hand_of(seed).round.result.knocker


def seed_where_knocks(seat):
    return next(seed for seed in range(50) if knocker_of(seed) == seat)


def hand_of(seed, **rules):
    law = gr.Rules(max_turns=300, **rules)
    terms = Terms(seed=seed, rules=law, names=("You", "Computer"), person=0, target=100)
    game = Game(terms)
    round_ = game.deal()
    while not round_.is_over:
        bot = SimplePlayer(len(round_.history))
        round_.play(bot.choose(round_.view(0)) if round_.turn == 0 else game.computer_move())
    return game


def only_file(directory):
    """The one file there."""
    (path,) = directory.iterdir()
    return path
