// The vector kernels for AVX-512: eight hands a register.
#include "vector_kernels.hpp"

#if GINRUMMY_X86_VECTORS

#if !defined(__clang__)
// GCC 12 warns of its own header (bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>

#include "ginrummy/batch.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,bmi,popcnt")
#endif

namespace ginrummy {
namespace {

struct V {
    using Reg = __m512i;
    static constexpr std::size_t kLanes = 8;

    static Reg load(const Mask* from) { return _mm512_loadu_si512(from); }
    static void store(Mask* to, Reg x) { _mm512_storeu_si512(to, x); }
    // The low 16 bits of each 64-bit lane, in order.
    static void store16(std::uint16_t* to, Reg a, Reg b, Reg c, Reg d) {
        const Reg packed = _mm512_packus_epi32(_mm512_packus_epi32(a, b), _mm512_packus_epi32(c, d));
        const Reg order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
        _mm512_storeu_si512(to, _mm512_permutexvar_epi32(order, packed));
    }
    static Reg table(const std::uint8_t (&bytes)[16]) {
        return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
    }
    static Reg zero() { return _mm512_setzero_si512(); }
    static Reg all16(int value) { return _mm512_set1_epi16(static_cast<short>(value)); }

    static Reg and_(Reg a, Reg b) { return _mm512_and_si512(a, b); }
    static Reg or_(Reg a, Reg b) { return _mm512_or_si512(a, b); }
    static Reg and_not(Reg a, Reg not_b) { return _mm512_andnot_si512(not_b, a); }
    static Reg add8(Reg a, Reg b) { return _mm512_add_epi8(a, b); }
    static Reg max8(Reg a, Reg b) { return _mm512_max_epu8(a, b); }
    static Reg add16(Reg a, Reg b) { return _mm512_add_epi16(a, b); }
    static Reg sub16(Reg a, Reg b) { return _mm512_sub_epi16(a, b); }
    static Reg min16(Reg a, Reg b) { return _mm512_min_epi16(a, b); }
    template <int N>
    static Reg left16(Reg x) { return _mm512_slli_epi16(x, N); }
    template <int N>
    static Reg right16(Reg x) { return _mm512_srli_epi16(x, N); }
    static Reg look_up(Reg bytes, Reg index) { return _mm512_shuffle_epi8(bytes, index); }

    // Neighbouring 16-bit lanes / neighbouring 32-bit lanes change places.
    static Reg swap16(Reg x) { return _mm512_rol_epi32(x, 16); }
    static Reg swap32(Reg x) { return _mm512_rol_epi64(x, 32); }
    // 13 bits of each suit to a 16-bit lane of its own.
    static Reg spread(Reg x) {
        const Reg low = _mm512_mask_blend_epi16(0x22222222, x, _mm512_slli_epi64(x, 3));
        const Reg high = _mm512_mask_blend_epi16(0x88888888, _mm512_slli_epi64(x, 6),
                                                 _mm512_slli_epi64(x, 9));
        return and_(_mm512_mask_blend_epi16(0xcccccccc, low, high), all16(kSuitBits));
    }
    static Reg bytes_to_16(Reg x) { return _mm512_maddubs_epi16(x, _mm512_set1_epi8(1)); }
    static Reg sum_bytes(Reg x) { return _mm512_sad_epu8(x, zero()); }
    // The greatest byte of each 64-bit lane, in its lowest byte.
    static Reg max_of_bytes(Reg x) {
        x = max8(x, _mm512_srli_epi64(x, 32));
        x = max8(x, _mm512_srli_epi64(x, 16));
        return max8(x, _mm512_srli_epi64(x, 8));
    }
    // All bits where a lane is not zero / a bit for each 64-bit lane that is not.
    static Reg not_zero16(Reg x) { return _mm512_movm_epi16(_mm512_test_epi16_mask(x, x)); }
    static unsigned not_zero64(Reg x) { return _mm512_test_epi64_mask(x, x); }
    static std::uint64_t not_zero64(Reg a, Reg b, Reg c, Reg d) {
        return std::uint64_t{not_zero64(a)} | std::uint64_t{not_zero64(b)} << 8 |
               std::uint64_t{not_zero64(c)} << 16 | std::uint64_t{not_zero64(d)} << 24;
    }
};

}  // namespace
}  // namespace ginrummy

#include "vector_hands.hpp"

namespace ginrummy {

Mask deadwood_avx512(const Tables& tables, std::span<const Mask> hands, std::uint16_t* out) {
    return deadwood_by_mode(tables, hands, out);
}

void best_discard_avx512(const Tables& tables, std::span<const Mask> hands,
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
