// What a seat may know, and full rounds that fit it.
#include <algorithm>

#include "ginrummy/deadwood.hpp"
#include "ginrummy/round.hpp"

namespace ginrummy {

View Round::view(int seat) const {
    View view;
    view.setup = setup_;
    view.result = result_;
    if (result_ && result_->outcome == Outcome::kForfeit) {
        // The defender did not lay down.
        auto open = std::make_shared<Result>(*result_);
        open->defenses.clear();
        view.result = std::move(open);
    }
    view.player = seat;
    view.turn = turn_;
    view.phase = phase_;
    view.hand = hand(seat);
    view.pile.assign(pile().begin(), pile().end());
    view.stock_count = stock_count();
    view.turns = turns_;
    view.taken = taken_;
    view.drawn = turn_ == seat ? drawn_ : kNoCard;
    view.knocker = knocker_;
    view.thrown = knocker_ == seat ? thrown_ : kNoCard;
    view.events = *events_;
    for (Event& event : view.events) {
        if (event.open || event.player == seat) continue;
        event.card = kNoCard;
        if (moves::is_knock(event.move)) event.move = moves::kKnock;
    }
    view.exposed = exposed_;
    for (int other = 0; other < setup_->players; ++other) {
        if (exposed(other)) view.exposed_hands[static_cast<std::size_t>(other)] = hand(other);
    }
    view.spread.assign(shown().spread.begin(), shown().spread.end());
    if (result_ && view.spread.empty()) {
        view.spread.assign(result_->spread.melds.begin(), result_->spread.melds.end());
    }
    view.own_melds.assign(shown().own.begin(), shown().own.end());
    view.laid.assign(shown().laid.begin(), shown().laid.end());
    if (turn_ == seat) {
        MoveList legal;
        legal_moves(legal);
        view.legal.assign(legal.begin(), legal.end());
    }
    return view;
}

bool View::operator==(const View& o) const {
    const Setup &a = *setup, &b = *o.setup;
    const bool same_setup = a.rules_hash == b.rules_hash && a.players == b.players &&
                            a.dealer == b.dealer && a.starter == b.starter &&
                            a.knock_card == b.knock_card && a.terms.limit == b.terms.limit &&
                            a.terms.multiplier == b.terms.multiplier;
    return same_setup && player == o.player && turn == o.turn && phase == o.phase &&
           hand == o.hand && pile == o.pile && stock_count == o.stock_count &&
           turns == o.turns && taken == o.taken && drawn == o.drawn && knocker == o.knocker &&
           thrown == o.thrown && events == o.events && exposed == o.exposed &&
           exposed_hands == o.exposed_hands && spread == o.spread && own_melds == o.own_melds &&
           laid == o.laid && legal == o.legal;
}

namespace {

constexpr std::size_t kTries = 300'000;  // a misdeal is a hand in 1,500

// A card that a player is known to have had, from the deal or the stock, by an event.
struct Dated {
    int card;
    std::size_t by;
};

// Rebuilds decks that a view allows.
class Redealer {
public:
    explicit Redealer(const View& view) : view_(view), setup_(*view.setup) {
        const auto players = static_cast<std::size_t>(setup_.players);
        slots_.resize(players);
        dated_.resize(players);
        place_deal();
        follow_events();
        known_cards();
    }

    Round deal(Random& random) {
        for (std::size_t attempt = 0; attempt < kTries; ++attempt) {
            auto setup = std::make_shared<Setup>(setup_);
            if (!fill(random, setup->deck)) continue;
            setup->prepare();
            Round round(std::move(setup));
            if (replay(round)) return round;
        }
        throw Fault("GinRummyError", "no round fits this view");
    }

private:
    struct Slot {
        std::size_t place;  // in the deck
        std::size_t since;  // the event that brought it
    };

    std::vector<Slot>& slots(int seat) { return slots_[static_cast<std::size_t>(seat)]; }

    void place_deal() {
        const auto each = static_cast<std::size_t>(setup_.cards_each);
        const auto players = static_cast<std::size_t>(setup_.players);
        const auto dealer = static_cast<std::size_t>(setup_.dealer);
        for (std::size_t i = 0; i < each * players; ++i) {
            slots_[(dealer + 1 + i) % players].push_back({i, 0});
        }
        if (setup_.rules.deal == Deal::kExtraCard) {
            slots(setup_.starter).push_back({each * players, 0});
        }
    }

    // Walks through the public events: who drew which place of the stock, what the first
    // upcard was, and by when each card was known to be in whose hand.
    void follow_events() {
        std::vector<int> pile;
        if (setup_.rules.deal == Deal::kUpcard) pile.push_back(kUpcardHere);
        std::vector<Mask> from_pile(slots_.size());
        auto next = static_cast<std::size_t>(setup_.stock_start);
        for (std::size_t i = 0; i < view_.events.size(); ++i) {
            const Event& event = view_.events[i];
            const auto seat = static_cast<std::size_t>(event.player);
            if (event.move == moves::kDraw) {
                slots_[seat].push_back({next, i});
                if (event.card != kNoCard) fixed_.push_back({event.card, next});
                own_draws_ |= event.card == kNoCard ? 0 : card_bit(event.card);
                ++next;
            } else if (event.move == moves::kTake) {
                if (pile.back() == kUpcardHere) upcard_ = event.card;
                pile.pop_back();
                from_pile[seat] |= card_bit(event.card);
            } else if (moves::is_discard(event.move) ||
                       (moves::is_knock(event.move) && event.card != kNoCard)) {
                const Mask bit = card_bit(event.card);
                if ((from_pile[seat] & bit) == 0) {
                    dated_[seat].push_back({event.card, i});
                }
                from_pile[seat] &= ~bit;
                // A refused knock puts its card on the pile; after one that stands
                // nothing is taken any more.
                pile.push_back(event.card);
            }
        }
        if (!pile.empty() && pile.front() == kUpcardHere) upcard_ = view_.pile.front();
        for (int seat = 0; seat < setup_.players; ++seat) {
            Mask held = seat == view_.player ? view_.hand
                                             : view_.exposed_hands[static_cast<std::size_t>(seat)];
            for (const SeatMeld& meld : view_.own_melds) held |= meld.seat == seat ? meld.mask : 0;
            for (const SeatLaid& one : view_.laid) {
                held |= one.seat == seat ? card_bit(one.card) : 0;
            }
            held &= ~from_pile[static_cast<std::size_t>(seat)];
            for (; held != 0; held &= held - 1) {
                dated_[static_cast<std::size_t>(seat)].push_back(
                    {lowest(held), view_.events.size()});
            }
        }
    }

    void known_cards() {
        Mask known = upcard_ == kNoCard ? 0 : card_bit(upcard_);
        for (auto& dated : dated_) {
            // The viewer's own draws have their place already.
            std::erase_if(dated, [&](const Dated& one) {
                return (own_draws_ & card_bit(one.card)) != 0;
            });
            for (const Dated& one : dated) known |= card_bit(one.card);
            std::stable_sort(dated.begin(), dated.end(),
                             [](const Dated& a, const Dated& b) { return a.by < b.by; });
        }
        for (Mask rest = kPack & ~known & ~own_draws_; rest != 0; rest &= rest - 1) {
            unknown_.push_back(static_cast<std::uint8_t>(lowest(rest)));
        }
    }

    // Known cards go to a uniform choice of the places where they can have come from:
    // taken by deadline, each finds the same number of places free whatever went before.
    bool fill(Random& random, Deck& deck) {
        std::array<bool, kCards> filled{};
        const auto put = [&](std::size_t place, int card) {
            deck[place] = static_cast<std::uint8_t>(card);
            filled[place] = true;
        };
        if (upcard_ != kNoCard) {
            put(static_cast<std::size_t>(setup_.cards_each * setup_.players), upcard_);
        }
        for (const auto& [card, place] : fixed_) put(place, card);
        for (std::size_t seat = 0; seat < slots_.size(); ++seat) {
            for (const Dated& one : dated_[seat]) {
                std::vector<std::size_t> open;
                for (const Slot& slot : slots_[seat]) {
                    if (!filled[slot.place] && slot.since <= one.by) open.push_back(slot.place);
                }
                if (open.empty()) return false;
                put(open[random.below(static_cast<std::uint32_t>(open.size()))], one.card);
            }
        }
        std::vector<std::uint8_t> rest = unknown_;
        random.shuffle(rest);
        for (std::size_t place = 0; place < deck.size(); ++place) {
            if (filled[place]) continue;
            if (rest.empty()) return false;
            deck[place] = rest.back();
            rest.pop_back();
        }
        return rest.empty();
    }

    bool replay(Round& round) const {
        for (const Event& event : view_.events) {
            int move = event.move;
            if (moves::is_knock(move) && event.card == kNoCard) {
                // The face-down card is what the open hand does not show.
                const Mask shown = view_.exposed_hands[static_cast<std::size_t>(event.player)];
                const Mask thrown = round.hand(event.player) & ~shown;
                if (round.turn() != event.player || count(thrown) != 1) return false;
                move = moves::kKnock + lowest(thrown);
            }
            if (round.over() || round.turn() != event.player || !round.is_legal(move)) {
                return false;
            }
            round.play(move);
        }
        return round.view(view_.player) == view_;
    }

    static constexpr int kUpcardHere = -2;

    const View& view_;
    const Setup& setup_;
    std::vector<std::vector<Slot>> slots_;
    std::vector<std::vector<Dated>> dated_;
    std::vector<std::pair<int, std::size_t>> fixed_;  // the viewer's draws
    Mask own_draws_ = 0;
    int upcard_ = kNoCard;
    std::vector<std::uint8_t> unknown_;
};

}  // namespace

Round determinize(const View& view, const Key& seed) {
    Random random(seed, 0);
    return Redealer(view).deal(random);
}

}  // namespace ginrummy
