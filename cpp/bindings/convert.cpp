#include "convert.hpp"

#include <cstring>
#include <string_view>

#include <pybind11/gil_safe_call_once.h>

namespace ginrummy::bindings {
namespace {

// Python objects that every call needs, looked up once.
struct Known {
    py::object hand_type;
    py::object as_mask;
    py::object as_rules;
    py::str mask{"mask"};
    py::str compiled{"_compiled"};
};

const Known& known() {
    PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<Known> storage;
    return storage
        .call_once_and_store_result([] {
            const auto cards = py::module_::import("ginrummy.cards");
            const auto inputs = py::module_::import("ginrummy._inputs");
            return Known{cards.attr("Hand"), cards.attr("as_mask"), inputs.attr("as_rules")};
        })
        .get_stored();
}

Mask mask_of_int(PyObject* number) {
    const unsigned long long bits = PyLong_AsUnsignedLongLong(number);
    if (bits == static_cast<unsigned long long>(-1) && PyErr_Occurred()) {
        throw py::error_already_set();
    }
    return bits;
}

}  // namespace

Mask to_mask(const py::object& hand) {
    PyObject* object = hand.ptr();
    if (PyLong_CheckExact(object)) {
        const unsigned long long bits = PyLong_AsUnsignedLongLong(object);
        if (bits <= kPack) [[likely]] return bits;
        PyErr_Clear();  // as_mask says what is wrong with it
    } else if (reinterpret_cast<PyObject*>(Py_TYPE(object)) == known().hand_type.ptr()) {
        const auto mask =
            py::reinterpret_steal<py::object>(PyObject_GetAttr(object, known().mask.ptr()));
        if (!mask) throw py::error_already_set();
        return mask_of_int(mask.ptr());
    }
    return mask_of_int(known().as_mask(hand).ptr());
}

const Rules& to_rules(const py::object& rules) {
    static const Rules standard = compile_rules({});
    if (rules.is_none()) return standard;
    py::object compiled = py::reinterpret_steal<py::object>(
        PyObject_GetAttr(rules.ptr(), known().compiled.ptr()));
    if (!compiled) {
        PyErr_Clear();
        compiled = known().as_rules(rules).attr("_compiled");  // raises for what is no rules
    }
    return *compiled.cast<const Rules*>();
}

Key to_key(const py::bytes& bytes) {
    const auto text = static_cast<std::string_view>(bytes);
    Key key{};
    if (text.size() != key.size()) throw py::value_error("a key has 32 bytes");
    std::memcpy(key.data(), text.data(), key.size());
    return key;
}

void register_faults(py::module_&) {
    py::register_local_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) std::rethrow_exception(pointer);
        } catch (const Fault& fault) {
            const auto type = py::module_::import("ginrummy.errors").attr(fault.type());
            PyErr_SetString(type.ptr(), fault.what());
        }
    });
}

}  // namespace ginrummy::bindings
