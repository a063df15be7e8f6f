"""A flattened board to the network and back: what it makes of every cell, remembering what did not change."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan
from kibitz.core.observation import Image, LocatedBoard
from kibitz.vision.again import in_doubt, looked_again, settled
from kibitz.vision.lean import Lean, lean_of
from kibitz.vision.network import (
    CELL_PX,
    MARGIN,
    OUTPUTS,
    PX,
    Leans,
    Numbers,
    Sight,
    answers,
    inputs_of,
    sight_of,
    white_of,
)
from kibitz.vision.rectify import inscribed_mm, readable, rectified


def look_at(image: Image, located: LocatedBoard, memory: Memory | None = None) -> Sight:
    """What the network makes of every cell that a camera reads, in the plan's order."""
    grid, memory = _grid(located.plan), memory or Memory()
    lean = lean_of(located.homography_mm_to_px, (image.shape[1], image.shape[0]))
    if grid is None:
        return sight_of(memory.of_crops(_crops(image, located), crop_leans(located.plan, lean)))
    border_mm = MARGIN * grid.cell_mm
    flat = rectified(image, located, px_per_mm=CELL_PX / grid.cell_mm, border_mm=border_mm)
    given = memory.answers(flat, _board_leans(flat, lean, grid.cell_mm))
    return sight_of(np.ascontiguousarray(given[grid.rows, grid.columns]))


def _crops(image: Image, located: LocatedBoard) -> NDArray[np.uint8]:
    """A crop around every cell, cut from the flattened board: within half a pixel, in a third of the time."""
    at_mm, side_mm = _centres(located.plan)
    cell_mm = float(np.median(side_mm)) if len(side_mm) else 1.0
    px_per_mm, border_mm = CELL_PX / cell_mm, 0.6 * cell_mm
    flat = rectified(image, located, px_per_mm=px_per_mm, border_mm=border_mm)
    corners = np.rint((at_mm + border_mm) * px_per_mm - PX / 2).astype(int)
    return np.stack([flat[y : y + PX, x : x + PX] for x, y in corners])


def crop_leans(plan: BoardPlan, lean: Lean) -> Leans:
    """The leans over the crop of every cell that a camera reads."""
    at_mm, side_mm = _centres(plan)
    steps = ((np.arange(PX) + 0.5) / PX - 0.5) * side_mm[:, None] * PX / CELL_PX
    return Leans(lean.along(at_mm[:, :1] + steps, lean.x), lean.along(at_mm[:, 1:] + steps, lean.y))


def _board_leans(flat: Image, lean: Lean, cell_mm: float) -> Leans:
    ys, xs = (((np.arange(side) + 0.5) / CELL_PX - MARGIN) * cell_mm for side in flat.shape[:2])
    return Leans(lean.along(xs, lean.x)[None], lean.along(ys, lean.y)[None])


class Memory:
    """The last answers about a board, so that only cells that changed are looked at again.

    A cell is compared with the picture it was judged by, not with the last one: changes cannot creep in.
    """

    def __init__(self) -> None:
        self._blocks: NDArray[np.int16] | None = None
        self._answers = np.zeros((0, 0, OUTPUTS), np.float32)

    def of_crops(self, cut: NDArray[np.uint8], leans: Leans) -> Numbers:
        """The network's raw numbers for crops of cells, [n, 20]."""
        white = white_of(cut)
        blocks = _crop_blocks(cut)
        known = self._blocks is not None and self._blocks.shape == blocks.shape
        if self._blocks is None or not known:
            self._blocks, self._answers = blocks.copy(), np.zeros((len(cut), OUTPUTS), np.float32)
        apart = np.abs(blocks - self._blocks).max(axis=(1, 2, 3))
        changed = np.flatnonzero(~np.array(known) | (apart > _noticeable(white)))
        if len(changed):
            planes = inputs_of(cut[changed], white, Leans(leans.x[changed], leans.y[changed]))
            self._answers[changed] = settled(planes)
            self._blocks[changed] = blocks[changed]
        return self._answers

    def answers(self, flat: Image, leans: Leans) -> Numbers:
        """The network's raw numbers for a flattened board, [rows, columns, 20]."""
        white = white_of(flat[None])
        blocks = _blocks(flat)
        if self._blocks is None or self._blocks.shape != blocks.shape:
            return self._fresh(flat, white, blocks, leans)
        apart = np.abs(blocks - self._blocks).max(axis=(2, 3, 4))
        changed = np.argwhere(apart > _noticeable(white))
        if len(changed) > FEW:
            return self._fresh(flat, white, blocks, leans)
        if len(changed):
            rows, columns = changed.T
            self._answers[rows, columns] = settled(_planes(flat, white, leans, changed))
            self._blocks[rows, columns] = blocks[rows, columns]
        return self._answers

    def _fresh(self, flat: Image, white: Numbers, blocks: NDArray[np.int16], leans: Leans) -> Numbers:
        self._blocks = blocks.copy()
        given = answers(inputs_of(flat[None], white, leans))[0]
        self._answers = np.ascontiguousarray(given.transpose(1, 2, 0))
        cells = self._answers.reshape(-1, OUTPUTS)
        again = in_doubt(cells)
        if len(again):
            at = np.stack(np.divmod(again, self._answers.shape[1]), axis=1)
            cells[again] = looked_again(_planes(flat, white, leans, at), cells[again])
        return self._answers


def _planes(flat: Image, white: Numbers, leans: Leans, at: NDArray[np.intp]) -> Numbers:
    """What the network is given for these cells of a flattened board, rows and columns [n, 2]."""
    cut = np.stack([flat[r * CELL_PX :, c * CELL_PX :][:PX, :PX] for r, c in at])
    rows, columns = at.T
    return inputs_of(cut, white, Leans(_windows(leans.x[0], columns), _windows(leans.y[0], rows)))


CHANGE = 0.03
"""Share of white by which eight by eight pixels must differ: more than noise, less than any piece."""
FEW = 8
"""Cells that are cheaper looked at one by one than with the whole board."""
_BLOCK_PX = 8


def _noticeable(white: Numbers) -> float:
    return max(3.0, CHANGE * float(white.max()))


def _windows(line: Numbers, at: NDArray[np.intp]) -> Numbers:
    """The part of a row or column of leans under each of these cells, [n, px]."""
    return np.asarray(line[at[:, None] * CELL_PX + np.arange(PX)], np.float32)


def _crop_blocks(cut: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Mean colours of blocks of each crop, [n, 6, 6, 3]."""
    rows = cut.reshape(-1, PX, 3)
    small = cv2.resize(rows, (6, 6 * len(cut)), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, 6, 6, 3), np.int16)


def _blocks(flat: Image) -> NDArray[np.int16]:
    """Mean colours of blocks under each cell's window, [rows, columns, 3, 6, 6]."""
    rows, columns = (side // _BLOCK_PX + (side % _BLOCK_PX > 0) for side in flat.shape[:2])
    small = cv2.resize(flat, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.int16)
    windows = np.lib.stride_tricks.sliding_window_view(small, (6, 6), axis=(0, 1))
    return np.asarray(windows[:: CELL_PX // _BLOCK_PX, :: CELL_PX // _BLOCK_PX], np.int16)


@dataclass(frozen=True, eq=False)
class _Grid:
    """Cells on a square grid: its pitch, and the row and column of each."""

    cell_mm: float
    rows: NDArray[np.int_]
    columns: NDArray[np.int_]


def _grid_of(plan: BoardPlan) -> _Grid | None:
    cells = readable(plan)
    pitch = inscribed_mm(plan, cells[0]) if cells else 0.0
    if not pitch:
        return None
    at = np.array([plan.cells[i].centre_mm for i in cells]) / pitch - 0.5
    whole = np.round(at).astype(int)
    fits = np.abs(at - whole).max() < 0.01 and np.allclose(np.array(plan.size_mm) / pitch % 1, 0, atol=0.01)
    return _Grid(pitch, whole[:, 1], whole[:, 0]) if fits else None


_Places = tuple[NDArray[np.float64], NDArray[np.float64]]
_KEPT: dict[int, tuple[BoardPlan, _Grid | None, _Places]] = {}


def _kept(plan: BoardPlan) -> tuple[BoardPlan, _Grid | None, _Places]:
    """Kept by identity: comparing plans costs more than reading one."""
    kept = _KEPT.get(id(plan))
    if kept is None or kept[0] is not plan:
        if len(_KEPT) >= 32:
            _KEPT.clear()
        kept = _KEPT[id(plan)] = (plan, _grid_of(plan), _places_of(plan))
    return kept


def _grid(plan: BoardPlan) -> _Grid | None:
    return _kept(plan)[1]


def _centres(plan: BoardPlan) -> _Places:
    """Centre and inscribed diameter of every cell that a camera reads."""
    return _kept(plan)[2]


def _places_of(plan: BoardPlan) -> _Places:
    cells = readable(plan)
    at_mm = np.array([plan.cells[i].centre_mm for i in cells], np.float64).reshape(-1, 2)
    return at_mm, np.array([inscribed_mm(plan, i) for i in cells], np.float64)
