"""What the search needs of bitboards beyond the kernel's operators, for numba and in both widths.

Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

from kibitz.games.draughts.wide import WIDE, high_half, low_half

_pointer_to: Any = types.CPointer


def native(function: Callable[..., Any]) -> Any:
    """A function that numba compiles where it is used."""
    return numba.njit(function)


def _index(_context: Any, bit: Any) -> Any:
    """The number of the lowest bit."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        found = builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))
        return builder.trunc(found, ir.IntType(64)) if sig.args[0] == WIDE else found

    return types.int64(WIDE if bit == WIDE else types.int64), build


def _octets(_context: Any, address: Any) -> Any:
    """The bytes at an address."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.inttoptr(values[0], ir.IntType(8).as_pointer())

    return _pointer_to(types.uint8)(types.int64), build


index: Any = intrinsic(_index)
_at: Any = intrinsic(_octets)


@native
def octet(address: int, place: int) -> Any:
    """A byte of the memory at an address."""
    return types.int64(_at(address)[place])


@native
def byte_narrow(bits: int, shift: int) -> int:
    """Eight squares of a bitboard as a number."""
    return (bits >> shift) & 255


@native
def byte_wide(bits: Any, shift: int) -> Any:
    """The same of a wide one."""
    return low_half(bits >> shift) & 255


@native
def _stirred(sum_: int) -> Any:
    """The bits of a sum spread over all places (a finaliser in the manner of MurmurHash3)."""
    sum_ = (sum_ ^ ((sum_ >> 32) & 0xFFFFFFFF)) * -0x2917014799A6026D
    sum_ = (sum_ ^ ((sum_ >> 29) & 0x7FFFFFFFF)) * -0x4B47D0C5A1A95C2F
    return sum_ ^ ((sum_ >> 32) & 0xFFFFFFFF)


@native
def mix_narrow(own: int, foes: int, kings: int, down: bool) -> Any:
    """The key of a position."""
    return _stirred(
        own * -0x61C8864680B583EB + foes * -0x3D4D51C2D82B14B1 + kings * 0x165667B19E3779F9 + int(down)
    )


@native
def mix_wide(own: Any, foes: Any, kings: Any, down: bool) -> Any:
    """The key of a position on a wide board."""
    high = mix_narrow(high_half(own), high_half(foes), high_half(kings), down)
    low = mix_narrow(low_half(own), low_half(foes), low_half(kings), down)
    return _stirred(high * 0x27D4EB2F165667C5 + low)


@native
def lay(address: int, place: int, told: int) -> None:
    """Write a byte to the memory at an address."""
    _at(address)[place] = told
