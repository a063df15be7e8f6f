"""The 2019 pipeline, written anew from its document (SPEC A, seeds/000), as the peer to compare with.

Where the document is silent it gets the benefit of the doubt: `detect_shape` at its 0.1 of the arc
length sees a disc as a square, so every blob that is no triangle counts as a disc; fields are put in
order by their places instead of by the order in which an old OpenCV happened to list contours.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE_PX = 500
ERROR_LIMIT_PX = 25
"""The document uses it without a value; a field is 62.5 px wide."""
_INNER = {0: 2, 3: 3, 2: 1, 1: 0}
_PARAMETERS = cv2.aruco.DetectorParameters()
_DETECTOR = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_7X7_50), _PARAMETERS)
_KERNEL = np.ones((5, 5), np.uint8)

Picture = NDArray[np.uint8]
Points = list[tuple[int, int]]


def detect(image: Picture) -> list[str] | None:
    """The rows of the board as `kibitz look` writes them, or nothing when the frame was dropped."""
    board = _board(image)
    if board is None:
        return None
    blue, red = _masks(board)
    fields = _fields(board)
    if fields is None:
        return None
    pieces = {"b": _blobs(blue, 0), "B": _blobs(blue, 3), "r": _blobs(red, 0), "R": _blobs(red, 3)}
    cells = [_symbol(field, pieces) for field in fields]
    return ["".join(cells[row : row + 8]) for row in range(0, 64, 8)]


def _board(image: Picture) -> Picture | None:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    flat = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 41, 40)
    corners, ids, _ = _DETECTOR.detectMarkers(flat)
    if ids is None or len(corners) < 4:
        return None
    found = {int(i): np.asarray(c).reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}
    if not set(_INNER) <= set(found):
        return None
    source = np.array([found[i][_INNER[i]] for i in (0, 3, 2, 1)], np.float32)
    target = np.array([[0, 0], [SIDE_PX, 0], [0, SIDE_PX], [SIDE_PX, SIDE_PX]], np.float32)
    turned = cv2.warpPerspective(image, cv2.getPerspectiveTransform(source, target), (SIDE_PX, SIDE_PX))
    return np.asarray(turned, np.uint8)


def _masks(board: Picture) -> tuple[Picture, Picture]:
    large = cv2.resize(board, (int(SIDE_PX * 2.5), int(SIDE_PX * 2.5)))
    colours = cv2.cvtColor(large, cv2.COLOR_BGR2HSV)
    blue = _mask(colours, (60, 95, 120), (145, 255, 255))
    both = _mask(colours, (0, 120, 130), (180, 255, 255))
    return blue, np.asarray(cv2.bitwise_and(both, cv2.bitwise_not(blue)), np.uint8)


def _mask(colours: Any, low: tuple[int, int, int], high: tuple[int, int, int]) -> Picture:
    mask = cv2.inRange(colours, np.array(low), np.array(high))
    mask = cv2.dilate(cv2.erode(mask, _KERNEL, iterations=1), _KERNEL, iterations=2)
    return np.asarray(cv2.resize(mask, (SIDE_PX, SIDE_PX)), np.uint8)


def _fields(board: Picture) -> Points | None:
    dark = cv2.erode(cv2.dilate(_below(board), _KERNEL, iterations=6), _KERNEL, iterations=7)
    light = _below(np.asarray(cv2.bitwise_not(board), np.uint8))
    light = cv2.dilate(cv2.erode(light, _KERNEL, iterations=7), _KERNEL, iterations=6)
    contours = [*_contours(dark), *_contours(light)]
    squares = [_centre(c) for c in contours if _sides(c) == 4]
    if len(contours) != 64 or len(squares) != 64:
        return None
    ordered = sorted(squares, key=lambda point: point[1])
    return [point for row in range(0, 64, 8) for point in sorted(ordered[row : row + 8])]


def _below(board: Picture) -> Any:
    blurred = cv2.GaussianBlur(cv2.cvtColor(board, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    return cv2.threshold(blurred, 100, 255, cv2.THRESH_BINARY_INV)[1]


def _blobs(mask: Picture, sides: int) -> Points:
    """The middles of the triangles (3 sides) or of everything else."""
    triangle = sides == 3
    return [_centre(c) for c in _contours(mask) if (_sides(c) == 3) == triangle]


def _contours(mask: Any) -> list[Any]:
    return list(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0])


def _sides(contour: Any) -> int:
    return len(cv2.approxPolyDP(contour, 0.1 * cv2.arcLength(contour, True), True))


def _centre(contour: Any) -> tuple[int, int]:
    x, y = np.asarray(contour).reshape(-1, 2).mean(axis=0)
    return int(x), int(y)


def _symbol(field: tuple[int, int], pieces: dict[str, Points]) -> str:
    for symbol, places in pieces.items():
        for x, y in places:
            if abs(field[0] - x) <= ERROR_LIMIT_PX and abs(field[1] - y) <= ERROR_LIMIT_PX:
                return symbol
    return "."
