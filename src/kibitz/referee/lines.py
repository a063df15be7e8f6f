"""Everything the board may legally show next, by the look it would have.

A move that leaves the look as it was (a roll, a pass) costs nothing: lines go through it to the next
move that can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from kibitz.core.game import Chancy, Game, M, P, Seat, Tolerates
from kibitz.core.look import Look

MOST_UNSEEN = 7  # three passes in a row with their rolls, and the roll of the move that is seen


@dataclass(frozen=True, slots=True)
class Line(Generic[P, M]):
    """Moves in order, where they lead, and how likely they are before anything is seen (log)."""

    moves: tuple[M, ...]
    start: P
    """The position in which the last move, the one that can be seen, is made."""
    end: P
    prior: float = 0.0


def lines(game: Game[P, M], position: P) -> Iterator[Line[P, M]]:
    """All lines that end with one visible move."""
    start: Line[P, M] = Line((), position, position)
    return _extend(game, start, game.look(position), MOST_UNSEEN)


def _extend(game: Game[P, M], line: Line[P, M], look: Look, unseen: int) -> Iterator[Line[P, M]]:
    moves = game.moves(line.end)
    for move, chance in zip(moves, _log_odds(game, line.end, len(moves)), strict=True):
        after = game.play(line.end, move)
        longer = Line((*line.moves, move), line.end, after, line.prior + chance)
        if game.look(after) != look:
            yield longer
        elif unseen:
            yield from _extend(game, longer, look, unseen - 1)


def _log_odds(game: Any, position: Any, count: int) -> Sequence[float]:
    if game.turn(position) is Seat.CHANCE and isinstance(game, Chancy):
        return [math.log(odds) for odds in game.odds(position)]
    return [0.0] * count


def two_moves(
    game: Game[P, M], first: Sequence[Line[P, M]], likely: Callable[[Look], bool]
) -> Iterator[Line[P, M]]:
    """Lines with two visible moves whose first half is likely."""
    for line in first:
        if likely(game.look(line.end)):
            for after in lines(game, line.end):
                yield Line(line.moves + after.moves, after.start, after.end, line.prior + after.prior)


@dataclass(frozen=True, slots=True)
class _Way(Generic[P, M]):
    """A line on the way to a look: how many cells are left, and how often it goes against what came first."""

    left: int
    line: Line[P, M]
    against: int = 0
    seen_at: float = 0.0


def catch_up(
    game: Game[P, M], position: P, seen: Look, since: Sequence[float], *, most: int = 4, beam: int = 40
) -> Iterator[Line[P, M]]:
    """Lines of three or more visible moves to this look, every one of them bringing the board nearer.

    Of lines that differ in their order only, the one that goes best with `since`, when each cell changed.
    """
    start: Line[P, M] = Line((), position, position)
    reached = [_Way(apart(game.look(position), seen), start)]
    for depth in range(1, most + 1):
        longer: dict[P, _Way[P, M]] = {}
        for way in sorted(reached, key=lambda way: (way.left, way.against))[:beam]:
            for next_ in _steps(game, way, seen, since):
                known = longer.get(next_.line.end)
                if known is None or next_.against < known.against:
                    longer[next_.line.end] = next_
        if depth >= 3:
            yield from (way.line for way in longer.values() if not way.left)
        reached = list(longer.values())


def _steps(game: Game[P, M], way: _Way[P, M], seen: Look, since: Sequence[float]) -> Iterator[_Way[P, M]]:
    """One visible move further, if that brings the board nearer."""
    here = game.look(way.line.end)
    for step in lines(game, way.line.end):
        there = game.look(step.end)
        left = apart(there, seen)
        if left < way.left:
            at = max(since[cell] for cell, (a, b) in enumerate(zip(here, there, strict=True)) if a != b)
            line = Line(way.line.moves + step.moves, step.start, step.end, way.line.prior + step.prior)
            yield _Way(left, line, way.against + (at < way.seen_at), at)


def apart(a: Look, b: Look) -> int:
    """How many cells two looks disagree on."""
    return sum(x != y for x, y in zip(a, b, strict=True))


def stages(game: Game[P, M], line: Line[P, M]) -> Sequence[Look]:
    """Looks the board may show while the line's visible move is being made."""
    return game.stages(line.start, line.moves[-1])


def tolerated(game: Game[P, M], line: Line[P, M]) -> Sequence[Look]:
    """Looks that count as the line's end."""
    return game.tolerated(line.start, line.moves[-1]) if isinstance(game, Tolerates) else ()


def left_behind(game: Game[P, M], position: P, moves: tuple[M, ...]) -> list[P]:
    """The positions a line leaves behind."""
    left: list[P] = []
    for move in moves:
        left.append(position)
        position = game.play(position, move)
    return left
