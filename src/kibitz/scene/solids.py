"""Solid things: an outline that grows and shrinks with its height. Pieces, cups, phones, coins.

  ___        the top: a flat polygon
 /   \\       a profile is a list of (share of the outline, height) from the foot up;
|     |      between two of its entries lies one ring of facets
|_____|
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import Point
from kibitz.core.observation import Matrix
from kibitz.scene.light import mirrored, unit
from kibitz.scene.textures import Colour

Outline = tuple[Point, ...]
Profile = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Material:
    """What a solid is made of."""

    colour: Colour
    gloss: float = 0.2
    sharpness: float = 40.0
    rim: Colour | None = None
    """A top face of another colour around the middle: cut paper, a cup's opening."""
    rim_share: float = 0.85
    rings: tuple[float, ...] = ()
    """Grooves in the top, by their share of the outline."""


@dataclass(frozen=True, slots=True)
class Solid:
    """One thing: outline and profile in millimetres around its place on the table."""

    at_mm: Point
    outline: Outline
    profile: Profile
    material: Material
    kind: int = 2
    """What the picture's labels call it: 2 a piece, 3 a thing that covers cells."""


@dataclass(frozen=True, eq=False)
class Facets:
    """Polygons [n, 4, 3] in millimetres, nearest last, with a shade each."""

    corners_mm: Matrix
    direct: Matrix
    """Main light relative to level ground in the open."""
    open: Matrix
    """Share of the room's light that reaches it."""
    mirror: Matrix
    """Main light mirrored into the camera."""


def round_outline(radius_mm: float, corners: int = 20) -> Outline:
    """A circle."""
    return tuple(
        (radius_mm * cos(2 * pi * i / corners), radius_mm * sin(2 * pi * i / corners)) for i in range(corners)
    )


def polygon_outline(radius_mm: float, corners: int, turn_deg: float, rounding: float = 0.0) -> Outline:
    """A regular polygon with corners cut back by `rounding` of a side."""
    sharp = [
        np.array(
            [cos(radians(turn_deg) + 2 * pi * i / corners), sin(radians(turn_deg) + 2 * pi * i / corners)]
        )
        for i in range(corners)
    ]
    if rounding <= 0:
        return tuple((float(p[0]) * radius_mm, float(p[1]) * radius_mm) for p in sharp)
    cut: list[Point] = []
    for i, here in enumerate(sharp):
        before, after = sharp[i - 1], sharp[(i + 1) % corners]
        for other in (before, after):
            point = here + (other - here) * rounding
            cut.append((float(point[0]) * radius_mm, float(point[1]) * radius_mm))
    return tuple(cut)


def box_outline(width_mm: float, length_mm: float, turn_deg: float, corner_mm: float) -> Outline:
    """A rectangle with rounded corners."""
    w, h, c = width_mm / 2, length_mm / 2, corner_mm
    raw = [(w - c, h), (c - w, h), (-w, h - c), (-w, c - h), (c - w, -h), (w - c, -h), (w, c - h), (w, h - c)]
    a, b = cos(radians(turn_deg)), sin(radians(turn_deg))
    return tuple((x * a - y * b, x * b + y * a) for x, y in raw)


def rings_mm(solid: Solid) -> Matrix:
    """The outline at every entry of the profile: [levels, corners, 3]."""
    outline = np.array(solid.outline)
    levels = [
        np.column_stack([outline * s + solid.at_mm, np.full(len(outline), h)]) for s, h in solid.profile
    ]
    return np.array(levels)


def sides(solid: Solid, lamp: Matrix, eye: Matrix) -> Facets:
    """The facets between the profile's entries that the camera sees, from the foot up."""
    levels = rings_mm(solid)
    low, high = levels[:-1], levels[1:]
    quads = np.stack([low, np.roll(low, -1, 1), np.roll(high, -1, 1), high], axis=2).reshape(-1, 4, 3)
    return _shaded(quads, _normals(quads, solid), solid.material, lamp, eye)


def top(solid: Solid, lamp: Matrix, eye: Matrix) -> tuple[float, float]:
    """The level top's light and mirrored light."""
    middle = np.array([*solid.at_mm, solid.profile[-1][1]])
    up = np.array([0.0, 0.0, 1.0])
    mirror = mirrored(up, lamp - middle, eye - middle, solid.material.sharpness)
    return 1.0, float(mirror) * solid.material.gloss


def silhouette_mm(solids: Sequence[Solid]) -> list[Matrix]:
    """All corners of each solid, for its shadow."""
    return [rings_mm(solid).reshape(-1, 3) for solid in solids]


def _normals(quads: Matrix, solid: Solid) -> Matrix:
    across, up = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    normal = unit(np.cross(across, up))
    middle = np.array([*solid.at_mm, 0.0])
    outward = (unit((quads.mean(axis=1) - middle) * [1, 1, 0]) * normal).sum(axis=1)
    inward = np.where(np.abs(outward) > 0.1, outward < 0, normal[:, 2] < 0)
    return np.asarray(np.where(inward[:, None], -normal, normal))


def _shaded(quads: Matrix, normal: Matrix, material: Material, lamp: Matrix, eye: Matrix) -> Facets:
    centre = quads.mean(axis=1)
    to_lamp, to_eye = unit(lamp - centre), unit(eye - centre)
    seen: NDArray[np.bool_] = (normal * to_eye).sum(axis=1) > 0.01
    direct = np.clip((normal * to_lamp).sum(axis=1), 0, None) / np.maximum(to_lamp[:, 2], 0.2)
    mirror = material.gloss * mirrored(normal, to_lamp, to_eye, material.sharpness)
    open_ = 0.55 + 0.45 * np.clip(normal[:, 2], 0, 1)
    return Facets(quads[seen], direct[seen], open_[seen], mirror[seen])
