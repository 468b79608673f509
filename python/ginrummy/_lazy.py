"""Public names whose modules are loaded when one of them is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any


def attribute_loader(
    namespace: dict[str, Any], later: Mapping[str, str], modules: Collection[str] = ()
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package.

    Args:
        namespace: the package's ``globals()``, which keeps what has been loaded.
        later: the module of each name, below the package.
        modules: modules below the package that are names of it themselves.
    """
    package = namespace["__name__"]

    def load(name: str) -> Any:
        module = name if name in modules else later.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # Not at the top: the import of ginrummy itself is counted in milliseconds.
        import importlib

        loaded = importlib.import_module(f".{module}", package)
        value = loaded if name in modules else getattr(loaded, name)
        namespace[name] = value
        return value

    return load
