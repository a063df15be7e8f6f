"""Positions already searched: two places each, shared by all threads.

A key is kept crossed with what is known, so that an entry torn by two writers is not recognised. What is
known: the best move (15 bits), depth (8), kind of score (2), score (16), age (8).
"""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.bits import INT, MEMORY, NOTHING, native
from kibitz.games.chess.memo import AGE, LONGEST, MASK

AT_MOST, AT_LEAST, EXACT = 1, 2, 3


@native(INT, MEMORY, MEMORY, INT)
def recall(table: Any, memo: Any, key: Any) -> Any:
    """What is known of a position; 0 if nothing."""
    slot = (key & memo[MASK]) * 4
    word = table[slot + 1]
    if table[slot] ^ word == key:
        return word
    word = table[slot + 3]
    return word if table[slot + 2] ^ word == key else INT(0)


@native(INT, INT, INT)
def score_of(word: Any, ply: Any) -> Any:
    """The score in an entry; mates count from here."""
    score = ((word >> 25) & 65535) - 32768
    if score > LONGEST:
        return score - ply
    return score + ply if score < -LONGEST else score


@native(NOTHING, MEMORY, MEMORY, INT, INT, INT, INT, INT, INT)
def store(table: Any, memo: Any, key: Any, depth: Any, kind: Any, score: Any, move: Any, ply: Any) -> None:
    """Keep what is known; of two places, the deeper one of this search is spared."""
    if score > LONGEST:
        score += ply
    elif score < -LONGEST:
        score -= ply
    slot = (key & memo[MASK]) * 4
    held = table[slot + 1]
    same = table[slot] ^ held == key
    if same and not move:
        move = held & 0x7FFF
    if not same and held >> 41 == memo[AGE] and (held >> 15) & 255 > depth:
        slot += 2
    word = (move & 0x7FFF) | (depth << 15) | (kind << 23) | ((score + 32768) << 25) | (memo[AGE] << 41)
    table[slot] = key ^ word
    table[slot + 1] = word
