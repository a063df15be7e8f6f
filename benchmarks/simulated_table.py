"""How fast the simulated table draws: frames a second on one core, beside encoding the same frames as JPEG.

python benchmarks/simulated_table.py [GAME ...]
"""

from __future__ import annotations

import sys
import time

import cv2

from kibitz.cameras.simulated import Options, SimulatedTable
from kibitz.games import find

GAMES = ("draughts/poznan", "draughts/canadian", "chess", "atoll/5", "ur")


def measure(name: str) -> tuple[int, float, float]:
    """Frames of a whole game, CPU seconds to draw them, CPU seconds to encode them."""
    drawing = encoding = 0.0
    frames = 0
    began = time.process_time()
    for frame in SimulatedTable(find(name), Options(seed=1, plies=20, fps=15)):
        drawing += time.process_time() - began
        began = time.process_time()
        cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])
        encoding += time.process_time() - began
        frames += 1
        began = time.process_time()
    return frames, drawing, encoding


def main() -> None:
    """Print a table."""
    cv2.setNumThreads(1)
    print("| game | frames | frames/s, 1280x720, one core | JPEG encoding | ratio |\n|---|---|---|---|---|")
    for name in sys.argv[1:] or GAMES:
        frames, drawing, encoding = measure(name)
        jpeg_ms, ratio = 1000 * encoding / frames, drawing / encoding
        print(f"| {name} | {frames} | {frames / drawing:.0f} | {jpeg_ms:.1f} ms | {ratio:.2f} |")


if __name__ == "__main__":
    main()
