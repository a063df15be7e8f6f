"""Fits the draughts evaluation to games of the engine against itself.

    python -m training.draughts_weights play international --seconds 900 --seed 1 --to /tmp/games
    python -m training.draughts_weights fit international --games /tmp/games
    python -m training.draughts_weights all international        both, on all cores, into the package
    python -m training.draughts_weights all international --shares 64 --scheduler tcp://10.0.0.5:8786

With a scheduler the games are played on a Dask cluster, whose workers run in a checkout of this repository.

Positions are labelled with how the game ended and with the score the search found, as winning chances.
What patterns add to the general evaluation (see evaluation.py) is fitted by logistic regression (Adam, whole
batches), once for full boards and once for empty ones. The card beside the weights has the hash of the
data, the settings and the fit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.games.draughts import program, rules, weights
from kibitz.games.draughts.deepening import sides
from kibitz.games.draughts.kernel import ROOM
from kibitz.games.draughts.memo import MOST_MOVES
from kibitz.games.draughts.patterns import STATES, Regions, regions
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.variants import preset

ROW, LONGEST_GAME = 6, 180
NODES, WILD = 600, 10
MOST_ROWS = 700_000
STEPS, PACE, DECAY = 100, 3.0, 2e-6
RESULT = 0.7
"""The share of the game's result in a label; the rest is the score the search found."""
SCALE = 140 / np.log(10)
"""Hundredths of a man in one unit of log odds, where scores become labels: bolder than results alone."""
FOLDER = Path(weights.__file__).parent / "weights"
_TEMPLATE = Path(__file__).with_name("draughts_games.py")
_SIGNATURES = {
    "any_of": "I, BUFFER, I",
    "listed": "I, BUFFER, B, B, B, F",
    "thought": "I, BUFFER, BUFFER, BUFFER, B, B, B, F, I",
    "game": "I, BUFFER, BUFFER, BUFFER, BUFFER, B, B, B, F, I, I",
}
_ENTRY = """

@native(I, I, I, I, I, I, I, I, F, I, I)
def enter(moves, table, memo, out, own, foes, kings, down, nodes, wild):
    buffers = pointer(moves), pointer(table), pointer(memo), pointer(out)
    return game(*buffers, own, foes, kings, down, nodes, wild)
"""


def player(variant: Variant) -> Any:
    """The compiled game player of a rule set, on a board of up to 63 bits."""
    judgement = weights.judgement(variant)
    body = program.source(variant, judgement, "narrow", also="\n" + _TEMPLATE.read_text(encoding="utf-8"))
    return program.built(variant, "narrow", body, {**program.SIGNATURES, **_SIGNATURES}, _ENTRY).enter


def play(variant: Variant, seconds: float, seed: int, *, nodes: int = NODES) -> np.ndarray:
    """Rows of positions from games played for so long."""
    enter, judgement = player(variant), weights.judgement(variant)
    searcher = program.Native(variant, judgement)
    memory = searcher.memory(searcher.table(1 << 14))
    memory.moves[ROOM], memory.memo[9] = MOST_MOVES, seed * 2654435761 + 1
    out, kept = np.zeros(LONGEST_GAME * ROW, dtype=np.int64), []
    own, foes, kings, down = sides(variant, rules.start(variant))
    where = memory.moves.ctypes.data, memory.table.ctypes.data, memory.memo.ctypes.data, out.ctypes.data
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        rows = enter(*where, own, foes, kings, down, nodes, WILD)
        kept.append(out[: rows * ROW].reshape(-1, ROW).copy())
    print(f"{len(kept)} games", flush=True)
    return np.concatenate(kept)


class Data:
    """Positions as numbers for the fit, each seen by the side that plays down."""

    def __init__(self, variant: Variant, rows: np.ndarray) -> None:
        rows = _some(rows)
        own, foes, kings, down, score, result = rows.T
        ahead = np.where(down == 1, score, -score)
        self.high, self.low = np.where(down == 1, own, foes), np.where(down == 1, foes, own)
        self.kings = kings
        self.label = RESULT * (0.5 + 0.5 * result) + (1 - RESULT) / (1.0 + np.exp(-ahead / SCALE))
        self.shape = regions(variant)
        self.index = self._patterns(self.shape)
        self.general = np.where(down == 1, 1, -1) * _judged(variant, rows)
        self.full = _count(self.high | self.low) / weights.full_board(variant)
        self.hash = hashlib.sha256(rows.tobytes()).hexdigest()

    def _patterns(self, shape: Regions) -> list[tuple[np.ndarray, np.ndarray]]:
        high, low = self.high & ~self.kings, self.low & ~self.kings
        trits, turned = np.array(shape.trits), np.array(shape.turned_trits)
        found = []
        for number, (shift, opposite) in enumerate(shape.shifts):
            plus = trits[shape.gathered(high, shift)] + 2 * trits[shape.gathered(low, shift)]
            minus = turned[shape.gathered(low, opposite)] + 2 * turned[shape.gathered(high, opposite)]
            found.append((plus + STATES * number, minus + STATES * number))
        return found


def _judged(variant: Variant, rows: np.ndarray) -> np.ndarray:
    """The general evaluation of each position, for its side to move."""
    searcher = program.Native(variant, weights.general(variant))
    memory = searcher.memory(searcher.table(16))
    told = ((own, foes, kings, bool(down)) for own, foes, kings, down in rows[:, :4].tolist())
    return np.array([searcher.evaluate(memory, one) for one in told], dtype=np.float64)


def _some(rows: np.ndarray) -> np.ndarray:
    """Rows in a fixed order, no more than are needed, chosen by chance."""
    if len(rows) > MOST_ROWS:
        rows = rows[np.sort(np.random.default_rng(2).permutation(len(rows))[:MOST_ROWS])]
    return rows


def _count(bits: np.ndarray) -> np.ndarray:
    return np.bitwise_count(bits.astype(np.uint64)).astype(np.int64)


def fit(data: Data, *, steps: int = STEPS, decay: float = DECAY) -> tuple[np.ndarray, dict[str, float]]:
    """What patterns add to the general evaluation, on full and on empty boards, and how well it fits."""
    size = STATES * len(data.shape.shifts)
    worth = np.zeros(2 * size)
    mean, square = np.zeros_like(worth), np.zeros_like(worth)
    held = np.random.default_rng(1).random(len(data.label)) < 0.1
    scale = _scale(data)
    before = _loss(data, data.general, scale, held)
    for step in range(1, steps + 1):
        value = data.general + _patterns(data, worth, size)
        off = np.where(held, 0.0, 1.0 / (1.0 + np.exp(-value / scale)) - data.label)
        slope = _slope(data, off, size) / len(off) + decay * worth / 100
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        pace = PACE * (1 - step / (steps + 1))
        worth -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-7)
        if step % 20 == 0:
            print(
                f"step {step}: held-out {_loss(data, value, scale, held):.5f} (general {before:.5f})",
                flush=True,
            )
    told = {"scale": scale, "held_out": _loss(data, value, scale, held), "held_out_general": before}
    return worth.reshape(2, -1), told


def _scale(data: Data) -> float:
    """How many hundredths of a man make one unit of log odds, for the general evaluation."""
    every = np.zeros(len(data.label), dtype=bool) | True
    return float(min(range(40, 200, 5), key=lambda scale: _loss(data, data.general, scale, every)))


def _loss(data: Data, value: np.ndarray, scale: float, part: np.ndarray) -> float:
    return float(np.mean((1.0 / (1.0 + np.exp(-value[part] / scale)) - data.label[part]) ** 2))


def _patterns(data: Data, worth: np.ndarray, size: int) -> np.ndarray:
    full, empty = worth[:size], worth[size:]
    early = sum(full[plus] - full[minus] for plus, minus in data.index)
    late = sum(empty[plus] - empty[minus] for plus, minus in data.index)
    found: np.ndarray = early * data.full + late * (1 - data.full)
    return found


def _slope(data: Data, off: np.ndarray, size: int) -> np.ndarray:
    found = np.zeros(2 * size)
    for share, at in ((data.full, 0), (1 - data.full, size)):
        weighed = off * share
        for plus, minus in data.index:
            found[at : at + size] += np.bincount(plus, weighed, size) - np.bincount(minus, weighed, size)
    return found


def keep(variant: Variant, data: Data, folder: Path) -> Path:
    """Fit, and write the weights with their card."""
    worth, told = fit(data)
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{variant.name}.npz"
    card = {"positions": len(data.label), "data_sha256": data.hash, "nodes": NODES, **told}
    whole = np.clip(np.rint(worth), -2000, 2000).astype(np.int16)
    np.savez_compressed(made, patterns=whole, card=np.array(json.dumps(card)))
    print(made, made.stat().st_size, "bytes", json.dumps(card))
    return made


def played(share: tuple[str, float, int]) -> np.ndarray:
    """The rows of one share of the games: rule set, seconds, seed."""
    name, seconds, seed = share
    return play(preset(name), seconds, seed)


def play_shares(shares: list[tuple[str, float, int]], folder: Path, scheduler: str) -> None:
    """Play shares of games wherever there is room, and keep each as a file."""
    from kibitz.work.spread import spread
    from training.draughts_weights import played  # by this name other processes find it

    folder.mkdir(parents=True, exist_ok=True)
    for (name, _, seed), rows in spread(played, shares, scheduler):
        np.save(folder / f"{name}-{seed}.npy", rows)


def main() -> None:
    """Read the options and run."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("task", choices=("play", "fit", "all"))
    options.add_argument("variant")
    options.add_argument("--seconds", type=float, default=3600.0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", "--to", default="/tmp/kibitz-games")
    options.add_argument("--into", type=Path, default=FOLDER)
    options.add_argument("--shares", type=int, default=os.cpu_count() or 1, help="in how many parts to play")
    options.add_argument("--scheduler", default="", help="a Dask scheduler whose workers play")
    given = options.parse_args()
    seeds = {"play": [given.seed], "all": range(1, given.shares + 1), "fit": []}[given.task]
    shares = [(given.variant, given.seconds, seed) for seed in seeds]
    play_shares(shares, Path(given.games), given.scheduler)
    if given.task != "play":
        parts = [np.load(path) for path in sorted(Path(given.games).glob(f"{given.variant}-*.npy"))]
        variant = preset(given.variant)
        keep(variant, Data(variant, np.concatenate(parts)), given.into)


if __name__ == "__main__":
    main()
