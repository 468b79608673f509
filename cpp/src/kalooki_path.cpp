// The moves that bring a run on the table from one state to another.
#include <algorithm>

#include "ginrummy/kalooki.hpp"

namespace ginrummy {
namespace {

Mask face_bit(const KalookiMeld& run, int place) {
    return card_bit(run.suit * kRanks + (place - 1) % kRanks);
}

KalookiStep step_on(KalookiStepKind kind, int on, Mask cards = 0, int place = 0) {
    KalookiStep step;
    step.kind = kind;
    step.on = on;
    step.cards = cards;
    step.place = place;
    return step;
}

// Finds the moves that bring a run from one state to another, the fewest of them. Jokers in
// the run are never more than before or after, so that plays can follow each other.
class RunPath {
public:
    RunPath(const KalookiOptions& options, const KalookiTableMeld& from, const KalookiMeld& to,
            int on, bool to_end)
        : options_(options), run_(from.meld), to_(to), on_(on), to_end_(to_end),
          most_(std::max(run_.joker_count(), to.joker_count())) {
        nodes_.push_back({run_.low, run_.high, run_.jokers, from.built ? kBuilt : kFresh, -1, {}});
    }

    bool append(std::vector<KalookiStep>& out) {
        for (std::size_t at = 0; at < nodes_.size(); ++at) {
            const Node node = nodes_[at];
            if (there(node.low, node.high, node.jokers) && node.status != kMoved) {
                write(static_cast<int>(at), out);
                return true;
            }
            expand(static_cast<int>(at));
        }
        return false;
    }

private:
    // A joker is moved by who builds on the run: having built, or before the next build (k9).
    enum Status : std::uint8_t { kFresh, kMoved, kBuilt };
    struct Node {
        int low, high;
        unsigned jokers;
        Status status;
        int before;
        KalookiStep step;
    };

    void expand(int at) {
        const Node node = nodes_[static_cast<std::size_t>(at)];
        const unsigned wanted = to_.naturals();
        for (int place = node.low; place <= node.high && node.status != kMoved; ++place) {
            if ((node.jokers & wanted) >> place & 1) {
                add(node.low, node.high, node.jokers & ~(1u << place), node.status, at,
                    step_on(KalookiStepKind::kClaim, on_, face_bit(run_, place), place));
            }
        }
        for (const bool up : {false, true}) {
            const int low = up ? node.low : node.low - 1, high = up ? node.high + 1 : node.high;
            const int place = up ? high : low;
            if (low < 1 || high > kHighAce || high - low > to_.high - to_.low) continue;
            // An ace that fits both ends goes high.
            if (low == 1 && !up && node.high == kRanks) continue;
            if (wanted >> place & 1) {
                add(low, high, node.jokers, kBuilt, at,
                    step_on(KalookiStepKind::kBuild, on_, face_bit(run_, place), place));
            }
            if (std::popcount(node.jokers) < most_) {
                add(low, high, node.jokers | 1u << place, kBuilt, at,
                    step_on(KalookiStepKind::kBuild, on_, 0, place));
            }
        }
        if (!options_.move_joker) return;
        const Status moved = node.status == kBuilt ? kBuilt : kMoved;
        if (node.jokers >> node.low & 1 && node.high < kHighAce) {
            add(node.low + 1, node.high + 1,
                (node.jokers & ~(1u << node.low)) | 1u << (node.high + 1), moved, at,
                step_on(KalookiStepKind::kMove, on_, 0, node.high + 1));
        }
        if (node.jokers >> node.high & 1 && node.low > 1) {
            add(node.low - 1, node.high - 1,
                (node.jokers & ~(1u << node.high)) | 1u << (node.low - 1), moved, at,
                step_on(KalookiStepKind::kMove, on_, 0, node.low - 1));
        }
    }

    bool there(int low, int high, unsigned jokers) const {
        return low == to_.low && high == to_.high && jokers == to_.jokers;
    }

    void add(int low, int high, unsigned jokers, Status status, int before, KalookiStep step) {
        if (to_end_ && step.kind != KalookiStepKind::kBuild && there(low, high, jokers)) return;
        for (const Node& node : nodes_) {
            if (node.low == low && node.high == high && node.jokers == jokers &&
                node.status == status) {
                return;
            }
        }
        nodes_.push_back({low, high, jokers, status, before, std::move(step)});
    }

    void write(int at, std::vector<KalookiStep>& out) const {
        const Node& node = nodes_[static_cast<std::size_t>(at)];
        if (node.before < 0) return;
        write(node.before, out);
        out.push_back(node.step);
    }

    const KalookiOptions& options_;
    const KalookiMeld& run_;
    const KalookiMeld& to_;
    int on_;
    bool to_end_;
    int most_;
    std::vector<Node> nodes_;
};

}  // namespace

// Naturals stay. Jokers stay where they are or give way to the card they stand for; once a
// card is built on the run, those at its ends can also be moved about freely (k9).
bool kalooki_run_reaches(const KalookiOptions& options, const KalookiTableMeld& at,
                         const KalookiMeld& to) {
    const KalookiMeld& from = at.meld;
    if ((from.naturals() & ~to.naturals()) != 0) return false;
    const bool unmoved = (from.span() & ~to.span()) == 0 && (to.jokers & from.naturals()) == 0;
    const bool built = to.size() > from.size() || (at.built && to.size() == from.size());
    if (!unmoved && !(options.move_joker && built)) return false;
    if (to.low == 1 && to.high == kRanks && from.low > 1 && from.high == kRanks) {
        // The ace that is built goes high, unless the king's place is made free for a while.
        std::vector<KalookiStep> steps;
        return kalooki_run_steps(options, at, to, 0, false, steps);
    }
    return true;
}

bool kalooki_run_ends_with_move(const KalookiTableMeld& at, const KalookiMeld& to) {
    const KalookiMeld& from = at.meld;
    if (to.size() == from.size()) return to.low != from.low;
    for (const int end : {int{to.low}, int{to.high}}) {
        // Without its last card the run must be there already: with another card built, before
        // or in this plan, or by claims where its jokers lay and moves.
        const std::uint32_t last = 1u << end;
        if ((from.naturals() & last) != 0) continue;
        if (at.built || to.size() - 1 > from.size()) return false;
        if ((to.naturals() & ~last & ~from.span()) == 0) return false;
    }
    return true;
}

bool kalooki_run_steps(const KalookiOptions& options, const KalookiTableMeld& from,
                       const KalookiMeld& to, int on, bool to_end,
                       std::vector<KalookiStep>& out) {
    return RunPath(options, from, to, on, to_end).append(out);
}

}  // namespace ginrummy
