"""The arguments of `ginrummy.batch`: arrays that the kernels can use where they stand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._processors import available_threads
from .cards import shown, whole

__all__ = ["as_array", "as_like", "as_out", "as_taken", "as_threads", "check_apart"]


def as_array(value: Any, dtype: Any, name: str) -> NDArray[Any]:
    """An array that the kernels can read where it stands."""
    kind = np.dtype(dtype)
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{name}={shown(value)}: a numpy array of {kind} is expected")
    if value.dtype != kind:
        wanted = kind if kind.names is None else "ginrummy.batch.SETTLED"
        raise TypeError(f"{name} has the dtype {value.dtype}: {wanted} is expected")
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array: what its mask hides would be used")
    if not value.flags.aligned:
        raise ValueError(f"{name} is not aligned: numpy.require makes a copy that is")
    if not value.flags.c_contiguous:
        raise ValueError(f"{name} is not C-contiguous: numpy.ascontiguousarray makes a copy")
    return value


def as_like(array: NDArray[Any], shape: tuple[int, ...], name: str, other: str) -> NDArray[Any]:
    """The array, which must have the shape of another."""
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {array.shape}: {shape} is expected, like {other}")
    return array


def as_out(value: Any, shape: tuple[int, ...], dtype: Any, name: str) -> NDArray[Any]:
    """The array to write into, made if there is none."""
    if value is None:
        return np.empty(shape, dtype)
    array = as_array(value, dtype, name)
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {array.shape}: {shape} is expected")
    if not array.flags.writeable:
        raise ValueError(f"{name} is read-only")
    return array


def check_apart(written: NDArray[Any], name: str, **others: NDArray[Any] | None) -> None:
    """Refuse to write where something else is still to be read or written."""
    for other, array in others.items():
        if array is not None and np.may_share_memory(written, array):
            raise ValueError(f"{name} and {other} share memory")


def as_taken(taken: Any, shape: tuple[int, ...]) -> NDArray[np.int8] | None:
    """The cards just taken, an array like the hands."""
    if taken is None:
        return None
    return as_like(as_array(taken, np.int8, "taken"), shape, "taken", "hands")


def as_threads(threads: int | None) -> int:
    """The number of threads, all processors by default."""
    if threads is None:
        return available_threads()
    number = whole(threads)
    if number is None or not 1 <= number <= 1024:
        raise ValueError(f"threads={shown(threads)}: a whole number, 1 to 1024, is expected")
    return number
