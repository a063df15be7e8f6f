"""Something that moves beside a cell makes it a little less surely seen; what stands still does not."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz.core.observation import Frame, Image, LocatedBoard, Observation
from kibitz.games import find
from kibitz.vision.stir import AT_MOST_SEEN, Stir

GAME = find("atoll/5")
LOCATED = LocatedBoard(GAME.plan, np.array([[1.5, 0, 200], [0, 1.5, 100], [0, 0, 1]], float), 0.0)
EDGE = GAME.plan.cell("I5")


def picture(noise: int = 0) -> Image:
    table = np.full((720, 1280, 3), 150, np.int16)
    table += np.random.default_rng(noise).integers(-12, 13, table.shape, np.int16)
    return np.clip(table, 0, 255).astype(np.uint8)


def with_hand(image: Image, dx_mm: float) -> Image:
    """A dark disc beside the cell at the board's edge, outside the board."""
    x, y = GAME.plan.cells[EDGE].centre_mm
    at = (round(1.5 * (x + dx_mm) + 200), round(1.5 * y + 100))
    drawn: Image = np.asarray(cv2.circle(image.copy(), at, 40, (60, 80, 120), -1), np.uint8)
    return drawn


def seen(stir: Stir, image: Image) -> Observation:
    cells, faces = len(GAME.plan.cells), len(GAME.faces)
    clear = Observation(np.zeros((cells, faces), np.float32), np.ones(cells, np.float32))
    return stir.lessened(clear, Frame(image), LOCATED)


def test_the_first_picture_has_nothing_to_be_compared_with() -> None:
    assert (seen(Stir(GAME.plan), picture()).seen == 1).all()


def test_noise_stirs_nothing() -> None:
    stir = Stir(GAME.plan)
    seen(stir, picture(1))
    assert (seen(stir, picture(2)).seen == 1).all()


def test_a_hand_beside_the_board_stirs_the_cells_near_it_only() -> None:
    stir = Stir(GAME.plan)
    seen(stir, picture(1))
    less = seen(stir, with_hand(picture(2), 25.0)).seen
    assert less[EDGE] == np.float32(AT_MOST_SEEN)
    assert less[GAME.plan.cell("A1")] == 1


def test_a_picture_of_another_size_begins_anew() -> None:
    stir = Stir(GAME.plan)
    seen(stir, picture(1))
    assert (seen(stir, picture(1)[:600]).seen == 1).all()
