#include "kalooki_memo.hpp"

#include <algorithm>

namespace ginrummy {
namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = a * 0x9e3779b97f4a7c15u ^ (b + 0x7f4a7c15u) * 0xc2b2ae3d27d4eb4fu;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

}  // namespace

void KalookiMemo::clear() {
    if (entries_.empty()) entries_.resize(1u << 12);
    used_ = 0;
    if (++round_ == 0) {  // once in 2^32 rounds the marks are used up
        std::fill(entries_.begin(), entries_.end(), Entry{});
        round_ = 1;
    }
}

std::size_t KalookiMemo::place(std::uint64_t a, std::uint64_t b, bool& fresh) {
    if (used_ * 2 >= entries_.size()) grow();
    const std::size_t last = entries_.size() - 1;
    std::size_t at = mixed(a, b) & last;
    while (entries_[at].round == round_ && (entries_[at].a != a || entries_[at].b != b)) {
        at = (at + 1) & last;
    }
    fresh = entries_[at].round != round_;
    return at;
}

void KalookiMemo::set(std::uint64_t a, std::uint64_t b, std::int64_t score) {
    bool fresh = false;
    const std::size_t at = place(a, b, fresh);
    used_ += fresh;
    entries_[at] = {a, b, score, round_};
}

void KalookiMemo::grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    const std::uint32_t round = round_;
    for (const Entry& entry : old) {
        if (entry.round != round) continue;
        const std::size_t last = entries_.size() - 1;
        std::size_t at = mixed(entry.a, entry.b) & last;
        while (entries_[at].round == round) at = (at + 1) & last;
        entries_[at] = entry;
    }
}

}  // namespace ginrummy
