"""Cells with something printed on them: a rosette is known by its print, not by what the network makes of it.

The middle of the cell, where a stone would stand, is compared with what is printed there. The measure is
correlation, which neither light nor tint changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.observation import Image, LocatedBoard
from kibitz.core.ornament import across_mm, ornament
from kibitz.vision.network import Sight
from kibitz.vision.rectify import crops, readable

_PX = 24
_FINE = 4
_REACH = 0.36
"""How far from the middle the print is compared, as a share of the cell: less than a stone's radius."""
_BARE_FROM, _STEEP = 0.8, 25.0
"""Correlation at which print and stone are equally likely, and how fast that changes. In rendered pictures of
all tiers stones stayed below 0.76, and all but one bare rosette lay above 0.9."""
_LUMA = np.array([0.114, 0.587, 0.299], np.float32)


@dataclass(frozen=True, eq=False)
class Prints:
    """The ornamented cells of a plan: where they come in its order, and what is printed on each."""

    cells: tuple[Cell, ...]
    rows: tuple[int, ...]
    patterns: NDArray[np.float32]
    """Zero mean and unit length inside the reach, [n, pixels]."""


def prints_of(plan: BoardPlan) -> Prints | None:
    """What is printed on a plan's cells; nothing when all are plain."""
    order = readable(plan)
    cells = tuple(cell for cell in order if ornament(plan.cells[cell]))
    if not cells:
        return None
    tones = dict(plan.tones)
    drawn = np.stack([_drawn(plan, cell, tones) for cell in cells])
    return Prints(cells, tuple(order.index(cell) for cell in cells), _normal(drawn))


def judged(sight: Sight, prints: Prints, image: Image, located: LocatedBoard) -> Sight:
    """The sight with the kinds of ornamented cells decided by their print."""
    found = _normal(crops(image, located, prints.cells, px=_PX, margin=0.0))
    alike = (found * prints.patterns).sum(axis=1)
    bare = 1 / (1 + np.exp(-_STEEP * (alike - _BARE_FROM)))
    kind = sight.kind.copy()
    rows = list(prints.rows)
    pieces = kind[rows, 1:]
    pieces = pieces - np.log(np.exp(pieces).sum(axis=1, keepdims=True))
    kind[rows, 0] = np.log(bare)
    kind[rows, 1:] = pieces + np.log1p(-bare)[:, None]
    return replace(sight, kind=kind)


def _drawn(plan: BoardPlan, cell: Cell, tones: dict[str, str]) -> Image:
    """The cell's print, 24 pixels wide, drawn four times as fine and shrunk."""
    here = plan.cells[cell]
    side_px, across = _PX * _FINE, across_mm(here)
    canvas = np.full((side_px, side_px, 3), _bgr(tones.get(here.tone, "#ffffff")), np.uint8)
    for shape in ornament(here):
        points = (np.array(shape.outline_mm) - here.centre_mm) / across * side_px + side_px / 2
        cv2.fillPoly(canvas, [np.round(points).astype(np.int32)], _bgr(shape.tone))
    return np.asarray(cv2.resize(canvas, (_PX, _PX), interpolation=cv2.INTER_AREA), np.uint8)


def _normal(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Brightness inside the reach, a little blurred, without its mean and size."""
    grey = pictures.astype(np.float32) @ _LUMA
    soft = np.stack([cv2.GaussianBlur(each, (0, 0), 0.8) for each in grey])
    inside = soft[:, _within()]
    inside = inside - inside.mean(axis=1, keepdims=True)
    return np.asarray(inside / (np.linalg.norm(inside, axis=1, keepdims=True) + 4.0), np.float32)


def _within() -> NDArray[np.bool_]:
    steps = (np.arange(_PX) + 0.5) / _PX - 0.5
    return np.asarray(np.hypot(*np.meshgrid(steps, steps)) < _REACH, np.bool_)


def _bgr(text: str) -> tuple[int, int, int]:
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red
