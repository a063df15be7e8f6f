"""The numbers of the 2019 file (SPEC A18) as looks, and looks as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.archive.strictjson import Node
from kibitz.core.errors import BadFile
from kibitz.core.game import AnyGame
from kibitz.core.look import Look, look_of

MOST_POSITIONS = 5_000  # the longest games of draughts on record have a few hundred
SIDE = 8
EMPTY = (0, 1, 2)  # the sample has 0 light and 1 dark, the legend 1 dark and 2 light
PIECES = {3: ("second", "man"), 4: ("first", "man"), 5: ("second", "king"), 6: ("first", "king")}
"""Red stands above and is the second player, blue moves first."""


def looks_in(game: AnyGame, whole: Node) -> Iterator[Look]:
    """The look of each position of a parsed file; raises BadFile naming the place."""
    faces = _faces(game)
    for position in whole.items(MOST_POSITIONS):
        if not _is_plain(position.value):
            _refuse(position)
        shown = bytearray(len(game.plan.cells))
        for cells, row in zip(game.plan.rows, position.value, strict=True):
            for cell, number in zip(cells, row, strict=True):
                shown[cell] = faces[number]
        yield look_of(shown)


def rows_of(game: AnyGame, look: Look) -> list[list[int]]:
    """A look as 8 rows of 8 numbers, 0 for an empty light cell and 1 for a dark one."""
    numbers = {face: number for number, face in _faces(game).items() if number not in EMPTY}
    tones = {"light": 0, "dark": 1}
    return [
        [numbers.get(look[cell], tones.get(game.plan.cells[cell].tone, 0)) for cell in row]
        for row in game.plan.rows
    ]


def _faces(game: AnyGame) -> dict[int, int]:
    """The face that each number stands for; raises BadFile when the game has another board or pieces."""
    by_piece = {(face.owner, face.rank): index for index, face in enumerate(game.faces)}
    square = [len(row) for row in game.plan.rows] == [SIDE] * SIDE
    if not square or any(piece not in by_piece for piece in PIECES.values()):
        raise BadFile(f"the 2019 format holds men and kings on 8x8 cells, which {game.name} has not")
    return dict.fromkeys(EMPTY, 0) | {number: by_piece[piece] for number, piece in PIECES.items()}


def _is_plain(position: Any) -> bool:
    return (
        isinstance(position, list)
        and len(position) == SIDE
        and all(isinstance(row, list) and len(row) == SIDE for row in position)
        and all(type(number) is int and 0 <= number <= 6 for row in position for number in row)
    )


def _refuse(position: Node) -> None:
    """Go down to the first number that is wrong, and raise BadFile there."""
    for row in _eight(position, "a position is 8 rows"):
        for number in _eight(row, "a row is 8 numbers"):
            if not 0 <= number.whole() <= 6:
                number.refuse(f"numbers go from 0 to 6, and {number.value} does not")


def _eight(node: Node, rule: str) -> list[Node]:
    members = list(node.items(MOST_POSITIONS))
    if len(members) != SIDE:
        node.refuse(f"{rule}, and this has {len(members)}")
    return members
