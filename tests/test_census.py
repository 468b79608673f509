"""The census against hands looked at one by one: by the naive twin, and by the kernel."""

import itertools
import json
import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

import enumeration
import ginrummy as gr
from ginrummy import _core, show
from sampling import card_rules

PACK = (1 << 52) - 1
ODD = (9, 3, 7, 1, 20, 100, 4, 8, 2, 50, 13, 6, 11)
RULES = [*card_rules(), *(gr.Rules(run_mode=mode, card_points=ODD) for mode in gr.RunMode)]
IDS = [f"{rules.run_mode}-ace{rules.card_points[0]}" for rules in RULES]


def units(impl, cards, rules, best_throw, which=range(25)):
    """The counts of some units, put together."""
    module = _core if impl.__name__.endswith("core") else impl
    stop = module.CensusStop()
    found = np.zeros(6_000, dtype=np.int64)
    for unit in which:
        counts = module.census_unit(rules, cards, best_throw, unit, stop)
        found[: len(counts)] += np.array(counts, dtype=np.int64)
    return np.trim_zeros(found, "b").tolist()


def test_known_truths():
    """Ten cards, ace low (issue 6)."""
    found = gr.census(10)
    assert sum(found.counts) == found.total == comb(52, 10) == 15_820_024_220
    assert found.gin == 136_694
    assert found.at_most(10) == 10_212_276
    assert f"{float(found.mean):.6f}" == "56.569434"


@pytest.mark.parametrize(
    "golden",
    json.loads(enumeration.FILE.read_text()),
    ids=lambda one: f"{one['cards']}-{one['run_mode']}-ace{one['card_points'][0]}",
)
def test_the_counts_of_looking_at_every_hand(golden):
    """Ten cards, and eleven with the best throw: billions of hands that were enumerated."""
    rules = gr.Rules(run_mode=golden["run_mode"], card_points=golden["card_points"])
    found = gr.census(golden["cards"], rules, best_throw=golden["best_throw"])
    assert list(found.counts) == golden["counts"]


@pytest.mark.parametrize("best_throw", [False, True], ids=["kept", "throw"])
@pytest.mark.parametrize("rules", RULES, ids=IDS)
def test_every_hand_of_up_to_seven_cards(rules, best_throw):
    for cards in range(1, 8 - best_throw):
        found = gr.census(cards, rules, best_throw=best_throw)
        assert list(found.counts) == enumeration.counted(cards, rules, best_throw)


@pytest.mark.parametrize("best_throw", [False, True], ids=["kept", "throw"])
@pytest.mark.parametrize("mode", ["low", "highlow", "wrap"])
def test_nearly_the_whole_pack(mode, best_throw):
    """The longest runs there are, rings too: hands that lack two or three cards."""
    rules = gr.Rules(run_mode=mode)
    for missing in range(4 - best_throw):
        packs = [
            PACK ^ sum(1 << card for card in cards)
            for cards in itertools.combinations(range(52), missing)
        ]
        points = enumeration.least(np.array(packs, dtype=np.uint64), rules, best_throw)
        assert units(gr.core, 52 - missing, rules, best_throw) == np.bincount(points).tolist()


@pytest.mark.parametrize("best_throw", [False, True], ids=["kept", "throw"])
@pytest.mark.parametrize("rules", RULES, ids=IDS)
def test_both_implementations_count_alike(rules, best_throw):
    """Whole censuses of small hands, and small units of big ones: all kings, all queens."""
    for cards in (1, 2):
        assert gr.census(cards, rules, best_throw=best_throw, implementation="reference") == (
            gr.census(cards, rules, best_throw=best_throw, implementation="core")
        )
    for cards, unit in ((4, 11), (5, 12), (7, 19), (8, 23), (9, 24), (10, 24)):
        if best_throw and cards in (5, 8, 10):
            continue
        core = units(gr.core, cards, rules, best_throw, [unit])
        assert core == units(gr.reference, cards, rules, best_throw, [unit])
        assert sum(core) == gr._census_file.hands_of_unit(unit, cards)


def test_a_throw_may_break_a_meld(impl):
    """b3: of three kings and a queen the queen goes; of three kings alone one must."""
    with_queen, alone = 3 * 5 + 1, 3 * 5
    assert units(impl, 4, None, True, [with_queen]) == [16]
    assert units(impl, 3, None, True, [alone]) == [0] * 20 + [4]
    assert units(impl, 3, None, False, [alone]) == [4]


def test_throw_is_the_default_of_one_card_more():
    assert [gr.census(cards).best_throw for cards in (None, 9, 10, 11, 12)] == [
        *(False,) * 3,
        True,
        False,
    ]
    seven = gr.Rules(hand_size=7)
    assert gr.census(None, seven).cards == 7
    assert gr.census(8, seven).best_throw
    assert not gr.census(8, seven, best_throw=False).best_throw
    assert gr.census(10, gr.find_variant("tedesco")).run_mode is gr.RunMode.WRAP


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_threads_change_nothing(threads):
    rules = gr.find_variant("tedesco")
    calls = []
    found = gr.census(9, rules, threads=threads, progress=lambda *at: calls.append(at))
    assert found == gr.census(9, rules)
    assert calls[0] == (0, 25)
    assert calls[-1] == (25, 25)
    assert calls == sorted(calls)


def test_numbers_of_a_census(impl):
    """Two cards: their points, unless they count more than ten together."""
    name = impl.__name__.rpartition(".")[2]
    found = gr.census(2, implementation=name)
    points = [min(card % 13 + 1, 10) for card in range(52)]
    sums = sorted(a + b for a, b in itertools.combinations(points, 2))
    assert found.counts == tuple(sums.count(d) for d in range(21))
    assert found.mean == Fraction(sum(sums), len(sums))
    assert found.deviation == pytest.approx(np.std(sums))
    assert found.median == sums[(len(sums) - 1) // 2]
    assert found.at_most(10) == sum(d <= 10 for d in sums)
    assert found.at_most(-1) == 0
    assert found.at_most(1_000) == found.total == len(sums) == 1_326
    assert found.probability(10) == Fraction(found.at_most(10), 1_326)
    assert found.quantile(0) == 2
    assert found.quantile(1) == 20
    assert [found.quantile(q / 7) for q in range(1, 7)] == [
        sums[-(-len(sums) * q // 7) - 1] for q in range(1, 7)
    ]
    assert found.to_numpy().dtype == np.uint64
    assert found.to_numpy().tolist() == list(found.counts)


def test_texts_of_a_census():
    found = gr.census(11)
    assert str(found).startswith("11 cards with the best throw: 60,403,728,840 hands, mean 50.2")
    assert repr(found).startswith(f"<Census of {found}; run_mode='low', card_points=[1, 2,")
    assert "<td>249,005,188</td>" in found._repr_html_()
    assert gr.Census.from_json(found.to_json()) == found
    assert hash(gr.Census.from_json(found.to_json())) == hash(found)
    head, *rows = found.to_csv().splitlines()
    assert head == "deadwood,hands,at_most,probability,probability_at_most"
    assert len(rows) == len(found.counts)
    last = rows[10].split(",")
    assert last[:3] == ["10", str(found.counts[10]), "249005188"]
    assert float(last[4]) == found.at_most(10) / found.total


def test_plot():
    from matplotlib.figure import Figure

    found = gr.census(10)
    axes = Figure().subplots()
    assert show.plot_census(found, axes, limit=6) is axes
    bars = axes.patches
    assert [bar.get_height() for bar in bars] == [n / found.total for n in found.counts]
    colours = [bar.get_facecolor() for bar in bars]
    assert len(set(colours[:7])) == len(set(colours[7:])) == 1
    assert colours[6] != colours[7]
    assert "have 6 or less" in axes.get_title(loc="left")


def test_plot_without_matplotlib(run_python):
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import ginrummy as gr; from ginrummy.show import plot_census\n"
        "try:\n    plot_census(gr.census(1))\nexcept ImportError as error:\n    print(error)\n"
    )
    assert run_python(code).stdout == (
        "plot_census needs matplotlib: pip install 'ginrummy[plot]'\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cards": 0}, "cards=0: a whole number, 1 to 26"),
        ({"cards": 27}, "cards=27"),
        ({"cards": -3}, "cards=-3"),
        ({"cards": 10.0}, "cards=10.0"),
        ({"cards": True}, "cards=True"),
        ({"cards": "10"}, "cards='10'"),
        ({"progress": 5}, "progress=5: a function is expected"),
        ({"threads": 0}, "threads=0: a whole number, 1 to 1024"),
        ({"threads": 10**9}, "threads=1000000000"),
        ({"threads": 1.5}, "threads=1.5"),
        ({"best_throw": 1}, "best_throw=1: True or False"),
    ],
)
def test_bad_questions(options, message):
    with pytest.raises(gr.InvalidCensus, match=message):
        gr.census(**options)


def test_bad_rules_and_implementation():
    with pytest.raises(gr.InvalidRules, match="'low'"):
        gr.census(10, "low")
    with pytest.raises(gr.InvalidRound, match="implementation='rust'"):
        gr.census(2, implementation="rust")


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), "half", True, None])
def test_bad_shares(share):
    with pytest.raises(gr.InvalidCensus, match="share="):
        gr.census(1).quantile(share)


def test_bad_points():
    with pytest.raises(gr.InvalidCensus, match=r"points=1\.5"):
        gr.census(1).at_most(1.5)


def changed(**fields):
    return json.dumps(json.loads(gr.census(1).to_json()) | fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: .* cut short"),
        (gr.census(1).to_json()[:-9], "cut short"),
        ("[1]", "this is no ginrummy census"),
        (changed(format="sheet"), "this is no ginrummy census"),
        (changed(version=2), "version: 2, but this ginrummy reads version 1"),
        (changed(more=1), "'more' is no field of it"),
        (changed(cards=2), "52 hands are counted, but there are 1326"),
        (changed(counts=[0, 52, 0]), "no hand has the greatest deadwood, 2"),
        (changed(counts=[0, 53, -1]), "-1 hands with 2"),
        (changed(counts="52"), "'52' is no list"),
        (changed(counts=[]), "0 hands are counted"),
        (changed(run_mode="ring"), "run_mode='ring'"),
        (changed(card_points=[1] * 12), "card_points"),
        (changed(best_throw=0), "best_throw=0"),
        ("[" * 100_000, "no JSON"),
        (7, "no JSON"),
    ],
)
def test_bad_json(text, message):
    with pytest.raises(gr.InvalidCensus, match=message):
        gr.Census.from_json(text)


def test_units_out_of_range():
    with pytest.raises(IndexError):
        _core.census_unit(None, 10, False, 25, _core.CensusStop())
    with pytest.raises(IndexError):
        _core.census_unit(None, 53, False, 0, _core.CensusStop())


@pytest.mark.parametrize("unit", [0, 7])
def test_a_stopped_unit_gives_nothing(impl, unit):
    module = _core if impl is gr.core else impl
    stop = module.CensusStop()
    stop.set()
    assert stop.is_set()
    assert module.census_unit(None, 10, False, unit, stop) is None


def test_random_points():
    """Card points that no game has, against every hand of five cards."""
    rng = random.Random(6)
    for _ in range(20):
        points = [rng.choice((1, 2, 5, 10, 99, 100)) for _ in range(13)]
        rules = gr.Rules(run_mode=rng.choice(list(gr.RunMode)), card_points=points)
        best_throw = rng.random() < 0.5
        found = gr.census(6, rules, best_throw=best_throw)
        assert list(found.counts) == enumeration.counted(6, rules, best_throw)
