// Minimum deadwood and the arrangements that reach it.
#pragma once

#include <array>
#include <memory>

#include "ginrummy/cards.hpp"
#include "ginrummy/melds.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

// What the cards floor knows of a variant: the run mode and the points of the
// ranks, each per subset of a suit. Interned by `tables_for`.
class Tables {
public:
    Tables(RunMode mode, const RankPoints& points);

    RunMode mode() const { return mode_; }
    const RankPoints& rank_points() const { return rank_points_; }

    // Points of all the cards of a suit / of those left by the best runs alone.
    int suit_points(SuitMask bits) const { return points_[bits]; }
    int suit_deadwood(SuitMask bits) const { return deadwood_[bits]; }

    // The same as bytes, for the vector code: empty where a rank has more points than
    // eight cards can add up in a byte.
    struct Bytes {
        std::uint8_t points[4][16]{};   // of the subsets of ranks 0-3, 4-7, 8-11 and 12
        std::uint8_t dearest[4][16]{};  // the points of the dearest card of each
        std::array<std::uint64_t, 32> ranks_of{};  // by points: its ranks in four 16-bit lanes
    };
    const Bytes* bytes() const { return bytes_.get(); }

    // The cards of one number of points; the dearest first.
    struct Level {
        int points = 0;
        Mask cards = 0;
    };
    const FixedList<Level, kRanks>& levels() const { return levels_; }

    int points(Mask cards) const {
        return points_[suit_bits(cards, 0)] + points_[suit_bits(cards, 1)] +
               points_[suit_bits(cards, 2)] + points_[suit_bits(cards, 3)];
    }

private:
    RunMode mode_;
    RankPoints rank_points_;
    std::array<std::uint16_t, 1u << kRanks> points_{};
    std::array<std::uint16_t, 1u << kRanks> deadwood_{};
    std::unique_ptr<const Bytes> bytes_;
    FixedList<Level, kRanks> levels_;
};

// The tables of a kind of rules: made when first asked for, kept while any rules use them.
std::shared_ptr<const Tables> tables_for(RunMode mode, const RankPoints& points);

// How many tables have been made in this process.
int tables_made();

// The cards of a suit that may be in a run; round the corner counts in every mode, for
// a false alarm only costs time.
constexpr SuitMask near_runs(SuitMask bits) {
    const std::uint32_t ring = bits | (bits << kRanks);
    const std::uint32_t middle = ring & (ring << 1) & (ring >> 1);
    const std::uint32_t in_run = middle | (middle << 1) | (middle >> 1);
    return (in_run | (in_run >> kRanks)) & bits;
}

// The hand as four suits with the sets still open: the slow half of `deadwood`.
int deadwood_with_sets(const Tables& tables, SuitMask c, SuitMask d, SuitMask h, SuitMask s,
                       SuitMask threes);

// The minimum deadwood of 0 to 52 cards, no discard implied. A hand without three
// of a rank (78 % of ten-card hands) is four look-ups; otherwise the choice of sets
// is searched, and beyond four such ranks a walk over the ranks bounds the cost.
inline int deadwood(const Tables& tables, Mask hand) {
    const SuitMask c = suit_bits(hand, 0), d = suit_bits(hand, 1);
    const SuitMask h = suit_bits(hand, 2), s = suit_bits(hand, 3);
    const SuitMask threes = (c & d & (h | s)) | (h & s & (c | d));
    if (threes == 0) [[likely]] {
        return tables.suit_deadwood(c) + tables.suit_deadwood(d) + tables.suit_deadwood(h) +
               tables.suit_deadwood(s);
    }
    return deadwood_with_sets(tables, c, d, h, s, threes);
}

// The walk over ranks itself, for any hand; `deadwood` uses it for big ones.
int deadwood_by_ranks(const Tables& tables, Mask hand);

struct Arrangement {
    MeldList melds;  // by ascending mask
    Mask unmelded = 0;
    int deadwood = 0;
};

// The canonical optimal arrangement: the smallest ascending tuple of meld masks (b4).
Arrangement arrange(const Tables& tables, Mask hand);

// All the optimal arrangements in canonical order, one at a time.
class OptimalArrangements {
public:
    OptimalArrangements(const Tables& tables, Mask hand);
    // Writes the next one; false when there is none left.
    bool next(Arrangement& out);

private:
    bool may_finish(Mask rest, std::size_t from) const;

    const Tables* tables_;
    HandMelds melds_;
    std::array<Mask, kMelds + 1> covered_from_;  // cards in some meld of index >= i
    int best_;
    // Depth-first search: the melds taken, and where the search of each level stands.
    MeldList taken_;
    FixedList<Mask, kMaxMelds + 1> rest_;
    FixedList<std::size_t, kMaxMelds + 1> position_;
    bool finished_ = false;
};

}  // namespace ginrummy
