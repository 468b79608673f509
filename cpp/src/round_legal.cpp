// Which moves are legal, and why another is not.
#include <algorithm>
#include <string>

#include "ginrummy/deadwood.hpp"
#include "ginrummy/round.hpp"

namespace ginrummy {

bool Round::big_gin(Mask hand) const {
    return rules().big_gin && deadwood(*rules().tables, hand) == 0;
}

bool Round::may_throw(int card) const {
    if ((hand(turn_) & card_bit(card)) == 0) return false;
    return card != taken_ || rules().may_discard_taken || at_wall_;
}

bool Round::may_take_at_wall() const {
    const int top = pile_[pile_size_ - 1];
    if (rules().fiftieth_scope == FiftiethScope::kSameCard && top != last_draw_card_) return false;
    const Mask hand_with = hand(turn_) | card_bit(top);
    if (big_gin(hand_with)) return true;
    for (Mask rest = hand_with; rest != 0; rest &= rest - 1) {
        const Mask kept = hand_with ^ (rest & -rest);
        if (deadwood(*rules().tables, kept) <= setup_->terms.limit) return true;
    }
    return false;
}

void Round::legal_throws(MoveList& out) const {
    const Tables& tables = *rules().tables;
    const Mask held = hand(turn_);
    const int limit = setup_->terms.limit;
    // With the extra card of an 11-10 deal, or after a draw, there is one card too many.
    Mask throws = held;
    if (taken_ != kNoCard && !may_throw(taken_)) throws ^= card_bit(taken_);
    Mask knocks = 0, gins = 0;
    for (Mask rest = throws; rest != 0; rest &= rest - 1) {
        const Mask bit = rest & -rest;
        const int left = deadwood(tables, held ^ bit);
        if (left <= limit) knocks |= bit;
        if (left == 0) gins |= bit;
    }
    const bool big = big_gin(held);
    Mask discards = at_wall_ ? 0 : throws;
    if (rules().over_limit != OverLimit::kIllegal && !at_wall_) knocks = throws;
    if (rules().gin_forced && (gins != 0 || big)) {
        discards = 0;
        knocks = gins;
    }
    if (big) out.push(moves::kBigGin);
    for (; discards != 0; discards &= discards - 1) {
        out.push(static_cast<Move>(moves::kDiscard + lowest(discards)));
    }
    for (; knocks != 0; knocks &= knocks - 1) {
        out.push(static_cast<Move>(moves::kKnock + lowest(knocks)));
    }
}

void Round::legal_moves(MoveList& out) const {
    out.clear();
    switch (phase_) {
        case Phase::kUpcard:
            out.push(moves::kPass);
            out.push(moves::kTake);
            if (may_claim()) out.push(moves::kClaim);
            return;
        case Phase::kDraw: {
            const bool can_draw = stock_count() > rules().wall_stock;
            if (!can_draw && rules().wall == Wall::kPlayOn) out.push(moves::kPass);
            if (pile_size_ > 0 && !must_draw_) out.push(moves::kTake);
            if (can_draw) out.push(moves::kDraw);
            if (may_claim()) out.push(moves::kClaim);
            return;
        }
        case Phase::kThrow: return legal_throws(out);
        case Phase::kWall:
            out.push(moves::kPass);
            if (may_take_at_wall()) out.push(moves::kTake);
            return;
        case Phase::kAnswer:
            out.push(moves::kAccept);
            out.push(moves::kRefuse);
            return;
        case Phase::kLayDown: return legal_lay_down(out);
        case Phase::kLayOff: return legal_lay_off(out);
        case Phase::kOver: return;
    }
}

bool Round::is_legal(int move) const {
    // The commonest moves need no look at the hand.
    if (phase_ == Phase::kThrow && moves::is_discard(move) && !rules().gin_forced && !at_wall_) {
        return may_throw(move - moves::kDiscard);
    }
    MoveList legal;
    legal_moves(legal);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
}

namespace {

// The text of a move, as ginrummy.moves writes it.
std::string move_text(int move) {
    if (moves::is_discard(move)) return std::string("discard ") + card_text(move - moves::kDiscard);
    if (moves::is_knock(move)) return std::string("knock ") + card_text(move - moves::kKnock);
    if (moves::is_meld(move)) {
        return std::string("meld ") + cards_text(kAllMelds[static_cast<std::size_t>(move - moves::kMeld)].mask);
    }
    if (moves::is_lay_off(move)) {
        const int on = move - moves::kLayOff;
        return std::string("lay off ") + card_text(on % kCards) + " on " + std::to_string(on / kCards);
    }
    switch (move) {
        case moves::kPass: return "pass";
        case moves::kTake: return "take";
        case moves::kDraw: return "draw";
        case moves::kBigGin: return "big gin";
        case moves::kDone: return "done";
        case moves::kClaim: return "claim misdeal";
        case moves::kAccept: return "accept";
        default: return "refuse";
    }
}

std::string turned_down(Phase phase, int move) {
    const char* doing = "";
    switch (phase) {
        case Phase::kUpcard: doing = "the upcard is offered: take it or pass (a6)"; break;
        case Phase::kDraw: doing = "a card must be drawn or taken first (a6)"; break;
        case Phase::kThrow: doing = "a card must be thrown, or the hand ended"; break;
        case Phase::kWall:
            doing = "at the wall the discard may be taken to knock, or passed (w1)";
            break;
        case Phase::kAnswer: doing = "the knock over the limit must be accepted or refused (b6)"; break;
        case Phase::kLayDown: doing = "the knocker lays down his melds (b4)"; break;
        case Phase::kLayOff: doing = "the defender melds and lays off (c1)"; break;
        case Phase::kOver: doing = "the round is over"; break;
    }
    std::string text = "'";
    return text.append(move_text(move)).append("' is not legal: ").append(doing);
}

}  // namespace

std::string Round::why_not(int move) const {
    if (move < 0 || move >= moves::kEnd) {
        return std::to_string(move) + " is the code of no move";
    }
    const std::string general = turned_down(phase_, move);
    const auto& limit = setup_->terms.limit;
    if (phase_ == Phase::kThrow && (moves::is_discard(move) || moves::is_knock(move))) {
        const bool plain = moves::is_discard(move);
        const int card = move - (plain ? moves::kDiscard : moves::kKnock);
        const std::string text = card_text(card);
        if ((hand(turn_) & card_bit(card)) == 0) return text + " is not in the hand";
        if (!may_throw(card)) return text + " was just taken from the pile: it may not be thrown (a7)";
        if (plain && at_wall_) {
            return text + ": the discard was taken at the wall, only to knock (w1)";
        }
        if (rules().gin_forced && (plain || deadwood(*rules().tables, hand(turn_) ^ card_bit(card)) > 0)) {
            MoveList legal;
            legal_moves(legal);
            const int first = legal[0];
            if (first == moves::kBigGin || moves::is_knock(first)) {
                return text + ": the hand can be gin, which is forced (b5)";
            }
        }
        if (!plain) {
            return "a knock throwing " + text + " leaves " +
                   std::to_string(deadwood(*rules().tables, hand(turn_) ^ card_bit(card))) +
                   ", over the limit of " + std::to_string(limit) + " (b1)";
        }
    }
    if (phase_ == Phase::kThrow && move == moves::kBigGin) {
        if (!rules().big_gin) return "these rules have no big gin (d4)";
        return "big gin needs every card melded; " +
               std::to_string(deadwood(*rules().tables, hand(turn_))) + " is left (d4)";
    }
    if (phase_ == Phase::kDraw && move == moves::kTake) {
        if (must_draw_) return "everybody passed the upcard: draw from the stock (a6)";
        if (pile_size_ == 0) return "the pile is empty (o6)";
    }
    if (phase_ == Phase::kDraw && move == moves::kDraw) {
        return "the last " + std::to_string(stock_count()) + " cards of the stock are not drawn (w1)";
    }
    if (phase_ == Phase::kWall && move == moves::kTake) {
        return card_text(pile_[pile_size_ - 1]) +
               " may be taken at the wall only to knock with it at once (w1)";
    }
    if (move == moves::kClaim) return "there is no misdeal to claim (a9)";
    if (phase_ == Phase::kLayDown && move == moves::kDone) {
        return std::to_string(rules().tables->points(unused(turn_))) +
               " would be left, and at most " + std::to_string(allowed_deadwood()) +
               " may be (b4)";
    }
    if ((phase_ == Phase::kLayDown || phase_ == Phase::kLayOff) && moves::is_meld(move)) {
        const Mask meld = kAllMelds[static_cast<std::size_t>(move - moves::kMeld)].mask;
        if ((meld & ~unused(turn_)) != 0) return quoted(meld) + " is not in the hand";
        if (!find_meld(meld, rules().run_mode)) {
            return quoted(meld) + " is no meld under these rules (t1)";
        }
        return quoted(meld) + " would leave more than the limit allows (b4)";
    }
    if (phase_ == Phase::kLayOff && moves::is_lay_off(move)) {
        const int card = (move - moves::kLayOff) % kCards;
        if ((unused(turn_) & card_bit(card)) == 0) return card_text(card) + " is not in the hand";
        if (!layoffs_allowed()) return card_text(card).append(rules().layoffs ? ": nothing is laid off on gin (b7)"
                                                          : ": nothing is laid off here");
        return card_text(card) + " does not fit that meld (c2, c4)";
    }
    return general;
}

}  // namespace ginrummy
