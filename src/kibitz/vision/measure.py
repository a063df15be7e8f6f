"""Where the edges of a board lie in a picture, against where a fit says they are.

Each edge is looked for along a short line across it, in brightness as the eye counts it.

        bright        .-------
                     /           predicted at |, found at /: here the fit is off by so many pixels
        dark  ______/   |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.observation import Image, Matrix
from kibitz.vision.edges import Edges
from kibitz.vision.fit import Fit
from kibitz.vision.projection import Floats, Points

Bools: TypeAlias = NDArray[np.bool_]

STEPS = np.linspace(-1, 1, 17)
"""Samples along the line across an edge."""
_INNER = STEPS[2:-2]
_LIKED = (1 - 0.4 * _INNER**2).astype(np.float32)
"""Of two equal candidates the nearer one."""
_LOG = np.log2(np.arange(256, dtype=np.float32) + 12)
"""The same print has the same contrast in shadow and in light; the 12 keeps sensor noise out."""
_NO_MAP: Any = None


@dataclass(frozen=True, eq=False)
class Measured:
    """What the picture says at each edge."""

    off_px: Floats
    """How far beyond the predicted place the edge lies, towards its brighter side."""
    contrast: Floats
    """In doublings of brightness; zero where the edge lies outside the picture."""
    lean: Points
    """How many pixels towards its brighter side the edge moves when its point moves on the plan, in
    halves of the field's longer side."""
    reach_px: Floats
    """The edge's whole reach in the picture, of which a share was searched."""


def measured(grey: Image, fit: Fit, edges: Edges, *, share: float) -> Measured:
    """Look for every edge within this share of its reach."""
    at_px, slope = fit.placed(edges.unit, edges.terms, edges.grows)
    normal, lean = _normals(slope, edges.across)
    reach_px = np.abs((lean * edges.across).sum(axis=1)) * edges.reach
    search_px = np.maximum(reach_px * share, 2.0)
    where = at_px[:, None] + normal[:, None] * (search_px[:, None] * STEPS)[..., None]
    seen = cv2.remap(grey, where.astype(np.float32), _NO_MAP, cv2.INTER_LINEAR)
    best, contrast = _peak(_response(_LOG[np.asarray(seen, np.uint8)], edges.line))
    contrast[~_inside(grey, at_px, search_px)] = 0.0
    return Measured(best * search_px, contrast, lean, reach_px)


def tones_agree(grey: Image, fit: Fit, edges: Edges) -> float:
    """The share of borders whose brighter side is the brighter one, a little away from the border itself."""
    borders = np.nonzero(edges.witness & ~edges.line)[0]
    if not len(borders):
        return 1.0
    away = 0.45 * edges.reach[borders, None] * edges.across[borders]
    places = [edges.unit[borders] + sign * away for sign in (1, -1)]
    where = np.stack([fit.px(place) for place in places]).astype(np.float32)
    bright, dark = np.asarray(cv2.remap(grey, where, _NO_MAP, cv2.INTER_LINEAR), np.int16)
    return float((bright > dark).mean())


def _normals(slope: Matrix, across: Points) -> tuple[Points, Points]:
    """The directions across the edges in the picture, and how the plan's x and y lead along them."""
    along_x = -slope[:, 0, 0] * across[:, 1] + slope[:, 0, 1] * across[:, 0]
    along_y = -slope[:, 1, 0] * across[:, 1] + slope[:, 1, 1] * across[:, 0]
    length = np.hypot(along_x, along_y) + 1e-12
    normal = np.stack([-along_y / length, along_x / length], axis=1)
    lean = np.einsum("ni,nij->nj", normal, slope)
    sign = np.sign((lean * across).sum(axis=1))[:, None]
    return normal * sign, lean * sign


def _response(seen: NDArray[np.float32], line: Bools) -> NDArray[np.float32]:
    """How much each inner sample looks like the edge: a rise, or for a line a dip."""
    rise = (seen[:, 3:-1] + seen[:, 4:] - seen[:, :-4] - seen[:, 1:-3]) * np.float32(0.5)
    if line.any():
        dip = (seen[:, :-4] + seen[:, 4:]) * np.float32(0.5) - seen[:, 2:-2]
        rise[line] = dip[line]
    return rise


def _peak(response: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """The place of the strongest response, between the samples, and its height."""
    best = np.minimum(np.maximum((response * _LIKED).argmax(axis=1), 1), len(_INNER) - 2)
    rows = np.arange(len(best))
    before, here, after = (response[rows, best + k].astype(np.float64) for k in (-1, 0, 1))
    shift = 0.5 * (before - after) / np.minimum(before - 2 * here + after, -1e-6)
    return _INNER[best] + np.clip(shift, -1, 1) * (_INNER[1] - _INNER[0]), here


def _inside(grey: Image, at_px: Points, search_px: Floats) -> Bools:
    height, width = grey.shape[:2]
    x, y, r = at_px[:, 0], at_px[:, 1], search_px
    return np.asarray((x > r) & (y > r) & (x < width - 1 - r) & (y < height - 1 - r), np.bool_)
