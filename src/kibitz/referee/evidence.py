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
        fingertip_s: float = 1.0,  # a lone cell covered for longer is under something that was left there
        stirred_counts: float = 1
        / 3,  # of the time that a cell is grazed, for a hand may still be moving there
    ) -> None:
        self._watched = np.array([not cell.tray for cell in plan.cells])
        self._frame_cap, self._total_cap = frame_cap, total_cap
        self._clear, self._covered_below, self._grazed_below = clear, covered_below, grazed_below
        self._fingertip_s, self._stirred_counts = fingertip_s, stirred_counts
        self._near = _neighbours(plan)
        self._grazed: NDArray[np.bool_] = np.zeros(len(plan.cells), np.bool_)
        self._again: NDArray[np.bool_] = np.zeros(len(plan.cells), np.bool_)
        self._covered_s: NDArray[np.float64] = np.zeros(len(plan.cells))
        self.fingertip = False
        """Whether a lone cell has been hidden for two frames or more, but not for long."""
        self.touched: NDArray[np.bool_] = np.zeros(len(plan.cells), np.bool_)
        """Cells a hand has been over, or beside, since the last ruling: only those can have changed."""
        self.handled: NDArray[np.bool_] = np.zeros(len(plan.cells), np.bool_)
        """The same, since the last alarm."""
        self.since: NDArray[np.float64] = np.full(len(plan.cells), np.inf)
        """When each cell was first seen to have changed since the last ruling, hands or not."""
        self.total: NDArray[np.float64] = np.zeros((len(plan.cells), faces))
        self.steady_s: NDArray[np.float64] = np.zeros(len(plan.cells))

    def add(self, seen: Observation, elapsed_s: float) -> None:
        """Take one frame in; `elapsed_s` is the time it stands for."""
        fresh = np.maximum(seen.logp - seen.logp.max(axis=1, keepdims=True), -self._frame_cap)
        fresh = fresh * seen.seen[:, None]
        fresh[~self._watched] = 0.0
        turned = self._contradicts(fresh)
        self.total[turned] = 0.0
        self.steady_s[turned] = 0.0
        self.total = np.maximum(self.total + fresh, -self._total_cap)
        self.steady_s += np.where(self._grazed, self._stirred_counts * elapsed_s, elapsed_s)

    def _contradicts(self, fresh: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Cells whose favourite so far this frame speaks clearly against."""
        favoured = self.total >= self.total.max(axis=1, keepdims=True) - 1e-9
        contradicts: NDArray[np.bool_] = np.where(favoured, fresh, -np.inf).max(axis=1) < -self._clear
        return contradicts

    def covered(self, seen: Observation, elapsed_s: float) -> NDArray[np.bool_]:
        """Cells that this frame does not show; what hides a cell in two frames running is a fingertip."""
        covered: NDArray[np.bool_] = self._watched & (seen.seen < self._covered_below)
        grazed = self._watched & (seen.seen < self._grazed_below)
        self._again = covered & (self._covered_s > 0.0) & (self._covered_s < self._fingertip_s)
        self.fingertip = bool(self._again.any())
        self._reached((grazed & self._grazed) | self._around(self._again))
        self._grazed, self._covered_s = grazed, np.where(covered, self._covered_s + elapsed_s, 0.0)
        return covered

    def together(self, cells: NDArray[np.bool_]) -> bool:
        """Whether any two of these cells are neighbours: a hand covers an area, a blink lone cells."""
        return bool(self._near[np.ix_(cells, cells)].any())

    def touch(self, covered: NDArray[np.bool_], current: Look) -> None:
        """A hand is over some of these cells, and what it holds may be put down beside them: all starts anew.

        Only a change that was seen before, away from this hand, stays seen: another hand made it.
        A lone cell apart from the rest is no hand but a blink.
        """
        under = self._around(covered & (self._again | self._near[covered].any(axis=0)))
        self._reached(under)
        kept = self.changed(current) & ~under
        self.total[~kept] = 0.0
        self.steady_s[~kept] = 0.0

    def _reached(self, cells: NDArray[np.bool_]) -> None:
        self.touched |= cells
        self.handled |= cells

    def _around(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        around: NDArray[np.bool_] = cells | self._near[cells].any(axis=0)
        return around

    def changed(self, current: Look) -> NDArray[np.bool_]:
        """Cells that show something else than this look."""
        shown = self.total[np.arange(len(current)), np.frombuffer(current, np.uint8)]
        changed: NDArray[np.bool_] = shown < self.total.max(axis=1) - self._clear
        return changed

    def date(self, current: Look, at: float) -> None:
        """Note which cells have changed by now; one that is seen as it was has not changed after all."""
        shown = self.total[np.arange(len(current)), np.frombuffer(current, np.uint8)]
        as_before = (shown >= self.total.max(axis=1)) & (self.total.min(axis=1) < -self._clear)
        self.since[as_before] = np.inf
        self.since[self.changed(current)] = np.minimum(self.since[self.changed(current)], at)

    def ruled(self) -> None:
        """A ruling has been made: what changes from now on is new."""
        self.touched[:] = False
        self.since[:] = np.inf

    def alarmed(self) -> None:
        """An alarm has been given: what hands do from now on may put it right."""
        self.handled[:] = False

    def forget(self) -> None:
        """Start anew."""
        self.total[:] = 0.0
        self.steady_s[:] = 0.0

    def favourite(self, current: Look) -> Look:
        """The likeliest face of each cell; of faces alike, the one that went missing.

        A cell that hardly speaks against what stood there shows that still: one frame is thin evidence.
        """
        changed = self.changed(current)
        alike = self.total >= self.total.max(axis=1)[:, None] - 1e-6
        missing = [face for cell, face in enumerate(current) if changed[cell]]
        faces = (
            self._pick(alike[cell], missing) if changed[cell] else face for cell, face in enumerate(current)
        )
        return Look(bytes(faces))

    def _pick(self, alike: NDArray[np.bool_], missing: list[int]) -> int:
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
