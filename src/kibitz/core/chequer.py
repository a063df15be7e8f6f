"""Boards of square cells in alternating tones, as chess and draughts use them.

  a b c d            rows count from the top, as the sheet lies with its marks upright;
8 . # . #            names count from the bottom, as players write them
7 # . # .
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase

from kibitz.core.board import BoardPlan, Caption, CellPlan


def chequer(
    kind: str,
    size: int,
    *,
    upper_left: str = "light",
    label: Callable[[int, int], str] = lambda row, column: "",
    playable: Callable[[int, int], bool] = lambda row, column: True,
    plain: bool = False,
    cell_mm: float = 20.0,
) -> BoardPlan:
    """A board of size x size cells whose upper-left cell has this tone (all light when plain)."""

    def tone(row: int, column: int) -> str:
        return "light" if plain or ((row + column) % 2 == 0) == (upper_left == "light") else "dark"

    def cell(row: int, column: int) -> CellPlan:
        x, y, s = column * cell_mm, row * cell_mm, cell_mm
        return CellPlan(
            name=f"{ascii_lowercase[column]}{size - row}",
            centre_mm=(x + s / 2, y + s / 2),
            outline_mm=((x, y), (x + s, y), (x + s, y + s), (x, y + s)),
            tone=tone(row, column),
            row=row,
            column=column,
            label=label(row, column),
            playable=playable(row, column),
        )

    return BoardPlan(
        kind=kind,
        size_mm=(size * cell_mm, size * cell_mm),
        cells=tuple(cell(row, column) for row in range(size) for column in range(size)),
        captions=_edge_captions(size, cell_mm),
    )


def _edge_captions(size: int, cell_mm: float) -> tuple[Caption, ...]:
    off, height = cell_mm * 0.18, cell_mm * 0.18
    letters = (
        Caption(ascii_lowercase[i], ((i + 0.5) * cell_mm, size * cell_mm + off), height) for i in range(size)
    )
    left = off if size < 10 else 1.3 * off
    numbers = (Caption(str(size - i), (-left, (i + 0.5) * cell_mm), height) for i in range(size))
    return (*letters, *numbers)
