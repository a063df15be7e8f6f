"""The search for marks (ArUco, DICT_7X7_50) in a whole picture, and the check of one mark at a place.

Passes of rising effort, each tried only when the ones before did not show enough: as the picture is;
without thin dark lines, which tie a mark to what it touches, and with many thresholds; the same
enlarged with its contrast evened out; and both once more, blurred, for pictures that are all grain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np

from kibitz.core.observation import Image
from kibitz.vision.projection import Points

PASSES = 4
DICTIONARY = cv2.aruco.DICT_7X7_50
QUICK_PX = 1280
"""The first pass looks at most this closely: a mark of the smallest board then still has 30 px."""
COARSE_PX = 800
"""Small enough for lines to be thin and for grain to be averaged away; the smallest mark has 36 px."""
THOROUGH_PX = 1600
"""Beyond this a larger picture shows noise, not marks, and time grows with its area."""
LIKENESS = 0.5
"""A mark's 49 cells must agree with its code this well; two different codes agree at most by 0.25."""
GRAIN_PX = 1.5
"""Blur that a picture taken in the dark needs before its marks are more than grain."""
_NO_MAP: Any = None


@dataclass(frozen=True, eq=False)
class Sighting:
    """One mark that was decoded: its corners clockwise from its own upper left."""

    id: int
    corners_px: Points

    @property
    def centre_px(self) -> Points:
        return np.asarray(self.corners_px.mean(axis=0), np.float64)

    @property
    def side_px(self) -> float:
        """The root of its area."""
        x, y = self.corners_px.T
        return float(np.sqrt(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2))


def sightings(grey: Image, effort: int) -> tuple[Sighting, ...]:
    """The marks that this pass finds, from 0 (quick) to PASSES - 1 (thorough)."""
    if effort == PASSES - 1:
        soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), GRAIN_PX), np.uint8)
        return distinct((*sightings(soft, 1), *sightings(soft, 2), *_in_the_dark(_lit(soft))))
    lit = _lit(grey)
    if effort == 0:
        return _detected(_quick(), lit, _scale(grey, QUICK_PX))
    if effort == 1:
        return _detected(_wide(), lit, _scale(grey, COARSE_PX), unlined_px=3)
    scale = _scale(grey, THOROUGH_PX, most=2.0)
    even = np.asarray(cv2.createCLAHE(2.0, (8, 8)).apply(lit), np.uint8)
    return _detected(_wide(), even, scale, unlined_px=5 if scale > 1 else 3)


def _in_the_dark(lit: Image) -> Iterable[Sighting]:
    """Grain ties each mark to something else at each scale: between them, two more show most marks."""
    for longest_px, unlined_px in ((THOROUGH_PX, 0), (QUICK_PX, 5)):
        yield from _detected(_wide(), lit, _scale(lit, longest_px, most=1.25), unlined_px)


def distinct(found: Iterable[Sighting]) -> tuple[Sighting, ...]:
    """The sightings without repetitions of the same mark at the same place; the first one stays."""
    kept: list[Sighting] = []
    for one in found:
        if not any(one.id == other.id and _same_place(one, other) for other in kept):
            kept.append(one)
    return tuple(kept)


def likenesses(grey: Image, cells_px: Points, ids: tuple[int, ...]) -> Points:
    """How well the picture shows each mark's code at the middles of its 49 cells: 1 exactly, 0 not at all."""
    seen = cv2.remap(grey, cells_px.astype(np.float32)[None], _NO_MAP, cv2.INTER_LINEAR)
    shown = np.asarray(seen, np.float64).reshape(len(ids), -1)
    shown -= shown.mean(axis=1)[:, None]
    length = np.sqrt((shown**2).sum(axis=1)) + 1e-9
    return np.asarray((shown * _codes(ids)).sum(axis=1) / length, np.float64)


def _same_place(one: Sighting, other: Sighting) -> bool:
    return bool(np.hypot(*(one.centre_px - other.centre_px)) < one.side_px / 2)


def _scale(grey: Image, longest_px: int, *, most: float = 1.0) -> float:
    return min(most, longest_px / max(int(side) for side in grey.shape[:2]))


def _detected(
    detector: cv2.aruco.ArucoDetector, grey: Image, scale: float, unlined_px: int = 0
) -> tuple[Sighting, ...]:
    picture = _scaled(grey, scale)
    corners, ids, _ = detector.detectMarkers(_unlined(picture, unlined_px) if unlined_px else picture)
    if ids is None:
        return ()
    found = zip(np.asarray(ids).ravel(), corners, strict=True)
    return tuple(
        Sighting(int(i), (np.asarray(c, np.float64).reshape(4, 2) + 0.5) / scale - 0.5) for i, c in found
    )


def _lit(grey: Image) -> Image:
    """A dim picture made bright: thresholds are differences of brightness."""
    white = float(np.percentile(grey[::8, ::8], 99))
    return (
        grey if white > 150 else np.asarray(cv2.convertScaleAbs(grey, alpha=220 / max(white, 20)), np.uint8)
    )


def _unlined(grey: Image, wide_px: int) -> Image:
    """The picture smoothed and without dark lines narrower than this."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.8)
    return np.asarray(cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, np.ones((wide_px, wide_px))), np.uint8)


def _scaled(grey: Image, scale: float) -> Image:
    if (abs(scale - 1) < 0.05 and scale >= 1) or scale == 1:
        return grey
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how), np.uint8)


@cache
def _quick() -> cv2.aruco.ArucoDetector:
    return _detector(13, 13)


@cache
def _wide() -> cv2.aruco.ArucoDetector:
    return _detector(5, 45)


def _detector(narrowest_px: int, widest_px: int) -> cv2.aruco.ArucoDetector:
    """A detector that forgives more than usual: what it finds is checked against the printed grid."""
    p = cv2.aruco.DetectorParameters()
    p.adaptiveThreshWinSizeMin, p.adaptiveThreshWinSizeMax = narrowest_px, widest_px
    p.adaptiveThreshWinSizeStep = 10
    p.minMarkerPerimeterRate = 0.06
    p.perspectiveRemovePixelPerCell = 6
    p.perspectiveRemoveIgnoredMarginPerCell = 0.2
    p.errorCorrectionRate = 0.9
    p.maxErroneousBitsInBorderRate = 0.5
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), p)


_STEPS = (np.arange(7) + 1.5) / 9
CELLS = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(-1, 2)
"""The middles of a mark's 49 cells, its own upper-left corner at (0, 0) and its lower-right at (1, 1)."""


@cache
def _codes(ids: tuple[int, ...]) -> Points:
    """Each mark's cells, white above zero and black below, of length one."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    images = [np.asarray(cv2.aruco.generateImageMarker(dictionary, i, 9))[1:8, 1:8].ravel() for i in ids]
    codes = np.stack(images).astype(np.float64)
    codes -= codes.mean(axis=1)[:, None]
    return np.asarray(codes / np.linalg.norm(codes, axis=1)[:, None], np.float64)
