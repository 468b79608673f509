// What the lean loop of the simulation knows of its contest, and the parts of a round that
// come once or seldom.
#pragma once

#include <array>
#include <cstdint>

#include "ginrummy/settle.hpp"
#include "ginrummy/simulate.hpp"
#include "throw_table.hpp"

namespace ginrummy {

using ChachaInput = std::array<std::uint32_t, 16>;

struct LeanRules {
    explicit LeanRules(const Contest& contest);

    // Does the card join a meld of the hand?
    GINRUMMY_INLINE bool wants(Mask hand, int card) const {
        const Neighbours& near = neighbours[static_cast<std::size_t>(card)];
        const Mask same = hand & near.rank;
        return (same & (same - 1)) != 0 || (hand & near.pairs[0]) == near.pairs[0] ||
               (hand & near.pairs[1]) == near.pairs[1] || (hand & near.pairs[2]) == near.pairs[2];
    }

    struct Throws {
        bool big_gin = false;
        Mask discards = 0, knocks = 0;
    };
    // As Round::legal_throws.
    Throws legal_throws(Mask held, Mask throws, int limit, bool at_wall) const;
    // The least that one of these throws leaves.
    LeastThrow least_of(Mask held, Mask throws) const;

    struct Meeting {
        int knocker = 0;
        Mask hand = 0, defender = 0, seen = 0;
        int limit_card = kNoCard, limit = 0;
    };
    // The showdown of a knock, gin or big gin, as `settle` has it.
    void settle(const Meeting& meeting, Played& played) const;
    Score score(const Meeting& meeting, int multiplier) const;
    int defence(const Meeting& meeting, int knocker_deadwood) const;

    Rules rules;
    std::array<Policy, kMaxPlayers> policies;
    int hand_size, max_turns;
    int stock_end;   // the deck's first card that is not drawn (w1)
    bool claims;     // a misdeal may be claimed
    bool oversteps;  // a knock over the limit is a move
    bool plain;      // both play at random, and a knock is never over the limit
    Mask barring;    // all ones where the card just taken may not be thrown (a7), or nothing
    ChachaInput input;  // the nonce is still open
    Key key;
    ThrowTable throws;

    struct Neighbours {
        Mask rank = 0;                 // the other cards of its rank
        std::array<Mask, 3> pairs{};  // two cards that make a run with it, or the card itself
    };
    std::array<Neighbours, kCards> neighbours{};
};

// A round, with its moves told to nobody or written down. Each path is compiled for its
// processor in simulate_lean.cpp.
void play_lean(const LeanRules& law, Path path, std::uint64_t number, int dealer, Played& played);
void play_lean(const LeanRules& law, Path path, std::uint64_t number, int dealer, Played& played,
               std::vector<Move>& moves);

}  // namespace ginrummy
