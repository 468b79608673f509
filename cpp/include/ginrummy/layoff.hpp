// The defender's side of a showdown: own melds and layoffs (rules c1 to c6).
#pragma once

#include <span>

#include "ginrummy/cards.hpp"
#include "ginrummy/deadwood.hpp"
#include "ginrummy/melds.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

using Spread = FixedList<Meld, kMaxMelds>;

// The melds of a spread that are legal, disjoint and (checked by the caller) held.
// Throws InvalidMeld, or InvalidSpread for a card in two melds.
Spread read_spread(std::span<const Mask> melds, RunMode mode);

// Which of `cards` can be laid on a meld, chains on both ends of a run included (c2).
// With `chain` false only its immediate neighbours can (c4).
Mask reach(const Meld& meld, Mask cards, RunMode mode, bool chain);
Mask reach(const Spread& spread, Mask cards, const Rules& rules);

// The least deadwood a defender can keep by his own melds and layoffs chosen
// together (c1), whatever `rules.defender` says. The hot kernel of the showdown.
int joint_deadwood(const Spread& spread, Mask hand, const Rules& rules);

struct Laid {
    int card;
    int meld;  // index in the spread

    bool operator==(const Laid&) const = default;
};
using LaidList = FixedList<Laid, kCards>;
inline constexpr int kAnyMeld = -1;

struct Defense {
    MeldList melds;  // by ascending mask
    LaidList laid;   // by ascending card
    Mask unmelded = 0;
    int deadwood = 0;
};

// The automatic defence as `rules.defender` says. Ties: fewest layoffs, then the
// smallest tuple of own melds, then of (card, mask of the meld it is laid on) (c6, b4).
Defense defend(const Spread& spread, Mask hand, const Rules& rules);

// The deadwood that `defend` leaves, without finding out which cards go where.
int defended(const Spread& spread, Mask hand, const Rules& rules);

// Own melds given, everything else that can be laid off is.
Defense lay_off_rest(const Spread& spread, const MeldList& own, Mask hand, const Rules& rules);

// A legal place for every wanted card, the smallest by (card, mask of the meld);
// `meld` kAnyMeld leaves the choice open. Throws InvalidLayoff naming a card that has none.
LaidList place(const Spread& spread, const LaidList& wanted, const Rules& rules);

}  // namespace ginrummy
