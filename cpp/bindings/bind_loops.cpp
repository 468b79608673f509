// Loops over arrays, for benchmarks and bulk tests; ginrummy.batch will stand on them.
#include <pybind11/numpy.h>

#include <vector>

#include "convert.hpp"
#include "ginrummy/deadwood.hpp"
#include "ginrummy/layoff.hpp"

namespace ginrummy::bindings {
namespace {

using MaskArray = py::array_t<std::uint64_t, py::array::c_style>;
using CountArray = py::array_t<std::uint16_t, py::array::c_style>;

template <int (*Kernel)(const Tables&, Mask)>
CountArray loop(const MaskArray& hands, const py::object& rules) {
    const Tables& tables = *to_rules(rules).tables;
    CountArray result(hands.size());
    const auto n = static_cast<std::size_t>(hands.size());
    const std::uint64_t* in = hands.data();
    std::uint16_t* out = result.mutable_data();
    const py::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = static_cast<std::uint16_t>(Kernel(tables, in[i] & kPack));
    }
    return result;
}

// Showdowns ready to be defended: each with its spread read and the defender's hand.
class Showdowns {
public:
    Showdowns(const MaskArray& knockers, const MaskArray& defenders, const py::object& rules)
        : rules_(to_rules(rules)) {
        for (py::ssize_t i = 0; i < knockers.size(); ++i) {
            const Arrangement laid = arrange(*rules_.tables, knockers.data()[i] & kPack);
            spreads_.push_back(
                read_spread({laid.melds.begin(), laid.melds.size()}, rules_.run_mode));
            hands_.push_back(defenders.data()[i] & kPack);
        }
    }
    CountArray joint_deadwood() const {
        CountArray result(static_cast<py::ssize_t>(hands_.size()));
        std::uint16_t* out = result.mutable_data();
        const py::gil_scoped_release release;
        for (std::size_t i = 0; i < hands_.size(); ++i) {
            out[i] = static_cast<std::uint16_t>(
                ginrummy::joint_deadwood(spreads_[i], hands_[i], rules_));
        }
        return result;
    }

private:
    Rules rules_;
    std::vector<Spread> spreads_;
    std::vector<Mask> hands_;
};

}  // namespace

void bind_loops(py::module_& m) {
    m.def("deadwood_loop", &loop<deadwood>, py::arg("hands").noconvert(), py::arg("rules"),
          "The minimum deadwood (uint16) of each uint64 mask, by the portable kernel.");
    m.def("deadwood_by_ranks_loop", &loop<deadwood_by_ranks>, py::arg("hands").noconvert(),
          py::arg("rules"), "The same by the method for big hands, for tests.");
    m.def("tables_made", &tables_made, "How many run tables this process has made, for tests.");
    py::class_<Showdowns>(m, "Showdowns")
        .def(py::init<const MaskArray&, const MaskArray&, const py::object&>(),
             py::arg("knockers").noconvert(), py::arg("defenders").noconvert(), py::arg("rules"))
        .def("joint_deadwood", &Showdowns::joint_deadwood,
             "The least deadwood (uint16) of each defender, melds and layoffs chosen together.");
}

}  // namespace ginrummy::bindings
