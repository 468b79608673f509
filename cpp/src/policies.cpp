#include "policies.hpp"

#include <algorithm>
#include <span>

#include "ginrummy/deadwood.hpp"
#include "ginrummy/layoff.hpp"
#include "ginrummy/settle.hpp"

namespace ginrummy {
namespace {

// One of several, each as likely; where there is no choice no word is taken.
template <class List>
auto pick(const List& list, Random& words) {
    if (list.size() == 1) return list[0];
    return list[words.below(static_cast<std::uint32_t>(list.size()))];
}

bool has(const MoveList& legal, int move) {
    return std::find(legal.begin(), legal.end(), move) != legal.end();
}

// The first of these moves that is legal.
template <class Moves>
int first_legal(const Moves& wanted, const MoveList& legal) {
    for (const int move : wanted) {
        if (has(legal, move)) return move;
    }
    return legal[0];
}

bool joins_a_meld(const Round& round, int card) {
    HandMelds melds;
    melds_in(round.hand(round.turn()) | card_bit(card), round.rules().run_mode, melds);
    return std::any_of(melds.begin(), melds.end(),
                       [&](Mask meld) { return (meld & card_bit(card)) != 0; });
}

// What this seat has thrown in this round after it got the card that it got now.
Mask thrown_for(const Round& round, int got) {
    Mask thrown = 0;
    int last = kNoCard;
    for (const Event& event : round.events()) {
        if (event.player != round.turn() || event.card == kNoCard) continue;
        if (event.move == moves::kTake || event.move == moves::kDraw) {
            last = event.card;
        } else if (last == got) {
            thrown |= card_bit(event.card);
        }
    }
    return thrown;
}

using CardList = FixedList<int, kCards>;

// Those that leave the least deadwood, ascending.
CardList least(const Round& round, const CardList& throws) {
    int fewest = 1 << 20;
    CardList best;
    for (const int card : throws) {
        const Mask kept = round.hand(round.turn()) ^ card_bit(card);
        const int points = deadwood(*round.rules().tables, kept);
        if (points < fewest) best.clear();
        fewest = std::min(fewest, points);
        if (points == fewest) best.push(card);
    }
    return best;
}

int throw_simply(const Round& round, const MoveList& legal, Random& words) {
    CardList within, discards;
    const Mask held = round.hand(round.turn());
    for (const int move : legal) {
        const int card = move - (moves::is_knock(move) ? moves::kKnock : moves::kDiscard);
        if (moves::is_discard(move)) discards.push(card);
        if (moves::is_knock(move) && deadwood(*round.rules().tables, held ^ card_bit(card)) <=
                                         round.setup().terms.limit) {
            within.push(card);
        }
    }
    if (!within.empty()) return moves::kKnock + pick(least(round, within), words);
    const int got = round.taken() != kNoCard ? round.taken() : round.drawn();
    CardList fresh;
    if (got != kNoCard) {
        const Mask past = thrown_for(round, got);
        for (const int card : discards) {
            if ((past & card_bit(card)) == 0) fresh.push(card);
        }
    }
    return moves::kDiscard + pick(least(round, fresh.empty() ? discards : fresh), words);
}

// The melds of the automatic spread (b4), in order, and done.
int lay_down_best(const Round& round, const MoveList& legal) {
    Rules rules = round.rules();
    // The other hand is not known at the table.
    if (rules.auto_lay_down == AutoLayDown::kBestAgainst) {
        rules.auto_lay_down = AutoLayDown::kMinThenFewestLayoffs;
    }
    Mask seen = round.thrown() == kNoCard ? 0 : card_bit(round.thrown());
    for (const std::uint8_t card : round.pile()) seen |= card_bit(card);
    const Arrangement plan = lay_down(rules, round.hand(round.turn()), seen, std::nullopt,
                                      round.setup().limit_card);
    std::vector<int> wanted;
    for (const Mask meld : plan.melds) {
        const auto& shown = round.shown().spread;
        if (std::find(shown.begin(), shown.end(), meld) != shown.end()) continue;
        wanted.push_back(moves::kMeld + meld_number(require_meld(meld, rules.run_mode)));
    }
    wanted.push_back(moves::kDone);
    return first_legal(wanted, legal);
}

// The spread as the defender on turn found it: with what others before him laid on it,
// where the order of turns counts (q6), but for chains on that being barred (c4).
Spread found_spread(const Round& round) {
    const Rules& rules = round.rules();
    std::vector<Mask> melds(round.shown().spread.begin(), round.shown().spread.end());
    if (rules.party && rules.party->layoff_order == LayoffOrder::kTurn && rules.layoff_chain) {
        for (const SeatLaid& one : round.shown().laid) {
            if (one.seat != round.turn()) {
                melds[static_cast<std::size_t>(one.meld)] |= card_bit(one.card);
            }
        }
    }
    return read_spread(melds, rules.run_mode);
}

// The melds and layoffs of the automatic defence (c1 to c6), and done. A card of a chain
// waits until those before it lie.
int lay_off_best(const Round& round, const MoveList& legal) {
    const Rules& rules = round.rules();
    const Mask knocker = round.hand(round.knocker());
    Mask loose = knocker;
    for (const Mask meld : round.shown().spread) loose &= ~meld;
    const bool big_gin = count(knocker) > rules.hand_size;
    const bool open = may_lay_off(rules, rules.tables->points(loose), big_gin);
    const Defense plan =
        defend(open ? found_spread(round) : Spread{}, round.hand(round.turn()), rules);
    std::vector<int> wanted;
    for (const Mask meld : plan.melds) {
        const SeatMeld own{static_cast<std::int8_t>(round.turn()), meld};
        const auto& shown = round.shown().own;
        if (std::find(shown.begin(), shown.end(), own) != shown.end()) continue;
        wanted.push_back(moves::kMeld + meld_number(require_meld(meld, rules.run_mode)));
    }
    for (const Laid& one : plan.laid) {
        wanted.push_back(moves::kLayOff + kCards * one.meld + one.card);
    }
    wanted.push_back(moves::kDone);
    return first_legal(wanted, legal);
}

int choose_simply(const Round& round, const MoveList& legal, Random& words) {
    switch (round.phase()) {
        case Phase::kUpcard:
        case Phase::kDraw: {
            const int top = round.pile().empty() ? kNoCard : round.pile().back();
            const bool takes = has(legal, moves::kTake) && joins_a_meld(round, top);
            return takes ? int{moves::kTake}
                         : first_legal(std::array{moves::kDraw, moves::kPass}, legal);
        }
        case Phase::kThrow:
            if (legal[0] == moves::kBigGin) return moves::kBigGin;
            return throw_simply(round, legal, words);
        case Phase::kWall: return first_legal(std::array{moves::kTake}, legal);
        case Phase::kLayDown: return lay_down_best(round, legal);
        case Phase::kLayOff: return lay_off_best(round, legal);
        default: return moves::kAccept;
    }
}

}  // namespace

int choose_move(Policy policy, const Round& round, Random& words) {
    MoveList legal;
    round.legal_moves(legal);
    if (policy == Policy::kRandom) return pick(legal, words);
    return choose_simply(round, legal, words);
}

}  // namespace ginrummy
