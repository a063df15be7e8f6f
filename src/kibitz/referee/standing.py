"""Whether what is seen has stood for long enough to be believed, and what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.game import M, P
from kibitz.core.look import Look
from kibitz.referee.evidence import Evidence
from kibitz.referee.hands import Hands
from kibitz.referee.hypotheses import Hypothesis, Means
from kibitz.referee.patience import TIMES, Patience


class Standing:
    """Compares the evidence with the current look. Cells where no hand was must stand for longer."""

    def __init__(self, plan: BoardPlan, evidence: Evidence, hands: Hands, patience: Patience) -> None:
        self._cells, self._evidence, self._hands, self._patience = plan.cells, evidence, hands, patience
        self.stills = True
        """Whether frames come so seldom that each must be believed."""
        self.current: Look = Look(b"")
        """What the last good position shows."""

    def changed(self, look: Look) -> list[Cell]:
        """The cells of the board that a look changes; trays are not seen and do not count."""
        trays = self._cells
        return [
            i for i, (a, b) in enumerate(zip(look, self.current, strict=True)) if a != b and not trays[i].tray
        ]

    def touched(self, cells: list[Cell]) -> bool:
        """Whether a hand was over all of them."""
        return bool(self._evidence.touched[cells].all())

    def contradicted(self, lack: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which cells speak against a look that lacks this much of each."""
        contradicted: NDArray[np.bool_] = lack > self._patience.doubt
        return contradicted

    def stood(self, cells: Sequence[Cell]) -> float:
        """How long all of them have been as they are."""
        return float(self._evidence.steady_s[list(cells)].min())

    def need(self, seconds: float, cells: list[Cell]) -> float:
        """How long these cells must stand changed: longer where no hand was, for pieces do not walk."""
        if self.stills:
            return self._patience.still_s
        return seconds if self.touched(cells) else seconds * self._patience.no_hand

    def steady(self, look: Look, *, times: float = 1.0) -> bool:
        """Whether the cells that changed have stood as they are for long enough."""
        changed = self.changed(look)
        if any(self._hands.left_out[cell] for cell in changed):
            return False
        if len(changed) == 1 and not self.stills and not self.touched(changed):
            return float(self._evidence.steady_s[changed[0]]) >= self._patience.walked_s * times - 1e-9
        needs = [self.need(self._patience.move_s, [cell]) * times for cell in changed]
        return all(self._evidence.steady_s[c] >= need - 1e-9 for c, need in zip(changed, needs, strict=True))

    def beside(self, best: Hypothesis[P, M], lack: NDArray[np.float64]) -> list[Cell]:
        """The cells against a look that have no part in it, if all that has was under a hand; else none."""
        against = [int(cell) for cell in np.flatnonzero(self.contradicted(lack))]
        moved = self.changed(best.look)
        apart = best.means in (Means.MOVE, Means.TWO) and not self.stills and self.touched(moved)
        return against if apart and not set(against) & set(moved) else []

    def all_but_misread(self, best: Hypothesis[P, M], lack: NDArray[np.float64]) -> bool:
        """Whether a clear move has stood long enough to be believed though a few cells speak against it.

        They are misread, or their alarm comes next: pieces do not walk where no hand was. Where the hand
        was, a lone such cell may be where the piece came from, unless the move says from where.
        """
        against = self.beside(best, lack)
        near = [cell for cell in against if self._evidence.touched[cell]]
        if near and len(self.changed(best.look)) < (4 if best.means is Means.TWO else 2):
            return False
        if not against or len(against) > (1 if near else 2):
            return False
        times = 3.0 if near else max(1.5, TIMES.get(best.means, 1.0))
        return self.steady(best.look, times=times)

    def still_settling(self, best: Hypothesis[P, M]) -> bool:
        """Whether what may be a move has only just been made: an older misreading is no part of it."""
        moved = [cell for cell in self.changed(best.look) if self._evidence.touched[cell]]
        return bool(moved) and not self.stills and self.stood(moved) < self._patience.move_s * 3 - 1e-9

    def against(self, best: Hypothesis[P, M], lack: NDArray[np.float64]) -> list[Cell] | None:
        """The cells that no legal look explains, once they have stood long enough to be no misreading."""
        against = [int(cell) for cell in np.flatnonzero(self.contradicted(lack))]
        beside = self.beside(best, lack) and len(self.changed(best.look)) > 1
        seconds = self._patience.lone_s if len(against) == 1 or beside else self._patience.wrong_s
        stood = self.stood(against) >= self.need(seconds, against) - 1e-9
        return against if stood and not self.still_settling(best) else None
