"""Every unfinished position as a number without gaps, the side to roll seen as `own`.

A block is how many stones each side still has to bring home, (own, other). Inside it a position is a
picture (the shared lane in base 3 and both sides' two last squares) and, behind it, which of their four
first squares both sides hold:

    own    1 2 3 4 | 5 6 7 8 9 10 11 12 | 13 14        picture = lane * 16 + own last * 4 + other last
    other  1 2 3 4 |        shared      | 13 14        index = start + own first * width + other first

The sixteen sets of first squares are ranked by how many they are, then by how far they have come: so those
of at most k stones are the first `SIZES[k]` of them, and a stone's step always raises the rank.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

LANES = 3**8
PICTURES = LANES * 16
FIRST, LANE, LAST = range(1, 5), range(5, 13), range(13, 15)
"""Path squares of the three parts."""

MASKS = tuple(sorted(range(16), key=lambda m: (m.bit_count(), sum(s for s in range(4) if m >> s & 1))))
RANKS = tuple(MASKS.index(mask) for mask in range(16))
SIZES = (1, 5, 11, 15, 16, 16, 16, 16)
"""How many sets of first squares hold at most k stones."""

_TERNARY = tuple(sum(3**s for s in range(8) if mask >> s & 1) for mask in range(256))


class State(NamedTuple):
    """A side about to roll: its stones as bits of path squares 1 to 14, the other's, how many are left."""

    own: int
    other: int
    own_left: int
    other_left: int

    @property
    def mirrored(self) -> State:
        """The same board with the other side about to roll."""
        return State(self.other, self.own, self.other_left, self.own_left)


def picture_of(own: int, other: int) -> int:
    """The picture that two sides' stones show."""
    lane = _TERNARY[own >> 5 & 255] + 2 * _TERNARY[other >> 5 & 255]
    return int(lane) * 16 + (own >> 13 & 3) * 4 + (other >> 13 & 3)


class Pictures(NamedTuple):
    """Facts about every picture, as arrays over their numbers."""

    own: Ints
    """Own stones beyond the first four squares, as bits of path squares."""
    other: Ints
    own_count: Ints
    other_count: Ints
    progress: Ints
    """The sum of all path squares beyond the first four: any step without a capture there raises it."""
    mirror: Ints
    """The picture of the same board seen by the other side."""


@lru_cache(maxsize=1)
def pictures() -> Pictures:
    """The facts, worked out once."""
    number = np.arange(PICTURES)
    digits = [number // (16 * 3**s) % 3 for s in range(8)]
    own = sum((digits[s] == 1) << (s + 5) for s in range(8)) | (number >> 2 & 3) << 13
    other = sum((digits[s] == 2) << (s + 5) for s in range(8)) | (number & 3) << 13
    squares = [*LANE, *LAST]
    progress = sum(t * ((own >> t & 1) + (other >> t & 1)) for t in squares)
    swapped = sum((3 - digits[s]) % 3 * 3**s for s in range(8)) * 16 + (number & 3) * 4 + (number >> 2 & 3)
    counts = [sum(side >> t & 1 for t in squares) for side in (own, other)]
    return Pictures(*(np.asarray(x, np.int64) for x in (own, other, *counts, progress, swapped)))


def sizes(own_left: int, other_left: int) -> Ints:
    """How many positions of a block each picture has; 0 where it holds more stones than are left."""
    found = pictures()
    size = np.array([*SIZES, *[0] * 10])  # a negative count reads one of the zeros at the end
    own, other = size[own_left - found.own_count], size[other_left - found.other_count]
    return np.asarray(own * other, np.int64)


@lru_cache(maxsize=64)
def starts(own_left: int, other_left: int) -> NDArray[np.uint32]:
    """Where the positions of each picture begin inside the block."""
    size = sizes(own_left, other_left)
    return (np.cumsum(size) - size).astype(np.uint32)


@lru_cache(maxsize=64)
def block_size(own_left: int, other_left: int) -> int:
    """How many positions a block has."""
    return int(sizes(own_left, other_left).sum())


def blocks(pieces: int) -> tuple[tuple[int, int], ...]:
    """The blocks of a game in the order of the table: the nearer to the end the sooner."""
    every = [(a, b) for a in range(1, pieces + 1) for b in range(1, pieces + 1)]
    return tuple(sorted(every, key=lambda block: (sum(block), -max(block), block[0])))


def index_of(state: State) -> int:
    """The number of a position inside its block."""
    picture = picture_of(state.own, state.other)
    width = SIZES[state.other_left - (state.other >> 5).bit_count()]
    start = int(starts(state.own_left, state.other_left)[picture])
    return start + RANKS[state.own >> 1 & 15] * width + RANKS[state.other >> 1 & 15]


def state_at(own_left: int, other_left: int, index: int) -> State:
    """The position of this number in a block."""
    start = starts(own_left, other_left)
    picture = int(np.searchsorted(start, np.uint32(index), side="right")) - 1
    found = pictures()
    rest = index - int(start[picture])
    own_rank, other_rank = divmod(rest, SIZES[other_left - int(found.other_count[picture])])
    own = int(found.own[picture]) | MASKS[own_rank] << 1
    return State(own, int(found.other[picture]) | MASKS[other_rank] << 1, own_left, other_left)
