// What the bindings share: Python values to core values and back.
#pragma once

#include <pybind11/pybind11.h>

#include "ginrummy/cards.hpp"
#include "ginrummy/random.hpp"
#include "ginrummy/result.hpp"
#include "ginrummy/rules.hpp"

namespace ginrummy::bindings {

namespace py = pybind11;

// The mask of a Hand, an int, text or an iterable of cards; the errors are those of
// ginrummy.cards.as_mask, which decides about every form but the two quick ones.
Mask to_mask(const py::object& hand);

// The compiled rules of a Rules, a Variant or None (standard).
const Rules& to_rules(const py::object& rules);

// The key of a stream: ValueError if it has not 32 bytes.
Key to_key(const py::bytes& bytes);

// A round's result as plain values, or None for null.
py::object result_of(const Result* result, int players);

// Fault becomes the class of that name in ginrummy.errors.
void register_faults(py::module_& m);

void bind_rules(py::module_& m);
void bind_cards(py::module_& m);
void bind_census(py::module_& m);
void bind_showdown(py::module_& m);
void bind_batch(py::module_& m);
void bind_loops(py::module_& m);
void bind_kalooki(py::module_& m);
void bind_round(py::module_& m);
void bind_simulate(py::module_& m);

}  // namespace ginrummy::bindings
