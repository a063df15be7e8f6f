"""Where the camera stands and what it projects where.

World coordinates are the plan's millimetres, x right and y down the sheet, with a third one for the
height above the table. The camera is a pinhole; lens faults are added to the finished picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.core.observation import Matrix


@dataclass(frozen=True, slots=True)
class Camera:
    """A pose: what it looks at, from how far, how far tilted, from which side, and how it is turned."""

    size_px: tuple[int, int] = (1280, 720)
    target_mm: tuple[float, float] = (80.0, 80.0)
    distance_mm: float = 420.0
    tilt_deg: float = 10.0
    """0 looks straight down."""
    side_deg: float = 0.0
    """The side of the board that the camera stands at."""
    spin_deg: float = 0.0
    """How the picture is turned about the line of sight."""
    focal: float = 1.1
    """Focal length over the picture's width."""
    centre: tuple[float, float] = (0.5, 0.5)
    """Where in the picture the target appears."""

    def scaled(self, factor: float) -> Camera:
        """The same view in a larger or smaller picture."""
        width, height = self.size_px
        return replace(self, size_px=(round(width * factor), round(height * factor)))


def cut(camera: Camera, box_px: tuple[int, int, int, int]) -> Camera:
    """The part of the picture inside a box (left, top, right, bottom), as a picture of its own."""
    left, top, right, bottom = box_px
    (width, height), (x, y) = camera.size_px, camera.centre
    wide, high = right - left, bottom - top
    centre = ((x * width - left) / wide, (y * height - top) / high)
    return replace(camera, size_px=(wide, high), centre=centre, focal=camera.focal * width / wide)


def projection(camera: Camera) -> Matrix:
    """The 3 x 4 matrix from (x, y, height, 1) in millimetres to pixels."""
    turn = _rotation(camera)
    to_camera = np.column_stack([turn, [0.0, 0.0, camera.distance_mm]])
    place = np.eye(4)
    place[:2, 3] = -np.array(camera.target_mm)
    place[2, 2] = -1.0
    return np.asarray(_intrinsics(camera) @ to_camera @ place, np.float64)


def position_mm(camera: Camera) -> Matrix:
    """Where the camera stands: x, y and height."""
    x, y, depth = -_rotation(camera).T @ np.array([0.0, 0.0, camera.distance_mm])
    return np.array([camera.target_mm[0] + x, camera.target_mm[1] + y, -depth])


def ground(matrix: Matrix, height_mm: float = 0.0) -> Matrix:
    """The homography of the plane at this height."""
    return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * height_mm + matrix[:, 3]])


def project(matrix: Matrix, points_mm: Matrix) -> Matrix:
    """Pixels of points given as [..., 3] (x, y, height)."""
    shape = points_mm.shape[:-1]
    flat = points_mm.reshape(-1, 3) @ matrix[:, :3].T + matrix[:, 3]
    return np.asarray((flat[:, :2] / flat[:, 2:]).reshape(*shape, 2))


def depth_mm(matrix: Matrix, points_mm: Matrix) -> Matrix:
    """How far in front of the camera points lie."""
    return np.asarray(points_mm @ matrix[2, :3] + matrix[2, 3])


def framed(camera: Camera, plan: BoardPlan, share: float) -> Camera:
    """The camera moved nearer or farther until the field is this share of the picture's width."""
    width, height = plan.size_mm
    field = np.array([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]], float)
    for _ in range(4):
        at = project(projection(camera), field)
        now = float(np.ptp(at[:, 0])) / camera.size_px[0]
        camera = replace(camera, distance_mm=camera.distance_mm * now / share)
    return camera


def _rotation(camera: Camera) -> Matrix:
    return _about_z(camera.spin_deg) @ _about_x(-camera.tilt_deg) @ _about_z(-camera.side_deg)


def _intrinsics(camera: Camera) -> Matrix:
    width, height = camera.size_px
    focal = camera.focal * width
    return np.array(
        [[focal, 0, camera.centre[0] * width], [0, focal, camera.centre[1] * height], [0, 0, 1]], float
    )


def _about_z(degrees: float) -> Matrix:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], float)


def _about_x(degrees: float) -> Matrix:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]], float)
