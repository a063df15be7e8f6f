"""Where squares lie in a bitboard: rows are padded so that every direction is one shift.

Squares are numbered from 0, row by row from the top of the board and left to right (PDN's numbers
less one). On a diagonal board rows take turns in length, so that a step down to the left is always
the same shift, and one to the right that shift plus one. For 8x8 with a light upper-left corner:

    .   0   1   2   3          bits  0  1  2  3
    4   5   6   7                    4  5  6  7  (8 is padding)
    .   8   9  10  11                9 10 11 12
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kibitz.games.draughts.switches import Variant


@dataclass(frozen=True)
class Layout:
    """The squares of a board and their bits."""

    size: int
    upper_left_dark: bool
    all_cells: bool
    sideways: bool
    """Rows are also padded against each other, because pieces may jump along them."""

    @cached_property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each square."""
        return tuple(
            (row, column)
            for row in range(self.size)
            for column in range(self.size)
            if self._in_play(row, column)
        )

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bit (a power of two) of each square."""
        return tuple(1 << (self._row_start(row) + self._place(column)) for row, column in self.cells)

    @cached_property
    def square(self) -> dict[int, int]:
        """The square of each bit."""
        return {bit: number for number, bit in enumerate(self.bits)}

    @cached_property
    def board(self) -> int:
        """All squares."""
        return sum(self.bits)

    @cached_property
    def width(self) -> int:
        """How many bits a board takes."""
        return self.board.bit_length()

    @property
    def down(self) -> tuple[int, ...]:
        """Shifts of one step away from the top: straight down, or to the lower left and lower right."""
        return (self.size + 1,) if self.all_cells else (self._stride, self._stride + 1)

    @property
    def right(self) -> tuple[int, ...]:
        """Shifts of one step along a row, where pieces may go so."""
        return (1,) if self.all_cells or self.sideways else ()

    @property
    def two_down(self) -> tuple[int, ...]:
        """Shifts of one step along a column of a diagonal board, where pieces may go so."""
        return (2 * self._stride + 1,) if self.sideways else ()

    def row(self, number: int) -> int:
        """All squares of a row."""
        return self.mask(square for square, (row, _) in enumerate(self.cells) if row == number)

    def mask(self, squares: Iterable[int]) -> int:
        """The bits of these squares."""
        found = 0
        for square in squares:
            found |= self.bits[square]
        return found

    def squares(self, mask: int) -> Iterator[int]:
        """The squares of these bits, in order."""
        while mask:
            bit = mask & -mask
            yield self.square[bit]
            mask ^= bit

    @property
    def _stride(self) -> int:
        return self.size // 2 + self.sideways

    def _in_play(self, row: int, column: int) -> bool:
        return self.all_cells or ((row + column) % 2 == 0) == self.upper_left_dark

    def _place(self, column: int) -> int:
        return column if self.all_cells else column // 2

    def _row_start(self, row: int) -> int:
        if self.all_cells:
            return row * (self.size + 1)
        longer = (row + 1) // 2 if self.upper_left_dark else row // 2
        return row * self._stride + longer


@lru_cache(maxsize=64)
def layout(variant: Variant) -> Layout:
    """The layout a variant is played on."""
    return Layout(variant.size, variant.upper_left == "dark", variant.all_cells, variant.orthogonal_captures)
