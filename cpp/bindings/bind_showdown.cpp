#include <optional>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "convert.hpp"
#include "ginrummy/layoff.hpp"
#include "ginrummy/party.hpp"
#include "ginrummy/settle.hpp"

namespace ginrummy::bindings {
namespace {

using Masks = std::vector<Mask>;
using Pairs = std::vector<std::pair<int, int>>;

template <class List>
py::list masks(const List& melds) {
    py::list list;
    for (const Mask meld : melds) list.append(meld);
    return list;
}

MeldList to_melds(const Masks& masks) {
    MeldList melds;
    if (masks.size() > kMaxMelds) {
        throw Fault("InvalidSpread", std::to_string(masks.size()) + " melds cannot be disjoint: " +
                                         std::to_string(kMaxMelds) + " fit in the pack");
    }
    for (const Mask mask : masks) melds.push(mask);
    return melds;
}

LaidList to_laid(const Pairs& pairs) {
    LaidList laid;
    if (pairs.size() > static_cast<std::size_t>(kCards)) {
        throw Fault("InvalidLayoff", std::to_string(pairs.size()) +
                                         " cards are laid off, more than the pack has");
    }
    for (const auto& [card, meld] : pairs) laid.push({card, meld});
    return laid;
}

py::tuple arrangement(const Arrangement& value) {
    return py::make_tuple(masks(value.melds), value.unmelded, value.deadwood);
}

py::tuple defense(const Defense& value) {
    py::list laid;
    for (const Laid& one : value.laid) laid.append(py::make_tuple(one.card, one.meld));
    return py::make_tuple(masks(value.melds), laid, value.unmelded, value.deadwood);
}

template <class E>
std::string name_of(E value) {
    return std::string(Choices<E>::names[static_cast<std::size_t>(value)]);
}

py::dict score(const Score& value) {
    py::list parts;
    for (const Part& part : value.parts) {
        parts.append(py::make_tuple(name_of(part.reason), part.points));
    }
    py::dict dict;
    dict["outcome"] = name_of(value.outcome);
    dict["winner"] = static_cast<int>(value.winner);
    dict["points"] = value.points;
    dict["parts"] = parts;
    dict["scores"] = py::make_tuple(value.scores[0], value.scores[1]);
    dict["boxes"] = py::make_tuple(value.boxes[0], value.boxes[1]);
    dict["multiplier"] = value.multiplier;
    dict["knocker_deadwood"] = value.knocker_deadwood;
    dict["defender_deadwood"] = value.defender_deadwood;
    return dict;
}

}  // namespace

void bind_showdown(py::module_& m) {
    m.def(
        "lay_down",
        [](Mask hand, const py::object& rules, Mask seen, std::optional<Mask> against,
           int knock_card) {
            return arrangement(lay_down(to_rules(rules), hand, seen, against, knock_card));
        },
        py::arg("hand"), py::arg("rules"), py::arg("seen"), py::arg("against"),
        py::arg("knock_card"));

    m.def(
        "lay_off",
        [](const Masks& spread, Mask hand, const py::object& rules_object) {
            const Rules& rules = to_rules(rules_object);
            const MeldList melds = to_melds(spread);
            const Spread shown = read_spread({melds.begin(), melds.size()}, rules.run_mode);
            return defense(defend(shown, hand, rules));
        },
        py::arg("spread"), py::arg("hand"), py::arg("rules"));

    m.def(
        "score",
        [](int knocker, int defender, const py::object& rules, bool big_gin, int multiplier) {
            return score(score_counts(to_rules(rules), knocker, defender, big_gin, multiplier));
        },
        py::arg("knocker_deadwood"), py::arg("defender_deadwood"), py::arg("rules"),
        py::arg("big_gin"), py::arg("multiplier"));

    m.def(
        "score_party",
        [](int knock, const std::vector<int>& counts, const py::object& rules, bool big_gin,
           int multiplier) {
            Arrangement spread;
            spread.deadwood = knock;
            std::vector<SeatDefense> defenses;
            for (const int count : counts) {
                defenses.push_back({static_cast<int>(defenses.size()) + 1, {}});
                defenses.back().defense.deadwood = count;
            }
            const int players = static_cast<int>(counts.size()) + 1;
            const Result result = settle_party(to_rules(rules), players, 0, spread, big_gin,
                                               multiplier, std::move(defenses));
            return result_of(&result, players);
        },
        py::arg("knocker_deadwood"), py::arg("defenders_deadwood"), py::arg("rules"),
        py::arg("big_gin"), py::arg("multiplier"));

    m.def(
        "settle_party",
        [](Mask knocker, const Masks& defenders, const py::object& rules_object, int knock_card,
           Mask seen, const std::optional<Masks>& spread) {
            const Rules& rules = to_rules(rules_object);
            std::optional<MeldList> given;
            if (spread) given = to_melds(*spread);
            const Result result =
                settle_party_hands(rules, knocker, defenders, knock_card, seen, given);
            return result_of(&result, static_cast<int>(defenders.size()) + 1);
        },
        py::arg("knocker"), py::arg("defenders"), py::arg("rules"), py::arg("knock_card"),
        py::arg("seen"), py::arg("spread"));

    m.def(
        "settle",
        [](Mask knocker, Mask defender, const py::object& rules, int knock_card, Mask seen,
           const std::optional<Masks>& spread, const std::optional<Masks>& own,
           const std::optional<Pairs>& laid) {
            Showdown showdown;
            showdown.knocker = knocker;
            showdown.defender = defender;
            showdown.knock_card = knock_card;
            showdown.seen = seen;
            if (spread) showdown.spread = to_melds(*spread);
            if (own) showdown.own = to_melds(*own);
            if (laid) showdown.laid = to_laid(*laid);
            const Settlement settled = settle(to_rules(rules), showdown);
            return py::make_tuple(score(settled.score), settled.limit,
                                  arrangement(settled.spread), defense(settled.defense));
        },
        py::arg("knocker"), py::arg("defender"), py::arg("rules"), py::arg("knock_card"),
        py::arg("seen"), py::arg("spread"), py::arg("own"), py::arg("laid"));
}

}  // namespace ginrummy::bindings
