#include "convert.hpp"

PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used()) {
    m.doc() = "The C++ core of ginrummy. Use it through the ginrummy package.";
    ginrummy::bindings::register_faults(m);
    ginrummy::bindings::bind_rules(m);
    ginrummy::bindings::bind_cards(m);
    ginrummy::bindings::bind_census(m);
    ginrummy::bindings::bind_showdown(m);
    ginrummy::bindings::bind_round(m);
    ginrummy::bindings::bind_batch(m);
    ginrummy::bindings::bind_loops(m);
    ginrummy::bindings::bind_simulate(m);
    ginrummy::bindings::bind_kalooki(m);
}
