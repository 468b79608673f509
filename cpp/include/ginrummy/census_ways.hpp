// The part of a census that is about one hand: what must be known of the ranks walked over
// to find its least deadwood once the other ranks are known too.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ginrummy/cards.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

// A way to use the cards walked over so far, from the king down: which of them are in sets
// and which is thrown; the runs choose themselves (stretches.hpp). In 32 bits, from the
// lowest: the open stretches (8), the pledges (8), a thrown card (1), the cost (15).
//
// A pledge is for a run round the corner. It says that a stretch from the king down goes
// on with the ace, which is walked over last: 1 counts on the ace being there and 2 on ace
// and deuce, none of them in a set. The king then opens as the second or third of its run.
using Way = std::uint32_t;

// The ways of a hand that may still turn out best, by ascending cost, the least cost taken
// off. Hands with the same ways and the same number of cards differ, whatever cards follow,
// by the cost taken off alone; so all of them are carried on as one. That is what makes a
// census of billions of hands a walk over some hundreds of these lists a rank.
using Ways = std::vector<Way>;

class WayWalker {
public:
    WayWalker(RunMode mode, const RankPoints& points, bool best_throw);

    // What is known before the king: one way, and one more for each pledge.
    Ways start() const;

    // Walks over a rank of which these suits are held (a bit a suit): writes the ways and
    // returns the cost that was taken off them. Suits are put into an order of their own,
    // so that hands alike but for the names of the suits meet.
    int over(const Ways& from, int rank, unsigned held, Ways& to);

    // Walks over the aces, which are the last, and returns the least cost of all.
    int finish(const Ways& from, unsigned held);

private:
    static constexpr int kCodes = 16;  // a suit's open stretch and pledge, two bits each
    using Losses = std::array<std::array<std::int16_t, kCodes>, kCodes>;

    void reach(const Ways& from, int rank, unsigned held);
    void reach_one(Way way, int rank, unsigned stretched, bool throws);
    int settled(Way way) const;
    void keep_useful(int rank, Ways& to);
    Losses make_losses(int rank) const;
    int points(int rank) const;

    RunMode mode_;
    RankPoints points_;
    bool best_throw_;
    std::array<Losses, kRanks> losses_{};  // see make_losses
    std::array<int, kRanks> dearest_below_{};

    // Scratch: the least cost found of each (stretches, pledges, thrown), and which those are.
    std::vector<std::uint16_t> cost_;
    std::vector<Way> reached_;
};

}  // namespace ginrummy
