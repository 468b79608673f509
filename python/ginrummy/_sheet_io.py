"""Reading a sheet's JSON and the names on it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from .cards import shown
from .errors import GinRummyError, InvalidEntry, InvalidSheet

__all__ = ["FORMAT", "VERSION", "checked_fields", "checked_names", "list_of", "parsed"]

FORMAT: Final = "ginrummy sheet"
VERSION: Final = 1
_LONGEST: Final = 40
_T = TypeVar("_T")


def checked_names(names: Any, sides: int) -> tuple[str, ...]:
    """The names of the sides.

    Raises:
        InvalidEntry: too many or too few, or one that is empty, repeated, too long or not
            printable.
    """
    if isinstance(names, (str, bytes)) or not isinstance(names, Sequence) or len(names) != sides:
        raise InvalidEntry(f"names={shown(names)}: {sides} names are expected")
    found: list[str] = []
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise InvalidEntry(f"{shown(name)} is no name")
        if len(name) > _LONGEST:
            raise InvalidEntry(f"{shown(name)}: a name has at most {_LONGEST} characters")
        if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in name):
            raise InvalidEntry(f"{shown(name)}: a name has no control characters")
        if name in found:
            raise InvalidEntry(f"{shown(name)}: two sides cannot have one name")
        found.append(name)
    return tuple(found)


def parsed(text: str) -> Any:
    """The values of a sheet's JSON.

    Raises:
        InvalidSheet: it is no JSON, or a field stands there twice.
    """
    try:
        return json.loads(text, object_pairs_hook=_no_repeats)
    except json.JSONDecodeError as error:
        raise InvalidSheet(
            f"line {error.lineno}, column {error.colno}: {error.msg}; is it cut short?"
        ) from error
    except RecursionError as error:
        raise InvalidSheet("the JSON is nested too deeply for a sheet") from error
    except InvalidSheet:
        raise
    except (TypeError, ValueError) as error:
        raise InvalidSheet(f"{shown(text)} is no JSON of a sheet: {error}") from error


def checked_fields(
    values: Any, kind: str, fields: Mapping[str, Callable[[Any], Any]]
) -> dict[str, Any]:
    """A sheet's fields, each read by its function.

    Raises:
        InvalidSheet: anything wrong with them; the message says where and why.
    """
    if not isinstance(values, Mapping):
        raise InvalidSheet(f"{shown(values)} is a {type(values).__name__}, no sheet")
    if values.get("format") != FORMAT:
        raise InvalidSheet(
            f"format: {shown(values.get('format'))} is not {FORMAT!r}; this is no score sheet"
        )
    version = values.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise InvalidSheet(f"version: {shown(version)} is no version")
    if version > VERSION:
        raise InvalidSheet(
            f"version: {shown(version)} is newer than {VERSION}, the newest that this ginrummy "
            "reads"
        )
    if values.get("kind") != kind:
        raise InvalidSheet(f"kind: {shown(values.get('kind'))}; {kind!r} is expected here")
    wanted = {"format", "version", "kind", *fields}
    for name in sorted(wanted - set(values)):
        raise InvalidSheet(f"{name}: the sheet has none; is it cut short?")
    for name in values:
        if name not in wanted:
            raise InvalidSheet(f"{shown(name)}: a sheet of version {VERSION} has no such field")
    found = {}
    for name, read in fields.items():
        try:
            found[name] = read(values[name])
        except GinRummyError as error:
            raise InvalidSheet(f"{name}: {error}") from error
    return found


def list_of(read: Callable[[Any], _T], what: str) -> Callable[[Any], list[_T]]:
    """A function that reads a list, each of its values by ``read``."""

    def read_all(values: Any) -> list[_T]:
        if not isinstance(values, (list, tuple)):
            raise InvalidSheet(f"{shown(values)} is no list")
        found = []
        for number, value in enumerate(values, 1):
            try:
                found.append(read(value))
            except GinRummyError as error:
                raise InvalidSheet(f"{what} {number}: {error}") from error
        return found

    return read_all


def _no_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InvalidSheet(f"{name}: stands there twice")
        found[name] = value
    return found
