"""What patterns of men are worth, fitted to positions whose games are over.

Two tables are fitted together: the regions of eight squares that play looks up (`patterns.py` of the game),
and every block of two by two squares, which says what seldom seen regions are worth. The small ones are added
to the large in the end, so play knows only those.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import KibitzError
from kibitz.games.draughts import weights
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.patterns import STATES, regions
from kibitz.games.draughts.switches import Variant

STEPS, BATCH, PACE, DECAY = 1000, 1 << 18, 4.0, 1e-6
RESULT = 0.7
"""The share of the game's result in a label; the rest is the score the search found."""
SCORE_SCALE = 140 / np.log(10)
"""Hundredths of a man in one unit of log odds, where scores become labels: bolder than results alone."""
BLOCK, TESTED = 512, 29
"""Rows of one game lie together: every so manieth block of so many rows is held out."""
BLOCK_STATES = 81


@dataclass(frozen=True)
class Fit:
    """What was found: on full boards and on empty ones, in hundredths of a man."""

    patterns: np.ndarray
    scale: float
    """Hundredths of a man in one unit of log odds."""
    held_out: float
    general: float
    """Mean squared error of the result on positions held out, with and without patterns."""


class Blocks:
    """Every block of two by two squares as a part of a region; its opposite counts for the other side."""

    def __init__(self, variant: Variant) -> None:
        plan, shape, last = layout(variant), regions(variant), variant.size - 1
        large = [[_cell(plan, shape, shift, i) for i in range(8)] for shift, _ in shape.shifts]
        self.parts: list[tuple[int, np.ndarray, int]] = []
        """For each block: its region, the block's state in each state of that, and its sign there."""
        for cells in _blocks(variant):
            across = [(last - row, last - column) for row, column in cells]
            if min(across) < min(cells):
                continue
            swapped = not any(set(cells) <= set(one) for one in large)
            wanted = across if swapped else cells
            at = next(i for i, one in enumerate(large) if set(wanted) <= set(one))
            stands = [np.arange(STATES) // 3 ** large[at].index(cell) % 3 for cell in wanted]
            seen = [np.array((0, 2, 1))[one] if swapped else one for one in stands]
            states = sum(3**i * one for i, one in enumerate(seen))
            self.parts.append((at, np.asarray(states), -1 if swapped else 1))

    def added(self, eights: np.ndarray, fours: np.ndarray) -> np.ndarray:
        """Regions with their blocks, phase by phase."""
        found = eights.reshape(2, -1, STATES).copy()
        for number, (at, states, sign) in enumerate(self.parts):
            found[:, at] += sign * fours.reshape(2, -1, BLOCK_STATES)[:, number][:, states]
        return found.reshape(2, -1)

    def shared(self, slope: np.ndarray) -> np.ndarray:
        """The slope of the blocks, from that of the regions."""
        large = slope.reshape(2, -1, STATES)
        found = [
            [sign * np.bincount(states, large[phase, at], BLOCK_STATES) for at, states, sign in self.parts]
            for phase in (0, 1)
        ]
        return np.array(found).reshape(2, -1)


def _cell(plan: Any, shape: Any, shift: int, place: int) -> tuple[int, int]:
    found: tuple[int, int] = next(
        cell
        for cell, bit in zip(plan.cells, plan.bits, strict=True)
        if shape.gathered(bit, shift) == 1 << place
    )
    return found


def _blocks(variant: Variant) -> list[list[tuple[int, int]]]:
    lines = [sorted(cell for cell in layout(variant).cells if cell[0] == row) for row in range(variant.size)]
    return [
        lines[row][column : column + 2] + lines[row + 1][column : column + 2]
        for row in range(variant.size - 1)
        for column in range(variant.size // 2 - 1)
    ]


class Batch:
    """Some rows as numbers for the fit, each seen by the side that plays down."""

    def __init__(self, variant: Variant, rows: np.ndarray) -> None:
        shape = regions(variant)
        high, low, kings = (rows[name].astype(np.int64) for name in ("high", "low", "kings"))
        self.general, self.won = rows["general"].astype(np.float64), 0.5 + 0.5 * rows["result"]
        self.label = RESULT * self.won + (1 - RESULT) * _chance(rows["score"], SCORE_SCALE)
        pieces = np.bitwise_count((high | low).astype(np.uint64))
        self.full = pieces / weights.full_board(variant)
        high, low = high & ~kings, low & ~kings
        trits, turned = np.array(shape.trits), np.array(shape.turned_trits)
        self.index = [
            (
                trits[shape.gathered(high, a)] + 2 * trits[shape.gathered(low, a)] + STATES * number,
                turned[shape.gathered(low, b)] + 2 * turned[shape.gathered(high, b)] + STATES * number,
            )
            for number, (a, b) in enumerate(shape.shifts)
        ]

    def value(self, patterns: np.ndarray) -> np.ndarray:
        """The evaluation with these patterns."""
        early, late = (sum(one[plus] - one[minus] for plus, minus in self.index) for one in patterns)
        found: np.ndarray = self.general + early * self.full + late * (1 - self.full)
        return found

    def slope(self, off: np.ndarray, size: int) -> np.ndarray:
        """Which way each pattern errs."""
        found = np.zeros((2, size))
        for phase, share in enumerate((self.full, 1 - self.full)):
            for plus, minus in self.index:
                found[phase] += np.bincount(plus, off * share, size) - np.bincount(minus, off * share, size)
        return found


def fitted(variant: Variant, rows: np.ndarray, *, steps: int = STEPS, batch: int = BATCH) -> Fit:
    """Fit patterns to rows of `draughts_play`."""
    if len(rows) < BLOCK * TESTED:
        raise KibitzError(f"{len(rows):,} positions are too few to fit to; play for longer.")
    tested = np.arange(len(rows)) // BLOCK % TESTED == TESTED // 2
    held, rest = Batch(variant, rows[tested][:2_000_000]), np.flatnonzero(~tested)
    scale = float(min(range(60, 260, 10), key=lambda one: _error(held.general, one, held.label)))
    blocks, rng = Blocks(variant), np.random.default_rng(1)
    size = STATES * len(regions(variant).shifts)
    worth = np.zeros((2, size + BLOCK_STATES * len(blocks.parts)))
    mean, square = np.zeros_like(worth), np.zeros_like(worth)
    for step in range(1, steps + 1):
        some = Batch(variant, rows[rng.choice(rest, min(batch, len(rest)))])
        value = some.value(blocks.added(worth[:, :size], worth[:, size:]))
        slope = some.slope(_chance(value, scale) - some.label, size) / len(value)
        slope = np.concatenate([slope, blocks.shared(slope)], axis=1) + DECAY * worth / 100
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        pace = PACE * (1 - step / (steps + 1))
        worth -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-7)
        if step % 50 == 0:
            error = _error(held.value(blocks.added(worth[:, :size], worth[:, size:])), scale, held.won)
            print(f"step {step}: held-out {error:.5f}", flush=True)
    patterns = np.clip(np.rint(blocks.added(worth[:, :size], worth[:, size:])), -2000, 2000).astype(np.int16)
    errors = [_error(value, scale, held.won) for value in (held.value(patterns), held.general)]
    return Fit(patterns, scale, *errors)


def _chance(value: np.ndarray, scale: float) -> np.ndarray:
    found: np.ndarray = 1 / (1 + np.exp(-value / scale))
    return found


def _error(value: np.ndarray, scale: float, label: np.ndarray) -> float:
    return float(np.mean((_chance(value, scale) - label) ** 2))
