"""What the network says about boards it did not learn from, asked as play asks it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.vision.again import settled
from kibitz.vision.lean import MOST
from kibitz.vision.network import OUTPUTS, PX, Leans, inputs_of, network_of
from training.synthesise import Examples

Held = dict[str, NDArray[np.generic]]


def asked(check: Examples, model: Path) -> Held:
    """The network's raw numbers for every example, and what is true of it."""
    net = network_of(model.read_bytes())
    held: Held = {name: getattr(check, name) for name in ("kind", "hidden", "board", "face", "tier")}
    starts = np.flatnonzero(np.diff(check.board, prepend=-1))
    ends = [*starts[1:], len(check.board)]
    given = [_board(check, slice(a, b), net) for a, b in zip(starts, ends, strict=True)]
    return held | {"answers": np.concatenate(given) if given else np.zeros((0, OUTPUTS), np.float16)}


def _board(check: Examples, rows: slice, net: cv2.dnn.Net) -> NDArray[np.float16]:
    """One board's cells, those in doubt looked at again."""
    steps = np.linspace(-0.5, 0.5, PX, dtype=np.float32)
    lean = check.lean[rows]
    lines = np.clip(lean[:, :2, None] + lean[:, 2:, None] * steps, -MOST, MOST)
    planes = inputs_of(check.crops[rows], check.white[rows.start], Leans(lines[:, 0], lines[:, 1]))
    return settled(planes, net).astype(np.float16)
