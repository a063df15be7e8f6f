"""The board as arrays for the compiled search: nodes, neighbours, and who wins by which islands.

Nodes are the cells, then the twelve islands (one node each, a whole island counts as one stone), then
one node that stands for everything off the board. Colours: 0 empty, 1 first, 2 second, 3 off the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kibitz.games.atoll.hexes import ISLANDS, STEPS, Hex, hexes
from kibitz.games.atoll.position import Position
from kibitz.games.atoll.winning import WINS, waters

Nodes: TypeAlias = npt.NDArray[np.int16]
Board: TypeAlias = npt.NDArray[np.int8]

OFF_BOARD = 3
AROUND = 14
"""Each ring is written twice and a bit, so that six neighbours in turn can be read from any of the six."""


@dataclass(frozen=True)
class Tables:
    """What the kernels need to know about a size."""

    ring: Nodes
    """The six nodes round each cell clockwise, repeated to AROUND columns."""
    near: Nodes
    """The nodes that touch each cell or island."""
    wins: npt.NDArray[np.uint8]
    """Whether a group that joins these six own islands wins."""
    empty: Board
    """The colours at the start of a game."""


@cache
def tables(n: int) -> Tables:
    """The arrays of one size; read only."""
    board = hexes(n)
    cells, off = len(board.cells), len(board.cells) + ISLANDS
    node: dict[Hex, int] = {**board.index, **_island_nodes(n, cells)}
    rings = [[node.get((q + dq, r + dr), off) for dq, dr in STEPS] for q, r in board.cells]
    near = [*rings, *(_shore(rings, cells + k, off) for k in range(ISLANDS))]
    empty = np.zeros(off + 1, dtype=np.int8)
    empty[cells:off:2], empty[cells + 1 : off : 2], empty[off] = 1, 2, OFF_BOARD
    made = Tables(
        np.array([(ring * 3)[:AROUND] for ring in rings], dtype=np.int16),
        np.array(near, dtype=np.int16),
        np.array(WINS, dtype=np.uint8),
        empty,
    )
    for array in (made.ring, made.near, made.wins, made.empty):
        array.flags.writeable = False
    return made


def _island_nodes(n: int, cells: int) -> dict[Hex, int]:
    return {hexagon: cells + k for k, island in enumerate(hexes(n).islands) for hexagon in island}


def _shore(rings: list[list[int]], island: int, off: int) -> list[int]:
    """The cells that touch an island: (n + 1) / 2 of them, at most five."""
    touching = [cell for cell, ring in enumerate(rings) if island in ring]
    return (touching + [off] * 6)[:6]


def colours(position: Position) -> Board:
    """A position's stones as the kernels take them."""
    board = tables(position.n).empty.copy()
    for cell, bit in enumerate(waters(position.n).bits):
        if position.first & bit:
            board[cell] = 1
        elif position.second & bit:
            board[cell] = 2
    return board
