"""Surfaces made from noise: wood, stone, cloth, stripes, checks, paper grain. Values are 8-bit BGR albedo."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.observation import Image

Field: TypeAlias = NDArray[np.float32]
Colour: TypeAlias = tuple[float, float, float]
"""Blue, green, red, 0 to 255, as a camera in neutral light would store it."""

KINDS = ("plain", "wood", "planks", "marble", "cloth", "stripes", "checks", "speckle")
SIDE_PX = 512


@lru_cache(maxsize=64)
def table(kind: str, first: Colour, second: Colour, seed: int) -> Image:
    """A square of table top that repeats without a seam worth seeing."""
    rng = np.random.default_rng(seed)
    mix = _MIXES[kind](rng)[..., None]
    blend = np.array(first, np.float32) * (1 - mix) + np.array(second, np.float32) * mix
    return np.asarray(np.clip(blend, 0, 255), np.uint8)


def clouds(rng: np.random.Generator, rows: int, columns: int, *, finest: int = 64, stretch: int = 1) -> Field:
    """Smooth noise of several scales, 0 to 1; `stretch` draws it out along the columns."""
    total = np.zeros((rows, columns), np.float32)
    cells, weight = 3, 1.0
    while cells <= finest:
        seed = rng.random((cells, max(2, cells // stretch)), np.float32)
        total += weight * np.asarray(cv2.resize(seed, (columns, rows), interpolation=cv2.INTER_CUBIC))
        cells, weight = cells * 2, weight * 0.55
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / max(high - low, 1e-6), np.float32)


def grain(rng: np.random.Generator, rows: int, columns: int, strength: float) -> Field:
    """Fine multiplicative texture around 1, as paper and ink have."""
    noise = rng.standard_normal((rows, columns), np.float32)
    return np.asarray(1 + strength * cv2.GaussianBlur(noise, (0, 0), 0.8) * 2, np.float32)


def _plain(rng: np.random.Generator) -> Field:
    return np.asarray(0.15 * clouds(rng, SIDE_PX, SIDE_PX, finest=12), np.float32)


def _wood(rng: np.random.Generator) -> Field:
    long = clouds(rng, SIDE_PX, SIDE_PX, finest=256, stretch=16)
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (long * rng.uniform(2, 9)))
    fine = clouds(rng, SIDE_PX, SIDE_PX, finest=512, stretch=64)
    return np.asarray(np.clip(0.5 * rings + 0.5 * fine, 0, 1), np.float32)


def _planks(rng: np.random.Generator) -> Field:
    wood = _wood(rng)
    rows = np.arange(SIDE_PX) * int(rng.integers(3, 7)) // SIDE_PX
    shade = rng.uniform(-0.25, 0.25, rows.max() + 1)[rows][:, None]
    gaps = np.diff(rows, prepend=rows[0])[:, None] > 0
    return np.asarray(np.clip(wood + shade + gaps * 0.8, 0, 1), np.float32)


def _marble(rng: np.random.Generator) -> Field:
    warp = clouds(rng, SIDE_PX, SIDE_PX, finest=48)
    veins = np.abs(np.sin(2 * np.pi * (warp * rng.uniform(1.5, 4))))
    return np.asarray(np.clip(veins**0.7, 0, 1), np.float32)


def _cloth(rng: np.random.Generator) -> Field:
    weave = rng.random((SIDE_PX, SIDE_PX), np.float32)
    soft = clouds(rng, SIDE_PX, SIDE_PX, finest=8)
    return np.asarray(0.35 * cv2.GaussianBlur(weave, (0, 0), 1.0) + 0.4 * soft, np.float32)


def _stripes(rng: np.random.Generator) -> Field:
    bands = (np.arange(SIDE_PX) * int(rng.integers(4, 16)) // (SIDE_PX // 2)) % 2
    return np.asarray(np.repeat(bands[:, None], SIDE_PX, axis=1), np.float32)


def _checks(rng: np.random.Generator) -> Field:
    bands = _stripes(rng)
    return np.asarray(np.abs(bands - bands.T), np.float32)


def _speckle(rng: np.random.Generator) -> Field:
    dots = (rng.random((SIDE_PX, SIDE_PX)) > 0.97).astype(np.float32)
    return np.asarray(np.clip(3 * cv2.GaussianBlur(dots, (0, 0), 1.5), 0, 1), np.float32)


_MIXES = {
    "plain": _plain,
    "wood": _wood,
    "planks": _planks,
    "marble": _marble,
    "cloth": _cloth,
    "stripes": _stripes,
    "checks": _checks,
    "speckle": _speckle,
}
