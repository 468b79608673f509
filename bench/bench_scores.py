"""Score sheets: recording hands."""

import pytest

import ginrummy as gr

HANDS = 10_000


@pytest.mark.parametrize(
    "rules",
    [gr.MatchRules(target=1_000_000), gr.MULTI_MATCH.replace(game_target=10_000_000)],
    ids=["one game", "many games"],
)
def bench_match_record(per_item, rules):
    """One hand entered in a match; 10,000 may take half a second."""
    hands = [(number % 2, 20, "gin") for number in range(HANDS)]

    def run():
        match = gr.Match(rules)
        for hand in hands:
            match.record(hand)
        return match

    assert len(per_item(run, HANDS, 50_000, signature=gr.Match.to_json).hands) == HANDS


def bench_match_read(per_item):
    """One hand of a match read from JSON (no bar was set)."""
    match = gr.Match(gr.MatchRules(target=1_000_000))
    for number in range(HANDS):
        match.record((number % 2, 20, "gin"))
    text = match.to_json()
    read = per_item(lambda: gr.Match.from_json(text), HANDS, 100_000, signature=gr.Match.to_json)
    assert read == match


def bench_hollywood_record(per_item):
    """One hand entered in three columns; 10,000 may take half a second."""
    hands = [(number % 2, 20, "gin") for number in range(HANDS)]
    rules = gr.HollywoodRules(target=1_000_000)

    def run():
        sheet = gr.HollywoodSheet(rules)
        for hand in hands:
            sheet.record(hand)
        return sheet

    assert len(per_item(run, HANDS, 50_000, signature=gr.HollywoodSheet.to_json).hands) == HANDS


def bench_team_record(per_item):
    """One round at two tables netted and posted; 10,000 may take half a second."""
    rounds = [[(number % 2, 20, "gin"), (number % 2, 5)] for number in range(HANDS)]
    rules = gr.TeamRules.single(2, target=1_000_000)

    def run():
        sheet = gr.TeamSheet(rules)
        for round_ in rounds:
            sheet.record(round_)
        return sheet

    assert len(per_item(run, HANDS, 50_000, signature=gr.TeamSheet.to_json).hands) == HANDS
