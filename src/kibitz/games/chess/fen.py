"""Forsyth-Edwards notation: positions written down, and what is wrong with those that cannot stand."""

from __future__ import annotations

import chess

from kibitz.core.errors import BadSetup, quoted
from kibitz.games.chess.position import Position

LONGEST = 120  # the longest true FEN is under 100 characters
HIGHEST_CLOCK = 9999  # no game is longer; the longest possible one has 8,848 moves

FAULTS = {
    chess.STATUS_EMPTY: "the board is empty",
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has more than one king",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "White has more than eight pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "Black has more than eight pawns",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "White has more than sixteen men",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "Black has more than sixteen men",
    chess.STATUS_BAD_CASTLING_RIGHTS: "a castling right is given though king and rook are not at home",
    chess.STATUS_INVALID_EP_SQUARE: "no pawn can just have passed the en passant square",
    chess.STATUS_OPPOSITE_CHECK: "the side that has just moved is in check",
    chess.STATUS_TOO_MANY_CHECKERS: "more men give check than any move can bring about",
    chess.STATUS_IMPOSSIBLE_CHECK: "no move can have brought about this check",
}


def read_fen(text: str) -> Position:
    """The position that a FEN describes; trailing fields may be missing; raises BadSetup."""
    fields = _fields(text)
    try:
        board = chess.Board(" ".join(fields))
    except ValueError as error:
        raise BadSetup(f"The FEN {quoted(text)} cannot be read: {_plain(error)}.") from None
    wrong = faults(board)
    if wrong:
        raise BadSetup(f"The position {quoted(text, most=100)} cannot be played: {', '.join(wrong)}.")
    return Position(board)


def faults(board: chess.Board) -> tuple[str, ...]:
    """Everything that keeps this from being a chess position."""
    status = board.status()
    found = tuple(words for flag, words in FAULTS.items() if status & flag)
    return found[:1] if status & chess.STATUS_EMPTY else found


def _fields(text: str) -> list[str]:
    if len(text) > LONGEST:
        raise BadSetup(f"A FEN is at most {LONGEST} characters long, and this one has {len(text)}.")
    if not text.isascii() or not text.isprintable():
        raise BadSetup(f"The FEN {quoted(text)} has characters that no FEN has.")
    fields = text.split()
    if fields and fields[0].count("/") != 7:
        raise BadSetup(f"The FEN {quoted(text)} must name 8 ranks with / between them, from rank 8 down.")
    for what, number in zip(("half-move clock", "move number"), fields[4:6], strict=False):
        if not number.isdigit() or int(number) > HIGHEST_CLOCK:
            raise BadSetup(f"The {what} of a FEN is a number up to {HIGHEST_CLOCK}, not {quoted(number)}.")
    return fields


def _plain(error: ValueError) -> str:
    """python-chess's reason without the text it repeats."""
    return str(error).partition(": ")[0][:120]
