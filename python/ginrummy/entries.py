"""What a score sheet is told of a hand: who scored what, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from .cards import shown, whole
from .errors import InvalidEntry
from .results import Result
from .table.results import TableResult
from .values import Outcome, Settlement, Side

__all__ = ["HandEntry", "HandLikeEntry", "entry_of"]

_NOBODY: Final = {Outcome.DEAD, Outcome.CAPPED, Outcome.MISDEAL, Outcome.TIE, Outcome.CANCELLED}
_ON_TABLE: Final = {Outcome.OUT, Outcome.KALOOKI, Outcome.STOCK_END}
_MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A hand as a sheet enters it."""

    scores: tuple[int, ...]
    """Signed points by side."""
    winner: int | None
    """The side that won the hand; None where nobody did."""
    kind: Outcome
    """How the hand ended."""
    boxes: tuple[int, ...]
    """Boxes by side."""

    @property
    def is_dead(self) -> bool:
        """Nobody won: no points, no box, no entry (w2)."""
        return self.winner is None

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain JSON types."""
        return {
            "scores": list(self.scores),
            "winner": self.winner,
            "kind": self.kind.value,
            "boxes": list(self.boxes),
        }

    @classmethod
    def from_dict(cls, values: Any, sides: int) -> HandEntry:
        """The entry of `to_dict`'s values, checked.

        Raises:
            InvalidEntry: anything wrong with it.
        """
        if not isinstance(values, Mapping) or set(values) != {"scores", "winner", "kind", "boxes"}:
            raise InvalidEntry(f"{shown(values)} is no entry: scores, winner, kind, boxes are")
        scores = _numbers(values["scores"], sides, "scores", -_MOST)
        boxes = _numbers(values["boxes"], sides, "boxes", 0)
        kind = _kind(values["kind"])
        winner = values["winner"]
        if winner is not None:
            winner = whole(winner)
            if winner is None or not 0 <= winner < sides:
                raise InvalidEntry(f"winner={shown(values['winner'])}: 0 to {sides - 1} are sides")
        return _checked(cls(scores, winner, kind, boxes))


HandLikeEntry: TypeAlias = (
    HandEntry | Result | TableResult | Settlement | Sequence[Any] | Mapping[Any, int] | None
)
"""A hand in any accepted form; see `entry_of`."""


def entry_of(
    hand: HandLikeEntry, names: Sequence[str], *, knocker: int | str | None = None
) -> HandEntry:
    """A hand in any accepted form as an entry.

    Args:
        hand: a `Round`'s `Result`, or a table game's; a `Settlement` (with ``knocker``);
            ``(winner, points)`` or ``(winner, points, kind)``, the winner by name or number; a
            mapping of names or numbers to signed points (the party game), the highest being
            the winner; None or ``(None, 0)`` for a dead hand.
        names: the names of the sides.
        knocker: the side that knocked, for a `Settlement`.

    Raises:
        InvalidEntry: an unknown side, a negative or broken number of points, points for a
            dead hand, or what is no hand.
    """
    sides = len(names)
    if isinstance(hand, HandEntry):
        entry = _checked(hand)
        if len(entry.scores) != sides:
            raise InvalidEntry(f"an entry for {len(entry.scores)} sides; here are {sides}")
        return entry
    if isinstance(hand, (Result, TableResult)):
        if len(hand.scores) != sides:
            raise InvalidEntry(f"a result for {len(hand.scores)} players; here are {sides} sides")
        return _checked(HandEntry(hand.scores, hand.winner, hand.outcome, hand.boxes))
    if isinstance(hand, Settlement):
        return _of_settlement(hand, names, knocker)
    if hand is None:
        return _dead(sides, Outcome.DEAD)
    if isinstance(hand, Mapping):
        return _of_scores(hand, names)
    if isinstance(hand, (str, bytes)) or not isinstance(hand, Sequence):
        raise InvalidEntry(f"{shown(hand)} is a {type(hand).__name__}, no hand")
    return _of_shorthand(hand, names)


def side_of(side: Any, names: Sequence[str]) -> int:
    """The number of a side given by name or number.

    Raises:
        InvalidEntry: there is no such side.
    """
    if isinstance(side, str) and side in names:
        return list(names).index(side)
    number = whole(side)
    if number is not None and 0 <= number < len(names):
        return number
    raise InvalidEntry(f"{shown(side)} plays not here; there are: {', '.join(names)}")


def _of_shorthand(hand: Sequence[Any], names: Sequence[str]) -> HandEntry:
    if len(hand) not in (2, 3):
        raise InvalidEntry(f"{shown(hand)} is no (winner, points, kind)")
    sides = len(names)
    points = whole(hand[1])
    if points is None or not 0 <= points <= _MOST:
        raise InvalidEntry(f"points={shown(hand[1])}: a whole number, 0 to {_MOST}, is expected")
    kind = _kind(hand[2]) if len(hand) == 3 else None
    if hand[0] is None or kind in _NOBODY:
        named = kind or Outcome.DEAD
        if hand[0] is not None:
            raise InvalidEntry(f"{shown(hand[0])} cannot win a hand of the kind '{named}'")
        if named not in _NOBODY:
            raise InvalidEntry(f"a hand of the kind '{named}' has a winner")
        if points:
            raise InvalidEntry(f"points={points}: a hand of the kind '{named}' has none (w2)")
        return _dead(sides, named)
    winner = side_of(hand[0], names)
    scores, boxes = [0] * sides, [0] * sides
    scores[winner], boxes[winner] = points, int(kind is not Outcome.FORFEIT)
    return _checked(HandEntry(tuple(scores), winner, kind or Outcome.KNOCK, tuple(boxes)))


def _of_scores(hand: Mapping[Any, int], names: Sequence[str]) -> HandEntry:
    if not hand:
        raise InvalidEntry("{} names no side; a dead hand is None")
    scores: dict[int, int] = {}
    for side, points in hand.items():
        value = whole(points)
        if value is None or not -_MOST <= value <= _MOST:
            raise InvalidEntry(f"{shown(side)}: {shown(points)} is no whole number of points")
        number = side_of(side, names)
        if number in scores:
            raise InvalidEntry(f"{shown(side)} is given twice, as {names[number]} and {number}")
        scores[number] = value
    signed = tuple(scores.get(side, 0) for side in range(len(names)))
    if not any(signed):
        return _dead(len(names), Outcome.DEAD)
    best = max(signed)
    if best <= 0 and len(names) > 2:  # a hand of the party game that only costs points
        return _checked(HandEntry(signed, None, Outcome.KNOCK, (0,) * len(names)))
    # Between two a loss alone is an undercut that the knocker pays for (d2).
    kind = Outcome.KNOCK if best > 0 else Outcome.UNDERCUT
    boxes = tuple(int(points == best) for points in signed)
    return _checked(HandEntry(signed, signed.index(best), kind, boxes))


def _of_settlement(hand: Settlement, names: Sequence[str], knocker: int | str | None) -> HandEntry:
    if len(names) != 2:
        raise InvalidEntry(f"a settlement is between two; here are {len(names)} sides")
    if knocker is None:
        raise InvalidEntry("a settlement needs knocker=, the side that knocked")
    first = side_of(knocker, names)
    order = (0, 1) if first == 0 else (1, 0)
    winner = None
    if hand.winner is not None:
        winner = first if hand.winner is Side.KNOCKER else 1 - first
    scores, boxes = ((values[order[0]], values[order[1]]) for values in (hand.scores, hand.boxes))
    return _checked(HandEntry(scores, winner, hand.outcome, boxes))


def _dead(sides: int, kind: Outcome) -> HandEntry:
    return HandEntry((0,) * sides, None, kind, (0,) * sides)


def _kind(kind: Any) -> Outcome:
    try:
        return Outcome(kind)
    except ValueError:
        kinds = ", ".join(one.value for one in Outcome)
        raise InvalidEntry(f"kind={shown(kind)}: one of {kinds} is expected") from None


def _numbers(values: Any, sides: int, name: str, least: int) -> tuple[int, ...]:
    if not isinstance(values, (list, tuple)) or len(values) != sides:
        raise InvalidEntry(f"{name}={shown(values)}: {sides} numbers are expected")
    found = tuple(map(whole, values))
    for given, value in zip(values, found, strict=True):
        if value is None or not least <= value <= _MOST:
            raise InvalidEntry(f"{name}: {shown(given)} is out of range")
    return found  # type: ignore[return-value]  # the loop refuses None


def _checked(entry: HandEntry) -> HandEntry:
    """The entry with every value in its type, or InvalidEntry saying what contradicts."""
    sides = len(entry.scores) if isinstance(entry.scores, (tuple, list)) else 0
    scores = _numbers(entry.scores, sides, "scores", -_MOST)
    boxes = _numbers(entry.boxes, sides, "boxes", 0)
    kind = _kind(entry.kind)
    winner = None if entry.winner is None else whole(entry.winner)
    if entry.winner is not None and (winner is None or not 0 <= winner < sides):
        raise InvalidEntry(f"winner={shown(entry.winner)}: 0 to {sides - 1} are sides")
    found = HandEntry(scores, winner, kind, boxes)
    if winner is None:
        _check_nobody(found)
    else:
        _check_won(found, winner)
    return found


def _check_nobody(entry: HandEntry) -> None:
    if entry.kind in _ON_TABLE:
        if entry.kind is not Outcome.STOCK_END or any(entry.boxes):
            raise InvalidEntry(f"a hand of the kind '{entry.kind}' has a winner")
        return  # j7: everybody scores
    if any(entry.boxes) or max(entry.scores, default=0) > 0:
        raise InvalidEntry(f"{shown(entry)}: points or boxes, but nobody won")
    costs = any(entry.scores)
    if costs and (entry.kind in _NOBODY or len(entry.scores) == 2):
        raise InvalidEntry(f"{shown(entry)}: points lost, but nobody won (w2)")
    if not costs and entry.kind not in _NOBODY:
        raise InvalidEntry(f"a hand of the kind '{entry.kind}' has a winner")


def _check_won(entry: HandEntry, winner: int) -> None:
    scores, boxes = entry.scores, entry.boxes
    if entry.kind in _NOBODY:
        raise InvalidEntry(f"a hand of the kind '{entry.kind}' has no winner")
    if entry.kind is Outcome.FORFEIT:
        if any(scores) or any(boxes) or len(scores) != 2:
            raise InvalidEntry(
                f"{shown(entry)}: a forfeit is between two and wins the game; the hand itself has "
                "no points and no box (b6)"
            )
        return
    if entry.kind in _ON_TABLE:
        # What each has on the table counts for him, whoever goes out (j5).
        if entry.kind is Outcome.STOCK_END:
            raise InvalidEntry("a hand of the kind 'stock_end' has no winner (j7)")
        return
    if scores[winner] < 0 or scores[winner] < max(scores):
        raise InvalidEntry(f"scores={scores}: side {winner} has won, but not the most points")
    others = [side for side in range(len(scores)) if side != winner]
    if len(scores) == 2 and (scores[others[0]] > 0 or boxes[others[0]]):
        raise InvalidEntry(
            f"scores={scores}, boxes={boxes}: who wins the hand scores, and the other side "
            "gains nothing (g9)"
        )
