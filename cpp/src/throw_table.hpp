// Which throw leaves the least deadwood, by a look-up a suit.
#pragma once

#include <algorithm>
#include <array>

#include "ginrummy/cards.hpp"
#include "ginrummy/deadwood.hpp"
#include "ginrummy/layoff.hpp"

#if defined(__GNUC__)
#define GINRUMMY_INLINE [[gnu::always_inline]] inline
#define GINRUMMY_NOINLINE [[gnu::noinline]]
#else
#define GINRUMMY_INLINE inline
#define GINRUMMY_NOINLINE
#endif

namespace ginrummy {

// The best throws of a hand that holds one card too many.
struct LeastThrow {
    int points = 1 << 20;  // the least deadwood that a throw leaves
    int whole = 1 << 20;   // the deadwood of the hand before it
    Mask cards = 0;        // the throws that leave it
};

class ThrowTable {
public:
    explicit ThrowTable(const Tables& tables);

    // At most what the best throw leaves, and at most the hand's own deadwood: tells most
    // hands that cannot knock by one look-up a suit.
    struct Bound {
        int points = 0;
        int whole = 0;
    };
    GINRUMMY_INLINE Bound bound(Mask hand) const {
        const SuitMask c = suit_bits(hand, 0), d = suit_bits(hand, 1);
        const SuitMask h = suit_bits(hand, 2), s = suit_bits(hand, 3);
        const SuitMask threes = (c & d & (h | s)) | (h & s & (c | d));
        const std::uint32_t a = suits_[c], b = suits_[d], e = suits_[h], f = suits_[s];
        // Sets can take no more off than the points of all their cards.
        const int sets = 3 * tables_->suit_points(threes) + tables_->suit_points(c & d & h & s);
        const int whole = deadwood_of(a + b + e + f) - sets;
        return {whole - gain_of(best_of(a, b, e, f)), whole};
    }

    GINRUMMY_INLINE LeastThrow least(Mask hand) const {
        const SuitMask c = suit_bits(hand, 0), d = suit_bits(hand, 1);
        const SuitMask h = suit_bits(hand, 2), s = suit_bits(hand, 3);
        const SuitMask threes = (c & d & (h | s)) | (h & s & (c | d));
        LeastThrow best;
        consider(c, d, h, s, best);
        if (threes == 0) return best;
        const SuitMask keep = ~threes;
        if ((threes & (threes - 1)) != 0 || (c & d & h & s & threes) != 0) {
            least_with_sets(hand, threes, best);
        } else {
            consider(c & keep, d & keep, h & keep, s & keep, best);
        }
        return best;
    }

    // The melds to lay down if only one set of cards can be left with the least deadwood:
    // false if there are several, or many sets.
    bool only_spread(Mask hand, int deadwood, Spread& spread) const;

private:
    // A suit without sets, in half a word each: what its cards leave, and above it the most
    // that a throw takes off that, plus kNoGain. So the sum of four has the deadwood of the
    // hand below and the largest of four has the largest gain above.
    static constexpr int kGainAt = 16, kNoGain = 256;
    static int deadwood_of(std::uint32_t suits) {
        return static_cast<int>(suits & ((1u << kGainAt) - 1));
    }
    static int gain_of(std::uint32_t suit) { return static_cast<int>(suit >> kGainAt) - kNoGain; }
    static std::uint32_t best_of(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                 std::uint32_t d) {
        return std::max(std::max(a, b), std::max(c, d)) >> kGainAt << kGainAt;
    }

    // One choice of sets, its cards removed. A throw out of a set is another choice's.
    GINRUMMY_INLINE void consider(SuitMask c, SuitMask d, SuitMask h, SuitMask s,
                                  LeastThrow& best) const {
        const std::uint32_t a = suits_[c], b = suits_[d], e = suits_[h], f = suits_[s];
        const std::uint32_t gain = best_of(a, b, e, f);
        const int whole = deadwood_of(a + b + e + f), points = whole - gain_of(gain);
        best.whole = std::min(best.whole, whole);
        if (points > best.points) return;
        const auto throws = [&](std::uint32_t suit, SuitMask bits) {
            return suit >= gain ? Mask{throws_[bits]} : 0;
        };
        const Mask cards = throws(a, c) | throws(b, d) << kRanks | throws(e, h) << 2 * kRanks |
                           throws(f, s) << 3 * kRanks;
        best.cards = points < best.points ? cards : best.cards | cards;
        best.points = points;
    }
    void least_with_sets(Mask hand, SuitMask threes, LeastThrow& best) const;
    void choose_sets(Mask hand, SuitMask threes, LeastThrow& best) const;
    void find_spreads(Mask hand, SuitMask threes, int deadwood, MeldList& sets, MeldList& found,
                      int& spreads) const;

    static constexpr std::size_t kSubsets = 1u << kRanks;
    static constexpr std::uint16_t kSeveral = 1u << 15;

    const Tables* tables_;
    std::array<std::uint32_t, kSubsets> suits_{};
    std::array<std::uint16_t, kSubsets> throws_{};  // those that take the most off a suit
    // The cards that the best runs leave, or kSeveral where it may be these or those.
    std::array<std::uint16_t, kSubsets> left_{};
    // Of cards that runs can all hold: a run of such a choice with the lowest of them, as
    // 16 * first rank + length.
    std::array<std::uint8_t, kSubsets> run_{};
};

}  // namespace ginrummy
