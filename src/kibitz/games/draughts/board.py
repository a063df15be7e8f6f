"""Squares and cells: draughts counts only the squares one plays on, a plan counts every cell.

upper-left cell light          upper-left cell dark        rows from the top, as the sheet lies;
  .  1  .  2  .  3               1  .  2  .  3  .          a square is its number less one
  4  .  5  .  6  .               .  4  .  5  .  6
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.chequer import chequer
from kibitz.games.draughts.switches import Variant


@dataclass(frozen=True)
class Squares:
    """The squares of a board, both ways: by number, by name, by cell."""

    plan: BoardPlan
    cells: tuple[Cell, ...]
    """The cell of each square."""
    names: tuple[str, ...]
    """How notation writes each square: `22`, or `c3` where games are written in letters."""
    by_name: dict[str, int]
    """The square of every way to write it."""
    by_cell: dict[Cell, int]
    rows: tuple[int, ...]
    """Each square's row, from the top."""
    columns: tuple[int, ...]

    @property
    def lettered(self) -> bool:
        """Whether games on this board are written in letters (`a3-a4`)."""
        return not self.names[0].isdigit()


def squares(variant: Variant) -> Squares:
    """The squares of a variant's board."""
    return _squares(variant.size, variant.upper_left, variant.all_cells)


def kind(size: int, upper_left: str, all_cells: bool) -> str:
    """The name of the printed sheet: `chequer-8-light`, or `square-8` where every cell is played on."""
    return f"square-{size}" if all_cells else f"chequer-{size}-{upper_left}"


@lru_cache(maxsize=32)
def _squares(size: int, upper_left: str, all_cells: bool) -> Squares:
    played = _played(size, upper_left, all_cells)
    number = {} if all_cells else {place: str(i) for i, place in enumerate(played, 1)}
    plan = chequer(
        kind(size, upper_left, all_cells),
        size,
        upper_left=upper_left,
        label=lambda row, column: number.get((row, column), ""),
        playable=lambda row, column: all_cells or (row, column) in number,
        plain=all_cells,
    )
    cells = tuple(row * size + column for row, column in played)
    written = [(plan.cells[cell].name, plan.cells[cell].label) for cell in cells]
    return Squares(
        plan,
        cells,
        names=tuple(label or name for name, label in written),
        by_name={text: i for i, both in enumerate(written) for text in both if text},
        by_cell={cell: i for i, cell in enumerate(cells)},
        rows=tuple(row for row, _ in played),
        columns=tuple(column for _, column in played),
    )


def _played(size: int, upper_left: str, all_cells: bool) -> list[tuple[int, int]]:
    odd = 1 if upper_left == "light" else 0
    places = [(row, column) for row in range(size) for column in range(size)]
    return [(r, c) for r, c in places if all_cells or (r + c) % 2 == odd]
