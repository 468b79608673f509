// Who wins a hand, by how much and why; and the knocker's choice of spread.
#pragma once

#include <array>
#include <optional>

#include "ginrummy/cards.hpp"
#include "ginrummy/deadwood.hpp"
#include "ginrummy/layoff.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

enum class Outcome {
    kKnock,
    kGin,
    kBigGin,
    kUndercut,
    kTie,
    kCancelled,
    kForfeit,
    kDead,
    kCapped,
    kMisdeal
};
enum class Side { kNobody = -1, kKnocker = 0, kDefender = 1 };
enum class Reason {
    kDifference,
    kDeadwood,
    kGinBonus,
    kBigGinBonus,
    kUndercutBonus,
    kGinOffBonus,
    kMultiplier,
    kKnockBonus
};

template <>
struct Choices<Outcome> {
    static constexpr std::array<std::string_view, 10> names{
        "knock",     "gin",     "big_gin", "undercut", "tie",
        "cancelled", "forfeit", "dead",    "capped",   "misdeal"};
};
template <>
struct Choices<Reason> {
    static constexpr std::array<std::string_view, 8> names{
        "difference",     "deadwood",      "gin bonus",  "big gin bonus",
        "undercut bonus", "gin-off bonus", "multiplier", "knock bonus"};
};

struct Part {
    Reason reason{};
    int points = 0;
};

struct Score {
    Outcome outcome{};
    Side winner = Side::kNobody;
    int points = 0;              // the sum of the parts
    FixedList<Part, 4> parts;
    std::array<int, 2> scores{};  // of (knocker, defender), signed
    std::array<int, 2> boxes{};
    int multiplier = 1;
    int knocker_deadwood = 0;
    int defender_deadwood = 0;
};

// Whether a defender may lay off on a knocker who keeps so much (b7, d4).
bool may_lay_off(const Rules& rules, int knocker_deadwood, bool big_gin);

// The score from the two counts alone (section D). A knocker's 0 is gin (b5), or big
// gin where it says so. Throws IllegalKnock for a big gin that is not one.
Score score_counts(const Rules& rules, int knocker, int defender, bool big_gin, int multiplier);

struct Settlement {
    Score score;
    int limit = 0;
    Arrangement spread;  // melds in the order shown
    Defense defense;
};

// What the players chose; what is absent is chosen for them.
struct Showdown {
    Mask knocker = 0;   // hand_size cards, or one more for big gin
    Mask defender = 0;  // hand_size cards
    int knock_card = kNoCard;
    Mask seen = 0;  // cards known to nobody's hand, for the choice of spread (b4)
    std::optional<MeldList> spread;
    std::optional<MeldList> own;    // the defender's melds
    std::optional<LaidList> laid;
};

// The knocker's spread: the one given, checked, or the automatic one; within the limit
// unless `rules.over_limit` allows more. Throws as `settle`.
Arrangement spread_of(const Rules& rules, const Showdown& showdown, const KnockTerms& terms);

// Settles a hand, checking every choice. Throws InvalidMeld, InvalidSpread,
// InvalidLayoff, IllegalKnock, WrongHandSize; the caller has checked sizes and that
// the hands are disjoint.
Settlement settle(const Rules& rules, const Showdown& showdown);

// The score alone, of a showdown in which nobody chose anything: what `settle` gives,
// without the time it takes to say which cards go where.
Score settle_score(const Rules& rules, const Showdown& showdown);

// The knocker's spread when he gives none (b4). Eleven cards must all meld.
// `against` is the defender's hand for the best_against choice.
Arrangement lay_down(const Rules& rules, Mask hand, Mask seen, std::optional<Mask> against,
                     int knock_card);

}  // namespace ginrummy
