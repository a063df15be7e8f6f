"""Runs inside a peer library's own environment: counts moves, or lists them, and prints CPU seconds as JSON.

python peer.py py-draughts perft 7
python peer.py py-draughts list russian < positions.json
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def py_draughts_board(variant: str, fen: str | None = None) -> Any:
    """A board of py-draughts."""
    import draughts  # type: ignore[import-not-found]  # only in the peer's environment

    kind = {"russian": draughts.RussianBoard, "international": draughts.StandardBoard}[variant]
    return kind.from_fen(fen) if fen else kind()


def perft(board: Any, moves: Any, depth: int) -> int:
    """Leaves at this depth, the last ply counted and not played."""
    listed = moves(board)
    if depth == 1:
        return len(listed)
    total = 0
    for move in listed:
        board.push(move)
        total += perft(board, moves, depth - 1)
        board.pop()
    return total


def count(library: str, depth: int) -> dict[str, float]:
    """Perft of Russian draughts from the start."""
    if library == "py-draughts":
        board, moves = py_draughts_board("russian"), lambda board: board.legal_moves
    else:
        import draughts

        board, moves = draughts.Board(variant="russian", fen="startpos"), lambda board: board.legal_moves()
    begun = time.process_time()
    nodes = perft(board, moves, depth)
    return {"nodes": nodes, "cpu_s": time.process_time() - begun}


def listing(variant: str, fens: list[str], rounds: int) -> dict[str, float]:
    """The time for all lists of legal moves, each position's fastest of many (py-draughts only)."""
    boards = [py_draughts_board(variant, fen) for fen in fens]
    moves, fastest_ns = 0, [10**12] * len(boards)
    for _ in range(rounds):
        moves = 0
        for number, board in enumerate(boards):
            begun = time.perf_counter_ns()
            listed = board.legal_moves
            fastest_ns[number] = min(fastest_ns[number], time.perf_counter_ns() - begun)
            moves += len(listed)
    return {"nodes": moves, "cpu_s": sum(fastest_ns) / 1e9}


def main() -> None:
    """Do what the command line says."""
    library, task, what = sys.argv[1:4]
    if task == "perft":
        print(json.dumps(count(library, int(what))))
    else:
        print(json.dumps(listing(what, json.load(sys.stdin), rounds=60)))


if __name__ == "__main__":
    main()
