"""What a photograph hides: how much of every piece, and of every empty cell, lies under something else."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.observation import Image, Matrix
from kibitz.scene.camera import ground, project
from kibitz.scene.canvas import THING
from kibitz.scene.solids import Solid, rings_mm

COVERED = 0.2
"""From this share on a piece, or an empty cell, counts as hidden; the practice pictures' labels use it."""
MIDDLE = 0.84
"""An empty cell is looked at in its middle: this share of its width, up to the next whole millimetre. What
lies along its edge hides nothing: so the practice pictures' labels say, by masks drawn by hand."""


def covered_ground(plan: BoardPlan, kinds: Image, matrix: Matrix) -> Image:
    """What things hide of the board's plane, one pixel a millimetre; outside the picture counts as hidden."""
    size = (round(plan.size_mm[0]), round(plan.size_mm[1]))
    covered = np.where(kinds == THING, np.uint8(255), np.uint8(0))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(covered, ground(matrix), size, flags=flags, borderValue=(255,))
    return np.asarray(flat, np.uint8)


def hidden_shares(
    plan: BoardPlan, covered: Image, pieces: Mapping[Cell, Solid], kinds: Image, matrix: Matrix
) -> NDArray[np.float32]:
    """Share that is covered of the piece on each cell, or of the middle of the cell where there is none."""
    shares = np.ones(len(plan.cells), np.float32)
    for index, cell in enumerate(plan.cells):
        if index in pieces:
            shares[index] = _piece_share(pieces[index], kinds, matrix)
        elif not cell.tray:
            centre = np.array(cell.centre_mm)
            shares[index] = _mean_inside(covered, centre + (np.array(cell.outline_mm) - centre) * MIDDLE)
    return shares


def _piece_share(piece: Solid, kinds: Image, matrix: Matrix) -> float:
    """Share of a piece's outline in the picture where a thing, or nothing, is seen."""
    outline = project(matrix, rings_mm(piece).reshape(-1, 3))
    low = np.floor(outline.min(axis=0)).astype(int)
    columns, rows = np.ceil(outline.max(axis=0)).astype(int) - low + 1
    if max(columns, rows) > max(kinds.shape):
        return 1.0
    mask = np.zeros((rows, columns), np.uint8)
    hull = cv2.convexHull((outline - low).astype(np.float32))
    cv2.fillConvexPoly(mask, np.asarray(np.round(hull), np.int32), (1,))
    seen = np.full((rows, columns), THING, np.uint8)
    y0, x0 = np.maximum(-low[::-1], 0)
    part = kinds[max(low[1], 0) : max(low[1] + rows, 0), max(low[0], 0) : max(low[0] + columns, 0)]
    seen[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]] = part
    return float((seen[mask > 0] == THING).mean())


def _mean_inside(values: Image, outline: Matrix) -> float:
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(outline.max(axis=0)).astype(int)
    part = values[y0:y1, x0:x1]
    if len(outline) == 4:
        return float(part.mean()) / 255
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline - [x0, y0]).astype(np.int32)], (1,))
    return float(part[mask > 0].mean()) / 255
