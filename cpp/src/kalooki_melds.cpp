#include <algorithm>
#include <array>
#include <tuple>

#include "ginrummy/kalooki.hpp"

namespace ginrummy {
namespace {

constexpr int kSetSize = 4;  // a full set
constexpr int kLeast = 3;    // cards of a meld

using Places = std::uint32_t;  // places of a run, bit = 1..14

constexpr Places span(int low, int high) { return (2u << high) - (1u << low); }

int rank_points(int rank) { return rank == 0 ? 11 : std::min(rank + 1, 10); }

int place_points(const KalookiOptions& options, int place) {
    return place == 1 ? options.ace_low_value : rank_points((place - 1) % kRanks);
}

// The places of a suit that the hand has a card for; an ace has two.
Places places_held(Mask once, int suit) {
    const SuitMask bits = suit_bits(once, suit);
    return (bits << 1) | ((bits & 1u) << kHighAce);
}

KalookiPlay play_of_places(int suit, Places taken) {
    KalookiPlay play;
    const SuitMask bits = (taken >> 1) & kSuitBits;
    const SuitMask high = taken >> kHighAce & 1u;
    play.once = from_suit(bits | high, suit);
    play.twice = from_suit(bits & high, suit);
    return play;
}

// Calls use(jokers) for every part of `choice` with at most `most` places.
template <class Use>
void each_part(Places choice, int most, Places chosen, Use& use) {
    use(chosen);
    if (most == 0) return;
    while (choice != 0) {
        const Places first = choice & (0u - choice);
        choice ^= first;
        each_part(choice, most - 1, chosen | first, use);
    }
}

// Calls use(low, high, jokers) for every run of a suit that keeps `fixed` as naturals and
// whose other places hold cards of `held` or up to `most` jokers.
template <class Use>
void each_run(const KalookiOptions& options, Places fixed, Places held, int most, Use use) {
    for (int low = 1; low + kLeast - 1 <= kHighAce; ++low) {
        if ((fixed & ~span(low, kHighAce)) != 0) break;
        const int last = std::min(kHighAce, low + options.run_max - 1);
        for (int high = low + kLeast - 1; high <= last; ++high) {
            if ((fixed & ~span(low, high)) != 0) continue;
            const Places open = span(low, high) & ~fixed;
            const Places gaps = open & ~held;
            const int spare = most - std::popcount(gaps);
            if (spare < 0) continue;
            auto one = [&](Places chosen) { use(low, high, gaps | chosen); };
            each_part(open & held, spare, 0, one);
        }
    }
}

KalookiMeld run_meld(int suit, int low, int high, Places jokers) {
    KalookiMeld meld;
    meld.suit = static_cast<std::uint8_t>(suit);
    meld.low = static_cast<std::uint8_t>(low);
    meld.high = static_cast<std::uint8_t>(high);
    meld.jokers = static_cast<std::uint16_t>(jokers);
    return meld;
}

KalookiMeld set_meld(int rank, unsigned suits, int jokers) {
    KalookiMeld meld;
    meld.is_set = true;
    meld.rank = static_cast<std::uint8_t>(rank);
    meld.suits = static_cast<std::uint8_t>(suits);
    meld.jokers = static_cast<std::uint16_t>(jokers);
    return meld;
}

unsigned suits_held(Mask once, int rank) {
    unsigned suits = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        suits |= static_cast<unsigned>(once >> (suit * kRanks + rank) & 1) << suit;
    }
    return suits;
}

Mask faces_of_suits(int rank, unsigned suits) {
    Mask faces = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (suits >> suit & 1) faces |= card_bit(suit * kRanks + rank);
    }
    return faces;
}

void add_set_plays(const KalookiOptions& options, const KalookiHand& hand,
                   const KalookiTableMeld& at, int jokers, std::vector<KalookiPlay>& plays) {
    const KalookiMeld& set = at.meld;
    if (set.closed || set.size() == kSetSize) return;
    auto add = [&](unsigned suits, int put_in, bool closed) {
        KalookiPlay play;
        play.once = faces_of_suits(set.rank, suits);
        play.jokers = put_in;
        play.result = set_meld(set.rank, set.suits | suits, set.jokers + put_in);
        play.result.closed = closed;
        plays.push_back(play);
    };
    const bool may_claim = !at.own || options.claim_own_sets;
    const unsigned have = suits_held(hand.once, set.rank) & ~unsigned{set.suits};
    for (unsigned suits = have; suits != 0; suits = (suits - 1) & have) {
        // The set is full at four: naturals beyond displace its jokers (k7).
        const int more = std::popcount(suits);
        if (more == 1 || may_claim) add(suits, 1 - more, false);
        if (more == 1 && may_claim && options.single_suit_release && set.jokers == 2) {
            add(suits, -1, true);
        }
    }
    if (jokers > 0 && set.jokers < options.max_jokers_per_meld) add(0, 1, false);
}

void add_run_plays(const KalookiOptions& options, const KalookiHand& hand,
                   const KalookiTableMeld& at, int jokers, std::vector<KalookiPlay>& plays) {
    const KalookiMeld& run = at.meld;
    const Places naturals = run.naturals();
    const Places held = places_held(hand.once, run.suit) & ~naturals;
    const int before = run.joker_count();
    const int most = std::max(before, std::min(before + jokers, options.max_jokers_per_meld));
    each_run(options, naturals, held, most, [&](int low, int high, Places now) {
        KalookiPlay play = play_of_places(run.suit, span(low, high) & ~now & ~naturals);
        play.jokers = std::popcount(now) - before;
        play.result = run_meld(run.suit, low, high, now);
        if (play.result == run || !play.within(hand.once, hand.twice)) return;
        if (!kalooki_run_reaches(options, at, play.result)) return;
        play.ends_with_move = play.jokers >= 0 && kalooki_run_ends_with_move(at, play.result);
        plays.push_back(play);
    });
}

auto cards_taken(const KalookiPlay& play) {
    return std::tuple(play.once, play.twice, play.jokers, play.ends_with_move);
}

void by_order(std::vector<KalookiPlay>& plays) {
    std::sort(plays.begin(), plays.end(), [](const KalookiPlay& a, const KalookiPlay& b) {
        return a.result.order() < b.result.order();
    });
}

}  // namespace

std::uint64_t KalookiMeld::order() const {
    if (is_set) {
        return std::uint64_t{rank} << 16 | std::uint64_t{suits} << 8 | std::uint64_t{jokers} << 1 |
               std::uint64_t{closed};
    }
    return std::uint64_t{1} << 40 | std::uint64_t{suit} << 32 | std::uint64_t{low} << 24 |
           std::uint64_t{high} << 16 | jokers;
}

int kalooki_card_points(const KalookiOptions& options, int face) {
    return face == kJokerFace ? options.joker_value : rank_points(rank_of(face));
}

int kalooki_meld_points(const KalookiOptions& options, const KalookiMeld& meld) {
    if (meld.is_set) return meld.size() * rank_points(meld.rank);
    int points = 0;
    for (int place = meld.low; place <= meld.high; ++place) {
        points += place_points(options, place);
    }
    return points;
}

std::vector<KalookiPlay> kalooki_melds(const KalookiOptions& options, const KalookiHand& hand) {
    std::vector<KalookiPlay> melds;
    const int most = std::min(hand.jokers, options.max_jokers_per_meld);
    auto add = [&](KalookiPlay play, const KalookiMeld& meld) {
        play.jokers = meld.joker_count();
        if (meld.size() - play.jokers < options.min_naturals) return;
        play.result = meld;
        play.points = kalooki_meld_points(options, meld);
        melds.push_back(play);
    };
    for (int rank = 0; rank < kRanks; ++rank) {
        const unsigned have = suits_held(hand.once, rank);
        for (unsigned suits = have; suits != 0; suits = (suits - 1) & have) {
            const int naturals = std::popcount(suits);
            for (int jokers = std::max(0, kLeast - naturals);
                 jokers <= std::min(most, kSetSize - naturals); ++jokers) {
                KalookiPlay play;
                play.once = faces_of_suits(rank, suits);
                add(play, set_meld(rank, suits, jokers));
            }
        }
    }
    for (int suit = 0; suit < kSuits; ++suit) {
        const Places held = places_held(hand.once, suit);
        if (held == 0) continue;
        each_run(options, 0, held, most, [&](int low, int high, Places jokers) {
            const Places naturals = span(low, high) & ~jokers;
            const KalookiPlay play = play_of_places(suit, naturals);
            if (naturals == 0 || !play.within(hand.once, hand.twice)) return;
            add(play, run_meld(suit, low, high, jokers));
        });
    }
    by_order(melds);
    return melds;
}

std::vector<KalookiPlay> kalooki_plays(const KalookiOptions& options, const KalookiHand& hand,
                                       const KalookiTableMeld& at, int jokers) {
    std::vector<KalookiPlay> plays;
    if (at.meld.is_set) {
        add_set_plays(options, hand, at, jokers, plays);
    } else {
        add_run_plays(options, hand, at, jokers, plays);
    }
    const int before = kalooki_meld_points(options, at.meld);
    for (KalookiPlay& play : plays) {
        const bool counts = at.own || !options.credit_owner;
        play.points = counts ? kalooki_meld_points(options, play.result) - before : 0;
    }
    std::sort(plays.begin(), plays.end(), [](const KalookiPlay& a, const KalookiPlay& b) {
        const auto key = [](const KalookiPlay& play) {
            return std::tuple_cat(cards_taken(play),
                                  std::tuple(-play.points, play.result.order()));
        };
        return key(a) < key(b);
    });
    const auto same = [](const KalookiPlay& a, const KalookiPlay& b) {
        return cards_taken(a) == cards_taken(b);
    };
    plays.erase(std::unique(plays.begin(), plays.end(), same), plays.end());
    by_order(plays);
    return plays;
}

}  // namespace ginrummy
