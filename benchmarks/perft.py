"""How fast draughts moves are generated, beside two libraries and the same loop in C.

    python benchmarks/perft.py          measures, prints a table and writes it into docs/benchmarks.md

Times are CPU time, the best of several runs taken in turn, because the machine may be busy with other work;
for a single list of moves, each position's fastest of many. The libraries are installed into environments
of their own in the cache folder (both call their package `draughts`).
"""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import Any

from keep import folder
from page import put

from kibitz.games.draughts import compiled, rules
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.rules import Board
from kibitz.games.draughts.variants import Variant, preset

HERE = Path(__file__).resolve().parent
PEERS = {"py-draughts": "1.10.1", "pydraughts": "0.6.7"}
DEPTH, PEER_DEPTH = 11, {"py-draughts": 7, "pydraughts": 4}
ROUNDS = 5
POSITIONS, LISTINGS = 200, 60


def peer_python(library: str) -> Path:
    """The interpreter of an environment in which this library is installed."""
    place = folder() / f"{library}-{PEERS[library]}"
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        venv.create(place, with_pip=True, clear=True)
        install = [str(python), "-m", "pip", "install", "-q", f"{library}=={PEERS[library]}"]
        subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
        (place / "ready").touch()
    return python


def ask_peer(library: str, *task: str, positions: list[str] | None = None) -> tuple[int, float]:
    """Nodes and CPU seconds of a task in a peer's environment."""
    command = [str(peer_python(library)), str(HERE / "peer.py"), library, *task]
    given = json.dumps(positions) if positions else None
    bare = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    answer = subprocess.run(command, input=given, capture_output=True, text=True, check=True, env=bare)
    data = json.loads(answer.stdout.splitlines()[-1])
    return int(data["nodes"]), float(data["cpu_s"])


def c_program() -> Path:
    """The loop in C, compiled."""
    program = folder() / "perft"
    subprocess.run(["gcc", "-O3", HERE / "perft.c", "-o", program], check=True)
    return program


def run_c(program: Path) -> tuple[int, float]:
    """Nodes and CPU seconds of the loop in C."""
    answer = subprocess.run([program, str(DEPTH)], capture_output=True, text=True, check=True).stdout.split()
    return int(answer[0]), float(answer[1])


def run_kibitz(native: compiled.Perft, board: Board) -> tuple[int, float]:
    """Nodes and CPU seconds of the compiled kernel; White begins and moves up."""
    begun = time.process_time()
    nodes = native(board.white, board.black, board.kings, False, DEPTH)
    return nodes, time.process_time() - begun


def run_plain(variant: Variant, board: Board, depth: int) -> tuple[int, float]:
    """Nodes and CPU seconds of the same source as plain Python."""
    begun = time.process_time()
    nodes = rules.count_plainly(variant, board, depth)
    return nodes, time.process_time() - begun


def best(runs: list[tuple[int, float]]) -> float:
    """Nodes per second of the fastest run."""
    return max(nodes / cpu_s for nodes, cpu_s in runs)


def measure_perft() -> dict[str, float]:
    """Nodes per second of everybody, from the start of Russian draughts."""
    variant = preset("russian")
    board, native, program = rules.start(variant), compiled.perft(variant), c_program()
    assert native is not None, "the kernel could not be compiled here"
    runs: dict[str, list[tuple[int, float]]] = {}
    for _ in range(ROUNDS):
        runs.setdefault("C, gcc -O3", []).append(run_c(program))
        runs.setdefault("Kibitz, compiled", []).append(run_kibitz(native, board))
        runs.setdefault("Kibitz, plain Python", []).append(run_plain(variant, board, 7))
        for library, depth in PEER_DEPTH.items():
            runs.setdefault(f"{library} {PEERS[library]}", []).append(ask_peer(library, "perft", str(depth)))
    assert runs["C, gcc -O3"][0][0] == runs["Kibitz, compiled"][0][0], "C and Kibitz count differently"
    return {name: best(taken) for name, taken in runs.items()}


def random_positions(variant: Variant, seed: int = 64) -> list[Board]:
    """Positions met in random games, kings and captures included."""
    chance, found = random.Random(seed), list[Board]()
    while len(found) < POSITIONS:
        board = rules.start(variant)
        for _ in range(chance.randrange(4, 70)):
            moves = rules.legal(variant, board)
            if not moves:
                break
            board = rules.play(variant, board, chance.choice(moves))
        if rules.legal(variant, board):
            found.append(board)
    return found


def fen(variant: Variant, board: Board) -> str:
    """A position as the peers read it."""
    squares = layout(variant).squares

    def side(pieces: int) -> str:
        kings = set(squares(pieces & board.kings))
        return ",".join(("K" if square in kings else "") + str(square + 1) for square in squares(pieces))

    return f"{'B' if board.black_to_move else 'W'}:W{side(board.white)}:B{side(board.black)}"


def measure_lists(name: str) -> tuple[float, float]:
    """Microseconds for one list of legal moves: Kibitz in plain Python, and py-draughts."""
    variant = preset(name)
    boards = random_positions(variant)
    theirs = ask_peer("py-draughts", "list", name, positions=[fen(variant, board) for board in boards])
    total, fastest_ns = 0, [10**12] * len(boards)
    for _ in range(LISTINGS):
        total = 0
        for number, board in enumerate(boards):
            begun = time.perf_counter_ns()
            listed = rules.legal(variant, board)
            fastest_ns[number] = min(fastest_ns[number], time.perf_counter_ns() - begun)
            total += len(listed)
    assert total == theirs[0], f"{name}: {total} moves listed, py-draughts lists {theirs[0]}"
    return sum(fastest_ns) / POSITIONS / 1e3, theirs[1] / POSITIONS * 1e6


def table(speeds: dict[str, float], lists: dict[str, tuple[float, float]]) -> str:
    """All results as Markdown."""
    ours, limit = speeds["Kibitz, compiled"], speeds["C, gcc -O3"]
    lines = [
        f"Perft of `draughts/russian` from the start (Kibitz and C to depth {DEPTH}; the others to a depth",
        "they reach in seconds): leaves per second of CPU time. All count the last ply without playing it.",
        "",
        "| program | leaves/s | Kibitz compiled is |",
        "|---|---:|---:|",
    ]
    for name, speed in sorted(speeds.items(), key=lambda item: -item[1]):
        ratio = (
            ""
            if name == "Kibitz, compiled"
            else f"{ours / speed:,.2f} ×"
            if speed > ours / 10
            else f"{ours / speed:,.0f} ×"
        )
        lines.append(f"| {name} | {speed:,.0f} | {ratio} |")
    lines += [
        "",
        f"The compiled kernel reaches {ours / limit:.0%} of the same loop in C.",
        "",
        f"One list of legal moves (`rules.legal`, plain Python), mean over {POSITIONS} random positions:",
        "",
        "| variant | Kibitz | py-draughts |",
        "|---|---:|---:|",
    ]
    lines += [f"| {name} | {own:.1f} µs | {peer:.1f} µs |" for name, (own, peer) in lists.items()]
    lines += [
        "",
        f"Python {platform.python_version()}, {_versions()}, {_processor()}; best of {ROUNDS} runs.",
    ]
    return "\n".join(lines)


def _versions() -> str:
    import numba

    gcc = subprocess.run(
        ["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return f"numba {numba.__version__}, gcc {gcc}"


def _processor() -> str:
    info: Any = Path("/proc/cpuinfo")
    names = [
        line.partition(":")[2].strip()
        for line in info.read_text().splitlines()
        if line.startswith("model name")
    ]
    return names[0] if names else platform.machine()


def main() -> int:
    """Measure, print, write."""
    text = table(measure_perft(), {name: measure_lists(name) for name in ("russian", "international")})
    print(text)
    put("perft", text, "## Draughts: generating moves")
    return 0


if __name__ == "__main__":
    sys.exit(main())
