#include <string>
#include <string_view>

#include "convert.hpp"

namespace ginrummy::bindings {
namespace {

// One overload set per kind of field: read from Python, write to Python, and the texts
// that a choice allows (None where the field is no choice).
template <class T>
struct Field {
    static T read(py::handle value) { return value.cast<T>(); }
    static py::object write(const T& value) { return py::cast(value); }
    static py::object choices() { return py::none(); }
};

template <class T>
    requires requires { Choices<T>::names; }
struct Field<T> {
    static T read(py::handle value) {
        const auto text = value.cast<std::string>();
        for (std::size_t i = 0; i < Choices<T>::names.size(); ++i) {
            if (Choices<T>::names[i] == text) return static_cast<T>(i);
        }
        throw Fault("InvalidRules", "the core does not know the choice '" + text + "'");
    }
    static py::object write(const T& value) {
        return py::str(std::string(Choices<T>::names[static_cast<std::size_t>(value)]));
    }
    static py::object choices() {
        py::list names;
        for (const std::string_view name : Choices<T>::names) names.append(std::string(name));
        return names;
    }
};

template <>
struct Field<OptionalInt> {
    static OptionalInt read(py::handle value) {
        return value.is_none() ? OptionalInt{} : OptionalInt{value.cast<int>()};
    }
    static py::object write(const OptionalInt& value) {
        return value ? py::object(py::int_(*value)) : py::object(py::none());
    }
    static py::object choices() { return py::none(); }
};

template <>
struct Field<RankPoints> {
    static RankPoints read(py::handle value) {
        RankPoints points{};
        const auto list = value.cast<py::list>();
        for (std::size_t i = 0; i < points.size(); ++i) points[i] = list[i].cast<int>();
        return points;
    }
    static py::object write(const RankPoints& points) {
        py::list list;
        for (const int one : points) list.append(one);
        return list;
    }
    static py::object choices() { return py::none(); }
};

template <>
struct Field<OptionalParty> {
    static OptionalParty read(py::handle value) {
        if (value.is_none()) return std::nullopt;
        const auto values = value.cast<py::dict>();
        PartyRules party;
#define GINRUMMY_READ(type, name, value) party.name = Field<type>::read(values[#name]);
        GINRUMMY_PARTY_RULES(GINRUMMY_READ)
#undef GINRUMMY_READ
        return party;
    }
    static py::object write(const OptionalParty&) { return py::none(); }
    static py::object choices() { return py::none(); }
};

Rules rules_from(const py::dict& values) {
    Rules rules;
#define GINRUMMY_READ(type, name, value) rules.name = Field<type>::read(values[#name]);
    GINRUMMY_RULES(GINRUMMY_READ)
#undef GINRUMMY_READ
    return compile_rules(rules);
}

py::list fields() {
    py::list list;
#define GINRUMMY_LIST(type, name, value) \
    list.append(py::make_tuple(#name, Field<type>::write(value), Field<type>::choices()));
    GINRUMMY_RULES(GINRUMMY_LIST)
#undef GINRUMMY_LIST
    return list;
}

py::list party_fields() {
    py::list list;
#define GINRUMMY_LIST(type, name, value) \
    list.append(py::make_tuple(#name, Field<type>::write(value), Field<type>::choices()));
    GINRUMMY_PARTY_RULES(GINRUMMY_LIST)
#undef GINRUMMY_LIST
    return list;
}

}  // namespace

void bind_rules(py::module_& m) {
    py::class_<Rules>(m, "Rules", "Rules compiled for the core; ginrummy.Rules makes them.")
        .def(py::init(&rules_from), py::arg("values"));
    m.def("rules_fields", &fields,
          "(name, default, choices or None) of every field that the core knows.");
    m.def("party_rules_fields", &party_fields, "The same for the fields of PartyRules.");
    m.def(
        "knock_terms",
        [](const py::object& rules, int knock_card) {
            const KnockTerms terms = knock_terms(to_rules(rules), knock_card);
            return py::make_tuple(terms.limit, terms.gin_only, terms.multiplier);
        },
        py::arg("rules"), py::arg("knock_card"),
        "(limit, gin only, multiplier); knock_card -1 for none.");
}

}  // namespace ginrummy::bindings
