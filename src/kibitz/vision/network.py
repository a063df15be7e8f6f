"""The small network that looks at one cell: crops in, what it makes of them out.

crop 32 x 32 --> blue, green, red over the board's white, and local contrast --> four convolutions
     --> four kinds, covered or not, covered share, the piece's colour and how sure of it
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.vision.rectify import Crops

PX = 32
MARGIN = 0.4
"""Pieces lean and lie off centre; with less around it the network cannot tell whose foot it sees."""
KINDS = ("empty", "round", "triangle", "chessman")
_KINDS = slice(0, 4)
_COVERED, _SHARE = 4, 5
_COLOUR, _SPREAD = slice(6, 9), slice(9, 12)
OUTPUTS = 12
MODEL = "cells.onnx"

OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [-1.0, 0.0, 1.0], [-0.5, 1.0, -0.5]], np.float32)
"""From blue, green, red to lightness, red against blue, green against the other two."""


@dataclass(frozen=True, eq=False)
class Sight:
    """What the network makes of each crop."""

    kind: NDArray[np.float32]
    """Log probability of each kind, [n, 4]."""
    covered: NDArray[np.float32]
    """Logit that at least a fifth of the cell is covered."""
    share: NDArray[np.float32]
    """How much of the cell is covered, 0 to 1."""
    colour: NDArray[np.float32]
    """Colour of the piece, if there is one, as lightness and two opponents, [n, 3]."""
    spread: NDArray[np.float32]
    """Variance of that estimate."""


def white_of(crops: Crops) -> NDArray[np.float32]:
    """The board's white in this picture, per channel: bright, but no brighter than one pixel in twelve."""
    few = crops[:, 1::4, 1::4].reshape(-1, 3)
    rank = len(few) - 1 - len(few) // 12
    return np.maximum(np.partition(few, rank, axis=0)[rank], 16).astype(np.float32)


def inputs_of(crops: Crops, white: NDArray[np.float32]) -> NDArray[np.float32]:
    """Crops as the network wants them, [n, 4, px, px]."""
    planes = np.empty((len(crops), 4, *crops.shape[1:3]), np.float32)
    np.multiply(crops.transpose(0, 3, 1, 2), (1 / white)[:, None, None], out=planes[:, :3])
    grey = planes[:, :3].mean(axis=1)
    middle = grey.mean(axis=(1, 2), keepdims=True)
    apart = np.sqrt(np.square(grey - middle).mean(axis=(1, 2), keepdims=True))
    planes[:, 3] = (grey - middle) / (apart + 0.02)
    return planes


def sight_of(outputs: NDArray[np.float32]) -> Sight:
    """The network's raw numbers [n, 12] by name."""
    kinds = outputs[:, _KINDS]
    top = kinds.max(axis=1, keepdims=True)
    kind = kinds - top - np.log(np.exp(kinds - top).sum(axis=1, keepdims=True))
    share = 1 / (1 + np.exp(-outputs[:, _SHARE]))
    spread = np.exp(np.clip(outputs[:, _SPREAD], -9, 2))
    return Sight(kind, outputs[:, _COVERED], share, outputs[:, _COLOUR], spread)


def look_at(crops: Crops) -> Sight:
    """What the network makes of a board's crops."""
    if not len(crops):
        return sight_of(np.zeros((0, OUTPUTS), np.float32))
    net = _network()
    net.setInput(inputs_of(crops, white_of(crops)))
    return sight_of(np.asarray(net.forward(), np.float32))


@cache
def _network() -> cv2.dnn.Net:
    data = (resources.files("kibitz.vision") / "models" / MODEL).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
