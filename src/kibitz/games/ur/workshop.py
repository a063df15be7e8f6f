"""The files of a solve that is under way: what is finished is kept, so a killed solve goes on where it was.

finkel-7.table.part   the table so far, each block at its final place
finkel-7.work/        done.json (finished pairs, with checksums), and A-B.f64 of the last two layers:
                      the chances in full precision that the next pairs need
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from kibitz.core.errors import BadFile, BadSetting
from kibitz.games.ur import table
from kibitz.games.ur.index import blocks
from kibitz.games.ur.orders import Made, Order, cost, name_of, pairs, sides
from kibitz.games.ur.pair import Block, Reals, start_index

Progress: TypeAlias = Callable[[float, str], None]
"""Told how much of the work is done, 0 to 1, and what is being done."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solve found."""

    path: Path
    pieces: int
    positions: int
    start: float
    """The chance of the player who rolls first."""


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
def workshop(path: Path, pieces: int) -> Iterator[Workshop]:
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
