"""`ginrummy play` and `replay` with the games that have melds on the table."""

import itertools
import json
import re
from pathlib import Path

import pytest

import ginrummy as gr
from ginrummy.cli.drawing import Page
from ginrummy.cli.game import Game, Terms
from ginrummy.cli.on_table_person import TablePerson
from ginrummy.cli.on_table_prompt import offers
from ginrummy.cli.saves import Store
from ginrummy.table import (
    Build,
    Claim,
    Discard,
    Draw,
    KalookiRound,
    Lay,
    MahjongRound,
    TableRecord,
)
from ginrummy.table.players import RandomTablePlayer
from tables import kalooki, mahjong

pytestmark = pytest.mark.usefixtures("plain_environment")

GAMES = ["mahjong_gin", "kalooki51"]


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("players", ["2", "4"])
def test_computers_play_a_whole_game(run, variant, players):
    options = ["--auto", "--seed", "3", "--variant", variant, "--players", players]
    text = run("play", *options, "--target", "300")
    assert text == run("play", *options, "--target", "300")
    assert re.search(rf"^Computer [1-{players}] wins: .*Seed 3\.$", text, re.M)


def test_the_target_is_500_unless_said(run):
    text = run("play", "--auto", "--seed", "3", "--variant", "mahjong")
    totals = re.findall(r"Computer [12] (-?[0-9]+)", text.splitlines()[-1])
    assert max(map(int, totals)) >= 500


@pytest.mark.parametrize("variant", GAMES)
def test_a_person_plays_a_whole_game_through_a_pipe(play, variant):
    """Entries as a person types them: texts of moves of a random player, in short forms."""
    player = RandomTablePlayer(5)

    def entry(game):
        round_ = game.round
        if round_.is_over:
            return ""
        move = player.choose(round_.view(0))
        text = str(move)
        if isinstance(move, Draw):
            return "d"
        if isinstance(move, Discard):
            return text.removeprefix("discard ")
        if isinstance(move, Lay):
            return text.removeprefix("lay ")
        if isinstance(move, (Build, Claim)) and not text.startswith("claim"):
            return text.removeprefix("build ")
        return text

    out, game = play(entry, "--variant", variant, "--players", "3", "--seed", "4", "--target", "60")
    assert game.is_over
    assert "the game in" in out
    assert "is no move" not in out
    assert all(round_.is_over for round_ in game.rounds)
    again = Game.from_json(game.to_json())
    assert [one.hash64 for one in again.rounds] == [one.hash64 for one in game.rounds]
    assert again.terms == game.terms


@pytest.mark.parametrize("variant", GAMES)
def test_hint_auto_undo_and_help(play, variant):
    out, game = play(
        ["?", "d", "h", "u", "d", "auto", "h", "", "zebra", "u", "q"],
        *["--variant", variant, "--seed", "9", "--players", "2"],
    )
    assert "draw from the stock" in out
    assert "The computer would " in out
    assert "'zebra'" in out
    assert ("open" in out) is (variant == "kalooki51")
    assert "Saved. To go on: " in out
    history = game.round.history
    assert isinstance(history[-1], Draw)


def test_nothing_to_undo(play):
    out, _ = play(["u", "q"], "--variant", "kalooki51", "--seed", "1")
    assert "nothing to undo" in out


def test_resume(play):
    _, before = play(["d"], "--variant", "kalooki51", "--seed", "2", "--players", "4")
    out, after = play(["", "q"])
    assert after.round == before.round
    assert "Computer 3" in out


def test_what_can_be_typed():
    from ginrummy.cli.on_table_prompt import read_table_entry
    from ginrummy.cli.prompt import Command

    table = [(1, "5h JK=6h 7h"), (1, "8c 8d JK"), (1, "9s Ts Js")]
    view = kalooki("6h 8h 8s Qs Ks JK 4h 2c 3c 4c", table=table).view(0)

    def texts(entry):
        return [str(move) for move in read_table_entry(entry, view)]

    assert texts("6h on 1") == ["claim 6h on 1"]
    assert texts("8h 8s on 2") == ["claim 8h 8s on 2"]
    assert texts("8h on 2") == ["build 8h on 2"]
    assert texts("Qs Ks on 3") == ["build Qs on 3", "build Ks on 3"]
    assert texts("JK=8s on 3") == ["build JK=8s on 3"]
    assert texts("2c 3c 4c") == texts("lay 2c 3c 4c") == ["lay 2c 3c 4c"]
    assert texts("2c 3c 4c | 8h 8s JK") == ["lay 2c 3c 4c | 8h 8s JK"]
    assert texts("10s") == texts("throw Ts") == texts("discard Ts") == ["discard Ts"]
    assert texts("t") == texts("take") == ["take"]
    assert texts("t 3") == ["take 3"]
    assert texts("d") == ["draw"]
    assert texts("p") == ["pass"]
    assert texts("joker on 1 high") == ["joker on 1 high"]
    found, more = offers(view)
    assert not more or len(found) == 12
    assert texts("1") == [str(found[0])]
    assert read_table_entry("", view) is Command.SHOW
    assert read_table_entry("Q", view) is Command.QUIT
    for wrong, named in (
        ("fold", "'fold'"),
        ("99", "no number in the list"),
        ("2c 3c", "three cards are the least"),
        ("Qh Kh JK", "Jh or Ah"),
        ("5x", "'5x'"),
        ("what is this", "? tells"),
        ("claim 8h", "no move"),
    ):
        with pytest.raises(gr.GinRummyError, match=re.escape(named)):
            read_table_entry(wrong, view)


def test_offers_are_legal_and_few():
    for kind in (MahjongRound, KalookiRound):
        player = RandomTablePlayer(1)
        round_ = kind(seed=6)
        while not round_.is_over:
            view = round_.view(round_.turn)
            found, more = offers(view)
            assert len(found) <= 12
            assert all(round_.is_legal(move) for move in found)
            legal = list(itertools.islice(view.legal_moves.of(Lay, Build, Claim), 40))
            if not more and view.phase == "table":
                assert set(legal) <= set(found)
            round_.play(player.choose(view))


def seated(round_, path="nowhere"):
    """A person at a position."""
    terms = Terms(seed=1, rules=round_.rules, names=("You", "Bob"), person=0, target=500)
    return TablePerson(Game(terms, [round_]), Store(Path(path)), Page(color=False), None)


def test_several_cards_are_built_together_or_not_at_all(tmp_path):
    """A bad second card leaves the first in the hand."""
    round_ = kalooki("8h 9h 2d 3c", table=[(1, "5h 6h 7h")])
    person = seated(round_, tmp_path / "game.json")
    with pytest.raises(gr.IllegalMove, match="2d fits no end"):
        person._enter("8h 2d on 1")
    assert round_.history == ()
    assert person._enter("8h 9h on 1") is None
    assert list(map(str, round_.history)) == ["build 8h on 1", "build 9h on 1"]


@pytest.mark.parametrize("variant", GAMES)
def test_records_and_replay(run, tmp_path, variant):
    options = ["--auto", "--seed", "3", "--variant", variant, "--players", "3", "--target", "50"]
    run("play", *options, "--record", str(tmp_path), "--save", str(tmp_path / "game.json"))
    first = sorted(tmp_path.glob("round-*.txt"))[0]
    record = TableRecord.load(first)
    lines = run("replay", str(first), "--json").splitlines()
    assert len(lines) == len(record.moves) + 1
    last = json.loads(lines[-1])
    assert last["result"]["scores"] == list(record.replay().result.scores)
    assert last["move"] == str(record.moves[-1])
    hidden = json.loads(run("replay", str(first), "--json", "--as", "1", "--step", "2"))
    assert [hand is None for hand in hidden["hands"]] == [True, False, True]
    assert hidden["result"] is None
    text = run("replay", str(first), "--as", "0")
    assert text.startswith("step 0: ")
    assert "hidden" in text
    assert record.replay().result.explain().partition(":")[0] in text
    number = len(lines) - 1
    step = run("replay", str(tmp_path / "game.json"), "--hand", "1", "--step", str(number))
    assert f"step {number}: player" in step


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--variant", "kalooki51", "--manual"], "--manual: kalooki51 has no showdown"),
        (["--variant", "kalooki51", "--players", "5"], "2, 3 or 4"),
        (["--variant", "kalooki51", "--rule", "knock_limit=3"], "no field of KalookiRules"),
        (["--variant", "kalooki51", "--rule", "initial=x"], "initial='x'"),
        (["--variant", "mahjong", "--rule", "take_duty=no"], "take_duty='no'"),
    ],
)
def test_refused_options(refused, options, named):
    assert named in refused("play", "--auto", *options)


def test_rules_of_a_table_game_are_options(run):
    text = run(
        "play", "--auto", "--seed", "3", "--variant", "kalooki51", "--rule", "max_turns=1",
        "--rule", "restock=keep_top", "--rule", "max_jokers_per_meld=none", "--target", "1",
    )  # fmt: skip
    assert text.startswith("  1. Dead hand (turn limit): nobody scores.")


def test_other_commands_refuse_them(refused):
    assert "melds on the table" in refused("deadwood", "7c", "--variant", "mahjong")


def test_a_hand_with_jokers_is_drawn(play):
    seen = set()
    for seed in range(12):
        out, game = play(["q"], "--variant", "kalooki51", "--seed", str(seed))
        shown = next(line for line in out.splitlines() if line.startswith("hand "))
        jokers = game.round.hand(0).jokers
        assert shown.count("JK") == jokers
        seen.add(bool(jokers))
    assert seen == {True, False}


def drawn(round_, capsys):
    """What a person sees at a position."""
    seated(round_)._draw_table()
    return capsys.readouterr().out


def test_duties_are_told(capsys):
    freed = kalooki("6h 2d 3c", table=[(1, "5h JK=6h 7h")])
    freed.play("claim 6h on 1")
    assert "The freed joker must be played in this turn." in drawn(freed, capsys)
    moved = kalooki("4h 2d 3c", table=[(1, "JK=4h 5h 6h")])
    moved.play("joker on 1 high")
    assert "You moved the joker: build on meld 1 now." in drawn(moved, capsys)
    taken = mahjong("8c 8d Kc", pile="8s 3h", phase="draw")
    taken.play("take 2")
    assert "8♠ must be used in this turn." in drawn(taken, capsys)


def test_the_table_is_drawn_as_the_view_knows_it(capsys):
    table = [(1, "5h JK=6h 7h"), (0, "8c 8d JK")]
    round_ = kalooki("6h Qs 2c JK", other="3c 4c", table=table, pile="9d Kh", phase="draw")
    text = drawn(round_, capsys)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "Bob 2 cards, down" in lines
    assert "meld 1 5♥ JK=6♥ 7♥ = 18, Bob" in lines
    assert "meld 2 8♣ 8♦ JK = 24, You" in lines
    assert "hand 2♣ 6♥ Q♠ JK" in lines
    assert "d draw, t take K♥, h hint, u undo, ? help, q quit" in lines
    assert "3♣" not in text
    round_.play("draw")
    listed = drawn(round_, capsys)
    assert "claim 6♥ on 1" in listed
    assert "JK=4♥ on 1" in listed


def test_hints_of_kalooki(capsys):
    round_ = kalooki("Tc Td Ts 7c 7d 7h 2c 9h", other="3d", down=(False, True))
    seated(round_)._draw_hint()
    text = capsys.readouterr().out
    assert "Your melds total at best 51; 51 open." in text
    assert "Most points this turn: lay " in text
    assert "51 points." in text
    round_.play("lay Tc Td Ts | 7c 7d 7h")
    seated(round_)._draw_hint()
    assert "The computer would play: throw 9♥." in capsys.readouterr().out
    freed = kalooki("6h 2d 3c", other="4d", table=[(1, "5h JK=6h 7h")])
    freed.play("claim 6h on 1")
    seated(freed)._draw_hint()
    assert "The computer would play: JK=" in capsys.readouterr().out


def test_deep_takes_are_offered(capsys):
    round_ = mahjong("8c 8d Kc 4h", pile="8s 3h 5h", phase="draw")
    text = drawn(round_, capsys)
    assert "t take 5♥" in text
    assert "t 2/3 take so many" in text
    ended = mahjong("8c 8d Kc", other="2s 2d", pile="8s 3h", stock=0)
    ended.play("discard Kc")
    twin = ended.copy()
    twin._state = twin.state._replace(turn=0)
    assert "p end the hand" in drawn(twin, capsys)
