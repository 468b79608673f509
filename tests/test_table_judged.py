"""The legal moves of random positions beside those of naive judges written from the rules."""

import random
from collections import Counter

import pytest

import mahjong_judge
import table_judge
from ginrummy.table import KalookiRound, MahjongRound
from ginrummy.table.solver import OnTable, best_turn
from tables import kalooki, mahjong
from test_table_selfplay import random_rules

KALOOKI_CARDS = ["A23", "QKA", "345", "A2K", "789", "34567", "89TJQKA", "A23456789TJQK"]


def normal(move):
    """The text of a move, the melds of an opening in order of their texts."""
    text = str(move)
    return "lay " + " | ".join(sorted(text[4:].split(" | "))) if text.startswith("lay") else text


def listed(round_):
    """All legal moves by round and view, each once."""
    moves = list(map(normal, round_.legal_moves))
    assert len(moves) == len(set(moves))
    assert list(map(normal, round_.view(round_.turn).legal_moves)) == moves
    return moves


def pick(rng, moves, rare):
    """Some move, rare kinds and moves at the table rather than throws."""
    for kinds, often in ((rare, 0.5), (("lay", "build", *rare), 0.85)):
        some = [move for move in moves if move.startswith(kinds)]
        if some and rng.random() < often:
            return rng.choice(some)
    return rng.choice(moves)


def kalooki_position(rng):
    rules = random_rules(KalookiRound, rng).replace(initial=rng.choice((51, 30, 20, 0)))
    ranks, suits = rng.choice(KALOOKI_CARDS), rng.choice(["ch", "cdhs", "h", "hs"])
    left = Counter(2 * [rank + suit for rank in ranks for suit in suits] + 4 * ["JK"])
    table = []
    for _ in range(rng.choice((0, 1, 2, 3))):
        melds = table_judge.possible_melds(tuple(sorted(left.elements())), rules)
        with_jokers = [meld for meld in melds if meld.jokers]
        meld = rng.choice(with_jokers if with_jokers and rng.random() < 0.8 else melds or [None])
        if meld is not None and (len(meld.cards) <= 5 or rng.random() < 0.4):
            left -= meld.faces()
            table.append((rng.randrange(2), meld.text()))
    cards = list(left.elements())
    rng.shuffle(cards)
    size = rng.choice((1, 1, 2, 2, 3, 3, 4, 5))
    down = (rng.random() < 0.75, True)
    pile = cards[size] if len(cards) > size else ""
    hand = " ".join(cards[:size])
    return kalooki(hand, rules=rules, table=table, pile=pile, phase="draw", down=down)


def kalooki_turn(round_, taken=""):
    """The judge's turn after a draw, or after a card is taken."""
    state, melds = round_.state, []
    for laid in state.table:
        meld, own = laid.meld, laid.owner == state.turn
        suit, low = str(meld.naturals[0])[1], 0
        if meld.kind == "set":
            cards = (*(str(card)[1] for card in meld.naturals), *"*" * meld.jokers)
            what = str(meld.naturals[0])[0]
        else:
            cards, what, low = tuple(slot.joker for slot in meld), suit, meld.low
        melds.append(table_judge.Meld(str(meld.kind), what, own, cards, low, laid.closed))
    down = state.down[state.turn]
    must = bool(taken) and round_.rules.pile_draw == "must_use" and not down
    hand = [*map(str, round_.hand(state.turn)), *([taken] if taken else [])]
    return table_judge.Turn(tuple(sorted(hand)), tuple(melds), down, taken, must)


def play_judged_kalooki(round_, rng):
    """One turn of random moves; how often the moves listed were judged."""
    judge, rules, top = table_judge, round_.rules, str(round_.pile[-1]) if round_.pile else ""
    turn = kalooki_turn(round_, top)
    takes = bool(top) and judge.can_end(turn, rules, set(), 5000)
    assert round_.is_legal("take") is takes
    if takes and rng.random() < 0.8:
        round_.play("take")
    else:
        round_.play("draw")
        turn = kalooki_turn(round_)
    judged = 0
    while not round_.is_over and round_.turn == 0:
        wanted = judge.legal(turn, rules)
        moves = listed(round_)
        assert set(moves) == wanted, (turn, rules.differences(), round_.history)
        judged += 1
        move = pick(rng, moves, ("claim", "joker"))
        after = dict(judge.steps(turn, rules)).get(move)
        round_.play(move)
        if after is None:
            break
        if not round_.is_over:
            there = [str(laid.meld) for laid in round_.table]
            old = len(turn.melds)
            new = sorted(after.melds[old:], key=lambda meld: there.index(meld.text(), old))
            turn = after._replace(melds=(*after.melds[:old], *new))
            assert [meld.text() for meld in turn.melds] == there
            assert list(turn.hand) == sorted(map(str, round_.hand(0)))
            assert turn.freed == round_.view(0).owed_jokers
    return judged


@pytest.mark.parametrize("seed", range(10))
def test_kalooki_as_the_judge_has_it(seed):
    judged = 0
    for number in range(5):
        rng = random.Random(f"{seed} {number}")
        try:
            judged += play_judged_kalooki(kalooki_position(rng), rng)
        except table_judge.TooMany:
            continue
    assert judged > 2


def mahjong_position(rng):
    rules = random_rules(MahjongRound, rng)
    ranks = rng.choice(["A234", "TJQK", "56789", "A2345678", "A23456789TJQK", "34567"])
    suits = rng.choice(["cdhs", "cdhs", "ch", "h", "dhs"])
    cards = [rank + suit for rank in ranks for suit in suits]
    rng.shuffle(cards)
    table = []
    for _ in range(rng.choice((0, 1, 2, 3))):
        melds = sorted(map(sorted, mahjong_judge.melds_in(frozenset(cards))))
        meld = rng.choice(melds) if melds else []
        if 0 < len(meld) <= 5:
            cards = [card for card in cards if card not in meld]
            table.append((rng.randrange(2), " ".join(mahjong_judge.in_order(meld))))
    if not cards:
        return mahjong_position(rng)
    size = rng.choice((1, 2, 3, 4, 5, 6, 8))
    hand, pile = cards[:size], cards[size : size + rng.choice((0, 1, 2, 4, 8))]
    round_ = mahjong(" ".join(hand), rules=rules, table=table, pile=" ".join(pile), phase="draw")
    if pile and rng.random() < 0.3:
        round_._state = round_.state._replace(stock=())
    return round_


def play_judged_mahjong(round_, rng):
    """One turn of random moves; how often the moves listed were judged."""
    judge, rules, pile = mahjong_judge, round_.rules, list(map(str, round_.pile))
    turn = judge.Turn(
        frozenset(map(str, round_.hand(0))),
        tuple(frozenset(map(str, laid.meld)) for laid in round_.table),
        tuple(laid.owner == 0 for laid in round_.table),
    )
    depths = [
        depth
        for depth in range(1, len(pile) + 1)
        if judge.can_end(judge.after_take(turn, pile, depth), rules)
    ]
    wanted = {"take" if depth == 1 else f"take {depth}" for depth in depths}
    assert set(listed(round_)) == wanted | {"draw" if round_.stock_count else "pass"}
    if depths and rng.random() < 0.8:
        depth = rng.choice(depths)
        round_.play(f"take {depth}")
        turn = judge.after_take(turn, pile, depth)
    else:
        round_.play("draw" if round_.stock_count else "pass")
        turn = turn._replace(hand=frozenset(map(str, round_.hand(0))))
    judged = 0
    while not round_.is_over and round_.turn == 0:
        moves = listed(round_)
        assert set(moves) == judge.legal(turn, rules), (turn, rules.differences())
        judged += 1
        move = pick(rng, moves, ())
        turn = dict(judge.steps(turn, rules)).get(move)
        round_.play(move)
        if turn is not None and not round_.is_over:
            assert turn.hand == frozenset(map(str, round_.hand(0)))
            assert turn.melds == tuple(frozenset(map(str, laid.meld)) for laid in round_.table)
    return judged


@pytest.mark.parametrize("seed", range(12))
def test_mahjong_gin_as_the_judge_has_it(seed):
    judged = 0
    for number in range(12):
        rng = random.Random(f"{seed} {number}")
        judged += play_judged_mahjong(mahjong_position(rng), rng)
    assert judged > 12


@pytest.mark.parametrize("seed", range(4))
def test_the_best_turns_of_the_judge(seed):
    """The solver's optimum beside that of every way to end the turn."""
    orders = {
        "points": lambda laid, left, cards: (-laid, left, cards),
        "left": lambda laid, left, cards: (left, -laid, cards),
        "cards": lambda laid, left, cards: (cards, left, -laid),
    }
    solved = 0
    for number in range(12):
        rng = random.Random(f"best {seed} {number}")
        round_ = kalooki_position(rng)
        rules = round_.rules.replace(may_discard_taken=False, keep_in_hand=False)
        turn = kalooki_turn(round_, str(round_.pile[-1]) if round_.pile else "")
        try:
            found = list(table_judge.ends(turn, rules, 1200))
        except table_judge.TooMany:
            continue
        table = [OnTable(laid.meld, laid.owner == 0, laid.closed) for laid in round_.table]
        for goal, order in orders.items():
            plan = best_turn(
                turn.hand,
                table,
                rules,
                down=turn.down,
                goal=goal,
                taken=turn.taken or None,
                must_use=turn.must_use,
            )
            best = min((order(*end) for end in found), default=None)
            if plan is None:
                assert best is None, (turn, rules.differences())
            else:
                got = order(plan.points, plan.points_left, len(plan.left))
                assert got == best, (turn, rules.differences(), plan)
            solved += 1
    assert solved > 10
