"""Which way tall pieces lean: where a point above the board appears on it, per unit of its height.

   head      A homography tells how the camera stands, up to its focal length; most cameras are near
  /          enough to FOCAL. On the flattened board the lean is a straight line of the place:
foot         along x it depends on x alone, along y on y alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.observation import Matrix

FOCAL = 1.05
"""Focal length over the longer side of the picture: phones and webcams have 0.75 to 1.5."""
MOST = 2.0
"""Pieces seen from this far aside hide each other anyway."""


@dataclass(frozen=True, slots=True)
class Lean:
    """The lean at the plan's origin, and how it falls with every millimetre away from it."""

    x: float
    y: float
    per_mm: float

    def along(self, at_mm: NDArray[np.float64], start: float) -> NDArray[np.float32]:
        """The lean along one axis at these places of it."""
        return np.asarray(np.clip(start - at_mm * self.per_mm, -MOST, MOST), np.float32)


NONE = Lean(0.0, 0.0, 0.0)


def lean_of(homography_mm_to_px: Matrix, size_px: tuple[int, int]) -> Lean:
    """The lean of a board that lies like this in a picture of this width and height."""
    width, height = size_px
    focal = FOCAL * max(width, height)
    into = np.array([[1 / focal, 0, -width / 2 / focal], [0, 1 / focal, -height / 2 / focal], [0, 0, 1]])
    pose = into @ homography_mm_to_px
    size = (np.linalg.norm(pose[:, 0]) + np.linalg.norm(pose[:, 1])) / 2
    if not np.isfinite(pose).all() or size < 1e-12 or abs(np.linalg.det(pose)) < 1e-18:
        return NONE
    pose = pose / (size if pose[2, 2] > 0 else -size)
    down = np.cross(pose[:, 0], pose[:, 1])
    x, y, per_mm = np.linalg.solve(pose, -down / max(float(np.linalg.norm(down)), 1e-9))
    return Lean(float(x), float(y), float(per_mm))
