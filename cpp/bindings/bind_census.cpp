#include <algorithm>
#include <atomic>
#include <optional>

#include <pybind11/numpy.h>

#include "convert.hpp"
#include "ginrummy/census.hpp"

namespace ginrummy::bindings {
namespace {

// A flag that one thread sets to make others leave their units.
struct CensusStop {
    std::atomic<bool> set = false;
};

py::object unit(const py::object& rules_object, int cards, bool best_throw, int number,
                const CensusStop& stop) {
    const Rules& rules = to_rules(rules_object);
    if (cards < 1 || cards > kCards || number < 0 || number >= kCensusUnits) {
        throw py::index_error("no such census unit");
    }
    const CensusOf census{rules.run_mode, rules.card_points, cards, best_throw};
    std::optional<Histogram> found;
    {
        const py::gil_scoped_release release;
        found = census_unit(census, number, stop.set);
    }
    if (!found) return py::none();
    py::array_t<std::uint64_t> hands(static_cast<py::ssize_t>(found->size()));
    std::copy(found->begin(), found->end(), hands.mutable_data());
    return hands;
}

}  // namespace

void bind_census(py::module_& m) {
    py::class_<CensusStop>(m, "CensusStop")
        .def(py::init<>())
        .def("set", [](CensusStop& stop) { stop.set = true; })
        .def("is_set", [](const CensusStop& stop) { return stop.set.load(); });
    m.def("census_unit", &unit, py::arg("rules"), py::arg("cards"), py::arg("best_throw"),
          py::arg("unit"), py::arg("stop"),
          "Hands by deadwood (uint64) of the unit with unit // 5 kings and unit % 5 queens; None "
          "if the flag was set.");
}

}  // namespace ginrummy::bindings
