"""Core against reference on random hands: every function, every run mode.

The reference shares no algorithm with the core, so agreement on values, melds and
the canonical choice among equals is strong evidence for both.
"""

import random

import pytest

import ginrummy as gr
from ginrummy import core, reference
from sampling import card_rules, deal

RULES = list(card_rules())
RULES_IDS = [f"{rules.run_mode}-ace{rules.card_points[0]}" for rules in RULES]


def same(function: str, *args, **options):
    """Both implementations' answer, or the same kind of refusal from both."""
    answers = []
    for impl in (core, reference):
        try:
            answer = getattr(impl, function)(*args, **options)
            answers.append(list(answer) if function == "arrangements" else answer)
        except gr.GinRummyError as error:
            answers.append(type(error))
    assert answers[0] == answers[1], (function, args, options)
    return answers[0]


@pytest.mark.parametrize("dense", [False, True], ids=["uniform", "dense"])
@pytest.mark.parametrize("rules", RULES, ids=RULES_IDS)
def test_hands(rules, dense):
    """2,000 hands of 10 and 11 cards for each run mode, ace and density: 24,000."""
    rng = random.Random(f"{rules}{dense}")
    for _ in range(2_000):
        (hand,) = deal(rng, rng.choice((10, 11)), dense=dense)
        least = same("deadwood", hand, rules)
        best = same("arrange", hand, rules)
        assert best.deadwood == least
        same("melds", hand, rules)


@pytest.mark.parametrize("dense", [False, True], ids=["uniform", "dense"])
@pytest.mark.parametrize("rules", RULES, ids=RULES_IDS)
def test_all_optimal_arrangements(rules, dense):
    rng = random.Random(f"all {rules}{dense}")
    for _ in range(500):
        (hand,) = deal(rng, rng.choice((10, 11)), dense=dense)
        found = same("arrangements", hand, rules)
        assert found[0] == core.arrange(hand, rules)
        keys = [[meld.mask for meld in one.melds] for one in found]
        assert keys == sorted(keys)
        assert len(set(map(tuple, keys))) == len(keys)


def random_rules(rng: random.Random, cards: gr.Rules) -> gr.Rules:
    """Settlement options at random on top of a run mode and card points."""
    layoffs = rng.random() < 0.9
    on_gin = layoffs and rng.random() < 0.3
    return cards.replace(
        layoffs=layoffs,
        undercut=rng.random() < 0.9,
        limit_source=(source := rng.choice(list(gr.LimitSource))),
        deal="10_10" if source == "second_deck" else "10_10_upcard",
        knock_limit=rng.choice((0, 10, 30, 200)),
        ace_knock=rng.choice(list(gr.AceKnock)),
        spade_doubles=rng.random() < 0.5,
        spade_doubles_boxes=rng.random() < 0.5,
        may_discard_taken=rng.random() < 0.5,
        gin_forced=rng.random() < 0.2,
        auto_lay_down=rng.choice(("min_then_fewest_layoffs", "min_then_canonical")),
        over_limit=rng.choice(list(gr.OverLimit)),
        defender=rng.choice(("joint", "joint", "melds_first")),
        layoff_chain=rng.random() < 0.8,
        layoff_on_gin=on_gin,
        gin_cancelled_at_zero=on_gin and rng.random() < 0.5,
        gin_bonus=rng.choice((20, 25)),
        big_gin=rng.choice((31, 50, None)),
        undercut_bonus=rng.choice((10, 20, 25)),
        undercut_on_tie=rng.choice(list(gr.TieRule)),
        undercut_mode=rng.choice(list(gr.UndercutMode)),
        gin_off_bonus=rng.choice((0, 25)),
        gin_extra_boxes=rng.choice((0, 2)),
        undercut_extra_boxes=rng.choice((0, 1)),
        big_gin_extra_boxes=rng.choice((0, 3)),
    )


@pytest.mark.parametrize("dense", [False, True], ids=["uniform", "dense"])
@pytest.mark.parametrize("cards", RULES, ids=RULES_IDS)
def test_showdowns(cards, dense):
    """12,000 settlements under random options, and 3,000 with everything chosen."""
    rng = random.Random(f"showdown {cards}{dense}")
    for turn in range(1_000):
        rules = random_rules(rng, cards)
        knocker, defender = deal(rng, rng.choice((10, 10, 10, 11)), 10, dense=dense)
        given = {"knock_card": rng.randrange(52), "seen": deal(rng, 8)[0]}
        settled = same("settle", knocker, defender, rules, **given)
        same("discards", knocker, rules, knock_card=given["knock_card"])
        if turn % 4 == 0:
            same(
                "settle", knocker, defender, rules, **given, **chosen(rng, knocker, defender, rules)
            )
        if isinstance(settled, gr.Settlement):
            melds = settled.spread.melds
            same("lay_off", melds, defender, rules)
            again = same(
                "settle", knocker, defender, rules, **given, spread=melds, layoff=settled.layoff
            )
            assert again == settled


def chosen(rng, knocker, defender, rules):
    """Choices of both players: mostly legal, some not."""
    choices = {}
    if rng.random() < 0.7:
        own = list(core.arrangements(knocker, rules))
        choices["spread"] = rng.choice(own).melds[rng.choice((0, 0, 0, 1)) :]
    if rng.random() < 0.5:
        melds = list(core.melds(defender, rules))
        choices["defender_melds"] = rng.sample(melds, min(len(melds), rng.choice((0, 1, 1, 2))))
    if rng.random() < 0.7:
        cards = list(gr.Hand.from_mask(defender))
        choices["layoff"] = rng.sample(cards, rng.choice((0, 1, 1, 2, 2, 3)))
    return choices


@pytest.mark.parametrize("cards", RULES, ids=RULES_IDS)
def test_best_spread_against_a_known_hand(cards):
    rng = random.Random(f"against {cards}")
    for _ in range(150):
        rules = random_rules(rng, cards).replace(limit_source="fixed", knock_limit=100)
        knocker, defender = deal(rng, 10, 10, dense=rng.random() < 0.7)
        best = same("lay_down", knocker, rules, against=defender)
        known = rules.replace(auto_lay_down="best_against", gin_forced=False)
        settled = same("settle", knocker, defender, known)
        if not rules.gin_forced:
            assert settled.spread == best
            plain = core.settle(knocker, defender, rules)
            assert settled.scores[0] - settled.scores[1] >= plain.scores[0] - plain.scores[1]


@pytest.mark.parametrize("rules", RULES, ids=RULES_IDS)
def test_big_hands(rules):
    """0 to 24 cards, dense and uniform: the core walks over ranks, the reference does not."""
    rng = random.Random(f"big {rules}")
    for size in range(25):
        for dense in (False, True):
            (hand,) = deal(rng, size, dense=dense)
            assert core.deadwood(hand, rules) == reference.deadwood(hand, rules)
            assert core.arrange(hand, rules).deadwood == core.deadwood(hand, rules)
