"""A small network that knows Finkel's game almost by heart, run by numpy.

It was fitted to the exact table by training/ur_network.py; `network.npz` holds its weights in half
precision. A position is eleven patterns (which stones stand on a few squares, how many are left). Every
pattern has a row of numbers; the eleven rows are added up and go through two small layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadFile
from kibitz.games.ur.index import LANES, State

FILE = "network.npz"
COUNTS = (LANES, 16 * 81, 16 * 81, 4 * 81, 4 * 81, 512, 512, 64, 64, 256, 16)
"""How many patterns of each kind there are, in the order of `patterns`."""
BEGINS = tuple(sum(COUNTS[:kind]) for kind in range(len(COUNTS)))
PATTERNS = sum(COUNTS)

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@lru_cache(maxsize=1)
def _ternary() -> Ints:
    masks = np.arange(256)
    return np.asarray(sum((masks >> s & 1) * 3**s for s in range(8)), np.int64)


def patterns(states: Sequence[State]) -> Ints:
    """The numbers of the eleven patterns, a row for each position."""
    own, other, own_left, other_left = np.array(states, np.int64).reshape(-1, 4).T
    ternary = _ternary()
    lane = ternary[own >> 5 & 255] + 2 * ternary[other >> 5 & 255]
    near, far = lane % 81, lane // 81
    own_first, other_first = own >> 1 & 15, other >> 1 & 15
    own_last, other_last = own >> 13 & 3, other >> 13 & 3
    own_pool, other_pool = own_left - np.bitwise_count(own), other_left - np.bitwise_count(other)
    kinds = (
        lane,
        own_first * 81 + near,
        other_first * 81 + near,
        own_last * 81 + far,
        other_last * 81 + far,
        (own_pool * 16 + own_first) * 4 + own_last,
        (other_pool * 16 + other_first) * 4 + other_last,
        own_left * 8 + other_left,
        own_pool * 8 + other_pool,
        own_first * 16 + other_first,
        own_last * 4 + other_last,
    )
    return np.asarray(np.stack(kinds, axis=1) + np.array(BEGINS), np.int64)


@dataclass(frozen=True, slots=True)
class Network:
    """A row for every pattern, then two layers; between them what is negative becomes nothing."""

    rows: Floats
    first: Floats
    first_offset: Floats
    second: Floats
    second_offset: Floats

    def chances(self, states: Sequence[State]) -> NDArray[np.float64]:
        """The chance of the side about to roll in each position."""
        values = np.maximum(self.rows[patterns(states)].sum(axis=1), 0.0)
        values = np.maximum(values @ self.first + self.first_offset, 0.0)
        raw = (values @ self.second + self.second_offset).astype(np.float64)
        return np.asarray(1.0 / (1.0 + np.exp(-raw)))

    @property
    def size(self) -> int:
        """How many weights it has."""
        parts = (self.rows, self.first, self.first_offset, self.second, self.second_offset)
        return sum(part.size for part in parts)


PARTS = ("rows", "first", "first_offset", "second", "second_offset")


@lru_cache(maxsize=1)
def network() -> Network:
    """The network that is shipped."""
    place = resources.files("kibitz.games.ur") / FILE
    try:
        with place.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return Network(*(stored[part].astype(np.float32) for part in PARTS))
    except (OSError, ValueError, KeyError) as error:
        raise BadFile(
            f"the network of Ur cannot be read ({error}); install Kibitz again", name=FILE
        ) from None
