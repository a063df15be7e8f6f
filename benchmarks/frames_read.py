"""100,000 frames read from a source: is memory flat, are threads and files given back?

python benchmarks/frames_read.py [pushed|simulated|folder] [FRAMES]
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from kibitz.cameras.pushed import Pushed
from kibitz.cameras.reader import Reader
from kibitz.cameras.simulated import Options, SimulatedTable
from kibitz.cameras.source import open_source
from kibitz.games import find

SETTLED = 5_000


def rss_mb() -> float:
    """The memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def files() -> int:
    """How many files are open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def jpeg() -> bytes:
    """A picture with something in it."""
    noise = np.random.default_rng(0).integers(0, 255, (360, 640, 3), np.uint8)
    return cv2.imencode(".jpg", cv2.GaussianBlur(noise, (0, 0), 4))[1].tobytes()


def pushed(frames: int) -> Iterator[None]:
    """Pushed by one thread, read by another, every tenth decoded."""
    source, data = Pushed(), jpeg()
    with Reader(source) as reader:
        for number in range(frames):
            source.push(data)
            if number % 10 == 0:
                reader.wait(timeout_s=1.0)
            yield


def simulated(frames: int) -> Iterator[None]:
    """Game after game on the simulated table."""
    options = Options(size=(640, 360), fps=15, plies=2_000, mistakes=("bump", "lamp", "take-back"))
    games = (SimulatedTable(find("ur"), options) for _ in itertools.count())
    for _ in itertools.islice(itertools.chain.from_iterable(games), frames):
        yield


def folder(frames: int) -> Iterator[None]:
    """One folder of pictures again and again."""
    with tempfile.TemporaryDirectory() as name:
        for number in range(50):
            (Path(name) / f"{number:03}.jpg").write_bytes(jpeg())
        again = (open_source(name) for _ in itertools.count())
        for _ in itertools.islice(itertools.chain.from_iterable(again), frames):
            yield


def main() -> None:
    """Print memory as the frames pass."""
    cv2.setNumThreads(1)
    what = sys.argv[1] if len(sys.argv) > 1 else "pushed"
    frames = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    threads, opened, most = threading.active_count(), files(), 0.0
    settled = 0.0
    for number, _ in enumerate({"pushed": pushed, "simulated": simulated, "folder": folder}[what](frames), 1):
        if number == SETTLED:
            settled = rss_mb()
        if number > SETTLED and number % 1000 == 0:
            most = max(most, rss_mb())
        if number % 10_000 == 0:
            print(f"{number} frames: {rss_mb():.1f} MB", flush=True)
    growth = 100 * (most / settled - 1) if settled else 0.0
    print(f"{what}: {settled:.1f} MB after {SETTLED} frames, at most {growth:+.1f} % later")
    print(f"threads {threads} -> {threading.active_count()}, files {opened} -> {files()}")


if __name__ == "__main__":
    main()
