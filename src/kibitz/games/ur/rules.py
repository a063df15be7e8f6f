"""How stones move: positions, the three kinds of move, and what each leads to.

A side's stones are bits of an integer: bit s is path square s, 1 to 14 or 16. Square 0 is the pool
and the one after the last is home; neither is stored, since a side's stones always add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from kibitz.games.ur.rulesets import LONGEST_PATH, Path, RuleSet

NOT_THROWN = -1
POOL = 0


class Position(NamedTuple):
    """Whose turn it is, what the dice show, and where both sides' stones are (a tuple: made often)."""

    stones: tuple[int, int] = (0, 0)
    home: tuple[int, int] = (0, 0)
    mover: int = 0
    roll: int = NOT_THROWN


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice show: the move of chance."""

    value: int


@dataclass(frozen=True, slots=True)
class Step:
    """One stone along its path, by path squares: from 0 it enters, to the square after the last it leaves."""

    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn goes to the other side without a move."""


Move: TypeAlias = Roll | Step | Pass

PASS = Pass()
_STEPS = tuple(tuple(Step(o, t) for t in range(LONGEST_PATH + 2)) for o in range(LONGEST_PATH + 1))


@dataclass(frozen=True, slots=True)
class Track:
    """A rule set worked out: both sides' paths by number."""

    rules: RuleSet
    home: int
    """The number after the last path square."""
    meets: tuple[tuple[int, ...], tuple[int, ...]]
    """For each side and square, the opponent's number for the same cell; 0 where he never comes."""
    rosettes: tuple[int, int]
    safe: tuple[int, int]
    rolls: tuple[Roll, ...]
    odds: tuple[float, ...]


@lru_cache(maxsize=64)
def track_of(rules: RuleSet) -> Track:
    """The rule set worked out, once."""
    first, second = rules.paths
    total = sum(weight for _, weight in rules.dice)
    return Track(
        rules=rules,
        home=len(first) + 1,
        meets=(_meets(first, second), _meets(second, first)),
        rosettes=(_mask(first, rules.rosettes), _mask(second, rules.rosettes)),
        safe=(_mask(first, rules.safe), _mask(second, rules.safe)),
        rolls=tuple(Roll(value) for value, _ in rules.dice),
        odds=tuple(weight / total for _, weight in rules.dice),
    )


def _meets(own: Path, other: Path) -> tuple[int, ...]:
    return (0, *(other.index(cell) + 1 if cell in other else 0 for cell in own), 0)


def _mask(path: Path, cells: frozenset[str]) -> int:
    return sum(1 << number for number, cell in enumerate(path, 1) if cell in cells)


def pool(track: Track, position: Position, side: int) -> int:
    """How many stones of a side wait to enter."""
    return track.rules.pieces - position.home[side] - position.stones[side].bit_count()


def winner(track: Track, position: Position) -> int | None:
    """The side that has brought all its stones home."""
    pieces = track.rules.pieces
    return next((side for side in (0, 1) if position.home[side] == pieces), None)


def moves(track: Track, position: Position) -> tuple[Move, ...]:
    """All legal moves, the stones furthest back first."""
    if winner(track, position) is not None:
        return ()
    if position.roll == NOT_THROWN:
        return track.rolls
    steps = _steps(track, position)
    return steps if steps and not track.rules.may_decline else (*steps, PASS)


def _steps(track: Track, position: Position) -> tuple[Move, ...]:
    if position.roll == 0:
        return ()
    own = position.stones[position.mover]
    origins = [POOL] if pool(track, position, position.mover) else []
    while own:
        origins.append((own & -own).bit_length() - 1)
        own &= own - 1
    aimed = ((origin, aim(track, origin, position.roll)) for origin in origins)
    return tuple(_STEPS[o][t] for o, t in aimed if t and obstacle(track, position, t) is None)


def aim(track: Track, origin: int, roll: int) -> int:
    """The square a stone would reach with this roll; 0 when the roll takes it too far."""
    target = origin + roll
    if target <= track.home:
        return target
    return 0 if track.rules.exact_bear_off else track.home


def obstacle(track: Track, position: Position, target: int) -> str | None:
    """What keeps the mover from landing on a square: an own stone, or a protected one."""
    side = position.mover
    if position.stones[side] >> target & 1:
        return "blocked-by-own"
    if captured(track, position, target) and track.safe[side] >> target & 1:
        return "protected-rosette"
    return None


def captured(track: Track, position: Position, target: int) -> int:
    """The opponent's square on which a stone of his would be hit by landing on this one; 0 for none."""
    met = track.meets[position.mover][target]
    return met if met and position.stones[1 - position.mover] >> met & 1 else 0


def after(track: Track, position: Position, move: Move) -> Position:
    """The position that a legal move leads to."""
    if isinstance(move, Roll):
        return Position(position.stones, position.home, position.mover, move.value)
    if isinstance(move, Pass):
        return Position(position.stones, position.home, 1 - position.mover)
    return _stepped(track, position, move)


def _stepped(track: Track, position: Position, step: Step) -> Position:
    side, hit = position.mover, captured(track, position, step.target)
    arrived = step.target == track.home
    own = position.stones[side] & ~(1 << step.origin) | (0 if arrived else 1 << step.target)
    other = position.stones[1 - side] & ~(1 << hit if hit else 0)
    again = rolls_again(track, side, step.target, bool(hit))
    first, second = position.home
    home = (first + (side == 0), second + (side == 1)) if arrived else position.home
    return Position((other, own) if side else (own, other), home, side if again else 1 - side)


def rolls_again(track: Track, side: int, target: int, hit: bool) -> bool:
    """Whether landing there keeps the turn."""
    rules = track.rules
    on_rosette = bool(track.rosettes[side] >> target & 1)
    return (rules.rosette_rolls_again and on_rosette) or (rules.capture_rolls_again and hit)
