"""How rule fields are declared and checked.

A field carries its rule id, its kind and its range as metadata; `check_fields` brings every
value of a rules dataclass to its proper type or refuses it by name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Set
from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from .cards import shown, whole
from .errors import InvalidRules

__all__ = [
    "Choice",
    "Converted",
    "check_fields",
    "choice",
    "flag",
    "kept",
    "maybe",
    "number",
    "plain",
]

_E = TypeVar("_E", bound=StrEnum)
_Given = TypeVar("_Given", contravariant=True)
_Kept = TypeVar("_Kept", covariant=True)

if TYPE_CHECKING:

    class Converted(Generic[_Given, _Kept]):
        """How a type checker sees a field that takes one type and keeps another."""

        def __get__(self, owner: Any, kind: Any = None) -> _Kept: ...
        def __set__(self, owner: Any, value: _Given) -> None: ...

    Choice: TypeAlias = Converted[_E | str, _E]
    """A choice is given as itself or as its text."""

else:
    # Who asks for the type hints of a rules value is told what its fields keep.

    class Converted:
        def __class_getitem__(cls, types):
            return types[1]

    class Choice:
        def __class_getitem__(cls, kept):
            return kept


def choice(default: _E, rule: str) -> Choice[_E]:
    # To the checker a field is its Converted; to dataclasses it is the default.
    return field(default=default, metadata={"rule": rule, "kind": type(default)})  # type: ignore[arg-type]


def kept(default: Any, rule: str, kind: type, convert: Callable[[Any], Any] | None = None) -> Any:
    return field(default=default, metadata={"rule": rule, "kind": kind, "convert": convert})


def number(default: int, rule: str, low: int = 0, high: int = 10_000) -> int:
    return field(default=default, metadata={"rule": rule, "kind": int, "low": low, "high": high})


def maybe(default: int | None, rule: str, low: int, high: int) -> int | None:
    metadata = {"rule": rule, "kind": "int or None", "low": low, "high": high}
    return field(default=default, metadata=metadata)


def flag(default: bool, rule: str) -> bool:
    return field(default=default, metadata={"rule": rule, "kind": bool})


def check_fields(rules: Any) -> None:
    """Brings every field of a rules value to its type.

    Raises:
        InvalidRules: a value of the wrong type or out of range, by the name of its field.
    """
    for spec in dataclasses.fields(rules):
        object.__setattr__(rules, spec.name, _checked(spec, getattr(rules, spec.name)))


def plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if dataclasses.is_dataclass(value):
        return {spec.name: plain(getattr(value, spec.name)) for spec in dataclasses.fields(value)}
    return list(value) if isinstance(value, tuple) else value


def _checked(spec: dataclasses.Field[Any], value: Any) -> Any:
    """The value in its proper type, or InvalidRules naming the field."""
    name, kind = spec.name, spec.metadata["kind"]
    if kind is bool:
        if not isinstance(value, bool):
            raise InvalidRules(f"{name}={shown(value)}: True or False is expected")
        return value
    if kind is tuple:
        return _checked_points(name, value)
    if callable(convert := spec.metadata.get("convert")):
        return convert(value)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        try:
            return kind(value)
        except ValueError:
            choices = ", ".join(repr(choice.value) for choice in kind)
            raise InvalidRules(f"{name}={shown(value)}: one of {choices} is expected") from None
    if value is None and kind == "int or None":
        return None
    low, high = spec.metadata["low"], spec.metadata["high"]
    number = whole(value)
    if number is None:
        raise InvalidRules(f"{name}={shown(value)}: a whole number is expected")
    if not low <= number <= high:
        raise InvalidRules(f"{name}={shown(value)}: {low} to {high} is allowed")
    return number


def _checked_points(name: str, value: Any) -> tuple[int, ...]:
    if isinstance(value, (str, bytes, Set, Mapping)) or not hasattr(value, "__len__"):
        raise InvalidRules(f"{name}={shown(value)}: thirteen numbers, ace to king, are expected")
    if len(value) != 13:
        raise InvalidRules(f"{name}={shown(value)}: {len(value)} numbers, but there are 13 ranks")
    points = tuple(map(whole, value))
    for rank, number in enumerate(points, 1):
        if number is None or not 1 <= number <= 100:
            given = shown(value[rank - 1])
            raise InvalidRules(f"{name}: {given} for rank {rank}; 1 to 100 is allowed")
    return points  # type: ignore[return-value]  # the loop refuses None
