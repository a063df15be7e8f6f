"""How far the network may be believed: heats, thresholds and the curve from doubts to confidence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

CARD = "cells.json"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Numbers fitted on boards that neither trained nor test the network."""

    kind_heat: float = 1.0
    """Above 1: the network is surer of kinds than it should be."""
    colour_heat: float = 1.0
    prior: tuple[float, float, float, float] = (0.6, 0.2, 0.1, 0.1)
    """How common each kind was among the examples."""
    covered_from: float = 0.0
    """The logit from which a cell counts as covered,"""
    covered_piece_from: float = 3.5
    """from which it does although a piece is plain to see,"""
    covered_alone_from: float = 3.0
    """from which it does with no neighbour covered,"""
    covered_beside: float = 2.0
    """and from which a neighbour counts for that."""
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


@cache
def calibration() -> Calibration:
    """What the model's card says."""
    text = (resources.files("kibitz.vision") / "models" / CARD).read_text("utf-8")
    values = json.loads(text)["calibration"]
    return Calibration(**{**values, "prior": tuple(values["prior"])})
