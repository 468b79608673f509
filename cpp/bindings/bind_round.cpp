#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "convert.hpp"
#include "round_object.hpp"
#include "ginrummy/random.hpp"
#include "ginrummy/round.hpp"

namespace ginrummy::bindings {
namespace {

Round make_round(const py::object& rules, int players, int dealer, int starter, int knock_card,
                 const std::vector<std::uint8_t>& deck, std::uint64_t rules_hash) {
    auto setup = std::make_shared<Setup>();
    setup->rules = to_rules(rules);
    setup->players = players;
    setup->dealer = dealer;
    setup->starter = starter;
    setup->knock_card = knock_card;
    setup->rules_hash = rules_hash;
    if (deck.size() != setup->deck.size()) throw py::value_error("a deck has 52 cards");
    std::copy(deck.begin(), deck.end(), setup->deck.begin());
    setup->prepare();
    return Round(std::move(setup));
}

// A move of any Python type; what is no small int is the code of no move.
void play(Round& round, const py::object& move) {
    int overflow = 0;
    long code = -1;
    const bool number = PyLong_CheckExact(move.ptr());
    if (number) code = PyLong_AsLongAndOverflow(move.ptr(), &overflow);
    constexpr long kFar = 1'000'000'000;
    const bool far = overflow != 0 || code > kFar || code < -kFar;
    if (!round.over() && (!number || far)) {
        const auto shown = py::module_::import("ginrummy.cards").attr("shown");
        throw Fault("IllegalMove", shown(move).cast<std::string>() + " is the code of no move");
    }
    round.play(far ? -1 : static_cast<int>(code));
}

template <class List>
py::list numbers(const List& items) {
    py::list list(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) list[i] = py::int_(items[i]);
    return list;
}

template <class Events>
py::list event_list(const Events& events) {
    py::list list;
    for (const Event& one : events) {
        list.append(py::make_tuple(one.player, one.move, one.card, one.open));
    }
    return list;
}

}  // namespace

py::object result_of(const Result* result, int players) {
    if (result == nullptr) return py::none();
    py::list scores, boxes, parts, counts, defenses;
    for (int seat = 0; seat < players; ++seat) {
        scores.append(result->scores[static_cast<std::size_t>(seat)]);
        boxes.append(result->boxes[static_cast<std::size_t>(seat)]);
    }
    for (const SeatPart& part : result->parts) {
        parts.append(py::make_tuple(
            part.seat, std::string(Choices<Reason>::names[static_cast<std::size_t>(part.reason)]),
            part.points));
    }
    for (const auto& [seat, defense] : result->defenses) {
        py::list laid;
        for (const Laid& one : defense.laid) laid.append(py::make_tuple(one.card, one.meld));
        counts.append(py::make_tuple(seat, defense.deadwood));
        defenses.append(py::make_tuple(seat, numbers(defense.melds), laid, defense.unmelded,
                                       defense.deadwood));
    }
    return py::make_tuple(
        std::string(Choices<Outcome>::names[static_cast<std::size_t>(result->outcome)]),
        result->winner, result->points, scores, boxes, result->multiplier, result->knocker, parts,
        result->knocker_deadwood, counts, numbers(result->spread.melds), defenses);
}

namespace {

// What `RoundState(...)` calls; the type keeps it.
PyObject* round_factory = nullptr;

PyObject* new_round(PyTypeObject*, PyObject* args, PyObject* kwargs) {
    return PyObject_Call(round_factory, args, kwargs);
}

void delete_round(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    reinterpret_cast<RoundObject*>(object)->round.~Round();
    type->tp_free(object);
    Py_DECREF(type);
}

// Gives the type of rounds methods and properties as py::class_ would.
class RoundMembers {
public:
    template <class F, class... Extra>
    RoundMembers& method(const char* name, F f, const Extra&... extra) {
        py::setattr(type_, name,
                    py::cpp_function(f, py::name(name), py::is_method(type_), extra...));
        return *this;
    }
    template <class F>
    RoundMembers& property(const char* name, F f) {
        const auto builtin = py::module_::import("builtins").attr("property");
        py::setattr(type_, name, builtin(py::cpp_function(f, py::is_method(type_))));
        return *this;
    }

private:
    py::handle type_{reinterpret_cast<PyObject*>(round_type)};
};

void make_round_type(py::module_& m) {
    static PyType_Slot slots[] = {
        {Py_tp_new, reinterpret_cast<void*>(&new_round)},
        {Py_tp_dealloc, reinterpret_cast<void*>(&delete_round)},
        {0, nullptr},
    };
    static PyType_Spec spec{"ginrummy._core.RoundState", sizeof(RoundObject), 0,
                            Py_TPFLAGS_DEFAULT, slots};
    round_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
    if (round_type == nullptr) throw py::error_already_set();
    round_factory = py::cpp_function(&make_round, py::name("RoundState"), py::arg("rules"),
                                     py::arg("players"), py::arg("dealer"), py::arg("starter"),
                                     py::arg("knock_card"), py::arg("deck"),
                                     py::arg("rules_hash"))
                        .release()
                        .ptr();
    m.attr("RoundState") = py::reinterpret_borrow<py::object>(
        reinterpret_cast<PyObject*>(round_type));
}

void bind_state(py::module_& m) {
    make_round_type(m);
    RoundMembers()
        .property("turn", [](const Round& r) { return r.turn(); })
        .property("phase", [](const Round& r) { return static_cast<int>(r.phase()); })
        .property("players", [](const Round& r) { return r.setup().players; })
        .property("dealer", [](const Round& r) { return r.setup().dealer; })
        .property("starter", [](const Round& r) { return r.setup().starter; })
        .property("knock_card", [](const Round& r) { return r.setup().knock_card; })
        .property("limit", [](const Round& r) { return r.setup().terms.limit; })
        .property("gin_only",
                               [](const Round& r) { return r.setup().terms.gin_only; })
        .property("multiplier",
                               [](const Round& r) { return r.setup().terms.multiplier; })
        .property("stock_count", [](const Round& r) { return r.stock_count(); })
        .property("turns", [](const Round& r) { return r.turns(); })
        .property("taken", [](const Round& r) { return r.taken(); })
        .property("drawn", [](const Round& r) { return r.drawn(); })
        .property("knocker", [](const Round& r) { return r.knocker(); })
        .property("thrown", [](const Round& r) { return r.thrown(); })
        .property("exposed",
                               [](const Round& r) {
                                   py::list seats;
                                   for (int seat = 0; seat < r.setup().players; ++seat) {
                                       if (r.exposed(seat)) seats.append(seat);
                                   }
                                   return seats;
                               })
        .method("legal_moves",
             [](const Round& r) {
                 MoveList legal;
                 r.legal_moves(legal);
                 return numbers(legal);
             })
        .method("play", &play, py::arg("move"))
        .method("undo", [](Round& r) { return r.undo(); })
        .method("copy", [](const Round& r) { return Round(r); })
        .method("hash", [](const Round& r) { return r.hash(); })
        .method("history",
             [](const Round& r) {
                 py::list codes;
                 for (const Event& event : r.events()) codes.append(event.move);
                 return codes;
             })
        .method("hand", [](const Round& r, int seat) { return r.hand(seat); }, py::arg("seat"))
        .method("pile", [](const Round& r) { return numbers(r.pile()); })
        .method("stock", [](const Round& r) { return numbers(r.stock()); })
        .method("deck", [](const Round& r) { return numbers(r.setup().deck); })
        .method("events", [](const Round& r) { return event_list(r.events()); })
        .method("view", [](const Round& r, int seat) { return r.view(seat); }, py::arg("seat"))
        .method("result",
             [](const Round& r) { return result_of(r.result(), r.setup().players); });
}

void bind_view(py::module_& m) {
    py::class_<View>(m, "RawView")
        .def_property_readonly("players", [](const View& v) { return v.setup->players; })
        .def_property_readonly("dealer", [](const View& v) { return v.setup->dealer; })
        .def_property_readonly("starter", [](const View& v) { return v.setup->starter; })
        .def_property_readonly("knock_card", [](const View& v) { return v.setup->knock_card; })
        .def_property_readonly("limit", [](const View& v) { return v.setup->terms.limit; })
        .def_property_readonly("gin_only", [](const View& v) { return v.setup->terms.gin_only; })
        .def_property_readonly("multiplier",
                               [](const View& v) { return v.setup->terms.multiplier; })
        .def_readonly("player", &View::player)
        .def_readonly("turn", &View::turn)
        .def_property_readonly("phase", [](const View& v) { return static_cast<int>(v.phase); })
        .def_readonly("hand", &View::hand)
        .def_property_readonly("pile", [](const View& v) { return numbers(v.pile); })
        .def_readonly("stock_count", &View::stock_count)
        .def_readonly("turns", &View::turns)
        .def_readonly("taken", &View::taken)
        .def_readonly("drawn", &View::drawn)
        .def_readonly("knocker", &View::knocker)
        .def_readonly("thrown", &View::thrown)
        .def_property_readonly("events",
                               [](const View& v) {
                                   py::list list;
                                   for (const Event& one : v.events) {
                                       list.append(py::make_tuple(one.player, one.move, one.card));
                                   }
                                   return list;
                               })
        .def_property_readonly("exposed",
                               [](const View& v) {
                                   py::list list;
                                   for (int seat = 0; seat < v.setup->players; ++seat) {
                                       if (((v.exposed >> seat) & 1) == 0) continue;
                                       list.append(py::make_tuple(
                                           seat, v.exposed_hands[static_cast<std::size_t>(seat)]));
                                   }
                                   return list;
                               })
        .def_property_readonly("shown", [](const View& v) { return numbers(v.spread); })
        .def_property_readonly("laid",
                               [](const View& v) {
                                   py::list list;
                                   for (const SeatLaid& one : v.laid) {
                                       list.append(py::make_tuple(one.seat, one.card, one.meld));
                                   }
                                   return list;
                               })
        .def_property_readonly("own_melds",
                               [](const View& v) {
                                   py::list list;
                                   for (const SeatMeld& one : v.own_melds) {
                                       list.append(py::make_tuple(one.seat, one.mask));
                                   }
                                   return list;
                               })
        .def_property_readonly("legal", [](const View& v) { return numbers(v.legal); })
        .def_property_readonly("over", [](const View& v) { return v.phase == Phase::kOver; })
        .def_property_readonly(
            "result", [](const View& v) { return result_of(v.result.get(), v.setup->players); })
        .def("__eq__", [](const View& a, const py::object& b) {
            return py::isinstance<View>(b) && a == b.cast<const View&>();
        });
    m.def(
        "determinize",
        [](const View& view, const py::bytes& key) { return determinize(view, to_key(key)); },
        py::arg("view"), py::arg("key"));
}

void bind_random(py::module_& m) {
    py::class_<Random>(m, "Random")
        .def(py::init([](const py::bytes& key, std::uint64_t nonce, int rounds,
                         std::uint64_t first_block) {
                 return Random(to_key(key), nonce, rounds, first_block);
             }),
             py::arg("key"), py::arg("nonce"), py::arg("rounds") = 8, py::arg("first_block") = 0)
        .def("next_word", &Random::next_word)
        .def(
            "below",
            [](Random& random, std::uint32_t n) {
                if (n == 0) throw py::value_error("below(0) has no answer");
                return random.below(n);
            },
            py::arg("n"))
        .def("deck", [](Random& random) { return numbers(shuffled_deck(random)); })
        .def("keystream", [](Random& random, std::size_t size) {
            std::string bytes;
            for (std::size_t i = 0; i < size; i += 4) {
                const std::uint32_t word = random.next_word();
                for (std::size_t byte = 0; byte < 4 && i + byte < size; ++byte) {
                    bytes.push_back(static_cast<char>(word >> (8 * byte)));
                }
            }
            return py::bytes(bytes);
        }, py::arg("size"));
}

}  // namespace

void bind_round(py::module_& m) {
    bind_random(m);
    bind_state(m);
    bind_view(m);
}

}  // namespace ginrummy::bindings
