"""What the frames have said about each cell so far, summed until a cell changes its mind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan
from kibitz.core.look import Look
from kibitz.core.observation import Observation


class Evidence:
    """Log-likelihood per cell and face, gathered since the cell last changed.

    Errors of real recognisers repeat from frame to frame, so what one cell may say is bounded twice:
    per frame (`frame_cap`) and in all (`total_cap`). A cell whose frames contradict its sum starts anew
    instead of averaging, so that a change is noticed at once however long the cell stood still before.
    """

    def __init__(
        self,
        plan: BoardPlan,
        faces: int,
        *,
        frame_cap: float = 6.0,  # nats: no frame is surer than 400 to 1 of a cell
        total_cap: float = 18.0,  # three such frames; more would only slow a change of mind
        clear: float = 2.0,  # nats: seven to one against is a contradiction, less is doubt
        covered_below: float = 0.5,  # a cell is covered when less than half of it is seen
        grazed_below: float = 0.9,  # at the edge of the board a hand covers hardly more than a fingertip
    ) -> None:
        self._watched = np.array([not cell.tray for cell in plan.cells])
        self._frame_cap, self._total_cap = frame_cap, total_cap
        self._clear, self._covered_below, self._grazed_below = clear, covered_below, grazed_below
        self._near = _neighbours(plan)
        self.touched: NDArray[np.bool_] = np.zeros(len(plan.cells), np.bool_)
        """Cells a hand has been over, or beside, since the last ruling: only those can have changed."""
        self.total: NDArray[np.float64] = np.zeros((len(plan.cells), faces))
        self.steady_s: NDArray[np.float64] = np.zeros(len(plan.cells))

    def add(self, seen: Observation, elapsed_s: float) -> None:
        """Take one frame in; `elapsed_s` is the time it stands for."""
        fresh = np.maximum(seen.logp - seen.logp.max(axis=1, keepdims=True), -self._frame_cap)
        fresh = fresh * seen.seen[:, None]
        fresh[~self._watched] = 0.0
        self.touched |= self._watched & (seen.seen < self._grazed_below)
        turned = self._contradicts(fresh)
        self.total[turned] = 0.0
        self.steady_s[turned] = 0.0
        self.total = np.maximum(self.total + fresh, -self._total_cap)
        self.steady_s += elapsed_s

    def _contradicts(self, fresh: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Cells whose favourite so far this frame speaks clearly against."""
        favoured = self.total >= self.total.max(axis=1, keepdims=True) - 1e-9
        contradicts: NDArray[np.bool_] = np.where(favoured, fresh, -np.inf).max(axis=1) < -self._clear
        return contradicts

    def covered(self, seen: Observation) -> NDArray[np.bool_]:
        """Cells that this frame does not show."""
        covered: NDArray[np.bool_] = self._watched & (seen.seen < self._covered_below)
        return covered

    def together(self, cells: NDArray[np.bool_]) -> bool:
        """Whether any two of these cells are neighbours: a hand covers an area, a blink lone cells."""
        return bool(self._near[np.ix_(cells, cells)].any())

    def touch(self, covered: NDArray[np.bool_]) -> None:
        """A hand is over these cells; what it holds may be put down beside them."""
        self.touched |= covered | self._near[covered].any(axis=0)

    def forget(self) -> None:
        """Start anew, as after a hand has been over the board."""
        self.total[:] = 0.0
        self.steady_s[:] = 0.0

    def favourite(self, current: Look) -> Look:
        """The likeliest face of each cell; of faces alike, the one that stood there or went missing."""
        best = self.total.max(axis=1)
        alike = self.total >= best[:, None] - 1e-6
        missing = [face for cell, face in enumerate(current) if not alike[cell, face]]
        return Look(bytes(self._pick(alike[c], current[c], missing) for c in range(len(current))))

    def _pick(self, alike: NDArray[np.bool_], current: int, missing: list[int]) -> int:
        if alike[current]:
            return current
        return next((face for face in missing if alike[face]), int(alike.argmax()))

    def lack(self, looks: NDArray[np.uint8]) -> NDArray[np.float64]:
        """How much worse each cell of each look explains the frames than the cell's favourite (0 or more)."""
        cells = np.arange(self.total.shape[0])
        best = self.total.max(axis=1)
        lack: NDArray[np.float64] = best[None, :] - self.total[cells[None, :], looks]
        return lack


def _neighbours(plan: BoardPlan) -> NDArray[np.bool_]:
    """Which cells touch, at a side or a corner."""
    centres = np.array([cell.centre_mm for cell in plan.cells])
    apart = np.linalg.norm(centres[:, None] - centres[None, :], axis=2)
    np.fill_diagonal(apart, np.inf)
    near: NDArray[np.bool_] = apart < 1.5 * apart.min()
    return near
