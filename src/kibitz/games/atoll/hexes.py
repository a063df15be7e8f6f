"""The hexes of a board of size n: which are played on, which are islands, how they are named (SPEC C2, C4).

Axial coordinates (q, r), s = -q - r; q is the column from left to right, r grows downwards.

        0,-1             a hex and its six neighbours
   -1,0  __  1,-1
        /  \\
        \\__/
   -1,1      1,0
        0,1
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

Hex: TypeAlias = tuple[int, int]

SIZES = (3, 5, 7, 9)
ISLANDS = 12
STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def distance(hexagon: Hex) -> int:
    """Steps from the centre."""
    q, r = hexagon
    return max(abs(q), abs(r), abs(q + r))


def mirrored(hexagon: Hex) -> Hex:
    """The hex in the same row on the other side of the middle column; this exchanges the two colours."""
    q, r = hexagon
    return -q, r + q


@dataclass(frozen=True)
class Hexes:
    """The board of one size. Cells count in reading order: by height, then from left to right."""

    n: int

    @cached_property
    def cells(self) -> tuple[Hex, ...]:
        """The hexes that can be played on."""
        reach = range(1 - self.n, self.n)
        inside = ((q, r) for q in reach for r in reach if distance((q, r)) < self.n)
        return tuple(sorted(inside, key=lambda h: (self.row(h), h[0])))

    @cached_property
    def islands(self) -> tuple[tuple[Hex, ...], ...]:
        """The twelve islands clockwise from just right of the top; even ones are the first player's."""
        rim, half = self._rim(), (self.n - 1) // 2
        return tuple(rim[k * half : (k + 1) * half] for k in range(ISLANDS))

    def _rim(self) -> tuple[Hex, ...]:
        """The ring round the cells, clockwise from the top, without its six corners."""
        corners = [(q * self.n, r * self.n) for q, r in STEPS]
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        return tuple(
            ((a[0] * (self.n - i) + b[0] * i) // self.n, (a[1] * (self.n - i) + b[1] * i) // self.n)
            for a, b in sides
            for i in range(1, self.n)
        )

    def row(self, hexagon: Hex) -> int:
        """The height from the top in half hexes, the rim included."""
        q, r = hexagon
        return 2 * r + q + 2 * self.n - 1

    def column(self, hexagon: Hex) -> int:
        """The column from the left, the rim included."""
        return hexagon[0] + self.n

    def name(self, hexagon: Hex) -> str:
        """A letter for the column and a number for the rising line: E5 is the centre of size 5."""
        q, r = hexagon
        return f"{chr(ord('A') + q + self.n - 1)}{q + r + self.n}"

    def hexagon(self, letter: str, number: int) -> Hex:
        """The hex of a name, on the board or off it."""
        q = ord(letter.upper()) - ord("A") - self.n + 1
        return q, number - q - self.n

    @cached_property
    def index(self) -> dict[Hex, int]:
        """The number of each cell."""
        return {hexagon: i for i, hexagon in enumerate(self.cells)}

    @cached_property
    def mirror(self) -> tuple[int, ...]:
        """The cell that faces each cell across the middle column."""
        return tuple(self.index[mirrored(hexagon)] for hexagon in self.cells)


@cache
def hexes(n: int) -> Hexes:
    """The one board of this size."""
    return Hexes(n)
