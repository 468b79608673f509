"""Results as plain JSON types: cards and enums as text, everything by its field's name."""

from __future__ import annotations

from typing import Any

from .. import Arrangement, Discard, Layoff, Meld, Settlement


def meld(value: Meld) -> dict[str, Any]:
    """A meld: ``kind`` (``set`` or ``run``) and ``cards``."""
    return {"kind": value.kind.value, "cards": str(value)}


def arrangement(value: Arrangement) -> dict[str, Any]:
    """An arrangement: ``melds``, ``unmelded``, ``deadwood``."""
    return {
        "melds": [meld(one) for one in value.melds],
        "unmelded": str(value.unmelded),
        "deadwood": value.deadwood,
    }


def discard(value: Discard) -> dict[str, Any]:
    """A throw: ``card``, ``deadwood``, ``knock``, ``gin``."""
    return {
        "card": str(value.card),
        "deadwood": value.deadwood,
        "knock": value.knock,
        "gin": value.gin,
    }


def layoff(value: Layoff) -> dict[str, Any]:
    """A layoff: ``melds``, ``laid`` (``card``, and ``meld`` as index in the spread),
    ``unmelded``, ``deadwood``."""
    return {
        "melds": [meld(one) for one in value.melds],
        "laid": [{"card": str(one.card), "meld": one.meld} for one in value.laid],
        "unmelded": str(value.unmelded),
        "deadwood": value.deadwood,
    }


def settlement(value: Settlement) -> dict[str, Any]:
    """A settlement, field for field; ``scores`` and ``boxes`` are (knocker, defender)."""
    return {
        "outcome": value.outcome.value,
        "winner": None if value.winner is None else value.winner.value,
        "points": value.points,
        "parts": [
            {"reason": part.reason, "points": part.points, "text": part.text}
            for part in value.parts
        ],
        "scores": list(value.scores),
        "boxes": list(value.boxes),
        "multiplier": value.multiplier,
        "knocker_deadwood": value.knocker_deadwood,
        "defender_deadwood": value.defender_deadwood,
        "limit": value.limit,
        "spread": arrangement(value.spread),
        "layoff": layoff(value.layoff),
    }
