"""The picture before light falls on it: per pixel a colour and how its surface takes the light.

Everything is drawn far to near. Shading is done once, for the whole picture, in `photograph`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from kibitz.core.observation import Image, Matrix
from kibitz.scene import solids
from kibitz.scene.camera import depth_mm, project
from kibitz.scene.solids import Solid

DIRECT, OPEN, MIRROR, KIND = range(4)
"""Planes of `terms`: main light (128 is level ground), room light, mirrored light, what is seen."""
TABLE, SHEET, PIECE, THING = range(4)
_SHIFT = 4
_MOST_PX = 30000


@dataclass(frozen=True, eq=False)
class Canvas:
    """Albedo (8-bit BGR as a camera stores it) and the terms of its shading."""

    albedo: Image
    terms: Image


def blank(rows: int, columns: int) -> Canvas:
    """Nothing but level ground."""
    terms = np.empty((rows, columns, 4), np.uint8)
    terms[:] = (128, 255, 0, TABLE)
    return Canvas(np.zeros((rows, columns, 3), np.uint8), terms)


def draw_solids(canvas: Canvas, things: list[Solid], matrix: Matrix, lamp: Matrix, eye: Matrix) -> None:
    """Solids drawn from the farthest to the nearest."""
    feet = np.array([[*solid.at_mm, 0.0] for solid in things]).reshape(-1, 3)
    for index in np.argsort(-depth_mm(matrix, feet)):
        _draw(canvas, things[index], matrix, lamp, eye)


def _draw(canvas: Canvas, solid: Solid, matrix: Matrix, lamp: Matrix, eye: Matrix) -> None:
    if not _visible(canvas, solid, matrix):
        return
    facets = solids.sides(solid, lamp, eye)
    corners = fixed_point(project(matrix, facets.corners_mm))
    direct = np.clip(facets.direct * 128, 0, 255)
    open_, mirror = facets.open * 255, np.clip(facets.mirror * 255, 0, 255)
    colour = solid.material.colour
    for quad, d, o, m in zip(corners, direct, open_, mirror, strict=True):
        _polygon(canvas, quad, colour, (float(d), float(o), float(m), solid.kind))
    _draw_top(canvas, solid, matrix, lamp, eye)


def _draw_top(canvas: Canvas, solid: Solid, matrix: Matrix, lamp: Matrix, eye: Matrix) -> None:
    direct, mirror = solids.top(solid, lamp, eye)
    material = solid.material
    level = solids.rings_mm(solid)[-1]
    terms = (128.0 * direct, 255.0, min(255.0, 255 * mirror), solid.kind)
    face = fixed_point(project(matrix, level))
    _polygon(canvas, face, material.colour if material.rim is None else material.rim, terms)
    middle = level.mean(axis=0)
    if material.rim is not None:
        inner = fixed_point(project(matrix, middle + (level - middle) * material.rim_share))
        _polygon(canvas, inner, material.colour, terms)
    for share in material.rings:
        _groove(canvas, project(matrix, middle + (level - middle) * share), material.colour, solid.kind)


def _groove(canvas: Canvas, ring: Matrix, colour: tuple[float, float, float], kind: int) -> None:
    """A groove is a dark line with a light one beside it."""
    wide = max(1, round(float(np.ptp(ring[:, 0])) / 14))
    dark, light = (tuple(min(255.0, c * f) for c in colour) for f in (0.35, 1.4))
    for offset, shade in ((0.035, light), (0.0, dark)):
        moved = ring + offset * np.ptp(ring, axis=0)
        cv2.polylines(canvas.albedo, [fixed_point(moved)], True, shade, wide, cv2.LINE_AA, _SHIFT)


def _visible(canvas: Canvas, solid: Solid, matrix: Matrix) -> bool:
    points = solids.rings_mm(solid).reshape(-1, 3)
    if (depth_mm(matrix, points) < 20).any():
        return False
    at = project(matrix, points)
    rows, columns = canvas.albedo.shape[:2]
    low, high = at.min(axis=0), at.max(axis=0)
    return bool((high > 0).all() and low[0] < columns and low[1] < rows)


def _polygon(
    canvas: Canvas,
    points: Matrix,
    colour: tuple[float, float, float],
    terms: tuple[float, float, float, float],
) -> None:
    cv2.fillConvexPoly(canvas.albedo, points, colour, cv2.LINE_8, _SHIFT)
    cv2.fillConvexPoly(canvas.terms, points, terms, cv2.LINE_8, _SHIFT)


def fixed_point(points: Matrix) -> Matrix:
    """Pixels as OpenCV's drawing wants them, with four bits of fraction."""
    return np.round(np.clip(points, -_MOST_PX, _MOST_PX) * (1 << _SHIFT)).astype(np.int32)
