// Hands with their suits spread out to four 16-bit lanes of 13 ranks, so that the runs of
// all suits are found by shifts. Included with a register type `V` declared before, of one
// hand (batch.cpp) or several (vector_hands.hpp): no `#pragma once`, and everything in an
// unnamed namespace.

namespace ginrummy {
namespace {

using Reg = V::Reg;

// The ranks of which a hand holds three or more, and four, in each of its suit lanes.
struct Held {
    Reg threes, fours;
};
Held held(Reg x) {
    const Reg other = V::swap16(x);
    const Reg both = V::and_(x, other), either = V::or_(x, other);
    const Reg both2 = V::swap32(both), either2 = V::swap32(either);
    return {V::or_(V::and_(both, either2), V::and_(both2, either)), V::and_(both, both2)};
}

// The cards in runs. Where the ace is wanted at both ends of a suit its bit is set in
// `torn`: one run has to do without it.
template <RunMode Mode>
Reg in_runs(Reg x, Reg& torn) {
    Reg ring = x;
    if constexpr (Mode == RunMode::kHighLow) {
        ring = V::or_(x, V::template left16<kRanks>(V::and_(x, V::all16(1))));
    } else if constexpr (Mode == RunMode::kWrap) {
        ring = V::or_(x, V::template left16<kRanks>(x));
    }
    const Reg starts = V::and_(ring, V::and_(V::template right16<1>(ring),
                                             V::template right16<2>(ring)));
    const Reg run = V::or_(starts, V::or_(V::template left16<1>(starts),
                                          V::template left16<2>(starts)));
    if constexpr (Mode == RunMode::kLow) return run;
    const Reg high = V::template right16<kRanks>(run);
    if constexpr (Mode == RunMode::kHighLow) torn = V::or_(torn, V::and_(run, high));
    return V::and_(V::or_(run, high), x);
}

// Hands in which every card in a run or set is melded, and where that cannot be because
// a card is in both.
struct Plain {
    Reg hands, cards, threes, left, torn;
};
template <RunMode Mode>
Plain plain(const Mask* hands) {
    Plain hand;
    hand.hands = V::load(hands);
    hand.cards = V::spread(hand.hands);
    hand.threes = held(hand.cards).threes;
    hand.torn = V::zero();
    const Reg runs = in_runs<Mode>(hand.cards, hand.torn);
    hand.torn = V::or_(hand.torn, V::and_(runs, hand.threes));
    hand.left = V::and_not(hand.cards, V::or_(runs, hand.threes));
    return hand;
}

}  // namespace
}  // namespace ginrummy
