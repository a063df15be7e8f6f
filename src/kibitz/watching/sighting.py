"""What was seen in one picture, without the picture: small enough to travel between processes."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.board import Cell, Point
from kibitz.core.look import Look
from kibitz.core.observation import Observation


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle on a recognised piece, in pixels of the picture."""

    cell: Cell
    x: float
    y: float
    radius: float
    face: int
    colour: str
    """Written #rrggbb, as SPEC A4 asks."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One picture's account of the board: what it shows, or why no board was found."""

    at: float
    frame_id: int
    size_px: tuple[int, int] = (0, 0)
    observation: Observation | None = None
    look: Look | None = None
    hidden: tuple[Cell, ...] = ()
    confidence: float = 0.0
    corners_px: tuple[Point, ...] = ()
    """The field's corners, clockwise from the board's upper left."""
    rings: tuple[Ring, ...] = ()
    reason: str = ""
    """Why there is no board: a key, and a sentence."""
    sentence: str = ""
    suggestion_px: tuple[Point, ...] = ()
    """Where a chequered board without marks seems to lie."""
    learnt: bool = False
    """Whether the colours of these very pieces are known."""
