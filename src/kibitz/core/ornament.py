"""What is printed on top of a cell's tone: paper, screen and the rendered photograph draw the same."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from kibitz.core.board import CellPlan, Point, Shape

PALE, OCHRE, BROWN = "#fbf6ea", "#b8792e", "#7a4a21"
PETALS = 8


def ornament(cell: CellPlan) -> tuple[Shape, ...]:
    """The shapes on this cell, the lowest first; a shape's tone is its colour. Most cells have none."""
    return rosette(cell.centre_mm, 0.43 * across_mm(cell)) if cell.tone == "rosette" else ()


def rosette(centre_mm: Point, radius_mm: float) -> tuple[Shape, ...]:
    """An eight-petalled rosette, as on the boards from Ur."""
    petals = (Shape(_petal(centre_mm, radius_mm, 2 * pi * i / PETALS), _shade(i)) for i in range(PETALS))
    return (
        Shape(_round(centre_mm, radius_mm), BROWN),
        Shape(_round(centre_mm, 0.94 * radius_mm), PALE),
        *petals,
        Shape(_round(centre_mm, 0.17 * radius_mm), PALE),
        Shape(_round(centre_mm, 0.1 * radius_mm), BROWN),
    )


def across_mm(cell: CellPlan) -> float:
    """The diameter of the largest circle around the cell's centre that stays inside it."""
    ends = zip(cell.outline_mm, (*cell.outline_mm[1:], cell.outline_mm[0]), strict=True)
    return 2 * min(_distance(cell.centre_mm, one, other) for one, other in ends)


def _shade(petal: int) -> str:
    return OCHRE if petal % 2 else BROWN


def _petal(centre_mm: Point, radius_mm: float, angle: float) -> tuple[Point, ...]:
    """A pointed leaf from the centre almost to the rim."""
    side = [(step / 12, 0.2 * sin(pi * (step / 12) ** 1.4)) for step in range(13)]
    leaf = side + [(along, -off) for along, off in reversed(side[1:-1])]
    (x, y), c, s = centre_mm, cos(angle) * radius_mm * 0.9, sin(angle) * radius_mm * 0.9
    return tuple((x + along * c - off * s, y + along * s + off * c) for along, off in leaf)


def _round(centre_mm: Point, radius_mm: float, corners: int = 64) -> tuple[Point, ...]:
    x, y = centre_mm
    angles = (2 * pi * i / corners for i in range(corners))
    return tuple((x + radius_mm * cos(angle), y + radius_mm * sin(angle)) for angle in angles)


def _distance(point: Point, one: Point, other: Point) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    return abs((point[0] - one[0]) * dy - (point[1] - one[1]) * dx) / hypot(dx, dy)
