#include "ginrummy/simulate.hpp"

#include <algorithm>

#include "lean_rules.hpp"
#include "policies.hpp"

namespace ginrummy {
namespace {

Round deal(const Contest& contest, std::uint64_t number) {
    auto setup = std::make_shared<Setup>();
    setup->rules = contest.rules;
    setup->players = contest.players;
    setup->dealer = contest.dealer_of(number);
    setup->starter = (setup->dealer + 1) % contest.players;
    Random random(contest.key, number);
    setup->deck = shuffled_deck(random);
    if (contest.rules.limit_source == LimitSource::kSecondDeck) {
        setup->knock_card = static_cast<int>(random.below(kCards));
    }
    setup->prepare();
    return Round(std::move(setup));
}

Round play_round(const Contest& contest, std::uint64_t number) {
    Round round = deal(contest, number);
    std::vector<Random> words;
    for (int seat = 0; seat < contest.players; ++seat) {
        words.emplace_back(contest.key, number, 8, first_block(seat));
    }
    while (!round.over()) {
        const auto seat = static_cast<std::size_t>(round.turn());
        round.play(choose_move(contest.policies[seat], round, words[seat]));
    }
    return round;
}

Played played_of(const Round& round) {
    const Result& result = *round.result();
    Played played;
    played.dealer = round.setup().dealer;
    played.outcome = result.outcome;
    played.winner = result.winner;
    played.knocker = result.knocker;
    played.points = result.points;
    played.turns = round.turns();
    played.multiplier = result.multiplier;
    played.scores = result.scores;
    if (result.knocker == kNoSeat) return played;
    played.deadwood[static_cast<std::size_t>(result.knocker)] = result.knocker_deadwood;
    for (const auto& [seat, defense] : result.defenses) {
        played.deadwood[static_cast<std::size_t>(seat)] = defense.deadwood;
    }
    return played;
}

void add(const Played& played, int players, Totals& totals) {
    ++totals.rounds;
    totals.turns += played.turns;
    totals.turns_squares += std::int64_t{played.turns} * played.turns;
    totals.dealer_won += played.winner == played.dealer;
    const auto outcome = static_cast<std::size_t>(played.outcome);
    ++totals.outcomes[outcome];
    if (played.winner != kNoSeat) {
        ++totals.seats[static_cast<std::size_t>(played.winner)].won[outcome];
    }
    if (played.knocker == kNoSeat) return;  // nobody scores (w2)
    ++totals.seats[static_cast<std::size_t>(played.knocker)].knocked[outcome];
    std::int64_t all = 0;
    for (const int score : played.scores) all += score;
    for (int seat = 0; seat < players; ++seat) {
        Totals::Seat& sums = totals.seats[static_cast<std::size_t>(seat)];
        const std::int64_t score = played.scores[static_cast<std::size_t>(seat)];
        const std::int64_t margin = score * players - all;
        sums.score += score;
        sums.score_squares += score * score;
        sums.margin += margin;
        sums.margin_squares += margin * margin;
    }
}

void write(const Played& played, std::size_t row, int players, const Columns& columns) {
    columns.dealer[row] = static_cast<std::uint8_t>(played.dealer);
    columns.outcome[row] = static_cast<std::uint8_t>(played.outcome);
    columns.winner[row] = static_cast<std::int8_t>(played.winner);
    columns.knocker[row] = static_cast<std::int8_t>(played.knocker);
    columns.multiplier[row] = static_cast<std::uint8_t>(played.multiplier);
    columns.points[row] = played.points;
    columns.turns[row] = played.turns;
    const auto seats = static_cast<std::size_t>(players);
    for (std::size_t seat = 0; seat < seats; ++seat) {
        columns.scores[row * seats + seat] = played.scores[seat];
        columns.deadwood[row * seats + seat] = static_cast<std::int16_t>(played.deadwood[seat]);
    }
}

bool can_be_lean(const Contest& contest) {
    return contest.players == 2 && !contest.rules.party &&
           contest.rules.showdown == ShowdownMode::kAutomatic;
}

}  // namespace

Simulator::Simulator(const Contest& contest, Path path) : contest_(contest), path_(path) {
    if (can_be_lean(contest)) lean_ = std::make_unique<const LeanRules>(contest);
}

Simulator::~Simulator() = default;

void Simulator::play(std::uint64_t first, std::size_t rounds, Totals& totals,
                     const Columns* columns, const std::atomic<bool>& stop) const {
    for (std::size_t row = 0; row < rounds; ++row) {
        if (stop.load(std::memory_order_relaxed)) return;
        const std::uint64_t number = first + row;
        Played played;
        if (lean_) {
            play_lean(*lean_, path_, number, contest_.dealer_of(number), played);
        } else {
            played = played_of(play_round(contest_, number));
        }
        add(played, contest_.players, totals);
        if (columns != nullptr) write(played, row, contest_.players, *columns);
    }
}

std::vector<Move> Simulator::moves(std::uint64_t number) const {
    const Round round = play_round(contest_, number);
    std::vector<Move> found;
    for (const Event& event : round.events()) found.push_back(event.move);
    return found;
}

std::vector<Move> Simulator::lean_moves(std::uint64_t number) const {
    std::vector<Move> found;
    if (!lean_) return found;
    Played played;
    play_lean(*lean_, path_, number, contest_.dealer_of(number), played, found);
    return found;
}

}  // namespace ginrummy
