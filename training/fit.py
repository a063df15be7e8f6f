"""From nothing to the weights in the package: render boards, train, calibrate, measure, write the card.

    python -m training.fit                         `make train`; with sixteen cores and a GPU twenty minutes
    python -m training.fit --share 0.002 --out /tmp/try      a try-out on any machine

What was rendered stays in `--examples`, so that a second call goes on where the first was stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import torch

from kibitz.vision.calibration import CARD
from kibitz.vision.network import MODEL
from training import calibrate
from training.boards import KINDS
from training.learn import Data, trained
from training.network import CHANNELS, save_onnx
from training.synthesise import TRAINING_SEEDS, Examples, synthesised

BOARDS, PASSES = 26_000, 100
_BEGAN = time.perf_counter()


def digest_of(made: Examples) -> str:
    """A hash of all that was learnt from."""
    digest = hashlib.sha256()
    for name in ("crops", "lean", "kind", "hidden", "blocks", "colour"):
        digest.update(np.ascontiguousarray(getattr(made, name)).data)
    return digest.hexdigest()


def learnt(asked: argparse.Namespace, model: Path, device: str) -> dict[str, object]:
    """Train, save the network, and say what it learnt from."""
    boards = max(1, round(BOARDS * asked.share))
    made = synthesised(boards, TRAINING_SEEDS, asked.workers, asked.examples)
    _say(f"{len(made.kind)} crops to learn from")
    net = trained(Data(made, device), asked.passes, device, asked.seed)
    save_onnx(net.cpu(), model)
    _say("trained")
    return {
        "boards": boards,
        "first_seed": TRAINING_SEEDS,
        "passes": asked.passes,
        "examples": len(made.kind),
        "examples_sha256": digest_of(made),
    }


def _say(what: str) -> None:
    print(f"{what} after {time.perf_counter() - _BEGAN:.0f} s", flush=True)


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--share", type=float, default=1.0, help="share of all boards, for a try-out")
    parser.add_argument("--passes", type=int, default=PASSES, help="how often each board is seen")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--examples", type=Path, default=Path("scratch/examples"))
    parser.add_argument("--out", type=Path, default=calibrate.MODELS)
    return parser.parse_args()


def main() -> None:
    """Make everything."""
    asked = arguments()
    torch.backends.cudnn.benchmark = torch.backends.cuda.matmul.allow_tf32 = True
    asked.out.mkdir(parents=True, exist_ok=True)
    device, model = "cuda" if torch.cuda.is_available() else "cpu", asked.out / MODEL
    source = learnt(asked, model, device)
    card = {
        "model": MODEL,
        "model_sha256": hashlib.sha256(model.read_bytes()).hexdigest(),
        "made": datetime.now(UTC).date().isoformat(),
        "channels": CHANNELS,
        "kinds": KINDS,
        "seed": asked.seed,
        **source,
    }
    (asked.out / CARD).write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    calibrate.renewed(asked.out, asked.share, asked.workers, asked.examples)
    _say("done")


if __name__ == "__main__":
    main()
