// 64-bit FNV-1a, the hash of a round's record (see ginrummy/round.py).
#pragma once

#include <cstdint>

namespace ginrummy {

constexpr std::uint64_t fnv1a(std::uint64_t hash, std::uint8_t byte) {
    return (hash ^ byte) * 1099511628211u;
}

}  // namespace ginrummy
