"""All moves of a position on bitboards, but for the king's safety, which is looked at when they are made."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.bits import BOOL, INT, MEMORY, bishop_reach, lowest, native, right, rook_reach
from kibitz.games.chess.geometry import signed
from kibitz.games.chess.making import (
    CASTLING,
    IN_PASSING,
    KING_REACH,
    KNIGHT_REACH,
    PAWN_REACH,
    attacked,
    make,
    man_at,
)
from kibitz.games.chess.memo import (
    BISHOPS,
    KINGS,
    KNIGHTS,
    MOST_MOVES,
    MOVES,
    NO_MAN,
    PASSING,
    PAWNS,
    QUEENS,
    RIGHTS,
    ROOKS,
    SIDE,
    WHITE,
    WORDS,
)

ENDS = signed(0xFF000000000000FF)
THIRD = (0xFF << 16, 0xFF << 40)


@native(INT, INT, INT, INT, INT)
def coded(origin: Any, target: Any, man: Any, taken: Any) -> Any:
    """A plain move."""
    return origin | (target << 6) | (man << 17) | (taken << 20)


@native(INT, MEMORY, INT, INT, INT, INT, INT)
def spread(memo: Any, p: Any, n: Any, origin: Any, man: Any, targets: Any) -> Any:
    """Moves of one man to each of these squares."""
    foes = memo[p + WHITE + 1 - memo[p + SIDE]]
    while targets:
        target = lowest(targets)
        bit = targets & -targets
        taken = man_at(memo, p, bit) if foes & bit else INT(NO_MAN)
        memo[MOVES + n] = coded(origin, target, man, taken)
        n += 1
        targets ^= bit
    return n


@native(INT, MEMORY, INT, INT, INT, INT)
def reach(memo: Any, p: Any, man: Any, square: Any, men: Any) -> Any:
    """The squares a man that is no pawn attacks."""
    if man == KNIGHTS:
        return KNIGHT_REACH[square]
    if man == KINGS:
        return KING_REACH[square]
    found = INT(0)
    if man != ROOKS:
        found |= bishop_reach(square, men)
    if man != BISHOPS:
        found |= rook_reach(square, men)
    return found


@native(INT, MEMORY, INT, INT, INT, INT, BOOL)
def pawn_move(memo: Any, n: Any, origin: Any, target: Any, taken: Any, loud: Any) -> Any:
    """A pawn's move, or four where it becomes something (only the queen when quiet moves are left out)."""
    move = coded(origin, target, INT(PAWNS), taken)
    if not ((INT(1) << target) & ENDS):
        memo[MOVES + n] = move
        return n + 1
    memo[MOVES + n] = move | (QUEENS << 12)
    n += 1
    if not loud:
        for becomes in (KNIGHTS, ROOKS, BISHOPS):
            memo[MOVES + n] = move | (becomes << 12)
            n += 1
    return n


@native(INT, MEMORY, INT, INT, BOOL)
def pawn_moves(memo: Any, p: Any, n: Any, loud: Any) -> Any:
    """All pawn moves; the loud ones capture or make a queen."""
    side = memo[p + SIDE]
    own, foes = memo[p + WHITE + side], memo[p + WHITE + 1 - side]
    pawns, free = memo[p + PAWNS] & own, ~(own | foes)
    up = INT(8) if side == 0 else INT(-8)
    once = ((pawns << 8) if side == 0 else right(pawns, INT(8))) & free
    if not loud:
        third = once & (THIRD[0] if side == 0 else THIRD[1])
        twice = ((third << 8) if side == 0 else right(third, INT(8))) & free
        while twice:
            target = lowest(twice)
            n = pawn_move(memo, n, target - 2 * up, target, INT(NO_MAN), loud)
            twice &= twice - 1
    else:
        once &= ENDS
    while once:
        target = lowest(once)
        n = pawn_move(memo, n, target - up, target, INT(NO_MAN), loud)
        once &= once - 1
    while pawns:
        origin = lowest(pawns)
        there = PAWN_REACH[side * 64 + origin] & foes
        while there:
            n = pawn_move(memo, n, origin, lowest(there), man_at(memo, p, there & -there), loud)
            there &= there - 1
        pawns &= pawns - 1
    return n


@native(INT, MEMORY, INT, INT)
def in_passing(memo: Any, p: Any, n: Any) -> Any:
    """Captures of a pawn that has just passed."""
    square, side = memo[p + PASSING], memo[p + SIDE]
    if square < 0:
        return n
    pawns = PAWN_REACH[(1 - side) * 64 + square] & memo[p + PAWNS] & memo[p + WHITE + side]
    while pawns:
        move = coded(lowest(pawns), square, INT(PAWNS), INT(PAWNS))
        memo[MOVES + n] = move | (IN_PASSING << 15)
        n += 1
        pawns &= pawns - 1
    return n


@native(INT, MEMORY, INT, INT)
def castlings(memo: Any, p: Any, n: Any) -> Any:
    """Castling where the rights, the way and the king's path allow it."""
    side = memo[p + SIDE]
    home, rights = side * 56 + 4, (memo[p + RIGHTS] >> (2 * side)) & 3
    men = right(memo[p + WHITE] | memo[p + WHITE + 1], side * 56) & 255
    if not rights or attacked(memo, p, home, 1 - side):
        return n
    if rights & 1 and not men & 96 and not attacked(memo, p, home + 1, 1 - side):
        memo[MOVES + n] = coded(home, home + 2, INT(KINGS), INT(NO_MAN)) | (CASTLING << 15)
        n += 1
    if rights & 2 and not men & 14 and not attacked(memo, p, home - 1, 1 - side):
        memo[MOVES + n] = coded(home, home - 2, INT(KINGS), INT(NO_MAN)) | (CASTLING << 15)
        n += 1
    return n


@native(INT, MEMORY, INT, INT, BOOL)
def generate(memo: Any, p: Any, n: Any, loud: Any) -> Any:
    """Add all moves to the list from place n on; its new end."""
    side = memo[p + SIDE]
    own, foes = memo[p + WHITE + side], memo[p + WHITE + 1 - side]
    wanted = foes if loud else ~own
    n = pawn_moves(memo, p, n, loud)
    n = in_passing(memo, p, n)
    for man in range(KNIGHTS, KINGS + 1):
        men = memo[p + man] & own
        while men:
            origin = lowest(men)
            n = spread(memo, p, n, origin, man, reach(memo, p, man, origin, own | foes) & wanted)
            men &= men - 1
    return n if loud else castlings(memo, p, n)


@native(INT, MEMORY, INT, INT, INT)
def perft(memo: Any, p: Any, at: Any, depth: Any) -> Any:
    """Leaves at exactly this depth."""
    end = generate(memo, p, at, False)
    total = INT(0)
    for i in range(at, end):
        if make(memo, p, p + WORDS, memo[MOVES + i]):
            total += INT(1) if depth <= 1 else perft(memo, p + WORDS, at + MOST_MOVES, depth - 1)
    return total
