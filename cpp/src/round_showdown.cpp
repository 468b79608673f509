// The end of a round: spreads, layoffs and the result, by the engine or by the players.
#include <algorithm>

#include "ginrummy/deadwood.hpp"
#include "ginrummy/party.hpp"
#include "ginrummy/round.hpp"
#include "ginrummy/settle.hpp"

namespace ginrummy {

void Round::begin_showdown() {
    exposed_ |= 1u << knocker_;
    turn_ = knocker_;
    taken_ = drawn_ = kNoCard;
    if (rules().showdown == ShowdownMode::kManual) {
        phase_ = Phase::kLayDown;
    } else {
        settle_automatically();
    }
}

std::vector<std::pair<int, Mask>> Round::defenders() const {
    std::vector<std::pair<int, Mask>> found;
    for (int seat = next_seat(knocker_); seat != knocker_; seat = next_seat(seat)) {
        found.emplace_back(seat, hand(seat));
    }
    return found;
}

// The hands as they meet, what lies open being seen (b4).
Showdown Round::showdown() const {
    Showdown showdown;
    showdown.knocker = hand(knocker_);
    showdown.defender = hand(next_seat(knocker_));
    showdown.knock_card = setup_->limit_card;
    showdown.seen = thrown_ == kNoCard ? 0 : card_bit(thrown_);
    for (const std::uint8_t card : pile()) showdown.seen |= card_bit(card);
    return showdown;
}

void Round::settle_automatically() {
    const Showdown meeting = showdown();
    if (!rules().party) return finish_two_players(settle(rules(), meeting));
    const Arrangement spread =
        lay_down(rules(), meeting.knocker, meeting.seen, std::nullopt, meeting.knock_card);
    const Spread melds =
        read_spread({spread.melds.begin(), spread.melds.size()}, rules().run_mode);
    const bool layoffs = may_lay_off(rules(), spread.deadwood, big_gin_);
    exposed_ = (1u << setup_->players) - 1;
    finish(settle_party(rules(), setup_->players, knocker_, spread, big_gin_,
                        setup_->terms.multiplier,
                        defend_in_turn(rules(), melds, defenders(), layoffs)));
}

void Round::finish_two_players(const Settlement& settled) {
    const int defender = next_seat(knocker_);
    const std::array<int, 2> seats{knocker_, defender};
    const Score& score = settled.score;
    Result result;
    result.outcome = score.outcome;
    result.points = score.points;
    result.multiplier = score.multiplier;
    result.knocker = knocker_;
    result.knocker_deadwood = score.knocker_deadwood;
    result.spread = settled.spread;
    result.defenses.push_back({defender, settled.defense});
    if (score.winner != Side::kNobody) {
        result.winner = seats[static_cast<std::size_t>(score.winner)];
    }
    for (std::size_t i = 0; i < seats.size(); ++i) {
        result.scores[static_cast<std::size_t>(seats[i])] = score.scores[i];
        result.boxes[static_cast<std::size_t>(seats[i])] = score.boxes[i];
    }
    for (const Part& part : score.parts) {
        result.parts.push_back({result.winner, part.reason, part.points});
    }
    if (score.outcome != Outcome::kForfeit) exposed_ = (1u << setup_->players) - 1;
    finish(std::move(result));
}

Mask Round::unused(int seat) const {
    Mask cards = hand(seat);
    if (seat == knocker_) {
        for (const Mask meld : shown().spread) cards &= ~meld;
    }
    for (const SeatMeld& meld : shown().own) cards &= ~meld.mask;
    for (const SeatLaid& one : shown().laid) cards &= ~card_bit(one.card);
    return cards;
}

// The most deadwood that the knocker may leave: the limit, or his best count where an
// over-limit knock was accepted.
int Round::allowed_deadwood() const {
    const int best = deadwood(*rules().tables, hand(knocker_));
    if (big_gin_ || (rules().gin_forced && best == 0)) return 0;
    return std::max(setup_->terms.limit, best);
}

bool Round::layoffs_allowed() const {
    return may_lay_off(rules(), rules().tables->points(unused(knocker_)), big_gin_);
}

// A meld of the spread, with what has been laid on it if `grown`: by this defender, and
// by those before him where the order of turns counts (q6).
Meld Round::shown_meld(std::size_t i, int seat, bool grown) const {
    Mask cards = shown().spread[i];
    const bool in_turn =
        rules().party && rules().party->layoff_order == LayoffOrder::kTurn;
    if (grown) {
        for (const SeatLaid& one : shown().laid) {
            if (static_cast<std::size_t>(one.meld) == i && (in_turn || one.seat == seat)) {
                cards |= card_bit(one.card);
            }
        }
    }
    return require_meld(cards, rules().run_mode);
}

bool Round::fits(std::size_t meld, int card) const {
    const Meld onto = shown_meld(meld, turn_, rules().layoff_chain);
    return reach(onto, card_bit(card), rules().run_mode, false) != 0;
}

void Round::legal_lay_down(MoveList& out) const {
    const Tables& tables = *rules().tables;
    const Mask rest = unused(turn_);
    const int allowed = allowed_deadwood();
    HandMelds melds;
    melds_in(rest, rules().run_mode, melds);
    if (tables.points(rest) <= allowed) out.push(moves::kDone);
    const std::size_t first = out.size();
    for (const Mask meld : melds) {
        if (deadwood(tables, rest & ~meld) > allowed) continue;
        out.push(static_cast<Move>(moves::kMeld +
                                   meld_number(*find_meld(meld, rules().run_mode))));
    }
    std::sort(out.begin() + first, out.end());
}

void Round::legal_lay_off(MoveList& out) const {
    out.push(moves::kDone);
    const std::size_t first = out.size();
    const Mask rest = unused(turn_);
    HandMelds melds;
    melds_in(rest, rules().run_mode, melds);
    for (const Mask meld : melds) {
        out.push(static_cast<Move>(moves::kMeld +
                                   meld_number(*find_meld(meld, rules().run_mode))));
    }
    std::sort(out.begin() + first, out.end());
    if (!layoffs_allowed()) return;
    for (std::size_t i = 0; i < shown().spread.size(); ++i) {
        for (Mask cards = rest; cards != 0; cards &= cards - 1) {
            const int card = lowest(cards);
            if (!fits(i, card)) continue;
            out.push(static_cast<Move>(moves::kLayOff + kCards * static_cast<int>(i) + card));
        }
    }
}

Shown& Round::change_shown() {
    auto own = std::make_shared<Shown>(shown());
    Shown& changed = *own;
    shown_ = std::move(own);
    return changed;
}

void Round::lay_meld(int meld) {
    record(moves::kMeld + meld, kNoCard, true);
    const Mask cards = kAllMelds[static_cast<std::size_t>(meld)].mask;
    if (phase_ == Phase::kLayDown) {
        change_shown().spread.push(cards);
    } else {
        change_shown().own.push({static_cast<std::int8_t>(turn_), cards});
    }
}

void Round::lay_off(int meld, int card) {
    record(moves::kLayOff + kCards * meld + card, card, true);
    change_shown().laid.push({static_cast<std::int8_t>(turn_), static_cast<std::int8_t>(card),
                      static_cast<std::int8_t>(meld)});
}

void Round::done() {
    record(moves::kDone, kNoCard, true);
    turn_ = next_seat(turn_);
    phase_ = Phase::kLayOff;
    if (turn_ == knocker_) settle_as_laid();
}

void Round::settle_as_laid() {
    Arrangement spread;
    for (const Mask meld : shown().spread) spread.melds.push(meld);
    spread.unmelded = unused(knocker_);
    spread.deadwood = rules().tables->points(spread.unmelded);
    std::vector<SeatDefense> defenses;
    for (const auto& [seat, cards] : defenders()) {
        Defense defense;
        for (const SeatMeld& meld : shown().own) {
            if (meld.seat == seat) defense.melds.push(meld.mask);
        }
        for (const SeatLaid& one : shown().laid) {
            if (one.seat == seat) defense.laid.push({one.card, one.meld});
        }
        std::sort(defense.melds.begin(), defense.melds.end());
        std::sort(defense.laid.begin(), defense.laid.end(),
                  [](const Laid& a, const Laid& b) { return a.card < b.card; });
        defense.unmelded = unused(seat);
        defense.deadwood = rules().tables->points(defense.unmelded);
        defenses.push_back({seat, defense});
    }
    if (rules().party) {
        exposed_ = (1u << setup_->players) - 1;
        return finish(settle_party(rules(), setup_->players, knocker_, spread, big_gin_,
                                   setup_->terms.multiplier, std::move(defenses)));
    }
    Settlement settled;
    settled.limit = setup_->terms.limit;
    settled.spread = spread;
    settled.defense = defenses.front().defense;
    settled.score = score_counts(rules(), spread.deadwood, settled.defense.deadwood, big_gin_,
                                 setup_->terms.multiplier);
    finish_two_players(settled);
}

}  // namespace ginrummy
