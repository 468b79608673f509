"""The variants by name; they themselves are in `ginrummy.presets`."""

from __future__ import annotations

import functools

from .cards import shown
from .errors import UnknownVariant
from .rules import Variant

__all__ = ["find_variant", "variants"]


def variants() -> tuple[Variant, ...]:
    """Every registered variant, the standard game first, those with melds on the table during
    play (`ginrummy.table.TableVariant`) last."""
    from .presets import PRESETS  # imported when first asked for: it takes a while

    return PRESETS


def _key(name: str) -> str:
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())


@functools.cache
def _by_name() -> dict[str, Variant]:
    return {_key(name): one for one in variants() for name in (one.name, *one.aliases)}


def find_variant(name: str) -> Variant:
    """The variant of a name or alias; case, blanks, ``-`` and ``_`` do not matter.

    Raises:
        UnknownVariant: no variant has that name; the message lists the names.
    """
    found = _by_name().get(_key(name)) if isinstance(name, str) else None
    if found is None:
        names = ", ".join(one.name for one in variants())
        raise UnknownVariant(f"{shown(name)} is no variant; there are: {names}")
    return found
