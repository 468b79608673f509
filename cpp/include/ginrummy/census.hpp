// The exact distribution of the least deadwood over all the hands of so many cards.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "ginrummy/cards.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

// Which hands, and what is counted of each.
struct CensusOf {
    RunMode mode = RunMode::kLow;
    RankPoints points{};
    int cards = 0;            // 1 to 52
    bool best_throw = false;  // the least that throwing one of the cards leaves (b3)
};

// Hands by their deadwood. No sum overflows: there are C(52, 26) < 2^49 hands at most.
using Histogram = std::vector<std::uint64_t>;

// A census is cut into units that can be counted in any order and anywhere: unit 5 k + q is
// the hands with k kings and q queens. They add up to C(52, cards).
inline constexpr int kCensusUnits = (kSuits + 1) * (kSuits + 1);

// One unit, or nothing if `stop` was set meanwhile. The last deadwood listed is one that occurs.
std::optional<Histogram> census_unit(const CensusOf& census, int unit,
                                     const std::atomic<bool>& stop);

}  // namespace ginrummy
