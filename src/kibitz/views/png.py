"""Ink as pixels: a picture for files, animations and tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import Point
from kibitz.core.errors import BadSetting
from kibitz.core.observation import Image
from kibitz.views.ink import Area, Disc, Ink, Stroke, Words, extent, latin, rgb

BORDER_MM = 2.0
MOST_PIXELS = 64_000_000
"""A picture of 8000 x 8000; more is a mistake in the scale."""
_SHARPER = 3
"""Drawn this much larger and reduced: lines of OpenCV have whole pixels as widths."""
_BITS = 4
_FONT = cv2.FONT_HERSHEY_DUPLEX


def picture(drawn: Iterable[Ink], px_per_mm: float, *, border_mm: float = BORDER_MM) -> Image:
    """The ink on white, blue-green-red; raises BadSetting for a picture that is too large or empty."""
    ink = list(drawn)
    left, top, right, bottom = extent(ink)
    wide = round((right - left + 2 * border_mm) * px_per_mm)
    high = round((bottom - top + 2 * border_mm) * px_per_mm)
    if not 0 < wide * high <= MOST_PIXELS:
        raise BadSetting(f"a picture of {wide} x {high} pixels cannot be drawn; choose another scale")
    canvas = np.full((high * _SHARPER, wide * _SHARPER, 3), 255, np.uint8)
    brush = _Brush(canvas, (left - border_mm, top - border_mm), px_per_mm * _SHARPER)
    for one in ink:
        brush.draw(one)
    return np.asarray(cv2.resize(canvas, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def png(image: Image) -> bytes:
    """A picture as the bytes of a PNG file."""
    return bytes(cv2.imencode(".png", image)[1])


class _Brush:
    """Draws ink on a canvas; the canvas' upper-left corner lies at `origin_mm`."""

    def __init__(self, canvas: Image, origin_mm: Point, px_per_mm: float) -> None:
        self._canvas, self._origin_mm, self._px_per_mm = canvas, np.array(origin_mm), px_per_mm

    def draw(self, ink: Ink) -> None:
        match ink:
            case Area():
                self._polygon(ink.outline_mm, ink.fill, ink.line, ink.line_mm, closed=True)
            case Stroke():
                self._polygon(ink.points_mm, "", ink.line, ink.line_mm, closed=False)
            case Disc():
                self._polygon(_circle(ink), ink.fill, ink.line, ink.line_mm, closed=True)
            case Words():
                self._words(ink)

    def _at(self, points: Sequence[Point]) -> NDArray[np.int32]:
        """Points in sixteenths of a pixel, counted from the centre of the first pixel as OpenCV does."""
        px = (np.array(points, np.float64) - self._origin_mm) * self._px_per_mm - 0.5
        return np.asarray(np.round(px * 2**_BITS), np.int32)

    def _polygon(
        self, points: Sequence[Point], fill: str, line: str, line_mm: float, *, closed: bool
    ) -> None:
        at = self._at(points)
        if fill:
            cv2.fillPoly(self._canvas, [at], rgb(fill)[::-1], cv2.LINE_AA, _BITS)
        if line:
            width = max(1, round(line_mm * self._px_per_mm))
            cv2.polylines(self._canvas, [at], closed, rgb(line)[::-1], width, cv2.LINE_AA, _BITS)

    def _words(self, words: Words) -> None:
        text, thick = latin(words.text), 2 if words.bold else 1
        pen = max(1, round(thick * words.height_mm * self._px_per_mm / 14))
        scale = cv2.getFontScaleFromHeight(_FONT, max(1, round(words.height_mm * self._px_per_mm)), pen)
        (wide, high), _ = cv2.getTextSize(text, _FONT, scale, pen)
        x, y = self._at([words.centre_mm])[0] / 2**_BITS
        at = round(x - wide / 2), round(y + high / 2)
        cv2.putText(self._canvas, text, at, _FONT, scale, rgb(words.colour)[::-1], pen, cv2.LINE_AA)


def _circle(disc: Disc, corners: int = 96) -> list[Point]:
    angles = np.arange(corners) * 2 * np.pi / corners
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * disc.radius_mm + disc.centre_mm
    return [(float(x), float(y)) for x, y in ring]
