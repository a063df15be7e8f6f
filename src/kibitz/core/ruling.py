"""What the referee concludes from what it has seen so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from kibitz.core.board import Cell
from kibitz.core.game import Reason
from kibitz.core.look import Look

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing to say yet: the board is unchanged, covered, or not clear enough. `why` is a message key."""

    why: str = "unchanged"


@dataclass(frozen=True, slots=True)
class Underway(Generic[M]):
    """A move has begun and may go on: the jumps seen so far, and the moves it can still become."""

    look: Look
    candidates: tuple[M, ...]


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """These moves were made, in this order."""

    line: tuple[M, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[M]):
    """The board fits several lines: somebody has to choose."""

    lines: tuple[tuple[M, ...], ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No legal line looks like this: the cells that differ, why, and what the board shows."""

    cells: tuple[Cell, ...]
    reason: Reason
    look: Look


@dataclass(frozen=True, slots=True)
class Restored:
    """After something unexplained the board shows the last good position again."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last moves were taken back on the board."""

    plies: int = 1


@dataclass(frozen=True, slots=True)
class Turned:
    """The board has been turned half round; it is read that way from now on."""


Ruling: TypeAlias = (
    Waiting | Underway[M] | Played[M] | Ambiguous[M] | Unexplained | Restored | TakenBack | Turned
)
