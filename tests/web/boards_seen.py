"""Pictures of a simulated board, for cameras that are handed pictures."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz.cameras.recording import jpeg
from kibitz.cameras.simulated import SimulatedTable
from kibitz.cli.chosen import game_named
from kibitz.core.observation import Image
from kibitz.watching.order import source_of

START = "simulated:draughts/poznan?plies=1&size=640x480&fps=8&seed=3"


def table(text: str = START) -> SimulatedTable:
    source = source_of(text, game_named)
    assert isinstance(source, SimulatedTable)
    return source


def first_picture() -> tuple[Image, tuple[tuple[float, float], ...]]:
    """The start position, and where the field's corners lie."""
    frame, truth = next(table().shots())
    return frame.image, truth.corners_px


def start_jpeg() -> bytes:
    """The start position as a phone sends it."""
    return jpeg(first_picture()[0])


def without_marks() -> tuple[bytes, list[list[float]]]:
    """The same board with everything around its field painted over."""
    image, corners = first_picture()
    middle = np.mean(corners, axis=0)
    grown = middle + 1.03 * (np.array(corners) - middle)
    inside = cv2.fillPoly(np.zeros(image.shape[:2], np.uint8), [grown.astype(np.int32)], 255)
    bare = np.where(inside[..., None] > 0, image, np.uint8(150)).astype(np.uint8)
    return jpeg(bare), [[float(x), float(y)] for x, y in corners]
