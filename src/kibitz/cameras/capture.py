"""OpenCV's reader, which waits 30 s by default, never recovers, and talks to itself on standard error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from kibitz.core.observation import Image


def opened(what: str | int, backend: int = cv2.CAP_ANY, options: Sequence[int] = ()) -> Any | None:
    """A capture that is open, or nothing."""
    _quiet()
    try:
        capture = cv2.VideoCapture(what, backend, list(options))
    except cv2.error:
        return None
    if capture.isOpened():
        return capture
    capture.release()
    return None


def _quiet() -> None:
    set_level: Any = vars(cv2).get("setLogLevel")
    if set_level is not None:
        set_level(0)


def next_image(capture: Any) -> Image | None:
    """The next picture as blue-green-red; nothing at the end or when the source is lost."""
    try:
        done, image = capture.read()
    except cv2.error:
        return None
    if not done or image is None or image.size == 0:
        return None
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return np.asarray(image, np.uint8)
