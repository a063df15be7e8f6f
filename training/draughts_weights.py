"""Fits the draughts evaluation to games of Kibitz against itself, from nothing.

    python -m training.draughts_weights all international --gpu     into the package: three rounds
    python -m training.draughts_weights all russian --seconds 600 3600 3600                   on all cores
    python -m training.draughts_weights all russian --shares 64 --scheduler tcp://10.0.0.5:8786
    python -m training.draughts_weights play russian --seconds 60 --to /tmp/games             one round
    python -m training.draughts_weights fit russian --games /tmp/games --into /tmp/weights

Games are played by `draughts_selfplay.cu` on a GPU (`--gpu`), or on cores here or of a Dask cluster, whose
workers run in a checkout of this repository; each round with the weights of the one before. Rows of positions
are labelled with how the game ended and with what the search thought, as winning chances; what patterns
add to the general evaluation is fitted to that by logistic regression (Adam).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kibitz.core.errors import KibitzError
from kibitz.games.draughts import weights
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.variants import preset
from training.draughts_fit import STEPS, Fit, fitted
from training.draughts_play import NODES, Player, no_patterns

FOLDER = weights.weights_file(preset("international")).parent
GPU_SECONDS, CORE_SECONDS = (10.0, 60.0, 110.0), (600.0, 3600.0, 3600.0)
"""How long each round plays."""

Share = tuple[str, float, int, bool, np.ndarray]
"""A part of a round: rule set, seconds, seed, whether on a GPU, and the patterns to play with."""


def played(share: Share) -> np.ndarray:
    """The rows of one share of the games."""
    name, seconds, seed, gpu, patterns = share
    found = Player(preset(name), gpu=gpu).play(patterns, seconds, seed)
    print(
        f"{name}: {found.games:,} games, {len(found.rows):,} positions, {found.nodes:.3g} nodes", flush=True
    )
    return found.rows


def play_round(shares: Sequence[Share], folder: Path, scheduler: str = "") -> np.ndarray:
    """Play shares of games wherever there is room, keep each as a file, and give all rows."""
    from kibitz.work.spread import spread
    from training.draughts_weights import played  # by this name other processes find it

    folder.mkdir(parents=True, exist_ok=True)
    if shares[0][3]:
        found = [(share, played(share)) for share in shares]
    else:
        found = list(spread(played, shares, scheduler))
    for (name, _, seed, *_), rows in found:
        np.save(folder / f"{name}-{seed}.npy", rows)
    return np.concatenate([rows for _, rows in found])


def keep(variant: Variant, rows: np.ndarray, found: Fit, folder: Path) -> Path:
    """Write weights with their card."""
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{variant.name}.npz"
    card = {
        "patterns_sha256": hashlib.sha256(found.patterns.tobytes()).hexdigest(),
        "positions": len(rows),
        "nodes": NODES,
        "scale": found.scale,
        "held_out": found.held_out,
        "held_out_general": found.general,
        "made": f"training/draughts_weights.py, {time.strftime('%Y-%m-%d')}",
    }
    np.savez_compressed(made, patterns=found.patterns, card=np.array(json.dumps(card)))
    print(made, made.stat().st_size, "bytes", json.dumps(card), flush=True)
    return made


def main() -> None:
    """Run, or say in a sentence why not."""
    try:
        run(options())
    except KibitzError as error:
        raise SystemExit(str(error)) from None


def options() -> argparse.Namespace:
    """What the command line says."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("task", choices=("play", "fit", "all"))
    told.add_argument("variant")
    told.add_argument("--seconds", type=float, nargs="+", help="how long each round plays")
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--games", "--to", type=Path, default=Path("/tmp/kibitz-games"))
    told.add_argument("--into", type=Path, default=FOLDER)
    told.add_argument("--gpu", action="store_true", help="play on a GPU; needs CUDA's compiler")
    told.add_argument("--steps", type=int, default=STEPS, help="of each fit")
    told.add_argument("--shares", type=int, default=os.cpu_count() or 1, help="in how many parts to play")
    told.add_argument("--scheduler", default="", help="a Dask scheduler whose workers play")
    return told.parse_args()


def run(given: argparse.Namespace) -> None:
    """Play, fit, or both in turns."""
    variant = preset(given.variant)
    patterns = no_patterns(variant)
    if given.task == "fit":
        files = sorted(given.games.glob(f"{variant.name}-*.npy"))
        if not files:
            raise KibitzError(f"There are no games of {variant.name} in {given.games}; play some first.")
        rows = np.concatenate([np.load(file) for file in files])
        keep(variant, rows, fitted(variant, rows, steps=given.steps), given.into)
        return
    rounds = given.seconds or (GPU_SECONDS if given.gpu else CORE_SECONDS)
    for number, seconds in enumerate(rounds[:1] if given.task == "play" else rounds):
        seeds = [given.seed + 1000 * number + i for i in range(1 if given.gpu else given.shares)]
        shares = [(variant.name, seconds, seed, given.gpu, patterns) for seed in seeds]
        folder = given.games / str(number) if given.task == "all" else given.games
        rows = play_round(shares, folder, given.scheduler)
        if given.task == "all":
            found = fitted(variant, rows, steps=given.steps)
            patterns = found.patterns.astype(np.int64)
    if given.task == "all":
        keep(variant, rows, found, given.into)


if __name__ == "__main__":
    main()
