// Deadwood of several hands at once. Included by batch_avx2.cpp and batch_avx512.cpp,
// each with a register type `V` of its own and its instruction set switched on: no
// `#pragma once`, and everything in an unnamed namespace.
//
// In most hands no card is in both a run and a set: then all such cards are melded, and
// the points of the rest are summed through tables of four ranks each. The other hands
// are listed and looked at again, by trying the sets of up to two contested ranks; what
// is left goes to the scalar kernel.

#include "spread_hands.hpp"

namespace ginrummy {
namespace {

constexpr std::size_t kLanes = V::kLanes;
constexpr std::size_t kGroup = 4 * kLanes;
constexpr std::size_t kBlock = 1024;
static_assert(kBlock % kGroup == 0);

// The same for the four suits of a hand.
Reg over_suits_or(Reg x) {
    const Reg pairs = V::or_(x, V::swap16(x));
    return V::or_(pairs, V::swap32(pairs));
}
Reg over_suits_sum(Reg x) {
    const Reg pairs = V::add16(x, V::swap16(x));
    return V::add16(pairs, V::swap32(pairs));
}
Reg over_suits_min(Reg x) {
    const Reg pairs = V::min16(x, V::swap16(x));
    return V::min16(pairs, V::swap32(pairs));
}

// One table for each four ranks: what a subset of them counts.
struct NibbleTables {
    explicit NibbleTables(const std::uint8_t (&bytes)[4][16])
        : tables{V::table(bytes[0]), V::table(bytes[1]), V::table(bytes[2]), V::table(bytes[3])} {}

    // A subset that is masked out counts nothing, so each table sees one nibble of 16 bits.
    struct Four {
        Reg a, b, c, d;
    };
    Four look_up(Reg cards) const {
        const Reg low = V::all16(0x000f), high = V::all16(0x0f00);
        const Reg next = V::template right16<4>(cards);
        return {V::look_up(tables[0], V::and_(cards, low)), V::look_up(tables[1], V::and_(next, low)),
                V::look_up(tables[2], V::and_(cards, high)), V::look_up(tables[3], V::and_(next, high))};
    }
    // The points as bytes that still have to be added up.
    Reg points(Reg cards) const {
        const Four f = look_up(cards);
        return V::or_(V::add8(f.a, f.b), V::add8(f.c, f.d));
    }
    // The highest card of each byte.
    Reg highest(Reg cards) const {
        const Four f = look_up(cards);
        return V::max8(V::max8(f.a, f.b), V::max8(f.c, f.d));
    }

    Reg tables[4];
};

// The points of what is left in each suit when `taken` are the sets and the rest runs.
template <RunMode Mode>
Reg suit_points(const NibbleTables& points, Reg x, Reg taken, Reg& torn) {
    const Reg rest = V::and_not(x, taken);
    return V::bytes_to_16(points.points(V::and_not(rest, in_runs<Mode>(rest, torn))));
}

// What it changes to take a set but for one card, where that is allowed.
Reg giving_back(Reg with, Reg without, Reg allowed) {
    return V::and_(over_suits_min(V::sub16(without, with)), allowed);
}

// Hands with up to two ranks whose set contests a card with a run: the least deadwood
// over taking and leaving those sets. Bits of `undone` mark the hands it cannot do.
template <RunMode Mode>
Reg contested(const NibbleTables& points, Reg hands, unsigned& undone) {
    const Reg x = V::spread(hands);
    const Held sets = held(x);
    Reg torn = V::zero();
    const Reg ranks = over_suits_or(V::and_(in_runs<Mode>(x, torn), sets.threes));
    const Reg rest = V::and_not(x, V::and_not(sets.threes, ranks));
    const Reg first = V::and_(ranks, V::sub16(V::zero(), ranks));
    const Reg second = V::and_not(ranks, first);
    const Reg third = V::and_(second, V::sub16(second, V::all16(1)));
    // All bits where the rank is held four times: one card may then stay out for its run.
    const Reg four1 = V::not_zero16(V::and_(sets.fours, first));
    const Reg four2 = V::not_zero16(V::and_(sets.fours, second));

    const Reg none = suit_points<Mode>(points, rest, V::zero(), torn);
    const Reg one = suit_points<Mode>(points, rest, first, torn);
    const Reg two = suit_points<Mode>(points, rest, second, torn);
    const Reg both = suit_points<Mode>(points, rest, ranks, torn);
    const Reg s1 = over_suits_sum(one), s2 = over_suits_sum(two), s12 = over_suits_sum(both);
    Reg best = over_suits_sum(none);
    best = V::min16(best, V::min16(s1, V::add16(s1, giving_back(one, none, four1))));
    best = V::min16(best, V::min16(s2, V::add16(s2, giving_back(two, none, four2))));
    best = V::min16(best, V::min16(s12, V::add16(s12, giving_back(both, two, four1))));
    best = V::min16(best, V::add16(s12, giving_back(both, one, four2)));
    undone = V::not_zero64(V::or_(torn, V::or_(third, V::and_(four1, four2))));
    return best;
}

// A block of hands with the places of those that need a second look.
struct Again {
    std::array<std::uint16_t, kBlock> places;
    std::size_t size = 0;

    void add(std::uint64_t lanes, std::size_t base) {
        for (; lanes != 0; lanes &= lanes - 1) {
            places[size++] = static_cast<std::uint16_t>(
                base + static_cast<std::size_t>(std::countr_zero(lanes)));
        }
    }
};

template <RunMode Mode>
void second_look(const Tables& tables, const NibbleTables& points, const Again& again,
                 const Mask* hands, std::uint16_t* out) {
    for (std::size_t i = 0; i < again.size; i += kLanes) {
        const std::size_t n = std::min(kLanes, again.size - i);
        alignas(64) std::array<Mask, kLanes> some{}, found;
        for (std::size_t j = 0; j < n; ++j) some[j] = hands[again.places[i + j]];
        unsigned undone = 0;
        V::store(found.data(), contested<Mode>(points, V::load(some.data()), undone));
        for (std::size_t j = 0; j < n; ++j) {
            out[again.places[i + j]] =
                (undone >> j & 1) != 0
                    ? static_cast<std::uint16_t>(deadwood(tables, some[j]))
                    : static_cast<std::uint16_t>(found[j]);
        }
    }
}

template <RunMode Mode>
Mask deadwood_blocks(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out) {
    const NibbleTables points(tables.bytes()->points);
    Again again;
    Reg bits = V::zero();
    Mask more_bits = 0;
    for (std::size_t start = 0; start < hands.size(); start += kBlock) {
        const Mask* in = hands.data() + start;
        const std::size_t n = std::min(kBlock, hands.size() - start);
        const std::size_t whole = n - n % kGroup;
        again.size = 0;
        for (std::size_t i = 0; i < whole; i += kGroup) {
            const Plain a = plain<Mode>(in + i), b = plain<Mode>(in + i + kLanes);
            const Plain c = plain<Mode>(in + i + 2 * kLanes), d = plain<Mode>(in + i + 3 * kLanes);
            V::store16(out + start + i, V::sum_bytes(points.points(a.left)),
                       V::sum_bytes(points.points(b.left)), V::sum_bytes(points.points(c.left)),
                       V::sum_bytes(points.points(d.left)));
            again.add(V::not_zero64(a.torn, b.torn, c.torn, d.torn), i);
            bits = V::or_(bits, V::or_(V::or_(a.hands, b.hands), V::or_(c.hands, d.hands)));
        }
        second_look<Mode>(tables, points, again, in, out + start);
        for (std::size_t i = whole; i < n; ++i) {
            out[start + i] = static_cast<std::uint16_t>(deadwood(tables, in[i]));
            more_bits |= in[i];
        }
    }
    alignas(64) std::array<Mask, kLanes> all;
    V::store(all.data(), bits);
    for (const Mask some : all) more_bits |= some;
    return more_bits;
}

// A hand whose melds contest no card throws its dearest unmelded card: any other throw
// leaves more.
template <RunMode Mode>
void best_discard_blocks(const Tables& tables, std::span<const Mask> hands,
                         const std::int8_t* taken, std::uint8_t* cards, std::uint16_t* out) {
    const NibbleTables points(tables.bytes()->points), dearest(tables.bytes()->dearest);
    alignas(64) std::array<Mask, kLanes> left, sums, tops, torn;
    for (std::size_t i = 0; i < hands.size(); i += kLanes) {
        const std::size_t n = std::min(kLanes, hands.size() - i);
        alignas(64) std::array<Mask, kLanes> some{};
        const Mask* in = hands.data() + i;
        if (n < kLanes) {
            std::copy(in, in + n, some.begin());
            in = some.data();
        }
        const Plain hand = plain<Mode>(in);
        Reg cards_left = hand.left;
        V::store(sums.data(), V::sum_bytes(points.points(cards_left)));
        if (taken != nullptr) {
            alignas(64) std::array<Mask, kLanes> barred{};
            for (std::size_t j = 0; j < n; ++j) {
                if (taken[i + j] >= 0) barred[j] = card_bit(taken[i + j]);
            }
            cards_left = V::and_not(cards_left, V::spread(V::load(barred.data())));
        }
        V::store(left.data(), cards_left);
        V::store(tops.data(), V::max_of_bytes(dearest.highest(cards_left)));
        V::store(torn.data(), hand.torn);
        for (std::size_t j = 0; j < n; ++j) {
            const auto top = static_cast<std::size_t>(tops[j] & 0xff);
            if (torn[j] != 0 || top == 0) {
                Mask throws = in[j];
                if (taken != nullptr && taken[i + j] >= 0) throws &= ~card_bit(taken[i + j]);
                const BestThrow best = best_throw(tables, in[j], throws);
                cards[i + j] = static_cast<std::uint8_t>(best.card);
                out[i + j] = static_cast<std::uint16_t>(best.deadwood);
                continue;
            }
            const int place = std::countr_zero(left[j] & tables.bytes()->ranks_of[top]);
            cards[i + j] = static_cast<std::uint8_t>((place >> 4) * kRanks + (place & 15));
            out[i + j] = static_cast<std::uint16_t>(sums[j] - top);
        }
    }
}

Mask deadwood_by_mode(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out) {
    switch (tables.mode()) {
        case RunMode::kLow: return deadwood_blocks<RunMode::kLow>(tables, hands, out);
        case RunMode::kHighLow: return deadwood_blocks<RunMode::kHighLow>(tables, hands, out);
        case RunMode::kWrap: break;
    }
    return deadwood_blocks<RunMode::kWrap>(tables, hands, out);
}

void best_discard_by_mode(const Tables& tables, std::span<const Mask> hands,
                          const std::int8_t* taken, std::uint8_t* cards, std::uint16_t* out) {
    switch (tables.mode()) {
        case RunMode::kLow:
            return best_discard_blocks<RunMode::kLow>(tables, hands, taken, cards, out);
        case RunMode::kHighLow:
            return best_discard_blocks<RunMode::kHighLow>(tables, hands, taken, cards, out);
        case RunMode::kWrap:
            return best_discard_blocks<RunMode::kWrap>(tables, hands, taken, cards, out);
    }
}

}  // namespace
}  // namespace ginrummy
