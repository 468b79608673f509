"""ChaCha8, the shuffle and the deal, to the letter: decks must never change."""

import pytest

import ginrummy as gr
from ginrummy import _core, reference

# Published vectors for 8 rounds and a 256-bit key: draft-strombergson-chacha-test-vectors-01,
# TC1, TC3, TC4, TC7 and TC8, two blocks each.
VECTORS = [
    (
        "00" * 32,
        "00" * 8,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    (
        "00" * 32,
        "01" + "00" * 7,
        "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b"
        "7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00cf06"
        "470bdffbc488a8b7c701ebf4061d75c5969186497c95367809afa80bd843b040"
        "a79abc6e73a91757f1db73c8eacfa543b38f289d065ab2f3032d377b8c37fe46",
    ),
    (
        "ff" * 32,
        "ff" * 8,
        "e163bbf8c9a739d18925ee8362dad2cdc973df05225afb2aa26396f2a9849a4a"
        "445e0547d31c1623c537df4ba85c70a9884a35bcbf3dfab077e98b0f68135f54"
        "81d4933f8b322ac0cd762c27235ce2b31534e0244a9a2f1fd5e94498d47ff108"
        "790c009cf9e1a348032a7694cb28024cd96d3498361edb1785af752d187ab54b",
    ),
    (
        "00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100",
        "0f1e2d3c4b5a6978",
        "db43ad9d1e842d1272e4530e276b3f568f8859b3f7cf6d9d2c74fa53808cb515"
        "7a8ebf46ad3dcc4b6c7dadde131784b0120e0e22f6d5f9ffa7407d4a21b695d9"
        "c5dd30bf55612fab9bdd118920c19816470c7f5dcd42325dbbed8c57a56281c1"
        "44cb0f03e81b3004624e0650a1ce5afaf9a7cd8163f6dbd72602257dd96e471e",
    ),
    (
        "c46ec1b18ce8a878725a37e780dfb7351f68ed2e194c79fbc6aebee1a667975d",
        "1ada31d5cf688221",
        "838751b42d8ddd8a3d77f48825a2ba752cf4047cb308a5978ef274973be374c9"
        "6ad848065871417b08f034e681fe46a93f7d5c61d1306614d4aaf257a7cff08b"
        "16f2fda170cc18a4b58a2667ed962774af792a6e7f3c77992540711a7a136d7e"
        "8a2f8d3f93816709d45a3fa5f8ce72fde15be7b841acba3a2abd557228d9fe4f",
    ),
]
BOTH = pytest.mark.parametrize("random", [_core.Random, reference.Random], ids=["core", "ref"])


@BOTH
@pytest.mark.parametrize(("key", "nonce", "stream"), VECTORS)
def test_published_vectors(random, key, nonce, stream):
    number = int.from_bytes(bytes.fromhex(nonce), "little")
    assert random(bytes.fromhex(key), number).keystream(128).hex() == stream


@BOTH
def test_twenty_rounds_as_published(random):
    """TC1 of the same draft for ChaCha20: the rounds are a parameter, not a constant."""
    stream = random(bytes(32), 0, 20).keystream(32).hex()
    assert stream == "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"


@BOTH
def test_words_and_fair_numbers(random):
    stream = random(bytes(32), 0).keystream(4_000)
    words = random(bytes(32), 0)
    for at in range(0, 400, 4):
        assert words.next_word() == int.from_bytes(stream[at : at + 4], "little")
    numbers = random(bytes(32), 0)
    counts = [0] * 7
    for _ in range(7_000):
        counts[numbers.below(7)] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts) < 22.5  # chi-square, 0.1 %
    # A word is thrown away where it would favour some answers.
    large = 3_000_000_000
    plain, drawn = random(bytes(32), 1), random(bytes(32), 1)
    expected = []
    while len(expected) < 50:
        product = plain.next_word() * large
        if product % 2**32 >= 2**32 % large:
            expected.append(product >> 32)
    assert [drawn.below(large) for _ in range(50)] == expected


def test_decks_of_seeds_are_fixed():
    """Golden decks: a change here breaks every stored record that has a seed."""
    zero = gr.shuffled_deck(0)
    assert [card.index for card in zero] == [
        *(38, 31, 28, 44, 7, 23, 48, 15, 50, 39, 40, 49, 37, 17, 21, 33, 32, 35, 34, 43, 13, 18),
        *(26, 3, 47, 8, 29, 6, 12, 41, 20, 2, 22, 14, 11, 1, 51, 27, 0, 25, 4, 16, 46, 19, 5, 24),
        *(10, 36, 30, 45, 42, 9),
    ]
    assert gr.shuffled_deck(0, 1) != zero
    assert gr.shuffled_deck(1) != zero
    assert gr.Round(seed=0).deck == tuple(card.index for card in zero)


def test_both_implementations_shuffle_alike():
    for seed in (0, 1, 7, 2**64, 2**255 + 1, gr.MAX_SEED):
        for number in (0, 1, 2**32, 2**64 - 1):
            decks = [
                gr.shuffled_deck(seed, number, implementation=name)
                for name in ("core", "reference")
            ]
            assert decks[0] == decks[1]
            assert sorted(decks[0]) == [gr.Card(index) for index in range(52)]


def test_fresh_decks_differ():
    assert len({gr.shuffled_deck() for _ in range(20)}) == 20
    assert gr.Round().deck != gr.Round().deck
    assert gr.Round().seed != gr.Round().seed


def test_the_shuffle_is_fair():
    """Each place of the deck holds each card equally often (chi-square, 51 x 51 degrees)."""
    counts = [[0] * 52 for _ in range(52)]
    rounds = 5_200
    for number in range(rounds):
        for place, card in enumerate(_core.Random(bytes(31) + b"\1", number).deck()):
            counts[place][card] += 1
    expected = rounds / 52
    chi = sum((count - expected) ** 2 / expected for row in counts for count in row)
    assert 2_330 < chi < 2_880  # 2601 +- 3.9 standard deviations


@pytest.mark.parametrize("seed", [-1, 2**256, 10**100, 1.0, "7", True, b"7"])
def test_bad_seeds(seed):
    for call in (gr.shuffled_deck, lambda one: gr.Round(seed=one)):
        with pytest.raises(gr.InvalidSeed) as caught:
            call(seed)
        assert str(seed)[:20] in str(caught.value) or "bits" in str(caught.value)


@pytest.mark.parametrize("number", [-1, 2**64, 1.0, None, True])
def test_bad_round_numbers(number):
    with pytest.raises(gr.InvalidSeed, match="number"):
        gr.Round(seed=1, number=number)
