"""A board that was found, and the checks that it is one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.core.observation import Image, LocatedBoard, Matrix
from kibitz.vision.fit import Fit
from kibitz.vision.marks_search import CELLS, LIKENESS, likenesses
from kibitz.vision.projection import Points, field_mm, half_mm, located_px
from kibitz.vision.refine import Settled
from kibitz.vision.sheets import Sheet

REFINED_SHARE = 0.25
"""From this share of agreeing edges on, the grid (and not the marks alone) holds the fit."""
SMALLEST_CELL_PX = 5.0


@dataclass(frozen=True, eq=False)
class FoundBoard(LocatedBoard):
    """A located board that remembers how it was found, so that it can be followed."""

    sheet: Sheet | None = None
    fit: Fit | None = None
    share: float = 0.0
    """How many of the field's edges lie where the fit says."""
    turns: tuple[int, ...] = ()
    """Further quarter turns, clockwise, that fit as well: without marks a grid has no upper side."""

    def scaled(self, factor: float) -> FoundBoard:
        """The same board in the same picture, larger or smaller."""
        if factor == 1.0 or self.fit is None:
            return self
        # Pixel centres have whole coordinates, so scaling takes x to (x + 0.5) f - 0.5.
        off = 0.5 * factor - 0.5
        to = np.array([[factor, 0, off], [0, factor, off], [0, 0, 1]])
        return replace(
            self,
            homography_mm_to_px=to @ self.homography_mm_to_px,
            error_px=self.error_px * factor,
            fit=replace(self.fit, unit_to_px=to @ self.fit.unit_to_px),
        )


def board_of(sheet: Sheet, rest: Settled, marks: int, *, turns: tuple[int, ...] = ()) -> FoundBoard:
    """The located board of a fit that came to rest."""
    homography = rest.fit.unit_to_px @ unit_from_mm(sheet.plan)
    return FoundBoard(
        plan=sheet.plan,
        homography_mm_to_px=homography / homography[2, 2],
        error_px=rest.error_px,
        marks_seen=marks,
        refined=rest.share >= REFINED_SHARE,
        bend=rest.fit.bend if rest.fit.bend.any() else None,
        sheet=sheet,
        fit=rest.fit,
        share=rest.share,
        turns=turns,
    )


def unit_from_mm(plan: BoardPlan) -> Matrix:
    """The matrix that measures points of the plan from the field's middle in halves of its longer side."""
    half, (x, y) = half_mm(plan), plan.size_mm
    return np.array([[1 / half, 0, -x / 2 / half], [0, 1 / half, -y / 2 / half], [0, 0, 1]])


def field_px(board: LocatedBoard) -> Points:
    """The field's corners in the picture, clockwise from the board's upper left."""
    return located_px(board, field_mm(board.plan))


def marks_seen(grey: Image, sheet: Sheet, fit: Fit) -> int:
    """How many of the sheet's marks show their code where the fit puts them."""
    if not sheet.marks:
        return 0
    places = []
    for corners, grows in sheet.corners.values():
        at = corners + fit.grown * grows
        places.append(at[0] + CELLS * (at[2] - at[0]))
    return int((likenesses(grey, fit.px(np.concatenate(places)), sheet.ids) >= LIKENESS).sum())


def sound(sheet: Sheet, fit: Fit) -> bool:
    """Whether a sheet before a camera can lie so: not turned over, not folded, not a speck."""
    if not np.isfinite(fit.unit_to_px).all():
        return False
    corners = fit.placed(*sheet.field)[0]
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    return bool((turns > 0).all()) and _cell_px(sheet.plan, corners) > SMALLEST_CELL_PX


def shift_cells(sheet: Sheet, before: Fit, after: Fit) -> float:
    """How far the field's corners moved, in cells."""
    old, new = (fit.placed(*sheet.field)[0] for fit in (before, after))
    return float(np.abs(new - old).max()) / max(_cell_px(sheet.plan, new), 1e-6)


def _cell_px(plan: BoardPlan, corners_px: Points) -> float:
    """The root of a cell's mean area."""
    return float(np.sqrt(abs(cv2.contourArea(corners_px.astype(np.float32))) / len(plan.cells)))
