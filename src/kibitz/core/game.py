"""What a game is: the contract that every set of rules keeps, and the small extras some of them offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.look import Face, Look, PieceSet

P = TypeVar("P")
M = TypeVar("M")


class Seat(StrEnum):
    """Who acts: the player who moves first, the other one, or the dice."""

    FIRST = "first"
    SECOND = "second"
    CHANCE = "chance"

    @property
    def other(self) -> Seat:
        """The opponent; chance has none and answers itself."""
        return _OTHER[self]


_OTHER = {Seat.FIRST: Seat.SECOND, Seat.SECOND: Seat.FIRST, Seat.CHANCE: Seat.CHANCE}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (nobody: a draw) and why, as a key for the message catalogue."""

    winner: Seat | None
    reason: str

    @property
    def score(self) -> str:
        """The result as PDN and PGN readers of any game expect it, first player's points first."""
        return {Seat.FIRST: "1-0", Seat.SECOND: "0-1"}.get(self.winner or Seat.CHANCE, "1/2-1/2")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a look cannot be the next position: a key, the cells concerned and the rule in words."""

    key: str
    cells: tuple[Cell, ...] = ()
    rule: str = ""


class Game(Protocol[P, M]):
    """A set of rules. Positions and moves are frozen, hashable and opaque to everyone else."""

    @property
    def name(self) -> str:
        """How the game is asked for: `draughts/russian`."""

    @property
    def title(self) -> str:
        """How the game is called in English: `Russian draughts`."""

    @property
    def version(self) -> int:
        """Rises when the behaviour of these rules changes; kept with every record."""

    @property
    def plan(self) -> BoardPlan: ...

    @property
    def faces(self) -> tuple[Face, ...]:
        """All that a cell can show; `faces[0]` is the empty cell."""

    @property
    def piece_sets(self) -> tuple[PieceSet, ...]:
        """The real objects that can be used; the first is the usual one."""

    def start(self, setup: str = "") -> P:
        """The opening position, or the one written down; raises BadSetup."""

    def setup(self, position: P) -> str:
        """What `start` reads back."""

    def turn(self, position: P) -> Seat: ...

    def moves(self, position: P) -> Sequence[M]:
        """All legal moves in a fixed order; empty exactly when the game is over."""

    def play(self, position: P, move: M) -> P:
        """The position after the move; the old one is untouched; raises IllegalMove."""

    def outcome(self, position: P) -> Outcome | None: ...

    def look(self, position: P) -> Look:
        """The face on every cell."""

    def path(self, position: P, move: M) -> tuple[Cell, ...]:
        """Cells a hand touches, in order; empty for a roll or a pass."""

    def stages(self, position: P, move: M) -> Sequence[Look]:
        """Looks the board may show while the move is made, neither the one before nor the one after."""

    def write(self, position: P, move: M) -> str:
        """The move in the game's notation, unique among the position's moves."""

    def read(self, position: P, text: str) -> M:
        """The legal move that the text names; raises UnreadableMove, IllegalMove or AmbiguousMove."""


AnyGame: TypeAlias = Game[Any, Any]


@runtime_checkable
class Chancy(Protocol):
    """A game with dice."""

    def odds(self, position: Any) -> Sequence[float]:
        """The chance of each of `moves(position)` while the turn is CHANCE's."""


@runtime_checkable
class Explains(Protocol):
    """A game that can say why a look is not a legal next position."""

    def why_not(self, position: Any, look: Look) -> Reason: ...


@runtime_checkable
class Tolerates(Protocol):
    """A game whose players may leave a move's last touch for later (a man not yet crowned)."""

    def tolerated(self, position: Any, move: Any) -> Sequence[Look]:
        """Looks that count as the move's end though they are not its look; each a stage of the move."""


@runtime_checkable
class Places(Protocol):
    """A game that can start from whatever stands on the board."""

    def setup_from(self, look: Look, turn: Seat) -> str:
        """The setup that looks like this with this player to move; raises BadSetup."""


@runtime_checkable
class Claims(Protocol):
    """A game in which the player to move may claim a draw."""

    def claims(self, position: Any) -> Sequence[str]:
        """The reasons for which a draw can be claimed now, as outcome keys."""


@runtime_checkable
class Remarks(Protocol):
    """A game with something to show beside the board."""

    def remarks(self, position: Any) -> Mapping[str, Any]:
        """Plain data to show: `check`, `roll`, `winning` cells, a count. Keys are the game's own."""


@runtime_checkable
class Counts(Protocol):
    """A game with a fast way of counting its move tree."""

    def perft(self, position: Any, depth: int) -> int:
        """Leaf positions at exactly this depth; rules that end a game by a draw are left out."""


@runtime_checkable
class Archives(Protocol):
    """A game with a file format of its own (PDN, PGN): see `core.record.GameRecord`."""

    @property
    def file_format(self) -> str:
        """The usual ending of such a file, without the dot."""

    def read_file(self, text: str, name: str = "") -> Sequence[Any]:
        """All records in the text; raises BadFile naming the line."""

    def write_file(self, records: Sequence[Any]) -> str: ...
