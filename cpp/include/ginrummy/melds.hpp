// Every meld there is, and which of them a hand holds.
#pragma once

#include <array>
#include <optional>

#include "ginrummy/cards.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

inline constexpr int kSetMelds = 65;          // 13 ranks x (4 triples + the four)
inline constexpr int kRunsPerSuit = 131;      // 13 starts x lengths 3..12, and the ring
inline constexpr int kMelds = kSetMelds + kSuits * kRunsPerSuit;
static_assert(kMelds == 589);

// A set, or a run that starts at a rank and goes up round the ring of ranks.
struct Meld {
    // Nothing is set beforehand, so that lists of melds cost nothing to make.
    Mask mask;
    bool is_set;
    std::uint8_t rank;    // of a set, or the first of a run
    std::uint8_t length;  // cards
    std::uint8_t suit;    // of a run

    // One past the last rank, 13 for a king, 14 for a high ace, more round the corner.
    constexpr int end() const { return rank + length; }
};

constexpr SuitMask run_bits(int first, int length) {
    const std::uint32_t bits = ((1u << length) - 1) << first;
    return (bits | (bits >> kRanks)) & kSuitBits;
}

// The full ring is one meld however it is cut, so it is legal with the ace low too.
constexpr bool run_allowed(int first, int length, RunMode mode) {
    if (length == kRanks) return true;
    switch (mode) {
        case RunMode::kLow: return first + length <= kRanks;
        case RunMode::kHighLow: return first + length <= kRanks + 1;
        case RunMode::kWrap: return true;
    }
    return false;
}

constexpr bool meld_allowed(const Meld& meld, RunMode mode) {
    return meld.is_set || run_allowed(meld.rank, meld.length, mode);
}

// The one numbering of melds for all run modes. Sets: rank * 5 + the missing suit,
// or + 4 for all four. Runs: 65 + suit * 131 + (length - 3) * 13 + first rank; the
// full ring is the last of its suit.
constexpr std::array<Meld, kMelds> make_all_melds() {
    std::array<Meld, kMelds> melds{};
    for (int rank = 0; rank < kRanks; ++rank) {
        for (int missing = 0; missing <= kSuits; ++missing) {
            Meld& meld = melds[static_cast<std::size_t>(rank * 5 + missing)];
            meld.mask = rank_cards(rank);
            if (missing < kSuits) meld.mask &= ~card_bit(missing * kRanks + rank);
            meld.is_set = true;
            meld.rank = static_cast<std::uint8_t>(rank);
            meld.length = static_cast<std::uint8_t>(count(meld.mask));
        }
    }
    for (int suit = 0; suit < kSuits; ++suit) {
        for (int length = 3; length <= kRanks; ++length) {
            for (int first = 0; first < (length == kRanks ? 1 : kRanks); ++first) {
                const int id = kSetMelds + suit * kRunsPerSuit + (length - 3) * kRanks + first;
                Meld& meld = melds[static_cast<std::size_t>(id)];
                meld.mask = from_suit(run_bits(first, length), suit);
                meld.rank = static_cast<std::uint8_t>(first);
                meld.length = static_cast<std::uint8_t>(length);
                meld.suit = static_cast<std::uint8_t>(suit);
            }
        }
    }
    return melds;
}

inline constexpr std::array<Meld, kMelds> kAllMelds = make_all_melds();

// The number of a meld in that list.
constexpr int meld_number(const Meld& meld) {
    if (meld.is_set) {
        if (meld.length == kSuits) return meld.rank * 5 + kSuits;
        return meld.rank * 5 + suit_of(lowest(rank_cards(meld.rank) & ~meld.mask));
    }
    return kSetMelds + meld.suit * kRunsPerSuit + (meld.length - 3) * kRanks + meld.rank;
}

constexpr bool numbered_right() {
    for (int i = 0; i < kMelds; ++i) {
        if (meld_number(kAllMelds[static_cast<std::size_t>(i)]) != i) return false;
    }
    return true;
}
static_assert(numbered_right());

constexpr int count_allowed(RunMode mode, int at_most) {
    int n = 0;
    for (const Meld& meld : kAllMelds) n += meld.length <= at_most && meld_allowed(meld, mode);
    return n;
}
static_assert(count_allowed(RunMode::kLow, kRanks) == 329);
static_assert(count_allowed(RunMode::kLow, 10) == 305);
static_assert(count_allowed(RunMode::kWrap, kRanks) == 589);

// The meld of exactly these cards, if the run mode allows it.
constexpr std::optional<Meld> find_meld(Mask cards, RunMode mode) {
    // Sets and runs go the same way, for which of the two comes next nobody can foretell.
    const int n = count(cards);
    if (n < 3) return std::nullopt;
    const int first = lowest(cards);
    const int suit = suit_of(first), rank = first - suit * kRanks;
    const bool is_set = (cards & ~rank_cards(rank)) == 0;
    const SuitMask bits = suit_bits(cards, suit);
    // A run starts at the one rank whose lower neighbour on the ring is missing.
    const SuitMask lower = ((bits << 1) | (bits >> (kRanks - 1))) & kSuitBits;
    const SuitMask starts = bits == kSuitBits ? 1 : bits & ~lower;
    Meld meld{};
    meld.mask = cards;
    meld.length = static_cast<std::uint8_t>(n);
    meld.is_set = is_set;
    meld.rank = static_cast<std::uint8_t>(is_set ? rank : std::countr_zero(starts));
    meld.suit = static_cast<std::uint8_t>(is_set ? 0 : suit);
    const bool is_run = from_suit(bits, suit) == cards && (starts & (starts - 1)) == 0 &&
                        run_allowed(meld.rank, n, mode);
    if (!(is_set | is_run)) return std::nullopt;
    return meld;
}
// The same, or InvalidMeld saying what is wrong.
Meld require_meld(Mask cards, RunMode mode);

// Every meld of the hand, by ascending mask.
using HandMelds = FixedList<Mask, kMelds>;
void melds_in(Mask hand, RunMode mode, HandMelds& out);

}  // namespace ginrummy
