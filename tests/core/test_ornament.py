"""Rosettes: the same on paper, on the screen and in rendered photographs."""

from __future__ import annotations

from math import dist, sqrt

import pytest

from kibitz.core.board import CellPlan
from kibitz.core.ornament import across_mm, ornament

SQUARE = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))


def test_a_square_is_as_far_across_as_its_side_and_a_hexagon_as_its_flats() -> None:
    assert across_mm(CellPlan("a1", (10, 10), SQUARE, "light", 0, 0)) == pytest.approx(20)
    h = sqrt(3)
    hexagon = ((2.0, 0.0), (1.0, h), (-1.0, h), (-2.0, 0.0), (-1.0, -h), (1.0, -h))
    assert across_mm(CellPlan("A1", (0, 0), hexagon, "light", 0, 0)) == pytest.approx(2 * h)


def test_only_rosette_cells_carry_an_ornament() -> None:
    assert ornament(CellPlan("a1", (10, 10), SQUARE, "light", 0, 0)) == ()
    assert ornament(CellPlan("a1", (10, 10), SQUARE, "dark", 0, 0)) == ()


def test_a_rosette_stays_inside_its_cell_and_turns_onto_itself() -> None:
    shapes = ornament(CellPlan("a1", (10, 10), SQUARE, "rosette", 0, 0))
    points = [point for shape in shapes for point in shape.outline_mm]
    assert max(dist(point, (10, 10)) for point in points) < 10
    turned = [(20 - x, 20 - y) for x, y in points]
    assert all(min(dist(point, other) for other in points) < 0.01 for point in turned)
