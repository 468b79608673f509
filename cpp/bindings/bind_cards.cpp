#include <memory>
#include <optional>

#include "convert.hpp"
#include "ginrummy/deadwood.hpp"
#include "ginrummy/melds.hpp"

namespace ginrummy::bindings {
namespace {

template <class List>
py::list masks(const List& melds) {
    py::list list;
    for (const Mask meld : melds) list.append(meld);
    return list;
}

py::tuple arrangement(const Arrangement& value) {
    return py::make_tuple(masks(value.melds), value.unmelded, value.deadwood);
}

// Python's view of OptimalArrangements: an iterator of (melds, unmelded, deadwood).
class ArrangementIterator {
public:
    ArrangementIterator(Mask hand, const py::object& rules)
        : all_(std::make_unique<OptimalArrangements>(*to_rules(rules).tables, hand)) {}
    py::tuple next() {
        Arrangement here;
        if (!all_->next(here)) throw py::stop_iteration();
        return arrangement(here);
    }

private:
    std::unique_ptr<OptimalArrangements> all_;
};

}  // namespace

void bind_cards(py::module_& m) {
    m.def(
        "deadwood",
        [](const py::object& hand, const py::object& rules) {
            return deadwood(*to_rules(rules).tables, to_mask(hand));
        },
        py::arg("hand"), py::arg("rules") = py::none(),
        R"(The minimum deadwood of these cards, in points; no discard is implied.

Args:
    hand: 0 to 52 cards: a Hand, a mask, text or an iterable of cards.
    rules: Rules, a Variant, or None for standard.

Raises:
    InvalidCard, RepeatedCard, NotAHand, InvalidHand: see `as_mask`.

Rules b3, t4. Any hand takes less than 100 microseconds.)");

    m.def(
        "is_meld",
        [](Mask cards, const py::object& rules) {
            return find_meld(cards, to_rules(rules).run_mode).has_value();
        },
        py::arg("cards"), py::arg("rules"));

    m.def(
        "melds",
        [](Mask hand, const py::object& rules) {
            HandMelds found;
            melds_in(hand, to_rules(rules).run_mode, found);
            return masks(found);
        },
        py::arg("hand"), py::arg("rules"));

    m.def(
        "arrange",
        [](Mask hand, const py::object& rules) {
            return arrangement(arrange(*to_rules(rules).tables, hand));
        },
        py::arg("hand"), py::arg("rules"));

    py::class_<ArrangementIterator>(m, "ArrangementIterator")
        .def(py::init<Mask, const py::object&>(), py::arg("hand"), py::arg("rules"))
        .def("__iter__", [](py::object self) { return self; })
        .def("__next__", &ArrangementIterator::next);

    m.def(
        "discards",
        [](Mask hand, const py::object& rules_object) {
            const Tables& tables = *to_rules(rules_object).tables;
            py::list list;
            for (Mask rest = hand; rest != 0; rest &= rest - 1) {
                const int card = lowest(rest);
                list.append(py::make_tuple(card, deadwood(tables, hand ^ card_bit(card))));
            }
            return list;
        },
        py::arg("hand"), py::arg("rules"));
}

}  // namespace ginrummy::bindings
