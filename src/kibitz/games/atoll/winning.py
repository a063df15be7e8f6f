"""Who has won: islands joined by one group, looked up in a table of 64 masks (SPEC C3).

Stones are bits of an int. Bit (r + n) * width + (q + n), with a free column beside the board, makes the six
neighbours six shifts: a whole group grows by one step at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from kibitz.games.atoll.hexes import ISLANDS, Hex, hexes

NEEDED = ISLANDS // 2 + 1
OWN = ISLANDS // 2
"""Islands of one player: his island i is number 2i (first) or 2i + 1 (second) of the twelve."""


def stretch(mask: int) -> int:
    """How many islands of both colours the shortest stretch of rim touches that touches all of these."""
    joined = [2 * i for i in range(OWN) if mask >> i & 1]
    if not joined:
        return 0
    gaps = (b - a - 1 for a, b in zip(joined, (*joined[1:], joined[0] + ISLANDS), strict=True))
    return ISLANDS - max(gaps)


WINS = tuple(stretch(mask) >= NEEDED for mask in range(1 << OWN))
"""Whether a group that joins these own islands wins: the rule itself, for all 64 sets."""

LEAST = tuple(
    mask
    for mask in range(1 << OWN)
    if WINS[mask] and not any(WINS[mask & ~(1 << i)] for i in range(OWN) if mask >> i & 1)
)
"""The minimal winning sets: three opposite pairs and two triangles."""


@dataclass(frozen=True)
class Waters:
    """The bit layout of one size."""

    n: int

    @property
    def width(self) -> int:
        """Bits from one row of the layout to the next."""
        return 2 * self.n + 2

    def bit(self, hexagon: Hex) -> int:
        """The number of a hex's bit."""
        q, r = hexagon
        return (r + self.n) * self.width + q + self.n

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bit mask of each cell."""
        return tuple(1 << self.bit(hexagon) for hexagon in hexes(self.n).cells)

    @cached_property
    def cell_of_bit(self) -> dict[int, int]:
        """The cell of each bit mask."""
        return {bit: cell for cell, bit in enumerate(self.bits)}

    @cached_property
    def board(self) -> int:
        """All cells."""
        return sum(self.bits)

    @cached_property
    def islands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The masks of the six islands of each player."""
        masks = [sum(1 << self.bit(h) for h in island) for island in hexes(self.n).islands]
        return tuple(masks[0::2]), tuple(masks[1::2])

    @cached_property
    def rims(self) -> tuple[int, int]:
        """All island stones of each player."""
        return sum(self.islands[0]), sum(self.islands[1])

    def around(self, stones: int) -> int:
        """The stones and all their neighbours."""
        w = self.width
        both = stones | stones << 1 | stones << w
        return both | stones >> 1 | stones >> w | stones << (w - 1) | stones >> (w - 1)

    def group(self, seed: int, stones: int) -> int:
        """Everything among these stones that hangs together with the seed."""
        grown = seed & stones
        while (more := self.around(grown) & stones) != grown:
            grown = more
        return grown

    def joined(self, group: int, player: int) -> int:
        """Which of the player's islands a group holds, as a mask of six."""
        return sum(1 << i for i, island in enumerate(self.islands[player]) if group & island)

    def winning_group(self, stones: int, player: int) -> int:
        """The player's winning group, islands included; 0 while there is none."""
        stones |= self.rims[player]
        left = self.rims[player]
        while left:
            group = self.group(left & -left, stones)
            if WINS[self.joined(group, player)]:
                return group
            left &= ~group
        return 0

    def wins_through(self, bit: int, stones: int, player: int) -> bool:
        """Whether the group of this stone wins."""
        return WINS[self.joined(self.group(bit, stones | self.rims[player]), player)]

    def each(self, stones: int) -> Iterator[int]:
        """The bits of a mask one by one."""
        while stones:
            bit = stones & -stones
            yield bit
            stones ^= bit


@cache
def waters(n: int) -> Waters:
    """The one layout of this size."""
    return Waters(n)
