// What the search of kalooki_search.hpp has found out already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ginrummy {

// A map from two words to a score that is emptied at no cost.
class KalookiMemo {
public:
    void clear();
    // The place of the score of this key; `fresh` when it was not there.
    std::size_t place(std::uint64_t a, std::uint64_t b, bool& fresh);
    std::int64_t& at(std::size_t place) { return entries_[place].score; }
    void set(std::uint64_t a, std::uint64_t b, std::int64_t score);

private:
    struct Entry {
        std::uint64_t a = 0, b = 0;
        std::int64_t score = 0;
        std::uint32_t round = 0;  // entries of earlier rounds are empty
    };
    void grow();
    std::vector<Entry> entries_;
    std::size_t used_ = 0;
    std::uint32_t round_ = 0;
};

}  // namespace ginrummy
