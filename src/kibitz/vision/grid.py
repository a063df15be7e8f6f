"""A chequered grid found without marks: a suggestion of where the board's corners are.

Crossings of four cells look alike from any side (dark, light, dark, light around a ring). They are joined
into a lattice, the lattice gives a homography, and of all boards that fit the lattice the one whose
borders agree best with the picture is suggested.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan
from kibitz.core.chequer import chequer
from kibitz.core.observation import Image
from kibitz.vision.corners import clockwise
from kibitz.vision.edges import Edges, edges_of
from kibitz.vision.fit import Fit
from kibitz.vision.measure import measured
from kibitz.vision.projection import TERMS, Points

Lattice: TypeAlias = dict[tuple[int, int], int]
"""Which crossing lies at which place of the grid."""

LONGEST_PX = 800
MOST_CROSSINGS = 400
LEAST_CROSSINGS = 8
_RING = ((0, -5), (2, -5), (4, -4), (5, -2), (5, 0), (5, 2), (4, 4), (2, 5))
"""Half a ring of radius five; the other half is opposite."""


@dataclass(frozen=True, eq=False)
class Suggestion:
    """Where a board may lie: its corners, clockwise from the picture's upper left, and how well it fits."""

    corners_px: Points
    score: float
    """How many of the inner borders agree, 0 to 1; above 0.6 it is very likely right."""


def suggest(image: Image, size: int = 8, *, most: int = 3) -> tuple[Suggestion, ...]:
    """Boards of size x size chequered cells that may be in the picture, the likeliest first."""
    grey, scale = _small(image)
    points = crossings(grey)
    lattice = _lattice(points)
    if len(lattice) < LEAST_CROSSINGS:
        return ()
    places = np.array(list(lattice), np.float64)
    homography, _ = cv2.findHomography(places, points[list(lattice.values())], cv2.RANSAC, 3.0)
    if homography is None:
        return ()
    found = _placed(grey, np.asarray(homography, np.float64), places, size)
    ranked = sorted(found, key=lambda one: -one.score)[:most]
    return tuple(Suggestion((one.corners_px + 0.5) / scale - 0.5, one.score) for one in ranked)


def suggested(image: Image, plan: BoardPlan, *, sure: float = 0.8) -> Suggestion | None:
    """The likeliest place of a chequered plan, where one is likely at all."""
    size = len(plan.rows)
    if len(plan.cells) != size * size or len({cell.tone for cell in plan.cells}) != 2:
        return None
    found = suggest(image, size, most=1)
    return found[0] if found and found[0].score >= sure else None


def crossings(grey: Image) -> Points:
    """Places where two dark and two light cells meet, the clearest first."""
    response = _response(cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32))
    peak = response == cv2.dilate(response, np.ones((9, 9), np.uint8))
    y, x = np.nonzero(peak & (response > 0.12 * response.max()) & (response > 40))
    order = np.argsort(-response[y, x])[:MOST_CROSSINGS]
    return np.column_stack([x[order], y[order]]).astype(np.float64)


def _small(image: Image) -> tuple[Image, float]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    scale = LONGEST_PX / max(grey.shape)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how), np.uint8), scale


def _response(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Bennett and Lasenby's chess-corner measure: opposite alike, quarter turns unlike."""
    ring = [_shifted(grey, x, y) for x, y in _RING] + [_shifted(grey, -x, -y) for x, y in _RING]
    unlike = sum(abs(ring[n] + ring[n + 8] - ring[n + 4] - ring[(n + 12) % 16]) for n in range(4))
    opposite = sum(abs(ring[n] - ring[n + 8]) for n in range(8))
    middle = abs(cv2.blur(grey, (5, 5)) * 8 - sum(ring) / 2)
    out = np.maximum(np.asarray(unlike - opposite - middle, np.float32), 0)
    out[:8], out[-8:], out[:, :8], out[:, -8:] = 0, 0, 0, 0
    return out


def _shifted(grey: NDArray[np.float32], x: int, y: int) -> NDArray[np.float32]:
    return np.roll(grey, (-y, -x), axis=(0, 1))


def _lattice(points: Points) -> Lattice:
    """The largest lattice that grows from any of the clearest crossings."""
    best: Lattice = {}
    for seed in range(min(60, len(points))):
        if seed in best.values():
            continue
        for first, second in _bases(points, seed):
            grown = _grown(points, seed, first, second)
            best = grown if len(grown) > len(best) else best
    return best


def _bases(points: Points, seed: int) -> list[tuple[Points, Points]]:
    """Pairs of steps to neighbours that could span a grid: about as long, and well apart in direction."""
    off = points - points[seed]
    length = np.hypot(off[:, 0], off[:, 1])
    near = [off[i] for i in np.argsort(length)[1:9] if length[i] > 10]
    return [(a, b) for a, b in combinations(near, 2) if _spans(a, b)][:6]


def _spans(a: Points, b: Points) -> bool:
    """Whether these are the sides of a cell and not a side and a diagonal."""
    longer, shorter = sorted((float(np.hypot(*a)), float(np.hypot(*b))), reverse=True)
    diagonal = min(float(np.hypot(*(a - b))), float(np.hypot(*(a + b))))
    return shorter > 0.5 * longer and diagonal > 0.97 * longer


def _grown(points: Points, seed: int, first: Points, second: Points) -> Lattice:
    """Crossings reached from the seed step by step, each step as long as the one before it."""
    found: Lattice = {(0, 0): seed}
    waiting = deque([((0, 0), first, second)])
    while waiting:
        (i, j), a, b = waiting.popleft()
        here = points[found[i, j]]
        for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place, stride = (i + di, j + dj), di * a + dj * b
            if place in found or max(abs(place[0]), abs(place[1])) > 15:
                continue
            off = points - (here + stride)
            nearest = int(np.argmin((off**2).sum(axis=1)))
            if np.hypot(*off[nearest]) < 0.18 * np.hypot(*stride) and nearest not in found.values():
                found[place] = nearest
                made = (points[nearest] - here) * (di + dj)
                waiting.append((place, made if di else a, made if dj else b))
    return found


def _placed(grey: Image, homography: Points, places: Points, size: int) -> list[Suggestion]:
    """Every board that covers most of the lattice, scored by its borders in both colourings."""
    inside = {start: _covered(places, start, size) for start in _starts(places, size)}
    enough = 0.75 * max(inside.values())
    both = [edges_of(chequer("", size, upper_left=tone), (), rim=False) for tone in ("light", "dark")]
    found = []
    for i, j in (start for start, count in inside.items() if count >= enough):
        unit_to_px = homography @ np.array(
            [[size / 2, 0, i + size / 2], [0, size / 2, j + size / 2], [0, 0, 1]]
        )
        score = max(_score(grey, unit_to_px, edges) for edges in both)
        corners = Fit(unit_to_px, np.zeros((2, TERMS))).px(np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))
        found.append(Suggestion(clockwise(corners), score))
    return found


def _starts(places: Points, size: int) -> list[tuple[int, int]]:
    """The upper-left corners, in steps of the lattice, of all boards that touch it."""
    low, high = places.min(axis=0).astype(int), places.max(axis=0).astype(int)
    across, down = (range(int(low[k]) - size, int(high[k]) + 1) for k in (0, 1))
    return list(product(across, down))


def _covered(places: Points, start: tuple[int, int], size: int) -> int:
    """How many crossings of the lattice are inner crossings of this board."""
    steps = places - np.array(start)
    return int(((steps > 0) & (steps < size)).all(axis=1).sum())


def _score(grey: Image, unit_to_px: Points, edges: Edges) -> float:
    """The share of borders that lie where they should, each way round."""
    seen = measured(grey, Fit(unit_to_px, np.zeros((2, TERMS))), edges, share=0.5)
    near = np.abs(seen.off_px) < np.maximum(0.25 * seen.reach_px, 1.5)
    return float((near & (seen.contrast > 0.25)).mean())
