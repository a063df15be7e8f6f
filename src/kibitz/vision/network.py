"""The small network that looks at cells: a flattened board in, what it makes of every cell out.

    board, 24 pixels a cell --> root of blue, green, red over the board's white, and the lean of tall pieces
         --> four convolutions --> per cell: four kinds, covered or not and where, the piece's colour and
             how sure of it

It has no padding, so a whole board in one picture gives the same answers as one crop of 47 x 47 pixels per
cell, and costs a third: neighbours share their work. `looking.py` asks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]

CELL_PX = 24
PX = 47
MARGIN = (PX / CELL_PX - 1) / 2
"""Pieces lean and lie off centre; with less around it the network cannot tell whose foot it sees."""
KINDS = ("empty", "round", "triangle", "chessman")
BLOCKS = 9
"""A cell's cover is also told for its nine parts."""
KINDS_AT, COVERED_AT, BLOCKS_AT = slice(0, 4), 4, slice(5, 5 + BLOCKS)
"""Where the answers stand. The nine parts sharpen learning, and nobody asks for them."""
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
    """How surely a fifth or more is covered of the piece, or of the empty cell's middle, 0 to 1."""
    colour: Numbers
    """Colour of the piece, if there is one, as lightness and two opponents, [n, 3]."""
    spread: Numbers
    """Variance of that estimate."""


def sight_of(outputs: Numbers) -> Sight:
    """The network's raw numbers [n, 20] by name."""
    kinds = outputs[:, KINDS_AT]
    top = kinds.max(axis=1, keepdims=True)
    kind = kinds - top - np.log(np.exp(kinds - top).sum(axis=1, keepdims=True))
    covered = 1 / (1 + np.exp(-np.clip(outputs[:, COVERED_AT], -30, 30)))
    spread = np.exp(np.clip(outputs[:, _SPREAD], -9, 2))
    return Sight(kind, np.asarray(covered, np.float32), outputs[:, _COLOUR], spread)


@dataclass(frozen=True, eq=False)
class Leans:
    """How tall things lean, along x for every column and along y for every row of each picture, [n, px]."""

    x: Numbers
    y: Numbers


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


def answers(planes: Numbers, net: cv2.dnn.Net | None = None) -> Numbers:
    """The network's raw numbers, [n, 20, rows, columns]; another than the package's may be asked."""
    net = net or _network()
    net.setInput(planes)
    return np.asarray(net.forward(), np.float32)


def network_of(model: bytes) -> cv2.dnn.Net:
    """A network from its file's contents."""
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))


@cache
def _network() -> cv2.dnn.Net:
    return network_of((resources.files("kibitz.vision") / "models" / MODEL).read_bytes())
