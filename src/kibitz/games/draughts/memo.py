"""Where things stand in a search's memo, a flat row of integers; read as a template by `specialise.py`.

CALM to KEYS go by ply. Behind the last named place come the fitted patterns, where there are any.
"""

from __future__ import annotations

from typing import TypeAlias

Memo: TypeAlias = list[int]

STOP, NODES, LIMIT, MASK, PAST, AGE, HORIZON, PIECES, SOLVED = 0, 1, 2, 3, 4, 5, 6, 7, 8
INDEX_OF = 128
CALM, QUIET, STILL, KILLER, ROADS, KEYS = 256, 512, 768, 1024, 1280, 1536
HISTORY, FORCES, ORDER = 2560, 35328, 43520
SQUARE_OF, CHOOSE, PLACES = 51712, 51840, 52864
MEN_DOWN, MEN_UP, KINGS_AT, TRITS, TURNED_TRITS, PATTERNS = 56960, 61056, 65152, 69248, 69504, 69760

MOST_PAST = 800
MOST_MOVES = 8192
DEEPEST = 120
SQUARES = 128
ONE = 1

WIN = 30000
LONGEST = 25000
"""Scores beyond this are wins and losses, less the plies to them."""
WORST = -32000
UNSOLVED = 32001
LOSING = False


def index(bit: int) -> int:
    """The number of a bit."""
    return bit.bit_length() - 1
