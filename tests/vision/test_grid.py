"""Boards without marks: a chequered grid is found and suggested."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz import games
from kibitz.core.observation import Image
from kibitz.vision.corners import clockwise, from_corners
from kibitz.vision.grid import suggest
from tests.vision.snapshots import snapshot

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "real"
LABELS = json.loads((PHOTOS / "labels.json").read_text()) if PHOTOS.is_dir() else {}
here = pytest.mark.skipif(not LABELS, reason="the practice photographs are not in this checkout")


def read(name: str) -> Image:
    return np.asarray(cv2.imread(str(PHOTOS / name)), np.uint8)


@pytest.mark.parametrize(("name", "size"), [("chess", 8), ("draughts/international", 10)])
@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (30, 25), (40, 60)])
def test_a_printed_grid_is_suggested_where_it_lies(name: str, size: int, tilt: int, turn: int) -> None:
    shot = snapshot(games.find(name).plan, "", tilt_deg=tilt, turn_deg=turn, fill=0.5)
    best = suggest(shot.image, size)[0]
    cell_px = np.linalg.norm(shot.corners_px[1] - shot.corners_px[0]) / size
    assert best.score > 0.9
    assert np.abs(clockwise(best.corners_px) - clockwise(shot.corners_px)).max() < 0.2 * cell_px


def test_a_picture_without_a_grid_suggests_nothing_good() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (480, 640, 3), np.uint8)
    smooth = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)
    plain = np.full((480, 640, 3), 90, np.uint8)
    for image in (smooth, plain):
        assert all(one.score < 0.6 for one in suggest(image))


@here
@pytest.mark.parametrize("name", [name for name in LABELS if name.endswith(".jpg")])
def test_real_chessboards_are_suggested(name: str) -> None:
    corners = np.array(LABELS[name]["corners_px"], float)
    best = suggest(read(name), 8)[0]
    cell_px = np.linalg.norm(corners[1] - corners[0]) / 8
    assert best.score > 0.9
    assert np.linalg.norm(best.corners_px - corners, axis=1).max() < 0.35 * cell_px


@here
@pytest.mark.parametrize("number", [1, 8, 12, 25])
def test_real_draughts_boards_of_100_cells_are_suggested_and_settle(number: int) -> None:
    image = read(f"draughts10_{number}.jpg")
    best = suggest(image, 10)[0]
    found = from_corners(
        games.find("draughts/international").plan, [(float(x), float(y)) for x, y in best.corners_px], image
    )
    assert best.score > 0.9
    assert found.share > 0.85
    assert found.turns == (2,)
