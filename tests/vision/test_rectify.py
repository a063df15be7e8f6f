"""Crops: the one function that both training and play cut cells with (SPEC A2)."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz import games
from kibitz.core.observation import Image, LocatedBoard
from kibitz.vision.rectify import MARGIN, PX, crops, inscribed_mm, readable, rectified
from tests.vision.snapshots import Snapshot, snapshot

POZNAN = games.find("draughts/poznan").plan


def board(shot: Snapshot) -> LocatedBoard:
    return LocatedBoard(shot.plan, shot.homography_mm_to_px, 0.0)


def middles(cut: Image) -> Image:
    """Each crop's middle, where the cell itself is."""
    return cut[:, PX // 3 : -PX // 3, PX // 3 : -PX // 3].astype(np.float64)


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (35, 77), (50, 201)])
def test_a2_every_crop_shows_its_own_cell_whatever_the_view(tilt: int, turn: int) -> None:
    shot = snapshot(POZNAN, tilt_deg=tilt, turn_deg=turn)
    bright = middles(crops(shot.image, board(shot))).mean(axis=(1, 2, 3))
    light = np.array([cell.tone == "light" for cell in POZNAN.cells])
    assert bright[light].min() > bright[~light].max() + 40


def test_a_crop_is_upright_in_the_boards_own_frame() -> None:
    shot = snapshot(POZNAN, turn_deg=133, tilt_deg=20)
    cell = POZNAN.cell("c3")
    x, y = POZNAN.cells[cell].centre_mm
    spot = np.array([[x - 5, y - 5]])
    image = shot.image.copy()
    (px, py) = cv2.perspectiveTransform(spot[None], shot.homography_mm_to_px)[0, 0]
    cv2.circle(image, (round(px), round(py)), 2, (0, 0, 255), -1)
    (crop,) = crops(image, board(shot), [cell])
    red = crop[..., 2].astype(int) - crop[..., 1]
    row, column = np.unravel_index(red.argmax(), red.shape)
    expected = (0.5 - 0.25 / (1 + 2 * MARGIN)) * PX
    assert abs(row - expected) < 2 and abs(column - expected) < 2


def test_a_large_picture_is_averaged_and_not_skipped_through() -> None:
    """A pattern of single light and dark pixels is grey from afar; skipping pixels would see it."""
    fine = np.indices((2000, 2000)).sum(axis=0) % 2 * 255
    image = np.repeat(fine[..., None], 3, axis=2).astype(np.uint8)
    homography = np.array([[12.0, 0, 40], [0, 12.0, 40], [0, 0, 1]])
    cut = crops(image, LocatedBoard(POZNAN, homography, 0.0))
    assert abs(cut.astype(int) - 128).max() < 12


@pytest.mark.parametrize("name", ["atoll/5", "ur", "draughts/canadian"])
def test_any_kind_of_board_is_cut_and_trays_are_left_out(name: str) -> None:
    plan = games.find(name).plan
    shot = snapshot(plan, tilt_deg=15)
    cut = crops(shot.image, board(shot))
    assert cut.shape == (sum(not cell.tray for cell in plan.cells), PX, PX, 3)
    assert cut.dtype == np.uint8


def test_a_hexagon_counts_as_its_inscribed_circle() -> None:
    plan = games.find("atoll/5").plan
    outline = np.array(plan.cells[0].outline_mm)
    width, height = np.ptp(outline, axis=0)
    assert inscribed_mm(plan, 0) == pytest.approx(min(width, height), rel=1e-6)
    assert inscribed_mm(POZNAN, 0) == pytest.approx(20.0)


def test_named_cells_come_in_the_order_asked_for() -> None:
    shot = snapshot(POZNAN)
    all_of_them = crops(shot.image, board(shot))
    chosen = [POZNAN.cell(name) for name in ("h1", "a8", "d4")]
    assert np.array_equal(crops(shot.image, board(shot), chosen), all_of_them[chosen])
    assert crops(shot.image, board(shot), []).shape == (0, PX, PX, 3)
    assert readable(POZNAN) == tuple(range(64))


def test_a_bent_sheet_is_cut_along_its_bend() -> None:
    shot = snapshot(POZNAN)
    bend = np.zeros((2, 7))
    bend[0, 2] = 0.1
    shifted = crops(shot.image, replace(board(shot), bend=bend), [POZNAN.cell("d8")])
    moved = board(shot).homography_mm_to_px @ np.array([[1, 0, 8 * 0.875**2], [0, 1, 0], [0, 0, 1]])
    expected = crops(shot.image, LocatedBoard(POZNAN, moved, 0.0), [POZNAN.cell("d8")])
    assert np.abs(shifted.astype(int) - expected).mean() < 2


def test_a_board_partly_outside_the_picture_is_still_cut() -> None:
    shot = snapshot(POZNAN, shift=(0.45, 0.3))
    assert crops(shot.image, board(shot)).shape == (64, PX, PX, 3)
    assert rectified(shot.image, board(shot)).shape == (480, 480, 3)


def test_the_rectified_board_is_the_print_again() -> None:
    shot = snapshot(POZNAN, tilt_deg=30, turn_deg=60, size_px=(1280, 960))
    flat = rectified(shot.image, board(shot), px_per_mm=2.0, border_mm=5.0)
    assert flat.shape == (340, 340, 3)
    corner, beside = flat[10:50, 10:50].mean(), flat[10:50, 50:90].mean()
    assert corner < beside - 40, "the upper-left cell is dark"
