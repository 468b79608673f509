"""Random numbers from the ChaCha stream, and a deck shuffled with them."""

from __future__ import annotations

_CONSTANTS = b"expand 32-byte k"
_WORD = 2**32


def _words(data: bytes) -> list[int]:
    """Little-endian words of four bytes."""
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def _rotated(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) % _WORD


def _quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    x[a] = (x[a] + x[b]) % _WORD
    x[d] = _rotated(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) % _WORD
    x[b] = _rotated(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) % _WORD
    x[d] = _rotated(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) % _WORD
    x[b] = _rotated(x[b] ^ x[c], 7)


def chacha_block(key: bytes, counter: int, nonce: int, rounds: int) -> list[int]:
    """The sixteen words of one block, in Bernstein's layout: counter and nonce of 64 bits."""
    tail = (counter % 2**64).to_bytes(8, "little") + nonce.to_bytes(8, "little")
    start = _words(_CONSTANTS + key + tail)
    x = list(start)
    for _ in range(rounds // 2):
        for column in range(4):
            _quarter_round(x, column, column + 4, column + 8, column + 12)
        for at in range(4):
            _quarter_round(x, at, (at + 1) % 4 + 4, (at + 2) % 4 + 8, (at + 3) % 4 + 12)
    return [(word + first) % _WORD for word, first in zip(x, start, strict=True)]


class Random:
    """A stream of numbers that depends on nothing but key and nonce.

    Args:
        key: 32 bytes.
        nonce: a number of 64 bits, such as the number of the round.
        rounds: 8 in this package; 20 for the published test vectors.
        first_block: where the count of blocks starts.
    """

    def __init__(self, key: bytes, nonce: int, rounds: int = 8, first_block: int = 0) -> None:
        if len(key) != 32:
            raise ValueError(f"the key has {len(key)} bytes; 32 are needed")
        if not 0 <= nonce < 2**64:
            raise ValueError(f"nonce={nonce}: 0 to 2**64 - 1 is allowed")
        self._key = bytes(key)
        self._nonce = nonce
        self._rounds = rounds
        self._blocks = first_block
        self._waiting: list[int] = []

    def next_word(self) -> int:
        """The next 32 bits of the stream."""
        if not self._waiting:
            self._waiting = chacha_block(self._key, self._blocks, self._nonce, self._rounds)
            self._blocks += 1
        return self._waiting.pop(0)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely; n is at most 2**32."""
        if not 1 <= n <= _WORD:
            raise ValueError(f"n={n}: 1 to 2**32 is allowed")
        while True:
            product = self.next_word() * n
            if product % _WORD >= _WORD % n:
                return product // _WORD

    def shuffle(self, items: list[int]) -> None:
        """Bring the items into a random order, from the last place to the first."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def deck(self) -> list[int]:
        """The 52 cards in a random order."""
        deck = list(range(52))
        self.shuffle(deck)
        return deck

    def keystream(self, size: int) -> bytes:
        """The next bytes of the stream, in whole words; what is left of the last is lost."""
        stream = b""
        while len(stream) < size:
            stream += self.next_word().to_bytes(4, "little")
        return stream[:size]
