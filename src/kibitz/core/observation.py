"""What one camera frame says: the picture, where the board lies in it, and what each cell shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan

Image: TypeAlias = NDArray[np.uint8]
Matrix: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture (BGR, 8 bits), when it was taken (seconds) and which one it is."""

    image: Image
    at: float = 0.0
    id: int = 0

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError("a frame is height x width x 3, uint8, blue-green-red")


@dataclass(frozen=True, eq=False)
class LocatedBoard:
    """Where a plan lies in a frame, and how surely."""

    plan: BoardPlan
    homography_mm_to_px: Matrix
    error_px: float
    """Root mean square distance between the fit and what it was fitted to."""
    marks_seen: int = 0
    refined: bool = False
    bend: Matrix | None = None
    """How the sheet departs from the plane; `vision.projection` says what the numbers are."""


@dataclass(frozen=True, eq=False)
class Observation:
    """Calibrated log P(pixels | face) per cell and face, and how much of each cell is seen (0 to 1)."""

    logp: NDArray[np.float32]
    seen: NDArray[np.float32]
    at: float = 0.0
    frame_id: int = 0

    def __post_init__(self) -> None:
        if self.logp.ndim != 2 or self.seen.shape != self.logp.shape[:1]:
            raise ValueError("logp is cells x faces and seen is one number per cell")
        if not np.isfinite(self.logp).all() or not ((self.seen >= 0) & (self.seen <= 1)).all():
            raise ValueError("logp is finite and seen lies between 0 and 1")
