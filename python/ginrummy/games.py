"""The end of one game: bonuses, boxes, shutout (section G). Match and columns share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .match_choices import Boxes, GameWinner, Shutout, ShutoutTest
from .match_rules import MatchRules

__all__ = ["GameLine", "GameScore", "finish_game"]


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line under the hands of a finished game."""

    label: str
    """What the line is: ``points``, ``shutout``, ``game bonus``, ``boxes``."""
    values: tuple[int, ...]
    """What each side gets for it, in points."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """A finished game."""

    winner: int
    """The side that won it."""
    points: tuple[int, ...]
    """Raw points of the hands by side."""
    boxes: tuple[int, ...]
    """Boxes by side."""
    shutout: bool
    """The loser won nothing (g5)."""
    forfeited: bool
    """The side that reached the target lost the game (g7), or an offence did (b6)."""
    lines: tuple[GameLine, ...]
    """How the final scores add up."""
    finals: tuple[int, ...]
    """Final scores by side: the lines add up to them."""

    @property
    def margin(self) -> int:
        """The winner's final score less the best other one; negative where boxes reverse
        the order (g6)."""
        rest = [final for side, final in enumerate(self.finals) if side != self.winner]
        return self.finals[self.winner] - max(rest)


def finish_game(
    rules: MatchRules,
    reached: int,
    points: Sequence[int],
    wins: Sequence[int],
    boxes: Sequence[int],
    *,
    offender: int | None = None,
) -> GameScore:
    """The final scores of a game.

    Args:
        rules: the match rules in force.
        reached: the side that reached the target.
        points: raw points of the hands by side, boxes not among them.
        wins: hands won (a column: entries) by side.
        boxes: boxes by side.
        offender: the side that lost the game by a forfeit (b6).
    """
    winner, forfeited = reached, False
    others = [points[side] for side in range(len(points)) if side != reached]
    if offender is not None:
        winner, forfeited = _best(points, offender), True
    elif rules.forfeit_margin is not None and points[reached] - max(others) == rules.forfeit_margin:
        winner, forfeited = _best(points, reached), True
    score = _totals(rules, winner, points, wins, boxes, forfeited)
    if rules.game_winner is GameWinner.HIGHEST_TOTAL and not forfeited:
        best = max(score.finals)
        if score.finals[winner] < best:
            # The bonus goes to the one who reached the target; only the game is another's.
            first = score.finals.index(best)
            return GameScore(
                first,
                score.points,
                score.boxes,
                False,  # it was the other side that was shut out, if any
                forfeited,
                score.lines,
                score.finals,
            )
    return score


def _best(points: Sequence[int], without: int) -> int:
    return max((side for side in range(len(points)) if side != without), key=lambda s: points[s])


def _totals(
    rules: MatchRules,
    winner: int,
    points: Sequence[int],
    wins: Sequence[int],
    boxes: Sequence[int],
    forfeited: bool,
) -> GameScore:
    sides = len(points)
    tested = wins if rules.shutout_test is ShutoutTest.HANDS else points
    shut = not forfeited and all(tested[side] <= 0 for side in range(sides) if side != winner)
    bonus = shut and rules.shutout
    hand_twice = bonus in (
        Shutout.DOUBLE_HAND_POINTS,
        Shutout.DOUBLE_HAND_AND_GAME,
        Shutout.DOUBLE_ALL,
    )
    game_twice = bonus in (Shutout.DOUBLE_HAND_AND_GAME, Shutout.DOUBLE_ALL)
    boxes_twice = bonus in (Shutout.DOUBLE_BOXES, Shutout.DOUBLE_ALL)
    extra = points[winner] if hand_twice else 100 if bonus is Shutout.FLAT_100 else 0
    credit = [rules.box * count for count in boxes]
    if boxes_twice:
        credit[winner] *= 2
    lines = [GameLine("points", tuple(points))]
    if extra:
        lines.append(GameLine("shutout", _only(sides, winner, extra)))
    if rules.game_bonus:
        lines.append(
            GameLine("game bonus", _only(sides, winner, rules.game_bonus * (1 + game_twice)))
        )
    if rules.box:
        lines.append(GameLine("boxes", tuple(credit)))
    finals = tuple(sum(line.values[side] for line in lines) for side in range(sides))
    return GameScore(winner, tuple(points), tuple(boxes), shut, forfeited, tuple(lines), finals)


def _only(sides: int, side: int, value: int) -> tuple[int, ...]:
    return tuple(value if one == side else 0 for one in range(sides))


def counted(rules: MatchRules, points: int, boxes: int) -> int:
    """What counts toward the target: boxes too where they are credited at once (g3)."""
    return points + (rules.box * boxes if rules.boxes is Boxes.IMMEDIATE else 0)
