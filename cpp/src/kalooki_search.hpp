// The search behind solve_kalooki: which melds are laid and what is done to each meld on
// the table. kalooki_plan.cpp puts what it finds in order.
#pragma once

#include <array>
#include <vector>

#include "ginrummy/kalooki.hpp"
#include "kalooki_memo.hpp"

namespace ginrummy {

// How a new meld may count to the opening: as it is, or as another meld that is laid first
// and becomes it later in the turn.
struct KalookiCredit {
    int jokers = 0;  // of the hand, in the meld laid
    int points = 0;
    KalookiMeld laid;
    bool ends_with_move = false;  // on the way from the one to the other
    bool only_to_end = false;     // no use but to have a card of the meld to play last
};

struct KalookiChoice {
    KalookiPlay play;
    std::vector<KalookiCredit> credits;  // to open; the first is the meld as it is
};

class KalookiSearch {
public:
    // `opening`: melds know what they count to the opening.
    KalookiSearch(const KalookiTask& task, bool opening);

    struct Found {
        bool found = false;
        std::vector<const KalookiPlay*> table;  // null: left as it is
        std::vector<const KalookiChoice*> laid;
        std::vector<const KalookiCredit*> credits;  // of each laid; null: after opening
        KalookiHand left;
        std::int64_t score = 0;

        // No card is left, and in some meld a joker is moved last.
        bool moves_last() const;
    };
    // The first of the best plans by order; `must_open`: of those that open (k2).
    Found best(bool must_open) {
        // That no joker is moved after the last card is rarely at stake.
        Found found = first_best(must_open, false);
        return found.moves_last() ? first_best(must_open, true) : found;
    }

private:
    static constexpr std::int64_t kNone = INT64_MIN / 4;  // the score of what cannot be

    struct State {
        Mask once = 0, twice = 0;  // cards about which nothing is decided
        int jokers = 0;
        int need = 0;    // points that are still missing to open
        int opened = 0;  // jokers of the hand in the melds that open
        unsigned kept = 0;
    };
    // State::kept: what is known of the cards left, as far as the task asks.
    static constexpr unsigned kTakenOnly = 1, kOthers = 2, kKeptMask = 3, kOneOfTwo = 4;
    // And whether a joker is moved last in some meld, and a card can be played after that.
    static constexpr unsigned kMovedLast = 8, kCardLast = 16, kLastMask = 24;

    Found first_best(bool must_open, bool mind_last);
    std::int64_t best_table(std::size_t meld, const State& state);
    std::int64_t best_melds(State state);
    std::int64_t leaf(const State& state) const;
    bool skip_loose(State& state, std::int64_t& score) const;
    bool leave(State& state, int face, std::int64_t& score) const;
    template <class Use>
    void each_choice(const State& state, Use use) const;
    bool applies(const KalookiPlay& play, const State& state) const;
    State after(const State& state, const KalookiPlay& play) const;
    State after_table(const State& state, const KalookiPlay& play) const;
    int most_points(const State& state) const;
    unsigned last_of(int jokers, bool ends_with_move) const;
    std::int64_t laid_score(int points) const { return point_weight_ * points; }
    std::int64_t left_score(int points) const { return -left_weight_ * points - card_weight_; }

    void list_table();
    void list_melds();
    std::vector<KalookiCredit> credits_of(const KalookiMeld& meld) const;
    void follow_table(Found& found, State& state);
    void follow_melds(Found& found, State state);

    const KalookiTask& task_;
    bool opening_;
    std::int64_t point_weight_ = 0, left_weight_ = 0, card_weight_ = 0;
    int held_taken_ = 0;  // copies of the taken face in the hand
    bool watch_kept_ = false;  // which cards are left
    bool watch_last_ = false;  // what is done last, in case that none is left
    int freed_most_ = 0;  // jokers that the table can give
    std::vector<std::vector<KalookiPlay>> table_;
    std::vector<int> freed_later_;  // by the melds from this one on
    std::array<std::vector<KalookiChoice>, kCards> melds_;  // by their first natural
    KalookiMemo& table_memo_;
    KalookiMemo& meld_memo_;
};

}  // namespace ginrummy
