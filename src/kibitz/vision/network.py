"""The small network that looks at cells: a flattened board in, what it makes of every cell out.

    board, 24 pixels a cell --> root of blue, green, red over the board's white, and the lean of tall pieces
         --> four convolutions --> per cell: four kinds, covered or not and where, the piece's colour and
             how sure of it

It has no padding, so a whole board in one picture gives the same answers as one crop of 47 x 47 pixels per
cell, and costs a third: neighbours share their work. Boards whose cells lie on no square grid are cut into
crops.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan
from kibitz.core.observation import Image, LocatedBoard
from kibitz.vision.lean import Lean, lean_of
from kibitz.vision.rectify import inscribed_mm, readable, rectified

Numbers = NDArray[np.float32]

CELL_PX = 24
PX = 47
MARGIN = (PX / CELL_PX - 1) / 2
"""Pieces lean and lie off centre; with less around it the network cannot tell whose foot it sees."""
KINDS = ("empty", "round", "triangle", "chessman")
BLOCKS = 9
"""A cell's cover is also told for its nine parts."""
_KINDS, _BLOCKS = slice(0, 4), slice(5, 5 + BLOCKS)
"""Between them lies whether a fifth is covered: it sharpens learning, and nobody asks for it."""
_COLOUR, _SPREAD = slice(14, 17), slice(17, 20)
OUTPUTS = 20
PLANES = 5
MODEL = "cells.onnx"

OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [-1.0, 0.0, 1.0], [-0.5, 1.0, -0.5]], np.float32)
"""From blue, green, red to lightness, red against blue, green against the other two."""


@dataclass(frozen=True, eq=False)
class Sight:
    """What the network makes of each cell."""

    kind: Numbers
    """Log probability of each kind, [n, 4]."""
    covered: Numbers
    """How much of the cell is covered, 0 to 1."""
    colour: Numbers
    """Colour of the piece, if there is one, as lightness and two opponents, [n, 3]."""
    spread: Numbers
    """Variance of that estimate."""


def sight_of(outputs: Numbers) -> Sight:
    """The network's raw numbers [n, 20] by name."""
    kinds = outputs[:, _KINDS]
    top = kinds.max(axis=1, keepdims=True)
    kind = kinds - top - np.log(np.exp(kinds - top).sum(axis=1, keepdims=True))
    covered = (1 / (1 + np.exp(-np.clip(outputs[:, _BLOCKS], -30, 30)))).mean(axis=1)
    spread = np.exp(np.clip(outputs[:, _SPREAD], -9, 2))
    return Sight(kind, np.asarray(covered, np.float32), outputs[:, _COLOUR], spread)


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


@dataclass(frozen=True, eq=False)
class Leans:
    """How tall things lean, along x for every column and along y for every row of each picture, [n, px]."""

    x: Numbers
    y: Numbers


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
            some = Leans(leans.x[changed], leans.y[changed])
            self._answers[changed] = answers(inputs_of(cut[changed], white, some)).reshape(-1, OUTPUTS)
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
            cut = np.stack([flat[r * CELL_PX :, c * CELL_PX :][:PX, :PX] for r, c in changed])
            rows, columns = changed.T
            some = Leans(*(_windows(line[0], at) for line, at in ((leans.x, columns), (leans.y, rows))))
            self._answers[rows, columns] = answers(inputs_of(cut, white, some)).reshape(-1, OUTPUTS)
            self._blocks[rows, columns] = blocks[rows, columns]
        return self._answers

    def _fresh(self, flat: Image, white: Numbers, blocks: NDArray[np.int16], leans: Leans) -> Numbers:
        self._blocks = blocks.copy()
        given = answers(inputs_of(flat[None], white, leans))[0]
        self._answers = np.ascontiguousarray(given.transpose(1, 2, 0))
        return self._answers


CHANGE = 0.03
"""Share of white by which eight by eight pixels must differ: more than noise, less than any piece."""
FEW = 8
"""Cells that are cheaper looked at one by one than with the whole board."""
_BLOCK_PX = 8


def _noticeable(white: Numbers) -> float:
    return max(3.0, CHANGE * float(white.max()))


def _windows(line: Numbers, at: NDArray[np.int_]) -> Numbers:
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


def white_of(pictures: NDArray[np.uint8]) -> Numbers:
    """The board's white, per channel: bright, but no brighter than one pixel in twelve."""
    few = pictures[:, 1::4, 1::4].reshape(-1, 3)
    rank = len(few) - 1 - len(few) // 12
    return np.asarray(np.maximum(np.partition(few, rank, axis=0)[rank], 16), np.float32)


def inputs_of(pictures: NDArray[np.uint8], white: Numbers, leans: Leans) -> Numbers:
    """Pictures as the network wants them, [n, 5, rows, columns]: roots, for shadows are most of a board."""
    planes = np.empty((len(pictures), PLANES, *pictures.shape[1:3]), np.float32)
    light = planes[:, :3]
    np.multiply(pictures.transpose(0, 3, 1, 2), (1 / white)[:, None, None], out=light, casting="unsafe")
    np.sqrt(light, out=light)
    planes[:, 3], planes[:, 4] = leans.x[:, None, :], leans.y[:, :, None]
    return planes


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


def answers(planes: Numbers) -> Numbers:
    """The network's raw numbers, [n, 20, rows, columns]."""
    net = _network()
    net.setInput(planes)
    return np.asarray(net.forward(), np.float32)


@cache
def _network() -> cv2.dnn.Net:
    data = (resources.files("kibitz.vision") / "models" / MODEL).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
