"""The printed board, in millimetres: one description that is printed, searched for and drawn.

The origin is the upper-left corner of the playing field, x to the right, y downwards. Marks and
decorations lie outside the field and so may have negative coordinates.

        m       m      m: marks
         +-----+
         | field
         +-----+
        m       m
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

Cell: TypeAlias = int
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CellPlan:
    """One place on the board. Trays (an Ur player's pool) stand beside it and no camera reads them."""

    name: str
    centre_mm: Point
    outline_mm: tuple[Point, ...]
    tone: str
    """How the empty cell is printed: `light`, `dark`, or a tone of the game's own (`rosette`)."""
    row: int
    column: int
    label: str = ""
    """What notation calls the cell, where that is not its name: `22` for c3."""
    playable: bool = True
    tray: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """An ArUco mark (DICT_7X7_50), upright in the board's frame."""

    id: int
    upper_left_mm: Point
    side_mm: float

    @property
    def corners_mm(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the upper left, as OpenCV reports them."""
        (x, y), s = self.upper_left_mm, self.side_mm
        return (x, y), (x + s, y), (x + s, y + s), (x, y + s)


@dataclass(frozen=True, slots=True)
class Shape:
    """A printed decoration: a closed polygon filled with a tone, under the cells."""

    outline_mm: tuple[Point, ...]
    tone: str


@dataclass(frozen=True, slots=True)
class Caption:
    """A printed text, centred on a point."""

    text: str
    centre_mm: Point
    height_mm: float


@dataclass(frozen=True)
class BoardPlan:
    """A whole board. `kind` names the printed sheet: games with one kind share a sheet."""

    kind: str
    size_mm: Point
    cells: tuple[CellPlan, ...]
    marks: tuple[Mark, ...] = ()
    shapes: tuple[Shape, ...] = ()
    captions: tuple[Caption, ...] = ()
    tones: tuple[tuple[str, str], ...] = field(default=(("light", "#ffffff"), ("dark", "#808080")))
    """The printed colour of each tone."""

    def __post_init__(self) -> None:
        if len(self._by_name) != len(self.cells):
            raise ValueError(f"two cells of {self.kind} share a name")

    @cached_property
    def _by_name(self) -> dict[str, Cell]:
        return {cell.name: index for index, cell in enumerate(self.cells)}

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells the camera reads, row by row from the upper left."""
        seen = [i for i, cell in enumerate(self.cells) if not cell.tray]
        numbers = sorted({self.cells[i].row for i in seen})
        order = sorted(seen, key=lambda i: self.cells[i].column)
        return tuple(tuple(i for i in order if self.cells[i].row == row) for row in numbers)

    def cell(self, name: str) -> Cell:
        """The index of the cell with this name."""
        return self._by_name[name]

    def scaled(self, factor: float) -> BoardPlan:
        """The same board, larger or smaller."""

        def at(point: Point) -> Point:
            return point[0] * factor, point[1] * factor

        def all_at(points: tuple[Point, ...]) -> tuple[Point, ...]:
            return tuple(at(point) for point in points)

        return replace(
            self,
            size_mm=at(self.size_mm),
            cells=tuple(
                replace(c, centre_mm=at(c.centre_mm), outline_mm=all_at(c.outline_mm)) for c in self.cells
            ),
            marks=tuple(Mark(m.id, at(m.upper_left_mm), m.side_mm * factor) for m in self.marks),
            shapes=tuple(Shape(all_at(s.outline_mm), s.tone) for s in self.shapes),
            captions=tuple(Caption(c.text, at(c.centre_mm), c.height_mm * factor) for c in self.captions),
        )
