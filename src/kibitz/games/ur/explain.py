"""Why a step or a look is not legal: one key each, with the rule in words."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.board import Cell
from kibitz.core.game import Reason
from kibitz.core.look import Look
from kibitz.games.ur.look import STONES, Places, look, places
from kibitz.games.ur.rules import (
    NOT_THROWN,
    PASS,
    POOL,
    Move,
    Pass,
    Position,
    Roll,
    Step,
    Track,
    aim,
    captured,
    moves,
    obstacle,
    pool,
    winner,
)

RULES = {
    "unchanged": "nothing on the board has changed",
    "game-over": "the game is over",
    "roll-first": "the dice are thrown before a stone is moved",
    "already-rolled": "the dice are thrown already; a stone moves now",
    "impossible-roll": "these dice cannot show that number",
    "not-your-turn": "it is the other side's turn",
    "must-pass": "with this roll no stone can move, so the turn passes",
    "must-move": "a turn is passed only when no stone can move",
    "no-stone-there": "the side to move has no stone there",
    "pool-empty": "no stone waits to enter",
    "backwards": "stones only move forward along their path",
    "wrong-distance": "a stone moves exactly as many squares as the dice show",
    "exact-roll-needed": "a stone leaves the board by the exact roll only",
    "blocked-by-own": "a stone cannot land on one of its own side",
    "protected-rosette": "a stone standing on a rosette cannot be captured",
    "off-path": "that cell is not on the path of this side",
    "several-stones": "one roll moves one stone",
    "stone-missing": "a stone is gone that was not captured",
    "illegal": "no legal move leads to this",
}


def refusal(track: Track, position: Position, move: Move) -> str:
    """The key of the rule that an illegal move breaks."""
    if winner(track, position) is not None:
        return "game-over"
    if position.roll == NOT_THROWN:
        return "impossible-roll" if isinstance(move, Roll) else "roll-first"
    if isinstance(move, Roll):
        return "already-rolled"
    return "must-move" if isinstance(move, Pass) else _step_refusal(track, position, move)


def _step_refusal(track: Track, position: Position, step: Step) -> str:
    if step.origin == POOL:
        if not pool(track, position, position.mover):
            return "pool-empty"
    elif not position.stones[position.mover] >> step.origin & 1:
        return "no-stone-there"
    if 0 < step.target < step.origin:
        return "backwards"
    if moves(track, position) == (PASS,) and position.roll == 0:
        return "must-pass"
    if step.target != aim(track, step.origin, position.roll) or not step.target:
        leaving = step.target in (0, track.home)
        return "exact-roll-needed" if leaving else "wrong-distance"
    return obstacle(track, position, step.target) or "illegal"


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to the board cells: where each side's stones went away and came."""

    gone: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    came: tuple[tuple[Cell, ...], tuple[Cell, ...]]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells that changed."""
        return tuple(sorted({cell for part in (*self.gone, *self.came) for cell in part}))


def _change(before: Look, now: Look, on_board: int) -> Change:
    changed = [cell for cell in range(min(on_board, len(now))) if before[cell] != now[cell]]

    def where(seen: Look, side: int) -> tuple[Cell, ...]:
        return tuple(cell for cell in changed if seen[cell] == STONES[side])

    return Change((where(before, 0), where(before, 1)), (where(now, 0), where(now, 1)))


def why_not(track: Track, position: Position, seen: Look) -> Reason:
    """The rule that this look breaks, read from what changed on the board; trays are not looked at."""
    where = places(track.rules)
    change = _change(look(track, position), seen, where.on_board)
    key = _key(track, position, change, where)
    return Reason(key, change.cells, RULES[key])


def _key(track: Track, position: Position, change: Change, where: Places) -> str:
    side = position.mover
    if not change.cells:
        return "unchanged"
    if winner(track, position) is not None:
        return "game-over"
    if change.came[1 - side] or not (change.gone[side] or change.came[side] or len(change.cells) == 1):
        return "not-your-turn"
    if len(change.gone[side]) > 1 or len(change.came[side]) > 1:
        return "several-stones"
    if not change.gone[side] and not change.came[side]:
        return "stone-missing"
    if any(cell not in where.square_of[side] for cell in change.came[side]):
        return "off-path"
    return _step_key(track, position, change, _seen_step(track, position, change, where))


def _seen_step(track: Track, position: Position, change: Change, where: Places) -> Step:
    number = where.square_of[position.mover]
    gone, came = change.gone[position.mover], change.came[position.mover]
    origin = number[gone[0]] if gone else POOL
    if came:
        return Step(origin, number[came[0]])
    covered = aim(track, origin, max(position.roll, 0))
    on_own = covered != origin and position.stones[position.mover] >> covered & 1
    return Step(origin, covered if on_own else track.home)


def _step_key(track: Track, position: Position, change: Change, step: Step) -> str:
    if position.roll == NOT_THROWN:
        return _too_early(track, position, step)
    if step not in moves(track, position):
        return _step_refusal(track, position, step)
    lost = len(change.gone[1 - position.mover])
    if lost > bool(captured(track, position, step.target)):
        return "stone-missing"
    return "illegal"


def _too_early(track: Track, position: Position, step: Step) -> str:
    if 0 < step.target < step.origin:
        return "backwards"
    needed = Roll(step.target - step.origin)
    if needed not in track.rolls:
        return "wrong-distance"
    supposed = position._replace(roll=needed.value)
    return "roll-first" if step in moves(track, supposed) else _step_refusal(track, supposed, step)
