"""The board flattened: the one place where pixels of a frame become crops of cells.

Training and play cut cells with the same function, so what the model learnt is what it sees.

    +-----------+   a window of (1 + 2 margin) cells around each cell's centre,
    |  +-----+  |   upright in the board's own frame, px x px pixels;
    |  |cell |  |   a hexagon counts as its inscribed circle
    |  +-----+  |
    +-----------+
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.observation import Image, LocatedBoard, Matrix
from kibitz.core.ornament import across_mm
from kibitz.vision.projection import Points, bent
from kibitz.vision.projection import to_px as to_px

Crops: TypeAlias = NDArray[np.uint8]

PX = 32
MARGIN = 0.35
"""A piece a quarter of a cell off centre, leaning by half its height, still lies inside."""


def crops(
    image: Image,
    located: LocatedBoard,
    cells: Sequence[Cell] | None = None,
    *,
    px: int = PX,
    margin: float = MARGIN,
) -> Crops:
    """One upright picture per cell, [cells, px, px, 3]; all cells a camera reads when none are named."""
    chosen = readable(located.plan) if cells is None else tuple(cells)
    if not chosen:
        return np.zeros((0, px, px, 3), np.uint8)
    windows = _windows(located.plan, chosen, px, margin)
    flat = _sampled(image, located.homography_mm_to_px, _bent(located, chosen, windows))
    return flat.reshape(len(chosen), px, px, 3)


def rectified(
    image: Image, located: LocatedBoard, *, px_per_mm: float = 3.0, border_mm: float = 0.0
) -> Image:
    """The whole field seen from straight above, with a border around it."""
    net = _net(located.plan, px_per_mm, border_mm)
    part, factor, low_px = _part(image, located.homography_mm_to_px, net.box_mm, 1 / px_per_mm)
    knots_mm = bent(located.plan, located.bend, net.knots_mm)
    knots = to_px(_into(low_px, factor) @ located.homography_mm_to_px, knots_mm).astype(np.float32)
    between = cv2.resize(knots, None, fx=KNOT_PX, fy=KNOT_PX, interpolation=cv2.INTER_LINEAR)
    inner = between[KNOT_PX : KNOT_PX + net.rows, KNOT_PX : KNOT_PX + net.columns]
    return _remapped(part, np.asarray(inner, np.float32))


def readable(plan: BoardPlan) -> tuple[Cell, ...]:
    """The cells that a camera reads, in the plan's own order: all but the trays."""
    return tuple(i for i, cell in enumerate(plan.cells) if not cell.tray)


def inscribed_mm(plan: BoardPlan, cell: Cell) -> float:
    """The diameter of the largest circle around the cell's centre that stays inside it."""
    return across_mm(plan.cells[cell])


@dataclass(frozen=True, eq=False)
class _Grid:
    """Points of the plan, [rows, columns, 2], and the corners of the rectangle around them."""

    at_mm: Points
    box_mm: Points
    pitch_mm: float


_KEPT: dict[tuple[int, tuple[Cell, ...], int, float], tuple[BoardPlan, _Grid]] = {}


def _windows(plan: BoardPlan, cells: tuple[Cell, ...], px: int, margin: float) -> _Grid:
    """The plan's point under every pixel of every crop; kept, for it never changes."""
    key = (id(plan), cells, px, margin)
    if key not in _KEPT:
        if len(_KEPT) >= 16:
            _KEPT.pop(next(iter(_KEPT)))
        _KEPT[key] = (plan, _made_windows(plan, cells, px, margin))
    return _KEPT[key][1]


def _made_windows(plan: BoardPlan, cells: tuple[Cell, ...], px: int, margin: float) -> _Grid:
    steps = (np.arange(px) + 0.5) / px - 0.5
    unit = np.stack(np.meshgrid(steps, steps), axis=-1)
    side_mm = [inscribed_mm(plan, i) * (1 + 2 * margin) for i in cells]
    at_mm = np.concatenate(
        [np.array(plan.cells[i].centre_mm) + unit * s for i, s in zip(cells, side_mm, strict=True)]
    )
    return _Grid(at_mm, _box(at_mm), float(np.median(side_mm)) / px)


def _bent(located: LocatedBoard, cells: tuple[Cell, ...], windows: _Grid) -> _Grid:
    """The windows of a sheet that is not flat: each moves as its cell's centre does."""
    if located.bend is None:
        return windows
    centres = np.array([located.plan.cells[i].centre_mm for i in cells])
    moves = bent(located.plan, located.bend, centres) - centres
    px = windows.at_mm.shape[1]
    at_mm = (windows.at_mm.reshape(-1, px, px, 2) + moves[:, None, None]).reshape(windows.at_mm.shape)
    return _Grid(at_mm, windows.box_mm, windows.pitch_mm)


def _sampled(image: Image, homography_mm_to_px: Matrix, grid: _Grid) -> Image:
    """The picture's colours at a grid of points of the plan, [rows, columns, 3]."""
    part, factor, low_px = _part(image, homography_mm_to_px, grid.box_mm, grid.pitch_mm)
    return _remapped(part, to_px(_into(low_px, factor) @ homography_mm_to_px, grid.at_mm).astype(np.float32))


def _part(
    image: Image, homography_mm_to_px: Matrix, box_mm: Points, pitch_mm: float
) -> tuple[Image, int, NDArray[np.int_]]:
    """The part of the picture that shows this box, no finer than needed, by how much it shrank, and where
    it began."""
    low_px, high_px = _bounds_px(image, to_px(homography_mm_to_px, box_mm))
    part = image[low_px[1] : high_px[1], low_px[0] : high_px[0]]
    part, factor = _shrunk(part, pitch_mm * _px_per_mm(homography_mm_to_px, box_mm.mean(axis=0)))
    return part, factor, low_px


def _into(low_px: NDArray[np.int_], factor: int) -> Matrix:
    """From pixels of a picture to pixels of its shrunk part.

    Pixel centres have whole coordinates, so shrinking by f takes x to (x + 0.5) / f - 0.5.
    """
    (x, y), f = low_px, factor
    return np.array([[1 / f, 0, (0.5 - x) / f - 0.5], [0, 1 / f, (0.5 - y) / f - 0.5], [0, 0, 1]])


def _remapped(part: Image, where: NDArray[np.float32]) -> Image:
    flat = cv2.remap(part, where, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


_NO_MAP: Any = None
"""Both coordinates are in the first map; the type stubs of OpenCV forget that this is allowed."""


def _box(points_mm: Points) -> Points:
    """The corners of the upright rectangle around points."""
    x, y = points_mm[..., 0], points_mm[..., 1]
    left, right, top, bottom = x.min(), x.max(), y.min(), y.max()
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _bounds_px(image: Image, corners_px: Points) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The part of the picture that holds these points, at least one pixel of it."""
    size = np.array(image.shape[1::-1])
    spare = 2 + 0.02 * np.ptp(corners_px, axis=0)
    low = np.clip(np.floor(corners_px.min(axis=0) - spare), 0, size - 1).astype(int)
    high = np.clip(np.ceil(corners_px.max(axis=0) + spare) + 1, low + 1, size).astype(int)
    return low, high


def _shrunk(part: Image, finer: float) -> tuple[Image, int]:
    """The picture no finer than the sampling needs, so that nothing aliases, and by how much it shrank."""
    factor = min(round(finer), *part.shape[:2])
    if factor <= 1:
        return part, 1
    rows, columns = part.shape[0] // factor, part.shape[1] // factor
    even = part[: rows * factor, : columns * factor]
    # Whole factors only: averaging over whole pixels is many times faster than over parts of them.
    return np.asarray(cv2.resize(even, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8), factor


def _px_per_mm(homography_mm_to_px: Matrix, centre_mm: Points) -> float:
    """Picture pixels per millimetre of the plan, around a point."""
    beside = to_px(homography_mm_to_px, centre_mm + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    across, down = beside[1] - beside[0], beside[2] - beside[0]
    return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


KNOT_PX = 8
"""Between points this close together the way from plan to picture is as good as straight."""


@dataclass(frozen=True, eq=False)
class _Net:
    """Knots in the middle of every block of pixels, and of one more block all around."""

    knots_mm: Points
    rows: int
    columns: int
    box_mm: Points


_NETS: dict[tuple[int, float, float], tuple[BoardPlan, _Net]] = {}


def _net(plan: BoardPlan, px_per_mm: float, border_mm: float) -> _Net:
    """Kept, for it never changes."""
    key = (id(plan), px_per_mm, border_mm)
    if key not in _NETS:
        if len(_NETS) >= 16:
            _NETS.pop(next(iter(_NETS)))
        _NETS[key] = (plan, _made_net(plan, px_per_mm, border_mm))
    return _NETS[key][1]


def _made_net(plan: BoardPlan, px_per_mm: float, border_mm: float) -> _Net:
    columns, rows = (max(1, round((side + 2 * border_mm) * px_per_mm)) for side in plan.size_mm)
    xs, ys = (KNOT_PX * (np.arange(-1, -(-n // KNOT_PX) + 1) + 0.5) / px_per_mm for n in (columns, rows))
    box = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) / px_per_mm
    return _Net(np.stack(np.meshgrid(xs, ys), axis=-1) - border_mm, rows, columns, box - border_mm)
