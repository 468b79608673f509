"""Rounds of the two table games."""

from __future__ import annotations

from typing import TypeVar

from ..cards import shown
from ..errors import InvalidRules
from ..rules import Variant
from .cards import KALOOKI_PACK, MAHJONG_PACK
from .game import TableGame
from .kalooki import Kalooki
from .mahjong import Mahjong
from .round import TableRound
from .rules import KalookiRules, MahjongRules

__all__ = ["KalookiRound", "MahjongRound"]

_Kind = TypeVar("_Kind", MahjongRules, KalookiRules)


def _checked_rules(rules: object, kind: type[_Kind]) -> _Kind:
    if rules is None:
        return kind()
    given = rules.rules if isinstance(rules, Variant) else rules
    if isinstance(given, kind):
        return given
    what = f"the variant {rules.name}" if isinstance(rules, Variant) else shown(rules)
    raise InvalidRules(f"{what} has {type(given).__name__}; {kind.__name__} are expected")


class MahjongRound(TableRound[MahjongRules]):
    """A round of Mahjong gin for two to four; see `TableRound`.

    >>> round_ = MahjongRound(seed=7, players=3)
    >>> round_.play("draw")
    >>> len(round_.hand(1)), round_.stock_count
    (11, 20)
    """

    __slots__ = ()
    name = "mahjong"
    pack = MAHJONG_PACK
    opens = False

    @classmethod
    def checked_rules(cls, rules: MahjongRules | Variant | None) -> MahjongRules:
        """The rules of any accepted form."""
        return _checked_rules(rules, MahjongRules)

    def _make_game(self, rules: MahjongRules) -> TableGame[MahjongRules]:
        return Mahjong(rules)


class KalookiRound(TableRound[KalookiRules]):
    """A round of Kalooki 51 for two to four; see `TableRound`.

    >>> round_ = KalookiRound(seed=7, players=4)
    >>> round_.play("take")
    >>> round_.hand(1).jokers, len(round_.hand(1)), round_.stock_count
    (1, 14, 55)
    """

    __slots__ = ()
    name = "kalooki"
    pack = KALOOKI_PACK
    opens = True

    @classmethod
    def checked_rules(cls, rules: KalookiRules | Variant | None) -> KalookiRules:
        """The rules of any accepted form."""
        return _checked_rules(rules, KalookiRules)

    def _make_game(self, rules: KalookiRules) -> TableGame[KalookiRules]:
        return Kalooki(rules, self._new_stock)
