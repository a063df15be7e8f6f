"""Boards drawn in tests: eight lines of the piece set's symbols, dots for empty cells."""

from __future__ import annotations

from kibitz.core.look import Look, look_of
from kibitz.games import find
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.position import Position


def game(name: str) -> DraughtsGame:
    """A standard draughts game by the part of its name after the slash."""
    found = find(f"draughts/{name}")
    assert isinstance(found, DraughtsGame)
    return found


def look_drawn(rules: DraughtsGame, picture: str) -> Look:
    """The look of a drawn board; spaces between the symbols are only for the eye."""
    usual = rules.piece_sets[0]
    faces = {usual.symbol(face): number for number, face in enumerate(rules.faces)}
    return look_of(faces[symbol] for symbol in "".join(picture.split()))


def drawing(rules: DraughtsGame, look: Look) -> str:
    """A look as lines of symbols."""
    usual, size = rules.piece_sets[0], rules.variant.size
    symbols = [usual.symbol(rules.faces[face]) for face in look]
    return "\n".join(" ".join(symbols[row : row + size]) for row in range(0, size * size, size))


def drawn(rules: DraughtsGame, picture: str, turn: str = "") -> Position:
    """The position of a drawn board; White or Black (`W`, `B`) is to move, by default whoever starts."""
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for cell, number in enumerate(look_drawn(rules, picture)):
        face, place = rules.faces[number], rules.plan.cells[cell]
        if face.owner:
            white = (face.owner == "first") == (rules.variant.first == "white")
            sides["W" if white else "B"].append(("K" if face.rank == "king" else "") + place.name)
    to_move = turn or rules.variant.first[0].upper()
    return rules.start(f"{to_move}:W{','.join(sides['W'])}:B{','.join(sides['B'])}")


def written(rules: DraughtsGame, position: Position) -> list[str]:
    """All legal moves as text."""
    return [rules.write(position, move) for move in rules.moves(position)]


def played(rules: DraughtsGame, position: Position, *texts: str) -> Position:
    """The position after these moves."""
    for text in texts:
        position = rules.play(position, rules.read(position, text))
    return position
