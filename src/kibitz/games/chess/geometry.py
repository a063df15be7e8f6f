"""The chess board's geometry as tables of bits: where men that do not slide go, lines, keys of positions."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
PAWN_STEPS = (((-1, 1), (1, 1)), ((-1, -1), (1, -1)))
"""Captures of White's and of Black's pawns: files and ranks."""


def signed(bits: int) -> int:
    """The lowest 64 bits as a signed integer."""
    bits &= (1 << 64) - 1
    return bits - (1 << 64) if bits >> 63 else bits


def _reached(square: int, steps: Iterable[tuple[int, int]]) -> int:
    bits = 0
    for across, up in steps:
        file, rank = square % 8 + across, square // 8 + up
        if 0 <= file < 8 and 0 <= rank < 8:
            bits |= 1 << (rank * 8 + file)
    return bits


def _line(square: int, across: int, up: int) -> int:
    """A whole line through a square, without the square."""
    return _reached(square, [(across * n, up * n) for n in range(-7, 8) if n])


def _along_rank(inner: int, file: int) -> int:
    """What a rook reaches on its rank; `inner` are the men on files b to g."""
    men, bits = inner << 1, 0
    for step in (1, -1):
        at = file + step
        while 0 <= at < 8:
            bits |= 1 << at
            if men >> at & 1:
                break
            at += step
    return bits


SQUARES = range(64)
KNIGHT = [_reached(square, KNIGHT_STEPS) for square in SQUARES]
KING = [_reached(square, KING_STEPS) for square in SQUARES]
PAWN = [_reached(square, steps) for steps in PAWN_STEPS for square in SQUARES]
LINES = [_line(square, *way) for square in SQUARES for way in ((0, 1), (1, 1), (1, -1))]
"""Three to a square: file, diagonal, other diagonal."""
ALONG_RANK = [_along_rank(inner, file) for inner in range(64) for file in range(8)]
KEPT_RIGHTS = [15] * 64
"""Castling rights that a move from or to a square leaves: 1, 2 White's short and long, 4, 8 Black's."""
for _square, _lost in ((4, 3), (7, 1), (0, 2), (60, 12), (63, 4), (56, 8)):
    KEPT_RIGHTS[_square] = 15 - _lost
FILES = [0x0101010101010101 << file for file in range(8)]
BESIDE = [sum(FILES[f] for f in (file - 1, file + 1) if 0 <= f < 8) for file in range(8)]


def _ahead(square: int, side: int, files: int) -> int:
    """The squares in front of a square on some files."""
    rank = square // 8
    ranks = range(rank + 1, 8) if side == 0 else range(rank)
    return files & sum(0xFF << 8 * r for r in ranks)


FRONT = [_ahead(square, side, FILES[square % 8]) for side in (0, 1) for square in SQUARES]
"""In front of a pawn, on its file."""
PASSED = [
    _ahead(square, side, FILES[square % 8] | BESIDE[square % 8]) for side in (0, 1) for square in SQUARES
]
"""Where no enemy pawn stands before a passed one."""


def _shelter(square: int, side: int) -> int:
    row = square // 8
    near = (row + 1, row + 2) if side == 0 else (row - 1, row - 2)
    return PASSED[side * 64 + square] & sum(0xFF << 8 * rank for rank in near if 0 <= rank < 8)


SHELTER = [_shelter(square, side) for side in (0, 1) for square in SQUARES]
"""The two ranks before a king on three files."""

_random = Random("kibitz chess")
PIECE_KEYS = [_random.getrandbits(64) for _ in range(2 * 6 * 64)]
CASTLING_KEYS = [_random.getrandbits(64) for _ in range(16)]
PASSING_KEYS = [_random.getrandbits(64) for _ in range(8)]
TURN_KEY = _random.getrandbits(64)
