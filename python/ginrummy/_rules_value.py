"""What every rules value can do: copies with changes, plain forms, JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Self

from ._fields import plain
from .cards import shown
from .errors import InvalidRules

__all__ = ["RulesValue"]


class RulesValue:
    """What rules values have in common: copies with changes, plain forms, JSON."""

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed.

        Raises:
            InvalidRules: an unknown field or a value that is refused.
        """
        return type(self).from_dict(changes, self)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain JSON types, enums as text."""
        return {spec.name: plain(getattr(self, spec.name)) for spec in _specs(self)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], base: Self | None = None) -> Self:
        """Rules from plain values; fields not given are those of ``base``.

        Raises:
            InvalidRules: an unknown field or a value that is refused.
        """
        if not isinstance(values, Mapping):
            raise InvalidRules(f"{shown(values)} is a {type(values).__name__}; fields are expected")
        known = {spec.name for spec in _specs(cls)}
        for name in values:
            if name not in known:
                raise InvalidRules(f"{shown(name)} is no field of {cls.__name__}")
        others = {} if base is None else {name: getattr(base, name) for name in known}
        return cls(**others | dict(values))

    @classmethod
    def from_stored(cls, values: Any) -> Self:
        """Rules from a file, where every field must stand.

        Raises:
            InvalidRules: a field is missing, or as `from_dict`.
        """
        if isinstance(values, Mapping):
            missing = {spec.name for spec in _specs(cls)} - set(values)
            if missing:
                raise InvalidRules(f"{min(missing)} is missing")
        return cls.from_dict(values)

    def to_json(self) -> str:
        """All fields as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Rules from `to_json`'s text.

        Raises:
            InvalidRules: text that is no JSON object, or as `from_dict`.
        """
        try:
            values = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidRules(f"{shown(text)} is no JSON of {cls.__name__}: {error}") from error
        return cls.from_dict(values)

    def differences(self, base: Self | None = None) -> dict[str, Any]:
        """The fields, as plain values, in which these rules differ from ``base`` (standard)."""
        other = (base if base is not None else type(self)()).to_dict()
        return {name: value for name, value in self.to_dict().items() if value != other[name]}

    def __str__(self) -> str:
        changed = self.differences()
        return ", ".join(f"{n}={v!r}" for n, v in changed.items()) if changed else "standard"


def _specs(rules: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(rules)
