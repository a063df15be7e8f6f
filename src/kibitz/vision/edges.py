"""What the sheet prints that a camera can measure: borders between tones, thin lines, rims of marks.

An edge is a point of the plan and the direction across it towards its brighter side. A line (the same
tone on both sides, so only its outline is printed) has no brighter side: it is darker than both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, CellPlan, Mark, Point
from kibitz.vision.fit import sway
from kibitz.vision.projection import Floats, Points, half_mm, terms, unit
from kibitz.vision.rectify import inscribed_mm

PAPER = 255.0
ALIKE = 40.0
"""Tones closer than this in brightness count as one: a border between them is only a printed line."""
BESIDE_CELLS = (0.1, 0.24, 0.38, 0.62, 0.76, 0.9)
"""Where along a border to look: near its ends, where pieces seldom reach."""
BESIDE_MARKS = (0.15, 0.3, 0.5, 0.7, 0.85)


@dataclass(frozen=True, eq=False)
class Edges:
    """Points to look at, one row each; lengths in halves of the field's longer side, from its middle."""

    unit: Points
    across: Points
    """The direction towards the brighter side."""
    reach: Floats
    """How far to either side nothing else of the same kind is printed."""
    line: NDArray[np.bool_]
    mark: NDArray[np.int_]
    """Whose rim it is: an index into the marks, or -1 for the field."""
    grows: Points
    """How the point moves when the marks' sides grow by one."""

    @cached_property
    def terms(self) -> Floats:
        return terms(self.unit)

    @cached_property
    def sway(self) -> Floats:
        return sway(self.unit, self.grows)

    @cached_property
    def kinds(self) -> tuple[NDArray[np.bool_], ...]:
        """Borders and lines, where there are any."""
        return tuple(kind for kind in (~self.line, self.line) if kind.any())

    @cached_property
    def has_both(self) -> bool:
        """Whether the field has borders as well as lines."""
        field = self.mark < 0
        return bool((field & ~self.line).any() and self.line.any())

    @cached_property
    def witness(self) -> NDArray[np.bool_]:
        """The field's edges that are surely printed: the borders, or the lines where there are no borders."""
        field = self.mark < 0
        return field & ~self.line if (field & ~self.line).any() else field

    def some(self, every: int) -> Edges:
        """One in so many of these edges."""
        return Edges(*(getattr(self, field.name)[::every] for field in fields(Edges)))


class _Side(NamedTuple):
    a: Points
    b: Points
    centre: Points
    inside: float
    outside: float
    reach_mm: float


def edges_of(plan: BoardPlan, marks: tuple[Mark, ...], *, rim: bool = True) -> Edges:
    """All edges of a board that carries these marks; without its rim where nobody knows what lies beyond."""
    field = [_border(plan, side) for side in _sides(plan, rim)]
    rims = [rim for index, mark in enumerate(marks) for rim in _rims(plan, mark, index)]
    parts = [*field, *rims]
    return Edges(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Edges)))


def _sides(plan: BoardPlan, rim: bool) -> Iterator[_Side]:
    """Every side of every cell once, with the brightness on both sides of it."""
    bright = {name: _luminance(colour) for name, colour in plan.tones}
    shared: dict[frozenset[tuple[int, int]], list[tuple[int, Point, Point]]] = {}
    for i, cell in enumerate(plan.cells):
        for a, b in _around(cell.outline_mm):
            if not cell.tray:
                shared.setdefault(frozenset((_rounded(a), _rounded(b))), []).append((i, a, b))
    for owners in (o for o in shared.values() if rim or len(o) > 1):
        (i, a, b), cell = owners[0], plan.cells[owners[0][0]]
        beyond = plan.cells[owners[1][0]].tone if len(owners) > 1 else _tone_beyond(plan, a, b, cell)
        yield _Side(
            np.array(a),
            np.array(b),
            np.array(cell.centre_mm),
            bright.get(cell.tone, PAPER),
            bright.get(beyond, PAPER),
            inscribed_mm(plan, i) * 0.45,
        )


def _border(plan: BoardPlan, side: _Side) -> Edges:
    points = side.a + np.array(BESIDE_CELLS)[:, None] * (side.b - side.a)
    contrast = side.outside - side.inside
    line = abs(contrast) < ALIKE
    outward = _outward(side.a, side.b, side.centre)
    return _edges(plan, points, outward if line or contrast > 0 else -outward, side.reach_mm, line=line)


def _rims(plan: BoardPlan, mark: Mark, index: int) -> Iterator[Edges]:
    """The black rim on white ground; a growing mark keeps the corner nearest the field's middle."""
    corners = np.array(mark.corners_mm)
    inner = inner_corner(plan, mark)
    for a, b in _around(mark.corners_mm):
        points = np.array(a) + np.array(BESIDE_MARKS)[:, None] * (np.array(b) - np.array(a))
        across = _outward(np.array(a), np.array(b), corners.mean(axis=0))
        grows = (points - inner) / mark.side_mm
        yield _edges(plan, points, across, mark.side_mm / 6, mark=index, grows=grows)


def inner_corner(plan: BoardPlan, mark: Mark) -> Points:
    """The corner nearest the field's middle."""
    corners = np.array(mark.corners_mm)
    away = np.linalg.norm(corners - np.array(plan.size_mm) / 2, axis=1)
    return np.asarray(corners[np.argmin(away)], np.float64)


def _edges(
    plan: BoardPlan,
    points: Points,
    across: Points,
    reach_mm: float,
    *,
    line: bool = False,
    mark: int = -1,
    grows: Points | None = None,
) -> Edges:
    count = len(points)
    return Edges(
        unit=unit(plan, points),
        across=np.tile(across, (count, 1)),
        reach=np.full(count, reach_mm / half_mm(plan)),
        line=np.full(count, line),
        mark=np.full(count, mark),
        grows=np.zeros((count, 2)) if grows is None else grows,
    )


def _around(outline: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    points = tuple(outline)
    return zip(points, (*points[1:], points[0]), strict=True)


def _outward(a: Points, b: Points, centre: Points) -> Points:
    x, y = b - a
    normal = np.array([y, -x]) / np.hypot(x, y)
    return np.asarray(normal if normal @ (a - centre) > 0 else -normal, np.float64)


def _tone_beyond(plan: BoardPlan, a: Point, b: Point, cell: CellPlan) -> str:
    """The decoration just outside the field, or no tone for bare paper."""
    (x, y) = ((a[k] + b[k]) / 2 * 1.1 - cell.centre_mm[k] * 0.1 for k in (0, 1))
    return next((shape.tone for shape in reversed(plan.shapes) if _inside((x, y), shape.outline_mm)), "")


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0] * 100), round(point[1] * 100)


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _inside(point: Point, outline: tuple[Point, ...]) -> bool:
    x, y = point
    crossed = False
    for (x1, y1), (x2, y2) in _around(outline):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            crossed = not crossed
    return crossed
