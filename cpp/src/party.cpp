#include "ginrummy/party.hpp"

#include <algorithm>

namespace ginrummy {
namespace {

class Scores {
public:
    explicit Scores(Result& result) : result_(result) {}

    void add(int seat, Reason reason, int points) {
        if (points == 0) return;
        result_.parts.push_back({seat, reason, points});
        result_.scores[static_cast<std::size_t>(seat)] += points;
    }
    void win(int seat, Reason reason, int points) {
        if (result_.winner == kNoSeat) result_.winner = seat;
        result_.boxes[static_cast<std::size_t>(seat)] = 1;
        add(seat, reason, points);
    }
    void multiply(int players) {
        if (result_.multiplier == 1) return;
        for (int seat = 0; seat < players; ++seat) {
            const int score = result_.scores[static_cast<std::size_t>(seat)];
            add(seat, Reason::kMultiplier, (result_.multiplier - 1) * score);
        }
    }

private:
    Result& result_;
};

void score_gin(const Rules& rules, bool big_gin, Result& result) {
    const bool beaten = std::all_of(result.defenses.begin(), result.defenses.end(),
                                    [](const SeatDefense& d) { return d.defense.deadwood == 0; });
    if (!big_gin && rules.gin_cancelled_at_zero && beaten) {
        result.outcome = Outcome::kCancelled;
        return;
    }
    Scores scores(result);
    result.outcome = big_gin ? Outcome::kBigGin : Outcome::kGin;
    scores.win(result.knocker, big_gin ? Reason::kBigGinBonus : Reason::kGinBonus,
               big_gin ? *rules.big_gin : rules.party->gin_points);
    const int times = rules.party->gin_double_losers ? 2 : 1;
    for (const auto& [seat, defense] : result.defenses) {
        scores.add(seat, Reason::kDeadwood, -times * defense.deadwood);
    }
}

void score_knock(const Rules& rules, Result& result) {
    const PartyRules& party = *rules.party;
    const int knock = result.knocker_deadwood;
    int lowest = knock + 1;
    for (const auto& [seat, defense] : result.defenses) {
        lowest = std::min(lowest, defense.deadwood);
    }
    Scores scores(result);
    if (lowest > knock) {
        result.outcome = Outcome::kKnock;
        scores.win(result.knocker, Reason::kKnockBonus, party.knock_points);
        for (const auto& [seat, defense] : result.defenses) {
            scores.add(seat, Reason::kDeadwood, knock - defense.deadwood);
        }
        return;
    }
    result.outcome = Outcome::kUndercut;
    std::vector<int> takers;
    for (const auto& [seat, defense] : result.defenses) {
        const bool under = party.equal_undercut == EqualUndercut::kAllUnder
                               ? defense.deadwood <= knock
                               : defense.deadwood == lowest;
        if (under) takers.push_back(seat);
    }
    if (party.equal_undercut == EqualUndercut::kFirstInTurn) takers.resize(1);
    const auto sharers = static_cast<int>(takers.size());
    const int share = party.equal_undercut == EqualUndercut::kSplit
                          ? party.undercut_points / sharers
                          : party.undercut_points;
    for (const int seat : takers) scores.win(seat, Reason::kUndercutBonus, share);
    scores.add(result.knocker, Reason::kDeadwood, lowest - knock);
    for (const auto& [seat, defense] : result.defenses) {
        if (std::find(takers.begin(), takers.end(), seat) != takers.end()) continue;
        scores.add(seat, Reason::kDeadwood, lowest - defense.deadwood);
    }
}

}  // namespace

std::vector<SeatDefense> defend_in_turn(const Rules& rules, const Spread& spread,
                                        const std::vector<std::pair<int, Mask>>& defenders,
                                        bool layoffs) {
    std::vector<SeatDefense> found;
    Spread open = layoffs ? spread : Spread{};
    for (const auto& [seat, hand] : defenders) {
        found.push_back({seat, defend(open, hand, rules)});
        // With chains barred only the neighbours of the original melds count (c4).
        if (rules.party->layoff_order != LayoffOrder::kTurn || !rules.layoff_chain) continue;
        for (const Laid& one : found.back().defense.laid) {
            Meld& meld = open[static_cast<std::size_t>(one.meld)];
            meld.mask |= card_bit(one.card);
        }
        for (Meld& meld : open) meld = require_meld(meld.mask, rules.run_mode);
    }
    return found;
}

Result settle_party_hands(const Rules& rules, Mask knocker, const std::vector<Mask>& defenders,
                          int knock_card, Mask seen, const std::optional<MeldList>& spread) {
    const KnockTerms terms = knock_terms(rules, knock_card);
    Showdown showdown;
    showdown.knocker = knocker;
    showdown.knock_card = knock_card;
    showdown.seen = seen;
    showdown.spread = spread;
    const Arrangement laid = spread_of(rules, showdown, terms);
    const bool big_gin = count(knocker) > rules.hand_size;
    std::vector<std::pair<int, Mask>> seats;
    for (const Mask hand : defenders) {
        seats.emplace_back(static_cast<int>(seats.size()) + 1, hand);
    }
    const Spread melds = read_spread({laid.melds.begin(), laid.melds.size()}, rules.run_mode);
    return settle_party(
        rules, static_cast<int>(defenders.size()) + 1, 0, laid, big_gin, terms.multiplier,
        defend_in_turn(rules, melds, seats, may_lay_off(rules, laid.deadwood, big_gin)));
}

Result settle_party(const Rules& rules, int players, int knocker, const Arrangement& spread,
                    bool big_gin, int multiplier, std::vector<SeatDefense> defenders) {
    Result result;
    result.knocker = knocker;
    result.knocker_deadwood = spread.deadwood;
    result.spread = spread;
    result.multiplier = multiplier;
    result.defenses = std::move(defenders);
    if (spread.deadwood == 0) {
        score_gin(rules, big_gin, result);
    } else {
        score_knock(rules, result);
    }
    Scores(result).multiply(players);
    if (result.winner != kNoSeat) {
        result.points = result.scores[static_cast<std::size_t>(result.winner)];
    }
    return result;
}

}  // namespace ginrummy
