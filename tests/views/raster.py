"""Printed pages as pixels, and what can be measured there: marks, outlines, the ruler, pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]  # it ships no types
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, CellPlan
from kibitz.core.game import AnyGame
from kibitz.core.marks import marked
from kibitz.views.paper import Sheet, fitted
from kibitz.views.pdf import pdf
from kibitz.views.sheet import pages
from tests.views.boards import printable

DPI = 300
PX_PER_MM = DPI / 25.4
Pixels = NDArray[np.uint8]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Printed:
    """A board as it was planned, as a file, and as pixels."""

    sheet: Sheet
    file: bytes
    grey: Pixels

    @property
    def px_per_mm(self) -> Matrix:
        """Across and down; a page is rounded up to whole pixels."""
        return np.array(self.grey.shape[::-1]) / self.sheet.page_mm


@lru_cache(maxsize=16)
def printed(kind: str, paper: str = "a4", layout: str = "kibitz") -> Printed:
    """The first page of a board of this kind."""
    return printed_game(printable(kind), paper, layout)


def printed_game(game: AnyGame, paper: str = "a4", layout: str = "kibitz") -> Printed:
    """The first page of a game's board."""
    file = pdf(pages(game, paper=paper, layout=layout), game.title)
    return Printed(fitted(marked(game.plan, layout), paper), file, raster(file)[0])


def raster(file: bytes, *, colour: bool = False) -> list[Pixels]:
    """Every page of a PDF at 300 dpi."""
    with pypdfium2.PdfDocument(file) as document:
        return [
            np.asarray(page.render(scale=DPI / 72, grayscale=not colour).to_numpy(), np.uint8).squeeze()
            for page in document
        ]


def seen_marks(grey: Pixels) -> dict[int, Matrix]:
    """The corners of every mark that OpenCV finds, in pixels."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_7X7_50), parameters)
    corners, ids, _ = detector.detectMarkers(grey)
    found: list[int] = [] if ids is None else [int(i) for i in np.ravel(ids)]
    # OpenCV puts the centre of the first pixel at 0; a page begins half a pixel before it.
    return {i: np.asarray(c, np.float64).reshape(4, 2) + 0.5 for i, c in zip(found, corners, strict=True)}


def mm_to_px(plan: BoardPlan, grey: Pixels) -> Matrix:
    """Where the plan lies, fitted to the marks that were seen."""
    seen = seen_marks(grey)
    ours = np.array([corner for mark in plan.marks for corner in mark.corners_mm], np.float64)
    theirs = np.concatenate([seen[mark.id] for mark in plan.marks])
    matrix, _ = cv2.findHomography(ours, theirs)
    return np.asarray(matrix, np.float64)


def centre_error_mm(cell: CellPlan, grey: Pixels, matrix: Matrix) -> float:
    """How far a cell's printed outline is from where the plan puts it, as a shift of its centre."""
    corners = np.array(cell.outline_mm, np.float64)
    ends = np.roll(corners, -1, axis=0)
    along = ends - corners
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.linalg.norm(along, axis=1)[:, None]
    middles = (corners + ends) / 2
    off = np.array([_line_offset_mm(m, n, grey, matrix) for m, n in zip(middles, normals, strict=True)])
    shift, *_ = np.linalg.lstsq(normals, off, rcond=None)
    return float(np.linalg.norm(shift))


def _line_offset_mm(middle: Matrix, normal: Matrix, grey: Pixels, matrix: Matrix) -> float:
    """Where the dark line of an edge lies along the edge's normal, from 1 mm inside to 1 mm outside."""
    steps = np.arange(-1.0, 1.0, 0.02)
    points = cv2.perspectiveTransform((middle + steps[:, None] * normal)[None], matrix)[0] - 0.5
    at = points.astype(np.float32)
    values = np.asarray(cv2.remap(grey, at[:, :1], at[:, 1:], cv2.INTER_LINEAR), np.float64)[:, 0]
    dark = np.clip(92 - values, 0, None)
    assert dark.sum() > 0, f"no line at {middle}"
    return float((dark * steps).sum() / dark.sum())


def ruler_ticks_px(printed_board: Printed) -> list[float]:
    """The centres of the ruler's long ticks, from the row of pixels that shows exactly eleven of them."""
    room, grey = printed_board.sheet.ruler_box, printed_board.grey
    left = round(room.left * PX_PER_MM)
    for row in range(round(room.top * PX_PER_MM), round(room.bottom * PX_PER_MM)):
        line = grey[row, left : round(room.right * PX_PER_MM)]
        ticks = _runs(line < 128)
        if len(ticks) == 11 and all(stop - start <= 5 for start, stop in ticks):
            return [_centre(line, *tick) for tick in ticks]
    raise AssertionError("no ruler")


def _runs(dark: NDArray[Any]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], dark.astype(np.int8), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _centre(line: Pixels, start: int, stop: int) -> float:
    around = np.arange(start - 2, stop + 2)
    weight = 255.0 - line[around]
    return float((around * weight).sum() / weight.sum())


def blobs_mm(page: Pixels, colour: str) -> list[tuple[float, float]]:
    """Width and height of every patch of this colour (as the page has it, blue first) and its edge line."""
    wanted = [int(colour[i : i + 2], 16) for i in (5, 3, 1)]
    same = cv2.inRange(page[:, :, :3], np.array(wanted) - 24.0, np.array(wanted) + 24.0)
    count, _, stats, _ = cv2.connectedComponentsWithStats(same)
    boxes = [stats[i] for i in range(1, count) if stats[i][cv2.CC_STAT_AREA] > PX_PER_MM**2]
    return [(b[cv2.CC_STAT_WIDTH] / PX_PER_MM, b[cv2.CC_STAT_HEIGHT] / PX_PER_MM) for b in boxes]
