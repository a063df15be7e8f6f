"""Light on the table: a lamp or the sun, what the room adds, and the shadows of things out of sight."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import Point
from kibitz.core.observation import Matrix
from kibitz.scene.textures import Colour, Field


@dataclass(frozen=True, slots=True)
class Bars:
    """A window's bars or branches: bands of shadow across the table."""

    angle_deg: float
    pitch_mm: float
    width_mm: float
    cross: bool = True
    offset_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Light:
    """The main light, by where it hangs as seen from the board's middle, and the light of the room."""

    side_deg: float = 30.0
    up_deg: float = 65.0
    away_mm: float = 1500.0
    colour: Colour = (1.0, 1.0, 1.0)
    strength: float = 0.8
    room: Colour = (0.35, 0.35, 0.35)
    size: float = 0.1
    """Width of the source over its distance: how soft shadows are."""
    bars: Bars | None = None
    glare: float = 0.0
    """How much the paper mirrors the main light."""


def lamp_mm(light: Light, middle_mm: Point) -> Matrix:
    """Where the main light hangs: x, y, height."""
    up, side = radians(light.up_deg), radians(light.side_deg)
    flat = light.away_mm * cos(up)
    return np.array(
        [middle_mm[0] + flat * cos(side), middle_mm[1] + flat * sin(side), light.away_mm * sin(up)]
    )


def fallen(points_mm: Matrix, lamp: Matrix) -> Matrix:
    """Where on the table the shadow of points [..., 3] falls."""
    share = points_mm[..., 2:] / np.maximum(lamp[2] - points_mm[..., 2:], 1.0)
    return np.asarray(points_mm[..., :2] + (points_mm[..., :2] - lamp[:2]) * share)


@dataclass(frozen=True, eq=False)
class Ground:
    """A square of the table seen from above, for shadows: its corner, its scale and its size."""

    origin_mm: Point
    px_per_mm: float
    side_px: int

    def px(self, points_mm: Matrix) -> NDArray[np.int32]:
        """Points of the plan in pixels with four bits of fraction."""
        at = (points_mm - np.array(self.origin_mm)) * self.px_per_mm
        return np.asarray(np.round(np.clip(at, -4000, 4000) * 16), np.int32)

    @property
    def mm_to_px(self) -> Matrix:
        """The homography from the plan to this square."""
        s, (x, y) = self.px_per_mm, self.origin_mm
        return np.array([[s, 0, -x * s], [0, s, -y * s], [0, 0, 1]], float)


def lit(ground: Ground) -> Field:
    """A table without any shadow."""
    return np.ones((ground.side_px, ground.side_px), np.float32)


def bar_shadow(ground: Ground, light: Light) -> Field:
    """How much of the main light passes the bars, everywhere on the table."""
    bars = light.bars
    if bars is None:
        return lit(ground)
    steps = np.arange(ground.side_px) / ground.px_per_mm
    at = np.stack(np.meshgrid(*(steps + start for start in ground.origin_mm)), axis=-1)
    soft = 1 + light.size * 60 * ground.px_per_mm
    return np.asarray(cv2.GaussianBlur((~in_bars(bars, at)).astype(np.float32), (0, 0), soft), np.float32)


def in_bars(bars: Bars, at_mm: Matrix) -> NDArray[np.bool_]:
    """Which points of the table [..., 2] lie in the shadow of the bars."""
    x, y, turn = at_mm[..., 0], at_mm[..., 1], radians(bars.angle_deg)
    along = x * cos(turn) + y * sin(turn) + bars.offset_mm
    dark = np.mod(along, bars.pitch_mm) < bars.width_mm
    if bars.cross:
        across = y * cos(turn) - x * sin(turn) + bars.offset_mm * 1.7
        dark |= np.mod(across, bars.pitch_mm * 2.3) < bars.width_mm * 1.4
    return np.asarray(dark)


def irradiance(points_mm: Matrix, lamp: Matrix) -> Matrix:
    """Main light on level ground at points [..., 2], 1 straight below a lamp as far as this one."""
    x, y, height = lamp
    squared = (points_mm[..., 0] - x) ** 2 + (points_mm[..., 1] - y) ** 2 + height**2
    return np.asarray(float(np.linalg.norm(lamp)) ** 2 * height / squared**1.5)


def unit(vectors: Matrix) -> Matrix:
    """Vectors of length one."""
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def mirrored(normals: Matrix, to_lamp: Matrix, to_eye: Matrix, sharpness: float) -> Matrix:
    """How strongly surfaces mirror the lamp into the eye, 0 to 1."""
    half = unit(unit(to_lamp) + unit(to_eye))
    return np.asarray(np.clip((normals * half).sum(axis=-1), 0, 1) ** sharpness)
