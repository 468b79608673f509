"""Which implementation the package uses, chosen once at import.

``GINRUMMY_IMPLEMENTATION`` is ``core`` (the default) or ``reference``; any other
value is refused. Under ``reference`` the compiled module is never imported.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

IMPLEMENTATION: Final = os.environ.get("GINRUMMY_IMPLEMENTATION") or "core"
"""The implementation in use: ``"core"`` or ``"reference"``."""

if TYPE_CHECKING or IMPLEMENTATION == "core":
    from . import core as implementation
elif IMPLEMENTATION == "reference":
    from . import reference as implementation
else:
    raise ImportError(
        f"GINRUMMY_IMPLEMENTATION={IMPLEMENTATION!r}: 'core' or 'reference' is expected"
    )

arrange = implementation.arrange
arrangements = implementation.arrangements
deadwood = implementation.deadwood
discards = implementation.discards
is_meld = implementation.is_meld
knock_terms = implementation.knock_terms
lay_down = implementation.lay_down
lay_off = implementation.lay_off
melds = implementation.melds
score = implementation.score
score_party = implementation.score_party
settle = implementation.settle
settle_party = implementation.settle_party
