"""How Ur's bots do: the solve, the table's bot, the network against the perfect player.

    python benchmarks/bots_ur.py            measures what has not been measured, writes docs/benchmarks.md
    python benchmarks/bots_ur.py --fresh    measures everything anew; the matches take most of the time

The table and the figures are kept in the cache folder between runs. CPU time is given beside wall time,
because the machine may be busy with other work.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from keep import folder
from page import put

from kibitz.games.ur.engine import CLOSE
from kibitz.games.ur.index import block_size, blocks, state_at
from kibitz.games.ur.network import FILE, PARTS, network
from kibitz.games.ur.table import FULL, Table, open_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from training.ur_play import exact, match, perfect_backup  # noqa: E402 (the repository's root first)

PUBLISHED = 0.5154047325
POSITIONS, GAMES = 1_000_000, 100_000
THREADS = os.cpu_count() or 1

SOLVE = """
import resource, sys, time
from pathlib import Path
from kibitz.games.ur.solve import solve
begun = time.monotonic()
found = solve(7, Path(sys.argv[1]))
used = resource.getrusage(resource.RUSAGE_SELF)
print(time.monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e6, found.start)
"""


def solved(path: Path) -> list[float]:
    """Wall and CPU seconds, gigabytes and the start's value of a whole solve in a process of its own."""
    path.unlink(missing_ok=True)
    told = subprocess.run([sys.executable, "-c", SOLVE, path], capture_output=True, text=True, check=True)
    return [float(number) for number in told.stdout.split()]


def losses(table: Table, facts: Any) -> list[float]:
    """On random positions after random rolls: the most that the table's move gives away against a backup
    one ply deeper, and the most that a value differs from the best of what may follow."""
    rng = np.random.default_rng(11)
    sizes = np.array([block_size(*block) for block in blocks(table.pieces)], float)
    chosen = rng.choice(len(sizes), POSITIONS, p=sizes / sizes.sum())
    every = blocks(table.pieces)
    picked = [every[int(i)] for i in chosen]
    states = np.array([state_at(*block, int(rng.integers(block_size(*block)))) for block in picked])
    lost, wrong = perfect_backup(states, rng.integers(0, 2**31, POSITIONS), facts, CLOSE)
    return [float(lost), float(wrong)]


def against_perfection(facts: Any, ahead: bool, games: int) -> list[float]:
    """The share of games the network wins, its expectation by what it gives away, its error, the games."""
    net = tuple(getattr(network(), part) for part in PARTS)
    with ThreadPoolExecutor(THREADS) as pool:
        share = games // THREADS
        jobs = [pool.submit(match, 7, share, facts, net, ahead, 1 + i) for i in range(THREADS)]
        won, given, given2, _ = np.sum([job.result() for job in jobs], axis=0)
    played = share * THREADS
    mean = float(given / played)
    return [
        float(won / played),
        0.5 - mean,
        max(float(given2 / played) - mean**2, 0.0) ** 0.5 / played**0.5,
        played,
    ]


def figures(games: int, *, fresh: bool = False) -> dict[str, list[float]]:
    """Every figure, measured or remembered."""
    path, kept = folder() / "finkel-7.table", folder() / "bots_ur.json"
    known = {} if fresh or not kept.exists() else json.loads(kept.read_text(encoding="utf-8"))
    if "solve" not in known or not path.exists():
        known["solve"] = solved(path)
    table = open_table(path)
    facts = exact(table)
    stages: dict[str, Callable[[], list[float]]] = {
        "table": lambda: losses(table, facts),
        "hard": lambda: against_perfection(facts, False, games),
        "expert": lambda: against_perfection(facts, True, games),
    }
    for name, measure in stages.items():
        if name not in known:
            known[name] = measure()
            kept.write_text(json.dumps(known), encoding="utf-8")
    return known


def _row(name: str, won: float, expected: float, error: float, games: float) -> str:
    spread = (0.25 / games) ** 0.5
    return f"| {name} | {games:,.0f} | {won:.2%} ± {spread:.2%} | {expected:.3%} ± {error:.3%} |"


def report(found: dict[str, list[float]]) -> str:
    """The text of our part of the page."""
    wall_s, cpu_s, memory_gb, start = found["solve"]
    lost, wrong = found["table"]
    size = (ROOT / "src/kibitz/games/ur" / FILE).stat().st_size
    rows = "\n".join(
        _row(f"{what} (`{name}`)", *found[name])
        for name, what in (("hard", "no look-ahead"), ("expert", "one ply of look-ahead"))
    )
    return f"""Ur, solved: 7 stones, 137,870,097 positions, {THREADS} threads:
{wall_s:,.0f} s wall, {cpu_s:,.0f} s CPU, {memory_gb:.2f} GB. The first player wins {start:.10f}
(published {PUBLISHED}, difference {abs(start - PUBLISHED):.0e}).

The table's bot on {POSITIONS:,} random positions, each after a random roll, gives away at most {lost:.1e}
against a backup one ply deeper (one step of the table is {1 / FULL:.1e}); no value differs from the best of
what may follow by more than {wrong:.1e}.

The network ({network().size:,} weights, {size:,} bytes) against the perfect player, seats
alternating; the expectation is one half less what its moves give away in these games:

| | games | won | expectation |
|---|---:|---:|---:|
{rows}

Python {platform.python_version()}, numba {version("numba")}."""


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--games", type=int, default=GAMES)
    given = parser.parse_args()
    text = report(figures(given.games, fresh=given.fresh))
    print(text)
    put("bots-ur", text)


if __name__ == "__main__":
    main()
