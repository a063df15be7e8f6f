"""The kernel as machine code, made once per rule set and kept in the user's cache folder.

Each rule set gets a source file of its own, with the switches written into it as literals, and the name
of the file is a hash of that text and of all versions involved. So numba's cache can never serve one rule
set the code of another (it does not see constants), and LLVM removes what the rule set does not use. All
functions have explicit signatures, and no recursive call passes a literal (see specialise.py): else numba
0.68 makes a copy of the function for each literal, and the second start crashes when it loads them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from kibitz.core.kernels import module_of
from kibitz.games.draughts.kernel import FAULT, ROOM
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.machine import Convention, constants, counting
from kibitz.games.draughts.specialise import specialise
from kibitz.games.draughts.switches import Variant

Perft: TypeAlias = Callable[[int, int, int, bool, int], int]
"""Own pieces, the other's, kings, whether the side to move plays down, depth: leaves, or -1 on a fault."""

_NARROW_BITS, _WIDE_BITS = 63, 128
_BUFFER_MOVES = 1 << 15  # a few thousand moves in each of the deepest plies anyone will wait for

_HEADING = '''"""Written by Kibitz for the rule set "{name}"; made again when missing."""

from numba import njit, types
from kibitz.games.draughts.wide import WIDE, get, join, pointer, popcount, put

B = {board}
I, F = types.int64, types.boolean
BUFFER = types.CPointer(I)


def native(result, *arguments):
    return njit(result(*arguments), cache={cache}, nogil=True, error_model="numpy", boundscheck=False)


'''
SIGNATURES = {
    "note": "I, BUFFER, I, B, B, B, B",
    "keep": "I, BUFFER, I, I, B, B, B, B, I, I",
    "rated": "I, I, B, I",
    "chase": "types.Tuple((I, F)), BUFFER, I, I, B, B, B, B, B, B, I, I, I, I, F, F",
    "captures": "I, BUFFER, I, B, B, B, F",
    "count": "I, B, B, B, F",
    "perft": "I, BUFFER, I, B, B, B, F, I",
}
"""What the kernel's functions return and take."""
_NARROW_ENTRY = """

@native(I, I, I, I, I, I, I, I, F, I)
def enter(buffer, _a, own, _b, foes, _c, kings, down, depth):
    return perft(pointer(buffer), I(1), own, foes, kings, down, depth)
"""
_WIDE_ENTRY = """

@native(I, I, I, I, I, I, I, I, F, I)
def enter(buffer, own_high, own, foes_high, foes, kings_high, kings, down, depth):
    own, foes, kings = join(own_high, own), join(foes_high, foes), join(kings_high, kings)
    return perft(pointer(buffer), I(1), own, foes, kings, down, depth)
"""

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_made: dict[tuple[Variant, Convention], Perft | None] = {}
_underway: dict[tuple[Variant, Convention], threading.Thread] = {}


def fits(variant: Variant) -> bool:
    """Whether the board has few enough squares to be compiled for."""
    return layout(variant).width <= _WIDE_BITS


def ready(variant: Variant, convention: Convention = "drop") -> Perft | None:
    """The compiled count if it can be used at once."""
    return _made.get((variant, convention))


def warm(variant: Variant, convention: Convention = "drop") -> None:
    """Begin compiling in the background."""
    key = variant, convention
    with _lock:
        if key in _made or key in _underway or not fits(variant):
            return
        thread = _underway[key] = threading.Thread(target=_make, args=key, daemon=True)
        thread.start()


def perft(variant: Variant, convention: Convention = "drop") -> Perft | None:
    """The compiled count, waiting for it if need be; none if it cannot be made here."""
    warm(variant, convention)
    thread = _underway.get((variant, convention))
    if thread is not None:
        thread.join()
    return ready(variant, convention)


def source(variant: Variant, convention: Convention = "drop", *, cached: bool = True) -> str:
    """The text that is compiled for a rule set."""
    wide = layout(variant).width > _NARROW_BITS
    values = {**constants(variant), **counting(convention)}
    body = specialise(values, "wide" if wide else "narrow", without=("quiets", "moves"))
    for name, types in SIGNATURES.items():
        body = body.replace(f"def {name}(", f"@native({types})\ndef {name}(")
    heading = _HEADING.format(name=variant.name, board="WIDE" if wide else "types.int64", cache=cached)
    return heading + body + (_WIDE_ENTRY if wide else _NARROW_ENTRY)


def _make(variant: Variant, convention: Convention) -> None:
    made: Perft | None = None
    try:
        made = entry(loaded(variant, convention).enter)
    except Exception:  # whatever the compiler dislikes here, the plain kernel does the same work
        _log.warning(
            "the kernel of %s could not be compiled; counting stays slow", variant.name, exc_info=True
        )
    finally:
        _made[variant, convention] = made


def loaded(variant: Variant, convention: Convention) -> ModuleType:
    """The compiled module of a rule set."""
    return kept(lambda cached: source(variant, convention, cached=cached))


def kept(text: Callable[[bool], str]) -> ModuleType:
    """The module of a text that uses the wide integers."""
    wide = Path(__file__).with_name("wide.py").read_text(encoding="utf-8")
    return module_of(text, "kernel", beside=wide)


def entry(enter: Any) -> Perft:
    """A compiled module's way in, for Python's integers."""
    import numpy as np

    def count(own: int, foes: int, kings: int, down: bool, depth: int) -> int:
        buffer = np.zeros(_BUFFER_MOVES * 8, dtype=np.int64)
        buffer[ROOM] = _BUFFER_MOVES
        halves = [half for bits in (own, foes, kings) for half in (_signed(bits >> 64), _signed(bits))]
        found = int(enter(buffer.ctypes.data, *halves, down, depth))
        return -1 if buffer[FAULT] else found

    return count


def _signed(bits: int) -> int:
    """The lowest 64 bits as numba's int64 takes them."""
    bits &= (1 << 64) - 1
    return bits - (1 << 64) if bits >> 63 else bits
