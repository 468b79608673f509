// Arrays of arrangements, layoffs and settlements.
#include <string>
#include <vector>

#include "ginrummy/batch.hpp"
#include "ginrummy/layoff.hpp"
#include "ginrummy/settle.hpp"

namespace ginrummy {
namespace {

// Errors say which item they are about, counted from the start of these spans.
template <class Work>
void each(std::size_t n, const Work& work) {
    for (std::size_t i = 0; i < n; ++i) {
        try {
            work(i);
        } catch (const Fault& fault) {
            throw ItemFault(i, fault);
        }
    }
}

// The melds in the places of a row, of which 0 is none.
void read_row(std::span<const Mask> places, RunMode mode, Spread& spread) {
    Mask shown = 0;
    for (const Mask cards : places) {
        if (cards == 0) continue;
        const auto meld = find_meld(cards, mode);
        if (!meld || (shown & cards) != 0) {
            // It says what is wrong.
            std::vector<Mask> melds(places.begin(), places.end());
            std::erase(melds, Mask{0});
            read_spread(melds, mode);
        }
        shown |= cards;
        spread.push(*meld);
    }
}

void require_size(Mask hand, int size, const char* whose) {
    if (count(hand) == size) return;
    throw Fault("WrongHandSize", std::string("the ") + whose + "'s " + quoted(hand) + " has " +
                                     std::to_string(count(hand)) + " cards, not " +
                                     std::to_string(size));
}

void require_apart(Mask a, Mask b, const char* where) {
    if ((a & b) != 0) throw Fault("SharedCard", quoted(a & b) + " is " + where);
}

}  // namespace

void arrange_each(const Tables& tables, std::span<const Mask> hands, std::size_t width, Mask* out) {
    each(hands.size(), [&](std::size_t i) {
        const Arrangement best = arrange(tables, hands[i]);
        if (best.melds.size() > width) {
            throw Fault("WrongHandSize", quoted(hands[i]) + " has " +
                                             std::to_string(best.melds.size()) +
                                             " melds, and out only " + std::to_string(width) +
                                             " places");
        }
        for (std::size_t j = 0; j < width; ++j) {
            out[i * width + j] = j < best.melds.size() ? best.melds[j] : 0;
        }
    });
}

void lay_off_each(const Rules& rules, std::span<const Mask> spreads, std::size_t width,
                  std::span<const Mask> hands, std::uint16_t* out, Mask* laid) {
    each(hands.size(), [&](std::size_t i) {
        const auto places = spreads.subspan(i * width, width);
        Mask shown = 0;
        for (const Mask meld : places) shown |= meld;
        require_size(hands[i], rules.hand_size, "defender");
        require_apart(shown, hands[i], "in the spread and in the hand");
        Spread spread;
        read_row(places, rules.run_mode, spread);
        if (laid == nullptr) {
            out[i] = static_cast<std::uint16_t>(defended(spread, hands[i], rules));
            return;
        }
        const Defense defense = defend(spread, hands[i], rules);
        out[i] = static_cast<std::uint16_t>(defense.deadwood);
        laid[i] = 0;
        for (const Laid& one : defense.laid) laid[i] |= card_bit(one.card);
    });
}

void settle_each(const Rules& rules, const Showdowns& all, std::size_t begin, std::size_t end,
                 Settled* out) {
    each(end - begin, [&](std::size_t item) {
        const std::size_t i = begin + item;
        Showdown showdown;
        showdown.knocker = all.knockers[i];
        showdown.defender = all.defenders[i];
        showdown.knock_card = all.knock_cards.empty() ? all.knock_card : all.knock_cards[i];
        showdown.seen = all.seen_each.empty() ? all.seen : all.seen_each[i];
        require_apart(showdown.knocker, showdown.defender, "in both hands");
        require_size(showdown.defender, rules.hand_size, "defender");
        // One card more is big gin, which settle_score looks at.
        if (count(showdown.knocker) != rules.hand_size + 1) {
            require_size(showdown.knocker, rules.hand_size, "knocker");
        }
        const Score score = settle_score(rules, showdown);
        Settled& settled = out[i];
        settled.points = score.points;
        settled.scores = score.scores;
        settled.boxes = score.boxes;
        settled.knocker_deadwood = static_cast<std::uint16_t>(score.knocker_deadwood);
        settled.defender_deadwood = static_cast<std::uint16_t>(score.defender_deadwood);
        settled.multiplier = static_cast<std::uint16_t>(score.multiplier);
        settled.outcome = static_cast<std::uint8_t>(score.outcome);
        settled.winner = static_cast<std::int8_t>(score.winner);
    });
}

}  // namespace ginrummy
