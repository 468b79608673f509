"""The distribution of deadwood by looking at every hand, up to the names of the suits.

It shares nothing with `ginrummy.census`, which never looks at a hand: each hand is a list of
four suit masks in order, weighed by the ways to name the suits, and its deadwood is that of
the kernel, which other tests hold against the reference. Ten cards are 0.66 billion hands.

``python tests/enumeration.py`` writes tests/data/census.json anew; it takes an hour.
"""

import json
import sys
from pathlib import Path

import numpy as np

import ginrummy as gr
from ginrummy import _core

FILE = Path(__file__).parent / "data" / "census.json"
PIECE = 1 << 20
# By (a == b, b == c, c == d): in how many ways four suits can be given to the masks.
WEIGHTS = [24, 12, 12, 4, 12, 6, 4, 1]

BY_SIZE = [
    np.array([mask for mask in range(1 << 13) if mask.bit_count() == size], dtype=np.uint64)
    for size in range(14)
]


def pairs(total: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """c, d and the size of c, for all c <= d (by size, then value) of so many cards."""
    lists: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for size in range(max(0, total - 13), total // 2 + 1):
        low, high = BY_SIZE[size], BY_SIZE[total - size]
        c, d = np.repeat(low, len(high)), np.tile(high, len(low))
        if 2 * size == total:
            c, d = c[c <= d], d[c <= d]
        lists.append((c, d, np.full(len(c), size)))
    return tuple(map(np.concatenate, zip(*lists, strict=True)))  # type: ignore[return-value]


def least(hands: np.ndarray, rules: gr.Rules, best_throw: bool) -> np.ndarray:
    """The deadwood of each hand, or the least that a throw leaves."""
    if not best_throw:
        return _core.deadwood_loop(hands, rules)
    best = np.full(len(hands), 0xFFFF, dtype=np.uint16)
    rest = hands.copy()
    while rest.any():  # all the hands have as many cards
        card = rest & (~rest + np.uint64(1))
        np.minimum(best, _core.deadwood_loop(hands ^ card, rules), out=best)
        rest ^= card
    return best


def counted(cards: int, rules: gr.Rules, best_throw: bool = False) -> list[int]:
    """Hands by deadwood."""
    found = np.zeros(8 * 2_048, dtype=np.int64)
    for b_size in range(cards // 3 + 1):
        for a_size in range(b_size + 1):
            total = cards - a_size - b_size
            if not 2 * b_size <= total <= 26:
                continue
            c, d, sizes = pairs(total)
            upper = (c << np.uint64(26)) | (d << np.uint64(39))
            for b in BY_SIZE[b_size]:
                start = np.searchsorted(sizes, b_size)
                end = np.searchsorted(sizes, b_size, "right")
                start += np.searchsorted(c[start:end], b)
                a = BY_SIZE[a_size]
                a = a[a <= b] if a_size == b_size else a
                step = max(1, PIECE // len(a))
                for at in range(start, len(c), step):
                    part = slice(at, at + step)
                    hands = (a | (b << np.uint64(13)))[:, None] | upper[part][None, :]
                    alike = (c[part] == b) * 2 + (c[part] == d[part]) * 4
                    kind = (a == b)[:, None] + alike[None, :]
                    points = least(hands.ravel(), rules, best_throw)
                    found += np.bincount(
                        points.astype(np.int64) * 8 + kind.ravel(), minlength=len(found)
                    )
    # The bits of a kind are a == b, b == c, c == d from the lowest.
    weighed = [
        sum(int(n) * WEIGHTS[kind] for kind, n in enumerate(row)) for row in found.reshape(-1, 8)
    ]
    while weighed and not weighed[-1]:
        weighed.pop()
    return weighed


GOLDEN = [
    (10, False, "low", gr.ACE_ONE),
    (10, False, "highlow", gr.ACE_ONE),
    (10, False, "wrap", gr.ACE_FIFTEEN),
    (11, True, "low", gr.ACE_ONE),
    (11, True, "wrap", gr.ACE_FIFTEEN),
]


def main() -> None:
    kept = []
    for cards, best_throw, mode, points in GOLDEN:
        rules = gr.Rules(run_mode=mode, card_points=points)
        kept.append(
            {
                "cards": cards,
                "best_throw": best_throw,
                "run_mode": mode,
                "card_points": list(points),
                "counts": counted(cards, rules, best_throw),
            }
        )
        print(cards, best_throw, mode, sum(kept[-1]["counts"]), flush=True)
        FILE.write_text("[\n" + ",\n".join(map(json.dumps, kept)) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
