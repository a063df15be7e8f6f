"""What stands on the board as a written position, and crowns that may wait."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import Seat
from kibitz.core.look import Look
from kibitz.games.draughts import rules
from kibitz.games.draughts.board import squares
from kibitz.games.draughts.look import look
from kibitz.games.draughts.pieces import FIRST_KING, FIRST_MAN, SECOND_KING, SECOND_MAN
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant


def setup_from(variant: Variant, seen: Look, turn: Seat) -> str:
    """The FEN of a look; `read_fen` checks it."""
    board = squares(variant)
    first_letter, second_letter = ("W", "B") if variant.first == "white" else ("B", "W")
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for cell, face in enumerate(seen):
        if face and (square := board.by_cell.get(cell)) is not None:
            letter = first_letter if face in (FIRST_MAN, FIRST_KING) else second_letter
            king = "K" if face in (FIRST_KING, SECOND_KING) else ""
            sides[letter].append(king + board.names[square])
    mover = first_letter if turn is Seat.FIRST else second_letter
    return f"{mover}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def uncrowned(variant: Variant, board: Board, move: Move) -> Sequence[Look]:
    """The move's end with the man still standing where a king should, if the rules let that wait."""
    before, after = look(variant, board), look(variant, rules.play(variant, board, move))
    cells = squares(variant).cells
    man, target = before[cells[move.origin]], cells[move.target]
    if not variant.crown_may_wait or man not in (FIRST_MAN, SECOND_MAN) or after[target] == man:
        return ()
    shown = bytearray(after)
    shown[target] = man
    return (Look(bytes(shown)),)
