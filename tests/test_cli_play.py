"""``ginrummy play``: whole games through standard input, entries and undo."""

import random
import re

import pytest

import ginrummy as gr
from cli_helpers import (
    entry_of,
    load,
    moves_of,
    process,
    random_entry,
    seed_where_knocks,
    simple_entry,
)

pytestmark = pytest.mark.usefixtures("plain_environment", "state")

CARD = re.compile("(?:[A2-9JQK]|10)[♣♦♥♠]")


def test_a_whole_game(play):
    text, game = play(simple_entry, "--seed", "6")
    totals = [sum(r.result.scores[seat] for r in game.rounds) for seat in (0, 1)]
    assert game.is_over
    assert max(totals) >= 100
    assert list(game.scores) == totals
    assert text.count("\nHand ") == len(game.rounds)
    winner = ["You win", "Computer wins"][totals.index(max(totals))]
    assert text.endswith(
        f"Score: You {totals[0]}, Computer {totals[1]}\n\n"
        f"{winner} the game in {len(game.rounds)} hands.\n"
    )
    for number, (one, two) in enumerate(zip(game.rounds, game.rounds[1:], strict=False)):
        assert two.dealer == 1 - one.dealer
        assert (one.seed, one.number, one.rules.max_turns) == (6, number, 300)
        assert two.match_scores == game.scores_after(number + 1)
        assert two.target == 100


def test_the_same_entries_through_a_pipe_play_the_same(play, tmp_path):
    typed = []

    def entries(game):
        typed.append(simple_entry(game))
        return typed[-1]

    text, game = play(entries, "--seed", "12", "--target", "25")
    script = "\n".join(typed) + "\n"
    path = tmp_path / "other.json"
    done = process("play", "--seed", "12", "--target", "25", "--save", str(path), stdin=script)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode() == text
    assert moves_of(load(path)) == moves_of(game)


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"showdown": "manual"},
        {"knock_limit": 70, "misdeal": "off", "showdown": "manual"},
        {"over_limit": "accept_or_refuse"},
        {"wall": "fiftieth_card", "limit_source": "upcard"},
        {"wall": "play_on", "max_turns": 30},
        {"deal": "11_10", "limit_source": "second_deck"},
        {"misdeal": "claim", "knock_limit": 60},
        {"party": "{}"},
        {"party": "{}", "showdown": "manual", "knock_limit": 30, "misdeal": "off"},
    ],
    ids=str,
)
def test_no_hidden_card_is_shown(play, capsys, rules):
    """Before a knock only cards that were in the own hand or on the pile are written."""
    chooser = random.Random(5)
    written, checked = [], 0

    def entries(game):
        nonlocal checked
        text = capsys.readouterr().out
        written.append(text)
        round_ = game.round
        knocked = any(56 <= move < 108 or move == 3 for move in round_.history)
        if not knocked and not round_.is_over:
            shown = {gr.Card(card) for card in CARD.findall(text.rpartition("\nHand ")[2])}
            known, past = set(), game._dealt(len(game.rounds) - 1)
            for move in [None, *round_.history]:
                if move is not None:
                    past.play(move)
                known |= {*past.hand(0), *past.pile}
            assert shown <= known
            if "\nstock " in text:
                assert shown >= set(round_.hand(0))
                checked += 1
        return chooser.choice(["h", "", random_entry(game, chooser, 6)])

    options = [word for name, value in rules.items() for word in ("--rule", f"{name}={value}")]
    players = ["--players", "3"] if "party" in rules else []

    def lines(game):
        entry = entries(game)
        return None if entry == "" and game.round.is_over and len(game.rounds) >= 6 else entry

    play(lines, "--seed", "3", *options, *players)
    assert checked > 10


def test_the_dead_hand_keeps_the_other_hand_hidden(play):
    """Nor is anything shown after the end of a hand that nobody won."""

    def entries(game):
        return None if game.round.is_over else entry_of(game.round.view(0).legal_moves[-1])

    text, game = play(entries, "--seed", "9", "--rule", "max_turns=4")
    assert game.round.result.outcome == "capped"
    assert "Dead hand (turn limit): nobody scores\nScore: You 0, Computer 0\n" in text
    drawn = {gr.Card(card) for card in CARD.findall(text)}
    past, known = game._dealt(0), set()
    for move in game.round.history:
        past.play(move)
        known |= {*past.hand(0), *past.pile}
    assert drawn <= known | set(game._dealt(0).hand(0)) | set(game._dealt(0).pile)


def test_the_table(play):
    text, game = play(["p", "d", "h"], "--seed", "7", "--name", "Ann")
    # Seed 7: Ann deals, both pass, the computer draws.
    first, second, third = text.split("\n\n")[1:4]
    hand = " ".join(card.pretty for card in sorted(game._dealt(0).hand(0), key=by_rank))
    assert text.startswith("\nHand 1: Ann dealt. Ann 0, Computer 0, playing to 100.\n\n")
    assert first.splitlines() == [
        "Computer  10 cards: passed",
        "pile      2♥ on top, 1 in all",
        "stock     31 cards",
        "knock     10 or less, the hand counts x 1",
        f"loose     {hand}",
        "deadwood  60",
        "t take 2♥, p pass, h hint, u undo, ? help, q quit",
        "> p",
    ]
    thrown = game.round.pile[-1].pretty
    assert second.startswith(f"Computer  10 cards: drew, threw {thrown}\n")
    assert f"pile      {thrown} on top, 2 in all\nstock     30 cards\n" in second
    assert "Ann       drew 9♥\n" in third
    assert "deadwood  69, 59 after the best throw\n" in third
    assert "throw  leaves\n   J♦      59\n" in third


def by_rank(card):
    return card.rank, card.suit


def test_hints_and_the_best_knock_agree_with_the_round(play):
    """`h` marks just the legal knocks with what they leave; `k` takes the least."""
    seen = []

    def entries(game):
        round_ = game.round
        if round_.is_over:
            return None
        knocks = [move for move in round_.legal_moves if 56 <= move < 108]
        if knocks and not seen:
            seen.append((round_.copy(), knocks))
            return "h"
        return "k" if knocks else simple_entry(game)

    text, game = play(entries, "--seed", str(seed_where_knocks(0)))
    assert seen
    round_, knocks = seen[0]
    left = {m: gr.deadwood(round_.hand(0) - {gr.Card(m - 56)}) for m in knocks}
    hint = text.partition("> h\n")[2].partition("> ")[0]
    marked = re.findall(r"^ *(\S+) +(\d+)  (?:knock|gin)$", hint, re.M)
    assert {(gr.Card(card).index + 56, int(count)) for card, count in marked} == set(left.items())
    assert left[game.round.history[-1]] == min(left.values())
    assert f"k knock with {min(left.values())}, throwing" in text or "g gin, throwing" in text


def test_a_card_may_be_thrown_to_knock_by_name(play):
    def entries(game):
        if game.round.is_over:
            return None
        knocks = [move for move in game.round.legal_moves if 56 <= move < 108]
        return f"k {gr.Card(knocks[-1] - 56)}" if knocks else simple_entry(game)

    _, game = play(entries, "--seed", str(seed_where_knocks(0)))
    assert game.round.result.knocker == 0
    last = game.round.copy()
    move = last.undo()
    assert move == [m for m in last.legal_moves if 56 <= m < 108][-1]


def test_undo_goes_back_across_the_opponent(play):
    # Seed 7: pass, the computer draws and throws, draw, throw, the computer again.
    _, before = play(["p"], "--seed", "7")
    _, after = play(["d", "Ks"])
    assert len(after.round.history) > len(before.round.history) + 2
    text, game = play(["u"])
    assert game.round.turn == 0
    assert [*map(gr.move_text, game.round.history)][-1:] == ["draw"]
    text, game = play(["u"])
    assert game.round.hash64 == before.round.hash64
    text, game = play(["u", "u"])
    assert text.count("nothing to undo: this is your first decision of the hand") == 1
    assert [*map(gr.move_text, game.round.history)] == ["pass"]
    _, again = play(["p", "d", "Ks"])
    assert again.round.hash64 == after.round.hash64


def test_no_undo_after_a_hand_was_shown(play):
    """Once the computer has laid its hand down, what was thrown before stays thrown."""

    def to_layoff(game):
        return None if game.round.phase == "lay_off" else simple_entry(game, 1)

    seed = seed_where_knocks(1)
    text, before = play(to_layoff, "--seed", str(seed), "--manual")
    assert before.round.phase == "lay_off"
    text, game = play(["u"])
    assert "no undo: a hand has been shown since your last decision" in text
    assert game.round.hash64 == before.round.hash64


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("zz", "'zz' is no move; ? tells what can be typed"),
        ("1c", "'1c' is no card"),
        ("Zs", "'zs' is no card"),
        ("d", "upcard is offered: take it or pass (a6)"),
        ("Ks", "upcard is offered: take it or pass (a6)"),
        ("k Ks", "upcard is offered: take it or pass (a6)"),
        ("b", "(a6)"),
        ("m", "(a9)"),
        ("a", "upcard is offered"),
        ("done", "(a6)"),
        ("k", "a card must be drawn or taken before a knock"),
        ("g", "a card must be drawn or taken before a knock"),
        ("k 9x", "'9x' is no card"),
        ("auto", "auto is for the showdown"),
        ("meld 2c 2d 2h", "(a6)"),
        ("2c on 1", "(a6)"),
        ("2c on 0", "no place in a spread"),
        ("lay off 2c on 99", "no place in a spread"),
        ("\x1b[31m", r"\x1b[31m"),
        ("x" * 5000, "is no move"),
        ("\udcff", "is no move"),
    ],
)
def test_a_wrong_entry_is_explained_and_changes_nothing(play, entry, names):
    text, game = play([entry, "p"], "--seed", "7")
    answer = text.split("> ", 2)[1].partition("\n")[2]
    assert names in answer
    assert "\x1b" not in text
    assert not answer.startswith("move ")  # codes are no words for people
    assert [*map(gr.move_text, game.round.history)][:2] == ["pass", "pass"]


def test_wrong_throws_are_explained(play):
    text, game = play(["t", "2h", "As", "k", "g", "k Ks", "Ks"], "--seed", "7")
    answers = [part.partition("\n")[2].strip() for part in text.split("> ")][2:7]
    assert "2h" in answers[0]
    assert "(a7)" in answers[0]
    assert "not in the hand" in answers[1]
    assert answers[2] == answers[3] == "no knock yet: the best throw leaves 52, the limit is 10"
    assert "(b1)" in answers[4]
    assert gr.move_text(game.round.history[2]) == "discard Ks"


def test_help_names_every_key(play):
    text, _ = play(["?"], "--seed", "7")
    told = text.partition("> ?\n")[2]
    for key in ("t", "d", "p", "Th", "k Th", "k", "g", "b", "h", "u", "m", "done", "auto", "q"):
        assert re.search(rf"^  {key} ", told, re.M), key
