// The vector kernels for AVX2: four hands a register.
#include "vector_kernels.hpp"

#if GINRUMMY_X86_VECTORS

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>

#include "ginrummy/batch.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")
#endif

namespace ginrummy {
namespace {

struct V {
    using Reg = __m256i;
    static constexpr std::size_t kLanes = 4;

    static Reg load(const Mask* from) {
        return _mm256_loadu_si256(reinterpret_cast<const Reg*>(from));
    }
    static void store(Mask* to, Reg x) { _mm256_storeu_si256(reinterpret_cast<Reg*>(to), x); }
    // The low 16 bits of each 64-bit lane, in order.
    static void store16(std::uint16_t* to, Reg a, Reg b, Reg c, Reg d) {
        const Reg packed = _mm256_packus_epi32(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
        const Reg order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        _mm256_storeu_si256(reinterpret_cast<Reg*>(to), _mm256_permutevar8x32_epi32(packed, order));
    }
    static Reg table(const std::uint8_t (&bytes)[16]) {
        return _mm256_broadcastsi128_si256(
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
    }
    static Reg zero() { return _mm256_setzero_si256(); }
    static Reg all16(int value) { return _mm256_set1_epi16(static_cast<short>(value)); }

    static Reg and_(Reg a, Reg b) { return _mm256_and_si256(a, b); }
    static Reg or_(Reg a, Reg b) { return _mm256_or_si256(a, b); }
    static Reg and_not(Reg a, Reg not_b) { return _mm256_andnot_si256(not_b, a); }
    static Reg add8(Reg a, Reg b) { return _mm256_add_epi8(a, b); }
    static Reg max8(Reg a, Reg b) { return _mm256_max_epu8(a, b); }
    static Reg add16(Reg a, Reg b) { return _mm256_add_epi16(a, b); }
    static Reg sub16(Reg a, Reg b) { return _mm256_sub_epi16(a, b); }
    static Reg min16(Reg a, Reg b) { return _mm256_min_epi16(a, b); }
    template <int N>
    static Reg left16(Reg x) { return _mm256_slli_epi16(x, N); }
    template <int N>
    static Reg right16(Reg x) { return _mm256_srli_epi16(x, N); }
    static Reg look_up(Reg bytes, Reg index) { return _mm256_shuffle_epi8(bytes, index); }

    // Neighbouring 16-bit lanes / neighbouring 32-bit lanes change places.
    static Reg swap16(Reg x) {
        const __m128i order = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
        return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order));
    }
    static Reg swap32(Reg x) { return _mm256_shuffle_epi32(x, 0xb1); }
    // 13 bits of each suit to a 16-bit lane of its own.
    static Reg spread(Reg x) {
        const Reg low = _mm256_blend_epi16(x, _mm256_slli_epi64(x, 3), 0x22);
        const Reg high = _mm256_blend_epi16(_mm256_slli_epi64(x, 6), _mm256_slli_epi64(x, 9), 0x88);
        return and_(_mm256_blend_epi16(low, high, 0xcc), all16(kSuitBits));
    }
    static Reg bytes_to_16(Reg x) { return _mm256_maddubs_epi16(x, _mm256_set1_epi8(1)); }
    static Reg sum_bytes(Reg x) { return _mm256_sad_epu8(x, zero()); }
    // The greatest byte of each 64-bit lane, in its lowest byte.
    static Reg max_of_bytes(Reg x) {
        x = max8(x, _mm256_srli_epi64(x, 32));
        x = max8(x, _mm256_srli_epi64(x, 16));
        return max8(x, _mm256_srli_epi64(x, 8));
    }
    // All bits where a lane is not zero / a bit for each 64-bit lane that is not.
    static Reg not_zero16(Reg x) {
        return and_not(_mm256_set1_epi8(-1), _mm256_cmpeq_epi16(x, zero()));
    }
    static unsigned not_zero64(Reg x) {
        const Reg none = _mm256_cmpeq_epi64(x, zero());
        return ~static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none))) & 0xf;
    }
    static std::uint64_t not_zero64(Reg a, Reg b, Reg c, Reg d) {
        if (_mm256_testz_si256(or_(or_(a, b), or_(c, d)), _mm256_set1_epi8(-1)) != 0) return 0;
        return not_zero64(a) | not_zero64(b) << 4 | not_zero64(c) << 8 | not_zero64(d) << 12;
    }
};

}  // namespace
}  // namespace ginrummy

#include "vector_hands.hpp"

namespace ginrummy {

Mask deadwood_avx2(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out) {
    return deadwood_by_mode(tables, hands, out);
}

void best_discard_avx2(const Tables& tables, std::span<const Mask> hands,
                       const std::int8_t* taken, std::uint8_t* cards, std::uint16_t* out) {
    best_discard_by_mode(tables, hands, taken, cards, out);
}

}  // namespace ginrummy

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
