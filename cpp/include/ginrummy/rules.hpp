// The rules of one hand: the mirror of python/ginrummy/rules.py.
//
// GINRUMMY_RULES is the one field list of the core. tests/test_rules.py compares
// names, defaults and choices with the Python dataclass, so they cannot drift.
#pragma once

#include <array>
#include <memory>
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
enum class Deal { kUpcard, kExtraCard, kNoUpcard };
enum class Misdeal { kPatHand, kOff, kClaim };
enum class Wall { kAfterDiscard, kFiftiethCard, kImmediate, kPlayOn };
enum class FiftiethScope { kAnyDiscard, kSameCard };
enum class ShowdownMode { kAutomatic, kManual };
enum class EqualUndercut { kAll, kFirstInTurn, kSplit, kAllUnder };
enum class LayoffOrder { kIndependent, kTurn };

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

template <>
struct Choices<Deal> {
    static constexpr std::array<std::string_view, 3> names{"10_10_upcard", "11_10", "10_10"};
};
template <>
struct Choices<Misdeal> {
    static constexpr std::array<std::string_view, 3> names{"pat_hand", "off", "claim"};
};
template <>
struct Choices<Wall> {
    static constexpr std::array<std::string_view, 4> names{"after_discard", "fiftieth_card", "immediate", "play_on"};
};
template <>
struct Choices<FiftiethScope> {
    static constexpr std::array<std::string_view, 2> names{"any_discard", "same_card"};
};
template <>
struct Choices<ShowdownMode> {
    static constexpr std::array<std::string_view, 2> names{"automatic", "manual"};
};
template <>
struct Choices<EqualUndercut> {
    static constexpr std::array<std::string_view, 4> names{"all", "first_in_turn", "split", "all_under"};
};
template <>
struct Choices<LayoffOrder> {
    static constexpr std::array<std::string_view, 2> names{"independent", "turn"};
};

using RankPoints = std::array<int, kRanks>;
using OptionalInt = std::optional<int>;
inline constexpr RankPoints kAceOne{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10};

// The fields of the party game (section Q).
#define GINRUMMY_PARTY_RULES(FIELD)                            \
    FIELD(int, hand_size_many, 7)                              \
    FIELD(int, knock_points, 10)                               \
    FIELD(int, gin_points, 25)                                 \
    FIELD(int, undercut_points, 20)                            \
    FIELD(EqualUndercut, equal_undercut, EqualUndercut::kAll)  \
    FIELD(LayoffOrder, layoff_order, LayoffOrder::kIndependent) \
    FIELD(bool, gin_double_losers, false)

#define GINRUMMY_FIELD(type, name, value) type name = value;
struct PartyRules {
    GINRUMMY_PARTY_RULES(GINRUMMY_FIELD)
};
using OptionalParty = std::optional<PartyRules>;

#define GINRUMMY_RULES(FIELD)                                                  \
    FIELD(RunMode, run_mode, RunMode::kLow)                                    \
    FIELD(RankPoints, card_points, kAceOne)                                    \
    FIELD(int, hand_size, 10)                                                  \
    FIELD(LimitSource, limit_source, LimitSource::kFixed)                      \
    FIELD(int, knock_limit, 10)                                                \
    FIELD(AceKnock, ace_knock, AceKnock::kOne)                                 \
    FIELD(bool, spade_doubles, true)                                           \
    FIELD(bool, spade_doubles_boxes, false)                                    \
    FIELD(Deal, deal, Deal::kUpcard)                                           \
    FIELD(Misdeal, misdeal, Misdeal::kPatHand)                                 \
    FIELD(OptionalInt, max_turns, std::nullopt)                                \
    FIELD(Wall, wall, Wall::kAfterDiscard)                                     \
    FIELD(int, wall_stock, 2)                                                  \
    FIELD(FiftiethScope, fiftieth_scope, FiftiethScope::kAnyDiscard)           \
    FIELD(ShowdownMode, showdown, ShowdownMode::kAutomatic)                    \
    FIELD(bool, may_discard_taken, false)                                      \
    FIELD(bool, gin_forced, false)                                             \
    FIELD(AutoLayDown, auto_lay_down, AutoLayDown::kMinThenFewestLayoffs)      \
    FIELD(OverLimit, over_limit, OverLimit::kIllegal)                          \
    FIELD(Defender, defender, Defender::kJoint)                                \
    FIELD(bool, layoffs, true)                                                 \
    FIELD(bool, layoff_chain, true)                                            \
    FIELD(bool, layoff_on_gin, false)                                          \
    FIELD(bool, gin_cancelled_at_zero, false)                                  \
    FIELD(int, gin_bonus, 25)                                                  \
    FIELD(OptionalInt, big_gin, 31)                                            \
    FIELD(bool, undercut, true)                                                \
    FIELD(int, undercut_bonus, 25)                                             \
    FIELD(TieRule, undercut_on_tie, TieRule::kBonus)                           \
    FIELD(UndercutMode, undercut_mode, UndercutMode::kDefenderCredit)          \
    FIELD(int, gin_off_bonus, 0)                                               \
    FIELD(int, gin_extra_boxes, 0)                                             \
    FIELD(int, undercut_extra_boxes, 0)                                        \
    FIELD(int, big_gin_extra_boxes, 0)                                         \
    FIELD(OptionalParty, party, std::nullopt)

class Tables;

struct Rules {
    GINRUMMY_RULES(GINRUMMY_FIELD)

    // What the cards floor needs, shared by all rules of one (run_mode, card_points).
    // Never null in a value that came from compile_rules.
    std::shared_ptr<const Tables> tables;

    // Cards dealt to each of so many players (q1).
    int cards_each(int players) const {
        return party && players > 2 ? party->hand_size_many : hand_size;
    }
};
#undef GINRUMMY_FIELD

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
