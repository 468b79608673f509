#include "ginrummy/rules.hpp"

#include <algorithm>

#include "ginrummy/deadwood.hpp"

namespace ginrummy {

Rules compile_rules(Rules rules) {
    rules.tables = tables_for(rules.run_mode, rules.card_points);
    return rules;
}

KnockTerms knock_terms(const Rules& rules, int knock_card) {
    if (rules.limit_source == LimitSource::kFixed) {
        return {rules.knock_limit, rules.knock_limit == 0, 1};
    }
    if (knock_card == kNoCard) {
        throw Fault("IllegalKnock",
                    "the limit of this hand comes from a card: knock_card is needed");
    }
    const int multiplier = rules.spade_doubles && suit_of(knock_card) == 3 ? 2 : 1;
    const int rank = rank_of(knock_card) + 1;
    if (rank == 1 && rules.ace_knock == AceKnock::kGinOnly) return {0, true, multiplier};
    return {std::min(rank, 10), false, multiplier};
}

}  // namespace ginrummy
