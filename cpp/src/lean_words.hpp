// The random words of a round in the lean loop: the deck's and both players', eight blocks of
// ChaCha8 at a time.
#pragma once

#include <array>
#include <cstdint>

#include "ginrummy/random.hpp"
#include "ginrummy/rules.hpp"
#include "lean_rules.hpp"

namespace ginrummy {

using EightBlocks = std::array<std::uint64_t, 8>;  // their numbers
// Word by word, the eight blocks side by side.
using EightKeyBlocks = std::array<std::array<std::uint32_t, 8>, 16>;

// Products below these would favour some answers of below(n): 2^32 mod n.
inline constexpr std::array<std::uint32_t, 64> kUnfair = [] {
    std::array<std::uint32_t, 64> unfair{};
    for (std::uint32_t n = 1; n < 64; ++n) unfair[n] = (0u - n) % n;
    return unfair;
}();

// `Machine::blocks` makes the blocks.
template <class Machine>
class LeanWords {
public:
    GINRUMMY_INLINE explicit LeanWords(const ChachaInput& input) : input_(input) {}

    // Starts round `number`: shuffles the deck and gives the second deck's card, if the
    // rules have one. The same blocks hold each player's first 32 words.
    GINRUMMY_INLINE int deal(const LeanRules& law, std::uint64_t number, Deck& deck) {
        input_[14] = static_cast<std::uint32_t>(number);
        input_[15] = static_cast<std::uint32_t>(number >> 32);
        Machine::blocks(input_, {0, 1, 2, 3, first_block(0), first_block(0) + 1, first_block(1),
                                 first_block(1) + 1}, dealt_);
        more_made_ = false;
        used_[0] = used_[1] = 0;
        // Card i changes places with card places[i].
        std::array<std::uint32_t, kCards + 1> places;
        bool fair = true;
        for (std::uint32_t i = kCards - 1; i > 0; --i) {
            const std::uint32_t at = kCards - 1 - i;
            const std::uint64_t product =
                std::uint64_t{dealt_[at % 16][at / 16]} * (i + 1);
            places[i] = static_cast<std::uint32_t>(product >> 32);
            fair &= static_cast<std::uint32_t>(product) >= kUnfair[i + 1];
        }
        const std::uint64_t last = std::uint64_t{dealt_[3][3]} * kCards;
        fair &= static_cast<std::uint32_t>(last) >= kUnfair[kCards];
        const bool second = law.rules.limit_source == LimitSource::kSecondDeck;
        // A word was drawn again: once in ten million decks.
        if (!fair) [[unlikely]] return deal_slowly(law.key, number, deck, second);
        for (std::size_t i = 0; i < kCards; ++i) deck[i] = static_cast<std::uint8_t>(i);
        for (std::size_t i = kCards - 1; i > 0; --i) std::swap(deck[i], deck[places[i]]);
        return second ? static_cast<int>(last >> 32) : kNoCard;
    }

    // As Random::below on the stream of a seat.
    GINRUMMY_INLINE std::uint32_t below(int seat, std::uint32_t n) {
        for (;;) {
            const std::uint64_t product = std::uint64_t{next(seat)} * n;
            if (static_cast<std::uint32_t>(product) >= kUnfair[n]) [[likely]] {
                return static_cast<std::uint32_t>(product >> 32);
            }
        }
    }

    // The same for two.
    GINRUMMY_INLINE int coin(int seat) { return static_cast<int>(next(seat) >> 31); }

private:
    GINRUMMY_INLINE std::uint32_t next(int seat) {
        const auto s = static_cast<std::size_t>(seat);
        const std::size_t word = used_[s]++ % 16;
        if (word == 0) [[unlikely]] next_block(seat);
        return block_[s][8 * word];
    }

    // The first two blocks came with the deck, the next four of both seats come together,
    // for they are mostly wanted together; after that each seat has its own.
    GINRUMMY_NOINLINE void next_block(int seat) {
        const auto s = static_cast<std::size_t>(seat);
        const std::size_t block = used_[s] / 16;
        if (block < 2) {
            block_[s] = &dealt_[0][4 + 2 * s + block];
        } else if (block < 6) {
            if (!more_made_) make(more_, first_block(0) + 2, first_block(1) + 2);
            more_made_ = true;
            block_[s] = &more_[0][4 * s + block - 2];
        } else {
            const std::size_t lane = (block - 6) % 8;
            const std::uint64_t number = first_block(seat) + block;
            if (lane == 0) make(late_[s], number, number + 4);
            block_[s] = &late_[s][0][lane];
        }
    }

    void make(EightKeyBlocks& out, std::uint64_t four, std::uint64_t other) {
        Machine::blocks(input_, {four, four + 1, four + 2, four + 3, other, other + 1, other + 2,
                                 other + 3}, out);
    }

    GINRUMMY_NOINLINE static int deal_slowly(const Key& key, std::uint64_t number, Deck& deck,
                                             bool second) {
        Random random(key, number);
        deck = shuffled_deck(random);
        return second ? static_cast<int>(random.below(kCards)) : kNoCard;
    }

    ChachaInput input_;
    EightKeyBlocks dealt_, more_, late_[2];
    std::array<const std::uint32_t*, 2> block_{};
    std::array<std::size_t, 2> used_{};
    bool more_made_ = false;
};

}  // namespace ginrummy
