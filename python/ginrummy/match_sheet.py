"""A match as a score sheet and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .entries import HandEntry
from .games import GameLine, GameScore, counted
from .match_choices import Boxes, GameWinner, MatchForm, Shutout, ShutoutTest
from .match_forms import Standing
from .match_rules import MatchRules
from .sheet import Sheet, SheetColumn, SheetEntry, SheetHand, SheetLine
from .values import TITLES, Outcome

__all__ = ["hand_text", "match_sheet", "match_text"]


@dataclass(frozen=True, slots=True)
class _Part:
    """The hands of one game."""

    first: int
    """The number of its first hand, from 1."""
    hands: Sequence[HandEntry]
    game: GameScore | None
    """None while it is being played."""


def match_sheet(
    rules: MatchRules,
    names: tuple[str, ...],
    hands: Sequence[HandEntry],
    standings: Sequence[Standing],
    series: tuple[tuple[int, ...], ...],
) -> Sheet:
    """The sheet after these hands; there is one standing more than hands."""
    parts = list(_parts(hands, standings))
    last = standings[-1]
    where = [number for number, part in enumerate(parts, 1) for _ in part.hands]
    return Sheet(
        title=_title(rules),
        names=names,
        columns=tuple(_column(rules, number, part, last) for number, part in enumerate(parts, 1)),
        hands=tuple(
            SheetHand(number, hand_text(hand, names), (column,) if _entered(hand) else ())
            for number, (hand, column) in enumerate(zip(hands, where, strict=True), 1)
        ),
        lines=_across(rules, last),
        finished=last.winner is not None,
        winner=last.winner,
        note=_note(rules, names, hands, last),
        series=series,
    )


def match_text(
    rules: MatchRules,
    names: tuple[str, ...],
    hands: Sequence[HandEntry],
    standings: Sequence[Standing],
) -> str:
    """The match in words, a line a hand and a line a bonus."""
    lines = [f"{_title(rules)}: {', '.join(names)}"]
    last = standings[-1]
    for number, part in enumerate(_parts(hands, standings), 1):
        if len(standings) > 1 or rules.form is not MatchForm.GAME:
            lines.append(f"{_game_name(rules)} {number}")
        for hand_number, hand in enumerate(part.hands, part.first):
            after = standings[hand_number]
            ended = part.game is not None and hand_number == part.first + len(part.hands) - 1
            sums = _counts(rules, part.game.points, part.game.boxes) if ended and part.game else ()
            score = " - ".join(map(str, sums or _counts(rules, after.points, after.boxes)))
            lines.append(f"  hand {hand_number}: {hand_text(hand, names)}; {score}")
        if part.game is not None:
            lines += _game_lines(rules, names, part.game, part.hands[-1])
    if rules.form is not MatchForm.GAME and last.games:
        lines += _table(names, [(line.label, line.values, "") for line in _across(rules, last)])
    lines.append(_note(rules, names, hands, last))
    return "\n".join(lines)


def hand_text(hand: HandEntry, names: Sequence[str]) -> str:
    """A hand in words: ``north 24, gin``."""
    kind = TITLES[hand.kind].lower()
    if hand.winner is None and not any(hand.scores):
        return kind
    if hand.kind is Outcome.FORFEIT and hand.winner is not None:
        return f"{names[hand.winner]} wins by {kind}"
    others = any(score for side, score in enumerate(hand.scores) if side != hand.winner)
    if hand.winner is not None and not others:
        return f"{names[hand.winner]} {hand.scores[hand.winner]}, {kind}"
    scores = [f"{name} {score:+}" for name, score in zip(names, hand.scores, strict=True)]
    if hand.kind is Outcome.OUT and hand.winner is not None:  # j5: not always with the most
        kind = f"{names[hand.winner]} out"
    return f"{', '.join(scores)}, {kind}"


def _parts(hands: Sequence[HandEntry], standings: Sequence[Standing]) -> Iterator[_Part]:
    """The games of a match, one being played at the end unless the match is over."""
    start = 0
    for number in range(1, len(standings)):
        games = standings[number].games
        if len(games) > len(standings[number - 1].games):
            yield _Part(start + 1, hands[start:number], games[-1])
            start = number
    if standings[-1].winner is None:
        yield _Part(start + 1, hands[start:], None)


def _column(rules: MatchRules, number: int, part: _Part, last: Standing) -> SheetColumn:
    sides = len(last.points)
    running = [0] * sides
    entries = []
    for at, hand in enumerate(part.hands, part.first):
        for side in range(sides):
            if side != hand.winner and not hand.scores[side] and not hand.boxes[side]:
                continue
            added = counted(rules, hand.scores[side], hand.boxes[side])
            running[side] += added
            entries.append(SheetEntry(at, side, added, running[side], hand.boxes[side]))
    title = f"{_game_name(rules)} {number}"
    game = part.game
    if game is None:
        return SheetColumn(
            title, tuple(entries), tuple(running), last.boxes, False, None, False, ()
        )
    lines = [SheetLine(line.label, line.values) for line in game.lines]
    lines.append(SheetLine("final", game.finals))
    return SheetColumn(
        title,
        tuple(entries),
        tuple(running),
        game.boxes,
        True,
        game.winner,
        game.shutout,
        tuple(lines),
    )


def _entered(hand: HandEntry) -> bool:
    return hand.winner is not None or any(hand.scores)


def _title(rules: MatchRules) -> str:
    if rules.form is MatchForm.MULTI_MATCH:
        return f"Game to {rules.game_target} of matches to {rules.target}"
    if rules.form is MatchForm.BEST_OF:
        return f"Best of {rules.best_of} games to {rules.target}"
    return f"Match to {rules.target}"


def _game_name(rules: MatchRules) -> str:
    return "Match" if rules.form is MatchForm.MULTI_MATCH else "Game"


def _across(rules: MatchRules, last: Standing) -> tuple[SheetLine, ...]:
    """The lines across the columns; a single game has none of its own."""
    if rules.form is MatchForm.GAME:
        return ()
    name = "matches won" if rules.form is MatchForm.MULTI_MATCH else "games won"
    return (SheetLine(name, last.games_won), SheetLine("total", last.finals))


def _note(
    rules: MatchRules, names: Sequence[str], hands: Sequence[HandEntry], last: Standing
) -> str:
    if last.winner is None:
        return f"{names[last.dealer]} deals next."
    who, game = names[last.winner], last.games[-1]
    if rules.form is MatchForm.BEST_OF:
        best = max(won for side, won in enumerate(last.games_won) if side != last.winner)
        return f"{who} wins the match by {last.games_won[last.winner]} games to {best}."
    if rules.form is MatchForm.MULTI_MATCH:
        best = max(final for side, final in enumerate(last.finals) if side != last.winner)
        return f"{who} wins the game by {last.finals[last.winner] - best}."
    if game.forfeited:
        return f"{who} wins the game: {_forfeit(rules, names, game, hands[-1])}."
    if game.margin < 0:  # g6
        return f"{who} wins the game, but the bonuses leave {-game.margin} less than the best."
    return f"{who} wins the game by {game.margin}."


def _forfeit(rules: MatchRules, names: Sequence[str], game: GameScore, hand: HandEntry) -> str:
    if hand.kind is Outcome.FORFEIT and hand.winner is not None:
        return f"{names[1 - hand.winner]} forfeits it with a knock over the limit (b6)"
    counts = _counts(rules, game.points, game.boxes)
    offender = names[counts.index(max(counts))]
    return f"{offender} reached the target exactly {rules.forfeit_margin} ahead and forfeits (g7)"


def _counts(rules: MatchRules, points: Sequence[int], boxes: Sequence[int]) -> tuple[int, ...]:
    return tuple(counted(rules, *pair) for pair in zip(points, boxes, strict=True))


def _game_lines(
    rules: MatchRules, names: Sequence[str], game: GameScore, hand: HandEntry
) -> list[str]:
    """A finished game: what each line is for, and who has won."""
    rows = [(line.label, line.values, _reason(rules, names, game, line)) for line in game.lines]
    winner = names[game.winner]
    if game.forfeited:
        ended = f"{winner} wins: {_forfeit(rules, names, game, hand)}"
    elif game.margin < 0:
        ended = f"{winner} wins, having reached the target first (g6)"
    elif rules.game_winner is GameWinner.HIGHEST_TOTAL and rules.form is not MatchForm.MULTI_MATCH:
        ended = f"{winner} wins with the highest total, by {game.margin} (g6)"
    else:
        ended = f"{winner} wins by {game.margin}"
    return _table(names, [*rows, ("final", game.finals, ended)])


def _reason(rules: MatchRules, names: Sequence[str], game: GameScore, line: GameLine) -> str:
    """Why a line is what it is. A bonus is for the side that has it: under g6 another than
    the winner may."""
    owner = next((side for side, value in enumerate(line.values) if value), game.winner)
    rest = [name for side, name in enumerate(names) if side != owner]
    if rules.shutout_test is ShutoutTest.POINTS and rules.form is not MatchForm.MULTI_MATCH:
        nothing = f"{' and '.join(rest)} made no points (g5)"
    else:
        nothing = f"{' and '.join(rest)} won no hand (g5)"
    mode = rules.shutout if game.shutout else Shutout.NONE
    doubled = ", doubled for the shutout (g4)"
    if line.label == "points":
        return "points of the hands"
    if line.label == "shutout":
        if mode is Shutout.FLAT_100:
            return f"{nothing}: 100 more (g4)"
        return f"{nothing}: the points of the hands again (g4)"
    if line.label == "game bonus":
        twice = mode in (Shutout.DOUBLE_HAND_AND_GAME, Shutout.DOUBLE_ALL)
        what = "winning the game" if game.forfeited else "reaching the target"
        return f"{rules.game_bonus} for {what} (g2){doubled if twice else ''}"
    if line.label == "boxes":
        twice = mode in (Shutout.DOUBLE_BOXES, Shutout.DOUBLE_ALL)
        at_once = ", counted at once" if rules.boxes is Boxes.IMMEDIATE else ""
        counts = " and ".join(map(str, game.boxes))
        return f"{counts} at {rules.box} (g3){at_once}{doubled if twice else ''}"
    if line.label == "rounds won":
        counts = " and ".join(str(value // rules.round_bonus) for value in line.values)
        return f"{counts} at {rules.round_bonus} (m2)"
    if line.label == "match bonus":
        return "for the match (m2)"
    return f"{' and '.join(rest)} won no round (m2)"


def _table(names: Sequence[str], rows: Sequence[tuple[str, tuple[int, ...], str]]) -> list[str]:
    """Rows of a label, a number a side, and a reason, with the names above."""
    first = max(len(label) for label, _, _ in rows)
    widths = [
        max(len(name), *(len(str(values[side])) for _, values, _ in rows))
        for side, name in enumerate(names)
    ]
    head = "  ".join(name.rjust(width) for name, width in zip(names, widths, strict=True))
    lines = [f"  {'':{first}}  {head}"]
    for label, values, reason in rows:
        numbers = "  ".join(str(v).rjust(width) for v, width in zip(values, widths, strict=True))
        lines.append(f"  {label:{first}}  {numbers}  {reason}".rstrip())
    return lines
