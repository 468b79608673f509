// The simulation: chunks of rounds into numpy columns, without the GIL.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <atomic>
#include <string>
#include <vector>

#include "convert.hpp"
#include "ginrummy/simulate.hpp"

namespace ginrummy::bindings {
namespace {

template <class Choice>
Choice choice_of(const std::string& text) {
    const auto& names = Choices<Choice>::names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == text) return static_cast<Choice>(i);
    }
    throw py::value_error("the core does not know '" + text + "'");
}

Contest contest_of(const py::object& rules, const std::vector<std::string>& players,
                   const py::bytes& key, int dealer) {
    Contest contest;
    contest.rules = to_rules(rules);
    if (!contest.rules.max_turns) throw py::value_error("a simulation needs max_turns (a10)");
    if (players.size() < 2 || players.size() > kMaxPlayers) {
        throw py::value_error("2 to 4 players are expected");
    }
    contest.players = static_cast<int>(players.size());
    for (std::size_t i = 0; i < players.size(); ++i) {
        contest.policies[i] = choice_of<Policy>(players[i]);
    }
    contest.key = to_key(key);
    if (dealer < kAlternate || dealer >= contest.players) {
        throw py::value_error("there is no such dealer");
    }
    contest.dealer = dealer;
    return contest;
}

// The start of a column that has room for the rows, `width` items each.
template <class T>
T* column(const py::dict& columns, const char* name, py::ssize_t rows, py::ssize_t width = 1) {
    auto array = columns[name].cast<py::array>();
    const bool fits = py::isinstance<py::array_t<T, py::array::c_style>>(array) &&
                      array.size() == rows * width;
    if (!fits) throw py::value_error(std::string(name) + ": no column of this simulation");
    return static_cast<T*>(array.mutable_data());
}

std::vector<std::int64_t> listed(const Totals& totals, int players) {
    std::vector<std::int64_t> list{totals.rounds, totals.turns, totals.turns_squares,
                                   totals.dealer_won};
    list.insert(list.end(), totals.outcomes.begin(), totals.outcomes.end());
    for (int seat = 0; seat < players; ++seat) {
        const Totals::Seat& sums = totals.seats[static_cast<std::size_t>(seat)];
        list.insert(list.end(), {sums.score, sums.score_squares, sums.margin, sums.margin_squares});
        list.insert(list.end(), sums.won.begin(), sums.won.end());
        list.insert(list.end(), sums.knocked.begin(), sums.knocked.end());
    }
    return list;
}

// A flag that one thread sets to make others leave their chunks after the round under way.
struct SimulationStop {
    std::atomic<bool> set = false;
};

class BoundSimulator {
public:
    BoundSimulator(const py::object& rules, const std::vector<std::string>& players,
                   const py::bytes& key, int dealer, const std::string& path)
        : contest_(contest_of(rules, players, key, dealer)), simulator_(contest_, path_of(path)) {}

    std::vector<std::int64_t> play(std::uint64_t first, std::size_t rounds,
                                   const py::object& columns, const SimulationStop* stop) const {
        static const SimulationStop never;
        const std::atomic<bool>& flag = (stop != nullptr ? *stop : never).set;
        Columns into;
        const bool wanted = !columns.is_none();
        if (wanted) {
            const auto given = columns.cast<py::dict>();
            const auto rows = static_cast<py::ssize_t>(rounds);
            into.dealer = column<std::uint8_t>(given, "dealer", rows);
            into.outcome = column<std::uint8_t>(given, "outcome", rows);
            into.winner = column<std::int8_t>(given, "winner", rows);
            into.knocker = column<std::int8_t>(given, "knocker", rows);
            into.multiplier = column<std::uint8_t>(given, "multiplier", rows);
            into.points = column<std::int32_t>(given, "points", rows);
            into.turns = column<std::int32_t>(given, "turns", rows);
            into.scores = column<std::int32_t>(given, "scores", rows, contest_.players);
            into.deadwood = column<std::int16_t>(given, "deadwood", rows, contest_.players);
        }
        Totals totals;
        {
            const py::gil_scoped_release release;
            simulator_.play(first, rounds, totals, wanted ? &into : nullptr, flag);
        }
        return listed(totals, contest_.players);
    }
    bool lean() const { return simulator_.lean(); }
    std::vector<Move> moves(std::uint64_t number) const { return simulator_.moves(number); }
    std::vector<Move> lean_moves(std::uint64_t number) const {
        return simulator_.lean_moves(number);
    }

private:
    static Path path_of(const std::string& text) {
        const std::vector<Path> paths = simulation_paths();
        if (text.empty()) return paths.back();
        const Path path = choice_of<Path>(text);
        if (path > paths.back()) {
            throw py::value_error("this processor or build has no '" + text + "'");
        }
        return path;
    }

    Contest contest_;
    Simulator simulator_;
};

}  // namespace

void bind_simulate(py::module_& m) {
    py::class_<SimulationStop>(m, "SimulationStop")
        .def(py::init<>())
        .def("set", [](SimulationStop& stop) { stop.set = true; })
        .def("is_set", [](const SimulationStop& stop) { return stop.set.load(); });
    py::class_<BoundSimulator>(m, "Simulator")
        .def(py::init<const py::object&, const std::vector<std::string>&, const py::bytes&, int,
                      const std::string&>(),
             py::arg("rules"), py::arg("players"), py::arg("key"), py::arg("dealer"),
             py::arg("path") = "")
        .def_property_readonly("lean", &BoundSimulator::lean)
        .def("play", &BoundSimulator::play, py::arg("first"), py::arg("rounds"),
             py::arg("columns"), py::arg("stop") = py::none())
        .def("moves", &BoundSimulator::moves, py::arg("number"))
        .def("lean_moves", &BoundSimulator::lean_moves, py::arg("number"));
    m.def("simulation_paths", [] {
        std::vector<std::string> names;
        for (const Path path : simulation_paths()) {
            names.emplace_back(Choices<Path>::names[static_cast<std::size_t>(path)]);
        }
        return names;
    });
}

}  // namespace ginrummy::bindings
