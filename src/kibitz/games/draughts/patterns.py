"""The regions whose patterns a fitted evaluation looks up: two columns of squares, four rows high.

They overlap, and with each comes the one opposite, in which the other side has the same pattern; so one
table serves both. Only for diagonal boards of up to 63 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.memo import PATTERNS
from kibitz.games.draughts.specialise import Value
from kibitz.games.draughts.switches import Variant

STATES = 3**8


@dataclass(frozen=True)
class Regions:
    """Where regions begin, and how their eight squares are brought together."""

    shifts: tuple[tuple[int, int], ...]
    """The first bit of each region and of the one opposite."""
    pair_fold: int
    four_fold: int
    trits: tuple[int, ...]
    """Eight bits as a number in base 3."""
    turned_trits: tuple[int, ...]
    """The same with the bits in reverse order."""

    @property
    def masks(self) -> tuple[int, int]:
        """Which bits are kept after each step."""
        rows = self.pair_fold + 2, self.four_fold + 4
        pairs = sum(3 << at for at in (0, rows[0], rows[1], rows[1] + rows[0]))
        return pairs, 15 | 15 << rows[1]

    @property
    def values(self) -> dict[str, Value]:
        """The names of the evaluation's template."""
        pairs, fours = self.masks
        places = tuple((a, b, PATTERNS + STATES * i) for i, (a, b) in enumerate(self.shifts))
        folds: dict[str, Value] = {"PAIR_FOLD": self.pair_fold, "FOUR_FOLD": self.four_fold}
        return {"PATTERNED": True, "REGIONS": places, "PAIRS": pairs, "FOURS": fours, **folds}

    def gathered(self, bits: Any, shift: int) -> Any:
        """What the template's function of this name does, also for rows of numbers."""
        pairs, fours = self.masks
        found = (bits >> shift) & pairs
        found = (found | (found >> self.pair_fold)) & fours
        return (found | (found >> self.four_fold)) & 255


@lru_cache(maxsize=32)
def regions(variant: Variant) -> Regions:
    """The regions of a board."""
    plan = layout(variant)
    places = {cell: bit.bit_length() - 1 for cell, bit in zip(plan.cells, plan.bits, strict=True)}
    firsts = [_first(places, row) for row in range(3)]
    starts = {
        (row, column): _first(places, row) + column
        for row in range(0, variant.size - 3, 2)
        for column in range(variant.size // 2 - 1)
    }
    last = max(starts)
    pairs = [(at, (last[0] - at[0], last[1] - at[1])) for at in sorted(starts)]
    return Regions(
        tuple((starts[one], starts[other]) for one, other in pairs if one <= other),
        firsts[1] - firsts[0] - 2,
        firsts[2] - firsts[0] - 4,
        tuple(sum(3**i for i in range(8) if state >> i & 1) for state in range(256)),
        tuple(sum(3 ** (7 - i) for i in range(8) if state >> i & 1) for state in range(256)),
    )


def _first(places: dict[tuple[int, int], int], number: int) -> int:
    """The first bit of a row."""
    return min(bit for (row, _), bit in places.items() if row == number)
