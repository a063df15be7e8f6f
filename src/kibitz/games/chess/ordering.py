"""The order in which moves are tried: the known best, good captures, killers, what worked, bad captures."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.bits import INT, MEMORY, NOTHING, native
from kibitz.games.chess.exchange import PRICE, exchange
from kibitz.games.chess.memo import (
    ANSWERS,
    HISTORY,
    KILLERS,
    MOVE,
    MOVES,
    NO_MAN,
    ORDER,
    SIDE,
)

KNOWN, GOOD, KILLER, SECOND, ANSWER, BAD = 1 << 30, 1 << 28, 1 << 26, 1 << 25, 1 << 24, -(1 << 28)
HEIGHT = 16_384
"""History scores stay within this."""


@native(INT, INT)
def is_loud(move: Any) -> Any:
    """Whether a move captures or promotes."""
    return INT((move >> 20) & 7 != NO_MAN or (move >> 12) & 7 != 0)


@native(NOTHING, MEMORY, INT, INT, INT, INT, INT)
def arrange(memo: Any, p: Any, ply: Any, first: Any, end: Any, known: Any) -> None:
    """Give every move its place in the order."""
    killer, second = memo[KILLERS + 2 * ply], memo[KILLERS + 2 * ply + 1]
    before = memo[p + MOVE]
    answer = memo[ANSWERS + ((before >> 17) & 7) * 64 + ((before >> 6) & 63)] if before else INT(0)
    side = memo[p + SIDE]
    for i in range(first, end):
        move = memo[MOVES + i]
        if move & 0x7FFF == known:
            worth = INT(KNOWN)
        elif is_loud(move):
            gain = PRICE[(move >> 20) & 7] * 16 - ((move >> 17) & 7)
            if (move >> 12) & 7:
                gain += PRICE[(move >> 12) & 7] * 16
            worth = gain + (GOOD if exchange(memo, p, move) >= 0 else BAD)
        elif move == killer:
            worth = INT(KILLER)
        elif move == second:
            worth = INT(SECOND)
        elif move == answer:
            worth = INT(ANSWER)
        else:
            worth = memo[HISTORY + side * 4096 + (move & 4095)]
        memo[ORDER + i] = worth


@native(INT, MEMORY, INT, INT)
def pick(memo: Any, i: Any, end: Any) -> Any:
    """Bring the best of the remaining moves to place i."""
    best = i
    for j in range(i + 1, end):
        if memo[ORDER + j] > memo[ORDER + best]:
            best = j
    move, worth = memo[MOVES + best], memo[ORDER + best]
    memo[MOVES + best], memo[ORDER + best] = memo[MOVES + i], memo[ORDER + i]
    memo[MOVES + i], memo[ORDER + i] = move, worth
    return move


@native(NOTHING, MEMORY, INT, INT, INT)
def learn(memo: Any, side: Any, move: Any, bonus: Any) -> None:
    """Move a history score up or down, the less the further it is."""
    place = HISTORY + side * 4096 + (move & 4095)
    memo[place] += bonus - memo[place] * abs(bonus) // HEIGHT


@native(NOTHING, MEMORY, INT, INT, INT, INT, INT)
def reward(memo: Any, p: Any, ply: Any, first: Any, i: Any, depth: Any) -> None:
    """Remember a quiet move that refuted the other side's, and that those before it did not."""
    move, side = memo[MOVES + i], memo[p + SIDE]
    if is_loud(move):
        return
    if memo[KILLERS + 2 * ply] != move:
        memo[KILLERS + 2 * ply + 1] = memo[KILLERS + 2 * ply]
        memo[KILLERS + 2 * ply] = move
    before = memo[p + MOVE]
    if before:
        memo[ANSWERS + ((before >> 17) & 7) * 64 + ((before >> 6) & 63)] = move
    bonus = min(16 * depth * depth + 32 * depth, INT(1600))
    learn(memo, side, move, bonus)
    for j in range(first, i):
        if not is_loud(memo[MOVES + j]):
            learn(memo, side, memo[MOVES + j], -bonus)
