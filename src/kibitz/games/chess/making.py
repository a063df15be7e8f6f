"""Moves made on bitboards: each makes a new position beside the old one, so nothing has to be taken back.

A move is its origin, its target (6 bits each), what a pawn becomes (3), how it is special (2), the man that
moves and the man that is taken (3 each; 7: none).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.chess.bits import BOOL, INT, MEMORY, NOTHING, bishop_reach, lowest, native, rook_reach
from kibitz.games.chess.geometry import (
    CASTLING_KEYS,
    KEPT_RIGHTS,
    KING,
    KNIGHT,
    PASSING_KEYS,
    PAWN,
    PIECE_KEYS,
    TURN_KEY,
    signed,
)
from kibitz.games.chess.memo import (
    BISHOPS,
    KEY,
    KINGS,
    KNIGHTS,
    MOVE,
    NO_MAN,
    PASSING,
    PAWNS,
    QUEENS,
    QUIET,
    RIGHTS,
    ROOKS,
    SIDE,
    WHITE,
    WORDS,
)

IN_PASSING, CASTLING = 1, 2
KNIGHT_REACH = np.array([signed(bits) for bits in KNIGHT], dtype=np.int64)
KING_REACH = np.array([signed(bits) for bits in KING], dtype=np.int64)
PAWN_REACH = np.array([signed(bits) for bits in PAWN], dtype=np.int64)
KEEPS = np.array(KEPT_RIGHTS, dtype=np.int64)
MAN_KEY = np.array([signed(key) for key in PIECE_KEYS], dtype=np.int64)
RIGHTS_KEY = np.array([signed(key) for key in CASTLING_KEYS], dtype=np.int64)
PASSING_KEY = np.array([signed(key) for key in PASSING_KEYS], dtype=np.int64)
SIDE_KEY = signed(TURN_KEY)


@native(INT, MEMORY, INT, INT)
def man_at(memo: Any, p: Any, bit: Any) -> Any:
    """The man on a square."""
    for man in range(6):
        if memo[p + man] & bit:
            return INT(man)
    return INT(NO_MAN)


@native(INT, MEMORY, INT, INT, INT)
def attackers(memo: Any, p: Any, square: Any, men: Any) -> Any:
    """The men of both sides that attack a square, with these men standing in the way."""
    straight = memo[p + ROOKS] | memo[p + QUEENS]
    slanting = memo[p + BISHOPS] | memo[p + QUEENS]
    found = PAWN_REACH[square] & memo[p + PAWNS] & memo[p + WHITE + 1]
    found |= PAWN_REACH[64 + square] & memo[p + PAWNS] & memo[p + WHITE]
    found |= KNIGHT_REACH[square] & memo[p + KNIGHTS]
    found |= KING_REACH[square] & memo[p + KINGS]
    return found | (rook_reach(square, men) & straight) | (bishop_reach(square, men) & slanting)


@native(BOOL, MEMORY, INT, INT, INT)
def attacked(memo: Any, p: Any, square: Any, by: Any) -> Any:
    """Whether a side attacks a square."""
    foes = memo[p + WHITE + by]
    if PAWN_REACH[(1 - by) * 64 + square] & memo[p + PAWNS] & foes:
        return True
    if KNIGHT_REACH[square] & memo[p + KNIGHTS] & foes:
        return True
    if KING_REACH[square] & memo[p + KINGS] & foes:
        return True
    men = memo[p + WHITE] | memo[p + WHITE + 1]
    if bishop_reach(square, men) & (memo[p + BISHOPS] | memo[p + QUEENS]) & foes:
        return True
    return (rook_reach(square, men) & (memo[p + ROOKS] | memo[p + QUEENS]) & foes) != 0


@native(BOOL, MEMORY, INT, INT)
def in_check(memo: Any, p: Any, side: Any) -> Any:
    """Whether a side's king is attacked."""
    return attacked(memo, p, lowest(memo[p + KINGS] & memo[p + WHITE + side]), 1 - side)


@native(INT, MEMORY, INT, INT, INT, INT)
def flip(memo: Any, p: Any, side: Any, man: Any, square: Any) -> Any:
    """Put a man on a square or take it away; the change of the key."""
    bit = INT(1) << square
    memo[p + man] ^= bit
    memo[p + WHITE + side] ^= bit
    return MAN_KEY[(side * 6 + man) * 64 + square]


@native(INT, MEMORY, INT)
def state_key(memo: Any, p: Any) -> Any:
    """The part of the key that castling rights and a pawn to be taken in passing make."""
    key = RIGHTS_KEY[memo[p + RIGHTS]]
    if memo[p + PASSING] >= 0:
        key ^= PASSING_KEY[memo[p + PASSING] & 7]
    return key


@native(INT, MEMORY, INT)
def whole_key(memo: Any, p: Any) -> Any:
    """The key of a position from nothing."""
    key = state_key(memo, p) ^ (SIDE_KEY if memo[p + SIDE] else 0)
    for side in range(2):
        for man in range(6):
            men = memo[p + man] & memo[p + WHITE + side]
            while men:
                key ^= MAN_KEY[(side * 6 + man) * 64 + lowest(men)]
                men &= men - 1
    return key


@native(NOTHING, MEMORY, INT, INT)
def copy(memo: Any, p: Any, q: Any) -> None:
    """The same position once more."""
    for i in range(WORDS):
        memo[q + i] = memo[p + i]


@native(NOTHING, MEMORY, INT, INT)
def stand_still(memo: Any, p: Any, q: Any) -> None:
    """The position with the other side to move."""
    copy(memo, p, q)
    memo[q + PASSING] = -1
    memo[q + KEY] ^= SIDE_KEY ^ state_key(memo, p) ^ state_key(memo, q)
    memo[q + SIDE] = 1 - memo[p + SIDE]
    memo[q + QUIET] = 0
    memo[q + MOVE] = 0


@native(INT, MEMORY, INT, INT, INT, INT, INT)
def passed_over(memo: Any, q: Any, side: Any, man: Any, origin: Any, target: Any) -> Any:
    """The square a pawn has just passed, if an enemy pawn is there to take it."""
    if man != PAWNS or abs(target - origin) != 16:
        return INT(-1)
    square = (origin + target) >> 1
    there = PAWN_REACH[side * 64 + square] & memo[q + PAWNS] & memo[q + WHITE + 1 - side]
    return square if there else INT(-1)


@native(BOOL, MEMORY, INT, INT, INT)
def make(memo: Any, p: Any, q: Any, move: Any) -> Any:
    """The position after a move; false when it leaves the king in check."""
    copy(memo, p, q)
    side, origin, target = memo[p + SIDE], move & 63, (move >> 6) & 63
    becomes, special, man, taken = (move >> 12) & 7, (move >> 15) & 3, (move >> 17) & 7, (move >> 20) & 7
    key = memo[p + KEY] ^ SIDE_KEY ^ state_key(memo, p)
    key ^= flip(memo, q, side, man, origin)
    memo[q + QUIET] = 0 if man == PAWNS or taken != NO_MAN else memo[p + QUIET] + 1
    if taken != NO_MAN:
        key ^= flip(memo, q, 1 - side, taken, target ^ 8 if special == IN_PASSING else target)
    key ^= flip(memo, q, side, becomes if becomes else man, target)
    if special == CASTLING:
        short = target > origin
        key ^= flip(memo, q, side, ROOKS, origin + 3 if short else origin - 4)
        key ^= flip(memo, q, side, ROOKS, origin + 1 if short else origin - 1)
    memo[q + RIGHTS] &= KEEPS[origin] & KEEPS[target]
    memo[q + PASSING] = passed_over(memo, q, side, man, origin, target)
    memo[q + SIDE] = 1 - side
    memo[q + MOVE] = move
    memo[q + KEY] = key ^ state_key(memo, q)
    return not in_check(memo, q, side)
