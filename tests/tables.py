"""Positions of the table games for tests, set card by card."""

import pytest

import ginrummy as gr
from ginrummy.table import KalookiRound, MahjongRound, TableHand, TableMeld
from ginrummy.table.cards import face_of
from ginrummy.table.state import Laid, TablePhase


class Pack:
    """Physical cards given out one by one."""

    def __init__(self, size):
        self._left = list(range(size))

    def deal(self, cards):
        return [self.one(card.face) for card in TableHand(cards)]

    def one(self, face):
        found = next(card for card in self._left if face_of(card) == face)
        self._left.remove(found)
        return found

    def rest(self):
        return tuple(self._left)


def set_position(
    kind,
    hand,
    *,
    rules=None,
    table=(),
    other="",
    more=(),
    pile="",
    stock=None,
    down=(True, True),
    phase="table",
    **fields,
):
    """A round in which seat 0 is on turn with these cards.

    Args:
        table: (owner, meld) pairs.
        other: the hand of seat 1, ``more`` those of further seats.
        pile: its top last.
        stock: how many cards it has; None for all that are left.
    """
    hands = [hand, other, *more]
    round_ = kind(rules, seed=1, players=len(hands), dealer=len(hands) - 1)
    pack = Pack(kind.pack)
    held = tuple(tuple(sorted(pack.deal(one))) for one in hands)
    laid = []
    for owner, meld in table:
        lies = TableMeld(meld)
        ids = tuple(pack.one(slot.face.face) for slot in lies)
        laid.append(Laid(owner, lies, ids, (owner,) * len(lies)))
    lies = tuple(pack.one(TableHand([card])[0].face) for card in pile.split())
    left = pack.rest()
    size = len(left) if stock is None else stock
    round_._state = round_._state._replace(
        hands=held,
        table=tuple(laid),
        # What is not needed lies at the bottom of the pile, so that no card is lost.
        pile=left[size:] + lies,
        stock=left[:size],
        down=tuple(down) + (False,) * (len(hands) - len(down)),
        phase=TablePhase(phase),
        **fields,
    )
    return round_


def kalooki(hand, **options):
    return set_position(KalookiRound, hand, **options)


def mahjong(hand, **options):
    options.setdefault("other", "")
    return set_position(MahjongRound, hand, **options)


def melds(round_):
    return [str(laid.meld) for laid in round_.table]


def play(round_, *moves):
    for move in moves:
        round_.play(move)
    return round_


def refusal(round_, move):
    """The message with which a move is refused; nothing has changed."""
    before = round_.state, round_.hash64, len(round_.view(0).events)
    with pytest.raises(gr.IllegalMove) as caught:
        round_.play(move)
    assert (round_.state, round_.hash64, len(round_.view(0).events)) == before
    assert not round_.is_legal(move)
    return str(caught.value)


def texts(round_):
    return [str(move) for move in round_.legal_moves]
