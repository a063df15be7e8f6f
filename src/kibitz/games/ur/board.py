"""The two printed sheets, with the trays in the gap beside the bridge.

       a  b  c  d  e  f  g  h                 a  b  c  d  e  f  g  h  i  j  k  l
    3  *  .  .  .  P  H  *  .   second     3  *  .  .  .  P  H
    2  .  .  .  *  .  .  .  .   shared     2  .  .  .  *  .  .  .  *  .  .  .  *
    1  *  .  .  .  P  H  *  .   first      1  *  .  .  .  P  H

A stone waits at P (pool), enters on d and leaves the board to H (home): the trays stand where RoyalUr
draws the start and the end of the path.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase

from kibitz.core.board import BoardPlan, Caption, CellPlan

CELL_MM = 20.0
TONES = (("light", "#f4e9d0"), ("rosette", "#e0a03c"), ("tray", "#ffffff"))
ROWS = {
    "ur": ("*...  *.", "...*....", "*...  *."),
    "aseb": ("*...        ", "...*...*...*", "*...        "),
}
TRAYS = (("pool1", 2, 4), ("home1", 2, 5), ("pool2", 0, 4), ("home2", 0, 5))


@lru_cache(maxsize=2)
def plan(kind: str) -> BoardPlan:
    """The sheet of this kind: its cells row by row from the upper left, then the trays."""
    rows = ROWS[kind]
    cells = (
        _cell(f"{ascii_lowercase[column]}{3 - row}", row, column, "rosette" if mark == "*" else "light")
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark != " "
    )
    trays = (_cell(name, row, column, "tray") for name, row, column in TRAYS)
    width = len(rows[1])
    return BoardPlan(
        kind=kind,
        size_mm=(width * CELL_MM, 3 * CELL_MM),
        cells=(*cells, *trays),
        captions=_captions(width),
        tones=TONES,
    )


def _cell(name: str, row: int, column: int, tone: str) -> CellPlan:
    x, y, s = column * CELL_MM, row * CELL_MM, CELL_MM
    return CellPlan(
        name=name,
        centre_mm=(x + s / 2, y + s / 2),
        outline_mm=((x, y), (x + s, y), (x + s, y + s), (x, y + s)),
        tone=tone,
        row=row,
        column=column,
        tray=tone == "tray",
    )


def _captions(width: int) -> tuple[Caption, ...]:
    off = CELL_MM * 0.18
    letters = (
        Caption(ascii_lowercase[i], ((i + 0.5) * CELL_MM, 3 * CELL_MM + off), off) for i in range(width)
    )
    numbers = (Caption(str(3 - i), (-off, (i + 0.5) * CELL_MM), off) for i in range(3))
    return (*letters, *numbers)
