// The Oklahoma party game: flat scores with losses for two to four players (section Q).
#pragma once

#include <optional>
#include <vector>

#include "ginrummy/cards.hpp"
#include "ginrummy/layoff.hpp"
#include "ginrummy/result.hpp"
#include "ginrummy/rules.hpp"
#include "ginrummy/settle.hpp"

namespace ginrummy {

// The automatic defences of several players on one spread, in turn order, as
// `party.layoff_order` says (q6). Without layoffs each just melds.
std::vector<SeatDefense> defend_in_turn(const Rules& rules, const Spread& spread,
                                        const std::vector<std::pair<int, Mask>>& defenders,
                                        bool layoffs);

// The score of a hand from the counts (q2 to q5). `defenders` are in turn order from
// the knocker's left.
Result settle_party(const Rules& rules, int players, int knocker, const Arrangement& spread,
                    bool big_gin, int multiplier, std::vector<SeatDefense> defenders);

// A hand of the party game settled; seat 0 knocks, the others sit in turn order. Checks
// the spread as `settle` does. `rules.hand_size` is that for so many players.
Result settle_party_hands(const Rules& rules, Mask knocker, const std::vector<Mask>& defenders,
                          int knock_card, Mask seen, const std::optional<MeldList>& spread);

}  // namespace ginrummy
