"""What lens, sensor and file do to a picture: bend, blur, darken corners, tint, grain, compress."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.observation import Image, Matrix
from kibitz.scene.textures import Colour, Field


@dataclass(frozen=True, slots=True)
class Lens:
    """Everything between the light and the file."""

    bend: float = 0.0
    """Radial distortion: positive is barrel."""
    curl_px: float = 0.0
    """How far a sheet that does not lie flat moves the print, at 640 pixels of width."""
    blur_px: float = 0.6
    """Defocus, at 640 pixels of width."""
    motion_px: float = 0.0
    motion_deg: float = 0.0
    corners: float = 0.15
    """How much darker the corners are."""
    exposure: float = 1.0
    """Stored brightness of fully lit white paper; above 1 burns out."""
    balance: Colour = (1.0, 1.0, 1.0)
    """White balance error, blue, green, red."""
    contrast: float = 0.0
    """Strength of an S-shaped tone curve."""
    colour: float = 1.0
    """Saturation."""
    noise: float = 0.01
    """Noise of white, as a share of white; darker tones have less."""
    dark_noise: float = 0.004
    sharpen: float = 0.0
    quality: int = 92
    """JPEG quality; 0 leaves the picture as it is."""


def exposed(linear: Field, lens: Lens, rng: np.random.Generator) -> Image:
    """Linear light (1 is white paper in full light) as the file shows it."""
    field = linear * (
        np.array(lens.balance, np.float32) * (lens.exposure**2.2) * _falloff(linear.shape, lens)
    )
    field = _blurred(field, lens)
    field = _grainy(field, lens, rng)
    stored = _toned(field, lens)
    if lens.sharpen > 0:
        stored = _sharpened(stored, lens.sharpen)
    return compressed(stored, lens)


def _sharpened(image: Image, strength: float) -> Image:
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(image, 1 + strength, soft, -strength, 0), np.uint8)


def compressed(image: Image, lens: Lens) -> Image:
    """The picture after a JPEG file."""
    if lens.quality <= 0:
        return image
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, lens.quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR) if done else None
    return image if decoded is None else np.asarray(decoded, np.uint8)


def bent(image: Field, lens: Lens, rng: np.random.Generator) -> tuple[Field, Field | None]:
    """The picture through the lens, and where each of its pixels came from (nothing when unbent)."""
    if lens.bend == 0 and lens.curl_px == 0:
        return image, None
    came = _bend_map(image.shape, lens, rng)
    moved = cv2.remap(image, came, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, np.float32), came


def landed(points_px: Matrix, came: NDArray[np.float32] | None) -> Matrix:
    """Where points of the unbent picture lie in the bent one."""
    if came is None:
        return points_px
    at = points_px.copy()
    rows, columns = came.shape[:2]
    for _ in range(6):
        clipped = np.clip(at, 0, [columns - 1, rows - 1]).astype(np.float32)
        from_ = cv2.remap(came, clipped.reshape(1, -1, 2), _NO_MAP, cv2.INTER_LINEAR).reshape(at.shape)
        at = at + (points_px - (from_ + (at - clipped)))
    return at


_NO_MAP: Any = None
"""Both coordinates are in the first map; the type stubs of OpenCV forget that this is allowed."""


def _bend_map(shape: tuple[int, ...], lens: Lens, rng: np.random.Generator) -> NDArray[np.float32]:
    rows, columns = shape[:2]
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    dx, dy = (x - columns / 2) / columns, (y - rows / 2) / columns
    grow = lens.bend * (dx * dx + dy * dy)
    came = np.stack([x + dx * grow * columns, y + dy * grow * columns], axis=-1)
    if lens.curl_px > 0:
        bumps = rng.standard_normal((4, 5, 2)).astype(np.float32) * (lens.curl_px * columns / 640)
        came += cv2.resize(bumps, (columns, rows), interpolation=cv2.INTER_CUBIC)
    return np.asarray(came, np.float32)


def _falloff(shape: tuple[int, ...], lens: Lens) -> Field:
    rows, columns = shape[:2]
    y, x = np.mgrid[-1:1:16j, -1:1:16j].astype(np.float32)
    small = 1 - lens.corners * 0.5 * (x * x + y * y)
    return np.asarray(
        cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR)[..., None], np.float32
    )


def _blurred(field: Field, lens: Lens) -> Field:
    scale = field.shape[1] / 640
    if lens.blur_px * scale > 0.25:
        field = np.asarray(cv2.GaussianBlur(field, (0, 0), lens.blur_px * scale), np.float32)
    length = lens.motion_px * scale
    if length < 1.5:
        return field
    side = int(length) | 1
    kernel = np.zeros((side, side), np.float32)
    middle, reach = side // 2, length / 2
    a, b = reach * cos(radians(lens.motion_deg)), reach * sin(radians(lens.motion_deg))
    cv2.line(
        kernel, (round(middle - a), round(middle - b)), (round(middle + a), round(middle + b)), (1.0,), 1
    )
    return np.asarray(cv2.filter2D(field, -1, kernel / kernel.sum()), np.float32)


def _grainy(field: Field, lens: Lens, rng: np.random.Generator) -> Field:
    """Shot noise grows with the root of the light; a third of it is shared by neighbouring pixels."""
    if lens.noise <= 0 and lens.dark_noise <= 0:
        return field
    noise = _noise_tile(rng, field.shape)
    size = lens.noise * np.sqrt(np.maximum(field, 0)) + lens.dark_noise
    return np.asarray(field + size * noise, np.float32)


_TILE: list[Field] = []


def _noise_tile(rng: np.random.Generator, shape: tuple[int, ...]) -> Field:
    """A window into a kept field of noise, turned at random: drawing it anew each time is slow."""
    if not _TILE:
        fresh = np.random.default_rng(1)
        white = fresh.standard_normal((2048, 2560, 3), np.float32)
        coarse = cv2.GaussianBlur(fresh.standard_normal((2048, 2560, 3), np.float32), (0, 0), 1.0) * 3.0
        _TILE.append(np.asarray(0.8 * white + 0.5 * coarse, np.float32))
    rows, columns = shape[:2]
    tile = _TILE[0]
    if rows > tile.shape[0] or columns > tile.shape[1]:
        return np.asarray(rng.standard_normal(shape, np.float32))
    top, left = rng.integers(0, tile.shape[0] - rows + 1), rng.integers(0, tile.shape[1] - columns + 1)
    part = tile[top : top + rows, left : left + columns]
    return part[:: rng.choice([-1, 1]), :: rng.choice([-1, 1])]


def _toned(field: Field, lens: Lens) -> Image:
    if lens.colour != 1:
        grey = field.mean(axis=2, keepdims=True)
        field = grey + (field - grey) * lens.colour
    steps = np.clip(field * 4095, 0, 4095).astype(np.uint16)
    return np.asarray(_curve(lens.contrast)[steps])


def _curve(contrast: float) -> NDArray[np.uint8]:
    level = np.linspace(0, 1, 4096)
    stored = np.where(level <= 0.0031308, 12.92 * level, 1.055 * level ** (1 / 2.4) - 0.055)
    shaped = stored + contrast * (stored * stored * (3 - 2 * stored) - stored)
    return np.asarray(np.round(np.clip(shaped, 0, 1) * 255), np.uint8)
