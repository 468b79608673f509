"""The measuring programs of bench/: the peers at a tiny size, and how results are kept."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import ginrummy as gr

BENCH = Path(__file__).parent.parent / "bench"


@pytest.fixture(autouse=True)
def bench_path(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))


TINY = ["--hands", "60", "--rounds", "2", "--repeats", "1", "--no-write"]


def rows(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text.splitlines()
        if "|" in line
    ]


def test_peers_with_openspiel(capsys):
    pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this platform")
    import peers

    assert peers.main(["--peers", "openspiel", *TINY]) == 0
    shown = capsys.readouterr().out
    assert "unexplained" not in shown
    for title in (
        "Least deadwood of ten cards, dense",
        "Rounds of random legal moves by OpenSpiel",
    ):
        table = rows(shown.partition(f"### {title}")[2].partition("###")[0])
        libraries = [row[0] for row in table]
        assert "ginrummy" in libraries
        assert "OpenSpiel" in libraries
    compared = [row for row in rows(shown) if row[0] == "OpenSpiel" and row[1] == "a call a hand"]
    assert len(compared) == 10
    assert all(row[-1] != "-" for row in compared)


def test_a_peer_that_is_not_installed(capsys, monkeypatch):
    import peers

    monkeypatch.setitem(sys.modules, "rlcard.games.gin_rummy", None)
    monkeypatch.setitem(sys.modules, "rlcard", None)
    assert peers.main(["--peers", "rlcard", *TINY]) == 0
    shown = capsys.readouterr().out
    assert "- rlcard: not installed" in shown
    assert {row[0] for row in rows(shown)} == {"library", "---", "ginrummy"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--peers", "openspeil"], "no peer 'openspeil': there are openspiel, rlcard"),
        (["--hands", "0"], "--hands 0: at least 1 is needed"),
    ],
)
def test_peers_refuses(capsys, arguments, said):
    import peers

    with pytest.raises(SystemExit):
        peers.main([*arguments, "--no-write"])
    assert said in capsys.readouterr().err


def test_a_wrong_answer_without_a_known_reason_is_found():
    import peers
    from library import Work

    hands = [gr.Hand("7c 7s 7d 8d 9d").mask, gr.Hand("As 2s 3s").mask]
    measure = peers.Measure("deadwood", "", (hands,), hands)
    work = Work("", 2, list, answers=lambda: [15, 1], is_fault=lambda hand, *_: hand == hands[1])
    compared = peers.compare(measure, work, [14, 0])
    assert (compared.differ, compared.unexplained) == (2, 1)
    assert "1 **unexplained**" in compared.text


def test_the_known_fault_of_openspiel():
    """Case E01: the shortcut gives 1, and nothing else is explained by it."""
    from peer_openspiel import dropped_costliest

    hand = gr.Hand("4c Ad 2d 3d 4d 2h 3h 4h As 2s 3s").mask
    assert dropped_costliest(hand, 1, 0)
    assert not dropped_costliest(hand, 2, 0)


def test_signature():
    from workloads import signature

    assert signature([3, 0, 5]) == f"{3 + 15:016x}"
    assert signature(np.array([1, 2], dtype=np.uint16)) == f"{5:016x}"
    assert signature([2, 1]) != signature([1, 2])
    assert signature([2**64 - 1, 1]) == f"{1:016x}"
    assert signature("ab") == f"{97 + 2 * 98:016x}"


def test_each_part_is_refreshed_on_its_own(tmp_path, monkeypatch):
    import report
    import results_file

    monkeypatch.setattr(results_file, "PARTS", tmp_path)
    monkeypatch.setattr(results_file, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr(report, "PARTS", tmp_path)
    row = {"name": "move", "measured_ns": 500.0, "bar_ns": 400, "items": 9, "signature": "0a"}
    assert report.keep("round", [row]) == []
    (tmp_path / "peers.md").write_text("## Beside other programs\n")
    results_file.assemble()
    first = (tmp_path / "results.md").read_text()
    assert "| move | 500 ns | 2 M | 400 ns **missed** | `0a` |" in first
    assert "## Beside other programs" in first
    assert "## Where the time goes" in first
    changed = report.keep("round", [row | {"measured_ns": 300.0, "signature": "0b"}])
    assert changed == ["move: 0a -> 0b"]
    assert json.loads((tmp_path / "bench_round.json").read_text())["rows"][0]["signature"] == "0b"
    results_file.assemble()
    assert "## Beside other programs" in (tmp_path / "results.md").read_text()


def test_the_results_of_other_processors_are_kept(tmp_path, monkeypatch):
    import report
    import results_file

    for module in (report, results_file):
        monkeypatch.setattr(module, "PARTS", tmp_path)
    monkeypatch.setattr(results_file, "RESULTS", tmp_path / "results.md")
    row = {"bar_ns": 5, "items": 9, "signature": "0a"}
    runs = [("Intel", "Monday", 4.0), ("AMD", "Tuesday", 4.5), ("Intel", "Friday", 3.5)]
    for processor, day, measured in runs:
        when = f"{day}, commit abc, {processor}, Python 3"
        monkeypatch.setattr(report, "processor", lambda name=processor: name)
        monkeypatch.setattr(report, "measured_on", lambda when=when: when)
        assert report.keep("batch", [{"name": "deadwood", "measured_ns": measured, **row}]) == []
    results_file.assemble()
    shown = (tmp_path / "results.md").read_text()
    assert shown.index("Friday") < shown.index("3.5 ns") < shown.index("Tuesday")
    assert shown.index("Tuesday") < shown.index("4.5 ns")
    assert "Monday" not in shown
    changed = report.keep(
        "batch", [{"name": "deadwood", "measured_ns": 3, **row, "signature": "0b"}]
    )
    assert changed == ["deadwood: 0a -> 0b"]


def test_results_are_put_together_from_their_parts():
    import results_file

    assert results_file.RESULTS.read_text() == results_file.assembled()
