"""Atoll by Mark Steere (2008), the game with twelve islands, as Kibitz knows games (SPEC C2-C4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.errors import IllegalMove
from kibitz.core.game import Outcome, Reason, Seat
from kibitz.core.look import Look
from kibitz.core.player import Level
from kibitz.games.atoll import explain, look
from kibitz.games.atoll.board import plan
from kibitz.games.atoll.chain import chain
from kibitz.games.atoll.hexes import hexes
from kibitz.games.atoll.notation import read_move, read_setup, write_move, write_setup
from kibitz.games.atoll.position import SWAP, Move, Position
from kibitz.games.atoll.winning import waters


@dataclass(frozen=True)
class Atoll:
    """Atoll on the board of size n, with or without the pie rule."""

    n: int
    pie: bool = False

    version = 1
    faces = look.FACES
    piece_sets = look.PIECE_SETS

    @property
    def name(self) -> str:
        """`atoll/5`, or `atoll/5-pie`."""
        return f"atoll/{self.n}{'-pie' if self.pie else ''}"

    @property
    def title(self) -> str:
        """The game, its author and its size."""
        return f"Atoll by Mark Steere, size {self.n}{' with the pie rule' if self.pie else ''}"

    @property
    def plan(self) -> BoardPlan:
        """The printed board."""
        return plan(self.n)

    def start(self, setup: str = "") -> Position:
        """The empty board, or a written position; raises BadSetup."""
        return read_setup(self.n, setup, pie=self.pie) if setup.strip() else Position(self.n)

    def setup(self, position: Position) -> str:
        """The position in writing."""
        return write_setup(position)

    def turn(self, position: Position) -> Seat:
        """Red is the first player."""
        return position.turn

    def moves(self, position: Position) -> Sequence[Move]:
        """The empty cells in reading order, and last the swap where it is allowed."""
        if position.winner:
            return ()
        return (*position.free, SWAP) if self.pie and position.may_swap else position.free

    def play(self, position: Position, move: Move) -> Position:
        """The position after a stone or a swap."""
        if self._allows(position, move):
            return position.swapped() if move == SWAP else position.after(move)
        raise IllegalMove(f"The move {move} cannot be played at {self.setup(position)[:80]}.")

    def outcome(self, position: Position) -> Outcome | None:
        """Won by a chain; a full board always has exactly one winner, so nobody draws."""
        return Outcome(position.winner, "islands-joined") if position.winner else None

    def look(self, position: Position) -> Look:
        """The stone on every cell."""
        return look.look_at(position)

    def path(self, position: Position, move: Move) -> tuple[Cell, ...]:
        """The cell of the stone; for a swap the old one and the new one."""
        if move != SWAP:
            return (move,)
        old = self._only_stone(position)
        return tuple(dict.fromkeys((old, hexes(self.n).mirror[old])))

    def stages(self, position: Position, move: Move) -> Sequence[Look]:
        """None for a stone; during a swap the board is empty for a moment."""
        return (self.look(Position(self.n)),) if move == SWAP else ()

    def write(self, position: Position, move: Move) -> str:
        """The cell's name, or `swap`."""
        if not self._allows(position, move):
            raise IllegalMove(f"The move {move} cannot be played at {self.setup(position)[:80]}.")
        return write_move(self.n, move)

    def read(self, position: Position, text: str) -> Move:
        """A cell by its name, `C3` or `C 3`, or `swap`."""
        return read_move(position, text, pie=self.pie)

    def setup_from(self, look: Look, turn: Seat) -> str:
        """What stands on the board in writing; whose turn it is follows from the stones where it can."""
        first, second = ([cell for cell, face in enumerate(look) if face == side] for side in (1, 2))
        ahead = len(first) - len(second)
        seat = (Seat.FIRST, Seat.SECOND)[ahead] if ahead in (0, 1) else turn
        names = (",".join(self.plan.cells[cell].name for cell in cells) for cells in (first, second))
        return f"{self.n}:{'/'.join(names)}:{seat.value}"

    def why_not(self, position: Position, look: Look) -> Reason:
        """The rule that keeps this look from being the next position."""
        return explain.why_not(position, look, pie=self.pie)

    def remarks(self, position: Position) -> Mapping[str, Any]:
        """The number of `stones`; when somebody has won, the `winning` cells and the `islands` they join."""
        first, second = position.stones
        shown: dict[str, Any] = {"stones": {"first": first.bit_count(), "second": second.bit_count()}}
        if position.winner:
            player = 0 if position.winner is Seat.FIRST else 1
            found = chain(waters(self.n), position.stones[player], player)
            assert found is not None, "a winner has a chain"
            shown |= {"winning": found.cells, "islands": found.islands}
        return shown

    def levels(self) -> Sequence[Level]:
        """From beginner to as strong as the machine allows."""
        from kibitz.games.atoll.engine import LEVELS

        return LEVELS

    def bot(self, level: str) -> Any:
        """The bot of a level; raises BadSetting naming the levels."""
        from kibitz.games.atoll.engine import bot

        return bot(level, pie=self.pie)

    def _allows(self, position: Position, move: Move) -> bool:
        if position.winner:
            return False
        return self.pie and position.may_swap if move == SWAP else position.is_free(move)

    def _only_stone(self, position: Position) -> Cell:
        return waters(self.n).cell_of_bit[position.first]
