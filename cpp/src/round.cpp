// What moves do to a round.
#include "ginrummy/round.hpp"

#include "ginrummy/deadwood.hpp"
#include "ginrummy/hash.hpp"
#include "ginrummy/settle.hpp"

namespace ginrummy {
namespace {

bool is_pat(const Setup& setup, int seat) {
    const Mask hand = setup.dealt[static_cast<std::size_t>(seat)];
    return deadwood(*setup.rules.tables, hand) <= setup.terms.limit;
}

}  // namespace

void Setup::prepare() {
    cards_each = rules.cards_each(players);
    rules.hand_size = cards_each;  // what a hand of this round has
    dealt.fill(0);
    for (int i = 0; i < cards_each * players; ++i) {
        const int seat = (dealer + 1 + i) % players;
        dealt[static_cast<std::size_t>(seat)] |= card_bit(deck[static_cast<std::size_t>(i)]);
    }
    const int next = cards_each * players;
    stock_start = rules.deal == Deal::kNoUpcard ? next : next + 1;
    limit_card =
        rules.deal == Deal::kUpcard ? deck[static_cast<std::size_t>(next)] : knock_card;
    terms = knock_terms(rules, limit_card);
    first_hash = rules_hash;
    for (const int number : {players, dealer, starter, knock_card}) {
        first_hash = fnv1a(first_hash, static_cast<std::uint8_t>(number));
    }
    for (const std::uint8_t card : deck) first_hash = fnv1a(first_hash, card);
}

Round::Round(std::shared_ptr<const Setup> setup) : setup_(std::move(setup)) {
    hands_ = setup_->dealt;
    stock_next_ = static_cast<std::size_t>(setup_->stock_start);
    hash_ = setup_->first_hash;
    turn_ = setup_->starter;
    const std::uint8_t next =
        setup_->deck[static_cast<std::size_t>(setup_->cards_each * setup_->players)];
    const Deal deal = rules().deal;
    switch (deal) {
        case Deal::kUpcard:
            pile_[pile_size_++] = next;
            phase_ = Phase::kUpcard;
            break;
        case Deal::kExtraCard:
            hands_[static_cast<std::size_t>(turn_)] |= card_bit(next);
            phase_ = Phase::kThrow;
            break;
        case Deal::kNoUpcard: phase_ = Phase::kDraw; break;
    }
    if (rules().misdeal != Misdeal::kPatHand) return;
    for (int seat = 0; seat < setup_->players; ++seat) {
        if (deal == Deal::kExtraCard && seat == turn_) continue;
        if (is_pat(*setup_, seat)) {
            finish(Outcome::kMisdeal);
            return;
        }
    }
}

bool Round::may_claim() const {
    if (rules().misdeal != Misdeal::kClaim || begun_) return false;
    if (rules().deal == Deal::kExtraCard && turn_ == setup_->starter) return false;
    return is_pat(*setup_, turn_);
}

std::vector<Event>& Round::own_events() {
    if (events_.use_count() > 1) {
        auto own = std::make_shared<std::vector<Event>>();
        own->reserve(events_->size() + 16);
        own->assign(events_->begin(), events_->end());
        events_ = std::move(own);
    }
    return *events_;
}

void Round::record(int move, int card, bool open) {
    const auto code = static_cast<Move>(move);
    own_events().push_back({code, static_cast<std::int8_t>(turn_), static_cast<std::int8_t>(card),
                       open});
    hash_ = fnv1a(fnv1a(hash_, static_cast<std::uint8_t>(code)),
                  static_cast<std::uint8_t>(code >> 8));
}

void Round::apply(int move) {
    if (moves::is_discard(move)) return discard(move - moves::kDiscard);
    if (moves::is_knock(move)) return knock(move - moves::kKnock);
    if (moves::is_meld(move)) return lay_meld(move - moves::kMeld);
    if (moves::is_lay_off(move)) {
        return lay_off((move - moves::kLayOff) / kCards, (move - moves::kLayOff) % kCards);
    }
    switch (move) {
        case moves::kPass:
            record(move, kNoCard, true);
            if (phase_ != Phase::kUpcard) return finish(Outcome::kDead);
            if (++passes_ < setup_->players) {
                turn_ = next_seat(turn_);
            } else {
                turn_ = setup_->starter;
                phase_ = Phase::kDraw;
                must_draw_ = true;
            }
            return;
        case moves::kTake: return take_from_pile();
        case moves::kDraw: return draw_from_stock();
        case moves::kBigGin:
            record(move, kNoCard, true);
            ++turns_;
            big_gin_ = true;
            knocker_ = turn_;
            return begin_showdown();
        case moves::kDone: return done();
        case moves::kClaim:
            record(move, kNoCard, true);
            return finish(Outcome::kMisdeal);
        case moves::kAccept:
            record(move, kNoCard, true);
            return begin_showdown();
        default:  // kRefuse
            record(move, kNoCard, true);
            // The throw turns face up; the hand stays open and play goes on (b6).
            for (Event& event : own_events()) event.open |= moves::is_knock(event.move);
            pile_[pile_size_++] = static_cast<std::uint8_t>(thrown_);
            turn_ = knocker_;
            knocker_ = kNoSeat;
            thrown_ = kNoCard;
            return after_throw();
    }
}

void Round::take_from_pile() {
    const int card = pile_[--pile_size_];
    record(moves::kTake, card, true);
    at_wall_ = phase_ == Phase::kWall;
    hands_[static_cast<std::size_t>(turn_)] |= card_bit(card);
    taken_ = card;
    begun_ = true;
    phase_ = Phase::kThrow;
}

void Round::draw_from_stock() {
    const int card = setup_->deck[stock_next_++];
    record(moves::kDraw, card, false);
    hands_[static_cast<std::size_t>(turn_)] |= card_bit(card);
    begun_ = true;
    last_draw_ = stock_count() <= rules().wall_stock;
    if (last_draw_ && rules().wall == Wall::kImmediate) return finish(Outcome::kDead);
    drawn_ = card;
    phase_ = Phase::kThrow;
}

void Round::discard(int card) {
    record(moves::kDiscard + card, card, true);
    hands_[static_cast<std::size_t>(turn_)] &= ~card_bit(card);
    pile_[pile_size_++] = static_cast<std::uint8_t>(card);
    ++turns_;
    last_draw_card_ = drawn_;
    after_throw();
}

void Round::after_throw() {
    if (last_draw_ && rules().wall == Wall::kAfterDiscard) return finish(Outcome::kDead);
    if (last_draw_ && rules().wall == Wall::kFiftiethCard) return pass_turn(Phase::kWall);
    if (rules().max_turns && turns_ >= *rules().max_turns) return finish(Outcome::kCapped);
    pass_turn(Phase::kDraw);
}

void Round::pass_turn(Phase phase) {
    turn_ = next_seat(turn_);
    taken_ = drawn_ = kNoCard;
    must_draw_ = last_draw_ = false;
    phase_ = phase;
    const bool can_draw = stock_count() > rules().wall_stock;
    if (phase == Phase::kDraw && pile_size_ == 0 && !can_draw && rules().wall != Wall::kPlayOn) {
        finish(Outcome::kDead);
    }
}

void Round::knock(int card) {
    record(moves::kKnock + card, card, false);
    Mask& hand = hands_[static_cast<std::size_t>(turn_)];
    hand &= ~card_bit(card);
    ++turns_;
    knocker_ = turn_;
    thrown_ = card;
    last_draw_card_ = drawn_;
    if (deadwood(*rules().tables, hand) <= setup_->terms.limit) return begin_showdown();
    exposed_ |= 1u << knocker_;
    if (rules().over_limit == OverLimit::kForfeit) {
        return finish_two_players(settle(rules(), showdown()));
    }
    phase_ = Phase::kAnswer;
    taken_ = drawn_ = kNoCard;
    turn_ = next_seat(turn_);
}

void Round::finish(Outcome outcome) {
    Result result;
    result.outcome = outcome;
    result.multiplier = setup_->terms.multiplier;
    finish(std::move(result));
}

void Round::finish(Result result) {
    result_ = std::make_shared<const Result>(std::move(result));
    phase_ = Phase::kOver;
    turn_ = kNoSeat;
    taken_ = drawn_ = kNoCard;
}

void Round::play(int move) {
    if (over()) throw Fault("RoundOver", "the round is over: no move can be played");
    if (!is_legal(move)) throw Fault("IllegalMove", why_not(move));
    apply(move);
}

Move Round::undo() {
    if (events_->empty()) throw Fault("NothingToUndo", "no move has been played yet");
    // Rounds are short and moves quick, so playing the rest again beats keeping the past.
    Round again(setup_);
    again.events_->reserve(events_->size());
    for (std::size_t i = 0; i + 1 < events_->size(); ++i) again.apply((*events_)[i].move);
    const Move undone = events_->back().move;
    *this = std::move(again);
    return undone;
}

}  // namespace ginrummy
