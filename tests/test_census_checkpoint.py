"""A census stopped and gone on with: the file that keeps what was counted."""

import itertools
import json
import os
import time

import pytest

import ginrummy as gr
from ginrummy import _census_file

FORMAT = "ginrummy census checkpoint"


class Stopped(Exception):
    pass


@pytest.fixture
def stopped(monkeypatch):
    """Takes a census that is stopped after exactly so many units."""

    def take(parts, *given, error=KeyboardInterrupt, implementation="core", **options):
        module = gr._core if implementation == "core" else gr.reference
        real, turns, start = module.census_unit, itertools.count(), []

        def count(*what):
            if next(turns) < parts:
                return real(*what)
            while not what[-1].is_set():
                time.sleep(0.001)
            return None

        def progress(done, _):
            start.append(done)
            if done == start[0] + parts:
                raise error

        with monkeypatch.context() as patch:
            patch.setattr(module, "census_unit", count)
            with pytest.raises(error):
                gr.census(*given, progress=progress, implementation=implementation, **options)

    return take


def never(*_):
    raise AssertionError("it began to count")


def kept(path):
    return json.loads(path.read_text())["units"]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("error", [KeyboardInterrupt, Stopped])
def test_interrupted_and_resumed_it_is_the_same(tmp_path, stopped, threads, error):
    path, rules = tmp_path / "census.json", gr.find_variant("tedesco")
    whole = gr.census(9, rules)
    for parts, so_far in ((1, 1), (6, 7), (9, 16)):
        stopped(parts, 9, rules, threads=threads, checkpoint=path, error=error)
        assert len(kept(path)) == so_far
        assert list(tmp_path.iterdir()) == [path]
    counted = kept(path)
    calls = []
    found = gr.census(9, rules, checkpoint=path, progress=lambda *at: calls.append(at))
    assert found == whole
    assert calls[0] == (len(counted), 25)
    assert calls[-1] == (25, 25)
    assert kept(path).items() >= counted.items()
    assert len(kept(path)) == 25


def test_a_whole_census_is_read_and_not_counted_again(tmp_path, monkeypatch):
    path = tmp_path / "census.json"
    found = gr.census(6, checkpoint=path)
    before = path.read_bytes()
    monkeypatch.delattr("ginrummy._core.census_unit")
    assert gr.census(6, checkpoint=path) == found
    assert path.read_bytes() == before


def test_implementations_go_on_from_each_other(tmp_path, stopped):
    path = tmp_path / "census.json"
    stopped(5, 2, checkpoint=path, implementation="reference")
    stopped(5, 2, checkpoint=path, implementation="core")
    assert len(kept(path)) == 10
    assert gr.census(2, checkpoint=path) == gr.census(2)


def test_it_is_written_now_and_then(tmp_path, monkeypatch):
    """A kill loses what the last seconds counted, no more."""
    path = tmp_path / "census.json"
    seen = []
    monkeypatch.setattr(_census_file, "_SAVE_EVERY", 0.0)
    gr.census(5, checkpoint=path, progress=lambda *_: seen.append(len(kept(path))))
    assert seen[0] == 0
    assert seen == sorted(seen)
    assert len(set(seen)) > 2
    assert seen[-1] == 25


@pytest.mark.parametrize(
    ("error", "raised", "message"),
    [
        (OSError("broken"), OSError, "broken"),
        (
            MemoryError("std::bad_alloc"),
            gr.InvalidCensus,
            "cards=6, run_mode='low': the memory does not suffice with threads=1; what is "
            "counted is in {path}",
        ),
    ],
    ids=["error", "memory"],
)
def test_an_error_in_a_thread_is_raised_and_the_rest_kept(
    tmp_path, monkeypatch, error, raised, message
):
    path = tmp_path / "census.json"
    real, calls = gr._core.census_unit, []

    def failing(*given):
        calls.append(given)
        if len(calls) == 4:
            raise error
        return real(*given)

    monkeypatch.setattr("ginrummy._core.census_unit", failing)
    with pytest.raises(raised) as caught:
        gr.census(6, checkpoint=path, threads=1)
    assert str(caught.value) == message.format(path=path)
    monkeypatch.undo()
    assert len(kept(path)) >= 3
    assert gr.census(6, checkpoint=path) == gr.census(6)


def test_beyond_the_memory_without_a_checkpoint(monkeypatch):
    def failing(*_):
        raise MemoryError

    monkeypatch.setattr("ginrummy._core.census_unit", failing)
    with pytest.raises(gr.InvalidCensus, match=r"with threads=2; fewer need less$"):
        gr.census(6, threads=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cards": 6}, "another census: cards=5, not 6"),
        ({"best_throw": True}, "another census: best_throw=False, not True"),
        ({"rules": gr.Rules(run_mode="wrap")}, "another census: run_mode='low', not 'wrap'"),
        ({"rules": gr.Rules(card_points=gr.ACE_FIFTEEN)}, "another census: card_points="),
    ],
)
def test_of_another_census_it_is_refused_and_left(tmp_path, options, message):
    path = tmp_path / "census.json"
    gr.census(5, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(gr.InvalidCensus, match=message) as caught:
        gr.census(**{"cards": 5, "checkpoint": path, **options})
    assert str(caught.value).startswith(f"{path}: ")
    assert "it is left as it is" in str(caught.value)
    assert path.read_bytes() == before


def damaged(values, **fields):
    return json.dumps(values | fields)


def with_unit(values, unit, counts):
    return damaged(values, units=values["units"] | {unit: counts})


def moved(values):
    """Counts that still add up, but are those of other deadwoods."""
    counts = values["units"]["0"][:]
    counts[5] += 1_000
    counts[40] -= 1_000
    return with_unit(values, "0", counts)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text, _: text[: len(text) // 2], "cut short"),
        (lambda *_: "", "cut short"),
        (lambda *_: "deadwood,hands\n0,1\n", "cut short"),
        (lambda *_: gr.census(5).to_json(), f"this is no {FORMAT}"),
        (lambda _, values: damaged(values, version=1), "version: 1, but .* reads version 2"),
        (lambda _, values: damaged(values, cards=5.0), "cards=5.0"),
        (lambda _, values: damaged(values, extra=1), "'extra' is no field"),
        (lambda _, values: damaged(values, units=[]), "is no object"),
        (lambda _, values: damaged(values, units={"25": []}), "'25' is none of 0 to 24"),
        (lambda _, values: damaged(values, units={"-1": []}), "'-1' is none"),
        (lambda _, values: damaged(values, units={"00": []}), "'00' is none of 0 to 24"),
        (lambda _, values: damaged(values, units={"9" * 5_000: []}), "'9999.* is none of 0"),
        (lambda _, values: moved(values), "sha256: .* it is damaged"),
        (lambda _, values: damaged(values, units={}), "sha256: .* it is damaged"),
        (lambda _, values: damaged(values, sha256=7), "sha256: 7 is not that of its fields"),
        (
            lambda _, values: with_unit(values, "0", [*values["units"]["0"], 0, 0]),
            "unit 0: no hand has the greatest deadwood",
        ),
        (lambda _, values: with_unit(values, "24", [0]), "unit 24: no hand has the greatest"),
        (lambda _, values: damaged(values, units={"0": [1]}), "unit 0: 1 hands are counted"),
        (lambda _, values: damaged(values, units={"0": [True]}), "unit 0: True hands with 0"),
        (lambda _, values: damaged(values, units={"0": None}), "unit 0: None is no list"),
    ],
)
def test_a_damaged_file_is_refused_and_left(tmp_path, damage, message):
    path = tmp_path / "census.json"
    gr.census(5, checkpoint=path)
    text = path.read_text()
    path.write_text(damage(text, json.loads(text)))
    before = path.read_bytes()
    with pytest.raises(gr.InvalidCensus, match=message) as caught:
        gr.census(5, checkpoint=path, progress=never)
    assert str(caught.value).startswith(f"{path}: ")
    assert path.read_bytes() == before


def test_it_may_be_laid_out_anew(tmp_path):
    path = tmp_path / "census.json"
    found = gr.census(5, checkpoint=path)
    path.write_text(json.dumps(json.loads(path.read_text()), indent=1, sort_keys=True))
    assert gr.census(5, checkpoint=path) == found


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "census.png"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(gr.InvalidCensus, match="this is no ginrummy census checkpoint"):
        gr.census(5, checkpoint=path)
    assert path.read_bytes() == b"\x89PNG\xff"


def test_a_place_that_cannot_be_written_is_known_before_counting(tmp_path):
    missing = tmp_path / "none" / "census.json"
    with pytest.raises(FileNotFoundError) as caught:
        gr.census(5, checkpoint=missing, progress=never)
    assert caught.value.filename == str(missing)
    for path in (tmp_path, "/dev/zero"):
        if os.path.exists(path):
            with pytest.raises(OSError, match="no plain file"):
                gr.census(5, checkpoint=path, progress=never)
