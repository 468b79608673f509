// The rules of one hand: the mirror of python/ginrummy/rules.py.
//
// GINRUMMY_RULES is the one field list of the core. tests/test_rules.py compares
// names, defaults and choices with the Python dataclass, so they cannot drift.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "ginrummy/cards.hpp"

namespace ginrummy {

enum class RunMode { kLow, kHighLow, kWrap };
enum class LimitSource { kFixed, kUpcard, kSecondDeck };
enum class AceKnock { kOne, kGinOnly };
enum class AutoLayDown { kMinThenFewestLayoffs, kMinThenCanonical, kBestAgainst };
enum class OverLimit { kIllegal, kAcceptOrRefuse, kForfeit };
enum class Defender { kJoint, kMeldsFirst };
enum class TieRule { kBonus, kNoBonus, kNone, kKnocker };
enum class UndercutMode { kDefenderCredit, kKnockerPenalty };

// The texts of an enum's values, in order.
template <class E>
struct Choices;
template <>
struct Choices<RunMode> {
    static constexpr std::array<std::string_view, 3> names{"low", "highlow", "wrap"};
};
template <>
struct Choices<LimitSource> {
    static constexpr std::array<std::string_view, 3> names{"fixed", "upcard", "second_deck"};
};
template <>
struct Choices<AceKnock> {
    static constexpr std::array<std::string_view, 2> names{"one", "gin_only"};
};
template <>
struct Choices<AutoLayDown> {
    static constexpr std::array<std::string_view, 3> names{
        "min_then_fewest_layoffs", "min_then_canonical", "best_against"};
};
template <>
struct Choices<OverLimit> {
    static constexpr std::array<std::string_view, 3> names{"illegal", "accept_or_refuse",
                                                           "forfeit"};
};
template <>
struct Choices<Defender> {
    static constexpr std::array<std::string_view, 2> names{"joint", "melds_first"};
};
template <>
struct Choices<TieRule> {
    static constexpr std::array<std::string_view, 4> names{"bonus", "no_bonus", "none",
                                                           "knocker"};
};
template <>
struct Choices<UndercutMode> {
    static constexpr std::array<std::string_view, 2> names{"defender_credit",
                                                           "knocker_penalty"};
};

using RankPoints = std::array<int, kRanks>;
using OptionalInt = std::optional<int>;
inline constexpr RankPoints kAceOne{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10};

#define GINRUMMY_RULES(FIELD)                                                  \
    FIELD(RunMode, run_mode, RunMode::kLow)                                    \
    FIELD(RankPoints, card_points, kAceOne)                                    \
    FIELD(int, hand_size, 10)                                                  \
    FIELD(LimitSource, limit_source, LimitSource::kFixed)                      \
    FIELD(int, knock_limit, 10)                                                \
    FIELD(AceKnock, ace_knock, AceKnock::kOne)                                 \
    FIELD(bool, spade_doubles, true)                                           \
    FIELD(bool, spade_doubles_boxes, false)                                    \
    FIELD(bool, may_discard_taken, false)                                      \
    FIELD(bool, gin_forced, false)                                             \
    FIELD(AutoLayDown, auto_lay_down, AutoLayDown::kMinThenFewestLayoffs)      \
    FIELD(OverLimit, over_limit, OverLimit::kIllegal)                          \
    FIELD(Defender, defender, Defender::kJoint)                                \
    FIELD(bool, layoff_chain, true)                                            \
    FIELD(bool, layoff_on_gin, false)                                          \
    FIELD(bool, gin_cancelled_at_zero, false)                                  \
    FIELD(int, gin_bonus, 25)                                                  \
    FIELD(OptionalInt, big_gin, 31)                                            \
    FIELD(int, undercut_bonus, 25)                                             \
    FIELD(TieRule, undercut_on_tie, TieRule::kBonus)                           \
    FIELD(UndercutMode, undercut_mode, UndercutMode::kDefenderCredit)          \
    FIELD(int, gin_off_bonus, 0)                                               \
    FIELD(int, gin_extra_boxes, 0)                                             \
    FIELD(int, undercut_extra_boxes, 0)                                        \
    FIELD(int, big_gin_extra_boxes, 0)

class Tables;

struct Rules {
#define GINRUMMY_FIELD(type, name, value) type name = value;
    GINRUMMY_RULES(GINRUMMY_FIELD)
#undef GINRUMMY_FIELD

    // What the cards floor needs, interned by (run_mode, card_points). Never null
    // in a value that came from compile_rules.
    const Tables* tables = nullptr;
};

// The rules with their tables found (or made, once per process and kind).
Rules compile_rules(Rules rules);

// What a hand is played for (rules b1, o1 to o4).
struct KnockTerms {
    int limit = 10;
    bool gin_only = false;
    int multiplier = 1;
};

inline constexpr int kNoCard = -1;

// Throws IllegalKnock where the limit comes from a card and none is given.
KnockTerms knock_terms(const Rules& rules, int knock_card);

}  // namespace ginrummy
