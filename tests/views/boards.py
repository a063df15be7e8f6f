"""Games with nothing but a board, a start and pieces: enough to print, one for every kind of board."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Any, cast

from kibitz.core.board import BoardPlan, CellPlan, Point, Shape
from kibitz.core.chequer import chequer
from kibitz.core.game import AnyGame
from kibitz.core.look import Face, Look, Piece, PieceSet, look_of

EMPTY = Face("empty")
MEN = (
    EMPTY,
    Face("first man", "first", "man", "b"),
    Face("first king", "first", "king", "B"),
    Face("second man", "second", "man", "r"),
    Face("second king", "second", "king", "R"),
)
CLASSIC = PieceSet(
    "classic",
    "Blue and red",
    (
        Piece("first man", "disc", "#1f4fd0", "b"),
        Piece("first king", "triangle", "#1f4fd0", "B"),
        Piece("second man", "disc", "#d02020", "r"),
        Piece("second king", "triangle", "#d02020", "R"),
    ),
)
STONES = (EMPTY, Face("first stone", "first", "stone", "1"), Face("second stone", "second", "stone", "2"))
RED_GREEN = PieceSet(
    "red-green",
    "Red and green",
    (Piece("first stone", "stone", "#d02020", "1"), Piece("second stone", "stone", "#1f9a3c", "2")),
)
POOLS = (
    *STONES,
    Face("first pool", "first", "stone", count=7, tray=True),
    Face("second pool", "second", "stone", count=7, tray=True),
)


@dataclass(frozen=True)
class Printable:
    """As much of a game as a printer asks for."""

    name: str
    title: str
    plan: BoardPlan
    faces: tuple[Face, ...]
    piece_sets: tuple[PieceSet, ...]
    opening: Look

    def start(self, setup: str = "") -> Any:
        return setup

    def look(self, position: Any) -> Look:
        return self.opening


def printable(kind: str) -> AnyGame:
    """A game on a board of this kind."""
    family, *rest = kind.split("-")
    if family in ("chequer", "square"):
        return _draughts(kind, int(rest[0]))
    if family == "hex":
        plan = hexes(kind, int(rest[0]))
        return _game("Atoll", plan, STONES, RED_GREEN, look_of([0] * len(plan.cells)))
    plan = race(kind)
    return _game("Race", plan, POOLS, RED_GREEN, look_of([*[0] * (len(plan.cells) - 2), 3, 4]))


def _game(title: str, plan: BoardPlan, faces: tuple[Face, ...], pieces: PieceSet, look: Look) -> AnyGame:
    return cast(AnyGame, Printable(f"test/{plan.kind}", title, plan, faces, (pieces,), look))


def _draughts(kind: str, size: int) -> AnyGame:
    plan = chequer(kind, size, upper_left=kind.rsplit("-", 1)[-1], plain=kind.startswith("square"))
    rows = size // 2 - 1

    def face(cell: CellPlan) -> int:
        if cell.tone == "light" and not kind.startswith("square"):
            return 0
        return 3 if cell.row < rows else 1 if cell.row >= size - rows else 0

    return _game("Poznań draughts", plan, MEN, CLASSIC, look_of(face(cell) for cell in plan.cells))


def hexes(kind: str, n: int, radius_mm: float = 6.0) -> BoardPlan:
    """Pointed-top hexagon of flat-top cells with a rim of islands, one corner up."""
    step = radius_mm * sqrt(3)
    reach = n - 1
    middle = (1.5 * radius_mm * n + radius_mm, step * n)
    inside = [(q, r) for q in range(-reach, n) for r in range(-reach, n) if abs(q + r) <= reach]
    rim = [(q, r) for q in range(-n, n + 1) for r in range(-n, n + 1) if max(abs(q), abs(r), abs(q + r)) == n]

    def centre(q: int, r: int) -> Point:
        return middle[0] + 1.5 * radius_mm * q, middle[1] + step * (r + q / 2)

    def outline(q: int, r: int) -> tuple[Point, ...]:
        x, y = centre(q, r)
        return tuple((x + radius_mm * cos(a * pi / 3), y + radius_mm * sin(a * pi / 3)) for a in range(6))

    cells = tuple(
        CellPlan(f"{chr(65 + q + reach)}{q + r + n}", centre(q, r), outline(q, r), "light", r, q)
        for q, r in inside
    )
    shapes = tuple(Shape(outline(q, r), "rim") for q, r in rim if 0 not in (q, r, q + r))
    tones = (("light", "#f4efe2"), ("rim", "#9a9a9a"))
    return BoardPlan(kind, (2 * middle[0], 2 * middle[1]), cells, shapes=shapes, tones=tones)


def race(kind: str, cell_mm: float = 20.0) -> BoardPlan:
    """Three rows of squares, with two trays in a gap, lying across."""
    wide = {"ur": 8, "aseb": 12}[kind]

    def cell(row: int, column: int, name: str = "", tray: bool = False) -> CellPlan:
        x, y, s = column * cell_mm, row * cell_mm, cell_mm
        tone = "rosette" if (row, column) in ((0, 0), (2, 0), (1, 3)) else "light"
        corners = ((x, y), (x + s, y), (x + s, y + s), (x, y + s))
        title = name or f"{'abcdefghijkl'[column]}{3 - row}"
        return CellPlan(title, (x + s / 2, y + s / 2), corners, tone, row, column, tray=tray)

    squares = [
        cell(row, column) for row in range(3) for column in range(wide) if row == 1 or column not in (4, 5)
    ]
    trays = [cell(2, 4, "pool1", True), cell(0, 4, "pool2", True)]
    tones = (("light", "#f4e9d0"), ("rosette", "#e0a03c"))
    return BoardPlan(kind, (wide * cell_mm, 3 * cell_mm), (*squares, *trays), tones=tones)
