#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "convert.hpp"
#include "ginrummy/kalooki.hpp"

namespace ginrummy::bindings {
namespace {

// A meld as plain numbers: (is_set, rank or suit, suits or low, high, jokers, closed).
using PlainMeld = std::tuple<bool, int, int, int, int, bool>;
using PlainHand = std::tuple<Mask, Mask, int>;

KalookiMeld to_meld(const PlainMeld& plain) {
    KalookiMeld meld;
    const auto& [is_set, kind, first, high, jokers, closed] = plain;
    meld.is_set = is_set;
    (is_set ? meld.rank : meld.suit) = static_cast<std::uint8_t>(kind);
    (is_set ? meld.suits : meld.low) = static_cast<std::uint8_t>(first);
    meld.high = static_cast<std::uint8_t>(high);
    meld.jokers = static_cast<std::uint16_t>(jokers);
    meld.closed = closed;
    return meld;
}

PlainMeld of_meld(const KalookiMeld& meld) {
    return {meld.is_set, meld.is_set ? meld.rank : meld.suit, meld.is_set ? meld.suits : meld.low,
            meld.high, meld.jokers, meld.closed};
}

std::vector<PlainMeld> of_melds(const std::vector<KalookiMeld>& melds) {
    std::vector<PlainMeld> plain;
    for (const KalookiMeld& meld : melds) plain.push_back(of_meld(meld));
    return plain;
}

KalookiHand to_hand(const PlainHand& plain) {
    KalookiHand hand;
    std::tie(hand.once, hand.twice, hand.jokers) = plain;
    return hand;
}

// The options by the names of KalookiRules: each field read, or listed with its default.
template <class Options, class Field>
void each_option(Options& options, Field field) {
    field("initial", options.initial);
    field("run_max", options.run_max);
    field("ace_low_value", options.ace_low_value);
    field("min_naturals", options.min_naturals);
    field("max_jokers_per_meld", options.max_jokers_per_meld);
    field("set_joker_claim", options.claim_own_sets);
    field("single_suit_release", options.single_suit_release);
    field("keep_in_hand", options.keep_in_hand);
    field("move_joker", options.move_joker);
    field("joker_value", options.joker_value);
    field("build_credit", options.credit_owner);
}

// Reads a flag, a number, None (no bound: the default) or a choice: true where it is not
// the first of its kind.
void read(const py::object& value, bool& field) {
    if (py::isinstance<py::str>(value)) {
        const auto text = value.cast<std::string>();
        field = text == "any" || text == "owner";
    } else {
        field = value.cast<bool>();
    }
}

void read(const py::object& value, int& field) {
    if (!value.is_none()) field = value.cast<int>();
}

KalookiOptions to_options(const py::object& rules) {
    KalookiOptions options;
    each_option(options,
                [&](const char* name, auto& field) { read(rules.attr(name), field); });
    return options;
}

py::tuple step(const KalookiStep& step) {
    return py::make_tuple(static_cast<int>(step.kind), of_melds(step.melds), step.on, step.cards,
                          step.place);
}

py::object plan(const KalookiPlan& plan) {
    if (!plan.found) return py::none();
    py::list laid, steps;
    for (const KalookiLaid& one : plan.laid) {
        laid.append(py::make_tuple(of_meld(one.laid), of_meld(one.result), one.opening));
    }
    for (const KalookiStep& one : plan.steps) steps.append(step(one));
    const PlainHand left{plan.left.once, plan.left.twice, plan.left.jokers};
    return py::make_tuple(laid, of_melds(plan.table), left, plan.points, plan.points_left,
                          plan.opening, steps);
}

}  // namespace

void bind_kalooki(py::module_& m) {
    m.def("kalooki_options", [] {
        py::list fields;
        const KalookiOptions options;
        each_option(options, [&](const char* name, const auto& field) {
            fields.append(py::make_tuple(name, field));
        });
        return fields;
    });

    m.def(
        "kalooki_melds",
        [](const PlainHand& hand, const py::object& rules) {
            std::vector<KalookiMeld> melds;
            for (const KalookiPlay& play : kalooki_melds(to_options(rules), to_hand(hand))) {
                melds.push_back(play.result);
            }
            return of_melds(melds);
        },
        py::arg("hand"), py::arg("rules"));

    m.def(
        "kalooki_solve",
        [](const PlainHand& hand, const std::vector<std::tuple<PlainMeld, bool, bool>>& table,
           const py::object& rules, int goal, bool down, bool lay_only, bool keep_one, int taken,
           bool must_use, int owed) {
            KalookiTask task;
            task.options = to_options(rules);
            task.hand = to_hand(hand);
            for (const auto& [meld, own, built] : table) {
                task.table.push_back({to_meld(meld), own, built});
            }
            task.goal = static_cast<KalookiGoal>(goal);
            task.down = down;
            task.lay_only = lay_only;
            task.keep_one = keep_one;
            task.taken = taken;
            task.must_use = must_use;
            task.owed = owed;
            KalookiPlan found;
            {
                const py::gil_scoped_release unlocked;
                found = solve_kalooki(task);
            }
            return plan(found);
        },
        py::arg("hand"), py::arg("table"), py::arg("rules"), py::arg("goal"), py::arg("down"),
        py::arg("lay_only"), py::arg("keep_one"), py::arg("taken"), py::arg("must_use"), py::arg("owed"));
}

}  // namespace ginrummy::bindings
