"""Counts over everything there is, and whole families of hands."""

import itertools
import random

import numpy as np
import pytest

import ginrummy as gr
from ginrummy import _core, core
from sampling import card_rules, deal, mask_of

PACK = (1 << 52) - 1


@pytest.mark.parametrize(
    ("mode", "count", "at_most_ten"),
    [("low", 329, 305), ("highlow", 369, None), ("wrap", 589, 481)],
)
def test_melds_of_the_pack(impl, mode, count, at_most_ten):
    """t2. High-low adds the ten runs a suit that end with the ace and are not the full suit."""
    melds = impl.melds(PACK, gr.Rules(run_mode=mode))
    assert len({meld.mask for meld in melds}) == len(melds) == count
    assert [meld.mask for meld in melds] == sorted(meld.mask for meld in melds)
    assert sum(meld.kind is gr.MeldKind.SET for meld in melds) == 65
    if at_most_ten:
        assert sum(len(meld) <= 10 for meld in melds) == at_most_ten


@pytest.mark.parametrize("rules", list(card_rules()), ids=str)
def test_every_subset_of_a_suit(rules):
    """All 8,192 one-suit hands against the definition: the best choice of disjoint runs."""
    runs = [meld.mask for meld in core.melds((1 << 13) - 1, rules)]
    points = rules.card_points
    best = {0: 0}
    for mask in range(1, 1 << 13):
        low = mask & -mask
        options = [best[mask ^ low] + points[low.bit_length() - 1]]
        options += [best[mask ^ run] for run in runs if run & low and run & ~mask == 0]
        best[mask] = min(options)
    masks = np.arange(1 << 13, dtype=np.uint64)
    for suit in range(4):
        found = _core.deadwood_loop(masks << np.uint64(13 * suit), rules)
        assert found.tolist() == [best[mask] for mask in range(1 << 13)]


@pytest.mark.parametrize("mode", ["low", "highlow", "wrap"])
def test_a_meld_is_a_meld_and_nothing_else_is(impl, mode):
    """Every set of three or four cards of two ranks and suits: is_meld agrees with melds."""
    rules = gr.Rules(run_mode=mode)
    known = {meld.mask for meld in impl.melds(PACK, rules)}
    for size in (3, 4):
        for cards in itertools.combinations([*range(13), 13, 14, 26, 39], size):
            assert impl.is_meld(mask_of(list(cards)), rules) is (mask_of(list(cards)) in known)


@pytest.mark.parametrize("rules", list(card_rules()), ids=str)
def test_the_two_methods_for_deadwood_agree(rules):
    """The search over sets against the walk over ranks, on 0 to 52 cards."""
    rng = random.Random(str(rules))
    hands = [deal(rng, size)[0] for size in range(53) for _ in range(60)]
    hands += [deal(rng, rng.randrange(9, 25), dense=True)[0] for _ in range(2_000)]
    masks = np.array(hands, dtype=np.uint64)
    walked = _core.deadwood_by_ranks_loop(masks, rules)
    assert walked.tolist() == _core.deadwood_loop(masks, rules).tolist()


@pytest.mark.parametrize("rules", list(card_rules()), ids=str)
def test_big_hands_split_as_well_as_counted(rules):
    """arrange reaches deadwood on any hand, with melds that partition it."""
    rng = random.Random(f"split {rules}")
    for size in (14, 15, 20, 26, 39, 45, 50, 51, 52):
        for _ in range(8):
            (hand,) = deal(rng, size)
            found = core.arrange(hand, rules)
            assert found.deadwood == core.deadwood(hand, rules)
            assert sum(meld.mask for meld in found.melds) + found.unmelded.mask == hand
            for one in itertools.islice(core.arrangements(hand, rules), 20):
                assert one.deadwood == found.deadwood


def test_the_whole_pack_melds(impl):
    assert impl.deadwood(PACK) == 0
    assert impl.deadwood(0) == 0
    assert impl.arrange(0) == gr.Arrangement((), gr.Hand(), 0)
    assert list(impl.arrangements(0)) == [impl.arrange(0)]
