"""How `ginrummy.batch.settle` gives a score: the mirror of ``Settled`` in batch.hpp."""

from __future__ import annotations

from typing import Final

import numpy as np

SETTLED: Final = np.dtype(
    [
        ("points", np.int32),
        ("scores", np.int32, 2),
        ("boxes", np.int32, 2),
        ("knocker_deadwood", np.uint16),
        ("defender_deadwood", np.uint16),
        ("multiplier", np.uint16),
        ("outcome", np.uint8),
        ("winner", np.int8),
    ]
)
"""What `settle` gives for a showdown: the fields of a `Score`.

``scores`` and ``boxes`` are those of (knocker, defender); ``outcome`` is an index into
`OUTCOMES`; ``winner`` is 0 for the knocker, 1 for the defender and -1 for nobody."""
