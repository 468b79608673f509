// A round from the deal to its result: the state machine (sections A and W).
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ginrummy/cards.hpp"
#include "ginrummy/melds.hpp"
#include "ginrummy/random.hpp"
#include "ginrummy/result.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy {

enum class Phase { kUpcard, kDraw, kThrow, kWall, kAnswer, kLayDown, kLayOff, kOver };

using Move = std::uint16_t;

// The fixed codes of moves.
namespace moves {
inline constexpr int kPass = 0;
inline constexpr int kTake = 1;
inline constexpr int kDraw = 2;
inline constexpr int kBigGin = 3;
inline constexpr int kDiscard = 4;  // + card
inline constexpr int kKnock = 56;   // + card thrown
inline constexpr int kDone = 108;
inline constexpr int kClaim = 109;
inline constexpr int kAccept = 110;
inline constexpr int kRefuse = 111;
inline constexpr int kMeld = 112;    // + number of the meld
inline constexpr int kLayOff = 701;  // + 52 * shown meld + card
static_assert(kLayOff == kMeld + kMelds);
inline constexpr int kEnd = kLayOff + kCards * 17;

constexpr bool is_discard(int move) { return move >= kDiscard && move < kKnock; }
constexpr bool is_knock(int move) { return move >= kKnock && move < kDone; }
constexpr bool is_meld(int move) { return move >= kMeld && move < kLayOff; }
constexpr bool is_lay_off(int move) { return move >= kLayOff && move < kEnd; }
}  // namespace moves

using MoveList = FixedList<Move, moves::kEnd>;

// What never changes in a round; copies of the round share it.
struct Setup {
    Rules rules;
    int players = 2;
    int dealer = 0;
    int starter = 1;
    int knock_card = kNoCard;  // from the second deck
    Deck deck{};
    std::uint64_t rules_hash = 0;

    // Derived by `prepare`.
    int cards_each = 10;
    KnockTerms terms;
    int limit_card = kNoCard;  // the upcard or the knock card
    std::array<Mask, kMaxPlayers> dealt{};  // without the extra card of 11_10
    int stock_start = 0;
    std::uint64_t first_hash = 0;

    void prepare();
};

// What one move was. `open`: everybody may know the card.
struct Event {
    Move move = 0;
    std::int8_t player = 0;
    std::int8_t card = kNoCard;
    bool open = true;

    bool operator==(const Event&) const = default;
};

struct SeatMeld {
    std::int8_t seat = 0;
    Mask mask = 0;
    bool operator==(const SeatMeld&) const = default;
};
struct SeatLaid {
    std::int8_t seat = 0;
    std::int8_t card = 0;
    std::int8_t meld = 0;
    bool operator==(const SeatLaid&) const = default;
};

// What has been laid on the table in a manual showdown.
struct Shown {
    FixedList<Mask, 8> spread;
    FixedList<SeatMeld, 24> own;
    FixedList<SeatLaid, 40> laid;
};

inline const Shown kNothingShown{};

struct View;

class Round {
public:
    explicit Round(std::shared_ptr<const Setup> setup);

    const Setup& setup() const { return *setup_; }
    const Rules& rules() const { return setup_->rules; }
    Phase phase() const { return phase_; }
    bool over() const { return phase_ == Phase::kOver; }
    int turn() const { return turn_; }
    int turns() const { return turns_; }
    int taken() const { return taken_; }
    int drawn() const { return drawn_; }
    int knocker() const { return knocker_; }
    int thrown() const { return thrown_; }
    bool exposed(int seat) const { return (exposed_ >> seat) & 1; }
    Mask hand(int seat) const { return hands_[static_cast<std::size_t>(seat)]; }
    std::span<const std::uint8_t> pile() const { return {pile_.data(), pile_size_}; }
    std::span<const std::uint8_t> stock() const {
        return std::span(setup_->deck).subspan(stock_next_);
    }
    int stock_count() const { return kCards - static_cast<int>(stock_next_); }
    const std::vector<Event>& events() const { return *events_; }
    const Shown& shown() const { return shown_ ? *shown_ : kNothingShown; }
    const Result* result() const { return result_.get(); }
    std::uint64_t hash() const { return hash_; }

    void legal_moves(MoveList& out) const;
    bool is_legal(int move) const;

    // Throws IllegalMove, or RoundOver, and changes nothing, if the move is not legal.
    void play(int move);
    // Takes the last move back and tells it; throws NothingToUndo at the start.
    Move undo();

    View view(int seat) const;

private:
    friend struct View;

    // round.cpp: what a move does
    void apply(int move);
    void take_from_pile();
    void draw_from_stock();
    void discard(int card);
    void knock(int card);
    void after_throw();
    void pass_turn(Phase phase);
    void finish(Outcome outcome);
    void finish(Result result);
    void record(int move, int card, bool open);
    std::vector<Event>& own_events();
    int next_seat(int seat) const { return (seat + 1) % setup_->players; }

    // round_showdown.cpp
    void begin_showdown();
    void lay_meld(int meld);
    void lay_off(int meld, int card);
    void done();
    void settle_automatically();
    void settle_as_laid();
    Mask unused(int seat) const;
    int allowed_deadwood() const;
    bool layoffs_allowed() const;
    Meld shown_meld(std::size_t i, int seat, bool grown) const;
    Shown& change_shown();
    bool fits(std::size_t meld, int card) const;
    void legal_lay_down(MoveList& out) const;
    void legal_lay_off(MoveList& out) const;
    std::vector<std::pair<int, Mask>> defenders() const;
    struct Showdown showdown() const;
    void finish_two_players(const struct Settlement& settled);

    // round_legal.cpp
    void legal_throws(MoveList& out) const;
    bool may_throw(int card) const;
    bool may_take_at_wall() const;
    bool may_claim() const;
    bool big_gin(Mask hand) const;
    std::string why_not(int move) const;

    std::shared_ptr<const Setup> setup_;
    std::shared_ptr<const Result> result_;
    // Copies share the events until one of them plays on: a search copies far more often.
    std::shared_ptr<std::vector<Event>> events_ = std::make_shared<std::vector<Event>>();
    std::array<Mask, kMaxPlayers> hands_{};
    Deck pile_{};
    std::size_t pile_size_ = 0;
    std::size_t stock_next_ = 0;
    std::uint64_t hash_ = 0;
    Phase phase_ = Phase::kDraw;
    int turn_ = 0;
    int turns_ = 0;
    int passes_ = 0;
    int taken_ = kNoCard;
    int drawn_ = kNoCard;
    int last_draw_card_ = kNoCard;  // what the thrower had drawn, for the wall
    int knocker_ = kNoSeat;
    int thrown_ = kNoCard;
    unsigned exposed_ = 0;
    bool begun_ = false;      // a card has been accepted or drawn
    bool must_draw_ = false;  // after everybody passed the upcard (a6)
    bool last_draw_ = false;  // the stock has run down to the wall
    bool at_wall_ = false;    // the discard was taken at the wall, to knock
    bool big_gin_ = false;
    std::shared_ptr<const Shown> shown_;  // null while empty; copies share it until it changes
};

// What a seat may know of a round, and nothing else.
struct View {
    std::shared_ptr<const Setup> setup;  // the deck in it is not for the viewer
    std::shared_ptr<const Result> result;
    int player = 0;
    int turn = 0;
    Phase phase{};
    Mask hand = 0;
    std::vector<std::uint8_t> pile;
    int stock_count = 0;
    int turns = 0;
    int taken = kNoCard;
    int drawn = kNoCard;
    int knocker = kNoSeat;
    int thrown = kNoCard;
    std::vector<Event> events;  // card kNoCard where it is hidden
    unsigned exposed = 0;
    std::array<Mask, kMaxPlayers> exposed_hands{};
    std::vector<Mask> spread;  // the knocker's melds as laid down
    std::vector<SeatMeld> own_melds;
    std::vector<SeatLaid> laid;
    std::vector<Move> legal;

    bool operator==(const View& other) const;
};

// A full round with this view, the unknown cards uniform: dealt anew from the seed.
// Throws GinRummyError if none is found in 300,000 tries, which takes a view that only a
// very rare hidden hand allows: a misdeal under a limit of 0, say.
Round determinize(const View& view, const Key& seed);

}  // namespace ginrummy
