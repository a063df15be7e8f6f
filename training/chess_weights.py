"""Fits the chess evaluation to what Stockfish thinks of positions from the engine's games against itself.

    python -m training.chess_weights play --seconds 290 --seed 1 --to /tmp/positions.txt
    python -m training.chess_weights fit /tmp/positions.txt ...          into the package

Positions are quiet: no check, and neither side's best move captures. The fit is a logistic regression (Adam,
whole batches) of winning chances, drawn towards the start (chess_start.py), the squares more than the rest.
The weights of the package come from two runs of 285 and 290 seconds with the seeds 1 and 2.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np

from kibitz.bots.engines import found
from kibitz.games.chess import compiled, features
from kibitz.games.chess.deepening import Searcher, remembering
from kibitz.games.chess.engine import STEEPNESS
from kibitz.games.chess.loading import lay, memory, move_of
from kibitz.games.chess.memo import WEIGHTS
from kibitz.games.chess.position import Position
from kibitz.games.chess.weights import FILE, weights
from training.chess_start import start

NODES, LABEL_NODES = 250, 400
WILD, KEPT = 0.06, 0.35
"""Shares of moves played at random, and of positions kept."""
DECIDED, MOST = 900, 1500
"""Hundredths of a pawn: games beyond the first are soon broken off, labels beyond the second left out."""
STEPS, HELD_SQUARES, HELD = 300, 2e-8, 1e-9


class Labeller:
    """Stockfish, asked for the worth of a position to its mover."""

    def __init__(self) -> None:
        program = found()
        assert program is not None, "Stockfish is needed: apt-get install stockfish"
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([str(program)], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def label(self, fen: str) -> tuple[int | None, str]:
        """Hundredths of a pawn (none near mate), and the best move."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"position fen {fen}\ngo nodes {LABEL_NODES}\n")
        self.process.stdin.flush()
        worth: int | None = None
        for line in self.process.stdout:
            words = line.split()
            if "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                worth = int(number) if kind == "cp" else None
            if words[:1] == ["bestmove"]:
                return worth, words[1]
        raise EOFError("Stockfish has ended")


def games(seconds: float, seed: int) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Positions of games with random beginnings and a random move now and then, and what was played."""
    searcher = Searcher(compiled.wait(), memory(weights()), remembering(1 << 14))
    rng, until = Random(seed), time.monotonic() + seconds
    while time.monotonic() < until:
        board, decided = chess.Board(), 0
        for _ in range(rng.randint(4, 12)):
            if moves := list(board.legal_moves):
                board.push(rng.choice(moves))
        while not board.is_game_over(claim_draw=True) and board.ply() < 200 and decided < 8:
            searcher.begin(Position(board.copy(stack=False)), NODES)
            searcher.run(6, first=1)
            decided = decided + 1 if abs(searcher.found.score) > DECIDED else 0
            words = searcher.found.words if rng.random() > WILD else ()
            move = move_of(words[0]) if words else rng.choice(list(board.legal_moves))
            if rng.random() < KEPT:
                yield board, move
            board.push(move)


def play(seconds: float, seed: int, to: Path) -> None:
    """Write labelled positions, one a line."""
    labeller = Labeller()
    with to.open("a", encoding="utf-8") as file:
        for board, move in games(seconds, seed):
            if not board.is_check() and _is_quiet(board, move):
                worth, best = labeller.label(board.fen())
                if worth is not None and abs(worth) < MOST and _is_quiet(board, chess.Move.from_uci(best)):
                    file.write(f"{board.fen()};{worth}\n")


def _is_quiet(board: chess.Board, move: chess.Move) -> bool:
    return not board.is_capture(move) and not move.promotion


def counted(fens: list[str]) -> tuple[Any, Any]:
    """What the evaluation counts in each position, by setting one weight at a time; and what is fixed."""
    kernels, memo = compiled.wait(), memory(np.zeros(features.COUNT, dtype=np.int64))
    rows, fixed = np.zeros((len(fens), 2 * features.COUNT), dtype=np.float32), np.zeros(len(fens))
    for row, fen in enumerate(fens):
        lay(kernels, memo, Position(chess.Board(fen)))
        fixed[row] = kernels.judge(memo.ctypes.data)
        for column in range(2 * features.COUNT):
            end, place = divmod(column, features.COUNT)
            memo[WEIGHTS + place] = features.packed(0, 2400) if end else features.packed(2400, 0)
            rows[row, column] = (kernels.judge(memo.ctypes.data) - fixed[row]) / 2400
            memo[WEIGHTS + place] = 0
    return rows, fixed


def chance(worth: Any) -> Any:
    """Winning chances of hundredths of a pawn."""
    return 1 / (1 + np.exp(-STEEPNESS * worth))


def fitted(rows: Any, fixed: Any, labels: Any) -> Any:
    """The weights; Stockfish's hundredths are first brought to the scale of the start."""
    begin = start().T.ravel()
    scales = np.linspace(0.3, 3.0, 55)
    errors = [np.mean((chance(rows @ begin + fixed) - chance(scale * labels)) ** 2) for scale in scales]
    wanted = chance(scales[int(np.argmin(errors))] * labels)
    held = np.full((2, features.COUNT), HELD)
    held[:, : features.KNIGHT_ROOM] = HELD_SQUARES
    found_, first, second = begin.copy(), np.zeros_like(begin), np.zeros_like(begin)
    for step in range(1, STEPS + 1):
        now = chance(rows @ found_ + fixed)
        slope = (2 * STEEPNESS * (now - wanted) * now * (1 - now)) @ rows / len(labels)
        slope += 2 * held.ravel() * (found_ - begin)
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        pace = 1.0 if step <= 250 else 0.3
        found_ -= pace * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
    print(
        f"error {np.mean((chance(rows @ found_ + fixed) - wanted) ** 2):.5f}, at the start {min(errors):.5f}"
    )
    return found_.reshape(2, -1).T


def fit(files: list[Path]) -> None:
    """Fit to the positions of these files, and put the weights into the package."""
    lines = [line.split(";") for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    known = {fen: float(worth) for fen, worth in lines}
    rows, fixed = counted(list(known))
    found_ = fitted(rows, fixed, np.array(list(known.values())))
    np.save(FILE, np.rint(found_).astype(np.int16))
    print(f"{len(known):,} positions, {FILE}")


def main() -> None:
    """Do what the command line says."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    tasks = options.add_subparsers(dest="task", required=True)
    playing = tasks.add_parser("play")
    playing.add_argument("--seconds", type=float, default=290)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--to", type=Path, required=True)
    fitting = tasks.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    given = options.parse_args()
    if given.task == "play":
        play(given.seconds, given.seed, given.to)
    else:
        fit(given.files)


if __name__ == "__main__":
    main()
