"""OpenSpiel's ten-card deadwood as an outside oracle.

Its eleven-card value is known to be wrong (it drops the costliest leftover of the
eleven-card melds, cases E01 to E04), so only ten-card hands are compared.
"""

import numpy as np
import pytest

from ginrummy import Rules, _core

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this platform")

HANDS = 100_000


def test_ten_card_deadwood_agrees_on_100_000_hands():
    # OpenSpiel's cards: suits s, c, d, h with 13 ranks each, ace first.
    to_spiel = [suit * 13 + rank for suit in (1, 2, 3, 0) for rank in range(13)]
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    rng = np.random.default_rng(20261130)
    half = HANDS // 2
    uniform = rng.random((half, 52)).argsort(axis=1)[:, :10]
    low = rng.integers(0, 8, size=half)  # dense: six adjacent ranks
    few = rng.random((half, 24)).argsort(axis=1)[:, :10]
    dense = few // 6 * 13 + few % 6 + low[:, None]
    cards = np.concatenate([uniform, dense])
    masks = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
    ours = _core.deadwood_loop(masks, Rules())
    for row, count in zip(cards.tolist(), ours.tolist(), strict=True):
        assert utils.min_deadwood([to_spiel[card] for card in row]) == count
