"""An Atoll position: the stones of both players as bits, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from kibitz.core.game import Seat
from kibitz.games.atoll.hexes import hexes
from kibitz.games.atoll.winning import waters

Move: TypeAlias = int
"""The cell that gets a stone, or SWAP."""

SWAP: Move = -1
SEATS = (Seat.FIRST, Seat.SECOND)


@dataclass(frozen=True)
class Position:
    """One moment of a game; `winner` follows from the stones and is kept so that nobody counts twice."""

    n: int
    first: int = 0
    second: int = 0
    turn: Seat = Seat.FIRST
    winner: Seat | None = field(default=None, compare=False)

    @property
    def stones(self) -> tuple[int, int]:
        """The stones of the first and of the second player."""
        return self.first, self.second

    @property
    def player(self) -> int:
        """Whose turn it is, as an index."""
        return 0 if self.turn is Seat.FIRST else 1

    @cached_property
    def free(self) -> tuple[Move, ...]:
        """The empty cells."""
        taken = self.first | self.second
        return tuple(cell for cell, bit in enumerate(waters(self.n).bits) if not taken & bit)

    @property
    def may_swap(self) -> bool:
        """Whether the board shows the first player's first stone and nothing else."""
        return self.turn is Seat.SECOND and not self.second and self.first.bit_count() == 1

    def is_free(self, cell: Move) -> bool:
        """Whether this is an empty cell of the board."""
        bits = waters(self.n).bits
        return 0 <= cell < len(bits) and not (self.first | self.second) & bits[cell]

    def after(self, cell: Move) -> Position:
        """The position after a stone on this empty cell; only its own player can have won by it."""
        water, player = waters(self.n), self.player
        bit = water.bits[cell]
        first, second = (self.first, self.second | bit) if player else (self.first | bit, self.second)
        won = water.wins_through(bit, second if player else first, player)
        return Position(self.n, first, second, self.turn.other, self.turn if won else None)

    def swapped(self) -> Position:
        """The second player takes the opening over: his colour, on the cell across the middle column."""
        water = waters(self.n)
        cell = hexes(self.n).mirror[water.cell_of_bit[self.first]]
        return Position(self.n, 0, water.bits[cell], Seat.FIRST)
