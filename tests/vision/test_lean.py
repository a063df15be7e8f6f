"""The lean of tall pieces is what a camera in that place would see."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core.observation import Matrix
from kibitz.scene.camera import Camera, ground, project, projection
from kibitz.vision.lean import FOCAL, NONE, lean_of


def shift(camera: Camera, foot_mm: tuple[float, float]) -> Matrix:
    """Where a point a millimetre above the foot appears on the board, from the foot."""
    matrix = projection(camera)
    top = project(matrix, np.array([[*foot_mm, 1.0]]))[0]
    back = np.linalg.inv(ground(matrix)) @ [*top, 1.0]
    return np.asarray(back[:2] / back[2] - foot_mm)


@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 35.0, 50.0])
@pytest.mark.parametrize("side_deg", [0.0, 70.0, 200.0])
def test_pieces_lean_as_the_camera_sees_them(tilt_deg: float, side_deg: float) -> None:
    camera = Camera((640, 480), (80.0, 80.0), 420.0, tilt_deg, side_deg, 33.0, FOCAL)
    lean = lean_of(ground(projection(camera)), (640, 480))
    foot = (30.0, 110.0)
    told = [lean.along(np.array(at), start) for at, start in zip(foot, (lean.x, lean.y), strict=True)]
    assert np.allclose(told, shift(camera, foot), atol=0.02)


def test_another_focal_length_changes_how_far_but_not_which_way() -> None:
    camera = Camera((640, 480), (80.0, 80.0), 420.0, 40.0, 120.0, 10.0, 1.5)
    lean = lean_of(ground(projection(camera)), (640, 480))
    told, true = np.array([lean.x - 80 * lean.per_mm, lean.y - 80 * lean.per_mm]), shift(camera, (80.0, 80.0))
    assert told @ true > 0.98 * np.linalg.norm(told) * np.linalg.norm(true)


def test_a_board_that_cannot_lie_so_leans_nowhere() -> None:
    assert lean_of(np.zeros((3, 3)), (640, 480)) == NONE
    assert lean_of(np.full((3, 3), np.nan), (640, 480)) == NONE
