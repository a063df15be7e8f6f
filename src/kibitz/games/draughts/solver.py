"""Solves all endings of a rule set up to a number of pieces, and keeps them for the engine."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from kibitz.core.errors import BadSetting
from kibitz.core.work import Spread
from kibitz.games.draughts import compiled, endings, program
from kibitz.games.draughts.endings import Forces, Tables
from kibitz.games.draughts.kernel import ROOM
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.machine import constants, counting
from kibitz.games.draughts.memo import MOST_MOVES, PATTERNS
from kibitz.games.draughts.retrograde import LAST_LEVEL, NOTHING, OPEN
from kibitz.games.draughts.slices import Pair, Parts, Slice, layers, leads_to
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


def solve(
    variant: Variant,
    pieces: int,
    told: Told = lambda what, share: None,
    *,
    threads: int | None = None,
    spread: Spread | None = None,
) -> Tables:
    """Solve and keep all endings up to this many pieces, in threads here or slice by slice elsewhere; what is
    there already is not done again."""
    endings.check(variant, pieces)
    tables = endings.load(variant) or Tables(variant)
    numbers = range(max(tables.pieces + 1, endings.LEAST), pieces + 1)
    work = sum(endings.places(variant, number) for number in numbers)
    solver = Solver(tables, work, told, threads=threads or os.cpu_count() or 1)
    for number in numbers:
        parts = Parts(variant, number)
        start = solver.solve(list(endings.pairs(number)), parts, spread)
        endings.write(variant, number, bytes(tables.bytes[start:]))
        parts.clear()
    return tables


def solve_slice(one: Slice) -> bytes:
    """The endings of one slice, solved in whatever process this is."""
    solver = Solver(Tables(one.variant), 1, lambda what, share: None)
    solver.tables.add(one.below)
    start = solver.solve([one.pair])
    return bytes(solver.tables.bytes[start:])


def solved(
    variant: Variant,
    pieces: int | None,
    out: Path | None,
    threads: int | None,
    progress: Callable[[float, str], None],
    spread: Spread | None,
) -> str:
    """Solve for the command line; what was found, in sentences."""
    if out is not None:
        raise BadSetting("Endings are several files; set data_dir instead of --out.")
    number = USUAL if pieces is None else pieces
    tables = solve(variant, number, lambda what, share: progress(share, what), threads=threads, spread=spread)
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
    """Solves forces layer by layer, and adds them to the tables."""

    def __init__(
        self, tables: Tables, work: int, told: Told, *, plainly: bool = False, threads: int = 1
    ) -> None:
        self.tables, self.work, self.told, self.threads = tables, work, told, threads
        self._make: Callable[[Variant], Native | Plain] = Plain if plainly else Native
        self._done: dict[Forces, int] = {}
        self._lock = threading.Lock()
        self._stopped = False

    def solve(self, pairs: Sequence[Pair], parts: Parts | None = None, spread: Spread | None = None) -> int:
        """Solve these forces, of which what they lead to comes first; where they begin in the tables."""
        start = self.tables.extend(pairs, self._make(self.tables.variant).fresh)
        for layer in layers(pairs):
            left = [pair for pair in layer if not self._restored(pair, parts)]
            for pair in self._elsewhere(left, spread) if spread else self._here(left):
                if parts is not None:
                    parts.keep(pair, self.tables.part(pair))
        return start

    def _restored(self, pair: Pair, parts: Parts | None) -> bool:
        """Whether an earlier solve left this pair."""
        content = None if parts is None else parts.kept(pair)
        if content is not None:
            self.tables.lay(pair, content)
            self._tell(pair, len(content))
        return content is not None

    def _elsewhere(self, pairs: Sequence[Pair], spread: Spread) -> Iterator[Pair]:
        tables = self.tables
        slices = (
            Slice(tables.variant, pair, {f: tables.part((f,)) for f in leads_to(pair)}) for pair in pairs
        )
        for one, content in spread(solve_slice, slices):
            tables.lay(one.pair, content)
            self._tell(one.pair, len(content))
            yield one.pair

    def _here(self, pairs: Sequence[Pair]) -> Iterator[Pair]:
        """Pairs as they are solved, each in a thread; leaving the loop stops all."""
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for future in as_completed([pool.submit(self._solve_pair, pair) for pair in pairs]):
                    yield future.result()
            except BaseException:
                self._stopped = True
                pool.shutdown(cancel_futures=True)
                raise

    def _solve_pair(self, pair: Pair) -> Pair:
        engine, start = self._make(self.tables.variant), self.tables.starts[pair[0]]
        engine.tell(self.tables)
        total = sum(endings.size(self.tables.variant, forces) for forces in pair)
        due = engine.row(total)
        for level in range(LAST_LEVEL + 1):
            if not sum(self._pass(engine, forces, due, start, level) for forces in pair):
                break
        engine.close(self.tables.bytes, start, total)
        self._tell(pair, total)
        return pair

    def _pass(self, engine: Native | Plain, forces: Forces, due: Any, start: int, level: int) -> int:
        """How many positions are due later."""
        base, total, later = self.tables.starts[forces], endings.size(self.tables.variant, forces), 0
        for low in range(0, total, _CHUNK):
            if self._stopped:
                return 0
            high = min(low + _CHUNK, total)
            later += engine.pass_over(due, start, base, low, high, *forces, level)
            if level == 1:
                self._tell((forces,), low // 2)
        return later

    def _tell(self, pair: Pair, done: int) -> None:
        """Say how much is done; of a pair, all counts for its first forces in the end."""
        with self._lock:
            self._done[pair[0]] = done
            for other in pair[1:]:
                self._done[other] = 0
            self.told(named(pair[0]), sum(self._done.values()) / self.work)


class Native:
    """The solver as machine code; rows of bytes are numpy's."""

    def __init__(self, variant: Variant) -> None:
        import numpy as np

        self._enter = kernel(variant).enter
        self._moves = np.zeros(8 * (MOST_MOVES + 1), dtype=np.int64)
        self._moves[ROOM] = MOST_MOVES
        self._memo = np.zeros(PATTERNS, dtype=np.int64)

    def fresh(self, total: int) -> Any:
        """So many bytes that say nothing."""
        import numpy as np

        return np.full(total, NOTHING, dtype=np.uint8)

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

    def fresh(self, total: int) -> Any:
        """So many bytes that say nothing."""
        return bytearray([NOTHING]) * total

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
