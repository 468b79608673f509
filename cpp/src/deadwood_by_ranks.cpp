// Minimum deadwood of big hands by a walk over the ranks.
//
// What is kept of the ranks below is the stretches that stand open (stretches.hpp). That is
// 4^4 states, of which fewer than a hundred occur at a rank, and at most six choices of
// set: bounded for any hand.
//
// The ace makes the ranks a ring. Where it does (high-low, round the corner) the walk
// is done for up to 32 hypotheses side by side, one a lane: which end each ace joins,
// or what stands open at the place where the ring is cut and must be found again there.

#include <algorithm>
#include <array>

#include "ginrummy/deadwood.hpp"
#include "ginrummy/stretches.hpp"

namespace ginrummy {
namespace {

using Cost = std::int16_t;
constexpr Cost kNever = 16'000;  // above any sum of points, and adding to it cannot overflow
constexpr std::size_t kLanes = 32;

unsigned suits_with(Mask hand, int rank) {
    unsigned suits = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        suits |= static_cast<unsigned>((hand >> (suit * kRanks + rank)) & 1) << suit;
    }
    return suits;
}

template <std::size_t Lanes>
class Walk {
public:
    using Row = std::array<Cost, Lanes>;

    // Opens a hypothesis: its lane starts from a state at a cost.
    void start(std::size_t lane, int state, int cost) {
        reach(now(), state)[lane] = static_cast<Cost>(cost);
    }

    // Walks over one rank, given its points and those of the two ranks below together.
    void over(unsigned held, int points, int below) {
        Front& next = fronts_[which_ ^ 1];
        next.states.clear();
        next.seen.fill(false);
        for (const unsigned set : set_choices(held)) {
            const auto& steps = kStretchSteps[held & ~set];
            for (const int state : now().states) {
                const StretchStep& step = steps[static_cast<std::size_t>(state)];
                const auto add = static_cast<Cost>(step.charged * points - step.refunded * below);
                const Row& from = now().cost[static_cast<std::size_t>(state)];
                Row& to = reach(next, step.state);
                for (std::size_t i = 0; i < Lanes; ++i) {
                    to[i] = std::min(to[i], static_cast<Cost>(from[i] + add));
                }
            }
        }
        which_ ^= 1;
    }

    template <class Visit>  // visit(state, costs by lane)
    void each_end(Visit visit) const {
        const Front& front = fronts_[which_];
        for (const int state : front.states) {
            visit(state, front.cost[static_cast<std::size_t>(state)]);
        }
    }

private:
    struct Front {
        std::array<Row, kStretchStates> cost;  // valid where seen
        std::array<bool, kStretchStates> seen{};
        FixedList<int, kStretchStates> states;
    };

    Front& now() { return fronts_[which_]; }

    static Row& reach(Front& front, int state) {
        const auto i = static_cast<std::size_t>(state);
        if (!front.seen[i]) {
            front.seen[i] = true;
            front.states.push(state);
            front.cost[i].fill(kNever);
        }
        return front.cost[i];
    }

    std::array<Front, 2> fronts_;
    std::size_t which_ = 0;
};

int points_of(const Tables& tables, int rank) {
    return tables.rank_points()[static_cast<std::size_t>((rank + kRanks) % kRanks)];
}

template <std::size_t Lanes>
void walk_over(Walk<Lanes>& walk, const Tables& tables, Mask hand, int rank) {
    walk.over(suits_with(hand, rank), points_of(tables, rank),
              points_of(tables, rank - 1) + points_of(tables, rank - 2));
}

int walk_low(const Tables& tables, Mask hand) {
    Walk<1> walk;
    walk.start(0, 0, 0);
    for (int rank = 0; rank < kRanks; ++rank) walk_over(walk, tables, hand, rank);
    int best = kNever;
    walk.each_end([&](int, const auto& costs) { best = std::min<int>(best, costs[0]); });
    return best;
}

// A lane for each way to use the aces: in a set, at the low end, at the high end.
int walk_high_low(const Tables& tables, Mask hand) {
    const unsigned aces = suits_with(hand, 0);
    const unsigned may_be_high = aces & suits_with(hand, 12) & suits_with(hand, 11);
    std::array<unsigned, kLanes> high{};
    std::size_t lanes = 0;
    Walk<kLanes> walk;
    for (const unsigned set : set_choices(aces)) {
        const unsigned loose = aces & ~set;
        for (unsigned up = loose & may_be_high;; up = (up - 1) & loose & may_be_high) {
            const StretchStep& step = kStretchSteps[loose & ~up][0];
            walk.start(lanes, step.state, std::popcount(loose) * points_of(tables, 0));
            high[lanes++] = up;
            if (up == 0) break;
        }
    }
    for (int rank = 1; rank < kRanks; ++rank) walk_over(walk, tables, hand, rank);
    const int ace = points_of(tables, 0);
    const int queen_king = points_of(tables, 11) + points_of(tables, 12);
    int best = kNever;
    walk.each_end([&](int state, const auto& costs) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            int cost = costs[lane];
            for (int suit = 0; suit < kSuits; ++suit) {
                if (((high[lane] >> suit) & 1) == 0) continue;
                const int open = open_in(state, suit);
                if (open >= 2) cost -= ace;
                if (open == 2) cost -= queen_king;
            }
            best = std::min(best, cost);
        }
    });
    return best;
}

// What may stand open where the ring is cut below `rank`: in each suit that goes on
// over the cut 1, 2 or 3 cards, or none if its card is in a set. Suits that do not go
// on are 0 whatever they held.
using CutStates = FixedList<int, kStretchStates>;
CutStates cut_states(Mask hand, int rank) {
    const unsigned below = suits_with(hand, (rank + kRanks - 1) % kRanks);
    const unsigned over = below & suits_with(hand, rank);
    CutStates states;
    for (int state = 0; state < kStretchStates; ++state) {
        unsigned open = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            open |= static_cast<unsigned>(open_in(state, suit) != 0) << suit;
        }
        const unsigned in_set = over & ~open;
        const bool set_exists = in_set == 0 || std::popcount(below & (in_set | ~over)) >= 3;
        if ((open & ~over) == 0 && set_exists) states.push(state);
    }
    return states;
}

int walk_ring(const Tables& tables, Mask hand) {
    int cut = 0;
    CutStates starts = cut_states(hand, 0);
    for (int rank = 1; rank < kRanks; ++rank) {
        const CutStates here = cut_states(hand, rank);
        if (here.size() < starts.size()) {
            starts = here;
            cut = rank;
        }
    }
    // A suit with a gap leaves at most 3^3 + 1 states at the cut beside it, and a hand
    // with no gap in any suit is the whole pack, which the caller has dealt with.
    assert(starts.size() <= kLanes);
    int over = 0;  // the bits of the suits that go on over the cut
    for (const int start : starts) over |= start;
    Walk<kLanes> walk;
    for (std::size_t lane = 0; lane < starts.size(); ++lane) walk.start(lane, starts[lane], 0);
    for (int i = 0; i < kRanks; ++i) walk_over(walk, tables, hand, (cut + i) % kRanks);
    int best = kNever;
    walk.each_end([&](int state, const auto& costs) {
        for (std::size_t lane = 0; lane < starts.size(); ++lane) {
            if ((state & over) == starts[lane]) best = std::min<int>(best, costs[lane]);
        }
    });
    return best;
}

}  // namespace

int deadwood_by_ranks(const Tables& tables, Mask hand) {
    int runs_only = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        runs_only += tables.suit_deadwood(suit_bits(hand, suit));
    }
    if (runs_only == 0) return 0;
    switch (tables.mode()) {
        case RunMode::kLow: return walk_low(tables, hand);
        case RunMode::kHighLow: return walk_high_low(tables, hand);
        case RunMode::kWrap: return walk_ring(tables, hand);
    }
    return 0;
}

}  // namespace ginrummy
