"""The search as a program for one rule set: as machine code, or as plain Python from the same source."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from kibitz.core.errors import KibitzError
from kibitz.games.draughts import compiled, endings
from kibitz.games.draughts.draws import main_road
from kibitz.games.draughts.endings import Tables
from kibitz.games.draughts.kernel import ROOM
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.machine import constants, counting
from kibitz.games.draughts.memo import LIMIT, MASK, MOST_MOVES, PLACES, STOP
from kibitz.games.draughts.specialise import Target, Value, specialise
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.weights import Judgement, draw_tables, judgement

Enter: TypeAlias = Callable[..., int]

NARROW_BITS = 63
_STEP_LIMIT = 1 << 14
_HERE = Path(__file__).parent
_TEMPLATES = ("memo.py", "evaluation.py", "endgame.py", "search.py")
_ELSEWHERE = ("byte", "index", "mix", "octet")
_UNUSED = ("moves", "perft")

_HEADING = '''"""Written by Kibitz to play "{name}"; made again when missing. Words {words}."""

from numba import njit, types
from kibitz.games.draughts.wide import WIDE, get, join, pointer, popcount, put
from kibitz.games.draughts.words import byte_{width} as byte, index, lay, mix_{width} as mix, octet

B = {board}
I, F = types.int64, types.boolean
BUFFER = types.CPointer(I)


def native(result, *arguments):
    return njit(result(*arguments), cache={cache}, nogil=True, error_model="numpy", boundscheck=False)


'''
SIGNATURES = {
    **compiled.SIGNATURES,
    "quiets": "I, BUFFER, I, B, B, B, F",
    "gathered": "I, B, I",
    "patterns_worth": "I, BUFFER, B, B, I",
    "reach": "I, B, B",
    "squares_worth": "I, BUFFER, I, B",
    "evaluate": "I, BUFFER, B, B, B, F",
    "combination": "I, BUFFER, B, F",
    "place_of": "I, BUFFER, B, B, B, F",
    "probe": "I, BUFFER, B, B, B, F, I",
    "known_ending": "F, BUFFER, I, B, B, B",
    "drawn": "F, BUFFER, I, I, B, B, B",
    "follow": "types.void, BUFFER, I, B, B, B, B, B",
    "arrange": "types.void, BUFFER, BUFFER, I, I, B, F, I, I",
    "pick": "I, BUFFER, I, I",
    "reward": "types.void, BUFFER, BUFFER, I, F, I, I",
    "store": "types.void, BUFFER, BUFFER, I, I, I, I, I, I",
    "recall": "I, BUFFER, BUFFER, I",
    "score_of": "I, I, I",
    "over": "I, B, B, B, I",
    "search": "I, BUFFER, BUFFER, BUFFER, I, B, B, B, F, I, I, I, I",
}
_ENTRY = """

@native(I, I, I, I, I, I, I, I, I, I, F, I, I, I)
def enter(
    moves, table, memo, own_high, own_low, foes_high, foes_low, kings_high, kings_low, down, depth, low, high
):
    own, foes, kings = {joined}
    buffers = pointer(moves), pointer(table), pointer(memo)
    return search(*buffers, I(1), own, foes, kings, down, depth, low, high, I(1))


@native(I, I, I, I, I, I, I, I, F)
def judge(memo, own_high, own_low, foes_high, foes_low, kings_high, kings_low, down):
    own, foes, kings = {joined}
    return evaluate(pointer(memo), own, foes, kings, down)


@native(I, I, I, I, I, I, I, F)
def key(own_high, own_low, foes_high, foes_low, kings_high, kings_low, down):
    own, foes, kings = {joined}
    return mix(own, foes, kings, down)
"""
_JOINED = {
    "narrow": "own_low, foes_low, kings_low",
    "wide": "join(own_high, own_low), join(foes_high, foes_low), join(kings_high, kings_low)",
}

_log = logging.getLogger(__name__)


@dataclass
class Memory:
    """What one thread's search writes to; the table of positions may be shared."""

    moves: Any
    table: Any
    memo: Any

    def stop(self) -> None:
        """Let the search return at once."""
        self.memo[STOP] = 1


class Plain:
    """The search as plain Python."""

    quick = False

    def __init__(self, variant: Variant, judgement: Judgement) -> None:
        self.variant, self.judgement = variant, judgement
        scope: dict[str, Any] = {"byte": _byte, "index": _index, "mix": _mix, "octet": None}
        exec(compile(source(variant, judgement, "plain"), f"<search of {variant.name}>", "exec"), scope)
        self._search, self._evaluate = scope["search"], scope["evaluate"]

    def table(self, entries: int) -> Any:
        """Room for so many positions (a power of two)."""
        return [0] * (4 * entries)

    def clear(self, memo: Any, low: int, high: int) -> None:
        """Forget a part of a memo."""
        memo[low:high] = [0] * (high - low)

    def memory(self, table: Any) -> Memory:
        """Memory for one thread."""
        moves = [0] * (4 * (MOST_MOVES + 1))
        moves[ROOM] = MOST_MOVES
        return Memory(moves, table, _prepared(self, [0] * self.judgement.size, table))

    def search(self, memory: Memory, sides: Sides, depth: int, alpha: int, beta: int) -> int:
        """The score of a position one ply below the root."""
        arguments = (*sides, depth, alpha, beta, 1)
        found: int = self._search(memory.moves, memory.table, memory.memo, 1, *arguments)
        return found

    def evaluate(self, memory: Memory, sides: Sides) -> int:
        """The worth of a position as it stands."""
        found: int = self._evaluate(memory.memo, *sides)
        return found

    def key(self, sides: Sides) -> int:
        """The key of a position."""
        return _mix(*sides)


class Native:
    """The search as machine code."""

    quick = True

    def __init__(self, variant: Variant, judgement: Judgement, tables: Tables | None = None) -> None:
        self.variant, self.judgement, self.tables = variant, judgement, tables
        module = _loaded(variant, judgement)
        self._enter, self._judge, self._key = module.enter, module.judge, module.key

    def clear(self, memo: Any, low: int, high: int) -> None:
        """Forget a part of a memo."""
        memo[low:high] = 0

    def table(self, entries: int) -> Any:
        """Room for so many positions (a power of two)."""
        import numpy as np

        return np.zeros(4 * entries, dtype=np.int64)

    def memory(self, table: Any) -> Memory:
        """Memory for one thread."""
        import numpy as np

        moves = np.zeros(8 * (MOST_MOVES + 1), dtype=np.int64)
        moves[ROOM] = MOST_MOVES
        memo = _prepared(self, np.zeros(self.judgement.size, dtype=np.int64), table)
        if self.tables is not None:
            self.tables.tell(memo)
        return Memory(moves, table, memo)

    def search(self, memory: Memory, sides: Sides, depth: int, alpha: int, beta: int) -> int:
        """The score of a position one ply below the root."""
        where = memory.moves.ctypes.data, memory.table.ctypes.data, memory.memo.ctypes.data
        return int(self._enter(*where, *_halves(sides), depth, alpha, beta))

    def evaluate(self, memory: Memory, sides: Sides) -> int:
        """The worth of a position as it stands."""
        return int(self._judge(memory.memo.ctypes.data, *_halves(sides)))

    def key(self, sides: Sides) -> int:
        """The key of a position."""
        return int(self._key(*_halves(sides)))


Program: TypeAlias = Plain | Native
Sides: TypeAlias = tuple[int, int, int, bool]
"""Own pieces, the other's, kings, and whether the side to move plays down."""


def _prepared(program: Program, memo: Any, table: Any) -> Any:
    memo[MASK], memo[LIMIT] = len(table) // 4 - 1, 1 << 62
    memo[PLACES : PLACES + 4096] = [-1] * 4096
    for place, numbers in {**program.judgement.tables, **draw_tables(program.variant)}.items():
        memo[place : place + len(numbers)] = numbers
    return memo


def source(variant: Variant, judgement: Judgement, target: Target, *, also: str = "") -> str:
    """The functions of the search, written for a rule set."""
    values: dict[str, Value] = {
        **constants(variant),
        **counting("drop"),
        "STEP_LIMIT": _STEP_LIMIT,
        "QUIET_LIMIT": 2 * variant.draws.quiet_moves,
        "ENDINGS": bool(variant.draws.endings),
        "ROAD": main_road(variant),
        "PROBING": not variant.losing and not variant.breakthrough,
        "TABLED": target != "plain",
        **judgement.values,
    }
    unused = _UNUSED if judgement.fitted else (*_UNUSED, "gathered", "patterns_worth")
    return specialise(values, target, without=(*_ELSEWHERE, *unused), also=_templates() + also)


@lru_cache(maxsize=1)
def _templates() -> str:
    return "".join("\n" + (_HERE / name).read_text(encoding="utf-8") for name in _TEMPLATES)


def _loaded(variant: Variant, judgement: Judgement) -> ModuleType:
    width: Target = "wide" if layout(variant).width > NARROW_BITS else "narrow"
    entry = _ENTRY.format(joined=_JOINED[width])
    return built(variant, width, source(variant, judgement, width), SIGNATURES, entry)


def built(
    variant: Variant, target: Target, body: str, signatures: Mapping[str, str], entry: str
) -> ModuleType:
    """A compiled module of templates, kept in the cache folder if that can be written."""
    for name, types in signatures.items():
        body = body.replace(f"def {name}(", f"@native({types})\ndef {name}(")
    words = hashlib.sha256((_HERE / "words.py").read_bytes()).hexdigest()[:16]
    board = "WIDE" if target == "wide" else "types.int64"

    def text(cached: bool) -> str:
        heading = _HEADING.format(name=variant.name, words=words, width=target, board=board, cache=cached)
        return heading + body + entry

    return compiled.kept(text)


def _byte(bits: int, shift: int) -> int:
    return (bits >> shift) & 255


def _index(bit: int) -> int:
    return bit.bit_length() - 1


def _mix(own: int, foes: int, kings: int, down: bool) -> int:
    return hash((own, foes, kings, down))


def _halves(sides: Sides) -> Sequence[int]:
    own, foes, kings, down = sides
    return *[half for bits in (own, foes, kings) for half in (_signed(bits >> 64), _signed(bits))], down


def _signed(bits: int) -> int:
    bits &= (1 << 64) - 1
    return bits - (1 << 64) if bits >> 63 else bits


_lock = threading.Lock()
_made: dict[Variant, Native | None] = {}
_underway: dict[Variant, threading.Thread] = {}


def ready(variant: Variant) -> Native | None:
    """The compiled search if it can be used at once."""
    return _made.get(variant)


def warm(variant: Variant) -> None:
    """Begin compiling in the background."""
    with _lock:
        if variant in _made or variant in _underway or not compiled.fits(variant):
            return
        _underway[variant] = threading.Thread(target=_make, args=(variant,), daemon=True)
        _underway[variant].start()


def wait(variant: Variant, seconds: float | None = None) -> Native | None:
    """The compiled search, waiting for it; none if it cannot be made here (or not in time)."""
    warm(variant)
    thread = _underway.get(variant)
    if thread is not None:
        thread.join(seconds)
    return ready(variant)


@lru_cache(maxsize=64)
def plain(variant: Variant) -> Plain:
    """The search as plain Python, which needs no compiler."""
    return Plain(variant, judgement(variant))


def _tables(variant: Variant) -> Tables | None:
    try:
        return endings.load(variant)
    except (KibitzError, OSError) as error:
        _log.warning("endings are played without tables: %s", error)
        return None


def _make(variant: Variant) -> None:
    made = None
    try:
        made = Native(variant, judgement(variant), _tables(variant))
    except Exception:  # whatever the compiler dislikes here, the plain search goes on playing
        _log.warning("%s could not be compiled", variant.name, exc_info=True)
    _made[variant] = made
