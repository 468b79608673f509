#include "ginrummy/settle.hpp"

#include <algorithm>
#include <string>

namespace ginrummy {
namespace {

void add(Score& score, Reason reason, int points) {
    score.parts.push({reason, points});
    score.points += points;
}

int extra_boxes(const Rules& rules, Outcome outcome) {
    switch (outcome) {
        case Outcome::kGin: return rules.gin_extra_boxes;
        case Outcome::kBigGin: return rules.big_gin_extra_boxes;
        case Outcome::kUndercut: return rules.undercut_extra_boxes;
        default: return 0;
    }
}

// Outcome, winner and the parts before the multiplier.
void judge(const Rules& rules, bool big_gin, Score& score) {
    const int knocker = score.knocker_deadwood, defender = score.defender_deadwood;
    if (knocker == 0) {
        if (!big_gin && rules.gin_cancelled_at_zero && defender == 0) {
            score.outcome = Outcome::kCancelled;
            return;
        }
        score.outcome = big_gin ? Outcome::kBigGin : Outcome::kGin;
        score.winner = Side::kKnocker;
        add(score, big_gin ? Reason::kBigGinBonus : Reason::kGinBonus,
            big_gin ? *rules.big_gin : rules.gin_bonus);
        add(score, Reason::kDeadwood, defender);
        return;
    }
    if (!rules.undercut) {
        score.outcome = Outcome::kKnock;
        score.winner = Side::kKnocker;
        add(score, Reason::kDifference, std::max(0, defender - knocker));
        return;
    }
    const bool tie = knocker == defender;
    if (tie && rules.undercut_on_tie == TieRule::kNone) {
        score.outcome = Outcome::kTie;
        return;
    }
    if (knocker < defender || (tie && rules.undercut_on_tie == TieRule::kKnocker)) {
        score.outcome = Outcome::kKnock;
        score.winner = Side::kKnocker;
        add(score, Reason::kDifference, defender - knocker);
        return;
    }
    score.outcome = Outcome::kUndercut;
    score.winner = Side::kDefender;
    if (tie && rules.undercut_on_tie == TieRule::kNoBonus) {
        add(score, Reason::kDifference, 0);
        return;
    }
    add(score, Reason::kUndercutBonus, rules.undercut_bonus);
    add(score, Reason::kDifference, knocker - defender);
    if (defender == 0 && rules.gin_off_bonus > 0) {
        add(score, Reason::kGinOffBonus, rules.gin_off_bonus);
    }
}

Mask cards_of(const MeldList& melds) {
    Mask cards = 0;
    for (const Mask meld : melds) cards |= meld;
    return cards;
}

// Melds that a player shows out of his hand.
Spread read_held(const MeldList& melds, Mask hand, RunMode mode, const char* whose) {
    const Spread spread = read_spread({melds.begin(), melds.size()}, mode);
    const Mask foreign = cards_of(melds) & ~hand;
    if (foreign != 0) {
        throw Fault("InvalidSpread",
                    quoted(foreign) + " is not in the " + whose + "'s hand");
    }
    return spread;
}

Spread shown(const Arrangement& arrangement, RunMode mode) {
    return read_spread({arrangement.melds.begin(), arrangement.melds.size()}, mode);
}

// Distinct unseen cards that could be laid off on an arrangement (b4).
int exposed(const Rules& rules, const Arrangement& arrangement, Mask unseen) {
    return count(reach(shown(arrangement, rules.run_mode), unseen, rules));
}

class BestAgainst {
public:
    BestAgainst(const Rules& rules, Mask hand, Mask unseen, Mask defender, KnockTerms terms)
        : rules_(rules), unseen_(unseen), defender_(defender), terms_(terms) {
        if (rules.gin_forced && deadwood(*rules.tables, hand) == 0) terms_.limit = 0;
        melds_in(hand, rules.run_mode, melds_);
        search(0, hand);
    }
    const std::optional<Arrangement>& best() const { return best_; }

private:
    void search(std::size_t i, Mask rest) {
        const int left = rules_.tables->points(rest);
        if (left <= terms_.limit) consider(rest, left);
        for (; i < melds_.size(); ++i) {
            if ((melds_[i] & ~rest) != 0) continue;
            taken_.push(melds_[i]);
            search(i + 1, rest & ~melds_[i]);
            taken_.pop();
        }
    }
    void consider(Mask rest, int left) {
        const Arrangement here{taken_, rest, left};
        const bool layoffs = may_lay_off(rules_, left, false);
        int defence = deadwood(*rules_.tables, defender_);
        if (layoffs) defence = defend(shown(here, rules_.run_mode), defender_, rules_).deadwood;
        const Score score = score_counts(rules_, left, defence, false, terms_.multiplier);
        const std::array<int, 3> key{score.scores[1] - score.scores[0], left,
                                     exposed(rules_, here, unseen_)};
        const bool better =
            !best_ || key < key_ ||
            (key == key_ && std::lexicographical_compare(taken_.begin(), taken_.end(),
                                                         best_->melds.begin(),
                                                         best_->melds.end()));
        if (better) {
            key_ = key;
            best_ = here;
        }
    }

    const Rules& rules_;
    Mask unseen_, defender_;
    KnockTerms terms_;
    HandMelds melds_;
    MeldList taken_;
    std::array<int, 3> key_{};
    std::optional<Arrangement> best_;
};

Arrangement fewest_exposed(const Rules& rules, Mask hand, Mask unseen) {
    OptimalArrangements all(*rules.tables, hand);
    Arrangement best, here;
    int fewest = kCards + 1;
    while (fewest > 0 && all.next(here)) {
        const int n = exposed(rules, here, unseen);
        if (n < fewest) {
            fewest = n;
            best = here;
        }
    }
    return best;
}

bool is_big_gin_size(const Rules& rules, Mask hand) { return count(hand) > rules.hand_size; }

// One card too many is only ever laid down when they all meld.
void require_melded_if_big(const Rules& rules, Mask hand) {
    if (!is_big_gin_size(rules, hand) || deadwood(*rules.tables, hand) == 0) return;
    throw Fault("WrongHandSize",
                std::to_string(count(hand)) + " cards (" + cards_text(hand) +
                    ") are laid down only for big gin, and these do not all meld; " +
                    std::to_string(rules.hand_size) + " are needed");
}

Arrangement explicit_spread(const Rules& rules, Mask hand, const MeldList& melds) {
    read_held(melds, hand, rules.run_mode, "knocker");
    const Mask rest = hand & ~cards_of(melds);
    const int left = rules.tables->points(rest);
    if (left > 0 && is_big_gin_size(rules, hand)) {
        throw Fault("IllegalKnock", "big gin leaves no card, and this spread leaves " + quoted(rest));
    }
    if (left > 0 && rules.gin_forced && deadwood(*rules.tables, hand) == 0) {
        throw Fault("IllegalKnock",
                    "gin is forced (b5): the hand can be gin, and this spread leaves " +
                        std::to_string(left));
    }
    return {melds, rest, left};
}

void check_laid(const LaidList& laid, Mask hand, Mask melded) {
    Mask once = 0;
    for (const Laid& one : laid) {
        const Mask bit = card_bit(one.card);
        if ((bit & hand) == 0) {
            throw Fault("InvalidLayoff", card_text(one.card) + " is not in the defender's hand");
        }
        if ((bit & once) != 0) {
            throw Fault("InvalidLayoff", card_text(one.card) + " is laid off twice");
        }
        if ((bit & melded) != 0) {
            throw Fault("InvalidLayoff",
                        card_text(one.card) + " is in a meld of the defender's and laid off");
        }
        once |= bit;
    }
}

Defense defense_of(const Rules& rules, const Showdown& showdown, const Spread& spread,
                   bool layoffs) {
    const Tables& tables = *rules.tables;
    const Mask hand = showdown.defender;
    MeldList own;
    if (showdown.own) {
        own = *showdown.own;
        read_held(own, hand, rules.run_mode, "defender");
        std::sort(own.begin(), own.end());
    }
    if (!showdown.laid) {
        const Spread open = layoffs ? spread : Spread{};
        return showdown.own ? lay_off_rest(open, own, hand, rules) : defend(open, hand, rules);
    }
    check_laid(*showdown.laid, hand, cards_of(own));
    if (!layoffs && !showdown.laid->empty()) {
        throw Fault("InvalidLayoff",
                    card_text((*showdown.laid)[0].card) + " cannot be laid off: nothing can " +
                        (rules.layoffs ? "on gin (b7, d4)" : "under these rules"));
    }
    const LaidList placed = place(spread, *showdown.laid, rules);
    Mask rest = hand;
    for (const Laid& one : placed) rest &= ~card_bit(one.card);
    if (!showdown.own) {
        const Arrangement kept = arrange(tables, rest);
        return {kept.melds, placed, kept.unmelded, kept.deadwood};
    }
    rest &= ~cards_of(own);
    return {own, placed, rest, tables.points(rest)};
}

bool is_forfeit(const Rules& rules, int left, const KnockTerms& terms) {
    return left > terms.limit && rules.over_limit == OverLimit::kForfeit;
}

Score forfeit(int knocker, int defender, const KnockTerms& terms) {
    Score score;
    score.outcome = Outcome::kForfeit;
    score.winner = Side::kDefender;
    score.multiplier = terms.multiplier;
    score.knocker_deadwood = knocker;
    score.defender_deadwood = defender;
    return score;
}

}  // namespace

bool may_lay_off(const Rules& rules, int knocker_deadwood, bool big_gin) {
    return rules.layoffs && !big_gin && (knocker_deadwood > 0 || rules.layoff_on_gin);
}

Score score_counts(const Rules& rules, int knocker, int defender, bool big_gin, int multiplier) {
    if (big_gin && !rules.big_gin) {
        throw Fault("IllegalKnock", "these rules have no big gin: a card must be thrown (d4)");
    }
    if (big_gin && knocker != 0) {
        throw Fault("IllegalKnock",
                    "big gin leaves no deadwood, not " + std::to_string(knocker));
    }
    Score score;
    score.multiplier = multiplier;
    score.knocker_deadwood = knocker;
    score.defender_deadwood = defender;
    judge(rules, big_gin, score);
    if (score.winner == Side::kNobody) return score;
    if (multiplier > 1) add(score, Reason::kMultiplier, (multiplier - 1) * score.points);
    const auto winner = static_cast<std::size_t>(score.winner);
    const bool undercut = score.outcome == Outcome::kUndercut;
    if (undercut && rules.undercut_mode == UndercutMode::kKnockerPenalty) {
        score.scores[0] = -score.points;
    } else {
        score.scores[winner] = score.points;
    }
    const bool bare = undercut && knocker == defender &&
                      rules.undercut_on_tie == TieRule::kNoBonus;
    const int extra = bare ? 0 : extra_boxes(rules, score.outcome);
    score.boxes[winner] = 1 + extra * (rules.spade_doubles_boxes ? multiplier : 1);
    return score;
}

Arrangement lay_down(const Rules& rules, Mask hand, Mask seen, std::optional<Mask> against,
                     int knock_card) {
    const Mask unseen = kPack & ~hand & ~seen;
    require_melded_if_big(rules, hand);
    if (rules.auto_lay_down == AutoLayDown::kBestAgainst && !against) {
        throw Fault("InvalidRules",
                    "auto_lay_down='best_against' needs the defender's hand (against=)");
    }
    if (against && !is_big_gin_size(rules, hand)) {
        const BestAgainst search(rules, hand, unseen, *against, knock_terms(rules, knock_card));
        if (search.best()) return *search.best();
    }
    if (rules.auto_lay_down == AutoLayDown::kMinThenCanonical) return arrange(*rules.tables, hand);
    return fewest_exposed(rules, hand, unseen);
}

Arrangement spread_of(const Rules& rules, const Showdown& showdown, const KnockTerms& terms) {
    if (is_big_gin_size(rules, showdown.knocker) && !rules.big_gin) {
        throw Fault("IllegalKnock", "these rules have no big gin: a card must be thrown (d4)");
    }
    require_melded_if_big(rules, showdown.knocker);
    Arrangement spread;
    if (showdown.spread) {
        spread = explicit_spread(rules, showdown.knocker, *showdown.spread);
    } else {
        const bool best = rules.auto_lay_down == AutoLayDown::kBestAgainst;
        spread = lay_down(rules, showdown.knocker, showdown.seen,
                          best ? std::optional(showdown.defender) : std::nullopt,
                          showdown.knock_card);
    }
    if (spread.deadwood > terms.limit && rules.over_limit == OverLimit::kIllegal) {
        throw Fault("IllegalKnock", "deadwood " + std::to_string(spread.deadwood) +
                                        " is over the limit of " + std::to_string(terms.limit));
    }
    return spread;
}

Settlement settle(const Rules& rules, const Showdown& showdown) {
    const KnockTerms terms = knock_terms(rules, showdown.knock_card);
    const bool big_gin = is_big_gin_size(rules, showdown.knocker);
    Settlement result;
    result.limit = terms.limit;
    result.spread = spread_of(rules, showdown, terms);
    const int left = result.spread.deadwood;
    if (is_forfeit(rules, left, terms)) {
        const Arrangement own = arrange(*rules.tables, showdown.defender);
        result.defense = {own.melds, {}, own.unmelded, own.deadwood};
        result.score = forfeit(left, own.deadwood, terms);
        return result;
    }
    const bool layoffs = may_lay_off(rules, left, big_gin);
    const Spread spread = shown(result.spread, rules.run_mode);
    result.defense = defense_of(rules, showdown, spread, layoffs);
    result.score =
        score_counts(rules, left, result.defense.deadwood, big_gin, terms.multiplier);
    return result;
}

Score settle_score(const Rules& rules, const Showdown& showdown) {
    const KnockTerms terms = knock_terms(rules, showdown.knock_card);
    const bool big_gin = is_big_gin_size(rules, showdown.knocker);
    const Arrangement spread = spread_of(rules, showdown, terms);
    int defender = deadwood(*rules.tables, showdown.defender);
    if (is_forfeit(rules, spread.deadwood, terms)) {
        return forfeit(spread.deadwood, defender, terms);
    }
    if (may_lay_off(rules, spread.deadwood, big_gin)) {
        defender = defended(shown(spread, rules.run_mode), showdown.defender, rules);
    }
    return score_counts(rules, spread.deadwood, defender, big_gin, terms.multiplier);
}

}  // namespace ginrummy
