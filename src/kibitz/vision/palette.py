"""Which side a piece belongs to, by its colour: all pieces of one side on one board share a colour.

A piece set names colours; real pieces differ from them, but not from each other. So the colours of a board
are worked out from all its pieces together: each starts at the set's colour with much doubt, and the pieces
that fit it best pull it to where they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.vision.network import OPPONENT

Colours = NDArray[np.float32]

DOUBT = np.array([0.25, 0.25, 0.2], np.float32) ** 2
"""How far real pieces lie from the colour their set names: blue may be navy or sky."""
WITHIN = 0.05**2
"""How far two pieces of one side differ, light and wear included."""
SHARP = 4.0
STRAY = 1e-4
"""Share of pieces whose colour says nothing: a reflection covers them whole."""


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of the sides as one board shows them: means and variances, [colours, 3]."""

    mean: Colours
    doubt: Colours

    def shares(self, colour: Colours, spread: Colours) -> Colours:
        """Log probability of each side's colour for each piece, [n, colours]."""
        score = self._score(colour, spread)
        return np.asarray(score - _log_sum(score)[:, None], np.float32)

    def fitted(self, colour: Colours, spread: Colours, weight: Colours, *, rounds: int = 4) -> Palette:
        """The palette after seeing pieces, each counting by how surely it is one."""
        now = self
        for _ in range(rounds):
            belongs = _sharp(now.shares(colour, spread)) * weight[:, None]
            now = self._pulled(belongs, colour, spread)
        return now

    def _pulled(self, belongs: Colours, colour: Colours, spread: Colours) -> Palette:
        trust = belongs[:, :, None] / (spread + WITHIN)[:, None, :]
        total = 1 / self.doubt + trust.sum(axis=0)
        mean = (self.mean / self.doubt + (trust * colour[:, None, :]).sum(axis=0)) / total
        return Palette(np.asarray(mean, np.float32), np.asarray(1 / total, np.float32))

    def _score(self, colour: Colours, spread: Colours) -> Colours:
        wide = spread[:, None, :] + WITHIN + self.doubt[None]
        apart = np.square(colour[:, None, :] - self.mean[None])
        fit = -0.5 * (apart / wide + np.log(wide)).sum(axis=2)
        return np.asarray(np.logaddexp(fit, np.log(STRAY)), np.float32)


def _sharp(shares: Colours) -> Colours:
    """Shares of one, nearly all to the likeliest: else a side with no piece on the board would be drawn, a
    little by each piece of the other side, to where those are."""
    strong = np.exp(SHARP * shares)
    return np.asarray(strong / strong.sum(axis=1, keepdims=True), np.float32)


def palette_of(colours: tuple[str, ...]) -> Palette:
    """The palette a piece set names, written as #rrggbb."""
    bgr = np.array([[int(c[i : i + 2], 16) / 255 for i in (5, 3, 1)] for c in colours], np.float32)
    mean = bgr.reshape(-1, 3) @ OPPONENT.T
    return Palette(mean, np.broadcast_to(DOUBT, mean.shape).copy())


def _log_sum(values: Colours) -> Colours:
    top = values.max(axis=1)
    return np.asarray(top + np.log(np.exp(values - top[:, None]).sum(axis=1)), np.float32)
