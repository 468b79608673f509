// The lean loop: rounds of two players with an automatic showdown, on masks alone. It
// repeats what Round and the policies do, move for move, without lists, events or memory
// from the heap; tests compare the moves. Included by simulate_lean.cpp alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ginrummy/simulate.hpp"
#include "lean_rules.hpp"
#include "lean_words.hpp"

namespace ginrummy {

// `Machine` is the path: it makes blocks of random words and finds the n-th bit of a mask.
template <class Machine, class Trace>
class LeanRound {
public:
    GINRUMMY_INLINE LeanRound(const LeanRules& law, Trace& trace, Played& played)
        : law_(law), words_(law.input), trace_(trace), played_(played) {}

    GINRUMMY_INLINE void play(std::uint64_t number, int dealer) {
        played_ = {};
        played_.dealer = dealer;
        if (deal(number)) run();
        played_.turns = turns_;
    }

private:
    // Cards, limit and misdeal as Setup and Round do; false if the round ends with that.
    GINRUMMY_INLINE bool deal(std::uint64_t number) {
        const int second = words_.deal(law_, number, deck_);
        starter_ = turn_ = 1 - played_.dealer;
        const int size = law_.hand_size;
        hands_ = {};
        for (int i = 0; i < 2 * size; i += 2) {
            hands_[static_cast<std::size_t>(turn_)] |= card_bit(deck_[static_cast<std::size_t>(i)]);
            hands_[static_cast<std::size_t>(1 - turn_)] |=
                card_bit(deck_[static_cast<std::size_t>(i) + 1]);
        }
        dealt_ = hands_;
        next_ = 2 * size;
        limit_card_ = second;
        pile_size_ = turns_ = 0;
        got_ = kNoCard;
        barred_ = 0;
        begun_ = under_way_ = must_draw_ = last_draw_ = at_wall_ = false;
        had_ = {};
        switch (law_.rules.deal) {
            case Deal::kUpcard:
                limit_card_ = deck_[static_cast<std::size_t>(next_++)];
                pile_[pile_size_++] = static_cast<std::uint8_t>(limit_card_);
                phase_ = Phase::kUpcard;
                break;
            case Deal::kExtraCard:
                hands_[static_cast<std::size_t>(turn_)] |=
                    card_bit(deck_[static_cast<std::size_t>(next_++)]);
                phase_ = Phase::kThrow;
                break;
            case Deal::kNoUpcard: phase_ = Phase::kDraw; break;
        }
        limit_ = law_.rules.knock_limit;
        if (law_.rules.limit_source != LimitSource::kFixed) {
            const KnockTerms terms = knock_terms(law_.rules, limit_card_);
            limit_ = terms.limit;
            played_.multiplier = terms.multiplier;
        }
        if (law_.rules.misdeal != Misdeal::kPatHand) return true;
        if (!is_pat(0) && !is_pat(1)) return true;
        played_.outcome = Outcome::kMisdeal;
        return false;
    }

    // Has a dealt hand, not of eleven cards, no more than the limit (a9)?
    GINRUMMY_INLINE bool is_pat(int seat) const {
        if (law_.rules.deal == Deal::kExtraCard && seat == starter_) return false;
        return deadwood(*law_.rules.tables, dealt_[static_cast<std::size_t>(seat)]) <= limit_;
    }

    GINRUMMY_INLINE void run() {
        if (phase_ == Phase::kUpcard && !offer_upcard()) return;
        for (;;) {
            if (phase_ == Phase::kDraw && law_.plain && under_way_) trade_cards();
            if (phase_ == Phase::kDraw) {
                if (!draw()) return;
            } else if (phase_ == Phase::kWall) {
                if (!decide_at_wall()) return;
            }
            if (!throw_card()) return;
        }
    }

    GINRUMMY_INLINE bool simple() const {
        return law_.policies[static_cast<std::size_t>(turn_)] == Policy::kSimple;
    }
    GINRUMMY_INLINE Mask& hand() { return hands_[static_cast<std::size_t>(turn_)]; }

    // One of n, each as likely; a single choice takes no word.
    GINRUMMY_INLINE std::uint32_t choose(int n) {
        return n == 1 ? 0 : words_.below(turn_, static_cast<std::uint32_t>(n));
    }

    bool end(Outcome outcome) {
        played_.outcome = outcome;
        return false;
    }

    GINRUMMY_INLINE bool may_claim() const {
        return law_.rules.misdeal == Misdeal::kClaim && !begun_ && is_pat(turn_);
    }
    bool claim() {
        trace_(moves::kClaim);
        return end(Outcome::kMisdeal);
    }

    GINRUMMY_INLINE bool offer_upcard() {
        for (int passes = 0; passes < 2; ++passes) {
            const bool claimable = may_claim();
            std::uint32_t choice;
            if (simple()) {
                choice = law_.wants(hand(), pile_[0]);
            } else {
                choice = choose(2 + claimable);
            }
            if (choice == 1) {
                take();
                return true;
            }
            if (choice == 2) return claim();
            trace_(moves::kPass);
            turn_ = 1 - turn_;
        }
        phase_ = Phase::kDraw;
        must_draw_ = true;
        return true;
    }

    GINRUMMY_INLINE bool draw() {
        if (next_ >= law_.stock_end || !under_way_) [[unlikely]] return draw_rarely();
        const int top = pile_[pile_size_ - 1];
        const int takes = simple() ? law_.wants(hand(), top) : 1 - words_.coin(turn_);
        trace_(takes ? moves::kTake : moves::kDraw);
        // No branch: a random player's choice would be guessed wrong every other time.
        const int below = deck_[static_cast<std::size_t>(next_)];
        const int card = top * takes + below * (1 - takes);
        got_ = card;
        barred_ = static_cast<Mask>(takes) << card & law_.barring;
        pile_size_ -= takes;
        next_ += 1 - takes;
        hand() |= card_bit(card);
        return drawn(!takes);
    }

    // The same where other moves than these two may be legal, or one of them is not.
    bool draw_rarely() {
        const bool can_draw = next_ < law_.stock_end;
        const bool can_take = pile_size_ > 0 && !must_draw_;
        const bool can_pass = !can_draw && law_.rules.wall == Wall::kPlayOn;
        const bool claimable = may_claim();
        if (!can_draw && !can_take && !can_pass) return end(Outcome::kDead);
        int move;
        if (simple()) {
            move = can_draw ? moves::kDraw : can_pass ? moves::kPass : moves::kTake;
            if (can_take && law_.wants(hand(), pile_[pile_size_ - 1])) move = moves::kTake;
        } else {
            std::array<int, 4> legal{};
            int n = 0;
            if (can_pass) legal[static_cast<std::size_t>(n++)] = moves::kPass;
            if (can_take) legal[static_cast<std::size_t>(n++)] = moves::kTake;
            if (can_draw) legal[static_cast<std::size_t>(n++)] = moves::kDraw;
            if (claimable) legal[static_cast<std::size_t>(n++)] = moves::kClaim;
            move = legal[choose(n)];
        }
        switch (move) {
            case moves::kPass: trace_(moves::kPass); return end(Outcome::kDead);
            case moves::kClaim: return claim();
            case moves::kTake: take(); return true;
            default: return draw_from_stock();
        }
    }

    // The plain turns of two random players, which are nearly all of a round between them,
    // with the state in registers. Leaves off where the stock or the cap is near, or after a
    // draw with which a knock may be legal.
    GINRUMMY_INLINE void trade_cards() {
        Mask mine = hand(), other = hands_[static_cast<std::size_t>(1 - turn_)];
        int turn = turn_, next = next_, size = pile_size_, turns = turns_;
        int top = pile_[size - 1];
        const int limit = limit_, last_next = law_.stock_end - 1, last_turn = law_.max_turns - 1;
        while (next < last_next && turns < last_turn) {
            const int takes = 1 - words_.coin(turn);
            trace_(takes ? moves::kTake : moves::kDraw);
            const int below = deck_[static_cast<std::size_t>(next)];
            const int card = top * takes + below * (1 - takes);
            next += 1 - takes;
            size -= takes;
            mine |= card_bit(card);
            const Mask barred = static_cast<Mask>(takes) << card & law_.barring;
            const ThrowTable::Bound bound = law_.throws.bound(mine);
            if (bound.points <= limit || bound.whole <= 0) [[unlikely]] {
                got_ = card;
                barred_ = barred;
                phase_ = Phase::kThrow;
                break;
            }
            const auto n = static_cast<std::uint32_t>(law_.hand_size + 1 - (barred != 0));
            top = Machine::nth_bit(mine & ~barred, words_.below(turn, n));
            trace_(moves::kDiscard + top);
            mine ^= card_bit(top);
            pile_[size++] = static_cast<std::uint8_t>(top);
            ++turns;
            turn = 1 - turn;
            std::swap(mine, other);
        }
        hands_[static_cast<std::size_t>(turn)] = mine;
        hands_[static_cast<std::size_t>(1 - turn)] = other;
        turn_ = turn;
        next_ = next;
        pile_size_ = size;
        turns_ = turns;
    }

    GINRUMMY_INLINE void take() {
        trace_(moves::kTake);
        got_ = pile_[--pile_size_];
        barred_ = card_bit(got_) & law_.barring;
        hand() |= card_bit(got_);
        drawn(false);
    }

    bool draw_from_stock() {
        trace_(moves::kDraw);
        got_ = deck_[static_cast<std::size_t>(next_++)];
        barred_ = 0;
        hand() |= card_bit(got_);
        return drawn(true);
    }

    GINRUMMY_INLINE bool drawn(bool from_stock) {
        begun_ = true;
        last_draw_ = from_stock && next_ >= law_.stock_end;
        if (last_draw_ && law_.rules.wall == Wall::kImmediate) return end(Outcome::kDead);
        phase_ = Phase::kThrow;
        return true;
    }

    bool decide_at_wall() {
        // The last draw was from the stock, so `got_` is what the thrower had drawn.
        const int top = pile_[pile_size_ - 1];
        bool may_take = law_.rules.fiftieth_scope == FiftiethScope::kAnyDiscard || top == got_;
        if (may_take) {
            const LeastThrow least = law_.throws.least(hand() | card_bit(top));
            may_take = least.points <= limit_ || (law_.rules.big_gin && least.whole == 0);
        }
        if (may_take && (simple() || choose(2) == 1)) {
            take();
            at_wall_ = true;
            barred_ = 0;
            return true;
        }
        trace_(moves::kPass);
        return end(Outcome::kDead);
    }

    // A throw, a knock or big gin; false when the round is over.
    GINRUMMY_INLINE bool throw_card() {
        const Mask held = hand();
        return simple() ? throw_simply(held, held & ~barred_) : throw_randomly(held);
    }

    GINRUMMY_INLINE bool throw_randomly(Mask held) {
        const ThrowTable::Bound bound = law_.throws.bound(held);
        if (bound.points <= limit_ || bound.whole <= 0 || at_wall_ || law_.oversteps) [[unlikely]] {
            return throw_or_knock(held, held & ~barred_);
        }
        const int n = law_.hand_size + 1 - (barred_ != 0);
        return discard(Machine::nth_bit(held & ~barred_, choose(n)));
    }

    // The legal moves in order of their codes: big gin, the throws, the knocks.
    GINRUMMY_NOINLINE bool throw_or_knock(Mask held, Mask throws) {
        LeanRules::Throws legal;
        const LeastThrow least = law_.throws.least(held);
        if (least.points > limit_ && least.whole > 0 && !law_.oversteps) {
            legal.discards = throws;
        } else {
            legal = law_.legal_throws(held, throws, limit_, at_wall_);
        }
        const int discards = count(legal.discards);
        std::uint32_t choice = choose(legal.big_gin + discards + count(legal.knocks));
        if (legal.big_gin && choice-- == 0) return big_gin();
        if (choice < static_cast<std::uint32_t>(discards)) {
            return discard(Machine::nth_bit(legal.discards, choice));
        }
        return knock(Machine::nth_bit(legal.knocks, choice - static_cast<std::uint32_t>(discards)));
    }

    GINRUMMY_INLINE bool throw_simply(Mask held, Mask throws) {
        LeastThrow least = law_.throws.least(held);
        if (least.whole == 0 && law_.rules.big_gin) return big_gin();
        if (least.points <= limit_) {
            if ((least.cards & throws) == 0) least = law_.least_of(held, throws);
            if (least.points <= limit_) return knock(pick(least.cards & throws));
        }
        if (got_ == kNoCard) return discard(pick(least.cards));
        // For a card that the seat gets again it may not throw again what it threw for it.
        const auto seat = static_cast<std::size_t>(turn_);
        Mask& had = had_[seat];
        Mask& thrown_for = thrown_for_[seat][static_cast<std::size_t>(got_)];
        if ((had & card_bit(got_)) == 0) thrown_for = 0;
        had |= card_bit(got_);
        Mask fresh = throws & ~thrown_for;
        if (fresh == 0) fresh = throws;
        if ((least.cards & fresh) == 0) least = law_.least_of(held, fresh);
        const int card = pick(least.cards & fresh);
        thrown_for |= card_bit(card);
        return discard(card);
    }

    GINRUMMY_INLINE int pick(Mask cards) {
        const int n = count(cards);
        return n == 1 ? lowest(cards) : Machine::nth_bit(cards, choose(n));
    }

    GINRUMMY_INLINE bool discard(int card) {
        trace_(moves::kDiscard + card);
        hand() ^= card_bit(card);
        pile_[pile_size_++] = static_cast<std::uint8_t>(card);
        ++turns_;
        return after_throw();
    }

    GINRUMMY_INLINE bool after_throw() {
        turn_ = 1 - turn_;
        must_draw_ = false;
        under_way_ = begun_;
        phase_ = Phase::kDraw;
        if (last_draw_) [[unlikely]] {
            last_draw_ = false;
            if (law_.rules.wall == Wall::kAfterDiscard) return end(Outcome::kDead);
            if (law_.rules.wall == Wall::kFiftiethCard) {
                phase_ = Phase::kWall;
                return true;
            }
        }
        return turns_ < law_.max_turns || end(Outcome::kCapped);
    }

    GINRUMMY_NOINLINE bool big_gin() {
        trace_(moves::kBigGin);
        ++turns_;
        return show_down(kNoCard);
    }

    GINRUMMY_NOINLINE bool knock(int card) {
        trace_(moves::kKnock + card);
        hand() ^= card_bit(card);
        ++turns_;
        const bool over = deadwood(*law_.rules.tables, hand()) > limit_;
        if (over && law_.rules.over_limit == OverLimit::kAcceptOrRefuse) {
            turn_ = 1 - turn_;
            const bool refused = !simple() && choose(2) == 1;
            trace_(refused ? moves::kRefuse : moves::kAccept);
            turn_ = 1 - turn_;
            if (refused) {
                pile_[pile_size_++] = static_cast<std::uint8_t>(card);
                return after_throw();
            }
        }
        return show_down(card);
    }

    bool show_down(int thrown) {
        LeanRules::Meeting meeting;
        meeting.knocker = turn_;
        meeting.hand = hand();
        meeting.defender = hands_[static_cast<std::size_t>(1 - turn_)];
        meeting.limit_card = limit_card_;
        meeting.limit = limit_;
        meeting.seen = thrown == kNoCard ? 0 : card_bit(thrown);
        for (int i = 0; i < pile_size_; ++i) meeting.seen |= card_bit(pile_[i]);
        law_.settle(meeting, played_);
        return false;
    }

    const LeanRules& law_;
    LeanWords<Machine> words_;
    Trace& trace_;
    Played& played_;
    Deck deck_;
    std::array<Mask, 2> hands_, dealt_;
    std::array<Mask, 2> had_;  // what each seat has drawn or taken so far
    std::array<std::array<Mask, kCards>, 2> thrown_for_;  // what for that, where `had_` says so
    Mask barred_;  // the card just taken, where it may not be thrown (a7)
    std::uint8_t pile_[kCards];
    int pile_size_, next_, turn_, starter_, turns_, limit_, limit_card_;
    int got_;  // drawn or taken last
    Phase phase_;
    bool begun_;      // a card has been drawn or taken
    bool under_way_;  // and thrown: there is no misdeal to claim, and there is a pile
    bool must_draw_, last_draw_, at_wall_;
};

}  // namespace ginrummy
