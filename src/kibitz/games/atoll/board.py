"""The printed Atoll board: flat-topped hexagons, the twelve islands in colour round them, letters, numbers.

Points are computed on the lattice of hexagon corners, in half sides to the right and half heights downwards.

     _    centre (3q, 2r + q); corners two half sides beside it,
    / \\   and one half side beside and one half height above or below it
    \\_/
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import sqrt

from kibitz.core.board import BoardPlan, Caption, CellPlan, Point, Shape
from kibitz.games.atoll.hexes import Hex, Hexes, hexes

SIDE_MM = 10.0
CAPTION_MM = 4.0
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
RED, GREEN = "#d32f2f", "#2e8b57"
TONES = (("light", "#ffffff"), ("dark", "#808080"), ("first", RED), ("second", GREEN))


@cache
def plan(n: int) -> BoardPlan:
    """The board of size n; its cells are the playable hexes, the islands are print."""
    board = hexes(n)
    return BoardPlan(
        kind=f"hex-{n}",
        size_mm=_mm(n, (3 * n + 2, 2 * n)),
        cells=tuple(_cell(board, hexagon) for hexagon in board.cells),
        shapes=tuple(
            Shape(_outline_mm(n, island), "second" if k % 2 else "first")
            for k, island in enumerate(board.islands)
        ),
        captions=(*_letters(board), *_numbers(board)),
        tones=TONES,
    )


def _cell(board: Hexes, hexagon: Hex) -> CellPlan:
    return CellPlan(
        name=board.name(hexagon),
        centre_mm=_mm(board.n, _centre(hexagon)),
        outline_mm=_outline_mm(board.n, (hexagon,)),
        tone="light",
        row=board.row(hexagon),
        column=board.column(hexagon),
    )


def _centre(hexagon: Hex) -> tuple[int, int]:
    q, r = hexagon
    return 3 * q, 2 * r + q


def _mm(n: int, at: tuple[float, float]) -> Point:
    """A lattice point in millimetres from the field's upper-left corner."""
    return (at[0] + 3 * n + 2) * SIDE_MM / 2, (at[1] + 2 * n) * SIDE_MM * sqrt(3) / 2


def _outline_mm(n: int, island: tuple[Hex, ...]) -> tuple[Point, ...]:
    """The outline of hexes that hang together, clockwise: edges between two of them cancel out."""
    edges = {edge for hexagon in island for edge in _edges(hexagon)}
    onward = {a: b for a, b in edges if (b, a) not in edges}
    corner = start = min(onward)
    outline = [start]
    while (corner := onward[corner]) != start:
        outline.append(corner)
    return tuple(_mm(n, corner) for corner in outline)


def _edges(hexagon: Hex) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    x, y = _centre(hexagon)
    corners = [(x + dx, y + dy) for dx, dy in CORNERS]
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _letters(board: Hexes) -> Iterator[Caption]:
    """Each column's letter above its upper end."""
    for q in range(1 - board.n, board.n):
        top = min((h for h in board.cells if h[0] == q), key=board.row)
        yield _caption(board, board.name(top)[0], top, (0, -2), at_corner=q == 0)


def _numbers(board: Hexes) -> Iterator[Caption]:
    """Each rising line's number beyond its lower left end."""
    for number in range(1, 2 * board.n):
        first = min(h for h in board.cells if sum(h) + board.n == number)
        yield _caption(board, str(number), first, (-3, 1), at_corner=number == board.n)


def _caption(board: Hexes, text: str, end: Hex, step: tuple[int, int], *, at_corner: bool) -> Caption:
    """A text beyond the island at the end of a line; the six corners of the rim are free."""
    (x, y), steps = _centre(end), 0.8 if at_corner else 1.8
    return Caption(text, _mm(board.n, (x + steps * step[0], y + steps * step[1])), CAPTION_MM)
