"""The Royal Game of Ur behind the game protocol: chance is a seat, and a pass is a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.errors import IllegalMove
from kibitz.core.game import Outcome, Reason, Seat
from kibitz.core.look import Face, Look, PieceSet
from kibitz.core.player import Level
from kibitz.core.work import Spread
from kibitz.games.ur import explain, look, notation, rules
from kibitz.games.ur.board import plan
from kibitz.games.ur.rules import Move, Position, Step, Track
from kibitz.games.ur.rulesets import RuleSet

SEATS = (Seat.FIRST, Seat.SECOND)


@dataclass(frozen=True)
class Ur:
    """One rule set as a game."""

    rules: RuleSet

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def version(self) -> int:
        return 1

    @cached_property
    def track(self) -> Track:
        return rules.track_of(self.rules)

    @property
    def plan(self) -> BoardPlan:
        return plan(self.rules.board)

    @property
    def faces(self) -> tuple[Face, ...]:
        return look.FACES

    @property
    def piece_sets(self) -> tuple[PieceSet, ...]:
        return look.PIECE_SETS

    def start(self, setup: str = "") -> Position:
        return notation.read_setup(self.track, setup) if setup else Position()

    def setup(self, position: Position) -> str:
        return notation.write_setup(self.track, position)

    def turn(self, position: Position) -> Seat:
        """The dice before each roll; after the end the side that lost."""
        if position.roll == rules.NOT_THROWN and rules.winner(self.track, position) is None:
            return Seat.CHANCE
        return SEATS[position.mover]

    def moves(self, position: Position) -> Sequence[Move]:
        return rules.moves(self.track, position)

    def odds(self, position: Position) -> Sequence[float]:
        """The chance of each roll; empty when it is not the dice's turn."""
        return self.track.odds if self.turn(position) is Seat.CHANCE else ()

    def play(self, position: Position, move: Move) -> Position:
        if move not in rules.moves(self.track, position):
            raise IllegalMove(self._refused(position, move))
        return rules.after(self.track, position, move)

    def _refused(self, position: Position, move: object) -> str:
        if not isinstance(move, Move):
            return "That is not a move of Ur."
        key = explain.refusal(self.track, position, move)
        return f"That move cannot be played: {explain.RULES[key]}."

    def outcome(self, position: Position) -> Outcome | None:
        won = rules.winner(self.track, position)
        return None if won is None else Outcome(SEATS[won], "all-home")

    def look(self, position: Position) -> Look:
        return look.look(self.track, position)

    def path(self, position: Position, move: Move) -> tuple[Cell, ...]:
        return look.path(self.track, position, move) if isinstance(move, Step) else ()

    def stages(self, position: Position, move: Move) -> Sequence[Look]:
        return look.stages(self.track, position, move) if isinstance(move, Step) else ()

    def write(self, position: Position, move: Move) -> str:
        return notation.write_move(self.track, position, move)

    def read(self, position: Position, text: str) -> Move:
        return notation.read_move(self.track, position, text)

    def setup_from(self, look: Look, turn: Seat) -> str:
        """What stands on the board in writing, the dice not thrown; stones home are read off the trays."""
        sides = (self._side_from(look, side) for side in (0, 1))
        return f"{1 if turn is Seat.FIRST else 2}?:{':'.join(sides)}"

    def _side_from(self, look: Look, side: int) -> str:
        stones = {self.plan.cells[cell].name for cell, face in enumerate(look) if face == side + 1}
        order = [cell for cell in self.track.rules.paths[side] if cell in stones]
        tray = self.faces[look[self.plan.cell(f"home{side + 1}")]]
        return f"{','.join([*order, *sorted(stones - set(order))])}+{tray.count if tray.tray else 0}"

    def why_not(self, position: Position, seen: Look) -> Reason:
        return explain.why_not(self.track, position, seen)

    def remarks(self, position: Position) -> Mapping[str, Any]:
        """Whose turn, the roll (none before it), stones waiting and home, cells that give another turn."""
        return {
            "mover": SEATS[position.mover].value,
            "roll": None if position.roll == rules.NOT_THROWN else position.roll,
            "pools": {seat.value: rules.pool(self.track, position, i) for i, seat in enumerate(SEATS)},
            "homes": {seat.value: position.home[i] for i, seat in enumerate(SEATS)},
            "another_turn": self._another_turn(position),
        }

    def _another_turn(self, position: Position) -> list[Cell]:
        steps = [move for move in self.moves(position) if isinstance(move, Step)]
        kept = (s for s in steps if rules.after(self.track, position, s).mover == position.mover)
        return [self.path(position, step)[1] for step in kept]

    def levels(self) -> Sequence[Level]:
        """From any legal move to perfect play, where the solved game is on this machine."""
        from kibitz.games.ur import engine

        return engine.levels(self.track)

    def bot(self, level: str) -> Any:
        """The bot of a level; raises BadSetting naming the levels."""
        from kibitz.games.ur import engine

        return engine.bot(self.track, level)

    def solve(
        self,
        *,
        pieces: int | None,
        out: Path | None,
        threads: int | None,
        progress: Callable[[float, str], None],
        spread: Spread | None = None,
    ) -> str:
        """Solve the game into a table; raises BadSetting for rules that are not Finkel's."""
        from kibitz.games.ur.solve import solve_game

        return solve_game(
            self.rules, pieces=pieces, out=out, threads=threads, progress=progress, spread=spread
        )
