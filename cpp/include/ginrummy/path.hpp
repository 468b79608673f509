// The code paths of the hot loops: for any processor, or for one with more.
#pragma once

#include <array>
#include <string_view>

#include "ginrummy/rules.hpp"

namespace ginrummy {

enum class Path { kPortable, kAvx2, kAvx512 };
template <>
struct Choices<Path> {
    static constexpr std::array<std::string_view, 3> names{"portable", "avx2", "avx512"};
};

}  // namespace ginrummy
