"""Short ways to a position, shared by the tests of chess."""

from __future__ import annotations

from kibitz.core.board import Cell
from kibitz.core.look import Look
from kibitz.games.chess.board import cell_of, plan
from kibitz.games.chess.look import FACES
from kibitz.games.chess.position import Position
from kibitz.games.chess.rules import Chess

CHESS = Chess()


def after(*moves: str, setup: str = "") -> Position:
    """The position after these moves."""
    position = CHESS.start(setup)
    for text in moves:
        position = CHESS.play(position, CHESS.read(position, text))
    return position


def written(position: Position) -> set[str]:
    """All legal moves in SAN."""
    return {CHESS.write(position, move) for move in CHESS.moves(position)}


def cells(*names: str) -> tuple[Cell, ...]:
    """The cells of these names."""
    return tuple(plan().cell(name) for name in names)


def changed(position: Position, **faces: str) -> Look:
    """The position's look with some cells changed: `e2=".", e4="P"`."""
    symbols = [face.symbol for face in FACES]
    look = bytearray(CHESS.look(position))
    for name, symbol in faces.items():
        look[plan().cell(name)] = symbols.index(symbol)
    return Look(bytes(look))


def shown(look: Look) -> str:
    """A look as eight rows of text."""
    rows = (look[i : i + 8] for i in range(0, 64, 8))
    return "\n".join("".join(FACES[face].symbol for face in row) for row in rows)


assert cell_of(0) == plan().cell("a1")
