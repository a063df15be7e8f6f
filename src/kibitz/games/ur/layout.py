"""What the sweeps must know about pictures and first squares, as plain arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kibitz.games.ur.index import LANE, LAST, MASKS, RANKS, SIZES, Ints, pictures

OWN, OTHER, OWN_COUNT, OTHER_COUNT, MIRROR = range(5)
"""Rows of `Layout.pictures`."""
SIZE, MASK, RANK, OWN_WEIGHT, OTHER_WEIGHT, TURN = range(6)
"""Rows of `Layout.squares`: sets of at most k stones; masks by rank and ranks by mask; what a stone on
a path square adds to the picture's number; ranks with those first that hold the rosette."""

NOWHERE = 32
"""The code of a step that is not there."""
SLOTS = (0, 2, 4, 6)
"""Where the steps of the rolls 1, 2, 3, 4 begin: two for each, since no third can exist, and one for 4."""
FREE = 6
"""With five stones or more beside those beyond the first squares, one always waits to enter."""


class Layout(NamedTuple):
    """The arrays."""

    pictures: Ints
    squares: Ints
    steps: Ints
    """By stones not beyond the first squares (0 to 5), rank and slot: the rank a step there leads to, plus 16
    where it ends on the rosette; NOWHERE where there is no step."""


@lru_cache(maxsize=1)
def layout() -> Layout:
    """The arrays, made once."""
    seen = pictures()
    facts = np.stack([seen.own, seen.other, seen.own_count, seen.other_count, seen.mirror])
    return Layout(facts, _squares(), _steps())


def _squares() -> Ints:
    made = np.zeros((6, 16), np.int64)
    made[SIZE] = 16
    made[SIZE, : len(SIZES)] = SIZES
    made[MASK], made[RANK] = MASKS, RANKS
    made[OWN_WEIGHT, LANE] = made[OTHER_WEIGHT, LANE] = [16 * 3 ** (t - 5) for t in LANE]
    made[OTHER_WEIGHT] *= 2
    made[OWN_WEIGHT, LAST] = (4, 8)
    made[TURN] = sorted(range(16), key=lambda rank: not MASKS[rank] & 8)
    return made


def _steps() -> Ints:
    made = np.full((FREE, 16, 8), NOWHERE, np.int64)
    for free in range(FREE):
        for rank, mask in enumerate(MASKS):
            origins = range(0 if mask.bit_count() < free else 1, 4)
            for roll, slot in zip(range(1, 5), SLOTS, strict=True):
                codes = [_code(mask, origin, roll) for origin in origins if _may(mask, origin, roll)]
                made[free, rank, slot : slot + len(codes)] = codes
    return made


def _may(mask: int, origin: int, roll: int) -> bool:
    target = origin + roll
    stands = origin == 0 or mask >> (origin - 1) & 1
    return bool(stands) and target <= 4 and not mask >> (target - 1) & 1


def _code(mask: int, origin: int, roll: int) -> int:
    target = origin + roll
    left = mask & ~(1 << (origin - 1)) if origin else mask
    return RANKS[left | 1 << (target - 1)] + (16 if target == 4 else 0)
