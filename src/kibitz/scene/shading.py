"""Light falling on a drawn picture: shadows on the table, on the pieces, glare, and the sum of it all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kibitz.core.board import BoardPlan
from kibitz.core.observation import Matrix
from kibitz.scene.camera import ground
from kibitz.scene.canvas import DIRECT, KIND, MIRROR, OPEN, PIECE, SHEET, Canvas
from kibitz.scene.hand import Hand, rods
from kibitz.scene.light import Ground, Light, bar_shadow, fallen, irradiance, lit, mirrored
from kibitz.scene.solids import Solid, rings_mm
from kibitz.scene.textures import Field

_SIDE_PX = 768
_REACH = 2.6
"""The square for shadows is this many boards wide."""


@dataclass(frozen=True, eq=False)
class Shadows:
    """How much main light reaches the table, and how much passes everything but the pieces."""

    ground: Ground
    table: Field
    above: Field
    height_mm: float
    """Typical height of the pieces, where `above` is looked up."""
    occluded: Field
    """Room light that reaches the table beside pieces."""


def shadows(
    plan: BoardPlan,
    pieces: Sequence[Solid],
    things: Sequence[Solid],
    hands: Sequence[Hand],
    light: Light,
    lamp: Matrix,
) -> Shadows:
    """The shadows of everything, as seen from straight above."""
    side_mm = max(plan.size_mm) * _REACH
    origin = (plan.size_mm[0] / 2 - side_mm / 2, plan.size_mm[1] / 2 - side_mm / 2)
    square = Ground(origin, _SIDE_PX / side_mm, _SIDE_PX)
    height = float(np.median([p.profile[-1][1] for p in pieces])) if pieces else 3.0
    above = np.minimum(bar_shadow(square, light), _cast_by_hands(square, hands, light, lamp))
    above = np.minimum(above, _cast(square, things, light, lamp))
    table = np.minimum(above, _cast(square, pieces, light, lamp))
    near = _closeness(square, [*pieces, *things]) * _under_hands(square, hands)
    return Shadows(square, table, above, height, near)


def _cast(square: Ground, solids: Sequence[Solid], light: Light, lamp: Matrix) -> Field:
    field = lit(square)
    for solid in solids:
        feet = fallen(rings_mm(solid).reshape(-1, 3), lamp)
        hull = np.asarray(cv2.convexHull(feet.astype(np.float32)), np.float64).reshape(-1, 2)
        cv2.fillConvexPoly(field, square.px(hull), (0.0,), cv2.LINE_AA, 4)
    tall = max((solid.profile[-1][1] for solid in solids), default=0.0)
    return _soft(field, light.size * tall * 0.5 * square.px_per_mm)


def _cast_by_hands(square: Ground, hands: Sequence[Hand], light: Light, lamp: Matrix) -> Field:
    field = lit(square)
    high = 0.0
    for hand in hands:
        body = rods(hand)
        high = max(high, hand.tip_height_mm + 20)
        steps = np.linspace(0, 1, 9)[:, None, None]
        line = body.ends_mm[None, :, 0] * (1 - steps) + body.ends_mm[None, :, 1] * steps
        radius = body.radii_mm[None, :, 0] * (1 - steps[..., 0]) + body.radii_mm[None, :, 1] * steps[..., 0]
        at = square.px(fallen(np.minimum(line, [np.inf, np.inf, lamp[2] * 0.8]), lamp))
        for (x, y), r in zip(at.reshape(-1, 2), radius.ravel() * square.px_per_mm, strict=True):
            cv2.circle(field, (int(x), int(y)), int(r * 16), (0.0,), -1, cv2.LINE_AA, 4)
    return _soft(field, light.size * high * 0.6 * square.px_per_mm) if hands else field


def _closeness(square: Ground, solids: Sequence[Solid]) -> Field:
    """Room light is scarcer beside and under solids: a soft dark halo around each foot."""
    field = lit(square)
    for solid in solids:
        foot = np.array(solid.outline) + solid.at_mm
        deep = min(0.55, 0.06 * solid.profile[-1][1])
        cv2.fillConvexPoly(field, square.px(foot), (1 - deep,), cv2.LINE_AA, 4)
    return _soft(field, 1.6 * square.px_per_mm)


def _under_hands(square: Ground, hands: Sequence[Hand]) -> Field:
    """Room light is scarcer under a low hand, too."""
    field = lit(square)
    for hand in hands:
        body = rods(hand)
        middles, radii = body.ends_mm.mean(axis=1), body.radii_mm.mean(axis=1)
        for end, radius in zip([*body.ends_mm[:, 1], *middles], [*radii, *radii], strict=True):
            x, y = square.px(np.asarray(end[:2]))
            deep = 0.6 * float(np.exp(-max(float(end[2] - radius), 0.0) / 20))
            cv2.circle(
                field, (int(x), int(y)), int(radius * square.px_per_mm * 16), (1 - deep,), -1, cv2.LINE_AA, 4
            )
    return _soft(field, 5 * square.px_per_mm) if hands else field


def _soft(field: Field, sigma_px: float) -> Field:
    return np.asarray(cv2.GaussianBlur(field, (0, 0), max(0.6, sigma_px)), np.float32)


def shaded(
    canvas: Canvas, shade: Shadows, light: Light, lamp: Matrix, eye: Matrix, matrix: Matrix, plan: BoardPlan
) -> Field:
    """Linear light of every pixel; white paper in the middle of the board, fully lit, is 1."""
    rows, columns = canvas.albedo.shape[:2]
    falls, gleams = _on_ground((rows, columns), light, lamp, eye, matrix)
    passes, room = _visibility(shade, matrix, lamp, canvas)
    planes = canvas.terms
    main = falls * passes * (planes[..., DIRECT].astype(np.float32) * np.float32(1 / 128))
    open_ = room * (planes[..., OPEN].astype(np.float32) * np.float32(1 / 255))
    shine = planes[..., MIRROR].astype(np.float32) * np.float32(1 / 255)
    shine = shine + np.where(planes[..., KIND] == SHEET, gleams, np.float32(0))
    mirror = shine * falls * passes
    return _summed(canvas, light, main, open_, mirror, _white(light, lamp, plan))


def _summed(canvas: Canvas, light: Light, main: Field, open_: Field, mirror: Field, white: float) -> Field:
    # A square stands in for the exact curve of a camera: tones of pigments are arbitrary anyway.
    squared = cv2.multiply(canvas.albedo, canvas.albedo, scale=1 / 65025, dtype=cv2.CV_32F)
    linear: Field = np.asarray(squared, np.float32)
    for channel in range(3):
        glow, room = light.strength * light.colour[channel] / white, light.room[channel] / white
        plane = linear[..., channel]
        plane *= main * np.float32(glow) + open_ * np.float32(room)
        plane += mirror * np.float32(glow)
    return linear


def _white(light: Light, lamp: Matrix, plan: BoardPlan) -> float:
    middle = irradiance(np.array(plan.size_mm) / 2, lamp)
    return float(light.strength * middle + np.mean(light.room))


def _on_ground(
    size: tuple[int, int], light: Light, lamp: Matrix, eye: Matrix, matrix: Matrix
) -> tuple[Field, Field]:
    """Main light on level ground, and the paper's glare, worked out coarsely and enlarged."""
    rows, columns = size
    y, x = np.mgrid[0:rows:32j, 0:columns:32j]
    back = np.linalg.inv(ground(matrix))
    at = cv2.perspectiveTransform(np.stack([x, y], -1).reshape(1, -1, 2), back).reshape(32, 32, 2)
    at = np.asarray(np.clip(at, -5000, 5000), np.float64)
    falls = irradiance(np.asarray(at, np.float64), lamp)
    points = np.dstack([at, np.zeros((32, 32))])
    gleams = light.glare * mirrored(np.array([0.0, 0.0, 1.0]), lamp - points, eye - points, 60.0)
    both = np.asarray(cv2.resize(np.dstack([falls, gleams]).astype(np.float32), (columns, rows)), np.float32)
    return both[..., 0], both[..., 1]


def _visibility(shade: Shadows, matrix: Matrix, lamp: Matrix, canvas: Canvas) -> tuple[Field, Field]:
    """Main light and room light that reach each pixel; pieces look up theirs at their own height."""
    rows, columns = canvas.albedo.shape[:2]
    back = shade.ground.mm_to_px @ np.linalg.inv(ground(matrix))
    both = np.dstack([shade.table, shade.occluded])
    low = _looked_up(both, back, rows, columns)
    raised = shade.ground.mm_to_px @ _dropped(lamp, shade.height_mm)
    high = _looked_up(shade.above, raised @ np.linalg.inv(ground(matrix, shade.height_mm)), rows, columns)
    kind = canvas.terms[..., KIND]
    level = kind <= SHEET
    main = np.where(level, low[..., 0], np.where(kind == PIECE, high, np.float32(1)))
    return main, np.where(level, low[..., 1], np.float32(1))


def _dropped(lamp: Matrix, height_mm: float) -> Matrix:
    """From a point at this height to where its shadow falls on the table."""
    share = height_mm / max(float(lamp[2]) - height_mm, 1.0)
    return np.array([[1 + share, 0, -lamp[0] * share], [0, 1 + share, -lamp[1] * share], [0, 0, 1]])


def _looked_up(field: Field, back: Matrix, rows: int, columns: int) -> Field:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(field, back, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )
