"""What a match says about strength: Elo with error bars, and the sequential test that ends it early.

Games come in pairs from the same opening with colours changed, so a pair is the unit: its two results share
the opening, and their mean is what varies. Elo: a score s is a difference of -400 log10(1/s - 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SURE = 1.959964
"""Standard deviations on either side of the mean that hold 95 %."""


def elo(score: float) -> float:
    """The rating difference that a mean score stands for; infinite at 0 and 1."""
    if score <= 0.0:
        return -math.inf
    return math.inf if score >= 1.0 else 0.0 - 400.0 * math.log10(1.0 / score - 1.0)


def expected(difference: float) -> float:
    """The mean score that a rating difference stands for."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / 400.0))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean score, and the bounds between which the true one lies 19 times of 20."""

    score: float
    low: float
    high: float


def estimate(pairs: Sequence[float]) -> Estimate:
    """The mean of pair results (each 0 to 1) with Wilson's bounds, which hold when all games are won, too.

    Wilson's formula counts games won or lost. Draws and pairs that split make results vary less than that;
    the number of games that would vary as much takes the place of their number.
    """
    if not pairs:
        return Estimate(0.5, 0.0, 1.0)
    mean, count = sum(pairs) / len(pairs), len(pairs)
    games = 2.0 * count
    variance = _variance(pairs, mean)
    if count > 1 and variance > 0.0:
        games = min(mean * (1.0 - mean) / (variance / count), 8.0 * games)
    middle = (mean + SURE**2 / (2 * games)) / (1 + SURE**2 / games)
    spread = math.sqrt(mean * (1 - mean) / games + SURE**2 / (4 * games**2)) * SURE / (1 + SURE**2 / games)
    return Estimate(mean, max(0.0, middle - spread), min(1.0, middle + spread))


def _variance(pairs: Sequence[float], mean: float) -> float:
    return sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test between two rating differences, wrong in either direction one time of twenty."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the lower difference is accepted, above the second the higher one."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def evidence(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio of the two differences, by the normal law for the mean of pairs.

        One split pair is thought in beside the real ones, so that a clean sweep has a variance.
        """
        if not pairs:
            return 0.0
        seen = [*pairs, 0.5]
        mean = sum(seen) / len(seen)
        variance = sum((pair - mean) ** 2 for pair in seen) / len(seen)
        if variance == 0.0:
            return 0.0
        s0, s1 = expected(self.elo0), expected(self.elo1)
        return len(pairs) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    def verdict(self, pairs: Sequence[float]) -> str:
        """`H0`, `H1`, or nothing while the match should go on."""
        low, high = self.bounds
        evidence = self.evidence(pairs)
        return "H1" if evidence >= high else "H0" if evidence <= low else ""
