"""From points of the plan to pixels: a homography, and a bend for sheets that are not quite flat.

The bend stands for curled paper and for the lens. With u, v a point measured from the field's middle in
halves of its longer side, the point first moves by half that side times
`bend @ (uu, uv, vv, uuu, uuv, uvv, vvv)`, x in the first row and y in the second; then the homography.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan
from kibitz.core.observation import LocatedBoard, Matrix

Points: TypeAlias = NDArray[np.float64]
Floats: TypeAlias = NDArray[np.float64]

TERMS = 7


def located_px(located: LocatedBoard, points_mm: Points) -> Points:
    """Where points of a located board's plan lie in its picture."""
    return to_px(located.homography_mm_to_px, bent(located.plan, located.bend, points_mm))


def to_px(homography_mm_to_px: Matrix, points_mm: Points) -> Points:
    """Where points of a flat plan lie in the picture."""
    flat = np.ascontiguousarray(points_mm, np.float64).reshape(1, -1, 2)
    placed = np.asarray(cv2.perspectiveTransform(flat, homography_mm_to_px), np.float64)
    return placed.reshape(points_mm.shape)


def bent(plan: BoardPlan, bend: Matrix | None, points_mm: Points) -> Points:
    """Points of the plan moved to where a flat sheet would show them."""
    if bend is None:
        return points_mm
    return np.asarray(points_mm + terms(unit(plan, points_mm)) @ bend.T * half_mm(plan), np.float64)


def unit(plan: BoardPlan, points_mm: Points) -> Points:
    """Points measured from the field's middle in halves of its longer side."""
    return np.asarray((points_mm - np.array(plan.size_mm) / 2) / half_mm(plan), np.float64)


def terms(unit_points: Points) -> Floats:
    """The bend's seven terms at each point, [..., 7]."""
    u, v = unit_points[..., 0], unit_points[..., 1]
    uu, uv, vv = u * u, u * v, v * v
    return np.stack([uu, uv, vv, uu * u, uu * v, uv * v, vv * v], axis=-1)


def half_mm(plan: BoardPlan) -> float:
    """Half the field's longer side."""
    return max(plan.size_mm) / 2


def field_mm(plan: BoardPlan) -> Points:
    """The field's corners on the plan, clockwise from its upper left."""
    width, height = plan.size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
