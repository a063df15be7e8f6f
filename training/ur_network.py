"""From the exact table to the network in the package: `python -m training.ur_network --minutes 15`.

Needs the solved game (`kibitz solve ur`). Positions come from perfect play against itself with a little
wandering, and every position that a roll could have led to is learnt, good moves and bad: that is what the
bot has to tell apart. One position is one step of Adagrad; the threads share the weights without locks.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.games.ur.network import FILE, PARTS, PATTERNS, Network
from kibitz.games.ur.table import find_table, open_table
from training.ur_play import HIDDEN, KINDS, WIDTH, exact, lessons, match

PLACE = Path(__file__).parent.parent / "src" / "kibitz" / "games" / "ur" / FILE
GAMES = 2048
"""Games each thread plays at the same time, so that one lesson has little to do with the next."""
WANDER = 0.04
RATE, LAST_RATE = 0.3, 0.006


def fresh(seed: int = 7) -> tuple[Any, ...]:
    """Weights before training."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(0, (2 / KINDS) ** 0.5 * 0.3, (PATTERNS, WIDTH))
    first = rng.normal(0, (2 / WIDTH) ** 0.5, (WIDTH, HIDDEN))
    second = rng.normal(0, (1 / HIDDEN) ** 0.5, HIDDEN)
    made = (rows, first, np.zeros(HIDDEN), second, np.zeros(1))
    return tuple(part.astype(np.float32) for part in made)


def trained(pieces: int, table: Any, minutes: float, threads: int) -> tuple[Any, ...]:
    """Weights after so much time."""
    net = fresh()
    squares = tuple(np.full(len(part), 1e-3, np.float32) for part in net)
    games = [np.tile(np.array([0, 0, pieces, pieces]), (GAMES, 1)) for _ in range(threads)]
    begun, seed = time.monotonic(), 0
    with ThreadPoolExecutor(threads) as pool:
        while (part := (time.monotonic() - begun) / (60 * minutes)) < 1:
            rate = max(LAST_RATE, RATE * (1 - part))
            jobs = [
                pool.submit(lessons, g, pieces, 100, table, net, squares, rate, WANDER, seed + i)
                for i, g in enumerate(games)
            ]
            told = np.sum([job.result() for job in jobs], axis=0)
            seed += threads
            print(f"{part:6.1%}  {told[2]:9,.0f} lessons  error {told[0] / told[2]:.5f}", flush=True)
    return net


def halved(net: tuple[Any, ...]) -> tuple[Any, ...]:
    """The weights as they are stored."""
    return tuple(part.astype(np.float16) for part in net)


def measured(pieces: int, table: Any, net: tuple[Any, ...], games: int, ahead: bool, threads: int = 2) -> str:
    """How the network does against the perfect player."""
    with ThreadPoolExecutor(threads) as pool:
        shares = [
            pool.submit(match, pieces, games // threads, table, net, ahead, 100 + i) for i in range(threads)
        ]
        won, given, given2, _ = np.sum([share.result() for share in shares], axis=0)
    mean = given / games
    spread = (max(given2 / games - mean**2, 0) / games) ** 0.5
    return f"won {won / games:.2%} of {games:,} games; by expectation {0.5 - mean:.3%} +- {spread:.3%}"


def main() -> None:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--out", type=Path, default=PLACE)
    given = parser.parse_args()
    table = open_table(given.table) if given.table else find_table(7)
    if table is None:
        raise SystemExit("Solve the game first: kibitz solve ur")
    facts = exact(table)
    net = halved(trained(table.pieces, facts, given.minutes, given.threads))
    np.savez(given.out, **dict(zip(PARTS, net, strict=True)))
    plain = tuple(part.astype(np.float32) for part in net)
    print(f"{Network(*plain).size:,} weights, {given.out.stat().st_size:,} bytes")
    for ahead in (False, True):
        print(
            "with one ply ahead:" if ahead else "without:",
            measured(table.pieces, facts, plain, given.games, ahead),
        )


if __name__ == "__main__":
    main()
