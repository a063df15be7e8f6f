"""What a position looks like, what the board may show during a move, and why a look is no legal next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.board import Cell
from kibitz.core.look import Face, Look, Piece, PieceSet
from kibitz.games.ur.board import plan
from kibitz.games.ur.rules import POOL, Position, Step, Track, captured, pool
from kibitz.games.ur.rulesets import MOST_PIECES, RuleSet

SIDES = ("first", "second")
FACES = (
    Face("empty"),
    Face("first stone", "first", "stone", "1"),
    Face("second stone", "second", "stone", "2"),
    *(
        Face(f"{side} tray {count}", side, "stone", str(count), count, tray=True)
        for side in SIDES
        for count in range(MOST_PIECES + 1)
    ),
)
EMPTY, STONES, TRAYS = 0, (1, 2), (3, 4 + MOST_PIECES)


def _stones(name: str, title: str, first: str, second: str) -> PieceSet:
    pieces = (
        Piece("first stone", "stone", first, "1", 0.65),
        Piece("second stone", "stone", second, "2", 0.65),
    )
    return PieceSet(name, title, pieces)


PIECE_SETS = (
    _stones("blue-red", "Blue and red stones", "#2050b0", "#c02020"),  # the colours of document 004
    _stones("white-black", "White and black stones", "#f4f2ea", "#202020"),  # as in the museum
)


@dataclass(frozen=True, slots=True)
class Places:
    """Where each path square lies on the plan: for each side its pool tray, its squares, its home tray."""

    cells: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    square_of: tuple[dict[Cell, int], dict[Cell, int]]
    size: int
    on_board: int
    """How many cells are no trays; the trays come last."""


@lru_cache(maxsize=64)
def places(rules: RuleSet) -> Places:
    """The places of a rule set, worked out once."""
    sheet = plan(rules.board)
    first, second = (
        (sheet.cell(f"pool{n}"), *map(sheet.cell, path), sheet.cell(f"home{n}"))
        for n, path in enumerate(rules.paths, 1)
    )
    numbers = [{cell: number for number, cell in enumerate(cells)} for cells in (first, second)]
    on_board = sum(not cell.tray for cell in sheet.cells)
    return Places((first, second), (numbers[0], numbers[1]), len(sheet.cells), on_board)


def squares(stones: int) -> Iterator[int]:
    """The path squares that these stones stand on."""
    while stones:
        yield (stones & -stones).bit_length() - 1
        stones &= stones - 1


def look(track: Track, position: Position) -> Look:
    """The face on every cell."""
    where = places(track.rules)
    shown = bytearray(where.size)
    for side in (0, 1):
        cells = where.cells[side]
        for square in squares(position.stones[side]):
            shown[cells[square]] = STONES[side]
        shown[cells[POOL]] = TRAYS[side] + pool(track, position, side)
        shown[cells[-1]] = TRAYS[side] + position.home[side]
    return Look(bytes(shown))


def path(track: Track, position: Position, step: Step) -> tuple[Cell, ...]:
    """From where the stone is taken and where it is put."""
    cells = places(track.rules).cells[position.mover]
    return cells[step.origin], cells[step.target]


def stages(track: Track, position: Position, step: Step) -> tuple[Look, ...]:
    """The stone in the hand, or the captured one lifted first; trays follow when the move is done."""
    on_board = step.origin != POOL
    hit = captured(track, position, step.target)
    origin, target = path(track, position, step)
    lifted: list[tuple[Cell, ...]] = []
    if on_board and (hit or step.target != track.home):
        lifted.append((origin,))
    if hit:
        lifted.append((target,))
    if on_board and hit:
        lifted.append((origin, target))
    return tuple(_without(look(track, position), cells) for cells in lifted)


def _without(shown: Look, cells: tuple[Cell, ...]) -> Look:
    left = bytearray(shown)
    for cell in cells:
        left[cell] = EMPTY
    return Look(bytes(left))
