"""An alarm: which cells are wrong, and whether they have been put right since."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core.board import Cell
from kibitz.core.game import M, P
from kibitz.core.look import Look
from kibitz.referee.evidence import Evidence
from kibitz.referee.hypotheses import Hypothesis, Means, Ranked
from kibitz.referee.patience import TIMES, Patience
from kibitz.referee.standing import Standing


class Alarm:
    """Off until it begins; the referee turns it off when play goes on."""

    def __init__(self, standing: Standing, evidence: Evidence, patience: Patience) -> None:
        self._standing, self._evidence, self._patience = standing, evidence, patience
        self.on = False
        self.earlier: list[Cell] = []
        """Cells of a legal change that stood before the last hand came: no part of what is wrong."""
        self._named: tuple[Cell, ...] = ()
        self._doubted: list[Cell] = []
        self._doubt_gone_s = self._legal_s = 0.0

    def begin(self, named: tuple[Cell, ...], doubted: Sequence[Cell]) -> None:
        """These cells are wrong; those spoke against every legal look."""
        self.on, self._named, self._doubted = True, named, list(doubted)
        self._doubt_gone_s = self._legal_s = 0.0
        self._evidence.alarmed()

    def interrupted(self) -> None:
        """A hand is over the board: nothing stands any more."""
        self._legal_s = 0.0

    def look_at(self, fits: bool, elapsed: float) -> None:
        """One more look; where it fits and no hand came to the doubted cells, the eye was wrong."""
        if fits and self._doubted and not self._evidence.handled[self._doubted].any():
            self._doubt_gone_s += elapsed

    def righted(self, ranked: Ranked[P, M], underway: Look | None) -> Hypothesis[P, M] | None:
        """What stood before the alarm, if the cells it named stand so again; one other may be misread."""
        for before, lack, _ in ranked:
            if before.means is Means.STILL or before.look == underway:
                against = self._standing.contradicted(lack)
                few = against.sum() <= (not self._standing.stills)
                stood = self._standing.stood(self._named or range(len(against)))
                if few and not against[list(self._named)].any() and stood >= self._patience.move_s:
                    return before
        return None

    def forgiven(self, best: Hypothesis[P, M], legal: bool, hand: bool, elapsed: float) -> bool:
        """Whether a legal look has stood long enough: soon when no hand has come to the cells that were
        against it (the board was right and the eye was wrong) or the wrong cells were put right before it."""
        self._legal_s = self._legal_s + elapsed if legal else 0.0
        return self._legal_s >= self._forgiveness(best, hand)

    def _forgiveness(self, best: Hypothesis[P, M], hand: bool) -> float:
        if self._patience.forgive_s is None:
            return np.inf
        if not hand:
            return self._patience.move_s
        if self._doubt_gone_s >= self._patience.move_s / 2:
            return self._patience.move_s * TIMES.get(best.means, 1.0)
        put_back = all(best.look[cell] == self._standing.current[cell] for cell in self._named)
        return self._patience.move_s * 3 if put_back else self._patience.forgive_s
