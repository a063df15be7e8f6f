"""Flat prints seen through a plain camera, with the truth: enough to test finding a board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.core.marks import marked
from kibitz.core.observation import Frame, Image, LocatedBoard, Matrix
from kibitz.scene.sheet import Sheet, printed
from kibitz.vision.projection import Points, located_px, to_px


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A picture of a plan and the homography that made it."""

    image: Image
    plan: BoardPlan
    homography_mm_to_px: Matrix

    @property
    def frame(self) -> Frame:
        return Frame(self.image)

    @property
    def corners_px(self) -> Points:
        """The field's corners, clockwise from the board's upper left."""
        width, height = self.plan.size_mm
        return to_px(
            self.homography_mm_to_px, np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        )

    def error_cells(self, found: LocatedBoard) -> float:
        """How far off the worst cell centre is, in cells."""
        centres = np.array([cell.centre_mm for cell in self.plan.cells if not cell.tray])
        off = located_px(found, centres) - to_px(self.homography_mm_to_px, centres)
        area = float(cv2.contourArea(self.corners_px.astype(np.float32)))
        return float(np.linalg.norm(off, axis=1).max() / np.sqrt(area / len(self.plan.cells)))


def snapshot(
    plan: BoardPlan,
    layout: str = "kibitz",
    *,
    size_px: tuple[int, int] = (640, 480),
    fill: float = 0.4,
    tilt_deg: float = 0.0,
    towards_deg: float = 30.0,
    turn_deg: float = 0.0,
    shift: tuple[float, float] = (0.0, 0.0),
    side_2019_cells: float = 1.5,
    noise: float = 2.0,
    lines: float = 0.0125,
) -> Snapshot:
    """The print of a plan in a picture; `fill` is the field's longer side over the picture's width."""
    sheet = marked(plan, layout, side_2019_cells=side_2019_cells) if layout else plan
    homography = _camera(plan, size_px, fill, np.deg2rad([tilt_deg, towards_deg, turn_deg]), shift)
    page = printed(sheet, Sheet(lines=lines, wear=0.0), 4.0)
    step = 1 / page.px_per_mm
    (x, y), fine = page.origin_mm, 3
    to_mm = np.array([[step, 0, x + step / 2], [0, step, y + step / 2], [0, 0, 1]])
    finer = np.array([[fine, 0, (fine - 1) / 2], [0, fine, (fine - 1) / 2], [0, 0, 1]])
    large = (size_px[0] * fine, size_px[1] * fine)
    image = cv2.warpPerspective(page.image, finer @ homography @ to_mm, large, borderValue=(90, 110, 140))
    image = cv2.GaussianBlur(cv2.resize(image, size_px, interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    grain = np.random.default_rng(7).normal(0, noise, image.shape)
    return Snapshot(np.clip(image * 0.85 + grain, 0, 255).astype(np.uint8), plan, homography)


def _camera(
    plan: BoardPlan,
    size_px: tuple[int, int],
    fill: float,
    angles: Points,
    shift: tuple[float, float],
) -> Matrix:
    (width_mm, height_mm), (width_px, height_px) = plan.size_mm, size_px
    tilt, towards, turn = angles
    axis = np.array([np.cos(towards), np.sin(towards), 0])
    spin, _ = cv2.Rodrigues(np.array([0, 0, turn]))
    lean, _ = cv2.Rodrigues(axis * tilt)
    rotation = np.asarray(lean @ spin, np.float64)
    focal_px, longer_mm = 1.1 * width_px, max(width_mm, height_mm)
    away_mm = focal_px * longer_mm / (fill * width_px)
    lens = np.array(
        [[focal_px, 0, width_px * (0.5 + shift[0])], [0, focal_px, height_px * (0.5 + shift[1])], [0, 0, 1]]
    )
    centred = np.array([[1, 0, -width_mm / 2], [0, 1, -height_mm / 2], [0, 0, 1]])
    homography = lens @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, away_mm]]) @ centred
    return np.asarray(homography / homography[2, 2], np.float64)
