"""Solves all endings of a rule set up to a number of pieces, and keeps them for the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from kibitz.core.errors import BadSetting
from kibitz.games.draughts import compiled, endings, program
from kibitz.games.draughts.endings import Forces, Tables
from kibitz.games.draughts.kernel import ROOM
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.machine import constants, counting
from kibitz.games.draughts.memo import MOST_MOVES, PATTERNS
from kibitz.games.draughts.retrograde import LAST_LEVEL, NOTHING, OPEN
from kibitz.games.draughts.specialise import Target, specialise
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.weights import frame

Told: TypeAlias = Callable[[str, float], None]
"""Hears which forces are being solved, and how much of all work is done (0 to 1)."""

USUAL = 4
_HERE = Path(__file__).parent
_TEMPLATES = ("memo.py", "endgame.py", "retrograde.py")
_ELSEWHERE = ("index", "octet", "lay")
_CHUNK = 1 << 16
"""Positions a call looks at: a small part of a second, so that the bar moves and Ctrl-C is heard."""
_SIGNATURES = {
    **compiled.SIGNATURES,
    "quiets": "I, BUFFER, I, B, B, B, F",
    "moves": "I, BUFFER, I, B, B, B, F",
    "combination": "I, BUFFER, B, F",
    "place_of": "I, BUFFER, B, B, B, F",
    "chosen": "B, BUFFER, I, I",
    "assess": "I, BUFFER, BUFFER, B, B, B",
    "call": "types.void, BUFFER, I, I, B, B, B, I",
    "call_earlier": "types.void, BUFFER, I, I, B, B, B, I",
    "pass_over": "I, BUFFER, BUFFER, I, I, I, I, I, I, I, I, I, I",
}
_ENTRY = """

@native(I, I, I, I, I, I, I, I, I, I, I, I, I)
def enter(buffer, memo, due, start, base, low, high, own_kings, own_men, foe_kings, foe_men, level):
    forces = own_kings, own_men, foe_kings, foe_men
    return pass_over(pointer(buffer), pointer(memo), due, start, base, low, high, *forces, level)
"""


def solve(variant: Variant, pieces: int, told: Told = lambda what, share: None) -> Tables:
    """Solve and keep all endings up to this many pieces; what is there already is not done again."""
    endings.check(variant, pieces)
    tables = endings.load(variant) or Tables(variant)
    numbers = range(max(tables.pieces + 1, endings.LEAST), pieces + 1)
    solver = Solver(tables, sum(endings.places(variant, number) for number in numbers), told)
    for number in numbers:
        start = solver.solve(list(endings.pairs(number)))
        endings.write(variant, number, bytes(tables.bytes[start:]))
    return tables


def solved(
    variant: Variant, pieces: int | None, out: Path | None, progress: Callable[[float, str], None]
) -> str:
    """Solve for the command line; what was found, in sentences."""
    if out is not None:
        raise BadSetting(
            "Endings are several files; name their folder by the setting data_dir instead of --out."
        )
    number = USUAL if pieces is None else pieces
    tables = solve(variant, number, lambda what, share: progress(share, what))
    told = [
        f"All endings of {variant.title or variant.name} with up to {number} pieces are solved; "
        f"{endings.folder()} has them."
    ]
    told += [_summary(tables, forces) for forces in tables.starts if sum(forces) == number]
    return "\n".join(told)


def _summary(tables: Tables, forces: Forces) -> str:
    """`KKK v K: 92 % won, 8 % drawn, at most 13 moves`; for the side to move."""
    start = tables.starts[forces]
    part = tables.bytes[start : start + endings.size(tables.variant, forces)]
    counts = [int(((part % 2 == odd) & (part > 0) & (part < OPEN)).sum()) for odd in (0, 1)]
    won, lost = counts[::-1] if tables.variant.losing else counts
    drawn = int((part == 0).sum())
    total = max(1, won + lost + drawn)
    longest = int(part[part < OPEN].max(initial=0))
    shares = f"{won / total:.1%} won, {drawn / total:.1%} drawn, {lost / total:.1%} lost"
    return f"{named(forces)}: {shares}, at most {longest // 2} moves"


class Solver:
    """Solves forces one after the other, and adds them to the tables."""

    def __init__(self, tables: Tables, work: int, told: Told, *, plainly: bool = False) -> None:
        self.tables, self.work, self.told, self.done = tables, work, told, 0
        self.engine: Native | Plain = Plain(tables.variant) if plainly else Native(tables.variant)

    def solve(self, pairs: Sequence[tuple[Forces, ...]]) -> int:
        """Solve these forces, of which what they lead to comes first; where they begin in the tables."""
        tables, start = self.tables, 0 if self.tables.bytes is None else len(self.tables.bytes)
        placed = endings.laid_out(tables.variant, pairs, start)
        total = sum(endings.size(tables.variant, forces) for forces in placed)
        tables.bytes = self.engine.longer(tables.bytes, total)
        tables.starts |= placed
        tables.pieces = max(sum(forces) for forces in tables.starts)
        self.engine.tell(tables)
        for pair in pairs:
            self._solve_pair(pair)
        return start

    def _solve_pair(self, pair: tuple[Forces, ...]) -> None:
        start = self.tables.starts[pair[0]]
        total = sum(endings.size(self.tables.variant, forces) for forces in pair)
        due = self.engine.row(total)
        for level in range(LAST_LEVEL + 1):
            if not sum(self._pass(forces, due, start, level) for forces in pair):
                break
        self.engine.close(self.tables.bytes, start, total)
        self.done += total
        self.told(named(pair[0]), self.done / self.work)

    def _pass(self, forces: Forces, due: Any, start: int, level: int) -> int:
        """How many positions are due later."""
        base, total, later = self.tables.starts[forces], endings.size(self.tables.variant, forces), 0
        for low in range(0, total, _CHUNK):
            high = min(low + _CHUNK, total)
            later += self.engine.pass_over(due, start, base, low, high, *forces, level)
            if level == 1:
                self.told(named(forces), (self.done + low // 2) / self.work)
        return later


class Native:
    """The solver as machine code; rows of bytes are numpy's."""

    def __init__(self, variant: Variant) -> None:
        import numpy as np

        self._enter = kernel(variant).enter
        self._moves = np.zeros(8 * (MOST_MOVES + 1), dtype=np.int64)
        self._moves[ROOM] = MOST_MOVES
        self._memo = np.zeros(PATTERNS, dtype=np.int64)

    def longer(self, row: Any, more: int) -> Any:
        """A row with so many bytes more, which say nothing."""
        import numpy as np

        fresh = np.full(more, NOTHING, dtype=np.uint8)
        return fresh if row is None else np.concatenate((row, fresh))

    def row(self, total: int) -> Any:
        """So many bytes of 0."""
        import numpy as np

        return np.zeros(total, dtype=np.uint8)

    def tell(self, tables: Tables) -> None:
        """Let the solver know where the tables are."""
        tables.tell(self._memo)

    def pass_over(self, due: Any, *rest: int) -> int:
        """Look at some positions at a level; how many are due later."""
        return int(self._enter(self._moves.ctypes.data, self._memo.ctypes.data, due.ctypes.data, *rest))

    def close(self, row: Any, start: int, total: int) -> None:
        """What nobody can force to an end is drawn."""
        part = row[start : start + total]
        part[part == OPEN] = 0


class Plain:
    """The solver as plain Python, for small boards and for tests; rows are bytearrays."""

    def __init__(self, variant: Variant) -> None:
        scope: dict[str, Any] = {"octet": _octet, "lay": _lay, "index": _index}
        exec(compile(_body(variant, "plain"), f"<endings of {variant.name}>", "exec"), scope)
        self._pass_over = scope["pass_over"]
        self._moves = [0] * (4 * (MOST_MOVES + 1))
        self._moves[ROOM] = MOST_MOVES
        self._memo: list[Any] = [0] * PATTERNS

    def longer(self, row: Any, more: int) -> Any:
        """A row with so many bytes more, which say nothing."""
        return (row or bytearray()) + bytearray([NOTHING]) * more

    def row(self, total: int) -> Any:
        """So many bytes of 0."""
        return bytearray(total)

    def tell(self, tables: Tables) -> None:
        """Let the solver know where the tables are."""
        tables.tell(self._memo, tables.bytes)

    def pass_over(self, due: Any, *rest: int) -> int:
        """Look at some positions at a level; how many are due later."""
        return int(self._pass_over(self._moves, self._memo, due, *rest))

    def close(self, row: Any, start: int, total: int) -> None:
        """What nobody can force to an end is drawn."""
        row[start : start + total] = row[start : start + total].replace(bytes([OPEN]), b"\0")


def _octet(row: Any, place: int) -> int:
    return int(row[place])


def _lay(row: Any, place: int, told: int) -> None:
    row[place] = told


def _index(bit: int) -> int:
    return bit.bit_length() - 1


def named(forces: Forces) -> str:
    """`KKM v K`."""
    own_kings, own_men, foe_kings, foe_men = forces
    return f"{'K' * own_kings}{'M' * own_men} v {'K' * foe_kings}{'M' * foe_men}"


@lru_cache(maxsize=8)
def kernel(variant: Variant) -> ModuleType:
    """The compiled solver of a rule set."""
    target: Target = "wide" if layout(variant).width > program.NARROW_BITS else "narrow"
    return program.built(variant, target, _body(variant, target), _SIGNATURES, _ENTRY)


def _body(variant: Variant, target: Target) -> str:
    also = "".join("\n" + (_HERE / name).read_text(encoding="utf-8") for name in _TEMPLATES)
    values = {**constants(variant), **counting("drop"), **frame(variant)}
    return specialise(values, target, without=(*_ELSEWHERE, "perft", "count"), also=also)
