"""ginrummy.batch: arrays of hands give what single hands give, on every path."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrummy as gr
from ginrummy import _core, batch, core, errors, reference
from ginrummy.reference import batch as naive

MODES = ["low", "highlow", "wrap"]
TABLES = {
    "standard": gr.ACE_ONE,
    "tedesco": gr.ACE_FIFTEEN,
    "odd": (3, 1, 31, 2, 9, 9, 30, 4, 1, 11, 12, 13, 5),
    "too big for bytes": (100, 2, 3, 4, 5, 6, 7, 8, 9, 40, 10, 10, 10),
}


@pytest.fixture(params=[_core, naive], ids=["core", "reference"])
def kernels(request, monkeypatch):
    """The batch functions on either implementation; the one for single hands beside it."""
    monkeypatch.setattr(batch, "kernels", request.param)
    return core if request.param is _core else reference


def uniform(rng: np.random.Generator, hands: int, size: int) -> np.ndarray:
    return batch.masks(rng.random((hands, 52)).argsort(axis=1)[:, :size])


def dense(rng: np.random.Generator, hands: int, size: int) -> np.ndarray:
    """Hands out of four to six adjacent ranks, the king and ace adjacent too."""
    low = rng.integers(0, 13, hands)
    width = rng.integers(4, 7, hands)
    ranks = (low[:, None] + np.arange(6)) % 13
    order = rng.random((hands, 24))
    order[np.tile(np.arange(6), 4)[None, :] >= width[:, None]] = 2
    picked = order.argsort(axis=1)[:, :size]
    return batch.masks(np.take_along_axis(ranks, picked % 6, axis=1) + 13 * (picked // 6))


def throws(rng: np.random.Generator, hands: np.ndarray) -> np.ndarray:
    """A card of each hand, or -1."""
    held = batch.cards(hands)
    picked = held[np.arange(len(hands)), rng.integers(0, held.shape[1], len(hands))]
    return np.where(rng.random(len(hands)) < 0.5, picked.astype(np.int8), np.int8(-1))


def showdowns(rng: np.random.Generator, rules: gr.Rules, count: int) -> tuple[np.ndarray, ...]:
    """Hands that may knock against hands from the rest, a few of them big gins."""
    knockers, defenders = [], []
    while len(knockers) < count:
        size = rules.hand_size + (rules.big_gin is not None and rng.random() < 0.3)
        hand = int(dense(rng, 1, size)[0])
        if gr.deadwood(hand, rules) <= (10 if size == rules.hand_size else 0):
            rest = np.array([card for card in range(52) if not hand >> card & 1])
            knockers.append(hand)
            defenders.append(int(batch.masks(rng.permutation(rest)[None, : rules.hand_size])[0]))
    return np.array(knockers, np.uint64), np.array(defenders, np.uint64)


@pytest.mark.parametrize("points", TABLES)
@pytest.mark.parametrize("mode", MODES)
def test_every_path_gives_the_deadwood_of_the_single_hand(mode, points):
    rules = gr.Rules(run_mode=mode, card_points=TABLES[points])
    rng = np.random.default_rng(1)
    for size in (0, 1, 7, 10, 11, 13, 20, 37, 52):
        for make in (uniform, dense):
            if make is dense and size > 16:
                continue
            hands = make(rng, 1_500, size)
            expected = [gr.deadwood(hand, rules) for hand in hands.tolist()]
            for path in batch.paths():
                assert batch.deadwood(hands, rules, path=path).tolist() == expected, path


@pytest.mark.parametrize("points", TABLES)
@pytest.mark.parametrize("mode", MODES)
def test_every_path_gives_the_best_throw(mode, points):
    rules = gr.Rules(run_mode=mode, card_points=TABLES[points])
    rng = np.random.default_rng(2)
    for make in (uniform, dense):
        hands = make(rng, 1_500, 11)
        for taken in (None, throws(rng, hands)):
            left = batch.discards(hands, rules, taken)
            best = left.argmin(axis=1)  # the first of equals, so the lowest card
            card = np.take_along_axis(batch.cards(hands), best[:, None], axis=1)[:, 0]
            for path in batch.paths():
                found = batch.best_discard(hands, rules, taken, path=path)
                assert found.card.tolist() == card.tolist(), path
                assert found.deadwood.tolist() == left.min(axis=1).tolist(), path


@pytest.mark.parametrize("mode", MODES)
def test_deadwood_arrange_and_discards_are_those_of_one_hand(kernels, mode):
    rules = gr.Rules(run_mode=mode, card_points=TABLES["odd"], limit_source="upcard")
    rng = np.random.default_rng(3)
    for make in (uniform, dense):
        hands = make(rng, 12, 11)
        taken = throws(rng, hands)
        melds = batch.arrange(hands, rules)
        left = batch.discards(hands, rules, taken)
        best = batch.best_discard(hands, rules, taken)
        assert batch.deadwood(hands, rules).tolist() == [
            kernels.deadwood(hand, rules) for hand in hands.tolist()
        ]
        for i, hand in enumerate(hands.tolist()):
            shown = [meld.mask for meld in kernels.arrange(hand, rules).melds]
            assert melds[i].tolist() == shown + [0] * (3 - len(shown))
            card = None if taken[i] == -1 else int(taken[i])
            listed = kernels.discards(hand, rules, card, knock_card="5c")
            may = {one.card.index: one.deadwood for one in listed}
            everything = [may.get(int(c), batch.NO_COUNT) for c in batch.cards(hands[i : i + 1])[0]]
            assert left[i].tolist() == everything
            assert (best.deadwood[i], best.card[i]) == min((n, c) for c, n in may.items())


@pytest.mark.parametrize(
    "rules",
    [
        gr.Rules(),
        gr.Rules(run_mode="wrap", layoff_chain=False, layoff_on_gin=True),
        gr.Rules(defender="melds_first", undercut_on_tie="none", big_gin=50),
        gr.Rules(layoffs=False, auto_lay_down="min_then_canonical", over_limit="forfeit"),
        gr.Rules(limit_source="upcard", spade_doubles_boxes=True, undercut_extra_boxes=1),
        gr.Rules(auto_lay_down="best_against", undercut_mode="knocker_penalty"),
    ],
)
def test_settle_and_lay_off_are_those_of_one_hand(kernels, rules):
    rng = np.random.default_rng(4)
    knockers, defenders = showdowns(rng, rules, 12)
    upcards = np.full(12, 9 + 13, np.int8)
    upcards[::3] = 51
    seen = knockers & 0 | np.uint64(0b1011)
    done = batch.settle(knockers, defenders, rules, knock_card=upcards, seen=seen)
    melds = batch.arrange(knockers, rules)
    laid = np.zeros(12, np.uint64)
    left = batch.lay_off(melds, defenders, rules, laid=laid)
    assert left.tolist() == batch.lay_off(melds, defenders, rules).tolist()
    for i, (knocker, defender) in enumerate(
        zip(knockers.tolist(), defenders.tolist(), strict=True)
    ):
        one = kernels.settle(knocker, defender, rules, knock_card=int(upcards[i]), seen=0b1011)
        assert tuple(done[i]["scores"]) == one.scores
        assert tuple(done[i]["boxes"]) == one.boxes
        for name in ("points", "knocker_deadwood", "defender_deadwood", "multiplier"):
            assert done[i][name] == getattr(one, name), name
        assert batch.OUTCOMES[done[i]["outcome"]] is one.outcome
        assert [gr.Side.KNOCKER, gr.Side.DEFENDER, None][done[i]["winner"]] is one.winner
        defence = kernels.lay_off(kernels.arrange(knocker, rules), defender, rules)
        assert left[i] == defence.deadwood
        assert laid[i] == sum(1 << card.card.index for card in defence.laid)


@given(st.integers(0, 2**32))
def test_a_random_block_on_every_path(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(0, 53))
    hands = uniform(rng, int(rng.integers(0, 90)), size)
    rules = gr.Rules(run_mode=MODES[seed % 3])
    expected = [gr.deadwood(hand, rules) for hand in hands.tolist()]
    for path in batch.paths():
        assert batch.deadwood(hands, rules, path=path, threads=2).tolist() == expected


@pytest.mark.usefixtures("kernels")
def test_shapes_out_and_threads():
    rng = np.random.default_rng(5)
    hands = uniform(rng, 24, 11).reshape(2, 3, 4)
    for shaped in (hands, hands[0], hands[0, 0, 0:1], hands[:0], hands[0, 0, 0, ...].reshape(())):
        assert batch.deadwood(shaped).shape == shaped.shape
        assert batch.arrange(shaped).shape == (*shaped.shape, 3)
        assert batch.discards(shaped).shape == (*shaped.shape, 11)
        assert batch.best_discard(shaped).card.shape == shaped.shape
    out = np.zeros((2, 3, 4), np.uint16)
    assert batch.deadwood(hands, out=out) is out
    assert out.tolist() == batch.deadwood(hands, threads=1).tolist()
    cards = np.zeros((2, 3, 4), np.uint8)
    assert batch.best_discard(hands, out=(cards, out)) == (cards, out)
    melds = np.ones((2, 3, 4, 5), np.uint64)
    assert batch.arrange(hands, out=melds) is melds
    assert not melds[..., 3:].any()
    read_only = hands.copy()
    read_only.flags.writeable = False
    assert batch.deadwood(read_only).tolist() == batch.deadwood(hands).tolist()
    with pytest.raises(ValueError, match="out is read-only"):
        batch.arrange(hands, out=read_only[..., None])


def test_many_threads_give_what_one_gives():
    hands = uniform(np.random.default_rng(6), 100_000, 11)
    for function in (batch.deadwood, batch.arrange, batch.discards):
        assert (function(hands, threads=7) == function(hands, threads=1)).all()
    both = [batch.best_discard(hands, threads=n) for n in (1, 3)]
    assert (both[0].card == both[1].card).all()
    assert (both[0].deadwood == both[1].deadwood).all()


def test_big_hands_have_room_for_their_melds(kernels):
    hands = np.array([(1 << 52) - 1, 0b111], np.uint64)
    melds = batch.arrange(hands)
    assert melds.shape == (2, 17)
    assert (
        melds[0].tolist()[:13] == [meld.mask for meld in kernels.arrange((1 << 52) - 1).melds][:13]
    )
    assert melds[1].tolist() == [0b111] + [0] * 16
    with pytest.raises(errors.WrongHandSize, match=r"hands\[0\]"):
        batch.arrange(hands, out=np.empty((2, 3), np.uint64))


def test_no_throw_is_allowed():
    """Three cards of which none may be thrown cannot be; with hand_size 3 four can."""
    rules = gr.Rules(hand_size=3)
    hands = batch.masks(np.array([[0, 1, 2, 3]]))
    taken = np.array([3], np.int8)
    assert batch.discards(hands, rules, taken).tolist() == [[0, 8, 7, batch.NO_COUNT]]
    assert batch.best_discard(hands, rules, taken) == (np.array([0]), np.array([0]))
    free = rules.replace(may_discard_taken=True)
    assert batch.discards(hands, free, taken).tolist() == [[0, 8, 7, 0]]


def test_masks_and_cards():
    assert batch.masks(np.array([[2, 0], [51, 13]])).tolist() == [0b101, 1 << 51 | 1 << 13]
    assert batch.cards(np.array([[0b101], [1 << 51 | 1 << 13]], np.uint64)).tolist() == [
        [[0, 2]],
        [[13, 51]],
    ]
    assert batch.cards(np.zeros((0,), np.uint64)).shape == (0, 0)
    hands = uniform(np.random.default_rng(7), 50, 10)
    assert (batch.masks(batch.cards(hands)) == hands).all()
    with pytest.raises(errors.InvalidHand, match="52 is no card"):
        batch.masks(np.array([[0, 52]]))
    with pytest.raises(errors.InvalidHand, match="card twice"):
        batch.masks(np.array([[0, 1], [5, 5]]))
    with pytest.raises(errors.InvalidHand, match="card twice"):
        batch.masks(np.full((1, 8193), 51))
    with pytest.raises(TypeError, match="card indices"):
        batch.masks([[1, 2]])
    with pytest.raises(errors.InvalidHand, match="1 to 2 cards"):
        batch.cards(np.array([1, 3], np.uint64))
    with pytest.raises(errors.InvalidHand, match="0x10000000000000"):
        batch.cards(np.array([1 << 52], np.uint64))


def test_the_dtype_is_that_of_the_core():
    layout = [(name, batch.SETTLED.fields[name][1]) for name in batch.SETTLED.names]
    assert [*layout, ("", batch.SETTLED.itemsize)] == _core.batch_settled_layout()
    assert batch.OUTCOMES[0] is gr.Outcome.KNOCK
    assert batch.OUTCOMES[-1] is gr.Outcome.MISDEAL


def test_paths_can_be_chosen(monkeypatch, run_python):
    known = batch.paths()
    assert known[0] == "portable"
    hands = uniform(np.random.default_rng(8), 10, 10)
    with pytest.raises(ValueError, match="path='sse9': this machine has portable"):
        batch.deadwood(hands, path="sse9")
    monkeypatch.setenv("GINRUMMY_PATH", "portable")
    assert (batch.deadwood(hands) == batch.deadwood(hands, path=known[-1])).all()
    monkeypatch.setenv("GINRUMMY_PATH", "no such")
    with pytest.raises(ValueError, match="GINRUMMY_PATH='no such'"):
        batch.deadwood(hands)
    code = "import ginrummy, sys; ginrummy.batch.deadwood; print('ginrummy._core' in sys.modules)"
    assert run_python(code, GINRUMMY_IMPLEMENTATION="reference").stdout == "False\n"


def bad_inputs():
    hands = uniform(np.random.default_rng(0), 4, 11)
    bad = hands.copy()
    bad[2] = 1 << 60
    ten = np.array([0b1111111111, 0b1111111111 << 13], np.uint64)
    melds = np.array([[0b111, 0b1110], [0b111, 0]], np.uint64)
    astray = np.zeros(batch.SETTLED.itemsize + 1, np.uint8)[1:]
    yield lambda: batch.deadwood(hands.tolist()), TypeError, "numpy array of uint64"
    yield lambda: batch.deadwood(hands.astype(np.int64)), TypeError, "dtype int64"
    yield lambda: batch.deadwood(hands[::2]), ValueError, "C-contiguous"
    yield lambda: batch.masks(np.ma.array([[1, 2]])), TypeError, "cards is a masked array"
    yield lambda: batch.deadwood(bad), errors.InvalidHand, r"hands\[2\] = 0x1000000000000000"
    yield lambda: batch.arrange(bad), errors.InvalidHand, r"hands\[2\]"
    yield lambda: batch.discards(bad), errors.InvalidHand, r"hands\[2\]"
    yield lambda: batch.best_discard(bad), errors.InvalidHand, r"hands\[2\]"
    yield lambda: batch.deadwood(hands, threads=0), ValueError, "threads=0"
    yield lambda: batch.deadwood(hands, threads=True), ValueError, "threads=True"
    yield lambda: batch.deadwood(hands, out=np.empty(3, np.uint16)), ValueError, r"\(3,\)"
    yield lambda: batch.deadwood(hands, out=np.empty(4, np.int16)), TypeError, "dtype int16"
    yield lambda: batch.deadwood(hands, "tedesco"), errors.InvalidRules, "tedesco"
    yield lambda: batch.discards(ten), errors.WrongHandSize, r"hands\[0\].*10 cards, not 11"
    yield lambda: batch.best_discard(ten), errors.WrongHandSize, r"hands\[0\]"
    yield (
        lambda: batch.discards(hands, taken=np.full(4, 52, np.int8)),
        errors.InvalidHand,
        r"taken\[0\] = 52",
    )
    yield (
        lambda: batch.discards(hands, taken=np.full(3, -1, np.int8)),
        ValueError,
        r"taken has the shape \(3,\)",
    )
    yield lambda: batch.best_discard(hands, out=np.empty(4)), TypeError, "two arrays"
    yield lambda: batch.lay_off(melds[0], ten), ValueError, "spreads has the shape"
    yield (
        lambda: batch.lay_off(melds, ten << np.uint64(26)),
        errors.InvalidSpread,
        r"hands\[0\]: .*two melds",
    )
    yield lambda: batch.lay_off(melds[1:], ten[:1]), errors.SharedCard, r"hands\[0\]"
    yield (
        lambda: batch.lay_off(np.array([[0b1011]], np.uint64), ten[1:]),
        errors.InvalidMeld,
        r"hands\[0\]",
    )
    yield lambda: batch.settle(ten, ten), errors.SharedCard, r"knockers\[0\]"
    yield lambda: batch.settle(ten, hands[:2]), errors.InvalidHand, r"knockers\[0\]"
    yield lambda: batch.settle(ten, ten[:1]), ValueError, "like knockers"
    own = np.zeros(8, np.uint64)
    yield lambda: batch.deadwood(own, out=own.view(np.uint16)[:8]), ValueError, "out and hands"
    yield lambda: batch.arrange(own[:1], out=own[None, :3]), ValueError, "out and hands share"
    yield lambda: batch.deadwood(np.ma.array(hands)), TypeError, "masked array"
    yield (
        lambda: batch.deadwood(np.zeros(17, np.uint8)[1:].view(np.uint64)),
        ValueError,
        "not aligned",
    )
    yield (
        lambda: batch.lay_off(melds, ten << np.uint64(26), laid=melds[:, 0].copy(), out=own),
        TypeError,
        "out has the dtype uint64",
    )
    # The hand's size comes before its cards, and they before the melds, as in lay_off.
    yield (
        lambda: batch.lay_off(np.array([[0b1011]], np.uint64), ten[:1]),
        errors.SharedCard,
        r"hands\[0\]",
    )
    yield (
        lambda: batch.lay_off(np.array([[0b1011]], np.uint64), hands[:1]),
        errors.WrongHandSize,
        r"hands\[0\]",
    )
    yield (
        lambda: batch.settle(ten[:1], ten[1:], out=astray.view(batch.SETTLED)),
        ValueError,
        "four bytes",
    )
    yield (
        lambda: batch.settle(hands[:1], ten[:1] << np.uint64(42)),
        errors.InvalidHand,
        r"knockers\[0\]",
    )
    yield (
        lambda: batch.settle(ten[:1], ten[1:], gr.find_variant("oklahoma")),
        errors.IllegalKnock,
        "knock_card",
    )
    yield (
        lambda: batch.settle(ten[:1], ten[1:], knock_card=np.array([52], np.int8)),
        errors.InvalidCard,
        r"knock_card\[0\] = 52",
    )
    yield (
        lambda: batch.settle(ten[:1], ten[1:], seen=np.array([1 << 52], np.uint64)),
        errors.InvalidHand,
        r"seen\[0\]",
    )
    yield (
        lambda: batch.settle(ten[:1], ten[1:], gr.find_variant("oklahoma_party")),
        errors.InvalidRules,
        "settle_party",
    )


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("number", range(len(list(bad_inputs()))))
def test_bad_input_is_refused_by_name(number):
    call, error, text = list(bad_inputs())[number]
    with pytest.raises(error, match=text):
        call()


def test_a_given_out_is_as_before_after_an_error():
    hands = uniform(np.random.default_rng(9), 100_000, 11)
    hands[-1] |= np.uint64(1) << np.uint64(63)
    out = np.full(len(hands), 7, np.uint16)
    cards = np.full(len(hands), 7, np.uint8)
    with pytest.raises(errors.InvalidHand, match=r"hands\[99999\]"):
        batch.deadwood(hands, out=out)
    with pytest.raises(errors.InvalidHand, match=r"hands\[99999\]"):
        batch.best_discard(hands, out=(cards, out))
    assert (out == 7).all()
    assert (cards == 7).all()


def test_the_first_bad_hand_is_named_whatever_the_threads():
    hands = uniform(np.random.default_rng(10), 200_000, 10)
    hands[[30_000, 150_000, 199_999]] = 1 << 52
    for threads in (1, 2, 8):
        with pytest.raises(errors.InvalidHand, match=r"hands\[30000\]"):
            batch.deadwood(hands, threads=threads)
