"""Whether a hand is over the board, and which cells are hidden for another reason."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.core.look import Look
from kibitz.core.observation import Observation
from kibitz.referee.evidence import Evidence
from kibitz.referee.patience import Patience


class Hands:
    """Watches what is hidden: neighbouring cells, or one for a moment, mean a hand; a few for long a cup."""

    def __init__(self, evidence: Evidence, patience: Patience) -> None:
        self._evidence, self._patience = evidence, patience
        self._hidden: NDArray[np.bool_] = np.zeros(len(evidence.touched), np.bool_)
        self._hidden_s = 0.0
        self._over = False
        self.came_at = 0.0
        """When the last hand came."""
        self.left_out = self.cup = np.zeros_like(self._hidden)
        """Cells hidden though no hand is over the board, and those of them that have been so for long."""

    def over(self, seen: Observation, current: Look, elapsed_s: float) -> bool:
        """Take one frame in; while a hand is over the board, what it may touch is forgotten."""
        hidden = self._evidence.covered(seen, elapsed_s)
        same = bool((hidden == self._hidden).all())
        self._hidden, self._hidden_s = hidden, self._hidden_s + elapsed_s if same else 0.0
        few = hidden.sum() <= self._patience.covered_cells and self._hidden_s >= self._patience.covered_s
        hand = not few and (self._evidence.together(hidden) or self._evidence.fingertip)
        if hand and not self._over:
            self.came_at = seen.at
        self._over, self.cup = hand, hidden & few
        self.left_out = np.zeros_like(hidden) if hand else hidden
        if hand:
            self._evidence.touch(hidden, current)
        return hand
