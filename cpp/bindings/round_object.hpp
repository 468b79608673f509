// The Python type of a round. It is a plain heap type rather than a py::class_: the round
// lies inside the Python object and no table of instances is kept, so that a copy, which a
// search makes at every node, costs one allocation.
#pragma once

#include <new>
#include <utility>

#include <pybind11/pybind11.h>

#include "ginrummy/round.hpp"

namespace ginrummy::bindings {

struct RoundObject {
    PyObject_HEAD
    Round round;
};

// Made once by bind_round; it lives as long as the process.
inline PyTypeObject* round_type = nullptr;

inline PyObject* wrap_round(Round&& round) {
    PyObject* object = round_type->tp_alloc(round_type, 0);
    if (object != nullptr) {
        new (&reinterpret_cast<RoundObject*>(object)->round) Round(std::move(round));
    }
    return object;
}

}  // namespace ginrummy::bindings

namespace pybind11::detail {

template <>
class type_caster<ginrummy::Round> {
public:
    static constexpr auto name = const_name("RoundState");
    template <class T>
    using cast_op_type = pybind11::detail::cast_op_type<T>;

    bool load(handle source, bool) {
        if (Py_TYPE(source.ptr()) != ginrummy::bindings::round_type) return false;
        round_ = &reinterpret_cast<ginrummy::bindings::RoundObject*>(source.ptr())->round;
        return true;
    }
    static handle cast(ginrummy::Round&& round, return_value_policy, handle) {
        return ginrummy::bindings::wrap_round(std::move(round));
    }

    operator ginrummy::Round*() { return round_; }
    operator ginrummy::Round&() { return *round_; }

private:
    ginrummy::Round* round_ = nullptr;
};

}  // namespace pybind11::detail
