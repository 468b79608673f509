#include <algorithm>
#include <cassert>
#include <string>

#include "ginrummy/kalooki.hpp"
#include "kalooki_search.hpp"

namespace ginrummy {
namespace {

using Found = KalookiSearch::Found;

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

KalookiStep lay_step(std::vector<KalookiMeld> melds) {
    KalookiStep step;
    step.melds = std::move(melds);
    return step;
}

// Finds the moves that bring a run from one state to another, the fewest of them. Jokers in
// the run are never more than before or after, so that plays can follow each other.
class RunPath {
public:
    RunPath(const KalookiMeld& from, const KalookiMeld& to, int on)
        : run_(from), to_(to), on_(on),
          most_(std::max(from.joker_count(), to.joker_count())) {
        nodes_.push_back({from.low, from.high, from.jokers, kFresh, -1, {}});
    }

    void append(std::vector<KalookiStep>& out) {
        for (std::size_t at = 0; at < nodes_.size(); ++at) {
            const Node node = nodes_[at];
            if (node.low == to_.low && node.high == to_.high && node.jokers == to_.jokers &&
                node.status != kMoved) {
                write(static_cast<int>(at), out);
                return;
            }
            expand(static_cast<int>(at));
        }
        assert(false && "every play of kalooki_plays has its moves");
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
            if (wanted >> place & 1) {
                add(low, high, node.jokers, kBuilt, at,
                    step_on(KalookiStepKind::kBuild, on_, face_bit(run_, place), place));
            }
            if (std::popcount(node.jokers) < most_) {
                add(low, high, node.jokers | 1u << place, kBuilt, at,
                    step_on(KalookiStepKind::kBuild, on_, 0, place));
            }
        }
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

    void add(int low, int high, unsigned jokers, Status status, int before, KalookiStep step) {
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

    const KalookiMeld& run_;
    const KalookiMeld& to_;
    int on_;
    int most_;
    std::vector<Node> nodes_;
};

void append_steps(const KalookiMeld& from, const KalookiMeld& to, int on,
                  std::vector<KalookiStep>& out) {
    if (!from.is_set) {
        RunPath(from, to, on).append(out);
        return;
    }
    const unsigned suits = to.suits & ~unsigned{from.suits};
    Mask cards = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (suits >> suit & 1) cards |= card_bit(suit * kRanks + from.rank);
    }
    const bool claim = to.jokers < from.jokers;
    out.push_back(step_on(claim ? KalookiStepKind::kClaim : KalookiStepKind::kBuild, on, cards));
}

// Which of the melds found may be the opening; false if none reach it. Jokers in it are the
// hand's own, and those freed are yet to be played (k8).
bool choose_opening(const KalookiTask& task, Found& found) {
    int room = task.hand.jokers;
    if (!task.options.keep_in_hand && !task.lay_only) room -= found.left.jokers;
    int points = 0;
    for (const KalookiCredit* credit : found.credits) {
        if (credit == nullptr) continue;
        points += credit->points;
        room -= credit->jokers;
    }
    // Melds of few jokers first; what can be added to the opening is.
    for (int jokers = 0; jokers <= kJokers; ++jokers) {
        for (std::size_t i = 0; i < found.laid.size(); ++i) {
            const KalookiChoice& choice = *found.laid[i];
            if (found.credits[i] || choice.play.jokers != jokers || jokers > room) continue;
            found.credits[i] = &choice.credits[0];
            points += choice.play.points;
            room -= jokers;
        }
    }
    return points >= std::max(1, task.options.initial);
}

struct Change {
    KalookiMeld from, to;
    int on = -1;  // -1: a meld to be laid as it is
    int jokers() const {
        return to.joker_count() - (on < 0 ? 0 : from.joker_count());
    }
};

KalookiPlan plan_of(const KalookiTask& task, const Found& found, bool opening) {
    KalookiPlan plan;
    plan.found = true;
    plan.left = found.left;
    std::vector<Change> changes;
    for (std::size_t i = 0; i < task.table.size(); ++i) {
        const KalookiMeld& before = task.table[i].meld;
        const KalookiPlay* play = i < found.table.size() ? found.table[i] : nullptr;
        plan.table.push_back(play ? play->result : before);
        if (play == nullptr) continue;
        plan.points += play->points;
        changes.push_back({before, play->result, static_cast<int>(i)});
    }
    int next = static_cast<int>(task.table.size());
    std::vector<KalookiMeld> opened;
    for (std::size_t i = 0; i < found.laid.size(); ++i) {
        const KalookiPlay& play = found.laid[i]->play;
        const KalookiCredit* credit = opening ? found.credits[i] : nullptr;
        const KalookiMeld laid = credit ? credit->laid : play.result;
        plan.laid.push_back({laid, play.result, credit != nullptr});
        plan.points += play.points;
        if (credit == nullptr) {
            changes.push_back({{}, play.result, -1});
            continue;
        }
        plan.opening += credit->points;
        opened.push_back(laid);
        if (!(laid == play.result)) changes.push_back({laid, play.result, next});
        ++next;
    }
    if (!opened.empty()) plan.steps.push_back(lay_step(std::move(opened)));
    // What frees jokers comes before what takes them.
    for (const bool takes : {false, true}) {
        for (const Change& change : changes) {
            if ((change.jokers() > 0) != takes) continue;
            if (change.on < 0) {
                plan.steps.push_back(lay_step({change.to}));
            } else {
                append_steps(change.from, change.to, change.on, plan.steps);
            }
        }
    }
    for (Mask rest = plan.left.once; rest != 0; rest &= rest - 1) {
        const int copies = 1 + ((plan.left.twice & rest & (0 - rest)) != 0);
        plan.points_left += copies * kalooki_card_points(task.options, lowest(rest));
    }
    plan.points_left += plan.left.jokers * task.options.joker_value;
    return plan;
}

// Nothing is laid: what a player does who cannot or need not open.
KalookiPlan plan_of_nothing(const KalookiTask& task) {
    KalookiTask idle = task;
    idle.lay_only = true;
    idle.options.min_naturals = kCards + 1;  // no meld
    KalookiSearch search(idle, false);
    const Found found = search.best(false);
    return found.found ? plan_of(task, found, false) : KalookiPlan{};
}

KalookiPlan opening_plan(const KalookiTask& task) {
    KalookiSearch search(task, true);
    // The best plan of all, if it happens to open; otherwise the best that does.
    Found found = search.best(false);
    if (found.found && !choose_opening(task, found)) {
        found = search.best(true);
        if (found.found) choose_opening(task, found);
    }
    return found.found ? plan_of(task, found, true) : KalookiPlan{};
}

bool may_open(const KalookiTask& task) {
    KalookiTask most;
    most.options = task.options;
    most.hand = task.hand;
    most.lay_only = true;
    KalookiSearch search(most, true);
    Found found = search.best(false);
    return choose_opening(most, found);
}

void check_task(const KalookiTask& task) {
    if (task.hand.size() > kMostKalookiCards) {
        throw Fault("WrongHandSize", "a hand of " + std::to_string(task.hand.size()) +
                                         " cards: " + std::to_string(kMostKalookiCards) +
                                         " are the most that are solved");
    }
    int jokers = task.hand.jokers;
    for (const KalookiTableMeld& at : task.table) jokers += at.meld.joker_count();
    if (jokers > kJokers) {
        throw Fault("RepeatedCard", std::to_string(jokers) + " jokers in hand and on the table: " +
                                        std::to_string(kJokers) + " are in the pack (k1)");
    }
}

}  // namespace

KalookiPlan solve_kalooki(const KalookiTask& task) {
    check_task(task);
    if (task.down) {
        KalookiSearch search(task, false);
        const Found found = search.best(false);
        return found.found ? plan_of(task, found, false) : KalookiPlan{};
    }
    KalookiPlan plan;
    if (may_open(task)) plan = opening_plan(task);
    if (!plan.found && !task.lay_only) plan = plan_of_nothing(task);
    return plan;
}

}  // namespace ginrummy
