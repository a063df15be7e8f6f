"""A fit of a sheet: 23 numbers, how they move points, and one step of least squares towards what is seen.

  0-7    a homography of the plan onto itself, before the one that leads to the picture
  8-21   the bend, x then y
  22     how much longer than planned the marks' sides are (2019 sheets have marks of any size)

Everything on the plan is measured in halves of the field's longer side, from its middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.observation import Matrix
from kibitz.vision.projection import TERMS, Floats, Points, terms

SIZE = 8 + 2 * TERMS + 1
STIFF = 1e-7
"""A whisper of stiffness, as a share of what is measured: what nothing measures stays as it was."""
BEND = 0.012
"""A usual bend, in halves of the field: a sheet curled by a tenth of a cell."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Where a sheet lies in the picture."""

    unit_to_px: Matrix
    bend: Matrix
    grown: float = 0.0

    def placed(self, unit: Points, bends: Floats, grows: Points) -> tuple[Points, Matrix]:
        """Where points lie in the picture, and how that place changes with the point, [points, 2, 2]."""
        point = unit + self.grown * grows + bends @ self.bend.T
        h = self.unit_to_px
        raw = point @ h[:, :2].T + h[:, 2]
        at_px = raw[:, :2] / raw[:, 2:]
        slope = (h[:2, :2] - at_px[:, :, None] * h[2, :2]) / raw[:, 2, None, None]
        return at_px, slope

    def px(self, unit: Points) -> Points:
        """Where points of the field lie in the picture."""
        return self.placed(unit, terms(unit), np.zeros_like(unit))[0]


@dataclass(frozen=True, eq=False)
class Pulls:
    """What draws at a fit, one row each: how it gives way, how far it should, how much it counts."""

    slopes: Matrix
    off_px: Floats
    weight: Floats
    """One over the expected error in pixels, squared."""

    def __add__(self, other: Pulls) -> Pulls:
        return Pulls(
            np.concatenate([self.slopes, other.slopes]),
            np.concatenate([self.off_px, other.off_px]),
            np.concatenate([self.weight, other.weight]),
        )


class Stepped(NamedTuple):
    """A fit after a step, the change of its numbers, and the matrix that held it (see `doubts_px`)."""

    fit: Fit
    change: Floats
    held: Floats


def sway(unit: Points, grows: Points) -> Matrix:
    """How each of the 23 numbers moves a point of the plan, [points, x and y, 23]."""
    u, v = unit[:, 0], unit[:, 1]
    out = np.zeros((len(unit), 2, SIZE))
    out[:, 0, 0], out[:, 0, 1], out[:, 0, 2] = u, v, 1
    out[:, 1, 3], out[:, 1, 4], out[:, 1, 5] = u, v, 1
    out[:, 0, 6], out[:, 0, 7] = -u * u, -u * v
    out[:, 1, 6], out[:, 1, 7] = -u * v, -v * v
    out[:, 0, 8 : 8 + TERMS] = out[:, 1, 8 + TERMS : 8 + 2 * TERMS] = terms(unit)
    out[:, :, 22] = grows
    return out


def step(fit: Fit, pulls: Pulls, *, bending: bool, growing: bool) -> Stepped:
    """The fit drawn to where the pulls balance."""
    free = _free(bending, growing)
    slopes = pulls.slopes[:, free]
    weighted = slopes * pulls.weight[:, None]
    normal, pull = weighted.T @ slopes, weighted.T @ pulls.off_px
    held = np.full(len(free), 1e-9)
    held[:8] += STIFF * np.trace(normal)
    if bending:
        held[8 : 8 + 2 * TERMS] = BEND**-2
        pull[8 : 8 + 2 * TERMS] -= BEND**-2 * fit.bend.ravel()
    normal.ravel()[:: len(free) + 1] += held
    change = np.zeros(SIZE)
    change[free] = np.linalg.solve(normal, pull)
    return Stepped(_moved(fit, change), change, normal)


@cache
def _free(bending: bool, growing: bool) -> NDArray[np.int_]:
    """Which of the numbers may change."""
    numbers = [*range(8), *(range(8, 8 + 2 * TERMS) if bending else ()), *((22,) if growing else ())]
    return np.array(numbers)


def doubts_px(slopes: Matrix, held: Floats, *, bending: bool, growing: bool) -> Floats:
    """The expected error of the place of each row, under the matrix that held the fit."""
    along = slopes[:, _free(bending, growing)]
    return np.asarray(np.sqrt(np.maximum((along * np.linalg.solve(held, along.T).T).sum(axis=1), 0.0)))


def _moved(fit: Fit, change: Floats) -> Fit:
    turned = np.append(change[:8], 0.0).reshape(3, 3)
    homography = fit.unit_to_px + fit.unit_to_px @ turned
    return Fit(
        homography / homography[2, 2],
        fit.bend + change[8 : 8 + 2 * TERMS].reshape(2, TERMS),
        fit.grown + float(change[22]),
    )
