"""The board near where it was a moment ago: no search, only the fit moved onto the printed edges."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.core.observation import Image
from kibitz.vision.board import FoundBoard, board_of, marks_seen, shift_cells, sound
from kibitz.vision.fit import Fit
from kibitz.vision.refine import NUDGED, STILL, Pace, settled
from kibitz.vision.sheets import Sheet

STILL_CELLS = 0.1
"""A board that moved less than this did not move, so fewer than two marks will do."""
GRID_SHARE = (0.5, 0.35, 0.15, 0.0, 0.0)
"""How much of the grid must agree, by the number of marks that do. Anything with edges agrees by chance
with a quarter of it, so without marks it must be far more."""
FELL = 0.6
"""Should the agreement fall below this share of what it was, the board may have moved further."""


def followed(grey: Image, last: FoundBoard) -> FoundBoard | None:
    """The board again, or nothing when it is no longer about where it was."""
    still = _settled(grey, last, STILL)
    if still is not None and still.share >= FELL * last.share:
        return still
    return _settled(grey, last, NUDGED) or still


def _settled(grey: Image, last: FoundBoard, paces: tuple[Pace, ...]) -> FoundBoard | None:
    sheet, start = last.sheet, last.fit
    if sheet is None or start is None:
        return None
    rest = settled(grey, start, sheet.edges, growing=sheet.free_side, paces=paces)
    count = marks_seen(grey, sheet, rest.fit)
    still = shift_cells(sheet, start, rest.fit) < STILL_CELLS
    if rest.share < GRID_SHARE[count] or not (still or sound(sheet, rest.fit)):
        return None
    if count >= 2 or (still and not _turned(grey, sheet, rest.fit)):
        return board_of(sheet, rest, count)
    return None


def _turned(grey: Image, sheet: Sheet, fit: Fit) -> bool:
    """Whether the board's marks are there, but in other corners: somebody turned it round."""
    quarter = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    turns = (np.linalg.matrix_power(quarter, k) for k in (1, 2, 3))
    return any(marks_seen(grey, sheet, replace(fit, unit_to_px=fit.unit_to_px @ turn)) for turn in turns)
