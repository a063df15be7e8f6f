"""What everyone at a table is shown after each change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kibitz.core.board import Cell
from kibitz.core.game import Outcome, Seat
from kibitz.core.look import Look


class Phase(StrEnum):
    """How things stand between the board and the record."""

    FOLLOWING = "following"
    MOVING = "moving"  # a hand, or a move begun
    UNCLEAR = "unclear"  # several moves fit: somebody has to choose
    ILLEGAL = "illegal"  # the board shows what no rule allows
    OUT_OF_STEP = "out-of-step"  # the board does not show the position that the game has reached
    LOST = "camera-lost"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A moment of a game; `seq` counts changes, `ply` the moves that count."""

    seq: int
    ply: int
    game: str
    setup: str
    look: Look
    turn: Seat
    phase: Phase
    outcome: Outcome | None = None
    message: str = ""
    cells: tuple[Cell, ...] = ()
    """Cells the message is about."""
    last: tuple[Cell, ...] = ()
    """Cells the last move touched."""
    choices: tuple[tuple[str, ...], ...] = ()
    """Lines to choose from while unclear."""
    announced: str = ""
    """A bot's move that is to be made on the board."""
    used_s: tuple[float, float] = (0.0, 0.0)
    left_s: tuple[float, float] | None = None
    running: Seat | None = None
    remarks: tuple[tuple[str, Any], ...] = ()
