"""128-bit integers for numba, so that the kernel also compiles for boards of more than 63 bits.

LLVM has such integers; numba only lacks the type and the operators the kernel uses. Importing this
module imports numba.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba.core.extending
import numba.core.typing.templates
from llvmlite import ir
from numba import njit, types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.extending import intrinsic, register_model

_extending: Any = numba.core.extending  # half of numba has types, and this is the other half
_templates: Any = numba.core.typing.templates
_pointer_to: Any = types.CPointer

_BITS = ir.IntType(128)
_WORD = ir.IntType(64)


class Wide(types.Type):
    """A 128-bit integer."""

    def __init__(self) -> None:
        super().__init__(name="kibitz_wide")


WIDE = Wide()


@register_model(Wide)
class _WideModel(PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _BITS)  # type: ignore[no-untyped-call]  # numba's own


def _operator(function: Any, result: Any, *arguments: Any) -> Callable[[Any], None]:
    """Teach numba an operator: its type, and how it is built."""
    cases = {"cases": [_templates.signature(result, *arguments)]}
    _templates.infer_global(function)(type(f"_{function.__name__}", (_templates.ConcreteTemplate,), cases))

    def register(build: Any) -> None:
        def lower(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return build(builder, *values)

        _extending.lower_builtin(function, *arguments)(lower)

    return register


def _shift(builder: Any, by: Any) -> Any:
    return builder.zext(by, _BITS)


for _and in (operator.and_, operator.iand):
    _operator(_and, WIDE, WIDE, WIDE)(lambda b, x, y: b.and_(x, y))
for _or in (operator.or_, operator.ior):
    _operator(_or, WIDE, WIDE, WIDE)(lambda b, x, y: b.or_(x, y))
for _xor in (operator.xor, operator.ixor):
    _operator(_xor, WIDE, WIDE, WIDE)(lambda b, x, y: b.xor(x, y))
_operator(operator.neg, WIDE, WIDE)(lambda b, x: b.neg(x))
_operator(operator.lshift, WIDE, WIDE, types.int64)(lambda b, x, y: b.shl(x, _shift(b, y)))
_operator(operator.rshift, WIDE, WIDE, types.int64)(lambda b, x, y: b.lshr(x, _shift(b, y)))
_operator(operator.eq, types.boolean, WIDE, WIDE)(lambda b, x, y: b.icmp_unsigned("==", x, y))
_operator(operator.ne, types.boolean, WIDE, WIDE)(lambda b, x, y: b.icmp_unsigned("!=", x, y))
_operator(bool, types.boolean, WIDE)(lambda b, x: b.icmp_unsigned("!=", x, _BITS(0)))


def _join(_context: Any, high: Any, low: Any) -> Any:
    """A 128-bit integer from two halves."""

    def build(_context: Any, builder: Any, _sig: Any, halves: Any) -> Any:
        upper, lower = (builder.zext(half, _BITS) for half in halves)
        return builder.or_(builder.shl(upper, _BITS(64)), lower)

    return WIDE(types.int64, types.int64), build


def _pointer(_context: Any, address: Any) -> Any:
    """The buffer at an address; passed about as one word, where an array would be seven."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.inttoptr(values[0], _WORD.as_pointer())

    return _pointer_to(types.int64)(types.int64), build


def _low_half(_context: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.trunc(values[0], _WORD)

    return types.int64(WIDE), build


def _high_half(_context: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.trunc(builder.lshr(values[0], _BITS(64)), _WORD)

    return types.int64(WIDE), build


def _popcount(_context: Any, bits: Any) -> Any:
    """How many bits are set, in an integer of either width."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        found = builder.ctpop(values[0])
        return builder.trunc(found, _WORD) if sig.args[0] == WIDE else found

    return types.int64(WIDE if bits == WIDE else types.int64), build


join: Any = intrinsic(_join)
pointer: Any = intrinsic(_pointer)
popcount: Any = intrinsic(_popcount)
low_half: Any = intrinsic(_low_half)
high_half: Any = intrinsic(_high_half)


@njit
def put(buffer: Any, place: int, bits: Any) -> None:
    """Keep a 128-bit integer in two places."""
    buffer[2 * place] = low_half(bits)
    buffer[2 * place + 1] = high_half(bits)


@njit
def get(buffer: Any, place: int) -> Any:
    """A 128-bit integer that was kept."""
    return join(buffer[2 * place + 1], buffer[2 * place])
