"""``ginrummy score``: sheets of every kind, what is shown and exported, what is refused."""

import json

import pytest

import ginrummy as gr
from cli_helpers import needs_pty, on_terminal, process

pytestmark = pytest.mark.usefixtures("plain_environment", "state", "no_file_named")


@pytest.fixture
def no_file_named(monkeypatch, tmp_path):
    monkeypatch.delenv("GINRUMMY_SCORE", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def new(run, tmp_path):
    """Begins a sheet and gives its file."""

    def new(kind="match", *options, players="north,south", name="my.gin"):
        path = tmp_path / name
        run("score", "new", kind, "--players", players, *options, str(path))
        return path

    return new


def score(run, line):
    return run("score", *line.split())


def sheet(run, cls=gr.Match):
    return cls.from_json(run("score", "export", "json"))


def test_the_session_of_the_issue(run):
    score(run, "new hollywood --players north,south --target 150 my.gin")
    told = score(run, "add north 24 gin")
    assert "my.gin: hand 1: north 24, gin; column 1\n" in told
    assert "Column 1: north 24, south 0; Column 2: " in told
    score(run, "add north 31")
    score(run, "add dead")
    assert "taken back: hand 3: dead hand" in score(run, "undo")
    score(run, "add north 5")
    assert "hand 3: south 12, knock; column 1" in score(run, "fix 3 south 12")
    right = gr.HollywoodSheet(gr.HollywoodRules(target=150), ("north", "south"))
    for hand in (("north", 24, "gin"), ("north", 31), ("south", 12)):
        right.record(hand)
    assert sheet(run, gr.HollywoodSheet) == right
    text = score(run, "show")
    assert "Hollywood, 3 columns to 150" in text
    assert " deals next.\n" in text
    assert "north's next win goes to columns 1, 2, 3, south's to columns 1, 2." in text


@pytest.mark.parametrize(
    ("form", "function"), [("html", "sheet_html"), ("svg", "sheet_svg"), ("csv", "sheet_csv")]
)
def test_exports_are_those_of_the_library(run, new, tmp_path, form, function):
    import ginrummy.show as show

    new()
    score(run, "add north 24 gin")
    drawn = getattr(show, function)(sheet(run))
    assert score(run, f"export {form}").rstrip("\n") == drawn.rstrip("\n")
    out = tmp_path / f"out.{form}"
    assert str(out) in run("score", "export", form, "--output", str(out))
    assert out.read_text().rstrip("\n") == drawn.rstrip("\n")


def test_all_kinds_and_rules(run, new):
    new("multi-match", "--rule", "game_target=300", "--rule", "dealer_rule=loser", name="1")
    assert sheet(run).rules == gr.MULTI_MATCH.replace(game_target=300, dealer_rule="loser")
    new("best-of", "--rule", "best_of=3", "--target", "200", name="2")
    assert sheet(run).rules == gr.BEST_OF_FIVE.replace(best_of=3, target=200)
    rules = ("rolling=true", "column_weights=1,1,2", "entry=COUNT", "forfeit_margin=none")
    new(
        "hollywood",
        "--columns",
        "4",
        *(word for one in rules for word in ("--rule", one)),
        name="3",
    )
    right = gr.HollywoodRules(columns=4, rolling=True, column_weights=(1, 1, 2), entry="count")
    assert sheet(run, gr.HollywoodSheet).rules == right
    new("teams", name="4")
    assert sheet(run, gr.TeamSheet).rules == gr.TeamRules()
    new("teams", "--a-side", "3", "--columns", "3", "--rule", "tedesco=true", name="5")
    assert sheet(run, gr.TeamSheet).rules == gr.TeamRules.hollywood(3, tedesco=True)


def test_hands_in_words(run, new):
    new("match", "--target", "1000", "--dealer", "ann lee", players="ann lee,Bob,cy")
    for line in (
        "ann lee 24 gin",
        "BOB 12",
        "cy 31 big gin",
        "Bob 0 undercut",
        "dead",
        "misdeal",
        "tie",
        "ann lee=10 bob=-5 cy=10",
        "cy=20 bob=-1 gin",
    ):
        score(run, f"add {line}")
    score(run, "add bob 9 --boxes 3")
    score(run, "add bob=9 cy=3 --boxes bob=2,cy=1")
    right = gr.Match(gr.MatchRules(target=1000), ("ann lee", "Bob", "cy"), first_dealer=0)
    for hand in (
        ("ann lee", 24, "gin"),
        ("Bob", 12),
        ("cy", 31, "big_gin"),
        ("Bob", 0, "undercut"),
        None,
        (None, 0, "misdeal"),
        (None, 0, "tie"),
        {"ann lee": 10, "Bob": -5, "cy": 10},
        gr.HandEntry((0, -1, 20), 2, gr.Outcome.GIN, (0, 0, 1)),
        gr.HandEntry((0, 9, 0), 1, gr.Outcome.KNOCK, (0, 3, 0)),
        gr.HandEntry((0, 9, 3), 1, gr.Outcome.KNOCK, (0, 2, 1)),
    ):
        right.record(hand)
    assert sheet(run) == right
    assert f"{right.names[right.next_dealer]} deals next." in score(run, "show")


def test_team_rounds(run, new):
    new("teams", "--target", "200", "--dealer", "A", players="A,B")
    assert "hand 1: A 28 (" in run("score", "add", "A 16, A 12")
    score(run, "add A 16, B 40")
    score(run, "add dead, B 3")
    right = gr.TeamSheet(gr.TeamRules.single(target=200), ("A", "B"))
    for round_ in ([("A", 16), ("A", 12)], [("A", 16), ("B", 40)], [None, ("B", 3)]):
        right.record(round_)
    assert sheet(run, gr.TeamSheet) == right
    assert "B deals next.\nTo the target: A 172, B 173." in score(run, "show")


def test_forfeit_and_end(run, refused, new):
    path = new()
    assert "south wins the game" in score(run, "add south forfeit")
    before = path.read_bytes()
    assert "the match is over after hand 1" in refused("score", "add", "north", "5")
    assert path.read_bytes() == before
    assert "deals next" not in score(run, "show")
    new("hollywood", "--columns", "1", "--target", "10", name="2")
    score(run, "add north 10")
    assert "hand 2 comes after the end" in refused("score", "add", "north", "5")


def test_notice_on_a_rolling_sheet(run, refused, new):
    new("hollywood", "--rule", "rolling=true")
    score(run, "add north 5")
    score(run, "notice")
    assert sheet(run, gr.HollywoodSheet).notice == 1
    assert "taken back: the notice" in score(run, "undo")
    assert sheet(run, gr.HollywoodSheet).notice is None
    new(name="2")
    assert "this is a match" in refused("score", "notice")


def test_the_deal_goes_round_in_hollywood(run, new):
    new("hollywood", "--dealer", "south")
    dealers = []
    for line in ("north 5", "misdeal", "dead", "south 8"):
        dealers.append(json.loads(score(run, "show --json"))["next_dealer"])
        score(run, f"add {line}")
    assert dealers == [1, 0, 0, 1]


def test_show_as_json(run, new):
    path = new("match", "--dealer", "north")
    score(run, "add north 24 gin")
    shown = json.loads(score(run, "show --json"))
    assert shown["file"] == str(path)
    assert (shown["totals"], shown["next_dealer"], shown["lost"]) == ([24, 0], 1, None)
    assert shown["outlook"] == ["south deals next.", "To the target: north 76, south 100."]
    assert shown["hands"] == [{"number": 1, "text": "north 24, gin", "entered_in": [1]}]
    assert json.loads(score(run, "show --json --after 0"))["hands"] == []


def test_which_file(run, refused, new, monkeypatch, state):
    one, two = new(name="1"), new(name="2")
    assert str(two) in score(run, "add north 1")  # the last made
    score(run, f"show {one}")
    assert str(two) in score(run, "add north 1")  # looking is not writing
    assert str(one) in score(run, f"add --file {one} north 1")
    assert str(one) in score(run, "show")
    monkeypatch.setenv("GINRUMMY_SCORE", str(two))
    assert str(two) in score(run, "undo")
    assert "one file is expected" in refused(*f"score show {one} --file {two}".split())
    monkeypatch.delenv("GINRUMMY_SCORE")
    (state / "score-file").unlink()
    assert "no score file is known" in refused("score", "show")
    monkeypatch.setenv("XDG_STATE_HOME", str(one / "not a directory"))
    assert str(two) in run("score", "undo", "--file", str(two))


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        (["north", "-5"], "-5 points are negative"),
        (["north", "2.5"], "'2.5' is no whole number of points"),
        (["north", "1/2"], "'1/2' is no whole number of points"),
        (["north", "many"], "'many' is no number of points"),
        (["north", "1000001"], "0 to 1000000, is expected"),
        (["west", "5"], "'west' plays not here; there are: north, south"),
        (["west=5"], "'west' plays not here"),
        (["dead", "5"], "points=5: a hand of the kind 'dead' has none"),
        (["north", "5", "dead"], "a hand of the kind 'dead' has no points"),
        (["north", "dead"], "nobody wins a hand of the kind 'dead'"),
        (["dead", "north"], "dead stands alone"),
        (["north", "5", "gim"], "'gim' is no kind; there are: knock, gin, big gin"),
        (["north"], "north wins how many points?"),
        (["north", "gin"], "north wins how many points?"),
        (["north", "5", "forfeit"], "has no points"),
        ([" "], "a hand is expected"),
        (["north=1", "north=2"], "north stands there twice"),
        (["north=1.5"], "'1.5' is no whole number"),
        (["north", "5", "--boxes", "-1"], "'-1' is no number of boxes"),
        (["north", "5", "--boxes", "x"], "'x' is no number of boxes"),
        (["dead", "--boxes", "1"], "nobody did"),
        (["north", "5,", "south", "6"], "'5,' is no whole number"),
    ],
)
def test_hands_that_are_refused(refused, new, hand, names):
    path = new()
    before = path.read_bytes()
    assert names in refused("score", "add", *hand)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("undo", "no hand is recorded"),
        ("fix 1 north 5", "there is no hand 1"),
        ("fix x north 5", "'x' is no number of a hand"),
        ("fix 1", "WORD"),
        ("show --after 3", "--after: there is no hand 3"),
        ("export pdf", "'pdf'"),
        ("export csv --output my.gin", "that is the score file itself"),
        ("export csv --output no/where.csv", "No such file"),
        ("", "COMMAND"),
    ],
)
def test_commands_that_are_refused(refused, new, line, names):
    path = new()
    before = path.read_bytes()
    assert names in refused("score", *line.split())
    assert path.read_bytes() == before


def test_team_rounds_that_are_refused(refused, new):
    new("teams", players="A,B")
    assert "table 2: 'C' plays not here" in refused("score", "add", "A 1, C 2")
    assert "1 hands: 2 are expected" in refused("score", "add", "A 1")
    assert "boxes are not given" in refused("score", "add", "A 1, B 2", "--boxes", "2")


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("match --target 0", "target=0: 1 to 1000000"),
        ("hollywood --target 0", "target=0: 1 to 1000000"),
        ("teams --target 0", "target=0: 1 to 1000000"),
        ("match --target 1.5", "target='1.5': a whole number"),
        ("match --columns 3", "--columns goes with hollywood and teams"),
        ("match --a-side 3", "--a-side goes with teams"),
        ("teams --a-side 9", "players"),
        ("whist", "'whist'"),
        ("match --rule targte=5", "did you mean target?"),
        ("match --rule target", "FIELD=VALUE"),
        ("match --target 5 --rule target=6", "target was given before"),
        ("match --rule form=best_of", "says the form already"),
        ("hollywood --rule column_weights=1,x,1", "column_weights: 'x'"),
        ("hollywood --rule rolling=yes", "rolling='yes'"),
        ("match --dealer west", "--dealer: 'west' plays not here"),
        ("match --players a", "two to four players"),
        ("match --players a,b,c,d,e", "two to four players"),
        ("hollywood --players a,b,c", "2 names are expected"),
        ("match --players a,A", "'A' stands there twice"),
        ("match --players a,", "an empty name"),
        ("match --players a,gin", "'gin' is a word of the keeper"),
        ("match --players a,undo", "'undo' is a word of the keeper"),
        ("match --players a,b=c", "no '='"),
    ],
)
def test_new_sheets_that_are_refused(refused, options, names, tmp_path):
    players = [] if "--players" in options else ["--players", "north,south"]
    assert names in refused("score", "new", *options.split(), *players, "z.gin")
    assert list(tmp_path.iterdir()) == []


def test_narrow_plain_and_on_the_reference(run, new, monkeypatch):
    new("hollywood", players="Klaus-Dieter,north wind")
    for line in ("klaus-dieter 24 gin", "north wind 55", "klaus-dieter 12", "dead"):
        score(run, f"add {line}")
    wide = score(run, "show --hands")
    assert "\x1b" not in wide
    done = process("score", "show", "--hands", GINRUMMY_IMPLEMENTATION="reference")
    assert (done.stdout.decode(), done.stderr) == (wide, b"")
    monkeypatch.chdir("/")
    monkeypatch.setenv("COLUMNS", "40")
    for line in ("show --hands", "undo", "add dead"):
        assert max(map(len, score(run, line).splitlines())) <= 40


@needs_pty
def test_on_a_terminal(run, new):
    new("hollywood", "--dealer", "north")
    score(run, "add north 24 gin")
    text = on_terminal("score", "show", columns=60)
    assert "\x1b[" in text
    assert "south deals next." in text
    assert max(map(len, on_terminal("score", "show", NO_COLOR="1", columns=40).splitlines())) <= 40
    assert "\x1b" not in on_terminal("score", "show", "--no-color", columns=40)


def test_without_rich_all_works(run_python, new):
    path = new()
    code = (
        "import sys; sys.modules['rich'] = None; from ginrummy.cli import main;"
        f"print([main(['score', *w.split(), '--file', {str(path)!r}])"
        " for w in ('add north 5', 'show', 'export svg')])"
    )
    done = run_python(code)
    assert done.stderr == ""
    assert done.stdout.endswith("[0, 0, 0]\n")


@pytest.mark.parametrize(
    "command",
    [[], *([name] for name in ("new", "add", "fix", "undo", "notice", "show", "export", "keep"))],
)
def test_help_has_examples(run, command):
    text = run("score", *command, "--help")
    assert "examples:\n" in text
    assert text.isascii()


def test_names_that_the_output_cannot_carry(new):
    new(players="Zoë,♥")
    done = process("score", "show", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
