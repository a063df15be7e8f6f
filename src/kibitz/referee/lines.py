"""Everything the board may legally show next, by the look it would have.

A move that leaves the look as it was (a roll, a pass) costs nothing: lines go through it to the next
move that can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from kibitz.core.game import Chancy, Game, M, P, Seat
from kibitz.core.look import Look

MOST_UNSEEN = 7  # three passes in a row with their rolls, and the roll of the move that is seen


@dataclass(frozen=True, slots=True)
class Line(Generic[P, M]):
    """Moves in order, where they lead, and how likely they are before anything is seen (log)."""

    moves: tuple[M, ...]
    start: P
    """The position in which the last move, the one that can be seen, is made."""
    end: P
    look: Look
    """What the board shows at the end."""
    prior: float = 0.0

    def then(self, step: Line[P, M]) -> Line[P, M]:
        """Both, one after the other."""
        return Line(self.moves + step.moves, step.start, step.end, step.look, self.prior + step.prior)


def lines(game: Game[P, M], position: P) -> Iterator[Line[P, M]]:
    """All lines that end with one visible move."""
    return _extend(game, Line((), position, position, game.look(position)), MOST_UNSEEN)


def _extend(game: Game[P, M], line: Line[P, M], unseen: int) -> Iterator[Line[P, M]]:
    moves = game.moves(line.end)
    for move, chance in zip(moves, _log_odds(game, line.end, len(moves)), strict=True):
        after = game.play(line.end, move)
        longer = Line((*line.moves, move), line.end, after, game.look(after), line.prior + chance)
        if longer.look != line.look:
            yield longer
        elif unseen:
            yield from _extend(game, longer, unseen - 1)


def _log_odds(game: Any, position: Any, count: int) -> Sequence[float]:
    if game.turn(position) is Seat.CHANCE and isinstance(game, Chancy):
        return [math.log(odds) for odds in game.odds(position)]
    return [0.0] * count


def two_moves(
    game: Game[P, M], first: Sequence[Line[P, M]], likely: Callable[[Look], bool]
) -> Iterator[Line[P, M]]:
    """Lines with two visible moves whose first half is likely."""
    for line in first:
        if likely(line.look):
            yield from (line.then(after) for after in lines(game, line.end))


@dataclass(frozen=True, slots=True)
class _Way(Generic[P, M]):
    """A line on the way to a look: how many cells are left, and how often it goes against what came first.

    `detours` counts its moves through a cell that a later move changes again.
    """

    left: int
    line: Line[P, M]
    against: int = 0
    seen_at: float = 0.0
    detours: int = 0


def catch_up(
    game: Game[P, M], position: P, seen: Look, since: Sequence[float], *, most: int = 4, beam: int = 40
) -> Iterator[Line[P, M]]:
    """Lines of three or more visible moves to this look, every one of them bringing the board nearer.

    One may be a detour that brings it no nearer: a piece that moves twice, or one that follows another.
    Of lines that differ in their order only, the one that goes best with `since`, when each cell changed.
    """
    start: Line[P, M] = Line((), position, position, game.look(position))
    reached = [_Way(apart(start.look, seen), start)]
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
    """One visible move further, if that brings the board nearer, or no further away for once."""
    for step in lines(game, way.line.end):
        left = apart(step.look, seen)
        detours = way.detours + (left == way.left)
        if left <= way.left and detours <= 1:
            changed = (
                cell
                for cell, pair in enumerate(zip(way.line.look, step.look, strict=True))
                if len({*pair}) > 1
            )
            at = max(since[cell] for cell in changed)
            yield _Way(left, way.line.then(step), way.against + (at < way.seen_at), at, detours)


def apart(a: Look, b: Look) -> int:
    """How many cells two looks disagree on."""
    return sum(x != y for x, y in zip(a, b, strict=True))


def stages(game: Game[P, M], line: Line[P, M]) -> Sequence[Look]:
    """Looks the board may show while the line's visible move is being made."""
    return game.stages(line.start, line.moves[-1])


def tolerated(game: Any, line: Line[P, M]) -> Sequence[Look]:
    """Looks that count as the line's end, where the game `Tolerates` any."""
    ask = getattr(game, "tolerated", None)  # asked for every line, and a protocol is slow to check
    looks: Sequence[Look] = ask(line.start, line.moves[-1]) if ask else ()
    return looks


def left_behind(game: Game[P, M], position: P, moves: tuple[M, ...]) -> list[P]:
    """The positions a line leaves behind."""
    left: list[P] = []
    for move in moves:
        left.append(position)
        position = game.play(position, move)
    return left
