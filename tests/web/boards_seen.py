"""Pictures of a simulated board, for cameras that are handed pictures."""

from __future__ import annotations

import threading

import cv2
import numpy as np

from kibitz.cameras.recording import jpeg
from kibitz.cameras.simulated import SimulatedTable
from kibitz.cli.chosen import game_named
from kibitz.core.observation import Image
from kibitz.watching.order import source_of
from tests.web.serving import Served

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


def wrong_move() -> tuple[str, bytes, bytes]:
    """A position, a picture of it, and one of it after an illegal move, no hand in view."""
    film = table(
        "simulated:draughts/poznan?moves=21-17,10-14&seed=7&fps=10&size=640x480&mistakes=illegal-move"
    )
    good, told = b"", False
    for frame, truth in film.shots():
        if truth.moment.ply == 1 and not truth.hand and not told:
            good = good or jpeg(frame.image)
        told = told or any(event.event == "illegal" for event in truth.moment.events)
        if told and not truth.hand:
            return film.game.setup(film.line.positions[1]), good, jpeg(frame.image)
    raise AssertionError("the film has no illegal move")


class Phone:
    """Sends the same picture to a table again and again, as a phone on a stand does."""

    def __init__(self, served: Served, table_id: str, picture: bytes) -> None:
        self._served, self._path, self.picture = served, f"/api/tables/{table_id}/frames", picture
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Phone:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(0.15):
            self._served.post(self._path, content=self.picture)
