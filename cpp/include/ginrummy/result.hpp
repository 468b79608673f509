// How a round ended, by seats.
#pragma once

#include <array>
#include <vector>

#include "ginrummy/cards.hpp"
#include "ginrummy/layoff.hpp"
#include "ginrummy/settle.hpp"

namespace ginrummy {

inline constexpr int kMaxPlayers = 4;
inline constexpr int kNoSeat = -1;

struct SeatDefense {
    int seat = 0;
    Defense defense;
};

struct SeatPart {
    int seat = 0;
    Reason reason{};
    int points = 0;
};

struct Result {
    Outcome outcome{};
    int winner = kNoSeat;
    int points = 0;
    std::array<int, kMaxPlayers> scores{};
    std::array<int, kMaxPlayers> boxes{};
    int multiplier = 1;
    int knocker = kNoSeat;
    int knocker_deadwood = 0;
    Arrangement spread;
    std::vector<SeatPart> parts;
    std::vector<SeatDefense> defenses;  // in turn order from the knocker's left
};

}  // namespace ginrummy
