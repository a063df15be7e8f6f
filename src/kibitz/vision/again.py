"""A second look at cells in doubt: mirrored, for the network sees each way a little differently."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.vision.network import BLOCKS_AT, COVERED_AT, KINDS_AT, OUTPUTS, Numbers, answers

KIND_MARGIN = 4.0
"""A cell is in doubt when its likeliest kind leads the next by less than this,"""
COVER_MARGIN = 3.5
"""or when the log odds that it is covered are nearer to even than this."""
MOST = 12
"""Cells of a board that are looked at again: those most in doubt."""


def settled(planes: Numbers, net: cv2.dnn.Net | None = None) -> Numbers:
    """The network's raw numbers for crops, [n, 20], with a second look at those in doubt."""
    given = answers(planes, net).reshape(-1, OUTPUTS)
    again = in_doubt(given)
    if len(again):
        given[again] = looked_again(planes[again], given[again], net)
    return given


def in_doubt(given: Numbers, most: int = MOST) -> NDArray[np.intp]:
    """Which of the cells with these raw numbers [n, 20] deserve a second look."""
    kinds, covered = np.sort(given[:, KINDS_AT], axis=1), given[:, COVERED_AT]
    kind = np.where(covered < COVER_MARGIN, 1 - (kinds[:, -1] - kinds[:, -2]) / KIND_MARGIN, 0)
    doubt = np.maximum(kind, 1 - np.abs(covered) / COVER_MARGIN)
    worst = np.argsort(-doubt, kind="stable")[:most]
    return np.asarray(worst[doubt[worst] > 0])


def looked_again(planes: Numbers, given: Numbers, net: cv2.dnn.Net | None = None) -> Numbers:
    """The mean of the raw numbers given for crops and of three more looks at them."""
    looks = (_look(planes, across, down, net) for across, down in ((1, 0), (0, 1), (1, 1)))
    return np.asarray(np.mean([given, *looks], axis=0), np.float32)


def _look(planes: Numbers, across: int, down: int, net: cv2.dnn.Net | None) -> Numbers:
    """The answers to mirrored crops, the nine parts of their cover put back into place."""
    seen = planes
    for plane, axis in ((3, 3),) * across + ((4, 2),) * down:
        seen = np.flip(seen, axis).copy()
        seen[:, plane] *= -1
    given = answers(seen, net).reshape(len(seen), -1)
    parts = given[:, BLOCKS_AT].reshape(-1, 3, 3)
    given[:, BLOCKS_AT] = np.flip(parts, (2,) * across + (1,) * down).reshape(len(seen), -1)
    return given
