"""Sixty-four squares as the bits of a signed integer, in machine code; importing this module imports numba.

Square 0 is a1, 7 is h1, 63 is h8. All integers are int64, so that numba never turns one into a float; only
the shift to the right has to be told that the highest bit is a square and no sign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.extending import intrinsic

from kibitz.games.chess.geometry import ALONG_RANK, LINES, signed

Function = TypeVar("Function", bound=Callable[..., Any])

INT = types.int64
BOOL = types.boolean
NOTHING = types.void
_pointer_to: Any = types.CPointer
MEMORY = _pointer_to(INT)
"""Memory: a row of integers."""


def native(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A function that is compiled with these types; no recursive call may pass a literal (numba 0.68)."""
    made = njit(result(*arguments), cache=True, nogil=True, error_model="numpy", boundscheck=False)
    return cast(Callable[[Function], Function], made)


def _popcount(_context: Any, _bits: Any) -> Any:
    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), build


def _lowest(_context: Any, _bits: Any) -> Any:
    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


def _turned(_context: Any, _bits: Any) -> Any:
    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.bswap(values[0])

    return types.int64(types.int64), build


def _right(_context: Any, _bits: Any, _by: Any) -> Any:
    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.lshr(values[0], values[1])

    return types.int64(types.int64, types.int64), build


def _pointer(_context: Any, _address: Any) -> Any:
    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.inttoptr(values[0], ir.IntType(64).as_pointer())

    return _pointer_to(types.int64)(types.int64), build


popcount: Any = intrinsic(_popcount)
"""How many squares."""
lowest: Any = intrinsic(_lowest)
"""The first square."""
turned: Any = intrinsic(_turned)
"""The board with its ranks in the other order."""
right: Any = intrinsic(_right)
"""All squares moved down by so many numbers."""
pointer: Any = intrinsic(_pointer)
"""The memory at an address."""

LINE = np.array([signed(mask) for mask in LINES], dtype=np.int64)
RANK = np.array(ALONG_RANK, dtype=np.int64)


@native(INT, INT, INT, INT)
def along(square: Any, men: Any, mask: Any) -> Any:
    """What a slider reaches on a file or diagonal (hyperbola quintessence)."""
    bit = INT(1) << square
    ahead = men & mask
    back = turned(ahead) - turned(bit)
    return ((ahead - bit) ^ turned(back)) & mask


@native(INT, INT, INT)
def bishop_reach(square: Any, men: Any) -> Any:
    """The squares a bishop attacks."""
    return along(square, men, LINE[square * 3 + 1]) | along(square, men, LINE[square * 3 + 2])


@native(INT, INT, INT)
def rook_reach(square: Any, men: Any) -> Any:
    """The squares a rook attacks."""
    rank = square & 56
    row = RANK[(right(men, rank + 1) & 63) * 8 + (square & 7)]
    return along(square, men, LINE[square * 3]) | (row << rank)
