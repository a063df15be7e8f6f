"""The picture in grey, no finer than is useful for finding a board."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz.core.observation import Image

LONGEST_PX = 1600
"""A finer picture shows no more of a board, and time grows with its area."""


def working_grey(image: Image) -> tuple[Image, float]:
    """The grey picture and its scale against the given one."""
    scale = min(1.0, LONGEST_PX / max(image.shape[:2]))
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    if scale == 1.0:
        return grey, 1.0
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale
