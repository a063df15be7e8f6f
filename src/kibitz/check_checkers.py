"""The referee of 2015 as three functions (SPEC D4-D8): give it the board as it is now, read its answer.

from kibitz.check_checkers import init_board, update_and_valid_board
init_board(board)                       # any 8x8 board of 0..4 becomes the start, red to move
print(update_and_valid_board(board))    # "OK: Player1- Move Success"
"""

from __future__ import annotations

from functools import cache

from kibitz.games import find
from kibitz.referee.check_checkers import Board, CheckCheckers


@cache
def referee() -> CheckCheckers:
    """The one referee these functions share; make your own CheckCheckers for more boards."""
    return CheckCheckers(find("draughts/kaaz"))


def init_board(board: Board) -> str:
    """Take any board as the start."""
    return referee().init_board(board)


def init_and_valid(board: Board) -> bool:
    """Take the board as the start if it is the correct starting position."""
    return referee().init_and_valid(board)


def update_and_valid_board(board: Board) -> str:
    """The answer to the board as it is now."""
    return referee().update_and_valid_board(board)
