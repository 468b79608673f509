#include "ginrummy/deadwood.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace ginrummy {

namespace {

std::unique_ptr<const Tables::Bytes> byte_tables(const RankPoints& points) {
    auto bytes = std::make_unique<Tables::Bytes>();
    if (*std::max_element(points.begin(), points.end()) >=
        static_cast<int>(bytes->ranks_of.size())) {
        return nullptr;
    }
    for (std::size_t rank = 0; rank < points.size(); ++rank) {
        const auto value = static_cast<std::uint8_t>(points[rank]);
        for (std::size_t subset = 0; subset < 16; ++subset) {
            if (((subset >> (rank % 4)) & 1) == 0) continue;
            std::uint8_t& sum = bytes->points[rank / 4][subset];
            std::uint8_t& top = bytes->dearest[rank / 4][subset];
            sum = static_cast<std::uint8_t>(sum + value);
            top = std::max(top, value);
        }
        bytes->ranks_of[value] |= std::uint64_t{0x0001'0001'0001'0001} << rank;
    }
    return bytes;
}

}  // namespace

Tables::Tables(RunMode mode, const RankPoints& points) : mode_(mode), rank_points_(points), bytes_(byte_tables(points)) {
    std::map<int, Mask, std::greater<>> levels;
    for (int rank = 0; rank < kRanks; ++rank) {
        levels[points[static_cast<std::size_t>(rank)]] |= rank_cards(rank);
    }
    for (const auto& [value, cards] : levels) levels_.push({value, cards});
    for (SuitMask bits = 1; bits <= kSuitBits; ++bits) {
        const SuitMask rest = bits & (bits - 1);
        const int low = std::countr_zero(bits);
        points_[bits] = static_cast<std::uint16_t>(
            points_[rest] + points[static_cast<std::size_t>(low)]);
        // The lowest card is left over, or in one of the runs that hold it. A run of
        // six or more is two runs, so lengths 3 to 5 are enough.
        int best = deadwood_[rest] + points[static_cast<std::size_t>(low)];
        for (int length = 3; length <= 5; ++length) {
            for (int back = 0; back < length; ++back) {
                const int first = (low - back + kRanks) % kRanks;
                const SuitMask run = run_bits(first, length);
                if ((run & ~bits) != 0 || !run_allowed(first, length, mode)) continue;
                best = std::min<int>(best, deadwood_[bits & ~run]);
            }
        }
        deadwood_[bits] = static_cast<std::uint16_t>(best);
    }
}

namespace {
std::atomic<int> made = 0;
}

int tables_made() { return made; }

std::shared_ptr<const Tables> tables_for(RunMode mode, const RankPoints& points) {
    static std::mutex mutex;
    static std::map<std::pair<RunMode, RankPoints>, std::weak_ptr<const Tables>> known;
    const std::lock_guard<std::mutex> lock(mutex);
    auto& entry = known[{mode, points}];
    if (auto tables = entry.lock()) return tables;
    // A search over card values would otherwise leave a dead entry behind for each.
    std::erase_if(known, [&](const auto& item) {
        return item.second.expired() && item.first != std::pair(mode, points);
    });
    auto tables = std::make_shared<const Tables>(mode, points);
    ++made;
    entry = tables;
    return tables;
}

namespace {

using Suits = std::array<SuitMask, kSuits>;

int runs_alone(const Tables& tables, const Suits& suits) {
    return tables.suit_deadwood(suits[0]) + tables.suit_deadwood(suits[1]) +
           tables.suit_deadwood(suits[2]) + tables.suit_deadwood(suits[3]);
}

// The least deadwood when the sets of `fours`, ranks held four times and already taken
// out of `suits`, may each give one card back for a run.
int give_back(const Tables& tables, const Suits& suits, SuitMask fours) {
    int best = runs_alone(tables, suits);
    if (fours == 0) return best;
    const SuitMask bit = fours & (~fours + 1);
    if (fours == bit) {
        int change = 0;
        for (const SuitMask suit : suits) {
            change = std::min(change, tables.suit_deadwood(suit | bit) - tables.suit_deadwood(suit));
        }
        return best + change;
    }
    best = give_back(tables, suits, fours ^ bit);
    for (std::size_t i = 0; i < suits.size(); ++i) {
        Suits with = suits;
        with[i] |= bit;
        best = std::min(best, give_back(tables, with, fours ^ bit));
    }
    return best;
}

}  // namespace

int deadwood_with_sets(const Tables& tables, SuitMask c, SuitMask d, SuitMask h, SuitMask s,
                       SuitMask threes) {
    // With the lowest bit cleared and nothing left there is one rank: no search.
    if ((threes & (threes - 1)) == 0) {
        const SuitMask keep = ~threes;
        const int c0 = tables.suit_deadwood(c), c1 = tables.suit_deadwood(c & keep);
        const int d0 = tables.suit_deadwood(d), d1 = tables.suit_deadwood(d & keep);
        const int h0 = tables.suit_deadwood(h), h1 = tables.suit_deadwood(h & keep);
        const int s0 = tables.suit_deadwood(s), s1 = tables.suit_deadwood(s & keep);
        const int with = c1 + d1 + h1 + s1;
        int best = std::min(c0 + d0 + h0 + s0, with);
        if ((c & d & h & s & threes) != 0) {
            // Of four, one may stay out for its run.
            best = std::min({best, with + c0 - c1, with + d0 - d1, with + h0 - h1, with + s0 - s1});
        }
        return best;
    }
    // A set none of whose cards can be in a run is always taken; the rest is contested.
    const SuitMask contested =
        threes & (near_runs(c) | near_runs(d) | near_runs(h) | near_runs(s));
    const SuitMask keep = ~(threes ^ contested);
    const Suits held{c & keep, d & keep, h & keep, s & keep};
    if (contested == 0) return runs_alone(tables, held);
    if (std::popcount(contested) > 4) {
        return deadwood_by_ranks(tables, from_suit(held[0], 0) | from_suit(held[1], 1) |
                                             from_suit(held[2], 2) | from_suit(held[3], 3));
    }
    const SuitMask fours = c & d & h & s & contested;
    int best = runs_alone(tables, held);
    for (SuitMask taken = contested; taken != 0; taken = (taken - 1) & contested) {
        const Suits left{held[0] & ~taken, held[1] & ~taken, held[2] & ~taken, held[3] & ~taken};
        const int here = (taken & fours) == 0 ? runs_alone(tables, left)
                                              : give_back(tables, left, taken & fours);
        best = std::min(best, here);
    }
    return best;
}

Arrangement arrange(const Tables& tables, Mask hand) {
    Arrangement result;
    result.deadwood = deadwood(tables, hand);
    Mask rest = hand;
    int points = tables.points(hand);
    if (points > result.deadwood) {
        HandMelds melds;
        melds_in(hand, tables.mode(), melds);
        // A meld is in some optimal arrangement of the rest exactly if the rest without
        // it still reaches the optimum, so taking the smallest such meld each time gives
        // the smallest tuple; melds passed over stay useless, for the rest only shrinks.
        for (const Mask meld : melds) {
            if ((meld & ~rest) != 0 || deadwood(tables, rest & ~meld) != result.deadwood) continue;
            result.melds.push(meld);
            rest &= ~meld;
            points -= tables.points(meld);
            if (points == result.deadwood) break;
        }
    }
    result.unmelded = rest;
    return result;
}

OptimalArrangements::OptimalArrangements(const Tables& tables, Mask hand)
    : tables_(&tables), best_(ginrummy::deadwood(tables, hand)) {
    melds_in(hand, tables.mode(), melds_);
    covered_from_[melds_.size()] = 0;
    for (std::size_t i = melds_.size(); i-- > 0;) {
        covered_from_[i] = covered_from_[i + 1] | melds_[i];
    }
    rest_.push(hand);
    position_.push(0);
}

// Could melds from this index on still bring the rest down to the optimum?
bool OptimalArrangements::may_finish(Mask rest, std::size_t from) const {
    const int lost = tables_->points(rest & ~covered_from_[from]);
    return lost <= best_ &&
           ginrummy::deadwood(*tables_, rest & covered_from_[from]) + lost <= best_;
}

bool OptimalArrangements::next(Arrangement& out) {
    while (!finished_) {
        const Mask rest = rest_[rest_.size() - 1];
        std::size_t& position = position_[position_.size() - 1];
        bool deeper = false;
        // At the optimum no meld can be added, for every card has points.
        const bool complete = tables_->points(rest) == best_;
        if (!complete) {
            for (; position < melds_.size() && may_finish(rest, position); ++position) {
                const Mask meld = melds_[position];
                if ((meld & ~rest) != 0) continue;
                const Mask left = rest & ~meld;
                if (ginrummy::deadwood(*tables_, left) != best_) continue;
                ++position;
                const std::size_t start = position;
                taken_.push(meld);
                rest_.push(left);
                position_.push(start);
                deeper = true;
                break;
            }
        }
        if (deeper) continue;
        if (complete) {
            out.melds = taken_;
            out.unmelded = rest;
            out.deadwood = best_;
        }
        rest_.pop();
        position_.pop();
        if (taken_.empty()) {
            finished_ = true;
        } else {
            taken_.pop();
        }
        if (complete) return true;
    }
    return false;
}

}  // namespace ginrummy
