#include "lean_rules.hpp"

#include "ginrummy/settle.hpp"

namespace ginrummy {

LeanRules::LeanRules(const Contest& contest)
    : rules(contest.rules),
      policies(contest.policies),
      hand_size(contest.rules.hand_size),
      max_turns(*contest.rules.max_turns),
      stock_end(kCards - contest.rules.wall_stock),
      claims(contest.rules.misdeal == Misdeal::kClaim),
      oversteps(contest.rules.over_limit != OverLimit::kIllegal),
      plain(policies[0] == Policy::kRandom && policies[1] == Policy::kRandom && !oversteps),
      barring(contest.rules.may_discard_taken ? 0 : ~Mask{0}),
      input(chacha_input(contest.key, 0)),
      key(contest.key),
      throws(*contest.rules.tables) {
    for (int card = 0; card < kCards; ++card) {
        Neighbours& near = neighbours[static_cast<std::size_t>(card)];
        near.rank = rank_cards(rank_of(card)) & ~card_bit(card);
        // The card is not in the hand that asks, so a pair with itself is never held.
        near.pairs.fill(card_bit(card));
        for (int back = 0; back < 3; ++back) {
            const int first = (rank_of(card) - back + kRanks) % kRanks;
            if (!run_allowed(first, 3, rules.run_mode)) continue;
            near.pairs[static_cast<std::size_t>(back)] =
                from_suit(run_bits(first, 3), suit_of(card)) & ~card_bit(card);
        }
    }
}

LeanRules::Throws LeanRules::legal_throws(Mask held, Mask throws_, int limit, bool at_wall) const {
    Throws legal;
    Mask gins = 0;
    for (Mask rest = throws_; rest != 0; rest &= rest - 1) {
        const Mask bit = rest & (~rest + 1);
        const int left = deadwood(*rules.tables, held ^ bit);
        if (left <= limit) legal.knocks |= bit;
        if (left == 0) gins |= bit;
    }
    legal.big_gin = rules.big_gin && deadwood(*rules.tables, held) == 0;
    if (!at_wall) {
        legal.discards = throws_;
        if (rules.over_limit != OverLimit::kIllegal) legal.knocks = throws_;
    }
    if (rules.gin_forced && (gins != 0 || legal.big_gin)) {
        legal.discards = 0;
        legal.knocks = gins;
    }
    return legal;
}

LeastThrow LeanRules::least_of(Mask held, Mask throws_) const {
    LeastThrow least;
    for (Mask rest = throws_; rest != 0; rest &= rest - 1) {
        const Mask bit = rest & (~rest + 1);
        const int left = deadwood(*rules.tables, held ^ bit);
        if (left > least.points) continue;
        least.cards = left < least.points ? bit : least.cards | bit;
        least.points = left;
    }
    return least;
}

// The defender's deadwood.
int LeanRules::defence(const Meeting& meeting, int knocker_deadwood) const {
    const bool big_gin = count(meeting.hand) > hand_size;
    if (!may_lay_off(rules, knocker_deadwood, big_gin)) {
        return deadwood(*rules.tables, meeting.defender);
    }
    Spread spread;
    if (!throws.only_spread(meeting.hand, knocker_deadwood, spread)) {
        const Arrangement laid =
            lay_down(rules, meeting.hand, meeting.seen, std::nullopt, meeting.limit_card);
        spread = read_spread({laid.melds.begin(), laid.melds.size()}, rules.run_mode);
    }
    if (rules.defender == Defender::kJoint) return joint_deadwood(spread, meeting.defender, rules);
    return defend(spread, meeting.defender, rules).deadwood;
}

// The score as `settle` has it, by short cuts where the rules allow.
Score LeanRules::score(const Meeting& meeting, int multiplier) const {
    const int left = deadwood(*rules.tables, meeting.hand);
    const bool forfeit = left > meeting.limit && rules.over_limit == OverLimit::kForfeit;
    if (forfeit || rules.auto_lay_down == AutoLayDown::kBestAgainst) {
        Showdown showdown;
        showdown.knocker = meeting.hand;
        showdown.defender = meeting.defender;
        showdown.knock_card = meeting.limit_card;
        showdown.seen = meeting.seen;
        return ginrummy::settle(rules, showdown).score;
    }
    const bool big_gin = count(meeting.hand) > hand_size;
    return score_counts(rules, left, defence(meeting, left), big_gin, multiplier);
}

void LeanRules::settle(const Meeting& meeting, Played& played) const {
    const Score result = score(meeting, played.multiplier);
    const auto knocker = static_cast<std::size_t>(meeting.knocker);
    played.outcome = result.outcome;
    played.knocker = meeting.knocker;
    played.points = result.points;
    if (result.winner != Side::kNobody) {
        played.winner = result.winner == Side::kKnocker ? meeting.knocker : 1 - meeting.knocker;
    }
    played.scores[knocker] = result.scores[0];
    played.scores[1 - knocker] = result.scores[1];
    played.deadwood[knocker] = result.knocker_deadwood;
    played.deadwood[1 - knocker] = result.defender_deadwood;
}

}  // namespace ginrummy
