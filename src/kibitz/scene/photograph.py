"""A position photographed: plan, look, pieces, light, camera and clutter in; picture and truth out.

solids, hand --draw--> colour + terms --light, shadows--> linear picture --lens--> photograph
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan
from kibitz.core.look import Face, Look, PieceSet
from kibitz.core.observation import Image, Matrix
from kibitz.scene import canvas as drawn
from kibitz.scene.camera import Camera, ground, position_mm, project, projection
from kibitz.scene.canvas import Canvas
from kibitz.scene.hand import Hand, draw_hand
from kibitz.scene.lens import Lens, bent, exposed, landed
from kibitz.scene.light import Light, lamp_mm
from kibitz.scene.pieces import Style, pieces_on
from kibitz.scene.shading import shaded, shadows
from kibitz.scene.sheet import Sheet, printed
from kibitz.scene.solids import Solid
from kibitz.scene.textures import Colour, table
from kibitz.scene.truth import covered_ground, hidden_shares


@dataclass(frozen=True, slots=True)
class Table:
    """What the board lies on."""

    kind: str = "wood"
    first: Colour = (60.0, 90.0, 140.0)
    second: Colour = (40.0, 60.0, 100.0)
    tile_mm: float = 300.0
    turn_deg: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything about a photograph but the position."""

    camera: Camera = field(default_factory=Camera)
    light: Light = field(default_factory=Light)
    lens: Lens = field(default_factory=Lens)
    sheet: Sheet = field(default_factory=Sheet)
    table: Table = field(default_factory=Table)
    style: Style = field(default_factory=Style)
    hands: tuple[Hand, ...] = ()
    things: tuple[Solid, ...] = ()
    """What else lies about: cups, phones, coins, captured pieces."""
    over: tuple[Solid, ...] = ()
    """What lies on top of pieces and hides them."""


@dataclass(frozen=True, eq=False)
class Photograph:
    """A picture and the truth about it."""

    image: Image
    homography_mm_to_px: Matrix
    corners_px: Matrix
    """The field's corners from the plan's upper left, clockwise."""
    hidden: NDArray[np.float32]
    """Share of the piece on each cell, or of an empty cell's middle, that is covered or out of sight."""
    look: Look
    covered: Image
    """255 where the board's plane, one pixel a millimetre, is covered by something other than a piece."""


def render(
    plan: BoardPlan,
    look: Look,
    faces: Sequence[Face],
    piece_set: PieceSet,
    scene: Scene,
    *,
    seed: int = 0,
    fine: bool = True,
) -> Photograph:
    """A photograph of a look. `fine` draws small pictures twice as large first, for smooth edges."""
    rng = np.random.default_rng(seed)
    size = 2 if fine and scene.camera.size_px[0] < 1000 else 1
    camera = scene.camera.scaled(size)
    matrix, eye = projection(camera), position_mm(camera)
    lamp = lamp_mm(scene.light, (plan.size_mm[0] / 2, plan.size_mm[1] / 2))
    placed = pieces_on(plan, look, faces, piece_set, scene.style, rng)
    pieces = [*placed.values(), *(thing for thing in scene.things if thing.kind == drawn.PIECE)]
    things = [thing for thing in scene.things if thing.kind != drawn.PIECE]
    canvas = backdrop(plan, scene, camera, matrix)
    drawn.draw_solids(canvas, [*pieces, *things], matrix, lamp, eye)
    drawn.draw_solids(canvas, list(scene.over), matrix, lamp, eye)
    for hand in scene.hands:
        draw_hand(canvas, hand, matrix, lamp, eye, scene.light.bars)
    shade = shadows(plan, pieces, [*things, *scene.over], scene.hands, scene.light, lamp)
    linear = shaded(canvas, shade, scene.light, lamp, eye, matrix, plan)
    if size > 1:
        smooth = cv2.resize(linear, scene.camera.size_px, interpolation=cv2.INTER_AREA)
        linear = np.asarray(smooth, np.float32)
    moved, came = bent(linear, scene.lens, rng)
    image = exposed(moved, scene.lens, rng)
    homography, corners = _truth(plan, ground(projection(scene.camera)), came)
    kinds = canvas.terms[..., drawn.KIND]
    covered = covered_ground(plan, kinds, matrix)
    hidden = hidden_shares(plan, covered, placed, kinds, matrix)
    return Photograph(image, homography, corners, hidden, look, covered)


def backdrop(plan: BoardPlan, scene: Scene, camera: Camera, matrix: Matrix) -> Canvas:
    """Table and board without anything on them."""
    columns, rows = camera.size_px
    canvas = drawn.blank(rows, columns)
    flat = ground(matrix)
    top = table(scene.table.kind, scene.table.first, scene.table.second, scene.table.seed)
    laid = flat @ _tile_to_mm(scene.table, top.shape[0])
    cv2.warpPerspective(top, laid, (columns, rows), canvas.albedo, cv2.INTER_LINEAR, cv2.BORDER_REFLECT)
    page = printed(plan, scene.sheet, _px_per_mm(plan, flat))
    high, wide = page.image.shape[:2]
    s, (x, y) = 1 / page.px_per_mm, page.origin_mm
    placed = flat @ np.array([[s, 0, x + s / 2], [0, s, y + s / 2], [0, 0, 1]])
    cv2.warpPerspective(
        page.image, placed, (columns, rows), canvas.albedo, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    )
    edge = np.array([[x, y], [x + wide * s, y], [x + wide * s, y + high * s], [x, y + high * s]])
    outline = project(matrix, np.column_stack([edge, np.zeros(4)]))
    cv2.fillPoly(canvas.terms, [drawn.fixed_point(outline)], (128, 255, 0, drawn.SHEET), cv2.LINE_8, 4)
    return canvas


def _tile_to_mm(laid: Table, side_px: int) -> Matrix:
    turn = np.radians(laid.turn_deg)
    s = laid.tile_mm / side_px
    c, d = s * np.cos(turn), s * np.sin(turn)
    return np.array([[c, -d, 0], [d, c, 0], [0, 0, 1]])


def _px_per_mm(plan: BoardPlan, flat: Matrix) -> float:
    """Print a little finer than the camera sees the middle of the board."""
    middle = np.array(plan.size_mm) / 2
    at = cv2.perspectiveTransform((middle + np.array([[[0, 0], [1, 0], [0, 1]]])), flat)[0]
    across, down = at[1] - at[0], at[2] - at[0]
    finest = max(float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    return float(np.clip(1.1 * finest, 1.0, 8.0))


def _truth(plan: BoardPlan, flat: Matrix, came: NDArray[np.float32] | None) -> tuple[Matrix, Matrix]:
    """The homography that fits the bent picture best, and the field's corners in it."""
    width, height = plan.size_mm
    steps = np.linspace(0, 1, 9)
    grid = np.stack(np.meshgrid(steps * width, steps * height), -1).reshape(-1, 1, 2)
    corners = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], float)
    straight = cv2.perspectiveTransform(np.concatenate([grid, corners]), flat).reshape(-1, 2)
    at = landed(np.asarray(straight, np.float64), came)
    fitted = flat if came is None else np.asarray(cv2.findHomography(grid, at[:-4])[0])
    return np.asarray(fitted / fitted[2, 2]), np.asarray(at[-4:])


def with_size(scene: Scene, size_px: tuple[int, int]) -> Scene:
    """The same scene taken with another resolution."""
    return replace(scene, camera=replace(scene.camera, size_px=size_px))
