"""Endings that men and squares alone misjudge: those that hardly win, and a bare king that must be hunted."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.bits import BOOL, INT, MEMORY, lowest, native, popcount
from kibitz.games.chess.geometry import signed
from kibitz.games.chess.memo import BISHOPS, KINGS, KNIGHTS, PAWNS, QUEENS, ROOKS, WHITE

DARK = signed(0xAA55AA55AA55AA55)
WHOLE = 16
HARDLY, OPPOSED = 2, 10
"""Sixteenths that are left of an advantage that hardly wins, and of one with bishops on opposite colours."""
A_MINOR_AHEAD = 400


@native(INT, INT, INT)
def apart(one: Any, other: Any) -> Any:
    """King's moves between two squares."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


@native(INT, MEMORY, INT, INT)
def pieces(memo: Any, p: Any, side: Any) -> Any:
    """The worth of a side's men but for king and pawns."""
    own = memo[p + WHITE + side]
    minors = 320 * popcount(memo[p + KNIGHTS] & own) + 330 * popcount(memo[p + BISHOPS] & own)
    return minors + 500 * popcount(memo[p + ROOKS] & own) + 950 * popcount(memo[p + QUEENS] & own)


@native(BOOL, MEMORY, INT)
def opposed(memo: Any, p: Any) -> Any:
    """Whether each side has one bishop and nothing else, on opposite colours."""
    if memo[p + KNIGHTS] | memo[p + ROOKS] | memo[p + QUEENS]:
        return False
    white, black = memo[p + BISHOPS] & memo[p + WHITE], memo[p + BISHOPS] & memo[p + WHITE + 1]
    if popcount(white) != 1 or popcount(black) != 1:
        return False
    return ((white & DARK) != 0) != ((black & DARK) != 0)


@native(INT, MEMORY, INT, INT)
def winnable(memo: Any, p: Any, strong: Any) -> Any:
    """How many sixteenths of a side's advantage count."""
    own = memo[p + WHITE + strong]
    if not memo[p + PAWNS] & own:
        ahead = pieces(memo, p, strong) - pieces(memo, p, 1 - strong)
        knights = memo[p + KNIGHTS] & own
        if ahead < A_MINOR_AHEAD or (own == knights | (memo[p + KINGS] & own) and popcount(knights) < 3):
            return INT(HARDLY)
    return INT(OPPOSED) if opposed(memo, p) else INT(WHOLE)


@native(INT, MEMORY, INT)
def hunted(memo: Any, p: Any) -> Any:
    """What drives a bare king to the edge, as White sees it: for endings without pawns only."""
    if memo[p + PAWNS]:
        return INT(0)
    for side in range(2):
        if memo[p + WHITE + side] & ~memo[p + KINGS] == 0:
            king = lowest(memo[p + WHITE + side])
            hunter = lowest(memo[p + KINGS] & memo[p + WHITE + 1 - side])
            file, rank = king & 7, king >> 3
            across, up = 3 - min(file, 7 - file), 3 - min(rank, 7 - rank)
            pull = 20 * max(across, up) + 10 * (across + up) + 8 * (7 - apart(king, hunter))
            return pull if side == 1 else -pull
    return INT(0)
