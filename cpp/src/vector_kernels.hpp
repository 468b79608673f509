// The vector kernels that batch.cpp chooses from. Call only where has_path says so, with
// tables that have bytes().
#pragma once

#include <cstdint>
#include <span>

#include "ginrummy/deadwood.hpp"

// GCC and Clang compile single functions for another instruction set; elsewhere, and
// on other processors, the portable path stands alone.
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define GINRUMMY_X86_VECTORS 1
#else
#define GINRUMMY_X86_VECTORS 0
#endif

namespace ginrummy {

#define GINRUMMY_VECTOR_KERNELS(path)                                                          \
    Mask deadwood_##path(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out); \
    void best_discard_##path(const Tables& tables, std::span<const Mask> hands,                \
                             const std::int8_t* taken, std::uint8_t* cards, std::uint16_t* out);
GINRUMMY_VECTOR_KERNELS(avx2)
GINRUMMY_VECTOR_KERNELS(avx512)
#undef GINRUMMY_VECTOR_KERNELS

}  // namespace ginrummy
