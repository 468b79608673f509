#include "ginrummy/census.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "ginrummy/census_ways.hpp"

namespace ginrummy {
namespace {

constexpr int kKing = kRanks - 1;
constexpr int kQueen = kRanks - 2;

// Least and greatest of what was seen.
struct Span {
    int first = std::numeric_limits<int>::max();
    int last = -1;

    void take(int low, int high) {
        first = std::min(first, low);
        last = std::max(last, high);
    }
    std::size_t size() const { return last < first ? 0 : static_cast<std::size_t>(last - first + 1); }
};

// How many hands there are by (cards so far, cost so far).
struct Tally {
    Span cards, costs;
    std::vector<std::uint64_t> hands;

    void allocate() { hands.assign(cards.size() * costs.size(), 0); }
    // Where the row of so many cards begins.
    std::size_t row(int n) const {
        return static_cast<std::size_t>(n - cards.first) * costs.size();
    }
};

// Hands with the same ways, and how many there are.
struct Group {
    Ways ways;
    Tally tally;
};

struct Link {
    std::size_t from, to;
    int held, cost;  // cards of the rank, and what the walk took off
};

struct WaysHash {
    std::size_t operator()(const Ways& ways) const {
        std::uint64_t hash = ways.size();
        for (const Way way : ways) hash = (hash ^ way ^ (hash >> 29)) * 0x9e3779b97f4a7c15u;
        return static_cast<std::size_t>(hash ^ (hash >> 32));
    }
};

class Walk {
public:
    Walk(const CensusOf& census, const std::atomic<bool>& stop)
        : size_(census.cards), walker_(census.mode, census.points, census.best_throw), stop_(stop) {}

    std::optional<Histogram> run(int kings, int queens) {
        start(kings);
        for (int rank = kQueen; rank > 0; --rank) {
            if (!over(rank, rank == kQueen ? 1u << queens : ~0u)) return std::nullopt;
        }
        return finish();
    }

private:
    // The hands of so many kings are alike but for the suits: C(4, kings) of each.
    void start(int kings) {
        static constexpr std::uint64_t kChoices[] = {1, 4, 6, 4, 1};
        groups_.clear();
        if (kings > size_) return;
        Group& group = groups_.emplace_back();
        const int cost = walker_.over(walker_.start(), kKing, (1u << kings) - 1, group.ways);
        group.tally.cards.take(kings, kings);
        group.tally.costs.take(cost, cost);
        group.tally.hands = {kChoices[kings]};
    }

    // The card counts of a group that can still make a hand with so many of this rank.
    Span fitting(const Span& cards, int held, int ranks_left) const {
        return {std::max(cards.first, size_ - kSuits * ranks_left - held),
                std::min(cards.last, size_ - held)};
    }

    // All the groups over a rank; `counts` has a bit for each number of its cards to count.
    bool over(int rank, unsigned counts) {
        std::unordered_map<Ways, std::size_t, WaysHash> known;
        std::vector<Link> links;
        std::vector<Tally> tallies;
        Ways ways;
        for (std::size_t from = 0; from < groups_.size(); ++from) {
            if (stop_.load(std::memory_order_relaxed)) return false;
            const Group& group = groups_[from];
            for (unsigned suits = 0; suits < 16; ++suits) {
                const int held = std::popcount(suits);
                const Span cards = fitting(group.tally.cards, held, rank);
                if ((counts >> held & 1) == 0 || cards.size() == 0) continue;
                const int cost = walker_.over(group.ways, rank, suits, ways);
                const auto [place, is_new] = known.try_emplace(ways, tallies.size());
                if (is_new) tallies.emplace_back();
                Tally& tally = tallies[place->second];
                tally.cards.take(cards.first + held, cards.last + held);
                tally.costs.take(group.tally.costs.first + cost, group.tally.costs.last + cost);
                links.push_back({from, place->second, held, cost});
            }
        }
        for (Tally& tally : tallies) tally.allocate();
        for (const Link& link : links) add(link, rank, tallies[link.to]);
        std::vector<Group> next(tallies.size());
        for (std::size_t i = 0; i < tallies.size(); ++i) next[i].tally = std::move(tallies[i]);
        while (!known.empty()) {
            auto node = known.extract(known.begin());
            next[node.mapped()].ways = std::move(node.key());
        }
        groups_ = std::move(next);
        return true;
    }

    void add(const Link& link, int rank, Tally& to) const {
        const Tally& from = groups_[link.from].tally;
        const Span cards = fitting(from.cards, link.held, rank);
        const std::size_t width = from.costs.size();
        const int shift = from.costs.first + link.cost - to.costs.first;
        for (int n = cards.first; n <= cards.last; ++n) {
            const std::uint64_t* in = from.hands.data() + from.row(n);
            std::uint64_t* out = to.hands.data() + to.row(n + link.held) + shift;
            for (std::size_t i = 0; i < width; ++i) out[i] += in[i];
        }
    }

    std::optional<Histogram> finish() {
        Histogram found;
        for (const Group& group : groups_) {
            if (stop_.load(std::memory_order_relaxed)) return std::nullopt;
            const Tally& tally = group.tally;
            for (unsigned suits = 0; suits < 16; ++suits) {
                const int cards = size_ - std::popcount(suits);
                if (cards < tally.cards.first || cards > tally.cards.last) continue;
                const auto least = static_cast<std::size_t>(
                    tally.costs.first + walker_.finish(group.ways, suits));
                const std::uint64_t* in = tally.hands.data() + tally.row(cards);
                found.resize(std::max(found.size(), least + tally.costs.size()));
                for (std::size_t i = 0; i < tally.costs.size(); ++i) found[least + i] += in[i];
            }
        }
        while (!found.empty() && found.back() == 0) found.pop_back();
        return found;
    }

    int size_;
    WayWalker walker_;
    const std::atomic<bool>& stop_;
    std::vector<Group> groups_;
};

}  // namespace

std::optional<Histogram> census_unit(const CensusOf& census, int unit,
                                     const std::atomic<bool>& stop) {
    return Walk(census, stop).run(unit / (kSuits + 1), unit % (kSuits + 1));
}

}  // namespace ginrummy
