"""Positions and moves of 10x10 draughts as the HUB protocol writes them, through the game's looks alone.

A position is 51 characters: whose turn, then the 50 squares (w b men, W B kings, e empty). A move is
`32-28`, or `28x19x23` with every captured square behind the two ends, in any order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.errors import BadSetting
from kibitz.core.game import AnyGame, Game, M, P, Seat

SQUARES = 50
VARIANTS = {
    "draughts/international": "normal",
    "draughts/killer": "killer",
    "draughts/frisian": "frisian",
    "draughts/international-losing": "losing",
    "draughts/international-breakthrough": "bt",
}
"""How HUB names the games (Scan 3.1's protocol.txt); version 1 knows only the first."""

Ends: TypeAlias = tuple[int, int, frozenset[int]]
"""The squares where a move begins and ends, and those it captures."""

_MOVE = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2})|x([0-9]{1,2})((?:x[0-9]{1,2})*))")


def hub_variant(game: AnyGame) -> str:
    """The protocol's name of a game; raises BadSetting for games it has none for."""
    if game.name not in VARIANTS:
        raise BadSetting(f"HUB engines play {', '.join(VARIANTS)}, and this is {game.name}.")
    return VARIANTS[game.name]


@lru_cache(maxsize=8)
def square_cells(plan: BoardPlan) -> tuple[Cell, ...]:
    """The cell of each square, in the order of the squares' numbers."""
    numbered = {int(cell.label): i for i, cell in enumerate(plan.cells) if cell.label.isdigit()}
    if sorted(numbered) != list(range(1, SQUARES + 1)):
        raise BadSetting("HUB engines need a board of 50 numbered squares.")
    return tuple(numbered[number] for number in range(1, SQUARES + 1))


def write_position(game: Game[P, M], position: P, *, capital: bool) -> str:
    """The position; version 2 writes the side to move as a capital letter."""
    white = _white(game, position)
    letters = [_letter(face.owner, face.rank, white) for face in game.faces]
    look = game.look(position)
    turn = "w" if game.turn(position) is white else "b"
    squares = "".join(letters[look[cell]] for cell in square_cells(game.plan))
    return (turn.upper() if capital else turn) + squares


def _white(game: Game[P, M], position: P) -> Seat:
    """Which seat plays White: a draughts setup begins with the letter of the side to move."""
    turn = game.turn(position)
    return turn if game.setup(position)[:1].upper() == "W" else turn.other


def _letter(owner: str, rank: str, white: Seat) -> str:
    if not owner:
        return "e"
    letter = "w" if owner == white.value else "b"
    return letter.upper() if rank == "king" else letter


def find_move(game: Game[P, M], position: P, text: str) -> M | None:
    """The legal move that an engine wrote; none when there is none such."""
    found = _MOVE.fullmatch(text.strip())
    if found is None:
        return None
    ends = int(found[1]), int(found[2] or found[3])
    taken = frozenset(int(word) for word in (found[4] or "").split("x") if word)
    capture = found[2] is None
    for move, (here, there, captured) in written(game, position).items():
        if (here, there) == ends and bool(captured) == capture and (captured == taken or not taken):
            return move
    return None


def written(game: Game[P, M], position: P) -> Mapping[M, Ends]:
    """Every legal move as the numbers of its ends and of the squares it captures."""
    number = {cell: i for i, cell in enumerate(square_cells(game.plan), 1)}
    other, before = game.turn(position).other.value, game.look(position)
    told = {}
    for move in game.moves(position):
        path, after = game.path(position, move), game.look(game.play(position, move))
        gone = (cell for cell in number if game.faces[before[cell]].owner == other and not after[cell])
        told[move] = number[path[0]], number[path[-1]], frozenset(number[cell] for cell in gone)
    return told


def is_king_move(game: Game[P, M], position: P, ends: Ends) -> bool:
    """Whether a king moves without capture, as it could do again."""
    here, _, captured = ends
    face = game.faces[game.look(position)[square_cells(game.plan)[here - 1]]]
    return face.rank == "king" and not captured


def write_move(ends: Ends) -> str:
    """A move in the protocol's writing."""
    here, there, captured = ends
    if not captured:
        return f"{here}-{there}"
    return "x".join(map(str, (here, there, *sorted(captured))))
