"""Matches for tests."""

import pytest

import ginrummy as gr
from sampling import cases

A, B = 0, 1
SHUT = [("A", 56), ("A", 61)]


def by_id(kind):
    return [pytest.param(case["input"], case["expected"], id=case["id"]) for case in cases(kind)]


def played(hands, names=("A", "B"), rules=None, **changes):
    """A match under standard rules but for the changes."""
    match = gr.Match((rules or gr.MatchRules()).replace(**changes), names, first_dealer=0)
    for hand in hands:
        match.record(None if hand is None else tuple(hand) if isinstance(hand, list) else hand)
    return match


def by_name(values, names="AB"):
    return dict(zip(names, values, strict=True))
