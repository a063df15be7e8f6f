"""How far the network may be believed: heats, thresholds and the curve from doubts to confidence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from kibitz.core.look import PieceSet

CARD = "cells.json"
GROUPS = ("kings by shape", "one shape", "chessmen")
"""Kinds of piece sets, each calibrated by itself."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Numbers fitted on boards that neither trained nor test the network."""

    kind_heat: float = 1.0
    """Above 1: the network is surer of kinds than it should be."""
    colour_heat: float = 1.0
    prior: tuple[float, float, float, float] = (0.6, 0.2, 0.1, 0.1)
    """How common each kind was among the examples."""
    covered_from: float = 0.5
    """How sure the network must be that a cell is covered."""
    slope: float = 1.0
    offset: float = 0.0
    """Confidence is a logistic curve of the log odds that every cell is right."""

    @property
    def log_prior(self) -> NDArray[np.float32]:
        """Subtracted from the network's answer, it leaves the likelihood."""
        return np.asarray(np.log(self.prior), np.float32)

    def confidence(self, doubts: Sequence[float] | NDArray[np.float32]) -> float:
        """Probability that no cell is wrong, from the doubt about each."""
        return float(1 / (1 + np.exp(-(self.slope * log_odds(doubts) + self.offset))))


def log_odds(doubts: Sequence[float] | NDArray[np.float32]) -> float:
    """Log odds that none of several independent doubts comes true."""
    clipped = np.clip(np.asarray(doubts, np.float64), 1e-12, 1 - 1e-9)
    right = float(np.log1p(-clipped).sum()) if len(clipped) else -1e-9
    return float(right - np.log(max(-np.expm1(right), 1e-9)))


def group_of(piece_set: PieceSet) -> str:
    """Which of the groups a set of pieces belongs to."""
    shapes = {piece.shape for piece in piece_set.pieces}
    return GROUPS[2] if "chessman" in shapes else GROUPS[0] if "triangle" in shapes else GROUPS[1]


@cache
def calibration(group: str) -> Calibration:
    """What the model's card says about sets of this group."""
    text = (resources.files("kibitz.vision") / "models" / CARD).read_text("utf-8")
    values = json.loads(text)["calibration"][group]
    return Calibration(**{**values, "prior": tuple(values["prior"])})
