"""Plays draughts against itself by the thousand, on a GPU or a core: `draughts_selfplay.cu`, compiled here.

    player = Player(preset("russian"), gpu=False)
    rows = player.play(patterns, seconds=60.0, seed=1)

A row is a position without a capture, with what the search thought of it and how its game ended.
"""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.errors import KibitzError
from kibitz.core.folders import cache_folder
from kibitz.games.draughts import rules, weights
from kibitz.games.draughts.deepening import sides
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.patterns import STATES, Regions, regions
from kibitz.games.draughts.switches import Variant

SOURCE = Path(__file__).with_name("draughts_selfplay.cu")
ROW = np.dtype(
    [
        *((name, np.uint64) for name in ("high", "low", "kings")),
        *(
            ("score", np.int16),
            ("ply", np.int16),
            ("result", np.int8),
            ("down", np.uint8),
            ("general", np.int16),
        ),
    ],
    align=True,
)
JOB = np.dtype(
    [
        *((name, np.int32) for name in ("nodes", "wild", "every", "calm", "longest")),
        *(("own", np.uint64), ("foes", np.uint64), ("down", np.uint8)),
    ],
    align=True,
)
NODES, WILD, EVERY, CALM, LONGEST = 1000, 12, 4, 30, 160
"""Nodes a move; plies by chance; one position kept of so many; when a game is drawn."""
MOST_ROWS = 90_000_000
ROWS_A_SECOND = 4000
"""What one core plays at most."""


@dataclass(frozen=True)
class Played:
    """The positions of many games."""

    rows: np.ndarray
    games: int
    nodes: int


class Player:
    """The compiled player of one rule set."""

    def __init__(self, variant: Variant, *, gpu: bool = False) -> None:
        self.variant, self.gpu = variant, gpu
        self._library = ctypes.CDLL(str(built(variant, gpu=gpu)))
        self._plain = packed(variant, no_patterns(variant))

    def play(self, patterns: np.ndarray, seconds: float, seed: int, *, nodes: int = NODES) -> Played:
        """Play for so long with what patterns add to the general evaluation."""
        most = MOST_ROWS if self.gpu else int(seconds * ROWS_A_SECOND) + 100
        rows, counts = np.zeros(most, ROW), np.zeros(3, np.uint64)
        told = packed(self.variant, patterns), self._plain, _job(self.variant, nodes)
        where = [one.ctypes.data_as(ctypes.c_void_p) for one in (*told, rows)]
        limits = ctypes.c_uint64(most), ctypes.c_uint64(seed), ctypes.c_double(seconds)
        wrong = self._library.play_for(*where, *limits, counts.ctypes.data_as(ctypes.c_void_p))
        if wrong:
            raise KibitzError(f"The GPU reports error {wrong} of CUDA.")
        kept, games, spent = (int(count) for count in counts)
        return Played(rows[:kept], games, spent)

    def worth(self, table: np.ndarray, position: tuple[int, int, int, bool]) -> int:
        """What a position is worth to its side to move, by packed weights."""
        return int(self._library.worth(table.ctypes.data_as(ctypes.c_void_p), *_numbers(position)))

    def after(self, position: tuple[int, int, int, bool]) -> set[tuple[int, ...]]:
        """The positions behind each move: own pieces, the other's, kings."""
        found = np.zeros((64, 3), np.uint64)
        table = self._plain.ctypes.data_as(ctypes.c_void_p)
        n = self._library.moves(table, *_numbers(position), found.ctypes.data_as(ctypes.c_void_p))
        return {tuple(int(bits) for bits in one) for one in found[:n]}


def _numbers(position: tuple[int, int, int, bool]) -> tuple[Any, ...]:
    return *(ctypes.c_uint64(bits) for bits in position[:3]), int(position[3])


def no_patterns(variant: Variant) -> np.ndarray:
    """Patterns that add nothing."""
    return np.zeros((2, STATES * len(regions(variant).shifts)), np.int64)


def flags(variant: Variant) -> list[str]:
    """A rule set as macros; refuses one that the player does not know."""
    if not _known(variant):
        raise KibitzError(f"{SOURCE.name} does not know the rules of {variant.title}; they get no patterns.")
    worth = weights.general(variant).values
    told = {
        "SIZE": variant.size,
        "FLYING": variant.flying_kings,
        "MAJORITY": bool(variant.precedence),
        "BACKWARD": variant.men_capture_backward == "always",
        "PASSING": variant.promotion == "in_passing",
        **{name: worth[name] for name in ("KING", "FIRST_KING", "REACH")},
    }
    return [f"-D{name}={value:d}" for name, value in told.items() if isinstance(value, int)]


def _known(variant: Variant) -> bool:
    return (
        (variant.lines, variant.lifted, variant.orthogonal_captures) == ("diagonal", "at_end", False)
        and variant.size in (8, 10)
        and variant.capture_obligatory
        and variant.continuing_obligatory
        and variant.men_capture_kings
        and variant.men_capture_backward != "later"
        and variant.king_lands == ("anywhere" if variant.flying_kings else "directly")
        and variant.precedence in ((), ("most",))
        and (variant.promotion != "stops" or variant.men_capture_backward == "never")
        and not (variant.losing or variant.breakthrough)
    )


def built(variant: Variant, *, gpu: bool) -> Path:
    """The compiled player, from the cache folder or made now."""
    compiler = shutil.which("nvcc" if gpu else "g++")
    if compiler is None:
        raise KibitzError(
            f"{'nvcc (CUDA)' if gpu else 'g++'} is needed to compile {SOURCE.name}; install it."
        )
    how = ["-arch=native", "-Xcompiler", "-fPIC"] if gpu else ["-x", "c++", "-fPIC", "-std=c++17"]
    command = [compiler, "-O3", "-shared", *how, *flags(variant), str(SOURCE), "-o"]
    name = hashlib.sha256(" ".join(command).encode() + SOURCE.read_bytes()).hexdigest()[:16]
    made = cache_folder("training") / f"selfplay-{name}.so"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*command, str(made.with_suffix(".part"))], check=True)
        made.with_suffix(".part").replace(made)
    return made


def packed(variant: Variant, patterns: np.ndarray) -> np.ndarray:
    """The weights as the player wants them; the worth of squares is put into the patterns."""
    plan, shape = layout(variant), regions(variant)
    count = len(shape.shifts)
    kind = np.dtype(
        [
            ("pattern", np.int32, count * STATES),
            ("trits", np.uint16, 256),
            ("turned", np.uint16, 256),
            ("king_at", np.int16, 64),
            ("shift", np.int32, (count, 2)),
            *((name, np.uint64) for name in ("board", "top", "bottom")),
        ],
        align=True,
    )
    told = np.zeros(1, kind)
    early, late = (patterns + _squares(variant, shape)).astype(np.int32)
    told["pattern"] = (early << 16) | (late & 0xFFFF)
    told["trits"], told["turned"], told["shift"] = shape.trits, shape.turned_trits, shape.shifts
    for cell, bit in zip(plan.cells, plan.bits, strict=True):
        told["king_at"][0, bit.bit_length() - 1] = weights.king_worth(variant, *cell)
    rows = [
        sum(bit for cell, bit in zip(plan.cells, plan.bits, strict=True) if cell[0] == row)
        for row in (0, variant.size - 1)
    ]
    told["board"], told["top"], told["bottom"] = sum(plan.bits), *rows
    return told


def _squares(variant: Variant, shape: Regions) -> np.ndarray:
    """What the squares of men are worth, as patterns: each square in one region, or in the one opposite."""
    plan = layout(variant)
    worth = {bit: weights.man_worth(variant, *cell) for cell, bit in zip(plan.cells, plan.bits, strict=True)}
    across = dict(zip(plan.bits, reversed(plan.bits), strict=True))
    found, done = np.zeros((len(shape.shifts), STATES), np.int64), set()
    digits = np.arange(STATES)[:, None] // 3 ** np.arange(8) % 3
    for side, sign in ((1, 1), (2, -1)):
        for number, (shift, _) in enumerate(shape.shifts):
            for bit in plan.bits:
                place = int(shape.gathered(bit, shift)).bit_length() - 1
                square = bit if side == 1 else across[bit]
                if place >= 0 and square not in done:
                    done.add(square)
                    found[number] += sign * worth[square] * (digits[:, place] == side)
    return found.reshape(-1)


def _job(variant: Variant, nodes: int) -> np.ndarray:
    own, foes, _, down = sides(variant, rules.start(variant))
    return np.array([(nodes, WILD, EVERY, CALM, LONGEST, own, foes, down)], JOB)
