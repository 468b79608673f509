// The lean loop for each path. A path's functions are compiled for its processor by their
// attributes alone: with a -m flag for this file, inline functions that it shares with others
// could be linked in a form that older processors cannot run.
#include "simulate_lean.hpp"

#include <cstring>

#include "lean_rules.hpp"

#if defined(__GNUC__) && defined(__x86_64__)
#define GINRUMMY_AVX2 [[gnu::target("avx2,bmi,bmi2,popcnt,lzcnt")]]
#endif

namespace ginrummy {
namespace {

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
};

template <class Trace>
GINRUMMY_AVX2 void play_with_avx2(const LeanRules& law, std::uint64_t number, int dealer,
                                  Played& played, Trace& trace) {
    play_on<Avx2>(law, number, dealer, played, trace);
}

bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("lzcnt");
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
