"""Our own worked cases of the kinds that the shared files have in words or not at all.

``data/own.jsonl`` holds cases of the shared kinds too: those run beside the shared ones. Its
ids begin with ``own-``, its values were worked out from the rules text before anything ran.
Kinds of its own:

- ``play``: a set deal (``hands`` from the first player on, the dealer is seat 0), perhaps
  drawn down ``to_stock`` cards, then moves; ``expected`` is what the round shows after them.
- ``round_refused``: a showdown, and the error with words that its message has.
- ``sheet_refused``: hands that a sheet takes and one that it refuses, left as it was.
- ``dealers``: who deals each hand, the next one's dealer last.
- ``best_of``: games won after the hands.
"""

import copy

import pytest

import ginrummy as gr
from rounds import deck_of, play, refusal
from sampling import case_rules, cases


def by_id(kind):
    return [pytest.param(case["input"], case["expected"], id=case["id"]) for case in cases(kind)]


def test_own_cases_are_well_formed():
    own = [case for case in cases() if case["id"].startswith("own-")]
    assert len({case["id"] for case in own}) == len(own)
    for case in own:
        assert set(case) == {"id", "kind", "input", "expected", "source", "note"}
        assert case["source"].startswith("rules.md ")


@pytest.mark.parametrize(("given", "expected"), by_id("round_refused"))
def test_refused_showdowns(impl, given, expected):
    options = {
        name: given[name]
        for name in ("spread", "layoff", "defender_melds", "knock_card")
        if name in given
    }
    with pytest.raises(getattr(gr, expected["error"])) as caught:
        impl.settle(given["knocker"], given["defender"], case_rules(given.get("rules")), **options)
    for words in expected["names"]:
        assert words in str(caught.value)


def dealt(given, implementation):
    rules = case_rules(given.get("rules"))
    if "variant" in given:
        rules = gr.find_variant(given["variant"]).rules
    rest = " ".join(given.get(name, "") for name in ("extra", "upcard", "stock"))
    round_ = gr.Round(
        rules,
        deck=deck_of(given["hands"], rest),
        players=len(given["hands"]),
        starter=given.get("starter"),
        knock_card=given.get("knock_card"),
        implementation=implementation,
    )
    if "to_stock" in given:
        play(round_, *[gr.parse_move("pass")] * len(given["hands"]))
        while round_.stock_count > given["to_stock"]:
            play(round_, gr.parse_move("draw"))
            play(round_, gr.parse_move(f"discard {round_.view(round_.turn).drawn}"))
    return play(round_, *map(gr.parse_move, given["moves"]))


@pytest.mark.parametrize("implementation", ["core", "reference"])
@pytest.mark.parametrize(("given", "expected"), by_id("play"))
def test_play(implementation, given, expected):
    round_ = dealt(given, implementation)
    result = round_.result
    legal = [gr.move_text(move) for move in round_.legal_moves]
    for name, wanted in expected.items():
        if name == "legal":
            assert legal == wanted
        elif name == "has":
            assert set(wanted) <= set(legal)
        elif name == "lacks":
            assert not set(wanted) & set(legal)
        elif name == "refused":
            for move, words in wanted:
                assert move not in legal
                assert words in refusal(round_, gr.parse_move(move))
        elif name in ("turn", "phase", "limit", "multiplier"):
            assert getattr(round_, name) == wanted
        elif name == "over":
            assert round_.is_over is wanted
        elif name == "stock":
            assert round_.stock_count == wanted
        elif name == "pile":
            assert " ".join(map(str, round_.pile)) == wanted
        elif name == "exposed":
            seen = {int(seat): gr.Hand(cards) for seat, cards in wanted.items()}
            assert all(round_.view(seat).exposed == seen for seat in range(round_.players))
        elif name in ("scores", "boxes"):
            assert getattr(result, name) == tuple(wanted)
        else:
            assert name in ("outcome", "winner", "points")
            assert getattr(result, name) == wanted


SHEETS = {
    "match": lambda rules: gr.Match(gr.MatchRules(**rules), ("A", "B")),
    "multi_match": lambda rules: gr.Match(gr.MULTI_MATCH.replace(**rules), ("A", "B")),
    "best_of": lambda rules: gr.Match(gr.BEST_OF_FIVE.replace(**rules), ("A", "B")),
    "hollywood": lambda rules: gr.HollywoodSheet(gr.HollywoodRules(**rules), ("A", "B")),
    "teams": lambda rules: gr.TeamSheet(gr.TeamRules.single(**rules), ("A", "B")),
}


@pytest.mark.parametrize(("given", "expected"), by_id("sheet_refused"))
def test_refused_hands(given, expected):
    sheet = SHEETS[given["sheet"]](given["rules"])
    for hand in given["hands"]:
        sheet.record(hand)
    before = copy.deepcopy(sheet.to_dict())
    with pytest.raises(getattr(gr, expected["error"])) as caught:
        sheet.record(given["bad"])
    for words in expected["names"]:
        assert words in str(caught.value)
    assert sheet.to_dict() == before


@pytest.mark.parametrize(("given", "expected"), by_id("dealers"))
def test_dealers(given, expected):
    match = gr.Match(gr.MatchRules(**given["rules"]), given["names"], first_dealer=0)
    for hand in given["hands"]:
        match.record(hand)
    assert [*match.dealers, match.next_dealer] == expected["dealers"]


@pytest.mark.parametrize(("given", "expected"), by_id("best_of"))
def test_best_of(given, expected):
    match = SHEETS["best_of"](given["rules"])
    for hand in given["hands"]:
        match.record(hand)
    assert dict(zip("AB", match.games_won, strict=True)) == expected["games_won"]
    assert match.is_over is expected["over"]
    assert (None if match.winner is None else "AB"[match.winner]) == expected["winner"]
