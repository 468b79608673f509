"""The hands and showdowns that every measurement shares, and the signature of its answers.

All of it comes from one seed, so two runs measure the same work.
"""

import random
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

import ginrummy as gr

SEED = 2026


def signature(answers: Iterable[int] | str) -> str:
    """A number that changes when an answer or the order of the answers does: the sum of
    (i + 1) * answer i modulo 2**64, answers counted from 0; of a text, over its bytes."""
    if isinstance(answers, str):
        answers = answers.encode()
    total = sum(at * int(answer) for at, answer in enumerate(answers, 1))
    return f"{total % 2**64:016x}"


def masks(cards: np.ndarray) -> NDArray[np.uint64]:
    return np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)


def uniform(hands: int, size: int) -> NDArray[np.uint64]:
    rng = np.random.default_rng(SEED)
    return masks(rng.random((hands, 52)).argsort(axis=1)[:, :size])


def dense(hands: int, size: int) -> NDArray[np.uint64]:
    """Hands out of four to six adjacent ranks, where melds overlap."""
    rng = random.Random(SEED)
    found = []
    for _ in range(hands):
        width = rng.choice((4, 5, 6))
        low = rng.randrange(14 - width)
        pack = [suit * 13 + low + i for suit in range(4) for i in range(width)]
        found.append(sum(1 << card for card in rng.sample(pack, size)))
    return np.array(found, dtype=np.uint64)


def random_showdowns(count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Knockers with at most ten points left against defenders from the rest.

    A knocker gets two or three random disjoint melds and low cards beside them.
    """
    rng = random.Random(SEED)
    melds = [meld.mask for meld in gr.melds((1 << 52) - 1) if len(meld) <= 5]
    knockers, defenders = [], []
    while len(knockers) < count:
        hand = 0
        for _ in range(rng.choice((2, 3, 3))):
            meld = rng.choice(melds)
            if not hand & meld:
                hand |= meld
        loose = [card for card in range(52) if not hand >> card & 1 and card % 13 < 5]
        missing = 10 - hand.bit_count()
        if not 0 <= missing <= 3:
            continue
        hand |= sum(1 << card for card in rng.sample(loose, missing))
        if not 0 < gr.deadwood(hand) <= 10:
            continue
        rest = [card for card in range(52) if not hand >> card & 1]
        knockers.append(hand)
        defenders.append(sum(1 << card for card in rng.sample(rest, 10)))
    return np.array(knockers, dtype=np.uint64), np.array(defenders, dtype=np.uint64)


def dense_showdowns(count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Eight cards against eight, all of four to six adjacent ranks."""
    rng = random.Random(SEED)
    knockers, defenders = [], []
    for mask in dense(count, 16).tolist():
        cards = [card for card in range(52) if mask >> card & 1]
        rng.shuffle(cards)
        knockers.append(sum(1 << card for card in cards[:8]))
        defenders.append(sum(1 << card for card in cards[8:]))
    return np.array(knockers, dtype=np.uint64), np.array(defenders, dtype=np.uint64)
