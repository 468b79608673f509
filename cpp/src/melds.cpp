#include "ginrummy/melds.hpp"

#include <algorithm>

namespace ginrummy {

Meld require_meld(Mask cards, RunMode mode) {
    const auto meld = find_meld(cards, mode);
    if (!meld) {
        const auto name = Choices<RunMode>::names[static_cast<std::size_t>(mode)];
        throw Fault("InvalidMeld",
                    quoted(cards) + " is no meld with runs '" + std::string(name) + "'");
    }
    return *meld;
}

void melds_in(Mask hand, RunMode mode, HandMelds& out) {
    out.clear();
    for (SuitMask ranks = ranks_of_three(hand); ranks != 0; ranks &= ranks - 1) {
        const int rank = std::countr_zero(ranks);
        const Mask held = hand & rank_cards(rank);
        if (count(held) == 3) {
            out.push(held);
            continue;
        }
        out.push(held);
        for (Mask rest = held; rest != 0; rest &= rest - 1) out.push(held ^ (rest & -rest));
    }
    for (int suit = 0; suit < kSuits; ++suit) {
        const SuitMask bits = suit_bits(hand, suit);
        // The ranks upwards, as far round as the mode lets a run go.
        std::uint32_t ring = bits;
        if (mode == RunMode::kHighLow) ring |= (bits & 1) << kRanks;
        if (mode == RunMode::kWrap) ring |= bits << kRanks;
        SuitMask starts = ring & (ring >> 1) & (ring >> 2) & kSuitBits;
        for (; starts != 0; starts &= starts - 1) {
            const int first = std::countr_zero(starts);
            const int longest = std::min(std::countr_one(ring >> first), kRanks - 1);
            for (int length = 3; length <= longest; ++length) {
                out.push(from_suit(run_bits(first, length), suit));
            }
        }
        if (bits == kSuitBits) out.push(from_suit(bits, suit));
    }
    std::sort(out.begin(), out.end());
}

}  // namespace ginrummy
