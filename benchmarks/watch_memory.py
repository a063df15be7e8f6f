"""Memory, threads and files while a board is watched for long (`python benchmarks/watch_memory.py`).

The whole pipeline (eye, referee, table) sees the same short scene again and again: a move is made and
taken back. Rendered once, so that the time goes into watching. Writes docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from itertools import cycle, islice
from pathlib import Path

from page import put

from kibitz.cameras.source import open_source
from kibitz.core.observation import Frame
from kibitz.games import find
from kibitz.messages import catalogue
from kibitz.table import Table
from kibitz.vision.watch import Eye
from kibitz.watching.following import Following
from kibitz.watching.sight import Sight

SETTLED = 5_000  # frames after which nothing may grow any more


def memory_mb() -> float:
    """What the process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def scene() -> list[Frame]:
    """A move, and the same move taken back: forwards, then the frames the other way round."""
    source = open_source("simulated:draughts/poznan?plies=1&fps=8&size=640x480&seed=2", find)
    frames = list(source)
    return [*frames, *reversed(frames)]


def watch(frames: int) -> str:
    """Watch, and say what grew."""
    game = find("draughts/poznan")
    sight = Sight(Eye(game))
    following = Following(Table(game, at_board=True), sight.eye.piece_set, catalogue("en"))
    shown, told, samples = scene(), 0, []
    began = time.process_time()
    for number, frame in enumerate(islice(cycle(shown), frames)):
        shot = Frame(frame.image, number / 8, number)
        told += sum(1 for _ in following.see(sight.look(shot, following.expected)))
        if number >= SETTLED and number % 500 == 0:
            samples.append(memory_mb())
    seconds = time.process_time() - began
    first, most = samples[0], max(samples)
    files = len(list(Path("/proc/self/fd").iterdir()))
    return (
        f"{frames:,} frames watched (640x480, {told:,} events): {first:.1f} MB after {SETTLED:,} frames, "
        f"at most {most:.1f} MB ({most / first - 1:+.1%}) after that; {threading.active_count()} thread(s) "
        f"and {files} open files at the end; {1000 * seconds / frames:.1f} ms of CPU a frame."
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--no-write", action="store_true")
    arguments = parser.parse_args()
    said = watch(arguments.frames)
    print(said)
    if not arguments.no_write:
        put("watch-memory", said, "## Watching for long\n\n`python benchmarks/watch_memory.py`")


if __name__ == "__main__":
    main()
