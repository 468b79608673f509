// The built-in players over the state machine: for every game that it plays.
#pragma once

#include "ginrummy/random.hpp"
#include "ginrummy/round.hpp"
#include "ginrummy/simulate.hpp"

namespace ginrummy {

// The move of the player on turn, who draws its chances from `words`.
int choose_move(Policy policy, const Round& round, Random& words);

}  // namespace ginrummy
