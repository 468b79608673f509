#include "ginrummy/layoff.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ginrummy {
namespace {

// How far a run may grow at each end before the ring of ranks or the mode stops it.
struct Room {
    int up = 0, down = 0;
};

Room room(const Meld& run, RunMode mode) {
    const int open = kRanks - run.length;
    switch (mode) {
        case RunMode::kLow: return {open == 0 ? 0 : kRanks - run.end(), run.rank};
        case RunMode::kHighLow: return {open == 0 ? 0 : kRanks + 1 - run.end(), run.rank};
        case RunMode::kWrap: return {open, open};
    }
    return {};
}

// The cards at one end of a run, the nearest first, as a mask of the suit.
struct Chain {
    Mask cards;
    int length;
    int suit;
    int nearest;    // rank
    int direction;  // +1 or -1

    // The nearest n cards.
    Mask first(int n) const {
        const int from = direction > 0 ? nearest : nearest + kRanks + 1 - n;
        const std::uint32_t ring = ((1u << n) - 1) << from;
        return from_suit((ring | (ring >> kRanks)) & kSuitBits, suit);
    }
};

struct Chains {
    Chain up, down;
};

Chains chains(const Meld& run, Mask cards, RunMode mode, bool chain) {
    // The suit twice over, so that a run round the corner needs no special case.
    const SuitMask bits = suit_bits(cards, run.suit);
    const std::uint32_t ring = bits | (bits << kRanks);
    Room most = room(run, mode);
    if (!chain) most = {std::min(most.up, 1), std::min(most.down, 1)};
    Chains found{};
    const int first = run.rank + kRanks;  // the run's place in the upper copy
    const int up = std::min(std::countr_one(ring >> (run.end() % kRanks)), most.up);
    const int down = std::min(std::countl_one(ring << (32 - first)), most.down);
    found.up = {0, up, run.suit, run.end() % kRanks, 1};
    found.down = {0, down, run.suit, run.rank - 1, -1};
    found.up.cards = found.up.first(up);
    found.down.cards = found.down.first(down);
    return found;
}

// The cards next to a meld, or a few more: where none of them is held nothing can be laid
// on it. No branch on set or run, for which of the two comes next nobody can foretell.
Mask next_to(const Meld& meld) {
    const SuitMask bits = suit_bits(meld.mask, meld.suit);
    const SuitMask around = ((bits << 1) | (bits >> (kRanks - 1)) | (bits >> 1) |
                             (bits << (kRanks - 1))) &
                            kSuitBits;
    const Mask set = rank_cards(meld.rank), run = from_suit(around, meld.suit);
    return (meld.is_set ? set : run) & ~meld.mask;
}

// The cards of a hand that are in some meld of it, or a few more: round the corner
// counts here in every mode, for a false alarm only costs time.
Mask maybe_melded(Mask hand) {
    Mask melded = 0;
    const SuitMask ranks = ranks_of_three(hand);
    for (int suit = 0; suit < kSuits; ++suit) {
        const SuitMask bits = suit_bits(hand, suit);
        melded |= from_suit(near_runs(bits) | (ranks & bits), suit);
    }
    return melded;
}

using ChainList = FixedList<Chain, 2 * kMaxMelds>;

// The ends of runs, and the fourth cards of sets, where a defender has a choice.
// What is in none of his melds is laid off at once and put in `always`.
struct Choice {
    ChainList chains;
    Mask fourths = 0;
    Mask always = 0;
};

Choice choices(const Spread& spread, Mask hand, const Rules& rules, Mask contested) {
    Choice choice;
    for (const Meld& meld : spread) {
        if ((next_to(meld) & hand) == 0) continue;
        if (meld.is_set) {
            const Mask fourth = rank_cards(meld.rank) & hand & ~meld.mask;
            ((fourth & contested) != 0 ? choice.fourths : choice.always) |= fourth;
            continue;
        }
        const Chains ends = chains(meld, hand, rules.run_mode, rules.layoff_chain);
        for (const Chain* end : {&ends.up, &ends.down}) {
            if ((end->cards & contested) == 0) {
                choice.always |= end->cards;
            } else {
                choice.chains.push(*end);
            }
        }
    }
    return choice;
}

// Calls visit(laid) for every set of cards worth laying off. Of a chain at most two
// are needed: three are a run, and stay in hand at the same count (c5).
template <class Visit>
void each_layoff(const Choice& choice, std::size_t i, Mask laid, const Visit& visit) {
    if (i < choice.chains.size()) {
        const Chain& chain = choice.chains[i];
        for (int n = 0; n <= std::min(chain.length, 2); ++n) {
            each_layoff(choice, i + 1, laid | chain.first(n), visit);
        }
        return;
    }
    for (Mask some = choice.fourths;; some = (some - 1) & choice.fourths) {
        visit(laid | some);
        if (some == 0) break;
    }
}

bool smaller(const MeldList& a, const MeldList& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

bool smaller(const LaidList& a, const LaidList& b, const Spread& spread) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(), [&](const Laid& x, const Laid& y) {
            if (x.card != y.card) return x.card < y.card;
            return spread[static_cast<std::size_t>(x.meld)].mask <
                   spread[static_cast<std::size_t>(y.meld)].mask;
        });
}

LaidList any_place_for(Mask cards) {
    LaidList wanted;
    for (Mask rest = cards; rest != 0; rest &= rest - 1) wanted.push({lowest(rest), kAnyMeld});
    return wanted;
}

Defense defend_jointly(const Spread& spread, Mask hand, const Rules& rules) {
    const Tables& tables = *rules.tables;
    const Mask reachable = reach(spread, hand, rules);
    const Choice choice =
        choices(spread, hand, rules, reachable & maybe_melded(hand));
    int best = tables.points(hand) + 1;
    int fewest = 0;
    std::vector<Mask> candidates;
    each_layoff(choice, 0, choice.always, [&](Mask laid) {
        const int left = deadwood(tables, hand & ~laid);
        const int n = count(laid);
        if (left > best || (left == best && n > fewest)) return;
        if (left < best || n < fewest) candidates.clear();
        best = left;
        fewest = n;
        const bool known =
            std::find(candidates.begin(), candidates.end(), laid) != candidates.end();
        if (!known) candidates.push_back(laid);
    });
    Defense chosen;
    bool first = true;
    for (const Mask laid : candidates) {
        const Arrangement own = arrange(tables, hand & ~laid);
        if (!first && smaller(chosen.melds, own.melds)) continue;
        LaidList placed = place(spread, any_place_for(laid), rules);
        if (!first && !smaller(own.melds, chosen.melds) && !smaller(placed, chosen.laid, spread)) {
            continue;
        }
        chosen = {own.melds, placed, own.unmelded, own.deadwood};
        first = false;
    }
    return chosen;
}

// Is every meld still whole when these cards are laid on it?
bool placed_well(const Spread& spread, const LaidList& laid, const Rules& rules) {
    for (std::size_t i = 0; i < spread.size(); ++i) {
        Mask here = 0;
        for (const Laid& one : laid) {
            if (one.meld == static_cast<int>(i)) here |= card_bit(one.card);
        }
        if (here != 0 && reach(spread[i], here, rules.run_mode, rules.layoff_chain) != here) {
            return false;
        }
    }
    return true;
}

class Placement {
public:
    Placement(const Spread& spread, const LaidList& wanted, const Rules& rules)
        : spread_(spread), wanted_(wanted), rules_(rules) {
        std::sort(wanted_.begin(), wanted_.end(),
                  [](const Laid& a, const Laid& b) { return a.card < b.card; });
        for (const Laid& one : wanted_) all_ |= card_bit(one.card);
        for (std::size_t i = 0; i < spread.size(); ++i) order_.push(static_cast<int>(i));
        std::sort(order_.begin(), order_.end(), [&](int a, int b) {
            return spread[static_cast<std::size_t>(a)].mask <
                   spread[static_cast<std::size_t>(b)].mask;
        });
    }

    LaidList solve() {
        for (const Laid& one : wanted_) require_some_place(one);
        if (search(0)) return placed_;
        throw Fault("InvalidLayoff",
                    quoted(all_) + " cannot all be laid off on the melds shown");
    }

private:
    bool fits(const Laid& one, int meld) const {
        if (one.meld != kAnyMeld && one.meld != meld) return false;
        const Mask reached = reach(spread_[static_cast<std::size_t>(meld)], all_,
                                   rules_.run_mode, rules_.layoff_chain);
        return (reached & card_bit(one.card)) != 0;
    }
    void require_some_place(const Laid& one) const {
        for (const int meld : order_) {
            if (fits(one, meld)) return;
        }
        const std::string where =
            one.meld == kAnyMeld
                ? "no meld shown"
                : "not on " + quoted(spread_[static_cast<std::size_t>(one.meld)].mask);
        throw Fault("InvalidLayoff", card_text(one.card) + " fits " + where);
    }
    bool search(std::size_t i) {
        if (i == wanted_.size()) return placed_well(spread_, placed_, rules_);
        for (const int meld : order_) {
            if (!fits(wanted_[i], meld)) continue;
            placed_.push({wanted_[i].card, meld});
            if (search(i + 1)) return true;
            placed_.pop();
        }
        return false;
    }

    const Spread& spread_;
    LaidList wanted_;
    const Rules& rules_;
    Mask all_ = 0;
    FixedList<int, kMaxMelds> order_;
    LaidList placed_;
};

}  // namespace

Spread read_spread(std::span<const Mask> melds, RunMode mode) {
    Spread spread;
    Mask used = 0;
    for (const Mask cards : melds) {
        const auto known = find_meld(cards, mode);
        const Meld meld = known ? *known : require_meld(cards, mode);
        if ((used & cards) != 0) {
            throw Fault("InvalidSpread", quoted(used & cards) + " is in two melds");
        }
        used |= cards;
        spread.push(meld);
    }
    return spread;
}

Mask reach(const Meld& meld, Mask cards, RunMode mode, bool chain) {
    if (meld.is_set) return rank_cards(meld.rank) & cards & ~meld.mask;
    const Chains ends = chains(meld, cards, mode, chain);
    return ends.up.cards | ends.down.cards;
}

Mask reach(const Spread& spread, Mask cards, const Rules& rules) {
    if (!rules.layoffs) return 0;
    Mask reached = 0;
    for (const Meld& meld : spread) {
        if ((next_to(meld) & cards) == 0) continue;
        reached |= reach(meld, cards, rules.run_mode, rules.layoff_chain);
    }
    return reached;
}

int joint_deadwood(const Spread& spread, Mask hand, const Rules& rules) {
    const Tables& tables = *rules.tables;
    const Mask reachable = reach(spread, hand, rules);
    if (reachable == 0) return deadwood(tables, hand);
    const Mask contested = reachable & maybe_melded(hand);
    if (contested == 0) return deadwood(tables, hand & ~reachable);
    const Choice choice = choices(spread, hand, rules, contested);
    int best = tables.points(hand);
    each_layoff(choice, 0, choice.always, [&](Mask laid) {
        best = std::min(best, deadwood(tables, hand & ~laid));
    });
    return best;
}

Defense lay_off_rest(const Spread& spread, const MeldList& own, Mask hand, const Rules& rules) {
    Mask rest = hand;
    for (const Mask meld : own) rest &= ~meld;
    const Mask laid = reach(spread, rest, rules);
    const LaidList placed = place(spread, any_place_for(laid), rules);
    return {own, placed, rest & ~laid, rules.tables->points(rest & ~laid)};
}

Defense defend(const Spread& spread, Mask hand, const Rules& rules) {
    if (rules.defender == Defender::kJoint) {
        return defend_jointly(rules.layoffs ? spread : Spread{}, hand, rules);
    }
    return lay_off_rest(spread, arrange(*rules.tables, hand).melds, hand, rules);
}

int defended(const Spread& spread, Mask hand, const Rules& rules) {
    if (rules.defender == Defender::kJoint) return joint_deadwood(spread, hand, rules);
    return defend(spread, hand, rules).deadwood;
}

LaidList place(const Spread& spread, const LaidList& wanted, const Rules& rules) {
    return Placement(spread, wanted, rules).solve();
}

}  // namespace ginrummy
