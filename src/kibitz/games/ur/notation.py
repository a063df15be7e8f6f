"""Positions and moves in writing.

A setup is `1?:a1,d2+2:b3+0`: whose turn it is, the roll (`?` while the dice are not thrown), then for each
side the cells of its stones and, after the plus, how many are home; all other stones wait in the pool.

Moves are `r3` (a roll), `in-a1` (enter), `a1-a2`, `b2xd2` (capture), `g1-off` (bear off) and `pass`.
Read as well: `3` or `roll 3`; a stone's cell alone, or `in` alone; and path squares, `in-4`, `4-8`, `12-off`.
"""

from __future__ import annotations

import re

from kibitz.core.errors import BadSetup, IllegalMove, UnreadableMove, quoted
from kibitz.games.ur.explain import RULES, refusal
from kibitz.games.ur.look import squares
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
    winner,
)

LONGEST_SETUP = 200  # two sides of seven stones take half of it
LONGEST_MOVE = 40
_SETUP = re.compile(r"([12])([0-9?]):([a-z0-9,]*)\+([0-9]):([a-z0-9,]*)\+([0-9])", re.ASCII)
_ROLL = re.compile(r"(?:r|roll)?\s*([0-9])", re.ASCII)
_CELL = r"[a-l][1-3]|[0-9]{1,2}"
_STEP = re.compile(rf"(in|enter|pool|{_CELL})(?:\s*[-x>\s]\s*(off|home|out|{_CELL}))?", re.ASCII)
_PASSES = ("pass", "skip")


def write_setup(track: Track, position: Position) -> str:
    """What `read_setup` reads back."""
    sides = (_write_side(track, position, side) for side in (0, 1))
    roll = "?" if position.roll == NOT_THROWN else position.roll
    return f"{position.mover + 1}{roll}:{':'.join(sides)}"


def _write_side(track: Track, position: Position, side: int) -> str:
    path = track.rules.paths[side]
    stones = ",".join(path[square - 1] for square in squares(position.stones[side]))
    return f"{stones}+{position.home[side]}"


def read_setup(track: Track, text: str) -> Position:
    """The position written down; raises BadSetup."""
    found = _SETUP.fullmatch(text.strip().lower()) if len(text) <= LONGEST_SETUP else None
    if found is None:
        raise BadSetup(
            f"{quoted(text)} is not a position of Ur; write whose turn, the roll or '?', and each side's "
            "stones and how many are home, as in '1?:a1,d2+2:b3+0'."
        )
    mover, roll, *sides = found.groups()
    first, second = _read_side(track, 0, *sides[:2]), _read_side(track, 1, *sides[2:])
    position = Position(
        (first[0], second[0]),
        (first[1], second[1]),
        int(mover) - 1,
        NOT_THROWN if roll == "?" else int(roll),
    )
    _check(track, position)
    return position


def _read_side(track: Track, side: int, cells: str, home: str) -> tuple[int, int]:
    path, pieces, stones = track.rules.paths[side], track.rules.pieces, 0
    for cell in cells.split(",") if cells else ():
        if cell not in path:
            raise BadSetup(f"Side {side + 1} never comes to {quoted(cell)}; its path is {' '.join(path)}.")
        bit = 2 << path.index(cell)
        if stones & bit:
            raise BadSetup(f"Two stones of side {side + 1} stand on {cell}; one cell holds one stone.")
        stones |= bit
    if stones.bit_count() + int(home) > pieces:
        counted = f"{stones.bit_count()} on the board and {home} home"
        raise BadSetup(f"Side {side + 1} has {counted}, but only {pieces} stones in all.")
    return stones, int(home)


def _check(track: Track, position: Position) -> None:
    pieces, won = track.rules.pieces, winner(track, position)
    for square in squares(position.stones[0]):
        met = track.meets[0][square]
        if met and position.stones[1] >> met & 1:
            cell = track.rules.paths[0][square - 1]
            raise BadSetup(f"Both sides have a stone on {cell}; one cell holds one stone.")
    if position.roll != NOT_THROWN and Roll(position.roll) not in track.rolls:
        raise BadSetup(f"The dice cannot show {position.roll}; they show {_rolls(track)}.")
    if position.home == (pieces, pieces):
        raise BadSetup("Both sides have all stones home; the game ends when the first has.")
    if won is not None and (position.mover == won or position.roll != NOT_THROWN):
        raise BadSetup(f"Side {won + 1} has won: then it is side {2 - won}'s turn and the roll is '?'.")


def _rolls(track: Track) -> str:
    return ", ".join(str(roll.value) for roll in track.rolls)


def write_move(track: Track, position: Position, move: Move) -> str:
    """The move in our notation."""
    if isinstance(move, Roll):
        return f"r{move.value}"
    if isinstance(move, Pass):
        return "pass"
    path = track.rules.paths[position.mover]
    origin = "in" if move.origin == POOL else path[move.origin - 1]
    if move.target == track.home:
        return f"{origin}-off"
    return f"{origin}{'x' if captured(track, position, move.target) else '-'}{path[move.target - 1]}"


def read_move(track: Track, position: Position, text: str) -> Move:
    """The legal move that the text names; raises UnreadableMove or IllegalMove."""
    move = _named(track, position, text)
    if move not in moves(track, position):
        key = refusal(track, position, move)
        raise IllegalMove(f"{quoted(text.strip())} cannot be played: {RULES[key]}.")
    return move


def _named(track: Track, position: Position, text: str) -> Move:
    plain = text.strip().lower() if len(text) <= LONGEST_MOVE else ""
    thrown = position.roll != NOT_THROWN
    if plain in _PASSES:
        return PASS
    if (found := _ROLL.fullmatch(plain)) and (not thrown or plain[0] == "r"):
        return Roll(int(found[1]))
    if (step := _STEP.fullmatch(plain)) and (thrown or step[2]):
        return _step(track, position, step[1], step[2], text)
    raise UnreadableMove(
        f"{quoted(text)} is not a move of Ur; write a roll as 'r3', a step as 'in-a1', 'a1-b2' or "
        "'g1-off', or 'pass'."
    )


def _step(track: Track, position: Position, origin: str, target: str | None, text: str) -> Step:
    start = POOL if origin in ("in", "enter", "pool") else _square(track, position, origin, text)
    if target is None:
        return Step(start, aim(track, start, position.roll))
    if target in ("off", "home", "out"):
        return Step(start, track.home)
    return Step(start, _square(track, position, target, text))


def _square(track: Track, position: Position, name: str, text: str) -> int:
    path = track.rules.paths[position.mover]
    if name in path:
        return path.index(name) + 1
    if name.isdecimal() and int(name) <= track.home:
        return int(name)
    raise IllegalMove(f"{quoted(text.strip())} cannot be played: {name} is not on that side's path.")
