#include "ginrummy/deadwood.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace ginrummy {

Tables::Tables(RunMode mode, const RankPoints& points) : mode_(mode), rank_points_(points) {
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

// The sets of each rank that is held three or four times are taken or left, every
// combination: at most 6^4 leaves, for the caller bounds the ranks.
int search_sets(const Tables& tables, SuitMask c, SuitMask d, SuitMask h, SuitMask s,
                SuitMask threes) {
    if (threes == 0) {
        return tables.suit_deadwood(c) + tables.suit_deadwood(d) + tables.suit_deadwood(h) +
               tables.suit_deadwood(s);
    }
    const SuitMask bit = threes & (~threes + 1);
    threes ^= bit;
    int best = search_sets(tables, c, d, h, s, threes);
    const SuitMask all = c & d & h & s & bit;
    if (all == 0) {
        return std::min(best, search_sets(tables, c & ~bit, d & ~bit, h & ~bit, s & ~bit, threes));
    }
    best = std::min(best, search_sets(tables, c, d & ~bit, h & ~bit, s & ~bit, threes));
    best = std::min(best, search_sets(tables, c & ~bit, d, h & ~bit, s & ~bit, threes));
    best = std::min(best, search_sets(tables, c & ~bit, d & ~bit, h, s & ~bit, threes));
    best = std::min(best, search_sets(tables, c & ~bit, d & ~bit, h & ~bit, s, threes));
    return std::min(best, search_sets(tables, c & ~bit, d & ~bit, h & ~bit, s & ~bit, threes));
}

}  // namespace

int deadwood_with_sets(const Tables& tables, SuitMask c, SuitMask d, SuitMask h, SuitMask s,
                       SuitMask threes) {
    // With the lowest bit cleared and nothing left there is one rank: no recursion.
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
    if (std::popcount(threes) <= 4) return search_sets(tables, c, d, h, s, threes);
    return deadwood_by_ranks(tables, from_suit(c, 0) | from_suit(d, 1) | from_suit(h, 2) |
                                         from_suit(s, 3));
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
