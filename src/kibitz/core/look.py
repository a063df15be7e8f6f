"""What cells show: faces, looks, and the real objects that stand for faces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

Look = NewType("Look", bytes)
"""One face per cell: byte i is the index into `game.faces` of what cell i shows."""


def look_of(faces: Iterable[int]) -> Look:
    """A look from face indices, one per cell."""
    return Look(bytes(faces))


@dataclass(frozen=True, slots=True)
class Face:
    """What a cell can show. `owner` is `first`, `second` or nobody; `count` is above 1 only on trays."""

    name: str
    owner: str = ""
    rank: str = ""
    """`man`, `king`, `queen`, `stone`, ...; empty for the empty cell."""
    symbol: str = "."
    """One character for text views and setups."""
    count: int = 1
    tray: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A real object: its shape from above, its colour, and how it is written in rows of text."""

    face: str
    shape: str
    """`disc`, `triangle`, `stone` or `chessman` (seen from above; its kind is not readable)."""
    colour: str
    symbol: str
    width: float = 0.7
    """Across, as a share of the cell."""
    height: float = 0.2
    """How tall it stands, as a share of the cell."""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Which real objects show which face. Faces whose pieces look alike cannot be told apart."""

    name: str
    title: str
    pieces: tuple[Piece, ...]

    def piece(self, face: Face) -> Piece | None:
        """The object that shows this face; none for the empty cell and for trays."""
        return next((piece for piece in self.pieces if piece.face == face.name), None)

    def symbol(self, face: Face) -> str:
        """The character of this face in rows of text."""
        piece = self.piece(face)
        return piece.symbol if piece else face.symbol
