"""``ginrummy play``: the showdown, the rules of a game, and games without a keyboard."""

import re

import pytest

import ginrummy as gr
from cli_helpers import entry_of, hand_of, knocker_of, seed_where_knocks, simple_entry

pytestmark = pytest.mark.usefixtures("plain_environment", "state")

CARD = re.compile("(?:[A2-9JQK]|10)[♣♦♥♠]")


def test_the_showdown_shows_both_hands_and_the_points(play):
    text, game = play(lambda game: simple_entry(game, 1), "--seed", "7")
    result = game.round.result
    shown = text[text.index(f"\n{gr.values.TITLES[result.outcome]}: ") :]
    assert {gr.Card(card) for card in CARD.findall(shown)} >= {
        *result.spread.unmelded,
        *game.round.hand(0),
        *game.round.hand(1),
    }
    for part in result.parts:
        assert re.search(rf"^ +\+{part.points}  {part.text}$", shown, re.M)
    assert f"  {result.points}  total\nScore: You {game.scores[0]}, Computer" in shown


@pytest.mark.parametrize("how", ["auto", "by hand"])
def test_manual_showdown(play, how):
    """The engine's lay-down and layoff, by `auto` or entry by entry, score as automatic."""
    seeds = range(6)
    assert {knocker_of(seed) for seed in seeds} == {0, 1}
    for seed in seeds:

        def entries(game):
            laying = game.round.phase in ("lay_down", "lay_off")
            entry = simple_entry(game, 1)
            if laying and how == "auto":
                return "auto"
            return entry

        text, game = play(entries, "--seed", str(seed), "--manual")
        wanted = hand_of(seed).round.result
        assert game.round.result.scores == wanted.scores
        assert game.round.result.spread.deadwood == wanted.spread.deadwood
        head = "Lay your melds down\n" if wanted.knocker == 0 else "Computer laid down\n  meld 1"
        assert head in text


def test_the_list_at_the_showdown(play):
    """Numbers, cards and melds lay; what cannot be laid is explained."""
    seed = seed_where_knocks(0)

    def to_lay_down(game):
        return None if game.round.phase == "lay_down" else simple_entry(game, 1)

    text, game = play(to_lay_down, "--seed", str(seed), "--manual")
    listed = re.findall(r"^ +(\d+)  (?:set|run) (.+)$", text.rpartition("Lay your")[2], re.M)
    moves = [move for move in game.round.legal_moves if move >= 112]
    assert [gr.Hand(cards) for _, cards in listed] == [
        gr.Hand(gr.move_text(move).removeprefix("meld ")) for move in moves
    ]
    outside = next(card for card in gr.Hand((1 << 52) - 1) if card not in game.round.hand(0))
    text, after = play(["0", "99", str(outside), "2c 3d 4h", "t", "1"])
    answers = [part.partition("\n")[2].strip() for part in text.split("> ")[1:6]]
    assert answers[0].startswith("0 is no number in the list: 1 to")
    assert answers[1].startswith("99 is no number in the list: 1 to")
    assert (
        answers[2]
        == f"{outside} cannot be laid off: it fits no meld that lies there, or is not loose"
    )
    assert "'2c 3d 4h' is no move" in answers[3]
    assert "(b4)" in answers[4]
    assert after.round.history == (*game.round.history, moves[0])
    _, back = play(["u"])
    assert back.round.hash64 == game.round.hash64


def test_a_card_alone_is_laid_off_where_it_fits(play):
    """Search the seeds for a hand where the person lays a card off."""
    for seed in range(200):
        game = hand_of(seed, showdown="manual")
        laid = [move for move in game.round.history if move >= 701]
        if laid and game.round.result.knocker == 1:
            break

    def entries(game):
        entry = simple_entry(game, 1)
        return entry.split()[0] if entry and " on " in entry else entry

    text, played = play(entries, "--seed", str(seed), "--manual")
    assert played.round.history == game.round.history
    card = gr.Card((laid[0] - 701) % 52)
    assert f"> {card}\n" in text
    assert f"[{card.pretty}]" in text


# the rules of a game


def dealers(game):
    return [round_.dealer for round_ in game.rounds]


def test_a_misdeal_is_dealt_again_by_the_same_dealer(play):
    def entries(game):
        over = game.round.is_over and len(game.rounds) >= 12
        return None if over else simple_entry(game)

    text, game = play(entries, "--seed", "1", "--rule", "knock_limit=55", "--target", "1000")
    outcomes = [round_.result.outcome for round_ in game.rounds]
    assert "misdeal" in outcomes[:-1]
    assert set(outcomes) != {"misdeal"}
    for one, two in zip(game.rounds, game.rounds[1:], strict=False):
        same = one.result.outcome == "misdeal"
        assert two.dealer == (one.dealer if same else 1 - one.dealer)
        assert two.number == one.number + 1
        assert two.deck != one.deck
    assert "Misdeal: nobody scores\nA dealt hand could knock at once, with 55 or less.\n" in text


def test_dead_hands_alternate_the_deal(play):
    options = ["--seed", "2", "--rule", "max_turns=2"]
    _, game = play(lambda game: simple_entry(game, 5), *options)
    assert {round_.result.outcome for round_ in game.rounds} == {"capped"}
    assert dealers(game) in ([0, 1, 0, 1, 0], [1, 0, 1, 0, 1])


def test_a_forfeit_ends_the_game(play):
    def entries(game):
        round_ = game.round
        throws = [move for move in round_.legal_moves if 56 <= move < 108]
        return entry_of(throws[0]) if throws else simple_entry(game)

    text, game = play(entries, "--seed", "7", "--rule", "over_limit=forfeit")
    assert game.round.result.outcome == "forfeit"
    assert game.winner == 1
    assert text.endswith("\n\nComputer wins the game in 1 hand.\n")


def test_in_the_party_game_the_winner_deals(play):
    options = ["--rule", "party={}", "--players", "4", "--seed", "6"]
    text, game = play(lambda game: simple_entry(game, 5), *options)
    assert game.round.players == 4
    for one, two in zip(game.rounds, game.rounds[1:], strict=False):
        winner = one.result.winner
        assert two.dealer == (one.dealer if winner is None else winner)
    assert "Computer 3  7 cards" in text
    assert sum(game.scores) == sum(sum(r.result.scores) for r in game.rounds)


def test_with_a_second_deck_the_winner_starts(play):
    options = ["--rule", "limit_source=second_deck", "--rule", "deal=10_10", "--seed", "6"]
    _, game = play(lambda game: simple_entry(game, 5), *options)
    for one, two in zip(game.rounds, game.rounds[1:], strict=False):
        winner = one.result.winner
        assert two.starter == (one.starter if winner is None else winner)
        assert two.dealer == 1 - one.dealer


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--seed", "-1"], "'-1': a whole number from 0"),
        (["--seed", str(2**256)], "a whole number from 0"),
        (["--seed", "1_0"], "'1_0'"),
        (["--target", "0"], "'0': a whole number from 1"),
        (
            ["--players", "3"],
            "--players: more than two play the party game (--variant oklahoma_party), mahjong_gin",
        ),
        (["--players", "5"], "'5': 2, 3 or 4"),
        (["--name", " "], "1 to 16 letters"),
        (["--name", "x" * 17], "1 to 16 letters"),
        (["--name", "a\x1bb"], "1 to 16 letters"),
        (["--name", "Computer"], "the others are called so"),
        (["--rule", "wall_stock=99"], "wall_stock=99"),
        (["--variant", "whist"], "'whist' is no variant"),
        (["--save", "a", "--resume", "b"], "not allowed with"),
    ],
)
def test_bad_options(refused, state, options, names):
    assert names in refused("play", *options)
    assert not state.exists()


# without a keyboard


def test_auto_is_a_whole_game_and_always_the_same(run, tmp_path, state):
    text = run("play", "--auto", "--seed", "7", "--record", str(tmp_path / "rounds"))
    assert run("play", "--auto", "--seed", "7") == text
    assert run("play", "--auto", "--seed", "8") != text
    assert not state.exists()
    *hands, end = text.splitlines()
    totals = [0, 0]
    for number, (line, file) in enumerate(
        zip(hands, sorted((tmp_path / "rounds").iterdir()), strict=True), 1
    ):
        round_ = gr.Record.load(file).replay()
        assert (round_.seed, round_.number) == (7, number - 1)
        totals = [a + b for a, b in zip(totals, round_.result.scores, strict=True)]
        title = round_.result.explain(["Computer 1", "Computer 2"]).partition("\n")[0]
        score = f"Computer 1 {totals[0]}, Computer 2 {totals[1]}"
        assert line == f"{number:>3}. {title}. {score}"
    winner = totals.index(max(totals)) + 1
    assert max(totals) >= 100
    assert end == f"Computer {winner} wins: {score}. Seed 7."


@pytest.mark.parametrize("variant", [one.name for one in gr.variants()])
def test_auto_plays_every_variant(run, variant):
    text = run("play", "--auto", "--seed", "5", "--variant", variant, "--target", "30")
    assert re.search(r"^(Computer [12] wins|Nobody wins).*Seed 5\.$", text, re.M)


def test_auto_gives_up_where_nobody_can_win(run):
    never = ["--rule", "max_turns=1", "--rule", "knock_limit=0"]
    text = run("play", "--auto", "--seed", "5", *never)
    lines = text.splitlines()
    assert lines[0] == "  1. Dead hand (turn limit): nobody scores. Computer 1 0, Computer 2 0"
    assert lines[-1] == "Nobody wins in 1000 hands: Computer 1 0, Computer 2 0. Seed 5."
    assert len(lines) == 1001


def test_auto_with_a_manual_showdown(run):
    assert "wins: Computer 1 " in run("play", "--auto", "--seed", "7", "--manual")
