"""Records: both forms read back, and every damage is refused."""

import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import ginrummy as gr
from ginrummy.records import write_safely


def played(seed=7, moves=None, **options):
    rng = random.Random(seed)
    rules = options.pop("rules", gr.Rules(knock_limit=40))
    round_ = gr.Round(rules, seed=options.pop("seed", seed), **options)
    while not round_.is_over and (moves is None or len(round_.history) < moves):
        round_.play(rng.choice(round_.legal_moves))
    return round_


PARTY = gr.Rules(party=gr.PartyRules(), limit_source="second_deck", deal="10_10", showdown="manual")
ROUNDS = {
    "whole": played(),
    "unfinished": played(moves=9),
    "dealt": played(moves=0),
    "seed of 256 bits": played(seed=2**256 - 1, number=2**64 - 1),
    "deck": played(moves=12, seed=None, deck=[*range(51, -1, -1)], dealer=1),
    "party": played(rules=PARTY, players=4, dealer=2, seed=3),
}


@pytest.mark.parametrize("round_", ROUNDS.values(), ids=ROUNDS)
def test_both_forms_read_back(round_, tmp_path):
    record = gr.Record.of(round_)
    for again in (
        gr.Record.from_json(record.to_json()),
        gr.Record.from_text(record.to_text()),
        gr.Record.from_dict(json.loads(json.dumps(record.to_dict(), indent=2))),
    ):
        assert again == record
        replayed = again.replay()
        assert replayed == round_
        assert replayed.hash64 == record.hash64
        assert replayed.result == round_.result
    for name in ("round.json", "round.gin"):
        record.save(tmp_path / name)
        assert gr.Record.load(tmp_path / name) == record
    assert sorted(path.name for path in tmp_path.iterdir()) == ["round.gin", "round.json"]


def test_replay_stops_where_told():
    record = gr.Record.of(ROUNDS["whole"])
    for moves in range(len(record.moves) + 1):
        assert record.replay(moves).history == record.moves[:moves]


def test_both_implementations_have_the_same_hash():
    for round_ in ROUNDS.values():
        twin = gr.Round(
            round_.rules,
            deck=[gr.Card(card) for card in round_.deck],
            dealer=round_.dealer,
            starter=round_.starter,
            knock_card=gr.Record.of(round_).knock_card,
            players=round_.players,
            implementation="reference",
        )
        for move in round_.history:
            twin.play(move)
        assert twin.hash64 == round_.hash64


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("name", ["whole", "deck", "party"])
def test_every_changed_byte_is_refused(form, name):
    record = gr.Record.of(ROUNDS[name])
    text = record.to_json() if form == "json" else record.to_text()
    read = gr.Record.from_json if form == "json" else gr.Record.from_text
    rng = random.Random(form + name)
    for at in rng.sample(range(len(text)), min(len(text), 400)):
        if form == "json" and text[at] == " ":
            continue  # blanks mean nothing in JSON
        for other in {chr(rng.randrange(32, 127)), text[at].swapcase(), "0", " "} - {text[at]}:
            with pytest.raises(gr.InvalidRecord):
                read(text[:at] + other + text[at + 1 :])


@pytest.mark.parametrize("form", ["json", "text"])
def test_every_truncation_is_refused(form):
    record = gr.Record.of(ROUNDS["whole"])
    text = record.to_json() if form == "json" else record.to_text().rstrip()
    read = gr.Record.from_json if form == "json" else gr.Record.from_text
    for end in range(len(text)):
        with pytest.raises(gr.InvalidRecord):
            read(text[:end])


def changed(**values):
    return {**gr.Record.of(ROUNDS["whole"]).to_dict(), **values}


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (changed(format="chess"), "format: 'chess'"),
        (changed(version=2), "version: 2 is newer"),
        (changed(version=0), "version: 0"),
        (changed(version="1"), "version: '1'"),
        (changed(version=True), "version: True"),
        (changed(rules=None), "rules: None"),
        (changed(rules={}), "rules: ace_knock is missing"),
        (changed(rules=changed()["rules"] | {"x": 1}), "rules: 'x'"),
        (changed(rules=changed()["rules"] | {"knock_limit": -1}), "rules: knock_limit=-1"),
        (changed(rules=changed()["rules"] | {"gin_bonus": 20}), "the hash is"),
        (changed(players=3), "cannot be dealt: players=3"),
        (changed(players=True), "players: True"),
        (changed(dealer=2), "dealer=2"),
        (changed(dealer=1), "move|hash"),
        (changed(starter=-1), "starter: -1"),
        (changed(seed="xyz"), "seed: 'xyz'"),
        (changed(seed=7), "seed: 7"),
        (changed(seed="007"), "seed: '007'"),
        (changed(seed="1" + "0" * 64), "seed: "),
        (changed(seed=None), "seed, deck"),
        (changed(deck="Ac 2c"), "seed, deck"),
        (changed(seed=None, deck="Ac 2c"), "the deck has 2 cards"),
        (changed(seed=None, deck=" ".join(["Ac"] * 52)), "Ac stands twice"),
        (changed(seed=None, deck=[1, 2]), "deck: "),
        (changed(seed=None, deck="Ac Xc"), "deck: 'Xc'"),
        (changed(number=-1), "number: -1"),
        (changed(number=1), "move|hash"),
        (changed(knock_card="Ks"), "knock_card=Ks"),
        (changed(knock_card=3), "knock_card: 3"),
        (changed(moves="pass"), "moves: 'pass'"),
        (changed(moves=[0]), "move 1: 0"),
        (changed(moves=["fold"]), "move 1: 'fold'"),
        (changed(moves=["PASS"]), "move 1: 'PASS'"),
        (changed(moves=["draw"]), "move 1: .*a6"),
        (changed(moves=["pass", "take", "discard 1c"]), "move 3: '1c'"),
        (changed(moves=changed()["moves"][:-1]), "the hash is"),
        (changed(moves=changed()["moves"] + ["draw"]), "over"),
        (changed(hash="0" * 16), "the hash is 0000000000000000"),
        (changed(hash="0"), "hash: '0'"),
        (changed(hash=None), "hash: None"),
        (changed(extra=1), "'extra'"),
        ([], r"\[\]"),
    ],
)
def test_bad_records(values, named):
    with pytest.raises(gr.InvalidRecord, match=named):
        gr.Record.from_dict(values)
    with pytest.raises(gr.InvalidRecord, match=named):
        gr.Record.from_json(json.dumps(values))


def test_missing_fields_and_other_texts():
    for name in changed():
        values = changed()
        del values[name]
        with pytest.raises(gr.InvalidRecord, match=name):
            gr.Record.from_dict(values)
    twice = gr.Record.of(ROUNDS["whole"]).to_json().replace('"dealer"', '"dealer": 0, "dealer"')
    with pytest.raises(gr.InvalidRecord, match="dealer: stands there twice"):
        gr.Record.from_json(twice)
    for text in ("", "{", "[" * 100_000, "null", "ginrummy round 2\n", "ginrummy round one\n"):
        with pytest.raises(gr.InvalidRecord):
            gr.Record.from_json(text)
        with pytest.raises(gr.InvalidRecord):
            gr.Record.from_text(text)


def test_files_that_are_no_records(tmp_path):
    path = tmp_path / "picture.gin"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(gr.InvalidRecord, match="byte 0"):
        gr.Record.load(path)
    with pytest.raises(FileNotFoundError):
        gr.Record.load(tmp_path / "none.gin")


def test_links_permissions_and_other_files(tmp_path):
    path, link = tmp_path / "a.gin", tmp_path / "b.gin"
    write_safely(path, "one")
    path.chmod(0o600)
    link.symlink_to(path)
    write_safely(link, "two")
    assert link.is_symlink()
    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(OSError, match="no plain file"):
        write_safely(tmp_path, "text")
    write_safely(tmp_path / ("n" * 250), "long")


def test_many_writers(tmp_path):
    path = tmp_path / "a.gin"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: write_safely(path, str(n)), range(200)))
    assert path.read_text().isdecimal()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("separator", ["\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_other_line_ends_are_changed_bytes(separator, tmp_path):
    text = gr.Record.of(ROUNDS["whole"]).to_text()
    damaged = text.replace("\n", separator, 1)
    with pytest.raises(gr.InvalidRecord):
        gr.Record.from_text(damaged)
    (tmp_path / "a.gin").write_bytes(damaged.encode())
    with pytest.raises(gr.InvalidRecord):
        gr.Record.load(tmp_path / "a.gin")
    assert gr.Record.from_text(text.replace("\n", "\r\n")) == gr.Record.of(ROUNDS["whole"])


def test_odd_inputs():
    digits = "1" * 5_000
    record = gr.Record.of(ROUNDS["whole"])
    for text in (record.to_json().replace('"players": 2', f'"players": {digits}'), None, b"{}", 3):
        with pytest.raises(gr.InvalidRecord):
            gr.Record.from_json(text)
    for text in (f'ginrummy round 1\nrules: {{"gin_bonus": {digits}}}', None, b"x"):
        with pytest.raises(gr.InvalidRecord):
            gr.Record.from_text(text)
    for moves in (-1, len(record.moves) + 1):
        with pytest.raises(gr.InvalidRound, match=str(moves)):
            record.replay(moves)


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "round.gin"
    write_safely(path, "old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_safely(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
