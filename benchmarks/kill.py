"""kill -9 at random moments during followed games: is every move that was shown still there?

    python benchmarks/kill.py [--kills 200] [--no-write]

Prints what was found and writes it into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from page import put

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]


def measure(kills: int, seed: int) -> str:
    """Kill so many times; fails where anything shown is lost."""
    from tests.table.killing import Killing, server

    with tempfile.TemporaryDirectory() as folder, server() as follower:
        killing = Killing(follower, Path(folder), random.Random(seed), longest_s=0.4)
        for _ in range(kills):
            killing.kill()
    return (
        f"{kills} times killed (`kill -9`) at a random moment while {killing.games} game(s) were followed:\n"
        f"all of the {killing.shown} moves that had been shown were in the archive, and each time the table\n"
        "went on from there."
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--no-write", action="store_true", help="only print")
    arguments = parser.parse_args()
    said = measure(arguments.kills, arguments.seed)
    print(said)
    if not arguments.no_write:
        put("kill", said, "## Killed while following\n\n`python benchmarks/kill.py`")


if __name__ == "__main__":
    main()
