// ChaCha8 as a generator, and the shuffle: the same deck from a seed everywhere.
//
// The seed is 256 bits, so that nobody can guess a deck when money is at stake. The
// layout is the original one: constants, 8 key words, a 64-bit block counter from 0,
// a 64-bit nonce (the round number).
#pragma once

#include <array>
#include <cstdint>

#include "ginrummy/cards.hpp"

namespace ginrummy {

using Key = std::array<std::uint8_t, 32>;
using Deck = std::array<std::uint8_t, kCards>;

// The sixteen words that a block is made of, the counter (words 12 and 13) at 0.
std::array<std::uint32_t, 16> chacha_input(const Key& key, std::uint64_t nonce);

class Random {
public:
    // `first_block` is where the block counter starts: streams of one key and nonce that
    // start 2^32 blocks apart never meet.
    Random(const Key& key, std::uint64_t nonce, int rounds = 8, std::uint64_t first_block = 0);

    // The next 32 bits of the key stream, little-endian.
    std::uint32_t next_word() {
        if (used_ == block_.size()) refill();
        return block_[used_++];
    }

    // Uniform in 0..n-1: the high half of word * n, words that would favour some
    // answers being drawn again (Lemire 2019).
    std::uint32_t below(std::uint32_t n) {
        const std::uint32_t unfair = (0u - n) % n;  // 2^32 mod n
        for (;;) {
            const std::uint64_t product = std::uint64_t{next_word()} * n;
            if (static_cast<std::uint32_t>(product) >= unfair) {
                return static_cast<std::uint32_t>(product >> 32);
            }
        }
    }

    // Fisher and Yates, from the last place down.
    template <class List>
    void shuffle(List& list) {
        for (std::size_t i = list.size(); i-- > 1;) {
            std::swap(list[i], list[below(static_cast<std::uint32_t>(i + 1))]);
        }
    }

private:
    void refill();

    std::array<std::uint32_t, 16> input_{};
    std::array<std::uint32_t, 16> block_{};
    std::size_t used_ = 16;
    int rounds_;
};

// The 52 cards in index order, shuffled.
Deck shuffled_deck(Random& random);

}  // namespace ginrummy
