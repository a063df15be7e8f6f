"""What a capture wins once both sides have taken back on that square with whatever they have."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.chess.bits import INT, MEMORY, bishop_reach, native, rook_reach
from kibitz.games.chess.making import IN_PASSING, attackers
from kibitz.games.chess.memo import (
    BISHOPS,
    GAINS,
    KINGS,
    NO_MAN,
    PAWNS,
    QUEENS,
    ROOKS,
    SIDE,
    WHITE,
)

PRICE = np.array([100, 320, 330, 500, 950, 20_000, 0, 0], dtype=np.int64)


@native(INT, MEMORY, INT, INT, INT)
def cheapest(memo: Any, p: Any, men: Any, side: Any) -> Any:
    """The least of a side's men among these; NO_MAN if there is none."""
    own = men & memo[p + WHITE + side]
    if not own:
        return INT(NO_MAN)
    for man in range(PAWNS, KINGS):
        if own & memo[p + man]:
            return INT(man)
    return INT(KINGS)


@native(INT, MEMORY, INT, INT)
def exchange(memo: Any, p: Any, move: Any) -> Any:
    """The balance of a move's exchanges for its side, if both play them as long as it pays."""
    target, man = (move >> 6) & 63, (move >> 17) & 7
    men = (memo[p + WHITE] | memo[p + WHITE + 1]) ^ (INT(1) << (move & 63))
    if (move >> 15) & 3 == IN_PASSING:
        men ^= INT(1) << (target ^ 8)
    straight = memo[p + ROOKS] | memo[p + QUEENS]
    slanting = memo[p + BISHOPS] | memo[p + QUEENS]
    ready = attackers(memo, p, target, men) & men
    side, n = 1 - memo[p + SIDE], 0
    memo[GAINS] = PRICE[(move >> 20) & 7]
    while n < 31:
        taker = cheapest(memo, p, ready, side)
        if taker == NO_MAN or (taker == KINGS and ready & memo[p + WHITE + 1 - side]):
            break
        n += 1
        memo[GAINS + n] = PRICE[man] - memo[GAINS + n - 1]
        own = ready & memo[p + WHITE + side] & memo[p + taker]
        men ^= own & -own
        ready |= rook_reach(target, men) & straight
        ready |= bishop_reach(target, men) & slanting
        ready &= men
        man, side = taker, 1 - side
    while n > 0:
        memo[GAINS + n - 1] = -max(-memo[GAINS + n - 1], memo[GAINS + n])
        n -= 1
    return memo[GAINS]
