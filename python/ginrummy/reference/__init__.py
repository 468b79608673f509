"""The rules again, written to be read: slow, plain, and checked against the core.

Same functions, signatures, values and exceptions as `ginrummy.core`, and no
algorithm in common with it: cards are `Card` objects in frozensets, and what
is best is found by trying everything. The compiled extension is not needed.

`RoundState`, `Random` and `determinize` are the round, with the same plain numbers
as those of the core; `ginrummy.round` wraps either. `Simulator` plays many of them for
`ginrummy.simulate`.
"""

from __future__ import annotations

from .arranging import arrange, arrangements, deadwood, is_meld, melds
from .chacha import Random as Random
from .counting import CensusStop as CensusStop
from .counting import census_unit as census_unit
from .determinize import determinize as determinize
from .laying_off import lay_off
from .party_settlement import score_party, settle_party
from .scoring import discards, knock_terms, score
from .settlement import lay_down, settle
from .simulating import SimulationStop as SimulationStop
from .simulating import Simulator as Simulator
from .state import RoundState as RoundState

__all__ = [
    "arrange",
    "arrangements",
    "deadwood",
    "discards",
    "is_meld",
    "knock_terms",
    "lay_down",
    "lay_off",
    "melds",
    "score",
    "score_party",
    "settle",
    "settle_party",
]
