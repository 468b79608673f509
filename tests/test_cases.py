"""The shared worked examples, on both implementations."""

import pytest

import ginrummy as gr
from sampling import case_rules, cases

NOW = {
    "deadwood",
    "discard11",
    "legal_knock_discards",
    "meld_count",
    "meld_valid",
    "round",
    "score_from_counts",
    "oklahoma_limit",
    "oklahoma_party",
}
ROUND = {"wall", "legality"}  # in words: test_round.py and test_wall.py name each
MATCH = {"match", "match_forfeit", "multi_match"}  # test_match.py
# test_hollywood.py and test_teams.py:
COLUMNS = {"hollywood", "team_hand", "team_hollywood", "tedesco_team_bonus"}
OWN = {"play", "round_refused", "sheet_refused", "dealers", "best_of"}  # test_own_cases.py
# test_table_cases.py:
TABLE = {
    "mahjong_pick",
    "mahjong_layoff",
    "mahjong_score",
    "kalooki_initial",
    "kalooki_joker",
    "kalooki_score",
    "kalooki_stock_empty",
}
FULL_PACK = (1 << 52) - 1


def by_id(*kinds):
    return [pytest.param(case["input"], case["expected"], id=case["id"]) for case in cases(*kinds)]


def test_every_case_has_a_test():
    kinds = {case["kind"] for case in cases()}
    assert kinds == NOW | ROUND | MATCH | COLUMNS | TABLE | OWN
    shared = [case for case in cases(*NOW) if not case["id"].startswith("own-")]
    assert len(shared) == 93


@pytest.mark.parametrize(("given", "expected"), by_id("deadwood"))
def test_deadwood(impl, given, expected):
    rules = case_rules({key: given[key] for key in ("run_mode", "ace_deadwood")})
    assert impl.deadwood(given["hand"], rules) == expected["deadwood"]
    assert impl.arrange(given["hand"], rules).deadwood == expected["deadwood"]
    if "same_with_ace_1" in expected:
        plain = rules.replace(card_points=gr.ACE_ONE)
        assert impl.deadwood(given["hand"], plain) == expected["same_with_ace_1"]
    if "arrangements" in expected:
        found = list(impl.arrangements(given["hand"], rules))
        assert len(found) == expected["optimal_arrangements"]
        assert {frozenset(one.melds) for one in found} == {
            frozenset(map(gr.Meld, one)) for one in expected["arrangements"]
        }


@pytest.mark.parametrize(("given", "expected"), by_id("discard11"))
def test_discards(impl, given, expected):
    rules = case_rules(given.get("rules"))
    found = impl.discards(given["hand11"], rules, taken=given.get("taken"))
    least = min(one.deadwood for one in found)
    assert least == expected["min_deadwood"]
    assert {str(one.card) for one in found if one.deadwood == least} == set(expected["discards"])
    assert impl.deadwood(given["hand11"], rules) == expected["deadwood_of_all_11"]


@pytest.mark.parametrize(("given", "expected"), by_id("legal_knock_discards"))
def test_knock_discards(impl, given, expected):
    rules = gr.Rules(knock_limit=given["knock_limit"])
    found = {str(d.card): d.deadwood for d in impl.discards(given["hand11"], rules) if d.knock}
    assert found == expected["discard_to_deadwood"]


@pytest.mark.parametrize(("given", "expected"), by_id("meld_count"))
def test_meld_count(impl, given, expected):
    melds = impl.melds(FULL_PACK, gr.Rules(run_mode=given["run_mode"]))
    assert len(set(melds)) == len(melds) == expected["all"]
    assert sum(len(meld) <= 10 for meld in melds) == expected["at_most_10_cards"]
    assert sum(len(meld) <= 11 for meld in melds) == expected["at_most_11_cards"]
    assert sum(meld.kind is gr.MeldKind.SET for meld in melds) == expected["sets"]
    assert sum(meld.kind is gr.MeldKind.RUN for meld in melds) == expected["runs"]


@pytest.mark.parametrize(("given", "expected"), by_id("meld_valid"))
def test_meld_valid(impl, given, expected):
    for mode, valid in expected.items():
        assert impl.is_meld(given["cards"], gr.Rules(run_mode=mode)) is valid


def check_sides(score, expected):
    """What the cases of our own say of each side beside."""
    for name in {"scores", "boxes"} & set(expected):
        assert list(getattr(score, name)) == expected[name]


@pytest.mark.parametrize(("given", "expected"), by_id("round"))
def test_settle(impl, given, expected):
    rules = case_rules(given.get("rules"))
    table = {"spread": given["knocker_melds"], "knock_card": given.get("knock_card")}
    settled = impl.settle(given["knocker"], given["defender"], rules, **table)
    outcome = "no score (tie)" if settled.outcome is gr.Outcome.TIE else settled.outcome
    assert outcome == expected["result"]
    assert settled.knocker_deadwood == expected["knocker_deadwood"]
    assert settled.defender_deadwood == expected["defender_deadwood"]
    assert settled.winner == expected["winner"]
    assert settled.points == expected["points"]
    assert sum(part.points for part in settled.parts) == settled.points
    check_sides(settled, expected)
    if "spread" in expected:
        assert {str(meld) for meld in settled.spread.melds} == set(expected["spread"])
    # The witness is a legal defence of the same worth.
    witness = impl.settle(
        given["knocker"],
        given["defender"],
        rules,
        **table,
        defender_melds=expected["defender_melds_one_optimum"],
        layoff=expected["layoffs_one_optimum"],
    )
    assert witness.defender_deadwood == settled.defender_deadwood
    assert witness.points == settled.points
    for key, faulty in expected.items():
        if key == "wrong_if_own_melds_fixed_first":
            weak = impl.settle(
                given["knocker"],
                given["defender"],
                rules.replace(defender="melds_first"),
                **table,
            )
            assert weak.defender_deadwood == faulty


@pytest.mark.parametrize(("given", "expected"), by_id("score_from_counts"))
def test_score(impl, given, expected):
    found = impl.score(
        given["knocker_deadwood"],
        given["defender_deadwood_after_layoffs"],
        case_rules(given.get("rules")),
        big_gin=given["big_gin"],
        multiplier=given["multiplier"],
    )
    outcome = "no score (tie)" if found.outcome is gr.Outcome.TIE else found.outcome
    assert (found.winner, found.points, outcome) == (
        expected["winner"],
        expected["points"],
        expected["result"],
    )
    check_sides(found, expected)


@pytest.mark.parametrize(("given", "expected"), by_id("oklahoma_limit"))
def test_oklahoma_limit(impl, given, expected):
    name, _, ace = given["variant"].partition(" ace=")
    # The cases' "gamecolony" is its Oklahoma game: the plain one has a fixed limit.
    rules = gr.find_variant(name.replace("gamecolony", "gamecolony_oklahoma")).rules
    terms = impl.knock_terms(rules.replace(ace_knock=ace or rules.ace_knock), given["upcard"])
    assert (terms.limit, terms.gin_only, terms.multiplier) == (
        expected["knock_limit"],
        expected["gin_only"],
        expected["multiplier"],
    )


@pytest.mark.parametrize(("given", "expected"), by_id("oklahoma_party"))
def test_party_scores(impl, given, expected):
    others = given["others_deadwood_after_layoffs"]
    rules = gr.find_variant("oklahoma_party").rules.replace(party=given.get("party", {}))
    result = impl.score_party(given["knocker_deadwood"], list(others.values()), rules)
    names = [given["knocker"], *others]
    assert dict(zip(names, result.scores, strict=True)) == expected["scores"]
    assert (result.outcome is gr.Outcome.GIN) is given["gin"]


SEVENS = "7c 7d 7h 2c 3c 4c Th Jh Qh"  # three melds, to which a tenth card is added


def test_legality_of_showdowns(impl):
    """Cases L07, L08, L09, L11, L12, L13: those that a showdown can show."""
    defender = "7s 5c 9s 9d 8d Kd Ks 6d Ah 3h"
    assert impl.settle(f"{SEVENS} Ts", defender).outcome is gr.Outcome.KNOCK  # L07: exactly 10
    with pytest.raises(gr.IllegalKnock, match=r"\b11\b.*\b10\b"):  # L08
        impl.settle("7c 7d 7h 2c 3c 4c Ad 2d 3s 5s", defender)
    no_big_gin = gr.Rules(big_gin=None)  # L09
    eleven = "7c 7d 7h 2c 3c 4c Th Jh Qh Kh 5c"
    with pytest.raises(gr.IllegalKnock, match="big gin"):
        impl.settle(eleven, "7s 6c 9s 9d 8d Kd Ks 6d Ah 3h", no_big_gin)
    assert any(one.gin for one in impl.discards(eleven, no_big_gin))
    gin_only = gr.Rules(limit_source="upcard", ace_knock="gin_only")  # L11
    with pytest.raises(gr.IllegalKnock, match=r"\b1\b.*\b0\b"):
        impl.settle(f"{SEVENS} Ad", defender, gin_only, knock_card="Ac")
    with pytest.raises(gr.InvalidLayoff, match="Th"):  # L12
        impl.settle(f"{SEVENS} Ts", defender, layoff="Th")
    with pytest.raises(gr.InvalidLayoff, match=r"7s.*gin"):  # L13
        impl.settle(f"{SEVENS} Kh", defender, layoff="7s")
