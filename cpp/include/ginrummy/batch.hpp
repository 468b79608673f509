// Arrays of hands: the kernels behind ginrummy.batch, each on one thread.
//
// Where the processor has AVX2 or AVX-512 the counts are made by vector code, chosen
// at run time; every path gives the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ginrummy/cards.hpp"
#include "ginrummy/deadwood.hpp"
#include "ginrummy/path.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

// Whether this build and this processor have a path; the best one they have.
bool has_path(Path path);
Path best_path();

// A Fault about one item of an array.
class ItemFault : public Fault {
public:
    ItemFault(std::size_t item, const Fault& fault) : Fault(fault), item_(item) {}
    std::size_t item() const { return item_; }

private:
    std::size_t item_;
};

// Where the first mask with a bit outside the pack stands, or hands.size().
std::size_t first_no_hand(std::span<const Mask> hands);

// The minimum deadwood of each hand, of any size. Gives all the bits that occur: where one
// is outside the pack there is a mask that is no hand, whose count means nothing.
Mask deadwood_each(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out,
                   Path path);

// No card, or no count: every card that may be thrown is barred.
inline constexpr std::uint8_t kNoThrow = 255;
inline constexpr std::uint16_t kNoCount = 65535;

// The deadwood left by each throw, `size` counts for a hand of that many cards, by
// ascending card; kNoCount for the card in `taken` (null: none), which may not be thrown.
void discards_each(const Tables& tables, std::span<const Mask> hands, const std::int8_t* taken,
                   std::size_t size, std::uint16_t* out);

// The throw that leaves least, the lowest card among equals, and what it leaves.
void best_discard_each(const Tables& tables, std::span<const Mask> hands,
                       const std::int8_t* taken, std::uint8_t* cards, std::uint16_t* out,
                       Path path);

// The melds of each hand's canonical arrangement (b4) in `width` places, 0 where there are
// fewer. Throws WrongHandSize for a hand with more melds than places.
void arrange_each(const Tables& tables, std::span<const Mask> hands, std::size_t width, Mask* out);

// The least deadwood of each defender on his spread of `width` melds (0: none), and the
// cards he lays off for it (`laid` may be null, which is quicker). Throws as read_spread and
// SharedCard.
void lay_off_each(const Rules& rules, std::span<const Mask> spreads, std::size_t width,
                  std::span<const Mask> hands, std::uint16_t* out, Mask* laid);

// A score as ginrummy.batch gives it; python/ginrummy/batch.py has the dtype.
struct Settled {
    std::int32_t points = 0;
    std::array<std::int32_t, 2> scores{}, boxes{};
    std::uint16_t knocker_deadwood = 0, defender_deadwood = 0;
    std::uint16_t multiplier = 1;
    std::uint8_t outcome = 0;
    std::int8_t winner = 0;
};

// Showdowns in which nobody chooses anything. What is the same in all is given once, or
// else an item each (the spans may be empty).
struct Showdowns {
    std::span<const Mask> knockers, defenders;
    int knock_card = kNoCard;
    std::span<const std::int8_t> knock_cards;
    Mask seen = 0;
    std::span<const Mask> seen_each;
};

// Settles some of them into the same places of `out`. Throws as `settle`, and for hands of
// wrong size or with a card in common; the item is counted from `begin`.
void settle_each(const Rules& rules, const Showdowns& all, std::size_t begin, std::size_t end,
                 Settled* out);

// For one hand: the best throw among `throws`, cards of the hand.
struct BestThrow {
    int card = kNoCard;
    int deadwood = kNoCount;
};
BestThrow best_throw(const Tables& tables, Mask hand, Mask throws);

}  // namespace ginrummy
