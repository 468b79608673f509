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
        const Entry a = entries_[c], b = entries_[d], e = entries_[h], f = entries_[s];
        const int gain = std::max(std::max(a.gain(), b.gain()), std::max(e.gain(), f.gain()));
        // Sets can take no more off than the points of all their cards.
        const int whole = a.deadwood() + b.deadwood() + e.deadwood() + f.deadwood() -
                          kSuits * tables_->suit_points(threes);
        return {whole - gain, whole};
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
    // One suit without sets: what its cards leave, and the throws that take most off it.
    class Entry {
    public:
        Entry() = default;
        Entry(int deadwood, int gain, SuitMask cards)
            : bits_(static_cast<std::uint32_t>(deadwood) | cards << kCardsAt |
                    static_cast<std::uint32_t>(gain + kNoGain) << kGainAt) {}
        int deadwood() const { return static_cast<int>(bits_ & ((1u << kCardsAt) - 1)); }
        int gain() const { return static_cast<int>(bits_ >> kGainAt) - kNoGain; }
        Mask cards_if(int wanted) const {
            return gain() == wanted ? bits_ >> kCardsAt & kSuitBits : 0;
        }

    private:
        // At most nine cards of a suit can be left over at 100 points each; a throw that
        // breaks a run adds at most two cards.
        static constexpr int kCardsAt = 10, kGainAt = kCardsAt + kRanks, kNoGain = 256;
        std::uint32_t bits_ = 0;
    };

    // One choice of sets, its cards removed. A throw out of a set is another choice's.
    GINRUMMY_INLINE void consider(SuitMask c, SuitMask d, SuitMask h, SuitMask s,
                                  LeastThrow& best) const {
        const Entry a = entries_[c], b = entries_[d], e = entries_[h], f = entries_[s];
        const int gain = std::max(std::max(a.gain(), b.gain()), std::max(e.gain(), f.gain()));
        const int whole = a.deadwood() + b.deadwood() + e.deadwood() + f.deadwood();
        best.whole = std::min(best.whole, whole);
        if (whole - gain > best.points) return;
        const Mask cards = a.cards_if(gain) | b.cards_if(gain) << kRanks |
                           e.cards_if(gain) << 2 * kRanks | f.cards_if(gain) << 3 * kRanks;
        best.cards = whole - gain < best.points ? cards : best.cards | cards;
        best.points = whole - gain;
    }
    void least_with_sets(Mask hand, SuitMask threes, LeastThrow& best) const;
    void choose_sets(Mask hand, SuitMask threes, LeastThrow& best) const;
    void find_spreads(Mask hand, SuitMask threes, int deadwood, MeldList& sets, MeldList& found,
                      int& spreads) const;

    static constexpr std::size_t kSubsets = 1u << kRanks;
    static constexpr std::uint16_t kSeveral = 1u << 15;

    const Tables* tables_;
    std::array<Entry, kSubsets> entries_{};
    // The cards that the best runs leave, or kSeveral where it may be these or those.
    std::array<std::uint16_t, kSubsets> left_{};
    // Of cards that runs can all hold: a run of such a choice with the lowest of them, as
    // 16 * first rank + length.
    std::array<std::uint8_t, kSubsets> run_{};
};

}  // namespace ginrummy
