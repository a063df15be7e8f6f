"""How Ur's bots do: the solve, the table's bot, the network against the perfect player.

    python benchmarks/bots_ur.py                 everything; the network's match takes most of the time
    python benchmarks/bots_ur.py --games 10000   a shorter match

Writes its part of docs/benchmarks.md. The table is solved anew into the cache folder unless it is there
(--fresh solves it in any case). CPU time is given beside wall time, because the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from kibitz.games.ur.index import block_size, blocks, state_at
from kibitz.games.ur.network import FILE, PARTS, network
from kibitz.games.ur.table import FULL, Table, open_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from training.ur_play import exact, match, perfect_backup  # noqa: E402 (the repository's root first)

PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- bots-ur:begin -->", "<!-- bots-ur:end -->"
PUBLISHED = 0.5154047325
POSITIONS = 1_000_000
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


@dataclass(frozen=True, slots=True)
class Solve:
    """What a whole solve took."""

    wall_s: float
    cpu_s: float
    memory_gb: float
    start: float

    def row(self) -> str:
        """The solve in a sentence."""
        return (
            f"`kibitz solve ur` (7 stones, 137,870,097 positions, {THREADS} cores, load of others "
            f"included in the wall time): {self.wall_s:,.0f} s wall, {self.cpu_s:,.0f} s CPU, "
            f"{self.memory_gb:.2f} GB. First player {self.start:.10f} (published {PUBLISHED}, "
            f"difference {abs(self.start - PUBLISHED):.0e})."
        )


def folder() -> Path:
    """Where the table is kept between runs."""
    made = Path(os.environ.get("KIBITZ_CACHE_DIR") or platformdirs.user_cache_dir("kibitz")) / "bench"
    made.mkdir(parents=True, exist_ok=True)
    return made


def solved(path: Path) -> Solve:
    """Solve the whole game in a process of its own, compilation included."""
    told = subprocess.run([sys.executable, "-c", SOLVE, path], capture_output=True, text=True, check=True)
    return Solve(*map(float, told.stdout.split()))


def losses(table: Table, facts: Any) -> tuple[float, float]:
    """On random positions after random rolls: the most that the table's move gives away against a backup
    one ply deeper, and the most that a value differs from the best of what may follow."""
    rng = np.random.default_rng(11)
    sizes = np.array([block_size(*block) for block in blocks(table.pieces)], float)
    chosen = rng.choice(len(sizes), POSITIONS, p=sizes / sizes.sum())
    every = blocks(table.pieces)
    picked = [every[int(i)] for i in chosen]
    states = np.array([state_at(*block, int(rng.integers(block_size(*block)))) for block in picked])
    lost, wrong = perfect_backup(states, rng.integers(0, 2**31, POSITIONS), facts)
    return float(lost), float(wrong)


def against_perfection(facts: Any, games: int, ahead: bool) -> tuple[float, float, float]:
    """The share of games the network wins, its expectation by what it gives away, and the latter's error."""
    net = tuple(getattr(network(), part) for part in PARTS)
    with ThreadPoolExecutor(THREADS) as pool:
        share = games // THREADS
        jobs = [pool.submit(match, 7, share, facts, net, ahead, 1 + i) for i in range(THREADS)]
        won, given, given2, _ = np.sum([job.result() for job in jobs], axis=0)
    played = share * THREADS
    mean = given / played
    return won / played, 0.5 - mean, (max(given2 / played - mean**2, 0.0) / played) ** 0.5


def report(solve: Solve, table: Table, games: int) -> str:
    """The text of our part of the page."""
    facts = exact(table)
    lost, wrong = losses(table, facts)
    size = (ROOT / "src/kibitz/games/ur" / FILE).stat().st_size
    lines = [
        solve.row(),
        "",
        f"The table's bot on {POSITIONS:,} random positions, each after a random roll: gives away at most "
        f"{lost:.1e} against a backup one ply deeper (one step of the table is {1 / FULL:.1e}); no value "
        f"differs from the best of what may follow by more than {wrong:.1e}.",
        "",
        f"The network ({network().size:,} weights, {size:,} bytes) against the perfect player, {games:,} "
        "games, seats alternating; the expectation is one half less what its moves give away in these games:",
        "",
        "| | won | expectation |",
        "|---|---:|---:|",
    ]
    for ahead, name in ((False, "without look-ahead (`hard`)"), (True, "one ply of look-ahead (`expert`)")):
        won, expected, error = against_perfection(facts, games, ahead)
        spread = (won * (1 - won) / games) ** 0.5
        lines.append(f"| {name} | {won:.2%} ± {spread:.2%} | {expected:.3%} ± {error:.3%} |")
    lines += ["", f"Python {platform.python_version()}, {platform.processor() or platform.machine()}."]
    return "\n".join(lines).strip()


def write(text: str) -> None:
    """Put our part into the page."""
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Benchmarks\n"
    if BEGIN not in page:
        page = f"{page.rstrip()}\n\n{BEGIN}\n{END}\n"
    before, rest = page.split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--fresh", action="store_true")
    given = parser.parse_args()
    path = folder() / "finkel-7.table"
    taken = path.with_suffix(".json")
    if given.fresh or not path.exists() or not taken.exists():
        path.unlink(missing_ok=True)
        taken.write_text(json.dumps(asdict(solved(path))), encoding="utf-8")
    solve = Solve(**json.loads(taken.read_text(encoding="utf-8")))
    text = report(solve, open_table(path), given.games)
    print(text)
    write(text)


if __name__ == "__main__":
    main()
