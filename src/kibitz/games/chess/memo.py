"""Where things stand in the memory of one search: a flat row of integers.

A position is sixteen of them, one after the other for each ply of the line that is being looked at: the men
of each kind, of either side, the key, whose turn it is, castling rights, the square a pawn has just passed
(-1: none), half moves since the last capture or pawn move, and the move that led here.
"""

from __future__ import annotations

PAWNS, KNIGHTS, BISHOPS, ROOKS, QUEENS, KINGS, WHITE, BLACK = range(8)
KEY, SIDE, RIGHTS, PASSING, QUIET, MOVE, VALUE = range(8, 15)
WORDS = 16
NO_MAN = 7

STOP, NODES, LIMIT, MASK, AGE, PAST, BEST, DEEPEST_SEEN = range(8)
"""Told to stop, positions so far and at most, the table's mask and age, positions played before the root, the
root's best move, the deepest ply."""
DEEPEST = 120
MOST_PAST = 1024
MOST_MOVES = 512
"""Fifteen queens and a king have fewer; a board that is set up may have them."""

POSITIONS = 64
KEYS = POSITIONS + (DEEPEST + 8) * WORDS
KILLERS = KEYS + MOST_PAST + DEEPEST + 8
ANSWERS = KILLERS + 2 * (DEEPEST + 8)
HISTORY = ANSWERS + 6 * 64
EXPECTED = HISTORY + 2 * 64 * 64
"""The expected line of every ply, so many moves each."""
LENGTHS = EXPECTED + (DEEPEST + 8) * (DEEPEST + 8)
REDUCTIONS = LENGTHS + DEEPEST + 8
GAINS = REDUCTIONS + 64 * 64
MOVES = GAINS + 40
ORDER = MOVES + (DEEPEST + 8) * MOST_MOVES
WEIGHTS = ORDER + (DEEPEST + 8) * MOST_MOVES

MATE = 30_000
LONGEST = 29_000
"""Scores beyond this are mates, less the plies to them."""
WORST = -32_000
