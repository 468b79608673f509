#include "kalooki_search.hpp"

#include <algorithm>
#include <array>

namespace ginrummy {
namespace {

// The points of cards of one suit, an ace 11.
constexpr std::array<std::uint8_t, kSuitBits + 1> make_suit_points() {
    std::array<std::uint8_t, kSuitBits + 1> points{};
    for (SuitMask bits = 1; bits <= kSuitBits; ++bits) {
        const int rank = std::countr_zero(bits);
        const int card = rank == 0 ? 11 : std::min(rank + 1, 10);
        points[bits] = static_cast<std::uint8_t>(points[bits & (bits - 1)] + card);
    }
    return points;
}

constexpr std::array<std::uint8_t, kSuitBits + 1> kSuitPoints = make_suit_points();

constexpr Mask kAces = rank_cards(0);

}  // namespace

KalookiSearch::State KalookiSearch::after(const State& state, const KalookiPlay& play) const {
    State next = state;
    next.once = (state.once & ~(play.once & ~state.twice)) & ~play.twice;
    next.twice = state.twice & ~play.once;
    next.jokers -= play.jokers;
    return next;
}

KalookiSearch::State KalookiSearch::after_table(const State& state,
                                                const KalookiPlay& play) const {
    State next = after(state, play);
    next.kept |= last_of(play.jokers, play.ends_with_move);
    return next;
}

// What is known of the last move if the cards of one meld are played last: not if more
// jokers are freed than put in, for then a card is left.
unsigned KalookiSearch::last_of(int jokers, bool ends_with_move) const {
    if (!watch_last_ || jokers < 0) return 0;
    return ends_with_move ? kMovedLast : kCardLast;
}

bool KalookiSearch::applies(const KalookiPlay& play, const State& state) const {
    return play.jokers <= state.jokers && play.within(state.once, state.twice);
}

// No melds of these cards are worth more.
int KalookiSearch::most_points(const State& state) const {
    const int more = std::max(0, task_.options.ace_low_value - 11);
    int points = state.jokers * (11 + more);
    for (const Mask cards : {state.once, state.twice}) {
        for (int suit = 0; suit < kSuits; ++suit) points += kSuitPoints[suit_bits(cards, suit)];
        points += count(cards & kAces) * more;
    }
    return points;
}

// Leaves one copy of a card in the hand; false if the task forbids it.
bool KalookiSearch::leave(State& state, int face, std::int64_t& score) const {
    const Mask bit = card_bit(face);
    const bool first_of_two = (state.twice & bit) != 0;
    if (face == task_.taken && task_.must_use) {
        if (held_taken_ == 1 || (state.kept & kOneOfTwo) != 0) return false;
        state.kept |= kOneOfTwo;
    }
    if (watch_kept_) {
        const bool taken_alone =
            face == task_.taken && held_taken_ == 1 && (state.kept & kKeptMask) == 0;
        state.kept = (state.kept & ~kKeptMask) | (taken_alone ? kTakenOnly : kOthers);
    }
    (first_of_two ? state.twice : state.once) &= ~bit;
    score += left_score(kalooki_card_points(task_.options, face));
    return true;
}

std::int64_t KalookiSearch::leaf(const State& state) const {
    const int jokers = state.jokers;
    if (jokers < 0 || state.need > 0) return kNone;
    const bool joker_taken = task_.taken == kJokerFace;
    if (!task_.options.keep_in_hand) {
        // Freed jokers are played: no more of them stay than were held, and those of the
        // opening were held.
        if (jokers + state.opened > task_.hand.jokers - task_.owed) return kNone;
    }
    if (jokers == 0 && (state.kept & kKeptMask) == 0 && (state.kept & kLastMask) == kMovedLast) {
        return kNone;
    }
    if (joker_taken && task_.must_use && jokers >= held_taken_) return kNone;
    if (watch_kept_) {
        const unsigned kept = state.kept & kKeptMask;
        if (kept == 0 && jokers == 0 && task_.keep_one) return kNone;
        if (kept == kTakenOnly && jokers == 0) return kNone;
        if (kept == 0 && jokers == 1 && joker_taken && held_taken_ == 1) return kNone;
    }
    return left_score(task_.options.joker_value) * jokers;
}

// Leaves the cards that fit into no meld any more; false if the task forbids it.
bool KalookiSearch::skip_loose(State& state, std::int64_t& score) const {
    while (state.once != 0) {
        const int face = lowest(state.once);
        for (const KalookiChoice& choice : melds_[static_cast<std::size_t>(face)]) {
            if (applies(choice.play, state)) return true;
        }
        if (!leave(state, face, score)) return false;
    }
    return true;
}

// Calls use(choice, credit, next) for each way to meld the lowest card; `credit` is null
// for a meld that does not count to the opening.
template <class Use>
void KalookiSearch::each_choice(const State& state, Use use) const {
    for (const KalookiChoice& choice : melds_[static_cast<std::size_t>(lowest(state.once))]) {
        if (!applies(choice.play, state)) continue;
        const State next = after(state, choice.play);
        if (state.need > 0) {
            for (const KalookiCredit& credit : choice.credits) {
                if (credit.only_to_end && !watch_last_) continue;
                State counted = next;
                counted.need = std::max(0, state.need - credit.points);
                if (!task_.lay_only) counted.opened += credit.jokers;
                if (!(credit.laid == choice.play.result)) {
                    counted.kept |=
                        last_of(choice.play.jokers - credit.jokers, credit.ends_with_move);
                }
                if (counted.opened <= task_.hand.jokers) use(choice, &credit, counted);
            }
            // To keep for later what could open serves only to save jokers or to end with.
            if (task_.lay_only || (choice.play.jokers == 0 && !watch_last_)) continue;
        }
        State later = next;
        later.kept |= last_of(choice.play.jokers, false);
        use(choice, static_cast<const KalookiCredit*>(nullptr), later);
    }
}

std::int64_t KalookiSearch::best_melds(State state) {
    std::int64_t score = 0;
    if (!skip_loose(state, score)) return kNone;
    if (state.once == 0) {
        const std::int64_t end = leaf(state);
        return end == kNone ? kNone : score + end;
    }
    if (state.need > 0 && most_points(state) < state.need) return kNone;
    const std::uint64_t a = state.once | static_cast<std::uint64_t>(state.jokers) << 52 |
                            std::uint64_t{state.kept} << 56 |
                            static_cast<std::uint64_t>(state.opened) << 61;
    const std::uint64_t b = state.twice | static_cast<std::uint64_t>(state.need) << 52;
    bool fresh = false;
    const std::size_t at = meld_memo_.place(a, b, fresh);
    if (!fresh) {
        const std::int64_t known = meld_memo_.at(at);
        return known == kNone ? kNone : score + known;
    }
    std::int64_t best = kNone;
    each_choice(state, [&](const KalookiChoice& choice, const KalookiCredit*, const State& next) {
        const std::int64_t rest = best_melds(next);
        if (rest != kNone) best = std::max(best, laid_score(choice.play.points) + rest);
    });
    State without = state;
    std::int64_t cost = 0;
    if (leave(without, lowest(state.once), cost)) {
        const std::int64_t rest = best_melds(without);
        if (rest != kNone) best = std::max(best, cost + rest);
    }
    meld_memo_.set(a, b, best);
    return best == kNone ? kNone : score + best;
}

// Jokers may be owed to the hand for a while (a negative number): melds that free jokers are
// played before those that take them.
std::int64_t KalookiSearch::best_table(std::size_t meld, const State& state) {
    while (meld < table_.size() && table_[meld].empty()) ++meld;
    if (meld == table_.size()) return state.jokers < 0 ? kNone : best_melds(state);
    if (state.jokers + freed_later_[meld] < 0) return kNone;
    const std::uint64_t a = state.once | static_cast<std::uint64_t>(meld) << 52 |
                            static_cast<std::uint64_t>(state.jokers + 2 * kJokers) << 58;
    const std::uint64_t b = state.twice | std::uint64_t{state.kept} << 52;
    bool fresh = false;
    const std::size_t at = table_memo_.place(a, b, fresh);
    if (!fresh) return table_memo_.at(at);
    std::int64_t best = best_table(meld + 1, state);
    for (const KalookiPlay& play : table_[meld]) {
        if (!play.within(state.once, state.twice)) continue;
        if (play.jokers > state.jokers + freed_later_[meld + 1]) continue;
        const std::int64_t rest = best_table(meld + 1, after_table(state, play));
        if (rest != kNone) best = std::max(best, laid_score(play.points) + rest);
    }
    table_memo_.set(a, b, best);
    return best;
}

bool KalookiSearch::Found::moves_last() const {
    bool moved = false;
    for (const KalookiPlay* play : table) moved |= play && play->ends_with_move;
    for (const KalookiCredit* credit : credits) moved |= credit && credit->ends_with_move;
    return found && moved && left.size() == 0;
}

KalookiSearch::Found KalookiSearch::first_best(bool must_open, bool mind_last) {
    watch_last_ = mind_last;
    watch_kept_ = task_.keep_one || task_.taken >= 0 || mind_last;
    table_memo_.clear();
    meld_memo_.clear();
    State state;
    state.once = task_.hand.once;
    state.twice = task_.hand.twice;
    state.jokers = task_.hand.jokers;
    // Being down takes a meld, however few points are asked.
    if (must_open) state.need = std::max(1, task_.options.initial);
    Found found;
    found.score = best_table(0, state);
    found.found = found.score != kNone;
    if (!found.found) return found;
    follow_table(found, state);
    follow_melds(found, state);
    return found;
}

// The first plan by order among those with the best score: follow the choices in order.
void KalookiSearch::follow_table(Found& found, State& state) {
    std::int64_t score = found.score;
    for (std::size_t meld = 0; meld < table_.size(); ++meld) {
        found.table.push_back(nullptr);
        if (best_table(meld + 1, state) == score) continue;
        for (const KalookiPlay& play : table_[meld]) {
            if (!play.within(state.once, state.twice)) continue;
            if (play.jokers > state.jokers + freed_later_[meld + 1]) continue;
            const State next = after_table(state, play);
            const std::int64_t rest = score - laid_score(play.points);
            if (best_table(meld + 1, next) != rest) continue;
            found.table.back() = &play;
            state = next;
            score = rest;
            break;
        }
    }
}

void KalookiSearch::follow_melds(Found& found, State state) {
    std::int64_t score = best_melds(state);
    while (true) {
        const State before = state;
        std::int64_t cost = 0;
        skip_loose(state, cost);
        auto note_left = [&](const State& from, const State& to) {
            for (const Mask gone : {from.once & ~to.once, from.twice & ~to.twice}) {
                found.left.twice |= found.left.once & gone;
                found.left.once |= gone;
            }
        };
        note_left(before, state);
        score -= cost;
        if (state.once == 0) break;
        bool done = false;
        each_choice(state, [&](const KalookiChoice& choice, const KalookiCredit* credit,
                               const State& next) {
            const std::int64_t rest = score - laid_score(choice.play.points);
            if (done || best_melds(next) != rest) return;
            done = true;
            found.laid.push_back(&choice);
            found.credits.push_back(credit);
            state = next;
            score = rest;
        });
        if (done) continue;
        State without = state;
        cost = 0;
        leave(without, lowest(state.once), cost);
        note_left(state, without);
        score -= cost;
        state = without;
    }
    found.left.jokers = state.jokers;
}

}  // namespace ginrummy
