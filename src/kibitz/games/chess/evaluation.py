"""What a position is worth as it stands: a sum of weights, between the middle game's and the endgame's."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.chess.bits import INT, MEMORY, bishop_reach, lowest, native, popcount, right, rook_reach
from kibitz.games.chess.endings import WHOLE, apart, hunted, winnable
from kibitz.games.chess.features import (
    ALONE,
    BISHOP_ROOM,
    DANGER,
    DOUBLED,
    KNIGHT_ROOM,
    OPEN_FILE,
    OPEN_KING,
    OUTPOST,
    PASSED_BY_RANK,
    PASSED_FOE_KING,
    PASSED_FREE,
    PASSED_OWN_KING,
    PHALANX,
    PLACES,
    QUEEN_ROOM,
    ROOK_ROOM,
    SHIELD,
    SUPPORTED,
    TEMPO,
    THREATS,
    TWO_BISHOPS,
)
from kibitz.games.chess.geometry import BESIDE, FILES, FRONT, PASSED, SHELTER, signed
from kibitz.games.chess.making import KING_REACH, KNIGHT_REACH
from kibitz.games.chess.memo import (
    BISHOPS,
    KINGS,
    KNIGHTS,
    PAWNS,
    QUEENS,
    ROOKS,
    SIDE,
    WEIGHTS,
    WHITE,
)

PHASES = 24
"""Minor pieces count 1, rooks 2, queens 4: all there is the middle game, nothing the end."""
NOT_A, NOT_H = signed(~FILES[0]), signed(~FILES[7])
FILE_OF = np.array([signed(FILES[square % 8]) for square in range(64)], dtype=np.int64)
BESIDE_OF = np.array([signed(BESIDE[square % 8]) for square in range(64)], dtype=np.int64)
FRONT_OF = np.array([signed(bits) for bits in FRONT], dtype=np.int64)
PASSED_OF = np.array([signed(bits) for bits in PASSED], dtype=np.int64)
SHELTER_OF = np.array([signed(bits) for bits in SHELTER], dtype=np.int64)
LAST_DANGER = 23


@native(INT, INT, INT)
def pawns_attack(pawns: Any, side: Any) -> Any:
    """The squares that pawns attack."""
    if side == 0:
        return ((pawns & NOT_A) << 7) | ((pawns & NOT_H) << 9)
    return right(pawns & NOT_A, INT(9)) | right(pawns & NOT_H, INT(7))


@native(INT, MEMORY, INT, INT, INT, INT)
def passed_worth(memo: Any, p: Any, side: Any, square: Any, rank: Any) -> Any:
    """A passed pawn."""
    ahead = square + (8 if side == 0 else -8)
    worth = memo[WEIGHTS + PASSED_BY_RANK + rank]
    if not ((memo[p + WHITE] | memo[p + WHITE + 1]) >> ahead) & 1:
        worth += memo[WEIGHTS + PASSED_FREE + rank]
    if rank >= 3:
        own_king = lowest(memo[p + KINGS] & memo[p + WHITE + side])
        foe_king = lowest(memo[p + KINGS] & memo[p + WHITE + 1 - side])
        worth += memo[WEIGHTS + PASSED_OWN_KING + apart(own_king, ahead)]
        worth += memo[WEIGHTS + PASSED_FOE_KING + apart(foe_king, ahead)]
    return worth


@native(INT, MEMORY, INT, INT)
def pawns_worth(memo: Any, p: Any, side: Any) -> Any:
    """A side's pawns by the company they keep, and those that nothing stops."""
    own, foes = memo[p + WHITE + side], memo[p + WHITE + 1 - side]
    pawns, theirs = memo[p + PAWNS] & own, memo[p + PAWNS] & foes
    covered, rest, worth = pawns_attack(pawns, side), pawns, INT(0)
    while rest:
        square = lowest(rest)
        bit = rest & -rest
        rank = (square >> 3) if side == 0 else 7 - (square >> 3)
        worth += memo[WEIGHTS + PLACES + (square ^ (56 * side))]
        if covered & bit:
            worth += memo[WEIGHTS + SUPPORTED + rank]
        if ((bit & NOT_H) << 1) & pawns:
            worth += memo[WEIGHTS + PHALANX + rank]
        if not BESIDE_OF[square] & pawns:
            worth += memo[WEIGHTS + ALONE + (0 if FILE_OF[square] & theirs else 1)]
        if FRONT_OF[side * 64 + square] & pawns:
            worth += memo[WEIGHTS + DOUBLED]
        elif not PASSED_OF[side * 64 + square] & theirs:
            worth += passed_worth(memo, p, side, square, rank)
        rest ^= bit
    return worth


@native(INT, MEMORY, INT, INT)
def king_worth(memo: Any, p: Any, side: Any) -> Any:
    """The king by his square and the pawns before him."""
    pawns = memo[p + PAWNS] & memo[p + WHITE + side]
    square = lowest(memo[p + KINGS] & memo[p + WHITE + side])
    middle = min(max(square & 7, 1), 6) | (square & 56)
    shield = popcount(SHELTER_OF[side * 64 + middle] & pawns)
    open_files = INT(0)
    for file in range(3):
        if not FILE_OF[middle - 1 + file] & pawns:
            open_files += 1
    worth = memo[WEIGHTS + PLACES + KINGS * 64 + (square ^ (56 * side))]
    return worth + memo[WEIGHTS + SHIELD + shield] + memo[WEIGHTS + OPEN_KING + open_files]


@native(INT, MEMORY, INT, INT)
def pieces_worth(memo: Any, p: Any, side: Any) -> Any:
    """Knights to queens by their squares, their room, what they threaten and the enemy king they look at."""
    own, foes = memo[p + WHITE + side], memo[p + WHITE + 1 - side]
    men, pawns = own | foes, memo[p + PAWNS] & own
    theirs = memo[p + PAWNS] & foes
    guarded = pawns_attack(theirs, 1 - side)
    covered = pawns_attack(pawns, side)
    king = lowest(memo[p + KINGS] & foes)
    ring = KING_REACH[king]
    danger: Any = INT(0)
    worth = INT(0)
    for man in range(KNIGHTS, QUEENS + 1):
        rest = memo[p + man] & own
        while rest:
            square = lowest(rest)
            bit = rest & -rest
            if man == KNIGHTS:
                seen = KNIGHT_REACH[square]
                worth += memo[WEIGHTS + KNIGHT_ROOM + popcount(seen & ~own & ~guarded)]
            elif man == BISHOPS:
                seen = bishop_reach(square, men ^ (memo[p + QUEENS] & own))
                worth += memo[WEIGHTS + BISHOP_ROOM + popcount(seen & ~own & ~guarded)]
            elif man == ROOKS:
                seen = rook_reach(square, men ^ ((memo[p + QUEENS] | memo[p + ROOKS]) & own))
                worth += memo[WEIGHTS + ROOK_ROOM + popcount(seen & ~own & ~guarded)]
                if not FILE_OF[square] & pawns:
                    worth += memo[WEIGHTS + OPEN_FILE + (1 if FILE_OF[square] & theirs else 0)]
            else:
                seen = rook_reach(square, men) | bishop_reach(square, men)
                worth += memo[WEIGHTS + QUEEN_ROOM + popcount(seen & ~own & ~guarded)]
            worth += memo[WEIGHTS + PLACES + man * 64 + (square ^ (56 * side))]
            if man <= BISHOPS:
                if covered & bit and not PASSED_OF[side * 64 + square] & ~FILE_OF[square] & theirs:
                    worth += memo[WEIGHTS + OUTPOST + man - KNIGHTS]
                worth += memo[WEIGHTS + THREATS + 3] * popcount(seen & foes & memo[p + ROOKS])
                worth += memo[WEIGHTS + THREATS + 4] * popcount(seen & foes & memo[p + QUEENS])
            elif man == ROOKS:
                worth += memo[WEIGHTS + THREATS + 5] * popcount(seen & foes & memo[p + QUEENS])
            near = popcount(seen & ring)
            if near:
                danger += near + (1 if man <= BISHOPS else 2 if man == ROOKS else 3)
            rest ^= bit
    minors = memo[p + KNIGHTS] | memo[p + BISHOPS]
    worth += memo[WEIGHTS + THREATS] * popcount(covered & foes & minors)
    worth += memo[WEIGHTS + THREATS + 1] * popcount(covered & foes & memo[p + ROOKS])
    worth += memo[WEIGHTS + THREATS + 2] * popcount(covered & foes & memo[p + QUEENS])
    if popcount(memo[p + BISHOPS] & own) > 1:
        worth += memo[WEIGHTS + TWO_BISHOPS]
    return worth + memo[WEIGHTS + DANGER + min(danger, LAST_DANGER)]


@native(INT, MEMORY, INT)
def phase(memo: Any, p: Any) -> Any:
    """How much of the middle game is left."""
    minors = popcount(memo[p + KNIGHTS] | memo[p + BISHOPS])
    return min(minors + 2 * popcount(memo[p + ROOKS]) + 4 * popcount(memo[p + QUEENS]), PHASES)


@native(INT, MEMORY, INT)
def evaluate(memo: Any, p: Any) -> Any:
    """The worth of a position to the side to move, in hundredths of a pawn."""
    both = pawns_worth(memo, p, INT(0)) - pawns_worth(memo, p, INT(1))
    both += pieces_worth(memo, p, INT(0)) - pieces_worth(memo, p, INT(1))
    both += king_worth(memo, p, INT(0)) - king_worth(memo, p, INT(1))
    side = memo[p + SIDE]
    both += memo[WEIGHTS + TEMPO] * (1 - 2 * side)
    middle = ((both & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
    end = (both - middle) >> 32
    left = phase(memo, p)
    sign = 1 - 2 * side
    worth = (middle * left + end * (PHASES - left)) * sign // PHASES + hunted(memo, p) * sign
    return worth * winnable(memo, p, side if worth > 0 else 1 - side) // WHOLE
