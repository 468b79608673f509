#include "ginrummy/batch.hpp"

#include <algorithm>
#include <bit>

#include "vector_kernels.hpp"

namespace ginrummy {
namespace {

// One hand in a plain 64-bit word, for spread_hands.hpp.
struct V {
    using Reg = std::uint64_t;

    static Reg load(const Mask* from) { return *from; }
    static Reg zero() { return 0; }
    static constexpr Reg all16(int value) {
        return std::uint64_t{0x0001'0001'0001'0001} * static_cast<std::uint16_t>(value);
    }
    static Reg and_(Reg a, Reg b) { return a & b; }
    static Reg or_(Reg a, Reg b) { return a | b; }
    static Reg and_not(Reg a, Reg not_b) { return a & ~not_b; }
    template <int N>
    static Reg left16(Reg x) { return (x << N) & all16(0xffff << N); }
    template <int N>
    static Reg right16(Reg x) { return (x >> N) & all16(0xffff >> N); }
    static Reg swap16(Reg x) {
        return (x << 16 & 0xffff'0000'ffff'0000) | (x >> 16 & 0x0000'ffff'0000'ffff);
    }
    static Reg swap32(Reg x) { return std::rotl(x, 32); }
    static Reg spread(Reg x) {
        const Reg lane = kSuitBits;
        return (x & lane) | (x << 3 & lane << 16) | (x << 6 & lane << 32) | (x << 9 & lane << 48);
    }
};

}  // namespace
}  // namespace ginrummy

#include "spread_hands.hpp"

namespace ginrummy {
namespace {

constexpr SuitMask lane(Reg cards, int at) {
    return static_cast<SuitMask>(cards >> (16 * at)) & 0xffff;
}

Plain plain(RunMode mode, Mask hand) {
    switch (mode) {
        case RunMode::kLow: return plain<RunMode::kLow>(&hand);
        case RunMode::kHighLow: return plain<RunMode::kHighLow>(&hand);
        case RunMode::kWrap: break;
    }
    return plain<RunMode::kWrap>(&hand);
}

int points(const Tables& tables, Reg cards) {
    return tables.suit_points(lane(cards, 0)) + tables.suit_points(lane(cards, 1)) +
           tables.suit_points(lane(cards, 2)) + tables.suit_points(lane(cards, 3));
}

// The path to take with these tables: bytes cannot add up every card table.
Path path_for(const Tables& tables, Path path) {
    return tables.bytes() == nullptr ? Path::kPortable : path;
}

Mask throws_of(Mask hand, const std::int8_t* taken, std::size_t i) {
    return taken == nullptr || taken[i] < 0 ? hand : hand & ~card_bit(taken[i]);
}

// The deadwood left by each throw of a hand, in the order of its cards.
void discards(const Tables& tables, Mask hand, std::uint16_t* out) {
    const Plain cards = plain(tables.mode(), hand);
    if (cards.torn != 0) {
        for (Mask rest = hand; rest != 0; rest &= rest - 1) {
            *out++ = static_cast<std::uint16_t>(deadwood(tables, hand & ~(rest & -rest)));
        }
        return;
    }
    const int base = points(tables, cards.left);
    const Reg loose = cards.cards & ~cards.threes;
    for (Reg rest = cards.cards; rest != 0; rest &= rest - 1) {
        const int place = std::countr_zero(rest);
        const SuitMask bit = 1u << (place & 15);
        int left = base;
        if ((cards.threes & (rest & -rest)) == 0) {
            const SuitMask suit = lane(loose, place >> 4);
            left += tables.suit_deadwood(suit ^ bit) - tables.suit_deadwood(suit);
        } else if (std::popcount(cards.cards & V::all16(static_cast<int>(bit))) < kSuits) {
            // A set of three breaks up, and none of its cards is in a run.
            left += 2 * tables.suit_points(bit);
        }
        *out++ = static_cast<std::uint16_t>(left);
    }
}

// The best throw where melds contest cards.
BestThrow best_throw_searched(const Tables& tables, Mask hand, Mask throws) {
    BestThrow best;
    const int whole = deadwood(tables, hand);
    // No throw takes away more than its own points, so the dearest cards go first.
    for (const Tables::Level& level : tables.levels()) {
        const int bound = whole - level.points;
        if (bound > best.deadwood) break;
        for (Mask rest = throws & level.cards; rest != 0; rest &= rest - 1) {
            const int card = lowest(rest);
            if (bound == best.deadwood && card > best.card) break;
            const int left = deadwood(tables, hand ^ card_bit(card));
            if (left < best.deadwood || (left == best.deadwood && card < best.card)) {
                best = {card, left};
            }
        }
    }
    return best;
}

// Runs alone first and the hands with sets again after, so that no branch depends on a hand.
Mask deadwood_portable(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out) {
    constexpr std::size_t kBlock = 512;
    std::array<std::uint16_t, kBlock> again;
    Mask bits = 0;
    for (std::size_t start = 0; start < hands.size(); start += kBlock) {
        const auto some = hands.subspan(start, std::min(kBlock, hands.size() - start));
        std::size_t sets = 0;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const Mask hand = some[i];
            bits |= hand;
            out[start + i] = static_cast<std::uint16_t>(
                tables.suit_deadwood(suit_bits(hand, 0)) + tables.suit_deadwood(suit_bits(hand, 1)) +
                tables.suit_deadwood(suit_bits(hand, 2)) + tables.suit_deadwood(suit_bits(hand, 3)));
            again[sets] = static_cast<std::uint16_t>(i);
            sets += ranks_of_three(hand) != 0;
        }
        for (std::size_t i = 0; i < sets; ++i) {
            const Mask hand = some[again[i]];
            out[start + again[i]] = static_cast<std::uint16_t>(
                deadwood_with_sets(tables, suit_bits(hand, 0), suit_bits(hand, 1),
                                   suit_bits(hand, 2), suit_bits(hand, 3), ranks_of_three(hand)));
        }
    }
    return bits;
}

}  // namespace

bool has_path(Path path) {
#if GINRUMMY_X86_VECTORS
    if (path == Path::kAvx2) return __builtin_cpu_supports("avx2") != 0;
    if (path == Path::kAvx512) {
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
               __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    }
#endif
    return path == Path::kPortable;
}

Path best_path() {
    for (const Path path : {Path::kAvx512, Path::kAvx2}) {
        if (has_path(path)) return path;
    }
    return Path::kPortable;
}

std::size_t first_no_hand(std::span<const Mask> hands) {
    Mask any = 0;
    for (const Mask hand : hands) any |= hand;
    if ((any & ~kPack) == 0) return hands.size();
    return static_cast<std::size_t>(
        std::find_if(hands.begin(), hands.end(), [](Mask hand) { return (hand & ~kPack) != 0; }) -
        hands.begin());
}

Mask deadwood_each(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out,
                   Path path) {
    switch (path_for(tables, path)) {
#if GINRUMMY_X86_VECTORS
        case Path::kAvx512: return deadwood_avx512(tables, hands, out);
        case Path::kAvx2: return deadwood_avx2(tables, hands, out);
#endif
        default: return deadwood_portable(tables, hands, out);
    }
}

void discards_each(const Tables& tables, std::span<const Mask> hands, const std::int8_t* taken,
                   std::size_t size, std::uint16_t* out) {
    for (std::size_t i = 0; i < hands.size(); ++i, out += size) {
        discards(tables, hands[i], out);
        const Mask barred = hands[i] & ~throws_of(hands[i], taken, i);
        if (barred != 0) out[count(hands[i] & (barred - 1))] = kNoCount;
    }
}

BestThrow best_throw(const Tables& tables, Mask hand, Mask throws) {
    const Plain cards = plain(tables.mode(), hand);
    const Reg loose = cards.left & V::spread(throws);
    if (cards.torn != 0 || loose == 0) return best_throw_searched(tables, hand, throws);
    // Melds that contest no card lose by any throw of theirs.
    for (const Tables::Level& level : tables.levels()) {
        const Reg here = loose & V::spread(level.cards);
        if (here == 0) continue;
        const int place = std::countr_zero(here);
        return {(place >> 4) * kRanks + (place & 15), points(tables, cards.left) - level.points};
    }
    return {};
}

void best_discard_each(const Tables& tables, std::span<const Mask> hands,
                       const std::int8_t* taken, std::uint8_t* cards, std::uint16_t* out,
                       Path path) {
    switch (path_for(tables, path)) {
#if GINRUMMY_X86_VECTORS
        case Path::kAvx512: return best_discard_avx512(tables, hands, taken, cards, out);
        case Path::kAvx2: return best_discard_avx2(tables, hands, taken, cards, out);
#endif
        default:
            for (std::size_t i = 0; i < hands.size(); ++i) {
                const BestThrow best = best_throw(tables, hands[i], throws_of(hands[i], taken, i));
                cards[i] = static_cast<std::uint8_t>(best.card);
                out[i] = static_cast<std::uint16_t>(best.deadwood);
            }
    }
}

}  // namespace ginrummy
