// Arrays of hands for ginrummy.batch, which has checked types, shapes and sizes.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "convert.hpp"
#include "ginrummy/batch.hpp"
#include "ginrummy/parallel.hpp"

namespace ginrummy::bindings {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;
using Masks = Array<std::uint64_t>;
using Counts = Array<std::uint16_t>;
using MaybeMasks = std::optional<Masks>;
using MaybeCards = std::optional<Array<std::int8_t>>;

// Hands of a few nanoseconds each / items of some hundred.
constexpr std::size_t kManyHands = 1 << 14;
constexpr std::size_t kFewHands = 1 << 9;

template <class T>
std::span<const T> span_of(const Array<T>& array) {
    return {array.data(), static_cast<std::size_t>(array.size())};
}

template <class T>
std::span<const T> span_of(const std::optional<Array<T>>& array) {
    return array ? span_of(*array) : std::span<const T>{};
}

Path to_path(const std::string& name) {
    for (std::size_t i = 0; i < Choices<Path>::names.size(); ++i) {
        const auto path = static_cast<Path>(i);
        if (Choices<Path>::names[i] == name && has_path(path)) return path;
    }
    throw py::value_error("this machine has no path '" + name + "'");
}

std::string item(const char* name, std::size_t i) {
    return std::string(name) + "[" + std::to_string(i) + "]";
}

void require_hands(const char* name, std::span<const Mask> hands, std::size_t begin,
                   std::size_t end) {
    const auto some = hands.subspan(begin, end - begin);
    const std::size_t bad = first_no_hand(some);
    if (bad == some.size()) [[likely]] return;
    std::array<char, 24> hex{};
    std::snprintf(hex.data(), hex.size(), "0x%llx", static_cast<unsigned long long>(some[bad]));
    throw Fault("InvalidHand", item(name, begin + bad) + " = " + hex.data() +
                                   " is no hand: it has bits above 51");
}

// Runs work on blocks, naming the item in the error of a block; `check` comes before it,
// and before all of it where the output is the caller's and must stay as it was.
template <class Check, class Work>
void run(const char* name, std::size_t n, int threads, std::size_t block, bool check_first,
         const Check& check, const Work& work) {
    const py::gil_scoped_release release;
    const auto named = [&](std::size_t begin, std::size_t end) {
        try {
            work(begin, end);
        } catch (const ItemFault& fault) {
            throw Fault(fault.type(), item(name, begin + fault.item()) + ": " + fault.what());
        }
    };
    if (check_first) {
        in_blocks(n, threads, kManyHands, check);
        in_blocks(n, threads, block, named);
        return;
    }
    in_blocks(n, threads, block, [&](std::size_t begin, std::size_t end) {
        check(begin, end);
        named(begin, end);
    });
}

// Hands of one size, each with the card taken among its own.
auto throws_check(std::span<const Mask> hands, std::span<const std::int8_t> taken,
                  std::size_t size) {
    return [=](std::size_t begin, std::size_t end) {
        require_hands("hands", hands, begin, end);
        bool all_fit = taken.empty();
        for (std::size_t i = begin; i < end; ++i) {
            all_fit &= static_cast<std::size_t>(count(hands[i])) == size;
        }
        for (std::size_t i = begin; i < end && !all_fit; ++i) {
            if (static_cast<std::size_t>(count(hands[i])) != size) {
                throw Fault("WrongHandSize", item("hands", i) + " = " + quoted(hands[i]) + " has " +
                                                 std::to_string(count(hands[i])) + " cards, not " +
                                                 std::to_string(size));
            }
            if (taken.empty() || taken[i] == -1) continue;
            if (taken[i] < 0 || taken[i] >= kCards || (hands[i] & card_bit(taken[i])) == 0) {
                throw Fault("InvalidHand", item("taken", i) + " = " + std::to_string(taken[i]) +
                                               " is no card of " + item("hands", i) + " = " +
                                               quoted(hands[i]));
            }
        }
    };
}

void batch_deadwood(const Masks& hands, const py::object& rules, Counts& out, bool check_first,
                    int threads, const std::string& path_name) {
    const Tables& tables = *to_rules(rules).tables;
    const Path path = to_path(path_name);
    const auto in = span_of(hands);
    std::uint16_t* to = out.mutable_data();
    const auto check = [&](std::size_t begin, std::size_t end) {
        require_hands("hands", in, begin, end);
    };
    const auto work = [&](std::size_t begin, std::size_t end) {
        const Mask bits = deadwood_each(tables, in.subspan(begin, end - begin), to + begin, path);
        if ((bits & ~kPack) != 0) check(begin, end);
    };
    const py::gil_scoped_release release;
    if (check_first) in_blocks(in.size(), threads, kManyHands, check);
    in_blocks(in.size(), threads, kManyHands, work);
}

void batch_arrange(const Masks& hands, const py::object& rules, Masks& out, bool check_first,
                   int threads) {
    const Tables& tables = *to_rules(rules).tables;
    const auto in = span_of(hands);
    const auto width = static_cast<std::size_t>(out.shape(out.ndim() - 1));
    Mask* to = out.mutable_data();
    run(
        "hands", in.size(), threads, kFewHands, check_first,
        [&](std::size_t begin, std::size_t end) { require_hands("hands", in, begin, end); },
        [&](std::size_t begin, std::size_t end) {
            arrange_each(tables, in.subspan(begin, end - begin), width, to + begin * width);
        });
}

// The cards taken from here on, where the rules forbid to throw them (a7).
const std::int8_t* barred(const Rules& rules, const MaybeCards& taken, std::size_t from) {
    return taken && !rules.may_discard_taken ? taken->data() + from : nullptr;
}

void batch_discards(const Masks& hands, const py::object& rules_object, const MaybeCards& taken,
                    Counts& out, bool check_first, int threads) {
    const Rules& rules = to_rules(rules_object);
    const auto in = span_of(hands);
    const auto size = static_cast<std::size_t>(rules.hand_size) + 1;
    std::uint16_t* to = out.mutable_data();
    run("hands", in.size(), threads, kManyHands, check_first,
        throws_check(in, span_of(taken), size), [&](std::size_t begin, std::size_t end) {
            discards_each(*rules.tables, in.subspan(begin, end - begin),
                          barred(rules, taken, begin), size, to + begin * size);
        });
}

void batch_best_discard(const Masks& hands, const py::object& rules_object,
                        const MaybeCards& taken, Array<std::uint8_t>& cards, Counts& out,
                        bool check_first, int threads, const std::string& path_name) {
    const Rules& rules = to_rules(rules_object);
    const Path path = to_path(path_name);
    const auto in = span_of(hands);
    std::uint8_t* to_cards = cards.mutable_data();
    std::uint16_t* to = out.mutable_data();
    run("hands", in.size(), threads, kManyHands, check_first,
        throws_check(in, span_of(taken), static_cast<std::size_t>(rules.hand_size) + 1),
        [&](std::size_t begin, std::size_t end) {
            best_discard_each(*rules.tables, in.subspan(begin, end - begin),
                              barred(rules, taken, begin), to_cards + begin, to + begin, path);
        });
}

void batch_lay_off(const Masks& spreads, const Masks& hands, const py::object& rules_object,
                   Counts& out, std::optional<Masks> laid, int threads) {
    const Rules& rules = to_rules(rules_object);
    const auto shown = span_of(spreads), in = span_of(hands);
    const auto width = static_cast<std::size_t>(spreads.shape(spreads.ndim() - 1));
    std::uint16_t* to = out.mutable_data();
    Mask* to_laid = laid ? laid->mutable_data() : nullptr;
    run(
        "hands", in.size(), threads, kFewHands, true,
        [&](std::size_t begin, std::size_t end) {
            require_hands("hands", in, begin, end);
            require_hands("spreads", shown, begin * width, end * width);
        },
        [&](std::size_t begin, std::size_t end) {
            lay_off_each(rules, shown.subspan(begin * width, (end - begin) * width), width,
                         in.subspan(begin, end - begin), to + begin,
                         to_laid == nullptr ? nullptr : to_laid + begin);
        });
}

void batch_settle(const Masks& knockers, const Masks& defenders, const py::object& rules_object,
                  int knock_card, const MaybeCards& knock_cards, Mask seen,
                  const MaybeMasks& seen_each, Array<std::uint8_t>& out, int threads) {
    const Rules& rules = to_rules(rules_object);
    const Showdowns all{span_of(knockers), span_of(defenders), knock_card, span_of(knock_cards),
                        seen, span_of(seen_each)};
    // Bytes: a structured type would load numpy together with this module.
    auto* to = reinterpret_cast<Settled*>(out.mutable_data());
    run(
        "knockers", all.knockers.size(), threads, kFewHands, true,
        [&](std::size_t begin, std::size_t end) {
            require_hands("knockers", all.knockers, begin, end);
            require_hands("defenders", all.defenders, begin, end);
            if (seen_each) require_hands("seen", all.seen_each, begin, end);
            for (std::size_t i = begin; i < end && knock_cards; ++i) {
                const int card = all.knock_cards[i];
                if (card >= 0 && card < kCards) continue;
                throw Fault("InvalidCard",
                            item("knock_card", i) + " = " + std::to_string(card) + " is no card");
            }
        },
        [&](std::size_t begin, std::size_t end) { settle_each(rules, all, begin, end, to); });
}

std::vector<std::string> batch_paths() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < Choices<Path>::names.size(); ++i) {
        if (has_path(static_cast<Path>(i))) names.emplace_back(Choices<Path>::names[i]);
    }
    return names;
}

int batch_smallest(const Masks& hands) {
    int least = hands.size() == 0 ? 0 : 64;
    for (const Mask hand : span_of(hands)) least = std::min(least, count(hand));
    return least;
}

int batch_largest(const Masks& hands) {
    int most = 0;
    for (const Mask hand : span_of(hands)) most = std::max(most, count(hand));
    return most;
}

// Names and places of the fields, and the size of it all last.
std::vector<std::pair<std::string, std::size_t>> settled_layout() {
    return {{"points", offsetof(Settled, points)},
            {"scores", offsetof(Settled, scores)},
            {"boxes", offsetof(Settled, boxes)},
            {"knocker_deadwood", offsetof(Settled, knocker_deadwood)},
            {"defender_deadwood", offsetof(Settled, defender_deadwood)},
            {"multiplier", offsetof(Settled, multiplier)},
            {"outcome", offsetof(Settled, outcome)},
            {"winner", offsetof(Settled, winner)},
            {"", sizeof(Settled)}};
}

}  // namespace

void bind_batch(py::module_& m) {
    m.def("batch_settled_layout", &settled_layout);
    m.def("batch_paths", &batch_paths);
    m.def("batch_smallest", &batch_smallest, py::arg("hands").noconvert());
    m.def("batch_largest", &batch_largest, py::arg("hands").noconvert());
    m.def("batch_deadwood", &batch_deadwood, py::arg("hands").noconvert(), py::arg("rules"),
          py::arg("out").noconvert(), py::arg("check_first"), py::arg("threads"), py::arg("path"));
    m.def("batch_arrange", &batch_arrange, py::arg("hands").noconvert(), py::arg("rules"),
          py::arg("out").noconvert(), py::arg("check_first"), py::arg("threads"));
    m.def("batch_discards", &batch_discards, py::arg("hands").noconvert(), py::arg("rules"),
          py::arg("taken").noconvert(), py::arg("out").noconvert(), py::arg("check_first"),
          py::arg("threads"));
    m.def("batch_best_discard", &batch_best_discard, py::arg("hands").noconvert(),
          py::arg("rules"), py::arg("taken").noconvert(), py::arg("cards").noconvert(),
          py::arg("out").noconvert(), py::arg("check_first"), py::arg("threads"), py::arg("path"));
    m.def("batch_lay_off", &batch_lay_off, py::arg("spreads").noconvert(),
          py::arg("hands").noconvert(), py::arg("rules"), py::arg("out").noconvert(),
          py::arg("laid").noconvert(), py::arg("threads"));
    m.def("batch_settle", &batch_settle, py::arg("knockers").noconvert(),
          py::arg("defenders").noconvert(), py::arg("rules"), py::arg("knock_card"),
          py::arg("knock_cards").noconvert(), py::arg("seen"), py::arg("seen_each").noconvert(),
          py::arg("out").noconvert(), py::arg("threads"));
}

}  // namespace ginrummy::bindings
