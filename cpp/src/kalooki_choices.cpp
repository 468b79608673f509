// What there is to choose from: the plays at each meld on the table, and the new melds with
// what they count to the opening.
#include <algorithm>
#include <array>
#include <tuple>

#include "kalooki_search.hpp"

namespace ginrummy {
namespace {

constexpr std::int64_t kBig = std::int64_t{1} << 40;
constexpr std::int64_t kMiddle = std::int64_t{1} << 20;  // above any sum of points or cards

KalookiMemo& table_memo() {
    static thread_local KalookiMemo memo;
    return memo;
}

KalookiMemo& meld_memo() {
    static thread_local KalookiMemo memo;
    return memo;
}

}  // namespace

KalookiSearch::KalookiSearch(const KalookiTask& task, bool opening)
    : task_(task), opening_(opening), table_memo_(table_memo()), meld_memo_(meld_memo()) {
    switch (task.goal) {
        case KalookiGoal::kMostPoints:
            point_weight_ = kBig, left_weight_ = kMiddle, card_weight_ = 1;
            break;
        case KalookiGoal::kLeastLeft:
            left_weight_ = kBig, point_weight_ = kMiddle, card_weight_ = 1;
            break;
        case KalookiGoal::kFewestCards:
            card_weight_ = kBig, left_weight_ = kMiddle, point_weight_ = 1;
            break;
    }
    if (task.taken == kJokerFace) {
        // A freed joker is not the one taken.
        held_taken_ = task.hand.jokers - (task.options.keep_in_hand ? 0 : task.owed);
    } else if (task.taken >= 0) {
        held_taken_ = (task.hand.once >> task.taken & 1) != 0;
        held_taken_ += (task.hand.twice >> task.taken & 1) != 0;
    }
    list_table();
    list_melds();
}

void KalookiSearch::list_table() {
    if (task_.lay_only) return;
    int most = task_.hand.jokers;
    for (const KalookiTableMeld& at : task_.table) most += at.meld.joker_count();
    for (const KalookiTableMeld& at : task_.table) {
        table_.push_back(kalooki_plays(task_.options, task_.hand, at, most));
    }
    freed_later_.assign(table_.size() + 1, 0);
    for (std::size_t i = table_.size(); i-- > 0;) {
        int freed = 0;
        for (const KalookiPlay& play : table_[i]) freed = std::max(freed, -play.jokers);
        freed_later_[i] = freed_later_[i + 1] + freed;
    }
    freed_most_ = freed_later_[0];
}

void KalookiSearch::list_melds() {
    KalookiHand hand = task_.hand;
    hand.jokers += freed_most_;
    std::vector<KalookiPlay> plays = kalooki_melds(task_.options, hand);
    // Of melds of the same cards the one worth most is never worse; then the first by order.
    const auto key = [](const KalookiPlay& play) {
        return std::tuple(play.once, play.twice, play.jokers, -play.points, play.result.order());
    };
    std::sort(plays.begin(), plays.end(), [&](const KalookiPlay& a, const KalookiPlay& b) {
        return key(a) < key(b);
    });
    std::vector<KalookiChoice> same;
    auto keep_same = [&] {
        for (KalookiChoice& choice : same) {
            melds_[static_cast<std::size_t>(lowest(choice.play.once))].push_back(choice);
        }
        same.clear();
    };
    for (const KalookiPlay& play : plays) {
        KalookiChoice choice{play, {}};
        if (opening_) choice.credits = credits_of(play.result);
        if (!same.empty()) {
            const KalookiPlay& first = same[0].play;
            if (std::tuple(first.once, first.twice, first.jokers) !=
                std::tuple(play.once, play.twice, play.jokers)) {
                keep_same();
            }
        }
        // A meld worth less is of use only if it can count for more to the opening.
        auto covered = [&](const KalookiCredit& credit) {
            for (const KalookiChoice& other : same) {
                for (const KalookiCredit& own : other.credits) {
                    if (own.jokers <= credit.jokers && own.points >= credit.points &&
                        own.ends_with_move <= credit.ends_with_move) {
                        return true;
                    }
                }
            }
            return false;
        };
        if (same.empty() ||
            !std::all_of(choice.credits.begin(), choice.credits.end(), covered)) {
            same.push_back(std::move(choice));
        }
    }
    keep_same();
    for (auto& list : melds_) {
        std::sort(list.begin(), list.end(), [](const KalookiChoice& a, const KalookiChoice& b) {
            return a.play.result.order() < b.play.result.order();
        });
    }
}

// A meld may be laid smaller and grow later with freed jokers, or be laid with a joker that
// is moved or claimed later in the turn: then another meld counts to the opening.
std::vector<KalookiCredit> KalookiSearch::credits_of(const KalookiMeld& meld) const {
    const KalookiOptions& options = task_.options;
    const int points = kalooki_meld_points(options, meld);
    std::vector<KalookiCredit> credits{{meld.joker_count(), points, meld, false, false}};
    if (task_.lay_only) return credits;
    // The best for each number of jokers; apart those after which a joker is moved last.
    std::array<std::array<KalookiCredit, kJokers + 1>, 2> best{};
    const int most = std::min({task_.hand.jokers, options.max_jokers_per_meld, kJokers});
    auto offer = [&](int jokers, const KalookiMeld& laid) {
        if (jokers < 0 || jokers > most) return;
        KalookiCredit credit{jokers, kalooki_meld_points(options, laid), laid, false, false};
        credit.ends_with_move = !laid.is_set && jokers <= meld.joker_count() &&
                                kalooki_run_ends_with_move({laid, true}, meld);
        KalookiCredit& here = best[credit.ends_with_move][static_cast<std::size_t>(jokers)];
        if (credit.points > here.points) here = credit;
    };
    if (meld.is_set) {
        KalookiMeld part = meld;
        part.jokers = static_cast<std::uint16_t>(meld.jokers - 1);
        if (meld.size() == 4) offer(meld.jokers - 1, part);
        part = meld;
        part.suits &= static_cast<std::uint8_t>(meld.suits - 1);
        const bool enough = std::popcount(part.suits) >= options.min_naturals;
        if (meld.size() == 4 && enough) offer(meld.jokers, part);
    } else {
        const int first = options.move_joker ? 1 : meld.low;
        const int last = options.move_joker ? kHighAce : meld.high;
        KalookiMeld part = meld;
        for (int low = first; low + 2 <= last; ++low) {
            for (int high = low + 2; high <= last && high - low < meld.high - meld.low; ++high) {
                part.low = static_cast<std::uint8_t>(low);
                part.high = static_cast<std::uint8_t>(high);
                part.jokers = static_cast<std::uint16_t>(part.span() & ~meld.naturals());
                const int jokers = part.joker_count();
                if (part.size() - jokers < options.min_naturals) continue;
                if (kalooki_run_reaches(options, {part, true}, meld)) offer(jokers, part);
            }
        }
    }
    for (const auto& offers : best) {
        int above = 0;
        for (int jokers = 0; jokers <= most; ++jokers) {
            KalookiCredit credit = offers[static_cast<std::size_t>(jokers)];
            if (credit.points <= above) continue;
            above = credit.points;
            const bool fewer = jokers < credits[0].jokers && freed_most_ > 0;
            credit.only_to_end = !fewer && credit.points <= points;
            if (credit.only_to_end && (credit.ends_with_move || jokers > credits[0].jokers)) {
                continue;
            }
            credits.push_back(credit);
        }
    }
    return credits;
}

}  // namespace ginrummy
