"""A hand over the board: fingers, palm, arm and sleeve as tapering rods that melt into each other.

Poses are made in the hand's own frame (u along the fingers, v to the thumb's side, height up) and then
laid on the board with the tip of the index finger at a given place.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import Point
from kibitz.core.observation import Matrix
from kibitz.scene.camera import depth_mm, project
from kibitz.scene.canvas import DIRECT, KIND, MIRROR, OPEN, THING, Canvas
from kibitz.scene.light import Bars, fallen, in_bars, unit
from kibitz.scene.textures import Colour, Field, clouds

Mask: TypeAlias = NDArray[np.bool_]

NEAREST_MM = 60.0
"""Nothing nearer to the camera is drawn."""
_COARSE = 4
"""Shadows on a hand are worked out for every fourth pixel of every fourth line."""
POSES = ("point", "grasp", "flat", "fist", "pinch")


@dataclass(frozen=True, slots=True)
class Hand:
    """Where the index finger's tip is, where the arm comes from, the pose, and what it looks like."""

    tip_mm: Point
    tip_height_mm: float = 12.0
    from_deg: float = 90.0
    """The direction in which the arm lies, seen from the tip."""
    pose: str = "point"
    size: float = 1.0
    pitch_deg: float = 25.0
    """How steeply the hand comes down."""
    left: bool = False
    skin: Colour = (120.0, 150.0, 205.0)
    sleeve: Colour | None = (90.0, 60.0, 40.0)
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Rods:
    """Tapering rods: ends [n, 2, 3] in millimetres, radii [n, 2], colours [n, 3]."""

    ends_mm: Matrix
    radii_mm: Matrix
    colours: Matrix


# A hand of size 1 in millimetres: knuckle u and v, lengths of the phalanges, radius.
_FINGERS = (
    (82.0, 27.0, (42.0, 26.0, 22.0), 8.6),
    (88.0, 9.0, (46.0, 30.0, 23.0), 9.0),
    (82.0, -9.0, (43.0, 28.0, 23.0), 8.6),
    (72.0, -26.0, (33.0, 22.0, 20.0), 7.6),
)
_CURLS = {
    "point": ((4, 6, 6), (60, 85, 40), (65, 85, 40), (70, 85, 40)),
    "grasp": ((35, 35, 25), (38, 38, 25), (42, 40, 25), (45, 40, 25)),
    "flat": ((4, 4, 4), (2, 4, 4), (3, 4, 4), (6, 4, 4)),
    "fist": ((70, 80, 45), (72, 85, 45), (75, 85, 45), (78, 85, 45)),
    "pinch": ((40, 30, 20), (25, 30, 20), (20, 25, 15), (15, 20, 15)),
}
_SPREAD = {"flat": 13.0, "pinch": 8.0}


def rods(hand: Hand) -> Rods:
    """The hand in its pose at its place."""
    rng = np.random.default_rng(hand.seed)
    parts = [*_fingers(hand, rng), *_thumb(hand, rng), *_palm(), *_arm(hand)]
    ends = np.array([[a, b] for a, b, *_ in parts]) * hand.size
    radii = np.array([[r, s] for _, _, r, s, _ in parts]) * hand.size
    colours = np.array([colour for *_, colour in parts])
    colours = np.where(np.isnan(colours), np.array(hand.skin), colours)
    return Rods(_placed(ends, hand), radii, colours)


_Part = tuple[Matrix, Matrix, float, float, tuple[float, float, float]]
_SKIN = (np.nan, np.nan, np.nan)


def _fingers(hand: Hand, rng: np.random.Generator) -> list[_Part]:
    spread = _SPREAD.get(hand.pose, 3.0)
    parts: list[_Part] = []
    for number, ((u, v, lengths, radius), curls) in enumerate(zip(_FINGERS, _CURLS[hand.pose], strict=True)):
        yaw = (1.5 - number) * spread + rng.uniform(-3, 3)
        parts += _chain(np.array([u, v, 0.0]), yaw, curls, lengths, radius, rng)
    return parts


def _thumb(hand: Hand, rng: np.random.Generator) -> list[_Part]:
    yaw = 55.0 if hand.pose == "flat" else 25.0 + rng.uniform(-10, 10)
    return _chain(np.array([28.0, 30.0, -4.0]), yaw, (15, 15, 20), (38.0, 30.0, 24.0), 10.5, rng)


def _chain(
    start: Matrix,
    yaw_deg: float,
    curls: tuple[int, int, int],
    lengths: tuple[float, float, float],
    radius: float,
    rng: np.random.Generator,
) -> list[_Part]:
    parts: list[_Part] = []
    at, bend = start, 0.0
    for length, curl in zip(lengths, curls, strict=True):
        bend += radians(curl + rng.uniform(-6, 6))
        step = np.array([cos(radians(yaw_deg)) * cos(bend), sin(radians(yaw_deg)) * cos(bend), -sin(bend)])
        parts.append((at, at + step * length, radius, radius * 0.9, _SKIN))
        at, radius = at + step * length, radius * 0.92
    return parts


def _palm() -> list[_Part]:
    wrist = [(0.0, 12.0), (0.0, 4.0), (0.0, -4.0), (0.0, -12.0)]
    return [
        (np.array([u0, v0, 2.0]), np.array([u, v, 0.0]), 19.0, 12.0, _SKIN)
        for (u0, v0), (u, v, *_) in zip(wrist, _FINGERS, strict=True)
    ] + [(np.array([5.0, 10.0, 0.0]), np.array([34.0, 30.0, -4.0]), 18.0, 13.0, _SKIN)]


def _arm(hand: Hand) -> list[_Part]:
    cuff, far = np.array([-70.0, 0.0, 12.0]), np.array([-900.0, 0.0, 150.0])
    parts: list[_Part] = [(np.array([0.0, 0.0, 2.0]), cuff, 23.0, 28.0, _SKIN)]
    if hand.sleeve is None:
        return [*parts, (cuff, far, 28.0, 50.0, _SKIN)]
    return [*parts, (cuff, far, 37.0, 75.0, hand.sleeve)]


def _placed(ends: Matrix, hand: Hand) -> Matrix:
    """The index tip goes to its place; the arm comes in from its side and from above."""
    flip = np.array([1.0, -1.0 if hand.left else 1.0, 1.0])
    tip = ends[2, 1] * flip
    local = ends * flip - tip
    pitch, turn = radians(hand.pitch_deg), radians(hand.from_deg + 180)
    u = local[..., 0] * cos(pitch) + local[..., 2] * sin(pitch)
    h = local[..., 2] * cos(pitch) - local[..., 0] * sin(pitch)
    x = u * cos(turn) - local[..., 1] * sin(turn)
    y = u * sin(turn) + local[..., 1] * cos(turn)
    lift = max(0.0, 4.0 - float(h.min()) - hand.tip_height_mm)
    return np.stack([x + hand.tip_mm[0], y + hand.tip_mm[1], h + hand.tip_height_mm + lift], axis=-1)


def draw_hand(
    canvas: Canvas, hand: Hand, matrix: Matrix, lamp: Matrix, eye: Matrix, bars: Bars | None = None
) -> None:
    """The hand over everything that was drawn so far; bars between it and the lamp darken it in bands."""
    body = rods(hand)
    rows, columns = canvas.albedo.shape[:2]
    seen = _surface(body, matrix, rows // 2, columns // 2)
    if not seen.covered.any():
        return
    middle = body.ends_mm.mean(axis=(0, 1))
    texture = _skin_texture(hand, rows // 2, columns // 2)
    lit = _lit(seen, body, lamp, unit(lamp - middle), bars)
    _paint(canvas, seen, texture, lit, unit(lamp - middle), unit(eye - middle))


@dataclass(frozen=True, eq=False)
class Surface:
    """What is seen of a hand, per pixel of a picture half as fine."""

    near: Field
    """Depth; endless where there is no hand."""
    normal: Field
    place_mm: Field
    colour: Field

    @property
    def covered(self) -> Mask:
        """Where the hand is."""
        return np.asarray(self.near < np.inf)


def _surface(body: Rods, matrix: Matrix, rows: int, columns: int) -> Surface:
    near = np.full((rows, columns), np.inf, np.float32)
    seen = Surface(near, *(np.zeros((rows, columns, 3), np.float32) for _ in range(3)))
    for ends, radii, shade in zip(body.ends_mm, body.radii_mm, body.colours, strict=True):
        _rod(seen, ends, radii, shade, matrix)
    return seen


def _rod(seen: Surface, ends: Matrix, radii: Matrix, shade: Matrix, matrix: Matrix) -> None:
    ends, radii = _in_front(ends, radii, matrix)
    depth = depth_mm(matrix, ends)
    if (depth < NEAREST_MM - 1).any():
        return
    a, b = project(matrix, ends) / 2
    ra, rb = radii * _px_per_mm(matrix, ends) / 2
    window = _window(a, b, max(ra, rb), seen.near.shape)
    if window is None:
        return
    ys, xs = np.mgrid[window].astype(np.float32)
    t, dx, dy = _nearest(xs, ys, a, b)
    radius = ra + (rb - ra) * t
    inside = dx * dx + dy * dy < radius * radius
    rise = np.sqrt(np.maximum(radius * radius - dx * dx - dy * dy, 0)) / radius
    thick = radii[0] + (radii[1] - radii[0]) * t
    front = depth[0] + (depth[1] - depth[0]) * t - rise * thick
    closer = inside & (front < seen.near[window])
    seen.near[window][closer] = front[closer]
    flat = np.stack([dx / radius, dy / radius, -rise], axis=-1)[closer] @ _axes(matrix)
    along = t[closer][:, None]
    seen.normal[window][closer] = flat
    seen.place_mm[window][closer] = ends[0] * (1 - along) + ends[1] * along + flat * thick[closer][:, None]
    seen.colour[window][closer] = shade


def _in_front(ends: Matrix, radii: Matrix, matrix: Matrix) -> tuple[Matrix, Matrix]:
    """The part of a rod that lies before the camera: an arm may come in from beside or behind it."""
    depth = depth_mm(matrix, ends)
    near, far = int(depth.argmin()), int(depth.argmax())
    if depth[near] >= NEAREST_MM or depth[far] < NEAREST_MM:
        return ends, radii
    share = (NEAREST_MM - depth[far]) / (depth[near] - depth[far])
    ends, radii = ends.copy(), radii.copy()
    ends[near] = ends[far] + share * (ends[near] - ends[far])
    radii[near] = radii[far] + share * (radii[near] - radii[far])
    return ends, radii


def _px_per_mm(matrix: Matrix, ends: Matrix) -> Matrix:
    """Pixels per millimetre at each end, from a small step across the line of sight."""
    step = _axes(matrix)[0]
    return np.asarray(np.linalg.norm(project(matrix, ends + step) - project(matrix, ends), axis=-1))


def _axes(matrix: Matrix) -> Matrix:
    """The picture's right, down and forward as directions of the world (x, y, height)."""
    forward = unit(matrix[2, :3])
    right = matrix[0, :3] - forward * (matrix[0, :3] @ forward)
    down = matrix[1, :3] - forward * (matrix[1, :3] @ forward)
    return np.stack([unit(right), unit(down), forward])


def _window(a: Matrix, b: Matrix, reach: float, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    low, high = np.minimum(a, b) - reach - 1, np.maximum(a, b) + reach + 2
    x0, x1 = (int(v) for v in np.clip([low[0], high[0]], 0, shape[1]))
    y0, y1 = (int(v) for v in np.clip([low[1], high[1]], 0, shape[0]))
    return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None


def _nearest(xs: Field, ys: Field, a: Matrix, b: Matrix) -> tuple[Field, Field, Field]:
    """How far along the rod its axis is nearest to each pixel, and the pixel's offset from there."""
    along = b - a
    t = np.clip(((xs - a[0]) * along[0] + (ys - a[1]) * along[1]) / max(float(along @ along), 1e-6), 0, 1)
    return t, xs - (a[0] + t * along[0]), ys - (a[1] + t * along[1])


def _lit(seen: Surface, body: Rods, lamp: Matrix, to_lamp: Matrix, bars: Bars | None) -> Field:
    """Share of the main light that other parts of the hand, and bars, let through: worked out coarsely."""
    covered = seen.covered[::_COARSE, ::_COARSE].astype(np.float32)
    at = np.asarray(seen.place_mm[::_COARSE, ::_COARSE][covered > 0], np.float64)
    passes = np.zeros_like(covered)
    passes[covered > 0] = 1 - _in_own_shadow(at, body, to_lamp)
    if bars is not None:
        passes[covered > 0] *= ~in_bars(bars, fallen(at, lamp))
    shares = cv2.blur(passes, (3, 3)) / np.maximum(cv2.blur(covered, (3, 3)), 1e-3)
    rows, columns = seen.near.shape
    return np.asarray(cv2.resize(shares, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


def _in_own_shadow(at: Matrix, body: Rods, to_lamp: Matrix) -> Matrix:
    """How much some rod stands between each point [n, 3] and the lamp: all are seen from the lamp."""
    side = unit(np.cross(to_lamp, np.array([0.31, 0.77, 0.55])))
    flat = np.stack([side, np.cross(to_lamp, side)], axis=1)
    points, away = at @ flat, at @ to_lamp
    dark = np.zeros(len(at))
    for ends, radii in zip(body.ends_mm, body.radii_mm, strict=True):
        (a, b), (near, far) = ends @ flat, ends @ to_lamp
        along = b - a
        t = np.clip((points - a) @ along / max(float(along @ along), 1e-6), 0, 1)
        radius = radii[0] + (radii[1] - radii[0]) * t
        off = np.linalg.norm(points - a - t[:, None] * along, axis=1)
        before = near + (far - near) * t - away > 0.9 * radius
        dark = np.maximum(dark, np.where(before, np.clip((radius - off) / (0.2 * radius), 0, 1), 0))
    return dark


def _skin_texture(hand: Hand, rows: int, columns: int) -> Field:
    rng = np.random.default_rng(hand.seed)
    strong = float(rng.choice([0.05, 0.2, 0.5]))
    finest = int(rng.choice([48, 96, 192]))
    field = 1 - strong / 2 + strong * clouds(rng, rows, columns, finest=finest)
    return np.asarray(field[..., None], np.float32)


def _paint(
    canvas: Canvas, seen: Surface, texture: Field, lit: Field, to_lamp: Matrix, to_eye: Matrix
) -> None:
    rows, columns = canvas.albedo.shape[:2]
    covered, colour = seen.covered, seen.colour * texture
    normal = np.asarray(unit(np.asarray(cv2.GaussianBlur(seen.normal, (0, 0), 1.5), np.float64)), np.float32)
    half = unit(to_lamp + to_eye)
    planes = np.zeros((*normal.shape[:2], 4), np.float32)
    planes[..., DIRECT] = (
        np.clip(normal @ to_lamp.astype(np.float32), 0, 1) / max(to_lamp[2], 0.2) * 128 * lit
    )
    planes[..., OPEN] = 255 * (0.6 + 0.4 * np.clip(normal[..., 2], 0, 1)) * (0.65 + 0.35 * lit)
    planes[..., MIRROR] = 40 * np.clip(normal @ half.astype(np.float32), 0, 1) ** 25 * lit
    planes[..., KIND] = THING
    size = (columns, rows)
    mask = cv2.resize(covered.astype(np.float32), size, interpolation=cv2.INTER_LINEAR) > 0.5
    grown = _bled(np.dstack([colour, planes]), covered)
    fine = cv2.resize(np.clip(grown, 0, 255), size, interpolation=cv2.INTER_LINEAR)
    canvas.albedo[mask] = fine[..., :3][mask]
    canvas.terms[mask] = fine[..., 3:][mask]
    canvas.terms[..., KIND][mask] = THING


def _bled(values: Field, covered: Mask) -> Field:
    """Values carried one pixel over the edge, so that enlarging does not mix in what lies outside."""
    near = cv2.dilate(covered.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    weight = cv2.blur(covered.astype(np.float32), (3, 3))[..., None]
    spread = cv2.blur(np.where(covered[..., None], values, 0).astype(np.float32), (3, 3)) / np.maximum(
        weight, 1e-3
    )
    return np.asarray(np.where((near & ~covered)[..., None], spread, values), np.float32)
