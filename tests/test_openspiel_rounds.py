"""OpenSpiel's rounds, replayed move by move under the `openspiel` preset.

Legal moves and returns agree, but for what is known of OpenSpiel, and each such case is
proved on the spot:

- it denies a legal knock where its count of eleven cards is too high (b3): its own count of
  the ten cards kept is within the limit;
- it ends a game after repeated takes of the upcard, or fifty (a10): no such rule here;
- it has no melds of more than five cards, so those are left out of the comparison;
- it lays nothing on a run that has grown to five cards or more;
- it does not say on which meld a card is laid off, so a card that fits a set and a run may
  be followed on both.
"""

import random
from collections import Counter

import pytest

import ginrummy as gr
from ginrummy.moves import DONE, DRAW, PASS, TAKE, discard, knock, lay_meld

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this platform")

UPCARD, STOCK, PASSING, KNOCKING, MELDS = 52, 53, 54, 55, 56
LAY_OFF = 701
# OpenSpiel's suits are s, c, d, h.
OURS = [gr.Card.of(index % 13 + 1, "scdh"[index // 13]) for index in range(52)]
THEIRS = {card: index for index, card in enumerate(OURS)}
RULES = gr.find_variant("openspiel").rules.replace(showdown="manual")


class Pair:
    """The same round in OpenSpiel and here."""

    def __init__(self, rng, deck=None, limit=10):
        self.utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        self.deck = deck or rng.sample(OURS, 52)
        self.limit = limit
        self.here = gr.Round(RULES.replace(knock_limit=limit), deck=self.deck, dealer=1)
        game = pyspiel.load_game("gin_rummy", {"knock_card": limit})
        self.there = game.new_initial_state()
        self.drawn = iter([*self.deck[0:20:2], *self.deck[1:20:2], *self.deck[20:]])
        self.seen = Counter()
        self.sense, self.haste = rng.choice((0.1, 0.7, 1, 1)), rng.choice((0.1, 1))
        self.chance()

    def chance(self):
        while self.there.is_chance_node():
            self.there.apply_action(THEIRS[next(self.drawn)])

    def both(self, theirs, *ours):
        self.there.apply_action(theirs)
        self.chance()
        for move in ours:
            self.here.play(move)

    def kept(self, card):
        return [THEIRS[one] for one in self.here.hand(self.here.turn) if one != card]

    def check_denied(self, knocks):
        """A knock that only we allow: OpenSpiel's own ten-card count says that it is legal."""
        hand = [THEIRS[card] for card in self.here.hand(self.here.turn)]
        assert self.utils.min_deadwood(hand) > self.limit
        for card in knocks:
            assert self.utils.min_deadwood(self.kept(card)) <= self.limit
        self.seen["denied"] += 1

    def step(self, rng):
        legal = self.there.legal_actions()
        ours = self.here.legal_moves
        phase = self.here.phase
        assert self.here.turn == self.there.current_player()
        if phase in (gr.Phase.UPCARD, gr.Phase.DRAW):
            names = {UPCARD: TAKE, STOCK: DRAW, PASSING: PASS}
            assert sorted(names[one] for one in legal) == ours
            # Taking and throwing back is what OpenSpiel stops, so the stock comes first.
            action = STOCK if STOCK in legal and rng.random() < 0.8 else rng.choice(legal)
            self.both(action, names[action])
        elif phase is gr.Phase.THROW:
            self.throw(rng, legal, ours)
        elif phase is gr.Phase.WALL:
            self.wall(rng, legal, ours)
        elif phase is gr.Phase.LAY_DOWN:
            self.lay(rng, legal, ours)
        else:
            self.lay_off(rng, legal, ours)

    def throw(self, rng, legal, ours):
        cards = [OURS[one] for one in legal if one < 52]
        assert sorted(map(discard, cards)) == [move for move in ours if move < 56]
        knocks = [card for card in self.here.hand(self.here.turn) if knock(card) in ours]
        assert (KNOCKING in legal) <= bool(knocks)
        if knocks and KNOCKING not in legal:
            self.check_denied(knocks)
        if KNOCKING in legal and rng.random() < self.haste:
            self.knock(rng, knocks)
            return
        hand = self.here.hand(self.here.turn)
        cards = [card for card in cards if card.index != self.here._state.taken]
        if rng.random() < self.sense:
            least = min(gr.deadwood(hand - {card}) for card in cards)
            cards = [card for card in cards if gr.deadwood(hand - {card}) == least]
        card = rng.choice(cards)
        self.both(THEIRS[card], discard(card))

    def knock(self, rng, knocks, take=()):
        self.there.apply_action(KNOCKING)
        for move in take:
            self.here.play(move)
            knocks = [OURS[THEIRS[card]] for card in self.here.hand(self.here.turn)]
            knocks = [card for card in knocks if knock(card) in self.here.legal_moves]
        assert {OURS[one] for one in self.there.legal_actions()} == set(knocks)
        card = rng.choice(knocks)
        self.both(THEIRS[card], knock(card))

    def wall(self, rng, legal, ours):
        if TAKE in ours and KNOCKING not in legal:
            hand = self.here.hand(self.here.turn) | {self.here.pile[-1]}
            assert self.utils.min_deadwood([THEIRS[card] for card in hand]) > self.limit
            self.seen["denied"] += 1
        assert (KNOCKING in legal) <= (TAKE in ours)
        self.seen["wall"] += 1
        if KNOCKING in legal:
            self.seen["wall knock"] += 1
            self.knock(rng, [], take=[TAKE])
        else:
            self.both(PASSING, PASS)

    def compare_melds(self, legal, ours):
        """The melds of both, those of up to five cards; theirs by our move."""
        theirs = {}
        for action in legal:
            if action >= MELDS:
                cards = self.there.action_to_string(action).rpartition(" ")[2]
                text = " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))
                theirs[lay_meld(gr.Meld(text))] = action
        mine = {move for move in ours if 112 <= move < LAY_OFF}
        short = {move for move in mine if len(gr.move_text(move).split()) <= 6}
        assert set(theirs) == short
        return theirs

    def lay(self, rng, legal, ours):
        theirs = self.compare_melds(legal, ours)
        assert (PASSING in legal) is (DONE in ours)
        if theirs and (DONE not in ours or rng.random() < 0.9):
            move = rng.choice(sorted(theirs))
            self.both(theirs[move], move)
        else:
            self.both(PASSING, DONE)

    def check_layoffs(self, theirs, mine):
        """The same cards, but for long runs and for cards that fit two melds."""
        view = self.here.view(self.here.turn)
        for card in set(mine) - theirs:
            for move in mine[card]:
                meld = (move - LAY_OFF) // 52
                grown = len(view.spread[meld]) + sum(one.meld == meld for _, one in view.laid)
                assert grown >= 5, (card, view.spread, view.laid)
            self.seen["long run"] += 1
        if theirs - set(mine):
            assert self.seen["both ways"]
            self.seen["apart"] += 1

    def lay_off(self, rng, legal, ours):
        mine = {}
        for move in ours:
            if move >= LAY_OFF:
                mine.setdefault(gr.Card((move - LAY_OFF) % 52), []).append(move)
        cards = {OURS[one] for one in legal if one < 52}
        finished = self.seen["finished"] or unlaid(self.here, self.here._state.knocker) == 0
        if not finished:
            self.check_layoffs(cards, mine)
            cards &= set(mine)
            self.seen["layoff"] += bool(cards)
            if cards and rng.random() < 0.9:
                card = rng.choice(sorted(cards))
                self.seen["both ways"] += len(mine[card]) > 1
                self.both(THEIRS[card], mine[card][-1])
            else:
                self.seen["finished"] = 1
                self.there.apply_action(PASSING)
            return
        theirs = self.compare_melds(legal, ours)
        if theirs and rng.random() < 0.95:
            move = rng.choice(sorted(theirs))
            self.both(theirs[move], move)
        else:
            self.both(PASSING, DONE)


def unlaid(round_, seat):
    laid = {card for meld in round_.view(seat).spread for card in meld}
    return sum(card.points for card in round_.hand(seat) if card not in laid)


def play(rng):
    pair = Pair(rng)
    while not pair.there.is_terminal():
        pair.step(rng)
    if not pair.here.is_over:
        # OpenSpiel has stopped the game by rules of its own (a10).
        assert pair.there.returns() == [0, 0]
        assert not any(56 <= move < 108 for move in pair.here.history)
        pair.seen["stopped"] += 1
        return pair.seen
    scores = pair.here.result.scores
    assert pair.there.returns() == [scores[0] - scores[1], scores[1] - scores[0]]
    pair.seen[str(pair.here.result.outcome)] += 1
    return pair.seen


def test_rounds_agree():
    rng = random.Random(2026)
    seen = Counter()
    for _ in range(600):
        seen += play(rng)
    for what in ("knock", "undercut", "gin", "dead", "wall", "wall knock", "layoff"):
        assert seen[what], (what, seen)
    assert seen["stopped"] < 60


@pytest.mark.parametrize(
    "case", ["4c Ad 2d 3d 4d 2h 3h 4h As 2s 3s", "Ac 2c 3c 4c Ad 2d 3d 4d Ah As 4s"]
)
def test_the_eleven_card_fault(case):
    """Cases E01 and E02: truly gin, OpenSpiel counts 1."""
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    assert utils.min_deadwood([THEIRS[card] for card in gr.Hand(case)]) == 1
    assert min(throw.deadwood for throw in gr.discards(case)) == 0


@pytest.mark.parametrize(
    ("eleven", "limit", "throw"),
    [
        ("2c 3c 4c Ad 3d 4d 2h 3h 4h 5h 4s", 5, "5h"),  # E03: OpenSpiel counts 6
        ("2c 3c 4c 5c Ad 3d 4d 5d 4h 5h 2s", 7, "5h"),  # E04: 8
    ],
)
def test_a_denied_knock(eleven, limit, throw):
    """Dealt ten and the upcard of cases E03 and E04: OpenSpiel denies the knock."""
    hand = list(gr.Hand(eleven))
    rest = [card for card in OURS if card not in hand]
    deck = [card for pair in zip(hand[:10], rest[:10], strict=True) for card in pair]
    pair = Pair(random.Random(1), [*deck, hand[10], *rest[10:]], limit)
    pair.both(UPCARD, TAKE)
    assert KNOCKING not in pair.there.legal_actions()
    assert knock(throw) in pair.here.legal_moves
    pair.check_denied([gr.Card(throw)])
