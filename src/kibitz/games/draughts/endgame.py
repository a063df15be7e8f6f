"""Looks up solved endings. A template like kernel.py, used by the search and by the solver.

A position with few pieces has a place in a row of bytes: the balance of forces says where its part
begins, and the squares of each kind of piece, as combinations, where in that part. Positions are seen by
the side to move, turned so that it plays down. A byte is 0 for a draw, else one more than the plies to
the end, when the side to move has nothing to play; 255 says nothing.
"""

from __future__ import annotations

from kibitz.games.draughts.kernel import popcount
from kibitz.games.draughts.memo import CHOOSE, LOSING, PLACES, SOLVED, SQUARE_OF, UNSOLVED, WIN, Memo, index

LAST = 31


def octet(address: int, place: int) -> int:
    """A byte of the memory at an address; compiled code alone can read it."""
    raise NotImplementedError


def combination(memo: Memo, bits: int, down: bool) -> int:
    """The number of a set of squares among all sets as large, seen by a side that plays down."""
    found = 0
    nth = 1 if down else popcount(bits)
    while bits:
        bit = bits & -bits
        bits ^= bit
        square = memo[SQUARE_OF + index(bit)]
        found += memo[CHOOSE + (square if down else LAST - square) * 8 + nth]
        nth += 1 if down else -1
    return found


def place_of(memo: Memo, own: int, foes: int, kings: int, down: bool) -> int:
    """Where the position stands in the tables; -1 if it is not there."""
    own_kings = own & kings
    own_men = own ^ own_kings
    foe_kings = foes & kings
    foe_men = foes ^ foe_kings
    forces = (popcount(own_kings) * 8 + popcount(own_men)) * 64 + popcount(foe_kings) * 8 + popcount(foe_men)
    start = memo[PLACES + forces]
    if start < 0:
        return -1
    all_squares = CHOOSE + (LAST + 1) * 8
    place = combination(memo, own_kings, down)
    place = place * memo[all_squares + popcount(own_men)] + combination(memo, own_men, down)
    place = place * memo[all_squares + popcount(foe_kings)] + combination(memo, foe_kings, down)
    place = place * memo[all_squares + popcount(foe_men)] + combination(memo, foe_men, down)
    return start + place


def probe(memo: Memo, own: int, foes: int, kings: int, down: bool, ply: int) -> int:
    """The score of a solved ending; UNSOLVED if it is none."""
    place = place_of(memo, own, foes, kings, down)
    if place < 0:
        return UNSOLVED
    told = octet(memo[SOLVED], place)
    if told == 255:
        return UNSOLVED
    if told == 0:
        return 0
    won = (told % 2 == 0) != LOSING
    return WIN - ply - told if won else ply + told - WIN
