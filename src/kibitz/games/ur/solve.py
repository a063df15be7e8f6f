"""The exact value of every position, solved pair of blocks by pair of blocks from the end of the game.

A pair is (a, b) and (b, a) stones left; it needs only pairs with one stone less. What is finished is kept
on disk, so a killed solve goes on where it was:

finkel-7.table.part   the table so far, each block at its final place
finkel-7.work/        done.json (finished pairs, with checksums), and A-B.f64 of the last two layers:
                      the chances in full precision that the next pairs need
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from kibitz.core.errors import BadFile, BadSetting
from kibitz.core.work import Spread
from kibitz.games.ur import table
from kibitz.games.ur.index import block_size, blocks
from kibitz.games.ur.judge import is_finkel
from kibitz.games.ur.pair import Pair, Reals, start_index
from kibitz.games.ur.rulesets import RuleSet

Block: TypeAlias = tuple[int, int]
Progress: TypeAlias = Callable[[float, str], None]
"""Told how much of the work is done, 0 to 1, and what is being done."""

TOLERANCE = 1e-9
"""A pair is finished when a whole sweep changes no value by more: far finer than the 16 bits kept."""
FEWEST_SWEEPS, SWEEPS_PER_STONE = 16.0, 3.5
"""Measured: a pair takes 16 sweeps, 3.5 more for each stone of the fuller side and for each it is behind."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solve found."""

    path: Path
    pieces: int
    positions: int
    start: float
    """The chance of the player who rolls first."""


def solve(
    pieces: int,
    path: Path | None = None,
    *,
    threads: int | None = None,
    tolerance: float = TOLERANCE,
    progress: Progress = lambda done, what: None,
    spread: Spread | None = None,
) -> Solved:
    """Solve Finkel's game with so many stones a side into a table file, going on with a broken-off solve; a
    whole table that is already there is only read. Pairs are solved on all cores here, or elsewhere."""
    if not 1 <= pieces <= table.MOST_PIECES:
        raise BadSetting(f"Ur is solved for 1 to {table.MOST_PIECES} stones a side, not for {pieces}.")
    path = path or table.table_path(pieces)
    if (found := _there(path, pieces)) is not None:
        return found
    with _workshop(path, pieces) as work:
        for layer in layers(pieces):
            left = [pair for pair in layer if name_of(pair) not in work.crcs]
            if spread is None:
                for pair in left:
                    work.keep(
                        pair, solve_pair(work.order(pair, threads, tolerance), work.told(pair, progress))
                    )
            else:
                for order, made in spread(solve_pair, (work.order(p, threads, tolerance) for p in left)):
                    work.keep(order.pair, made)
                    work.told(order.pair, progress)(0.0)
        return work.finish()


def _there(path: Path, pieces: int) -> Solved | None:
    try:
        found = table.open_table(path)
        for block in blocks(found.pieces):
            found.block(*block)
    except BadFile:
        return None
    return Solved(path, pieces, table.positions(pieces), found.head.start) if found.pieces == pieces else None


def pairs(pieces: int) -> tuple[Block, ...]:
    """All pairs, the fuller side first, in the order in which they can be solved."""
    every = [(a, b) for a in range(1, pieces + 1) for b in range(1, a + 1)]
    return tuple(sorted(every, key=lambda pair: (sum(pair), -pair[0])))


def layers(pieces: int) -> Iterator[list[Block]]:
    """Pairs with equally many stones left, which need nothing of each other; the fewest first."""
    for _, layer in groupby(pairs(pieces), key=sum):
        yield list(layer)


def name_of(block: Block) -> str:
    """A block in writing."""
    return f"{block[0]}-{block[1]}"


def cost(pair: Block) -> float:
    """How much work a pair is, in position renewals."""
    size = block_size(*pair) * (1 if pair[0] == pair[1] else 2)
    return size * (FEWEST_SWEEPS + SWEEPS_PER_STONE * (2 * pair[0] - pair[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """A pair to be solved, with the finished blocks it leads to in full precision."""

    pair: Block
    below: Mapping[Block, Reals]
    threads: int | None
    tolerance: float


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A solved pair: per block the chances of the side to roll, and those of `own` with the other to roll."""

    rolling: Mapping[Block, Reals]
    waiting: Mapping[Block, Reals]


def sides(pair: Block) -> list[Block]:
    """The blocks of a pair."""
    return [pair] if pair[0] == pair[1] else [pair, pair[::-1]]


def solve_pair(order: Order, told: Callable[[float], None] = lambda part: None) -> Made:
    """Sweep over a pair until its values stand still; told how far it is, 0 to 1."""
    made, least = Pair.begun(*order.pair, order.below.__getitem__), math.inf
    with ThreadPoolExecutor(order.threads or os.cpu_count() or 1) as pool:
        while least > order.tolerance:
            told(_nearness(least, order.tolerance))
            least = min(least, made.sweep(pool))
    told(1.0)
    return Made(
        {block: made.chances(block) for block in sides(order.pair)},
        {block: made.chances_waiting(block) for block in sides(order.pair)},
    )


def _nearness(change: float, tolerance: float) -> float:
    """How far the sweeps are when the last one changed a value by so much; each changes less by a factor."""
    return min(1.0, math.log(1.0 / max(min(change, 1.0), tolerance)) / math.log(1.0 / tolerance))


@dataclass
class Workshop:
    """The files of a solve that is under way."""

    path: Path
    pieces: int
    crcs: dict[str, list[int]] = field(default_factory=dict)
    """For each finished pair: the checksums of the values of its blocks, and of their full precision."""
    start: float = 0.5

    @property
    def folder(self) -> Path:
        return self.path.with_name(f"{self.path.name}.work")

    @property
    def part(self) -> Path:
        return self.path.with_name(f"{self.path.name}.part")

    def order(self, pair: Block, threads: int | None, tolerance: float) -> Order:
        """What it takes to solve a pair."""
        lower = ((own - 1, other) for own, other in sides(pair))
        return Order(pair, {b: self.below(b) for b in lower if b[0]}, threads, tolerance)

    def told(self, pair: Block, progress: Progress) -> Callable[[float], None]:
        """Passes on how much of all the work is done while a pair is being solved."""
        every = pairs(self.pieces)
        whole, before = sum(map(cost, every)), sum(cost(p) for p in every if name_of(p) in self.crcs)
        what = f"{pair[0]} stones against {pair[1]}"
        return lambda part: progress((before + part * cost(pair)) / whole, what)

    def below(self, block: Block) -> Reals:
        """A finished block in full precision: own chances with the other side to roll."""
        pair = max(block), min(block)
        values = np.fromfile(self._full(block), np.float64)
        if zlib.crc32(values.data) != self.crcs[name_of(pair)][2 if block == pair else 3]:
            raise BadFile(_spoilt(self.folder), name=str(self._full(block)))
        return values

    def keep(self, pair: Block, made: Made) -> None:
        """Write a finished pair so that a kill at any moment loses it whole or not at all."""
        crcs = [0, 0, 0, 0]
        for i, block in enumerate(sides(pair)):
            stored, full = table.rounded(made.rolling[block]), np.ascontiguousarray(made.waiting[block])
            crcs[i], crcs[i + 2] = table.crc_of(stored), zlib.crc32(full.data)
            self._place(block, stored)
            _write(self._full(block), full.tobytes())
        self.crcs[name_of(pair)] = crcs
        if pair == (self.pieces, self.pieces):
            self.start = float(made.rolling[pair][start_index()])
        self._note()
        self._forget(sum(pair) - 2)

    def finish(self) -> Solved:
        """Put the head before the values and give the file its name."""
        crcs = tuple(self.crcs[name_of((max(b), min(b)))][b[0] < b[1]] for b in blocks(self.pieces))
        head = table.Head(self.pieces, self.start, crcs)
        with self.part.open("r+b") as file:
            file.write(head.packed())
            file.flush()
            os.fsync(file.fileno())
        self.part.replace(self.path)
        shutil.rmtree(self.folder)
        return Solved(self.path, self.pieces, table.positions(self.pieces), self.start)

    def resume(self) -> None:
        """Read what an earlier solve left behind."""
        try:
            found = json.loads((self.folder / "done.json").read_text(encoding="utf-8"))
            self.crcs, self.start = dict(found["pairs"]), float(found["start"])
            fits = found["pieces"] == self.pieces and all(len(c) == 4 for c in self.crcs.values())
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError):
            fits = False
        if not fits or not self.part.is_file():
            raise BadFile(_spoilt(self.folder), name=str(self.folder / "done.json"))

    def _place(self, block: Block, stored: table.Values) -> None:
        with self.part.open("r+b" if self.part.exists() else "w+b") as file:
            file.seek(table.offsets(self.pieces)[block])
            file.write(stored.data)
            file.flush()
            os.fsync(file.fileno())

    def _note(self) -> None:
        done = {"pieces": self.pieces, "start": self.start, "pairs": self.crcs}
        _write(self.folder / "done.json", json.dumps(done).encode())

    def _forget(self, layer: int) -> None:
        for a, b in pairs(self.pieces):
            if a + b <= layer:
                self._full((a, b)).unlink(missing_ok=True)
                self._full((b, a)).unlink(missing_ok=True)

    def _full(self, block: Block) -> Path:
        return self.folder / f"{name_of(block)}.f64"


def _spoilt(folder: Path) -> str:
    return f"the unfinished solve is damaged. Remove {folder} and begin again"


def _write(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


@contextlib.contextmanager
def _workshop(path: Path, pieces: int) -> Iterator[Workshop]:
    """The work folder, locked against a second solve of the same table."""
    work = Workshop(path, pieces)
    try:
        work.folder.mkdir(parents=True, exist_ok=True)
        with (work.folder / "lock").open("w") as lock:
            _locked(lock, work.folder)
            work.resume()
            yield work
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadFile(f"the table cannot be written: {reason}", name=str(error.filename or path)) from None


def _locked(lock: Any, folder: Path) -> None:
    try:
        import fcntl
    except ImportError:  # no such locks on Windows: two solves at once only waste time there
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadSetting(f"Another solve is at work in {folder}.") from None


def solve_game(
    rules: RuleSet,
    *,
    pieces: int | None,
    out: Path | None,
    threads: int | None,
    progress: Progress,
    spread: Spread | None = None,
) -> str:
    """Solve a rule set and say what was found; only Finkel's rules, whose pass is never a choice."""
    if not is_finkel(rules):
        raise BadSetting(
            f"{rules.title} cannot be solved here: only Finkel's rules can ('ur', with --pieces 1 to 7)."
        )
    count = rules.pieces if pieces is None else pieces
    found = solve(count, out, threads=threads, progress=progress, spread=spread)
    return (
        f"{found.positions:,} positions are solved. Who rolls first wins {found.start:.10f} of the games.\n"
        f"The table is {found.path}."
    )
