// Runs one kernel of the core over a file of 64-bit words, PASSES times, and prints the
// signature of its answers and the CPU time of the quickest pass in nanoseconds.
// bench/callgrind.py counts the instructions of `measured` and checks the answers.
//
//   ginrummy_kernels KERNEL FILE PASSES
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

#include "ginrummy/batch.hpp"
#include "ginrummy/deadwood.hpp"
#include "ginrummy/layoff.hpp"
#include "ginrummy/random.hpp"
#include "ginrummy/round.hpp"
#include "ginrummy/settle.hpp"
#include "ginrummy/simulate.hpp"

namespace {

using namespace ginrummy;

// The same number as `signature` in workloads.py.
class Signature {
public:
    void add(int answer) { sum_ += ++answers_ * static_cast<std::uint64_t>(answer); }
    std::uint64_t value() const { return sum_; }

private:
    std::uint64_t sum_ = 0;
    std::uint64_t answers_ = 0;
};

// What a kernel works on. For showdowns the words are knocker, defender, knocker ...
struct Work {
    std::vector<std::uint64_t> words;
    std::vector<Spread> spreads;
    std::vector<Mask> defenders;
    Rules rules;

    const Tables& tables() const { return *rules.tables; }
    void read_showdowns() {
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            const Arrangement laid = arrange(tables(), words[i]);
            spreads.push_back(
                read_spread({laid.melds.begin(), laid.melds.size()}, rules.run_mode));
            defenders.push_back(words[i + 1]);
        }
    }
};

void deadwood_of_each(const Work& work, Signature& out) {
    for (const Mask hand : work.words) out.add(deadwood(work.tables(), hand));
}

template <Path path>
void batch_deadwood(const Work& work, Signature& out) {
    std::vector<std::uint16_t> counts(work.words.size());
    deadwood_each(work.tables(), work.words, counts.data(), has_path(path) ? path : best_path());
    for (const int count : counts) out.add(count);
}

void batch_discards(const Work& work, Signature& out) {
    std::vector<std::uint16_t> counts(work.words.size() * 11);
    discards_each(work.tables(), work.words, nullptr, 11, counts.data());
    for (const int count : counts) out.add(count);
}

template <Path path>
void batch_best_discard(const Work& work, Signature& out) {
    std::vector<std::uint8_t> cards(work.words.size());
    std::vector<std::uint16_t> counts(work.words.size());
    best_discard_each(work.tables(), work.words, nullptr, cards.data(), counts.data(),
                      has_path(path) ? path : best_path());
    for (std::size_t i = 0; i < cards.size(); ++i) {
        out.add(cards[i]);
        out.add(counts[i]);
    }
}

// Rounds by the lean loop; the words are their numbers from the first on.
template <Policy policy>
void simulate_rounds(const Work& work, Signature& out) {
    Contest contest;
    contest.rules = work.rules;
    contest.policies.fill(policy);
    contest.key = {2026 & 255, 2026 >> 8};
    Totals totals;
    const std::atomic<bool> never = false;
    Simulator(contest).play(work.words.front(), work.words.size(), totals, nullptr, never);
    out.add(static_cast<int>(totals.turns));
    out.add(static_cast<int>(totals.seats[0].score + totals.seats[1].score));
}

void deadwood_of_discards(const Work& work, Signature& out) {
    for (const Mask hand : work.words) {
        for (Mask rest = hand; rest != 0; rest &= rest - 1) {
            out.add(deadwood(work.tables(), hand ^ (rest & -rest)));
        }
    }
}

void arrangement_of_each(const Work& work, Signature& out) {
    for (const Mask hand : work.words) {
        out.add(static_cast<int>(arrange(work.tables(), hand).melds.size()));
    }
}

void spread_of_each(const Work& work, Signature& out) {
    for (std::size_t i = 0; i < work.words.size(); i += 2) {
        const Arrangement laid = lay_down(work.rules, work.words[i], 0, std::nullopt, kNoCard);
        out.add(static_cast<int>(laid.melds.size()));
    }
}

void layoff_of_each(const Work& work, Signature& out) {
    for (std::size_t i = 0; i < work.spreads.size(); ++i) {
        out.add(joint_deadwood(work.spreads[i], work.defenders[i], work.rules));
    }
}

void settlement_of_each(const Work& work, Signature& out) {
    for (std::size_t i = 0; i < work.words.size(); i += 2) {
        Showdown showdown;
        showdown.knocker = work.words[i];
        showdown.defender = work.words[i + 1];
        const Score score = settle(work.rules, showdown).score;
        out.add(score.scores[0] + 1000);
        out.add(score.scores[1] + 1000);
    }
}

// Key 2026 and the words as round numbers, as ginrummy.Round deals them.
Key key() { return {2026 & 255, 2026 >> 8}; }

void deck_of_each(const Work& work, Signature& out) {
    for (const std::uint64_t number : work.words) {
        Random random(key(), number);
        for (const int card : shuffled_deck(random)) out.add(card);
    }
}

// Rounds between players who take any legal move; the answers are the moves.
void round_of_each(const Work& work, Signature& out) {
    MoveList legal;
    for (const std::uint64_t number : work.words) {
        Random random(key(), number);
        Random policy(key(), ~number);
        const auto setup = std::make_shared<Setup>();
        setup->rules = work.rules;
        setup->deck = shuffled_deck(random);
        setup->prepare();
        Round round(setup);
        while (!round.over()) {
            legal.clear();
            round.legal_moves(legal);
            const Move move = legal[policy.below(static_cast<std::uint32_t>(legal.size()))];
            out.add(move);
            round.play(move);
        }
    }
}

struct Kernel {
    std::string_view name;
    void (*run)(const Work&, Signature&);
};
constexpr Kernel kKernels[]{
    {"deadwood", deadwood_of_each},
    {"discards", deadwood_of_discards},
    {"arrange", arrangement_of_each},
    {"lay_down", spread_of_each},
    {"lay_off", layoff_of_each},
    {"settle", settlement_of_each},
    {"deck", deck_of_each},
    {"round", round_of_each},
    {"batch_deadwood_portable", batch_deadwood<Path::kPortable>},
    {"batch_deadwood_avx2", batch_deadwood<Path::kAvx2>},
    {"batch_discards", batch_discards},
    {"batch_best_discard_portable", batch_best_discard<Path::kPortable>},
    {"batch_best_discard_avx2", batch_best_discard<Path::kAvx2>},
    {"simulate_random", simulate_rounds<Policy::kRandom>},
    {"simulate_simple", simulate_rounds<Policy::kSimple>},
};

}  // namespace

// Callgrind counts while this runs and at no other time.
extern "C" [[gnu::noinline]] void measured(const Kernel& kernel, const Work& work,
                                           Signature& out) {
    kernel.run(work, out);
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    for (const Kernel& kernel : kKernels) {
        if (kernel.name != argv[1]) continue;
        std::ifstream file(argv[2], std::ios::binary | std::ios::ate);
        if (!file) return 2;
        Work work;
        work.words.resize(static_cast<std::size_t>(file.tellg()) / sizeof(std::uint64_t));
        file.seekg(0);
        file.read(reinterpret_cast<char*>(work.words.data()),
                  static_cast<std::streamsize>(work.words.size() * sizeof(std::uint64_t)));
        if (!file) return 2;
        Rules rules;
        rules.max_turns = 300;  // random players might never end (a10)
        work.rules = compile_rules(rules);
        if (kernel.name == "lay_off") work.read_showdowns();
        Signature signature;
        std::clock_t best = 0;
        for (int pass = 0; pass < std::atoi(argv[3]); ++pass) {
            signature = {};
            const std::clock_t start = std::clock();
            measured(kernel, work, signature);
            const std::clock_t took = std::clock() - start;
            best = pass == 0 ? took : std::min(best, took);
        }
        std::printf("%016llx %.0f\n", static_cast<unsigned long long>(signature.value()),
                    1e9 * static_cast<double>(best) / CLOCKS_PER_SEC);
        return 0;
    }
    std::fprintf(stderr, "no kernel %s\n", argv[1]);
    return 2;
}
