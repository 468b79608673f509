// Cards and hands as bits: card index = suit * 13 + rank, clubs first, ace 0.
// (The Python layer counts ranks from 1; the card index is the same.)
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ginrummy {

using Mask = std::uint64_t;      // a set of cards, bit = card index
using SuitMask = std::uint32_t;  // the 13 ranks of one suit, bit = rank

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kCards = kRanks * kSuits;
inline constexpr SuitMask kSuitBits = (1u << kRanks) - 1;
inline constexpr Mask kPack = (Mask{1} << kCards) - 1;

constexpr Mask card_bit(int card) { return Mask{1} << card; }
constexpr int rank_of(int card) { return card % kRanks; }
constexpr int suit_of(int card) { return card / kRanks; }
constexpr int count(Mask cards) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    // Any x86-64 must do, and without its popcnt std::popcount is a call and a table.
    cards -= (cards >> 1) & 0x5555'5555'5555'5555;
    cards = (cards & 0x3333'3333'3333'3333) + ((cards >> 2) & 0x3333'3333'3333'3333);
    cards = (cards + (cards >> 4)) & 0x0f0f'0f0f'0f0f'0f0f;
    return static_cast<int>((cards * 0x0101'0101'0101'0101) >> 56);
#else
    return std::popcount(cards);
#endif
}
constexpr int lowest(Mask cards) { return std::countr_zero(cards); }

constexpr SuitMask suit_bits(Mask cards, int suit) {
    return static_cast<SuitMask>(cards >> (suit * kRanks)) & kSuitBits;
}
constexpr Mask from_suit(SuitMask bits, int suit) { return Mask{bits} << (suit * kRanks); }

// The four cards of one rank.
constexpr Mask rank_cards(int rank) {
    return (card_bit(0) | card_bit(13) | card_bit(26) | card_bit(39)) << rank;
}

// The ranks of which a hand holds at least three cards.
constexpr SuitMask ranks_of_three(Mask hand) {
    const SuitMask c = suit_bits(hand, 0), d = suit_bits(hand, 1);
    const SuitMask h = suit_bits(hand, 2), s = suit_bits(hand, 3);
    return (c & d & (h | s)) | (h & s & (c | d));
}

std::string card_text(int card);    // "Th"
std::string cards_text(Mask cards);  // "7c Th", in index order
std::string quoted(Mask cards);      // "'7c Th'"

// A list with a fixed capacity: the rules bound every list the core makes.
template <class T, std::size_t Capacity>
class FixedList {
public:
    void push(T value) {
        assert(size_ < Capacity);
        items_[size_++] = value;
    }
    void pop() { --size_; }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    T* begin() { return items_; }
    T* end() { return items_ + size_; }
    const T* begin() const { return items_; }
    const T* end() const { return items_ + size_; }

private:
    std::size_t size_ = 0;
    T items_[Capacity];
};

inline constexpr std::size_t kMaxMelds = 17;  // disjoint melds of three in the pack
using MeldList = FixedList<Mask, kMaxMelds>;

// An error that Python sees as the class of that name in ginrummy.errors.
class Fault : public std::runtime_error {
public:
    Fault(const char* type, const std::string& message)
        : std::runtime_error(message), type_(type) {}
    const char* type() const { return type_; }

private:
    const char* type_;
};

}  // namespace ginrummy
