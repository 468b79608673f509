// What a walk over the ranks keeps of each suit: the stretch of neighbours that stands open.
//
// Once the sets are chosen the runs choose themselves: in each suit every stretch of three
// or more neighbours is melded. So all that matters of the ranks walked over is how many
// neighbours stand open in each suit: 0, 1, 2, or 3 and more. A stretch is charged as
// deadwood until its third card, which refunds the two before.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "ginrummy/cards.hpp"

namespace ginrummy {

inline constexpr int kStretchStates = 256;  // two bits a suit: how many neighbours are open

constexpr int open_in(int state, int suit) { return (state >> (2 * suit)) & 3; }

// What a state becomes when the cards of `present` (a bit a suit) go on their
// stretches: the new state, how many cards are charged, how many stretches refunded.
struct StretchStep {
    std::uint8_t state = 0, charged = 0, refunded = 0;
};

constexpr std::array<std::array<StretchStep, kStretchStates>, 16> make_stretch_steps() {
    std::array<std::array<StretchStep, kStretchStates>, 16> steps{};
    for (unsigned present = 0; present < 16; ++present) {
        for (int state = 0; state < kStretchStates; ++state) {
            StretchStep step;
            for (int suit = 0; suit < kSuits; ++suit) {
                if (((present >> suit) & 1) == 0) continue;
                const int open = open_in(state, suit);
                step.state = static_cast<std::uint8_t>(
                    step.state | (std::min(open + 1, 3) << (2 * suit)));
                step.charged = static_cast<std::uint8_t>(step.charged + (open < 2));
                step.refunded = static_cast<std::uint8_t>(step.refunded + (open == 2));
            }
            steps[present][static_cast<std::size_t>(state)] = step;
        }
    }
    return steps;
}
inline constexpr auto kStretchSteps = make_stretch_steps();

// The sets that can be made of the suits held at a rank; the first is none.
using SetChoices = FixedList<unsigned, 6>;
inline SetChoices set_choices(unsigned held) {
    SetChoices choices;
    choices.push(0);
    for (unsigned set = 7; set < 16; ++set) {
        if ((set & ~held) == 0 && std::popcount(set) >= 3) choices.push(set);
    }
    return choices;
}

}  // namespace ginrummy
