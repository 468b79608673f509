// The lean loop for each path. A path's functions are compiled for its processor by their
// attributes alone: with a -m flag for this file, inline functions that it shares with others
// could be linked in a form that older processors cannot run.
#include "simulate_lean.hpp"

#include <cstring>

#include "lean_rules.hpp"

#if defined(__GNUC__) && defined(__x86_64__)
#define GINRUMMY_AVX2 [[gnu::target("avx2,bmi,bmi2,popcnt")]]
#endif

namespace ginrummy {
namespace {

// For each byte, where its set bits are, from the lowest.
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> kBitInByte = [] {
    std::array<std::array<std::uint8_t, 256>, 8> places{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        std::size_t found = 0;
        for (std::uint8_t bit = 0; bit < 8; ++bit) {
            if ((byte >> bit) & 1) places[found++][byte] = bit;
        }
    }
    return places;
}();

// The place of the bit that has `below` bits under it: the bytes are counted and summed, and
// a table finds the bit in its byte.
GINRUMMY_INLINE int nth_by_counts(Mask cards, std::uint32_t below) {
    constexpr Mask kOnes = 0x0101010101010101, kHighs = kOnes << 7;
    Mask sums = cards - ((cards >> 1) & 0x5555555555555555);
    sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f) * kOnes;
    const Mask whole_bytes = (((below * kOnes) | kHighs) - sums) & kHighs;
    const int at = static_cast<int>(((whole_bytes >> 7) * kOnes) >> 56) * 8;
    below -= static_cast<std::uint32_t>((sums << 8) >> at) & 0xff;
    return at + kBitInByte[below][(cards >> at) & 0xff];
}

struct Portable {
#if defined(__GNUC__)
    using Four [[gnu::vector_size(16)]] = std::uint32_t;
#define GINRUMMY_LANES 4
#define GINRUMMY_VECTOR Four
#else
#define GINRUMMY_LANES 1
#define GINRUMMY_VECTOR std::uint32_t
#endif
#define GINRUMMY_TARGET GINRUMMY_NOINLINE static
#include "chacha_lanes.inc"
    GINRUMMY_INLINE static int nth_bit(Mask cards, std::uint32_t below) {
        return nth_by_counts(cards, below);
    }
};

template <class Machine, class Trace>
GINRUMMY_INLINE void play_on(const LeanRules& law, std::uint64_t number, int dealer,
                             Played& played, Trace& trace) {
    LeanRound<Machine, Trace>(law, trace, played).play(number, dealer);
}

template <class Trace>
void play_portably(const LeanRules& law, std::uint64_t number, int dealer, Played& played,
                   Trace& trace) {
    play_on<Portable>(law, number, dealer, played, trace);
}

#if defined(GINRUMMY_AVX2)
struct Avx2 {
    using Eight [[gnu::vector_size(32)]] = std::uint32_t;
#define GINRUMMY_LANES 8
#define GINRUMMY_VECTOR Eight
#define GINRUMMY_TARGET GINRUMMY_AVX2 GINRUMMY_NOINLINE static
#include "chacha_lanes.inc"
    GINRUMMY_INLINE static int nth_bit(Mask cards, std::uint32_t below) {
        return quick_deposit ? lowest(deposit(cards, below)) : nth_by_counts(cards, below);
    }

private:
    GINRUMMY_AVX2 static inline Mask deposit(Mask cards, std::uint32_t below) {
        return __builtin_ia32_pdep_di(Mask{1} << below, cards);
    }
    // These two have it in microcode, a hundred cycles and more.
    static inline const bool quick_deposit = [] {
        __builtin_cpu_init();
        return !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }();
};

template <class Trace>
GINRUMMY_AVX2 void play_with_avx2(const LeanRules& law, std::uint64_t number, int dealer,
                                  Played& played, Trace& trace) {
    play_on<Avx2>(law, number, dealer, played, trace);
}

bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

template <class Trace>
void play(const LeanRules& law, Path path, std::uint64_t number, int dealer, Played& played,
          Trace& trace) {
#if defined(GINRUMMY_AVX2)
    if (path == Path::kAvx2) return play_with_avx2(law, number, dealer, played, trace);
#else
    static_cast<void>(path);
#endif
    play_portably(law, number, dealer, played, trace);
}

struct NoTrace {
    GINRUMMY_INLINE void operator()(int) {}
};

struct WrittenDown {
    void operator()(int move) { moves.push_back(static_cast<Move>(move)); }
    std::vector<Move>& moves;
};

}  // namespace

std::vector<Path> simulation_paths() {
    std::vector<Path> paths{Path::kPortable};
#if defined(GINRUMMY_AVX2)
    if (has_avx2()) paths.push_back(Path::kAvx2);
#endif
    return paths;
}

void play_lean(const LeanRules& law, Path path, std::uint64_t number, int dealer,
               Played& played) {
    NoTrace trace;
    play(law, path, number, dealer, played, trace);
}

void play_lean(const LeanRules& law, Path path, std::uint64_t number, int dealer, Played& played,
               std::vector<Move>& moves) {
    WrittenDown trace{moves};
    play(law, path, number, dealer, played, trace);
}

}  // namespace ginrummy
