#include "throw_table.hpp"

namespace ginrummy {
namespace {

struct Run {
    SuitMask bits = 0;
    int first = 0, length = 0;
};
using Runs = FixedList<Run, kRunsPerSuit>;

// The runs of one suit that hold each rank.
std::array<Runs, kRanks> runs_by_rank(RunMode mode) {
    std::array<Runs, kRanks> runs;
    for (int id = 0; id < kRunsPerSuit; ++id) {
        const Meld& run = kAllMelds[static_cast<std::size_t>(kSetMelds + id)];
        if (!meld_allowed(run, mode)) continue;
        const SuitMask bits = suit_bits(run.mask, 0);
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            if ((bits >> rank) & 1) runs[rank].push({bits, run.rank, run.length});
        }
    }
    return runs;
}

}  // namespace

ThrowTable::ThrowTable(const Tables& tables) : tables_(&tables) {
    const std::array<Runs, kRanks> runs = runs_by_rank(tables.mode());
    for (SuitMask bits = 1; bits <= kSuitBits; ++bits) {
        const int whole = tables.suit_deadwood(bits);
        int most = -(1 << 20);
        SuitMask best = 0;
        for (SuitMask rest = bits; rest != 0; rest &= rest - 1) {
            const SuitMask card = rest & (~rest + 1);
            const int gain = whole - tables.suit_deadwood(bits & ~card);
            if (gain > most) best = 0;
            most = std::max(most, gain);
            if (gain == most) best |= card;
        }
        suits_[bits] = static_cast<std::uint32_t>((most + kNoGain) << kGainAt | whole);
        throws_[bits] = static_cast<std::uint16_t>(best);

        // The lowest card is left over or in a run.
        const SuitMask low = bits & (~bits + 1);
        const auto rank = static_cast<std::size_t>(std::countr_zero(bits));
        bool found = false;
        const auto option = [&](std::uint16_t left) {
            if (found && left != left_[bits]) left = kSeveral;
            left_[bits] = left;
            found = true;
        };
        if (tables.suit_deadwood(bits ^ low) + tables.suit_points(low) == whole) {
            const std::uint16_t rest = left_[bits ^ low];
            option(rest == kSeveral ? rest : static_cast<std::uint16_t>(rest | low));
        }
        for (const Run& run : runs[rank]) {
            const SuitMask rest = bits & ~run.bits;
            if ((run.bits & ~bits) != 0 || tables.suit_deadwood(rest) != whole) continue;
            option(left_[rest]);
            if (whole == 0) run_[bits] = static_cast<std::uint8_t>(16 * run.first + run.length);
        }
    }
}

void ThrowTable::least_with_sets(Mask hand, SuitMask threes, LeastThrow& best) const {
    if (std::popcount(threes) <= 4) return choose_sets(hand, threes, best);
    // Only much bigger hands than ten have so many sets to choose from.
    best = {};
    best.whole = deadwood(*tables_, hand);
    for (Mask rest = hand; rest != 0; rest &= rest - 1) {
        const Mask card = rest & (~rest + 1);
        const int points = deadwood(*tables_, hand ^ card);
        if (points > best.points) continue;
        best.cards = points < best.points ? card : best.cards | card;
        best.points = points;
    }
}

void ThrowTable::choose_sets(Mask hand, SuitMask threes, LeastThrow& best) const {
    if (threes == 0) {
        return consider(suit_bits(hand, 0), suit_bits(hand, 1), suit_bits(hand, 2),
                        suit_bits(hand, 3), best);
    }
    const int rank = std::countr_zero(threes);
    threes &= threes - 1;
    const Mask held = rank_cards(rank) & hand;
    choose_sets(hand, threes, best);
    choose_sets(hand & ~held, threes, best);
    if (count(held) < kSuits) return;
    for (Mask rest = held; rest != 0; rest &= rest - 1) {
        choose_sets(hand & ~(held ^ (rest & (~rest + 1))), threes, best);
    }
}

// Counts the choices of sets with which the least is left, and keeps the last.
void ThrowTable::find_spreads(Mask hand, SuitMask threes, int deadwood, MeldList& sets,
                              MeldList& found, int& spreads) const {
    if (threes == 0) {
        int left = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            left += tables_->suit_deadwood(suit_bits(hand, suit));
        }
        if (left != deadwood) return;
        ++spreads;
        found = sets;
        return;
    }
    const int rank = std::countr_zero(threes);
    threes &= threes - 1;
    const Mask held = rank_cards(rank) & hand;
    const auto take = [&](Mask set) {
        sets.push(set);
        find_spreads(hand & ~set, threes, deadwood, sets, found, spreads);
        sets.pop();
    };
    find_spreads(hand, threes, deadwood, sets, found, spreads);
    take(held);
    if (count(held) < kSuits) return;
    for (Mask rest = held; rest != 0; rest &= rest - 1) take(held ^ (rest & (~rest + 1)));
}

bool ThrowTable::only_spread(Mask hand, int deadwood, Spread& spread) const {
    const SuitMask threes = ranks_of_three(hand);
    if (std::popcount(threes) > 4) return false;
    MeldList sets, found;
    int spreads = 0;
    find_spreads(hand, threes, deadwood, sets, found, spreads);
    if (spreads != 1) return false;
    spread.clear();
    for (const Mask set : found) {
        hand &= ~set;
        spread.push({set, true, static_cast<std::uint8_t>(rank_of(lowest(set))),
                     static_cast<std::uint8_t>(count(set)), 0});
    }
    for (int suit = 0; suit < kSuits; ++suit) {
        SuitMask bits = suit_bits(hand, suit);
        if (left_[bits] == kSeveral) return false;
        // However these are cut into runs, the same cards can be laid on their ends.
        bits &= ~SuitMask{left_[bits]};
        while (bits != 0) {
            const int first = run_[bits] / 16, length = run_[bits] % 16;
            const SuitMask run = run_bits(first, length);
            spread.push({from_suit(run, suit), false, static_cast<std::uint8_t>(first),
                         static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(suit)});
            bits &= ~run;
        }
    }
    return true;
}

}  // namespace ginrummy
