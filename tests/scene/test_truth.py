"""A piece in plain view is not hidden because its cell is; an empty cell is not because of its edge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.core.look import look_of
from kibitz.scene.solids import Material, Solid, box_outline
from tests.scene.test_photograph import EMPTY, OVERHEAD, PLAIN, PLAN, photo, with_piece

CELL_MM = 20.0


def strip(cell: str, share: float) -> Solid:
    """Paper over this share of a cell, from its left edge on."""
    x, y = PLAN.cells[PLAN.cell(cell)].centre_mm
    outline = box_outline(CELL_MM * share, CELL_MM, 0, 0)
    at = (x - CELL_MM / 2 + CELL_MM * share / 2, y)
    return Solid(at, outline, ((1.0, 0.0), (1.0, 0.2)), Material((90.0, 90.0, 90.0)), kind=3)


def hidden_under(share: float, face: int) -> float:
    look = with_piece(face, "d4") if face else EMPTY
    taken = photo(
        replace(PLAIN, over=(strip("d4", share),), style=replace(PLAIN.style, off_centre=0.0)), look
    )
    return float(taken.hidden[PLAN.cell("d4")])


def test_an_empty_cell_is_judged_by_its_middle() -> None:
    assert hidden_under(0.03, 0) < 0.03, "its edge hides nothing"
    assert abs(hidden_under(0.5, 0) - 0.5) < 0.07
    assert abs(hidden_under(0.25, 0) - (0.25 - 0.05) / 0.9) < 0.07


def test_a_cell_with_a_piece_is_judged_by_the_piece() -> None:
    assert hidden_under(0.12, 1) < 0.03, "the paper ends before the piece begins"
    assert abs(hidden_under(0.5, 1) - 0.5) < 0.06
    assert hidden_under(1.0, 1) > 0.97


def test_a_piece_out_of_the_picture_is_hidden() -> None:
    beyond = replace(PLAIN, camera=replace(OVERHEAD, centre=(0.5, 1.0)))
    everywhere = look_of([1] * 64)
    hidden = photo(beyond, everywhere).hidden.reshape(8, 8)
    assert hidden[7].min() == 1 and hidden[0].max() == 0
    assert np.isfinite(hidden).all()
