"""The chess board: 8x8, a8 light in the upper-left corner, White at the bottom."""

from __future__ import annotations

from functools import cache

import chess

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.chequer import chequer


@cache
def plan() -> BoardPlan:
    """The printed board; cells count from a8, row by row."""
    return chequer(
        "chequer-8-light",
        8,
        upper_left="light",
        label=lambda row, column: chess.square_name(_square(row, column)),
    )


def cell_of(square: chess.Square) -> Cell:
    """The cell of a python-chess square (a1 = 0): the same board with its rows turned over."""
    return square ^ 56


def square_of(cell: Cell) -> chess.Square:
    """The python-chess square of a cell."""
    return cell ^ 56


def cells_of(*squares: chess.Square) -> tuple[Cell, ...]:
    """The cells of several squares, each once, in the order given."""
    return tuple(dict.fromkeys(cell_of(square) for square in squares))


def _square(row: int, column: int) -> chess.Square:
    return chess.square(column, 7 - row)
