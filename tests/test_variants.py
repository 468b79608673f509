"""The presets, field by field, and all of them in play on both implementations."""

import random

import pytest

import ginrummy as gr
from ginrummy import core, reference
from rounds import likely_move
from test_round_differential import check_same

# But for the games with melds on the table: tests/test_table_values.py.
VARIANTS = [variant for variant in gr.variants() if isinstance(variant.rules, gr.Rules)]
NAMES = [variant.name for variant in VARIANTS]

# Section 0 of the rules text, and what it says of the presets outside its table.
TABLE = {
    "standard": {},
    "weblog": {"gin_forced": True, "misdeal": "off"},
    "straight": {"knock_limit": 0},
    "oklahoma": {"limit_source": "upcard"},
    "oklahoma_second_deck": {"limit_source": "second_deck", "deal": "10_10"},
    "tedesco": {
        "run_mode": "wrap",
        "card_points": list(gr.ACE_FIFTEEN),
        "limit_source": "upcard",
        "ace_knock": "gin_only",
    },
    "eleven_card": {"deal": "11_10"},
    "gamecolony": {
        "big_gin": None,
        "wall": "fiftieth_card",
        "fiftieth_scope": "same_card",
        "misdeal": "off",
        "ace_knock": "gin_only",
        "spade_doubles": False,
    },
    "pagat_classic": {"gin_bonus": 20, "undercut_bonus": 10, "big_gin": None, "misdeal": "off"},
    "tournament": {
        "limit_source": "upcard",
        "ace_knock": "gin_only",
        "spade_doubles": False,
        "big_gin": None,
        "undercut_on_tie": "none",
        "wall": "fiftieth_card",
        "misdeal": "off",
    },
    "eaai": {"big_gin": None, "misdeal": "off", "defender": "melds_first"},
    "openspiel": {
        "spade_doubles": False,
        "big_gin": None,
        "undercut_on_tie": "none",
        "wall": "fiftieth_card",
        "misdeal": "off",
        "may_discard_taken": True,
    },
    "rlcard": {
        "deal": "11_10",
        "gin_forced": True,
        "big_gin": None,
        "layoffs": False,
        "undercut": False,
        "misdeal": "off",
        "wall": "play_on",
        "max_turns": 100,
    },
}
TABLE["gamecolony_oklahoma"] = TABLE["gamecolony"] | {"limit_source": "upcard"}


@pytest.mark.parametrize("name", TABLE)
def test_presets_are_as_the_rules_say(name):
    assert gr.find_variant(name).rules.differences() == TABLE[name]


def test_the_party_preset():
    rules = gr.find_variant("oklahoma_party").rules
    assert rules.party == gr.PartyRules()
    assert (rules.limit_source, rules.spade_doubles, rules.misdeal) == ("upcard", False, "off")
    assert rules.big_gin is None
    assert [rules.cards_each(players) for players in (2, 3, 4)] == [10, 7, 7]
    assert set(NAMES) == {*TABLE, "oklahoma_party"}
    assert [one.name for one in gr.variants()] == [*NAMES, "mahjong_gin", "kalooki51"]


def test_names_and_aliases_are_unique_and_found():
    every = [name for variant in gr.variants() for name in (variant.name, *variant.aliases)]
    keys = [name.replace(" ", "_") for name in every]
    assert len(set(keys)) == len(keys)
    for variant in gr.variants():
        assert len(variant.source) > 40
        for name in (variant.name, *variant.aliases):
            for spelling in (name, name.upper(), f" {name.replace(' ', '-')} "):
                assert gr.find_variant(spelling) is variant


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_presets_read_back(variant):
    assert gr.Rules.from_json(variant.rules.to_json()) == variant.rules
    assert gr.Rules.from_dict(variant.rules.differences()) == variant.rules
    assert gr.Rules.from_dict({}, base=variant) == variant.rules
    assert variant.rules.differences(variant) == {}
    changed = variant.rules.replace(knock_limit=7)
    assert changed != variant.rules
    assert changed.differences(variant) == {"knock_limit": 7}


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_whole_rounds_of_every_preset(variant):
    """Both implementations, move by move; the party game with two, three and four."""
    rng = random.Random(variant.name)
    rules = variant.rules.replace(max_turns=variant.rules.max_turns or 120)
    outcomes = set()
    for number in range(18):
        players = 2 + number % 3 if rules.party else 2
        options = {"seed": rng.randrange(2**60), "players": players, "dealer": number % players}
        if variant.name == "oklahoma_second_deck":
            options["starter"] = number % 2
        one = gr.Round(rules, **options, implementation="core")
        two = gr.Round(rules, **options, implementation="reference")
        sense = rng.choice((0.5, 1, 1))
        while not one.is_over:
            move = likely_move(rng, one, sense)
            one.play(move)
            two.play(move)
        check_same(one, two)
        record = gr.Record.from_text(gr.Record.of(one).to_text())
        assert record.replay().result == one.result
        outcomes.add(one.result.outcome)
    assert len(outcomes) > 1


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_settle_for_every_preset(variant):
    """Random showdowns settle alike on both, whatever the limit refuses."""
    rng = random.Random(f"settle {variant.name}")
    rules = variant.rules
    settled = 0
    for _ in range(400):
        defenders = rng.randrange(1, 4) if rules.party else 1
        each = rules.cards_each(defenders + 1)
        width = rng.choice((5, 6, 13))
        low = [card for card in range(52) if card % 13 < width]
        if len(low) < each * (defenders + 1):
            continue
        cards = rng.sample(low, each * (defenders + 1))
        hands = [cards[at : at + each] for at in range(0, len(cards), each)]
        card = rng.randrange(52)
        answers = []
        for impl in (core, reference):
            try:
                if rules.party:
                    answer = impl.settle_party(hands[0], hands[1:], variant, knock_card=card)
                else:
                    answer = impl.settle(hands[0], hands[1], variant, knock_card=card)
                settled += 1
            except gr.IllegalKnock as error:
                answer = str(error)
            answers.append(answer)
        assert answers[0] == answers[1]
    assert settled or variant.name == "straight"


@pytest.mark.parametrize(
    ("equal", "knock", "others", "scores"),
    [
        # q2: a knock, an undercut, gin
        ("all", 5, [9], (10, -4)),
        ("all", 5, [9, 30, 5], (0, -4, -25, 20)),
        ("all", 0, [0, 12], (25, 0, -12)),
        # q4: equal lowest and other undercutters
        ("all", 8, [3, 3, 6], (-5, 20, 20, -3)),
        ("first_in_turn", 8, [6, 3, 3], (-5, -3, 20, 0)),
        ("split", 8, [3, 3, 3], (-5, 6, 6, 6)),
        ("all_under", 8, [3, 6, 9], (-5, 20, 20, -6)),
    ],
)
def test_party_scores(impl, equal, knock, others, scores):
    party = gr.PartyRules(equal_undercut=equal)
    rules = gr.find_variant("oklahoma_party").rules.replace(party=party)
    result = impl.score_party(knock, others, rules)
    assert result.scores == scores
    for seat, score in enumerate(scores):
        assert sum(part.points for part in result.parts if part.seat == seat) == score
    assert result.points == max(scores)
    assert result.scores[result.winner] == result.points
    doubled = rules.replace(party=gr.PartyRules(gin_double_losers=True))
    if knock == 0:
        assert impl.score_party(knock, others, doubled).scores == (25, 0, -24)


def test_party_explanations(impl):
    rules = gr.find_variant("oklahoma_party")
    assert impl.score_party(5, [9, 3], rules).explain(["Ann", "Bob", "Cy"]) == (
        "Undercut: Cy wins 20\n"
        "  +20  Cy: undercut bonus\n"
        "   -2  Ann: own deadwood 5 less 3\n"
        "   -6  Bob: own deadwood 9 less 3"
    )


def test_party_layoffs(impl):
    """q6: independent copies of the spread, or one after the other in turn order."""
    rules = gr.find_variant("oklahoma_party").rules
    knocker, second = "4c 5c 6c 9d 9h 9s Ac", "8c Kd Qd Jh Ts 3h 2s"
    first = "7c Kh Qs Jd Td 3d 2h"
    apart = impl.settle_party(knocker, [first, second], rules, knock_card="5d")
    assert [[one.card.pretty for one in lay.laid] for _, lay in apart.layoffs] == [["7♣"], []]
    in_turn = rules.replace(party=gr.PartyRules(layoff_order="turn"))
    after = impl.settle_party(knocker, [first, second], in_turn, knock_card="5d")
    assert [[one.card.pretty for one in lay.laid] for _, lay in after.layoffs] == [["7♣"], ["8♣"]]
    other_way = impl.settle_party(knocker, [second, first], in_turn, knock_card="5d")
    assert [len(lay.laid) for _, lay in other_way.layoffs] == [0, 1]


@pytest.mark.parametrize(
    ("error", "named", "call"),
    [
        (gr.InvalidRules, "settle_party", lambda i, r: i.settle("", "", r)),
        (gr.InvalidRules, "score_party", lambda i, r: i.score(3, 5, r)),
        (gr.InvalidRules, "party is None", lambda i, _: i.score_party(3, [5], gr.STANDARD)),
        (gr.InvalidRules, "party is None", lambda i, _: i.settle_party("", [""], gr.STANDARD)),
        (gr.InvalidRound, "0 defenders", lambda i, r: i.score_party(3, [], r)),
        (gr.InvalidRound, "4 defenders", lambda i, r: i.score_party(3, [1, 2, 3, 4], r)),
        (gr.GinRummyError, "-5", lambda i, r: i.score_party(3, [-5], r)),
        (gr.GinRummyError, "multiplier=0", lambda i, r: i.score_party(3, [5], r, multiplier=0)),
        (gr.IllegalKnock, "big gin", lambda i, r: i.score_party(0, [5], r, big_gin=True)),
        (gr.WrongHandSize, "2 cards", lambda i, r: i.settle_party("Ac 2c", ["", ""], r)),
        (
            gr.SharedCard,
            "Kd",
            lambda i, r: i.settle_party(
                "4c 5c 6c 9d 9h 9s Ac", ["7c Kh Qs Jd Td 3d Kd", "8c Kd Qd Jh Ts 3h 2s"], r
            ),
        ),
        (
            gr.IllegalKnock,
            "26",
            lambda i, r: i.settle_party(
                "4c 5c 6c 9d Th 6s Ac",
                ["7c Kh Qs Jd Td 3d 2h", "8c Kd Qd Jh Ts 3h 2s"],
                r,
                knock_card="Kc",
            ),
        ),
    ],
)
def test_party_bad_input(impl, error, named, call):
    with pytest.raises(error) as caught:
        call(impl, gr.find_variant("oklahoma_party"))
    assert type(caught.value) is error
    assert named in str(caught.value)


def test_party_round_table():
    """q1: the next card is knock card and first discard; the option goes round the table."""
    rules = gr.find_variant("oklahoma_party").rules
    round_ = gr.Round(rules, seed=4, players=4, dealer=2)
    assert (round_.turn, round_.stock_count) == (3, 52 - 28 - 1)
    assert round_.knock_card == round_.pile[0]
    offered = []
    while round_.phase is gr.Phase.UPCARD:
        offered.append(round_.turn)
        round_.play(0)
    assert offered == [3, 0, 1, 2]
    assert (round_.turn, round_.legal_moves) == (3, [2])
