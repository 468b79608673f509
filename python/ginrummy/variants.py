"""The variants by name."""

from __future__ import annotations

from .errors import UnknownVariant
from .rules import Rules, Variant

__all__ = ["STANDARD", "find_variant", "variants"]

STANDARD = Variant(
    name="standard",
    aliases=("gin", "gin rummy", "classic"),
    rules=Rules(),
    source="The encyclopaedia article on gin rummy (S0/S1): limit 10, gin 25, undercut 25, "
    "big gin 31, a tie is an undercut.",
)

_REGISTRY = (STANDARD,)


def _key(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


_BY_NAME = {_key(name): v for v in _REGISTRY for name in (v.name, *v.aliases)}


def variants() -> tuple[Variant, ...]:
    """Every registered variant, the standard game first."""
    return _REGISTRY


def find_variant(name: str) -> Variant:
    """The variant of a name or alias; case, blanks, ``-`` and ``_`` do not matter.

    Raises:
        UnknownVariant: no variant has that name; the message lists the names.
    """
    found = _BY_NAME.get(_key(name)) if isinstance(name, str) else None
    if found is None:
        names = ", ".join(v.name for v in _REGISTRY)
        raise UnknownVariant(f"{name!r} is no variant; there are: {names}")
    return found
