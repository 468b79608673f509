#include "ginrummy/random.hpp"

#include <bit>
#include <utility>

namespace ginrummy {
namespace {

using Block = std::array<std::uint32_t, 16>;

void quarter(Block& x, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 7);
}

}  // namespace

std::array<std::uint32_t, 16> chacha_input(const Key& key, std::uint64_t nonce) {
    std::array<std::uint32_t, 16> input{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (std::size_t i = 0; i < key.size(); ++i) {
        input[4 + i / 4] |= static_cast<std::uint32_t>(key[i]) << (8 * (i % 4));
    }
    input[14] = static_cast<std::uint32_t>(nonce);
    input[15] = static_cast<std::uint32_t>(nonce >> 32);
    return input;
}

Random::Random(const Key& key, std::uint64_t nonce, int rounds, std::uint64_t first_block)
    : input_(chacha_input(key, nonce)), rounds_(rounds) {
    input_[12] = static_cast<std::uint32_t>(first_block);
    input_[13] = static_cast<std::uint32_t>(first_block >> 32);
}

void Random::refill() {
    block_ = input_;
    for (int i = 0; i < rounds_; i += 2) {
        for (std::size_t column = 0; column < 4; ++column) {
            quarter(block_, column, 4 + column, 8 + column, 12 + column);
        }
        for (std::size_t column = 0; column < 4; ++column) {
            quarter(block_, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4,
                    12 + (column + 3) % 4);
        }
    }
    for (std::size_t i = 0; i < block_.size(); ++i) block_[i] += input_[i];
    if (++input_[12] == 0) ++input_[13];
    used_ = 0;
}

Deck shuffled_deck(Random& random) {
    Deck deck{};
    for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = static_cast<std::uint8_t>(i);
    random.shuffle(deck);
    return deck;
}

}  // namespace ginrummy
