"""What moves beside a cell: a hand at the edge of the board may cover nothing and still put a stone down."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan
from kibitz.core.observation import Frame, Image, LocatedBoard, Observation
from kibitz.vision.projection import located_px

WIDTH_PX = 256  # coarse enough that the camera's noise is averaged away, fine enough for a finger
STIRRED = 16  # levels of 255 by which a spot changes when a hand or its shadow passes
SPOTS = 3  # of the ring's spots: one or two may be a mark that flickers
AT_MOST_SEEN = 0.85  # less than a clear cell, more than a hidden one
RING = 12


class Stir:
    """Compares each picture with the one before it."""

    def __init__(self, plan: BoardPlan) -> None:
        self._ring_mm = _rings(plan)
        self._before: Image | None = None

    def lessened(self, seen: Observation, frame: Frame, located: LocatedBoard) -> Observation:
        """The observation, with cells that something moves beside seen a little less surely."""
        stirred = self._beside(frame.image, located)
        if not stirred.any():
            return seen
        least = np.where(stirred, np.minimum(seen.seen, AT_MOST_SEEN), seen.seen).astype(np.float32)
        return Observation(seen.logp, least, seen.at, seen.frame_id)

    def _beside(self, image: Image, located: LocatedBoard) -> NDArray[np.bool_]:
        scale = WIDTH_PX / image.shape[1]
        size = (WIDTH_PX, max(1, round(image.shape[0] * scale)))
        # A few pixels of a large picture average noise away well enough, in a quarter of the time.
        near = cv2.resize(image, (2 * size[0], 2 * size[1]), interpolation=cv2.INTER_NEAREST)
        small = cv2.resize(near, size, interpolation=cv2.INTER_AREA)
        before, self._before = self._before, np.asarray(small, np.uint8)
        if before is None or before.shape != small.shape:
            return np.zeros(len(self._ring_mm), np.bool_)
        blue, green, red = cv2.split(cv2.absdiff(small, before))
        moved = cv2.max(cv2.max(blue, green), red) >= STIRRED
        if not moved.any():
            return np.zeros(len(self._ring_mm), np.bool_)
        at_px = np.rint(located_px(located, self._ring_mm) * scale - 0.5).astype(int)
        x, y = at_px[..., 0], at_px[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < moved.shape[1]) & (y < moved.shape[0])
        spots = moved[np.where(inside, y, 0), np.where(inside, x, 0)] & inside
        stirred: NDArray[np.bool_] = spots.sum(axis=1) >= SPOTS
        return stirred


def _rings(plan: BoardPlan) -> NDArray[np.float64]:
    """Spots around each cell, once and one and a half times as far as its neighbour, [cells, n, 2]."""
    centres = np.array([cell.centre_mm for cell in plan.cells], np.float64)
    apart = np.linalg.norm(centres[:, None] - centres[None, :], axis=2)
    np.fill_diagonal(apart, np.inf)
    angles = np.arange(RING) * 2 * np.pi / RING
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rings = np.concatenate([circle, 1.5 * circle]) * apart.min()
    return np.asarray(centres[:, None] + rings[None, :], np.float64)
