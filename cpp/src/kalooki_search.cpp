#include "kalooki_search.hpp"

#include <algorithm>
#include <tuple>

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

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = a * 0x9e3779b97f4a7c15u ^ (b + 0x7f4a7c15u) * 0xc2b2ae3d27d4eb4fu;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

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

void KalookiMemo::clear() {
    if (entries_.empty()) entries_.resize(1u << 12);
    used_ = 0;
    if (++round_ == 0) {  // once in 2^32 rounds the marks are used up
        std::fill(entries_.begin(), entries_.end(), Entry{});
        round_ = 1;
    }
}

std::size_t KalookiMemo::place(std::uint64_t a, std::uint64_t b, bool& fresh) {
    if (used_ * 2 >= entries_.size()) grow();
    const std::size_t last = entries_.size() - 1;
    std::size_t at = mixed(a, b) & last;
    while (entries_[at].round == round_ && (entries_[at].a != a || entries_[at].b != b)) {
        at = (at + 1) & last;
    }
    fresh = entries_[at].round != round_;
    return at;
}

void KalookiMemo::set(std::uint64_t a, std::uint64_t b, std::int64_t score) {
    bool fresh = false;
    const std::size_t at = place(a, b, fresh);
    used_ += fresh;
    entries_[at] = {a, b, score, round_};
}

void KalookiMemo::grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    const std::uint32_t round = round_;
    for (const Entry& entry : old) {
        if (entry.round != round) continue;
        const std::size_t last = entries_.size() - 1;
        std::size_t at = mixed(entry.a, entry.b) & last;
        while (entries_[at].round == round) at = (at + 1) & last;
        entries_[at] = entry;
    }
}

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
        held_taken_ = task.hand.jokers;
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
    if (joker_taken && task_.must_use && jokers >= task_.hand.jokers) return kNone;
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
