#include "ginrummy/melds.hpp"

#include <algorithm>

namespace ginrummy {

std::optional<Meld> find_meld(Mask cards, RunMode mode) {
    const int n = count(cards);
    if (n < 3) return std::nullopt;
    Meld meld;
    meld.mask = cards;
    meld.length = static_cast<std::uint8_t>(n);
    const int first = lowest(cards);
    if ((cards & ~rank_cards(rank_of(first))) == 0) {
        meld.is_set = true;
        meld.rank = static_cast<std::uint8_t>(rank_of(first));
        return meld;
    }
    const int suit = suit_of(first);
    const SuitMask bits = suit_bits(cards, suit);
    if (from_suit(bits, suit) != cards) return std::nullopt;
    meld.suit = static_cast<std::uint8_t>(suit);
    if (bits != kSuitBits) {
        // A run starts at the one rank whose lower neighbour on the ring is missing.
        const SuitMask lower = ((bits << 1) | (bits >> (kRanks - 1))) & kSuitBits;
        const SuitMask starts = bits & ~lower;
        if (std::popcount(starts) != 1) return std::nullopt;
        meld.rank = static_cast<std::uint8_t>(std::countr_zero(starts));
    }
    if (!meld_allowed(meld, mode)) return std::nullopt;
    return meld;
}

Meld require_meld(Mask cards, RunMode mode) {
    const auto meld = find_meld(cards, mode);
    if (!meld) {
        const bool elsewhere = find_meld(cards, RunMode::kWrap).has_value();
        throw Fault("InvalidMeld",
                    quoted(cards) + " is no meld" +
                        (elsewhere ? ": these rules have no run that passes through the ace" : ""));
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
        for (int first = 0; first < kRanks; ++first) {
            for (int length = 3; length < kRanks; ++length) {
                const SuitMask run = run_bits(first, length);
                if ((run & ~bits) != 0 || !run_allowed(first, length, mode)) break;
                out.push(from_suit(run, suit));
            }
        }
        if (bits == kSuitBits) out.push(from_suit(bits, suit));
    }
    std::sort(out.begin(), out.end());
}

}  // namespace ginrummy
