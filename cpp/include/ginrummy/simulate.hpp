// Rounds between built-in players, by the million. What is played is specified in
// python/ginrummy/simulation.py: any round can be replayed from its seed and number.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "ginrummy/path.hpp"
#include "ginrummy/random.hpp"
#include "ginrummy/result.hpp"
#include "ginrummy/round.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

enum class Policy { kRandom, kSimple };
template <>
struct Choices<Policy> {
    static constexpr std::array<std::string_view, 2> names{"random", "simple"};
};

inline constexpr int kAlternate = -1;

// What is played, round after round.
struct Contest {
    Rules rules;  // with a cap on turns
    int players = 2;
    std::array<Policy, kMaxPlayers> policies{};
    Key key{};
    int dealer = kAlternate;  // or the seat that always deals

    int dealer_of(std::uint64_t number) const {
        if (dealer != kAlternate) return dealer;
        return static_cast<int>(number % static_cast<std::uint64_t>(players));
    }
};

// The words that a seat's player draws in a round: the blocks of the deck's key and nonce
// from (seat + 1) * 2^32 on.
constexpr std::uint64_t first_block(int seat) {
    return (static_cast<std::uint64_t>(seat) + 1) << 32;
}

// How one round ended; the seats that do not play stay as they are here.
struct Played {
    int dealer = 0;
    Outcome outcome{};
    int winner = kNoSeat;
    int knocker = kNoSeat;
    int points = 0;
    int turns = 0;
    int multiplier = 1;
    std::array<int, kMaxPlayers> scores{};
    std::array<int, kMaxPlayers> deadwood{-1, -1, -1, -1};  // -1: the hand was not counted
};

// Where the results go, an array a column; scores and deadwood have a row a round.
struct Columns {
    std::uint8_t* dealer = nullptr;
    std::uint8_t* outcome = nullptr;
    std::int8_t* winner = nullptr;
    std::int8_t* knocker = nullptr;
    std::uint8_t* multiplier = nullptr;
    std::int16_t* deadwood = nullptr;
    std::int32_t* points = nullptr;
    std::int32_t* turns = nullptr;
    std::int32_t* scores = nullptr;
};

// Exact sums, so that any chunking adds up to the same. A seat's margin is its score times
// the number of players, less all the scores: with two players its lead.
struct Totals {
    static constexpr std::size_t kOutcomes = Choices<Outcome>::names.size();
    struct Seat {
        std::int64_t score = 0, score_squares = 0, margin = 0, margin_squares = 0;
        std::array<std::int64_t, kOutcomes> won{};      // by outcome
        std::array<std::int64_t, kOutcomes> knocked{};  // who ended the hand, by outcome
    };
    std::int64_t rounds = 0, turns = 0, turns_squares = 0, dealer_won = 0;
    std::array<std::int64_t, kOutcomes> outcomes{};
    std::array<Seat, kMaxPlayers> seats{};
};

// The paths that this processor and this build can take, the best last: AVX2 stands for its
// companions too, and nothing here needs AVX-512.
std::vector<Path> simulation_paths();

struct LeanRules;

class Simulator {
public:
    explicit Simulator(const Contest& contest, Path path = simulation_paths().back());
    ~Simulator();
    Simulator(const Simulator&) = delete;
    Simulator& operator=(const Simulator&) = delete;

    // Whether the lean loop plays: two players and an automatic showdown. The state
    // machine (`Round`) plays the rest.
    bool lean() const { return lean_ != nullptr; }

    // Plays `rounds` rounds from number `first` on, adds them to the totals and writes
    // them to the columns, if any. Once `stop` is set, the round under way is the last: the
    // totals tell how many there are. May be called from several threads at once.
    void play(std::uint64_t first, std::size_t rounds, Totals& totals, const Columns* columns,
              const std::atomic<bool>& stop) const;

    // The moves of one round: by the state machine, or by the lean loop, for tests.
    std::vector<Move> moves(std::uint64_t number) const;
    std::vector<Move> lean_moves(std::uint64_t number) const;

private:
    Contest contest_;
    Path path_;
    std::unique_ptr<const LeanRules> lean_;
};

}  // namespace ginrummy
