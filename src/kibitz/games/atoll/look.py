"""What an Atoll position looks like: a stone or nothing on every cell, red and green."""

from __future__ import annotations

from kibitz.core.look import Face, Look, Piece, PieceSet, look_of
from kibitz.games.atoll.board import GREEN, RED
from kibitz.games.atoll.position import Position
from kibitz.games.atoll.winning import waters

EMPTY, FIRST, SECOND = range(3)
FACES = (
    Face("empty"),
    Face("first stone", "first", "stone", "1"),
    Face("second stone", "second", "stone", "2"),
)
PIECE_SETS = (
    PieceSet(
        "red-green",
        "red and green stones",
        (Piece("first stone", "stone", RED, "1"), Piece("second stone", "stone", GREEN, "2")),
    ),
)


def look_at(position: Position) -> Look:
    """The face on every cell."""
    first, second = position.first, position.second
    return look_of(
        FIRST if first & bit else SECOND if second & bit else EMPTY for bit in waters(position.n).bits
    )
