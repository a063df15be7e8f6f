"""A position laid into the memory of a search, and the search's moves as python-chess knows them."""

from __future__ import annotations

from typing import Any

import chess
import numpy as np

from kibitz.games.chess.features import COUNT
from kibitz.games.chess.geometry import signed
from kibitz.games.chess.memo import (
    KEY,
    KEYS,
    MOST_PAST,
    PASSING,
    PAST,
    POSITIONS,
    QUIET,
    REDUCTIONS,
    RIGHTS,
    SIDE,
    WEIGHTS,
    WORDS,
)
from kibitz.games.chess.position import Key, Position

RIGHTS_OF = ((chess.BB_H1, 1), (chess.BB_A1, 2), (chess.BB_H8, 4), (chess.BB_A8, 8))


def lay(kernels: Any, memo: Any, position: Position) -> None:
    """Put a position at the root, and behind it those of the game that it could repeat."""
    past = position.earlier[-min(MOST_PAST, position.clocks[0]) :] if position.clocks[0] else ()
    for i, key in enumerate(past):
        memo[KEYS + i] = _laid(kernels, memo, key)
    memo[PAST] = len(past)
    memo[KEYS + len(past)] = _laid(kernels, memo, position.key)
    memo[POSITIONS + QUIET] = position.clocks[0]


def _laid(kernels: Any, memo: Any, key: Key) -> int:
    """Put men, turn and rights at the root; the key that the kernels give them."""
    *boards, turn, castling, passing = key
    memo[POSITIONS : POSITIONS + WORDS] = 0
    memo[POSITIONS : POSITIONS + 8] = [signed(bits) for bits in boards]
    memo[POSITIONS + SIDE] = 0 if turn else 1
    memo[POSITIONS + RIGHTS] = sum(right for corner, right in RIGHTS_OF if castling & corner)
    memo[POSITIONS + PASSING] = -1 if passing is None else passing
    memo[POSITIONS + KEY] = kernels.root_key(memo.ctypes.data)
    return int(memo[POSITIONS + KEY])


def move_of(word: int) -> chess.Move:
    """A move of the kernels'."""
    return chess.Move(word & 63, (word >> 6) & 63, ((word >> 12) & 7) + 1 if (word >> 12) & 7 else None)


def memory(weights: Any) -> Any:
    """The memory of one search."""
    memo = np.zeros(WEIGHTS + COUNT, dtype=np.int64)
    memo[WEIGHTS:] = weights
    depths, counts = np.meshgrid(np.arange(64), np.arange(64), indexing="ij")
    less = 0.5 + np.log(np.maximum(depths, 1)) * np.log(np.maximum(counts, 1)) / 2.2
    memo[REDUCTIONS : REDUCTIONS + 4096] = less.astype(np.int64).ravel()
    return memo
