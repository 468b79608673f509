"""Properties that hold for every hand (hypothesis), on both implementations."""

import dataclasses
import random
from enum import StrEnum

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import ginrummy as gr
from ginrummy import core, reference

BOTH = pytest.mark.parametrize("impl", [core, reference], ids=["core", "reference"])
ON_FIXTURES = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]

rules = st.builds(
    gr.Rules,
    run_mode=st.sampled_from(gr.RunMode),
    card_points=st.one_of(
        st.sampled_from([gr.ACE_ONE, gr.ACE_FIFTEEN]),
        st.lists(st.integers(1, 100), min_size=13, max_size=13).map(tuple),
    ),
)


@st.composite
def dealt(draw, *sizes):
    """Disjoint hands, from the whole pack or from few adjacent ranks."""
    width = draw(st.sampled_from([13, 13, 7, 6, 5]))
    low = draw(st.integers(0, 12))
    pack = [suit * 13 + (low + i) % 13 for suit in range(4) for i in range(width)]
    cards = draw(st.permutations(pack))
    hands, at = [], 0
    for size in sizes:
        hands.append(gr.Hand(cards[at : at + size]))
        at += size
    return hands


@BOTH
@given(hands=dealt(10), rules=rules)
def test_an_arrangement_is_a_partition(impl, hands, rules):
    (hand,) = hands
    found = impl.arrange(hand, rules)
    assert sum(meld.mask for meld in found.melds) + found.unmelded.mask == hand.mask
    assert all(impl.is_meld(meld.hand, rules) for meld in found.melds)
    assert list(found.melds) == sorted(found.melds)
    points = sum(rules.card_points[card.rank - 1] for card in found.unmelded)
    assert points == found.deadwood == impl.deadwood(hand, rules)


@BOTH
@given(hands=dealt(11), rules=rules)
def test_best_of_eleven_is_the_best_throw(impl, hands, rules):
    (hand,) = hands
    throws = impl.discards(hand, rules)
    assert [one.card for one in throws] == list(hand)
    for one in throws:
        kept = hand - {one.card}
        assert one.deadwood == impl.deadwood(kept, rules)
        assert one.gin == (one.deadwood == 0)
        assert one.knock == (one.deadwood <= 10)
        # A card more never helps by less than nothing.
        assert impl.deadwood(hand, rules) <= one.deadwood + rules.card_points[one.card.rank - 1]


@BOTH
@given(hands=dealt(10, 10), rules=rules)
def test_joint_is_no_worse_than_melds_first_nor_than_no_layoff(impl, hands, rules):
    knocker, defender = hands
    spread = impl.lay_down(knocker, rules)
    joint = impl.lay_off(spread, defender, rules)
    fixed = impl.lay_off(spread, defender, rules.replace(defender="melds_first"))
    unchained = impl.lay_off(spread, defender, rules.replace(layoff_chain=False))
    assert joint.deadwood <= fixed.deadwood <= impl.deadwood(defender, rules)
    assert joint.deadwood <= unchained.deadwood
    for found in (joint, fixed):
        laid = [one.card for one in found.laid]
        assert laid == sorted(set(laid))
        masks = [meld.mask for meld in found.melds] + [1 << card.index for card in laid]
        assert sum(masks) + found.unmelded.mask == defender.mask
        for index, meld in enumerate(spread.melds):
            grown = meld.hand | {one.card for one in found.laid if one.meld == index}
            assert impl.is_meld(grown, rules)


@BOTH
@given(hands=dealt(10, 10), rules=rules, suits=st.permutations(range(4)))
@settings(suppress_health_check=ON_FIXTURES)
def test_names_of_suits_and_order_of_cards_do_not_matter(impl, hands, rules, suits):
    def renamed(hand):
        return gr.Hand([gr.Card.of(card.rank, suits[card.suit]) for card in hand])

    knocker, defender = hands
    wide = rules.replace(knock_limit=1000)
    assert impl.deadwood(renamed(knocker), rules) == impl.deadwood(knocker, rules)
    assert impl.deadwood(list(knocker)[::-1], rules) == impl.deadwood(knocker, rules)
    assert len(impl.melds(renamed(knocker), rules)) == len(impl.melds(knocker, rules))
    # The canonical choice names suits, so the spread is given.
    spread = [meld.hand for meld in impl.arrange(knocker, rules).melds]
    here = impl.settle(knocker, defender, wide, spread=spread)
    there = impl.settle(
        renamed(knocker), renamed(defender), wide, spread=[renamed(meld) for meld in spread]
    )
    assert (here.points, here.outcome, here.defender_deadwood) == (
        there.points,
        there.outcome,
        there.defender_deadwood,
    )


@BOTH
@given(hands=dealt(10, 10), rules=rules)
def test_parts_add_up(impl, hands, rules):
    settled = impl.settle(*hands, rules.replace(knock_limit=1000, limit_source="fixed"))
    assert sum(part.points for part in settled.parts) == settled.points
    assert sum(settled.scores) == settled.points
    assert settled.points >= 0
    assert sum(settled.boxes) == 1
    assert settled.explain().startswith(settled.outcome.capitalize().replace("_", " "))
    better = settled.knocker_deadwood < settled.defender_deadwood
    assert (settled.winner is gr.Side.KNOCKER) == (better or settled.knocker_deadwood == 0)


@st.composite
def any_rules(draw):
    """Every field of Rules at random; what contradicts is drawn again."""
    values = {}
    for spec in dataclasses.fields(gr.Rules):
        kind = spec.metadata["kind"]
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            values[spec.name] = draw(st.sampled_from(list(kind)))
        elif kind is bool:
            values[spec.name] = draw(st.booleans())
    values["hand_size"] = draw(st.sampled_from([10, 10, 7, 4, 13]))
    values["knock_limit"] = draw(st.sampled_from([0, 5, 10, 30]))
    values["max_turns"] = draw(st.integers(1, 80))
    values["wall_stock"] = draw(st.integers(0, 6))
    values["big_gin"] = draw(st.sampled_from([None, 31, 50]))
    values["card_points"] = draw(st.sampled_from([gr.ACE_ONE, gr.ACE_FIFTEEN]))
    values["party"] = draw(st.sampled_from([None, None, gr.PartyRules()]))
    try:
        return gr.Rules(**values)
    except gr.InvalidRules:
        assume(False)


@given(rules=any_rules(), seed=st.integers(0, gr.MAX_SEED), data=st.data())
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, *ON_FIXTURES],
)
def test_any_valid_rules_can_be_played(rules, seed, data):
    """Whatever Rules accepts is dealt, played to its end and recorded, on both alike."""
    assert gr.Rules.from_json(rules.to_json()) == rules
    # A spread against a known hand is for analysis, and slow in the naive twin.
    if rules.auto_lay_down is gr.AutoLayDown.BEST_AGAINST:
        rules = rules.replace(auto_lay_down="min_then_canonical")
    players = data.draw(st.integers(2, 4)) if rules.party else 2
    options = {"seed": seed, "players": players, "dealer": data.draw(st.integers(0, players - 1))}
    one = gr.Round(rules, **options, implementation="core")
    two = gr.Round(rules, **options, implementation="reference")
    choose = random.Random(data.draw(st.integers(0, 2**32)))
    while not one.is_over:
        assert one.legal_moves == two.legal_moves
        move = choose.choice(one.legal_moves)
        one.play(move)
        two.play(move)
    assert one.hash64 == two.hash64
    assert one.result == two.result
    assert gr.Record.from_json(gr.Record.of(one).to_json()).replay() == one
