"""Monte Carlo search of one position: a tree a core, grown by the kernels, counted together at the end."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.player import Limit
from kibitz.games.atoll.compiled import Compiled
from kibitz.games.atoll.position import Move, Position
from kibitz.games.atoll.tables import colours, tables

ROWS = 2_500_000
"""Nodes a tree may have: 80 MB, touched only as it grows."""
CHUNK = 256
"""Simulations between two looks at the clock: 2 ms at size 5, 7 ms at size 9."""
LINE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What can be set; no other value tried won clearly in 60 games of 2,000 simulations."""

    explore: float = 0.05
    equivalence: float = 1000.0
    """Visits at which a cell's own mean and its mean as a later move weigh about the same; 0 turns it off."""
    prior: float = 1.0
    bridges: bool = True


RAVE = Tuning()
PLAIN = Tuning(explore=0.5, equivalence=0.0, bridges=False)
"""UCT and nothing else, to compare with."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What the trees say about one move of the position."""

    move: Move
    visits: int
    won: float
    proof: int
    """1: it wins by force, -1: it loses by force."""


@dataclass(frozen=True, slots=True)
class Grown:
    """The moves, best first, the line expected after the best one, and the simulations made."""

    branches: tuple[Branch, ...]
    line: tuple[Move, ...]
    simulations: int

    @property
    def value(self) -> float:
        """The chance to win with the best move."""
        best = self.branches[0]
        return {1: 1.0, -1: 0.0}.get(best.proof, best.won / max(best.visits, 1))


@dataclass
class Tree:
    """One tree and the numbers its kernel keeps."""

    rows: npt.NDArray[np.int32]
    facts: npt.NDArray[np.int64]
    dice: npt.NDArray[np.uint64]
    simulations: int = 0
    fault: BaseException | None = field(default=None)

    def children(self, node: int = 0) -> npt.NDArray[np.int32]:
        """The rows below a node."""
        first, count = int(self.rows[node, 0]), int(self.rows[node, 1])
        return self.rows[first : first + count]


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def grow(
    compiled: Compiled,
    position: Position,
    limit: Limit,
    stopped: Callable[[], bool],
    *,
    seed: int,
    tuning: Tuning = RAVE,
) -> Grown:
    """Search a position that is not over until the limit, or until it is proved."""
    deadline = time.monotonic() + limit.seconds if limit.seconds is not None else None
    count = 1 if limit.nodes is not None and limit.nodes <= 50 * CHUNK else cores()
    share = None if limit.nodes is None else -(-limit.nodes // count)
    trees = [planted(position, share, seed + i, tuning) for i in range(count)]
    over = threading.Event()

    def enough() -> bool:
        return over.is_set() or stopped() or (deadline is not None and time.monotonic() > deadline)

    jobs = [(compiled, position, tree, share, tuning, enough, over) for tree in trees]
    threads = [threading.Thread(target=_grow_safely, args=job, daemon=True) for job in jobs[1:]]
    for thread in threads:
        thread.start()
    _grow_safely(*jobs[0])
    for thread in threads:
        thread.join()
    for tree in trees:
        if tree.fault is not None:
            raise tree.fault
    return _counted(trees)


def planted(position: Position, share: int | None, seed: int, tuning: Tuning) -> Tree:
    """A tree that is only its root, with room for its share of simulations."""
    cells = len(position.free) + 1
    room = ROWS if share is None else min(ROWS, (share + 2) * cells)
    rows = np.empty((room, 8), dtype=np.int32)
    rows[0] = 0
    facts = np.array([1, room, 1, int(tuning.bridges)], dtype=np.int64)
    dice = np.array([(seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % (1 << 64) or 1], dtype=np.uint64)
    return Tree(rows, facts, dice)


def _grow_safely(
    compiled: Compiled,
    position: Position,
    tree: Tree,
    share: int | None,
    tuning: Tuning,
    enough: Callable[[], bool],
    over: threading.Event,
) -> None:
    try:
        grow_tree(compiled.kernels.grow, position, tree, share, tuning, enough)
    except BaseException as fault:  # carried over to the thread that asked
        tree.fault = fault
    finally:
        if tree.fault is not None or tree.rows[0, 7] != 0:
            over.set()


def grow_tree(
    kernel: Any, position: Position, tree: Tree, share: int | None, tuning: Tuning, enough: Callable[[], bool]
) -> None:
    """Grow one tree until its share of simulations is done, it is proved, or it is enough."""
    board, known = colours(position), tables(position.n)
    numbers = np.array([tuning.explore, tuning.equivalence, tuning.prior])
    while share is None or tree.simulations < share:
        chunk = CHUNK if share is None else min(CHUNK, share - tree.simulations)
        done = kernel(
            tree.rows,
            board,
            position.player + 1,
            known.ring,
            known.near,
            known.wins,
            tree.facts,
            numbers,
            tree.dice,
            chunk,
        )
        tree.simulations += int(done)
        if done < chunk or enough():
            return
        tree.facts[2] = _patience(tree)


def _patience(tree: Tree) -> int:
    """Visits before a node gets children: one while there is room, more as the tree fills up."""
    full = tree.facts[0] / tree.facts[1]
    return 1 if full < 0.5 else 4 if full < 0.75 else 16


def _counted(trees: list[Tree]) -> Grown:
    visits: dict[Move, list[float]] = {}
    for tree in trees:
        for row in tree.children():
            told = visits.setdefault(int(row[2]), [0.0, 0.0, 0.0])
            told[0] += int(row[3])
            told[1] += int(row[4])
            told[2] = int(row[7]) or told[2]
    branches = [Branch(cell, int(seen), won, int(proof)) for cell, (seen, won, proof) in visits.items()]
    branches.sort(key=lambda b: (b.proof, b.visits, b.won, -b.move), reverse=True)
    return Grown(tuple(branches), _line(trees[0], branches[0].move), sum(t.simulations for t in trees))


def _line(tree: Tree, move: Move) -> tuple[Move, ...]:
    line, children = [move], tree.children()
    first = int(tree.rows[0, 0])
    node = first + int(np.flatnonzero(children[:, 2] == move)[0])
    while len(line) < LINE and len(below := tree.children(node)):
        best = int(below[:, 3].argmax())
        if not below[best, 3]:
            break
        node = int(tree.rows[node, 0]) + best
        line.append(int(tree.rows[node, 2]))
    return tuple(line)
