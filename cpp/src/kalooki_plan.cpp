#include <algorithm>
#include <cassert>
#include <string>

#include "ginrummy/kalooki.hpp"
#include "kalooki_search.hpp"

namespace ginrummy {
namespace {

using Found = KalookiSearch::Found;

KalookiStep lay_step(std::vector<KalookiMeld> melds) {
    KalookiStep step;
    step.melds = std::move(melds);
    return step;
}

struct Change {
    KalookiMeld from, to;
    int on = -1;  // -1: a meld to be laid as it is
    bool built = false;

    int jokers() const { return to.joker_count() - (on < 0 ? 0 : from.joker_count()); }
    bool ends_with_card() const {
        return on < 0 || from.is_set || !kalooki_run_ends_with_move({from, true, built}, to);
    }
};

void append_steps(const KalookiOptions& options, const Change& change, bool to_end,
                  std::vector<KalookiStep>& out) {
    const auto& [from, to, on, built] = change;
    if (on < 0) {
        out.push_back(lay_step({to}));
        return;
    }
    if (!from.is_set) {
        const bool there = kalooki_run_steps(options, {from, true, built}, to, on, to_end, out);
        assert(there && "every play of kalooki_plays has its moves");
        static_cast<void>(there);
        return;
    }
    const unsigned suits = to.suits & ~unsigned{from.suits};
    Mask cards = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (suits >> suit & 1) cards |= card_bit(suit * kRanks + from.rank);
    }
    KalookiStep step;
    step.kind = to.jokers < from.jokers ? KalookiStepKind::kClaim : KalookiStepKind::kBuild;
    step.on = on;
    step.cards = cards;
    out.push_back(std::move(step));
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
    // Melds of few jokers first; what can be added to the opening is, unless it may be needed
    // to end with a card.
    for (int jokers = 0; jokers <= kJokers && !found.moves_last(); ++jokers) {
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
        changes.push_back({before, play->result, static_cast<int>(i), task.table[i].built});
    }
    for (std::size_t i = 0; i < found.laid.size(); ++i) {
        const KalookiPlay& play = found.laid[i]->play;
        const KalookiCredit* credit = opening ? found.credits[i] : nullptr;
        plan.laid.push_back({credit ? credit->laid : play.result, play.result, credit != nullptr});
        plan.points += play.points;
        if (credit) plan.opening += credit->points;
    }
    std::sort(plan.laid.begin(), plan.laid.end(), [](const KalookiLaid& a, const KalookiLaid& b) {
        return a.laid.order() < b.laid.order();
    });
    int next = static_cast<int>(task.table.size());
    std::vector<KalookiMeld> opened;
    for (const KalookiLaid& one : plan.laid) {
        if (!one.opening) {
            changes.push_back({{}, one.result, -1});
            continue;
        }
        opened.push_back(one.laid);
        if (!(one.laid == one.result)) changes.push_back({one.laid, one.result, next});
        ++next;
    }
    if (!opened.empty()) plan.steps.push_back(lay_step(std::move(opened)));
    // What frees jokers comes before what takes them; the last card ends the hand.
    std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return (a.jokers() > 0) < (b.jokers() > 0);
    });
    const bool out = plan.left.size() == 0 && !changes.empty();
    if (out) {
        const auto last = std::find_if(changes.rbegin(), changes.rend(), [](const Change& one) {
            return one.jokers() >= 0 && one.ends_with_card();
        });
        if (last != changes.rend()) std::rotate(changes.rbegin(), last, std::next(last));
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        append_steps(task.options, changes[i], out && i + 1 == changes.size(), plan.steps);
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
