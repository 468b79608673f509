"""Rounds for tests: set positions, random rules, random play."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import ginrummy as gr

# Seat 0 deals, seat 1 begins. No melds, nothing under the limit.
ONE = "Ac 3d 5h 7s 9c Jd Kh 2s 4d 6h"
TWO = "2c 4h 6s 8c Tc Qd Qs 3h 5s 7d"
# Dealt, this can knock with 9.
PAT = "2h 3h 4h 5d 6d 7d Jc Qc Kc 9s"


def dull_hand(taken: gr.Hand, size: int = 10) -> gr.Hand:
    """Cards without a meld, high ones first, none of those that are taken."""
    hand = gr.Hand()
    order = sorted(gr.Hand((1 << 52) - 1) - taken, key=lambda card: (-card.points, card.index % 7))
    for card in order:
        more = hand | {card}
        if len(hand) < size and gr.deadwood(more) == sum(one.points for one in more):
            hand = more
    assert len(hand) == size
    return hand


def set_deal(
    non_dealer: str, dealer: str, upcard: str = "", stock: str = "", extra: str = ""
) -> list[gr.Card]:
    """A two-player deck that deals these hands; the rest follows in index order."""
    return deck_of([non_dealer, dealer], f"{extra} {upcard} {stock}")


def deck_of(hands: Sequence[str], rest: str = "") -> list[gr.Card]:
    """A deck that deals these hands, the first player's first, one card at a time (a4)."""
    top = [card for turn in zip(*map(gr.Hand, hands), strict=True) for card in turn]
    top += [gr.Card(text) for text in rest.split()]
    assert len(set(top)) == len(top)
    return top + [card for card in gr.Hand((1 << 52) - 1) if card not in top]


def random_rules(rng: random.Random, players: int) -> gr.Rules:
    """Any valid combination of the fields that a round looks at."""
    source = rng.choice(list(gr.LimitSource))
    deal = {
        "upcard": "10_10_upcard",
        "second_deck": rng.choice(("10_10", "11_10")),
        "fixed": rng.choice(list(gr.Deal)),
    }[source]
    wall = rng.choice(list(gr.Wall))
    layoffs = rng.random() < 0.9
    on_gin = layoffs and rng.random() < 0.3
    party = None
    if players > 2 or rng.random() < 0.2:
        party = gr.PartyRules(
            hand_size_many=rng.choice((7, 7, 5, 10)),
            equal_undercut=rng.choice(list(gr.EqualUndercut)),
            layoff_order=rng.choice(list(gr.LayoffOrder)),
            gin_double_losers=rng.random() < 0.3,
        )
    return gr.Rules(
        limit_source=source,
        deal=deal,
        wall=wall,
        max_turns=rng.choice((40, 70) if wall == "play_on" else (None, 40, 60, 300)),
        wall_stock=rng.choice((2, 2, 0, 5)),
        fiftieth_scope=rng.choice(list(gr.FiftiethScope)),
        misdeal=rng.choice(list(gr.Misdeal)),
        showdown=rng.choice(list(gr.ShowdownMode)),
        may_discard_taken=rng.random() < 0.3,
        gin_forced=rng.random() < 0.3,
        knock_limit=rng.choice((0, 5, 10, 10, 30, 45)),
        ace_knock=rng.choice(list(gr.AceKnock)),
        run_mode=rng.choice(list(gr.RunMode)),
        card_points=rng.choice((gr.ACE_ONE, gr.ACE_FIFTEEN)),
        big_gin=rng.choice((31, None)),
        layoffs=layoffs,
        undercut=party is not None or rng.random() < 0.9,
        layoff_chain=rng.random() < 0.8,
        layoff_on_gin=on_gin,
        gin_cancelled_at_zero=on_gin and rng.random() < 0.5,
        defender=rng.choice(("joint", "joint", "melds_first")),
        undercut_on_tie=rng.choice(list(gr.TieRule)),
        undercut_mode=rng.choice(list(gr.UndercutMode)),
        spade_doubles=rng.random() < 0.5,
        gin_off_bonus=rng.choice((0, 25)),
        gin_extra_boxes=rng.choice((0, 2)),
        over_limit="illegal" if party else rng.choice(list(gr.OverLimit)),
        hand_size=rng.choice((10, 10, 10, 7)),
        auto_lay_down=rng.choice(("min_then_fewest_layoffs", "min_then_canonical")),
        party=party,
    )


def random_deal(rng: random.Random) -> tuple[gr.Rules, dict[str, Any]]:
    """Rules and the options of a round under them."""
    players = rng.choice((2, 2, 2, 3, 4))
    options = {
        "seed": rng.randrange(2**40),
        "dealer": rng.randrange(players),
        "players": players,
        "starter": rng.choice((None, None, rng.randrange(players))),
        "number": rng.randrange(5),
    }
    return random_rules(rng, players), options


def likely_move(rng: random.Random, round_: gr.Round, sense: float) -> int:
    """A legal move: knocks often, sensible throws as often as ``sense``, else anything."""
    legal = round_.legal_moves
    knocks = [move for move in legal if 56 <= move < 108]
    if knocks and rng.random() < 0.5:
        return rng.choice(knocks)
    throws = [move for move in legal if 4 <= move < 56]
    if throws and rng.random() < sense:
        hand = round_.hand(round_.turn)
        return min(throws, key=lambda move: gr.deadwood(hand - {gr.Card(move - 4)}, round_.rules))
    return rng.choice(legal)


def positions(rng: random.Random, rounds: int) -> Iterator[gr.Round]:
    """The positions of random rounds, each as it stands (the same object goes on)."""
    for _ in range(rounds):
        rules, options = random_deal(rng)
        round_ = gr.Round(rules, **options)
        sense = rng.random()
        yield round_
        while not round_.is_over:
            round_.play(likely_move(rng, round_, sense))
            yield round_


def play(round_, *moves):
    for move in moves:
        round_.play(move)
    return round_


def refusal(round_, move):
    """The message with which a move is refused; nothing has changed."""
    before = round_.hash64, round_.legal_moves
    with pytest.raises(gr.IllegalMove) as caught:
        round_.play(move)
    assert (round_.hash64, round_.legal_moves) == before
    return str(caught.value)
