#include "ginrummy/census_ways.hpp"

#include <algorithm>
#include <bit>

#include "ginrummy/stretches.hpp"

namespace ginrummy {
namespace {

constexpr int kPledges = 8;
constexpr int kThrown = 16;
constexpr int kCost = 17;
constexpr Way kPlaces = Way{1} << kCost;  // everything but the cost
constexpr std::uint16_t kUnreached = 0xffff;
// Refunds may take a cost below that of the best way before; added until that is taken off.
constexpr int kBias = 1'024;
constexpr std::int16_t kNever = 0x7fff;
constexpr int kKing = kRanks - 1;
constexpr int kQueen = kRanks - 2;

// The suits with this pledge, a bit a suit.
constexpr unsigned suits_pledged(Way way, unsigned pledge) {
    unsigned suits = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        suits |= static_cast<unsigned>(((way >> (kPledges + 2 * suit)) & 3) == pledge) << suit;
    }
    return suits;
}

// Open stretch and pledge of a suit as one number.
constexpr unsigned code_of(Way way, int suit) {
    return ((way >> (2 * suit)) & 3) | (((way >> (kPledges + 2 * suit)) & 3) << 2);
}

constexpr Way with_code(int suit, unsigned code) {
    return (Way{code & 3} << (2 * suit)) | (Way{code >> 2} << (kPledges + 2 * suit));
}

constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

// Renames the suits so that lists alike but for the names become equal: they are ordered by
// a number made of all the ways that does not know the names. Two suits that share a number
// are alike, or by a rare chance not told apart, which costs a merger and no exactness.
void order_suits(Ways& ways) {
    std::array<std::uint64_t, kSuits> marks{};
    for (const Way way : ways) {
        std::array<std::uint64_t, kSuits> codes{};
        std::uint64_t all = way >> kThrown;
        for (int suit = 0; suit < kSuits; ++suit) {
            codes[static_cast<std::size_t>(suit)] = mixed(code_of(way, suit) + 1);
            all += codes[static_cast<std::size_t>(suit)];
        }
        for (std::size_t suit = 0; suit < kSuits; ++suit) {
            marks[suit] += mixed(mixed(all) + codes[suit]);
        }
    }
    if (std::is_sorted(marks.begin(), marks.end())) return;
    std::array<int, kSuits> order{0, 1, 2, 3};
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        return marks[static_cast<std::size_t>(a)] < marks[static_cast<std::size_t>(b)];
    });
    for (Way& way : ways) {
        Way renamed = way >> kThrown << kThrown;
        for (int suit = 0; suit < kSuits; ++suit) {
            renamed |= with_code(suit, code_of(way, order[static_cast<std::size_t>(suit)]));
        }
        way = renamed;
    }
}

}  // namespace

WayWalker::WayWalker(RunMode mode, const RankPoints& points, bool best_throw)
    : mode_(mode), points_(points), best_throw_(best_throw), cost_(kPlaces, kUnreached) {
    for (int rank = 0; rank < kRanks; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        losses_[i] = make_losses(rank);
        dearest_below_[i] = rank == 0 ? 0 : *std::max_element(points.begin(), points.begin() + rank);
    }
}

// The points of a rank; beyond the king and below the ace there is nothing to charge.
int WayWalker::points(int rank) const {
    return rank < 0 || rank >= kRanks ? 0 : points_[static_cast<std::size_t>(rank)];
}

Ways WayWalker::start() const {
    const unsigned pledges = mode_ == RunMode::kLow ? 1 : mode_ == RunMode::kHighLow ? 2 : 3;
    Ways ways{0};
    for (int suit = 0; suit < kSuits; ++suit) {
        const std::size_t n = ways.size();
        for (unsigned pledge = 1; pledge < pledges; ++pledge) {
            for (std::size_t i = 0; i < n; ++i) {
                ways.push_back(ways[i] | with_code(suit, pledge | (pledge << 2)));
            }
        }
    }
    return ways;
}

// What a suit that stands at code b can gain at most, whatever cards follow, on the same
// suit at code a. A way that costs that much less is at least as good for ever.
//
// Let the next m cards of the suit go on its stretch, which is all that the open cards
// matter for. From three open cards they cost nothing; from two, the first refunds both;
// and so on. A higher pledge gains the ace and the deuce at most.
WayWalker::Losses WayWalker::make_losses(int rank) const {
    const int one = points(rank - 1), two = one + points(rank - 2);
    const int last = points(rank), both = last + points(rank + 1);
    const std::array<std::array<int, 4>, 4> costs{{
        {0, one, two, 0}, {0, one, -last, -last}, {0, -both, -both, -both}, {0, 0, 0, 0}}};
    const int corner = points(0) + (mode_ == RunMode::kWrap ? points(1) : 0);
    Losses losses;
    for (auto& row : losses) row.fill(kNever);
    for (unsigned a = 0; a < kCodes; ++a) {
        for (unsigned b = 0; b < kCodes; ++b) {
            const unsigned promised_a = a >> 2, promised_b = b >> 2;
            if (promised_a > promised_b) continue;
            // A king's pledge of the ace alone comes to nothing if no queen follows.
            if (rank == kKing && promised_a == 1 && promised_b != 1) continue;
            // Before the ace only an open deuce can still keep the greater pledge.
            if (rank == 1 && promised_b == 2 && (a & 3) == 0 && (b & 3) != 0) continue;
            int loss = 0;
            for (std::size_t m = 0; m < 4; ++m) {
                loss = std::max(loss, costs[a & 3][m] - costs[b & 3][m]);
            }
            if (promised_a == 0 && promised_b != 0) loss += corner;
            losses[a][b] = static_cast<std::int16_t>(loss);
        }
    }
    return losses;
}

// One way carried over a rank, `stretched` being the suits whose card is in no set and not
// thrown.
inline void WayWalker::reach_one(Way way, int rank, unsigned stretched, bool throws) {
    const Way pledges = (way >> kPledges) & 0xff;
    if (pledges != 0) {
        // A pledge is worth its name only with a king, and with a queen for the ace alone.
        const unsigned one = suits_pledged(way, 1);
        if (rank == kKing && ((one | suits_pledged(way, 2)) & ~stretched) != 0) return;
        if (rank == kQueen && (one & ~stretched) != 0) return;
        if (rank == 0 && mode_ == RunMode::kHighLow) {
            // The pledged aces go up: they join no stretch from below and cost nothing.
            if ((one & ~stretched) != 0) return;
            stretched &= ~one;
        }
    }
    const StretchStep& step = kStretchSteps[stretched][way & 0xff];
    const int cost = kBias + static_cast<int>(way >> kCost) + step.charged * points(rank) -
                     step.refunded * (points(rank + 1) + points(rank + 2));
    const Way places = step.state | (pledges << kPledges) |
                       (((way >> kThrown & 1) | static_cast<Way>(throws)) << kThrown);
    std::uint16_t& best = cost_[places];
    if (best == kUnreached) reached_.push_back(places);
    best = std::min(best, static_cast<std::uint16_t>(cost));
}

// Every way over a rank: each choice of set, and each card thrown if none was.
void WayWalker::reach(const Ways& from, int rank, unsigned held) {
    reached_.clear();
    for (const unsigned set : set_choices(held)) {
        const unsigned loose = held & ~set;
        for (const Way way : from) {
            reach_one(way, rank, loose, false);
            if (!best_throw_ || (way >> kThrown & 1) != 0) continue;
            for (unsigned rest = loose; rest != 0; rest &= rest - 1) {
                reach_one(way, rank, loose & ~(rest & (~rest + 1)), true);
            }
        }
    }
}

// Keeps of the ways reached those that another is not at least as good as for ever.
void WayWalker::keep_useful(int rank, Ways& to) {
    for (Way& way : reached_) {
        const Way cost = cost_[way];
        cost_[way] = kUnreached;
        way |= cost << kCost;
    }
    std::sort(reached_.begin(), reached_.end());
    const Losses& losses = losses_[static_cast<std::size_t>(rank)];
    // Who has thrown gains nothing more by it; who has not, the dearest card to come at most.
    const int throw_loss = dearest_below_[static_cast<std::size_t>(rank)];
    to.clear();
    for (const Way way : reached_) {
        std::array<unsigned, kSuits> codes;
        for (int suit = 0; suit < kSuits; ++suit) {
            codes[static_cast<std::size_t>(suit)] = code_of(way, suit);
        }
        const bool thrown = (way >> kThrown & 1) != 0;
        const bool useless = std::any_of(to.begin(), to.end(), [&](Way other) {
            const bool other_thrown = (other >> kThrown & 1) != 0;
            // A card can still be thrown by nobody who holds none: that way is not compared.
            if (thrown && !other_thrown) return false;
            int spare = static_cast<int>(way >> kCost) - static_cast<int>(other >> kCost);
            if (other_thrown && !thrown) spare -= throw_loss;
            for (int suit = 0; suit < kSuits && spare >= 0; ++suit) {
                spare -= losses[code_of(other, suit)][codes[static_cast<std::size_t>(suit)]];
            }
            return spare >= 0;
        });
        if (!useless) to.push_back(way);
    }
}

int WayWalker::over(const Ways& from, int rank, unsigned held, Ways& to) {
    reach(from, rank, held);
    keep_useful(rank, to);
    const Way least = to.front() >> kCost;
    for (Way& way : to) way -= least << kCost;
    order_suits(to);
    std::sort(to.begin(), to.end());
    return static_cast<int>(least) - kBias;
}

// The cost of a way after the aces, or kNever if a pledge is not kept.
int WayWalker::settled(Way way) const {
    int cost = cost_[way] - kBias;
    if (mode_ != RunMode::kWrap) return cost;
    for (int suit = 0; suit < kSuits; ++suit) {
        const unsigned code = code_of(way, suit), open = code & 3, pledge = code >> 2;
        if (open < pledge) return kNever;
        // Short of a run by themselves, the ace and the deuce stand charged until here.
        if (pledge != 0 && open == 1) cost -= points(0);
        if (pledge != 0 && open == 2) cost -= points(0) + points(1);
    }
    return cost;
}

int WayWalker::finish(const Ways& from, unsigned held) {
    reach(from, 0, held);
    int best = kNever;
    for (const Way way : reached_) {
        if (!best_throw_ || (way >> kThrown & 1) != 0) best = std::min(best, settled(way));
        cost_[way] = kUnreached;
    }
    return best;
}

}  // namespace ginrummy
