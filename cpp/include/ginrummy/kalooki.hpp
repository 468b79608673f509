// Kalooki 51 (rules k1 to k15): the best opening and the best use of the table in a turn.
//
// A hand is two packs' worth of faces and jokers. Everything a player can do to one meld in
// a turn is one Play: the cards it takes from the hand, the jokers it takes (or frees), and
// the points that the meld gains. A plan is a play for each meld on the table and new melds
// from what remains; the search is exact.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ginrummy/cards.hpp"

namespace ginrummy {

// The fields of KalookiRules that decide what may be laid, and their defaults. A test
// compares them with the Python dataclass.
struct KalookiOptions {
    int initial = 51;                 // k2
    int run_max = 13;                 // k4
    int ace_low_value = 11;           // k5
    int min_naturals = 1;             // k6
    int max_jokers_per_meld = 4;      // k6; the pack has no more
    bool claim_own_sets = false;      // k7: set_joker_claim="any"
    bool single_suit_release = false;  // k7
    bool keep_in_hand = false;        // k8
    bool move_joker = true;           // k9
    int joker_value = 25;             // k13
    bool credit_owner = false;        // k13: build_credit="owner"
};

inline constexpr int kJokerFace = kCards;  // after the 52 faces
inline constexpr int kJokers = 4;          // in the pack (k1)
inline constexpr int kMostKalookiCards = 32;  // of a hand that is solved, see bench/results.md
inline constexpr int kHighAce = 14;        // the place above the king; 1 is the low ace

// Cards of two packs: the faces held at all, those of them held twice, and the jokers.
struct KalookiHand {
    Mask once = 0;
    Mask twice = 0;
    int jokers = 0;

    int size() const { return count(once) + count(twice) + jokers; }
};

// A meld as it lies: a set with its naturals' suits, or a run of places low..high.
struct KalookiMeld {
    bool is_set = false;
    bool closed = false;       // a set of three that may not grow (single_suit_release)
    std::uint8_t rank = 0;     // of a set, ace 0
    std::uint8_t suits = 0;    // of a set: its naturals, a bit each
    std::uint8_t suit = 0;     // of a run
    std::uint8_t low = 0;      // of a run, 1..12
    std::uint8_t high = 0;     // of a run, 3..14
    std::uint16_t jokers = 0;  // of a set: how many; of a run: where, bit = place

    // Of a run: its places, and those of its naturals, bit = place.
    std::uint32_t span() const { return (2u << high) - (1u << low); }
    std::uint32_t naturals() const { return span() & ~std::uint32_t{jokers}; }
    int joker_count() const { return is_set ? jokers : std::popcount(jokers); }
    int size() const { return is_set ? std::popcount(suits) + jokers : high - low + 1; }
    // The order in which equal plans are told apart: sets by rank, suits, jokers; then runs
    // by suit, low, high, places of the jokers.
    std::uint64_t order() const;
    bool operator==(const KalookiMeld&) const = default;
};

// A meld on the table, and whether the player to move owns it.
struct KalookiTableMeld {
    KalookiMeld meld;
    bool own = false;
    bool built = false;  // the player has built on it in this turn already (k9)
};

// What a player makes of one meld in a turn.
struct KalookiPlay {
    Mask once = 0;   // faces taken from the hand
    Mask twice = 0;  // those of them taken twice: the aces of a run from ace to ace
    int jokers = 0;  // taken from the hand; negative if more are freed than put in
    int points = 0;  // that the meld gains
    // The last thing done is to move a joker, which nobody does who has no card left: the
    // hand ends before.
    bool ends_with_move = false;
    KalookiMeld result;

    bool within(Mask held_once, Mask held_twice) const {
        return (once & ~held_once) == 0 && (twice & ~held_twice) == 0;
    }
};

int kalooki_card_points(const KalookiOptions& options, int face);  // as held (k13)
int kalooki_meld_points(const KalookiOptions& options, const KalookiMeld& meld);

// Every meld that cards of the hand can be laid down as (k3 to k6), by order().
std::vector<KalookiPlay> kalooki_melds(const KalookiOptions& options, const KalookiHand& hand);

// Every other state that a meld can be brought into in one turn by a player who is down
// (k7 to k10): of those that take the same cards the one worth most, then the first by
// order(). At most `jokers` are put in beyond those that it has.
std::vector<KalookiPlay> kalooki_plays(const KalookiOptions& options, const KalookiHand& hand,
                                       const KalookiTableMeld& at, int jokers);

// What is best, and what decides between equals.
enum class KalookiGoal : std::uint8_t {
    kMostPoints,   // most points laid, fewest points left, fewest cards left
    kLeastLeft,    // fewest points left, most points laid, fewest cards left
    kFewestCards,  // fewest cards left, fewest points left, most points laid
};

struct KalookiTask {
    KalookiOptions options;
    KalookiHand hand;
    std::vector<KalookiTableMeld> table;
    KalookiGoal goal = KalookiGoal::kMostPoints;
    bool down = false;      // has opened before this turn
    bool lay_only = false;  // the opening alone: nothing but the melds laid to open
    bool keep_one = false;  // a card must stay to be thrown
    int taken = -1;         // the face taken from the pile: not the only card left (k11)
    bool must_use = false;  // a card of that face must leave the hand (k11)
    int owed = 0;           // jokers in hand that were freed and must be played (k8)
};

// A meld laid in the turn: as it is laid, and what it is at the end of the turn.
struct KalookiLaid {
    KalookiMeld laid;
    KalookiMeld result;
    bool opening = false;  // counts to the opening (k2)
};

enum class KalookiStepKind : std::uint8_t { kLay, kBuild, kClaim, kMove };

// One move at the table. Melds laid are numbered on from those of the table.
struct KalookiStep {
    KalookiStepKind kind = KalookiStepKind::kLay;
    std::vector<KalookiMeld> melds;  // laid
    int on = -1;                     // the meld built on, claimed from or moved in
    Mask cards = 0;                  // built or exchanged; none when a joker is built
    int place = 0;                   // in a run: where the card or the joker goes
};

struct KalookiPlan {
    bool found = false;  // otherwise nothing satisfies the task
    std::vector<KalookiLaid> laid;
    std::vector<KalookiMeld> table;  // as it is after the turn, without the melds laid
    KalookiHand left;
    int points = 0;       // that the table's melds gain
    int points_left = 0;  // of the cards left
    int opening = 0;      // points of the melds that open
    std::vector<KalookiStep> steps;
};

// Whether a run can be brought from one state to another in one turn, given the cards.
bool kalooki_run_reaches(const KalookiOptions& options, const KalookiTableMeld& from,
                         const KalookiMeld& to);

// Whether nothing but moving a joker can be the last of it.
bool kalooki_run_ends_with_move(const KalookiTableMeld& from, const KalookiMeld& to);

// The fewest moves that bring a run from one state to another, with never more jokers in it
// than before or after: so that plays can follow each other (k8). The last one builds a card
// if `to_end`. False if there are none.
bool kalooki_run_steps(const KalookiOptions& options, const KalookiTableMeld& from,
                       const KalookiMeld& to, int on, bool to_end, std::vector<KalookiStep>& out);

// The best plan of the turn; of equals the one whose table is first by order(), meld by
// meld and an unchanged meld before any other, and then whose new melds are first.
KalookiPlan solve_kalooki(const KalookiTask& task);

}  // namespace ginrummy
