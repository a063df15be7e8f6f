"""From nothing to the weights in the package: render boards, train, calibrate, measure, write the card.

python -m training.fit                         what `make train` runs; with a GPU ten minutes, without a day
python -m training.fit --boards 60 --passes 1 --out /tmp/try      a try-out on any machine
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
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F  # noqa: N812, everyone knows it by this name

from kibitz.vision.network import OPPONENT, OUTPUTS, sight_of, white_of
from training import calibrate
from training.boards import KINDS
from training.network import SIZES, Cells, load_onnx, save_onnx
from training.synthesise import TRAINING_SEEDS, VALIDATION_SEEDS, Examples, synthesised

MODELS = Path(__file__).parent.parent / "src" / "kibitz" / "vision" / "models"
BATCH = 2048
COVERED = 0.2
"""A cell counts as hidden from this share on."""


class Data:
    """Examples on the device that trains."""

    def __init__(self, made: Examples, device: str) -> None:
        self.crops = torch.from_numpy(made.crops).to(device)
        self.white = torch.from_numpy(whites(made)).to(device)
        self.kind = torch.from_numpy(made.kind.astype(np.int64)).to(device)
        self.hidden = torch.from_numpy(made.hidden).to(device)
        self.blocks = torch.from_numpy(made.blocks).to(device)
        self.colour = torch.from_numpy(made.colour @ OPPONENT.T).to(device)

    def __len__(self) -> int:
        return len(self.kind)


def whites(made: Examples) -> NDArray[np.float32]:
    """Each cell's board's white."""
    white = np.empty((len(made.kind), 3), np.float32)
    edges = np.flatnonzero(np.diff(made.board, prepend=-1))
    for low, high in zip(edges, [*edges[1:], len(made.board)], strict=True):
        white[low:high] = white_of(made.crops[low:high])
    return white


def inputs(crops: Tensor, white: Tensor) -> Tensor:
    """The same as `kibitz.vision.network.inputs_of`, on the device."""
    return torch.sqrt(crops.permute(0, 3, 1, 2).float() / white[:, :, None, None])


def varied(x: Tensor, blocks: Tensor, choices: torch.Generator) -> tuple[Tensor, Tensor]:
    """Crops turned and mirrored, with the nine parts of their cover: the board has no up."""
    parts = blocks.reshape(-1, 3, 3)
    if torch.rand((), generator=choices) < 0.5:
        x, parts = x.flip(3), parts.flip(2)
    turns = int(torch.randint(0, 4, (), generator=choices))
    return x.rot90(turns, (2, 3)), parts.rot90(turns, (1, 2)).reshape(blocks.shape)


def loss_of(answers: Tensor, kind: Tensor, hidden: Tensor, blocks: Tensor, colour: Tensor) -> Tensor:
    """Kinds where most of the cell is seen, colours where there is a piece, cover everywhere."""
    clear = (hidden < 0.5).float()
    kinds = (F.cross_entropy(answers[:, :4], kind, reduction="none") * clear).mean()
    covered = F.binary_cross_entropy_with_logits(answers[:, 4], (hidden >= COVERED).float())
    share = F.binary_cross_entropy_with_logits(answers[:, 5:14], blocks)
    piece = clear * (kind > 0).float()
    spread = answers[:, 17:20].clamp(-9, 2)
    miss = (colour - answers[:, 14:17]).square() * torch.exp(-spread) + spread
    colours = (miss.sum(1) * piece).sum() / piece.sum().clamp(min=1)
    return 2 * kinds + 1.5 * covered + 2 * share + 0.05 * colours


def trained(data: Data, size: str, passes: int, device: str, seed: int, begin: Path | None = None) -> Cells:
    """One network; gently, if it begins from another. The learning rate rises and falls once."""
    torch.manual_seed(seed)
    net, most = Cells(SIZES[size]).to(device), 4e-3
    if begin is not None:
        load_onnx(net, begin)
        net.eval()
        most = 1e-3
    optimiser = torch.optim.AdamW(net.parameters(), most, weight_decay=1e-3)
    steps = max(1, passes * (len(data) // BATCH))
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, most, total_steps=steps + 1, pct_start=0.15)
    choices = torch.Generator().manual_seed(seed)
    for step in range(steps):
        pick = torch.randint(0, len(data), (BATCH,), device=device)
        tint = torch.exp(torch.randn((BATCH, 3), device=device) * 0.05)
        x, blocks = varied(inputs(data.crops[pick], data.white[pick] * tint), data.blocks[pick], choices)
        answers = net(x).flatten(1)
        loss = loss_of(answers, data.kind[pick], data.hidden[pick], blocks, data.colour[pick])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        rate.step()
        if step % 500 == 0:
            print(f"{size} step {step}/{steps} loss {loss.item():.4f}", flush=True)
    return net.eval()


def answers_of(net: Cells, data: Data) -> NDArray[np.float32]:
    """The network's raw numbers for every example."""
    with torch.no_grad():
        parts = [
            net(inputs(data.crops[i : i + 8192], data.white[i : i + 8192])).flatten(1).cpu()
            for i in range(0, len(data), 8192)
        ]
    return np.asarray(torch.cat(parts).numpy() if parts else np.zeros((0, OUTPUTS)), np.float32)


def card_of(made: Examples, size: str, asked: argparse.Namespace, took_s: float) -> dict[str, object]:
    """What the model is, for people and for the program."""
    digest = hashlib.sha256()
    for name in ("crops", "kind", "hidden", "blocks", "colour"):
        digest.update(getattr(made, name).tobytes())
    return {
        "model": "cells.onnx",
        "made": datetime.now(UTC).date().isoformat(),
        "size": size,
        "channels": SIZES[size],
        "boards": asked.boards,
        "examples": len(made.kind),
        "examples_sha256": digest.hexdigest(),
        "first_seed": asked.first,
        "began_from": asked.begin and hashlib.sha256(asked.begin.read_bytes()).hexdigest(),
        "validation_seed": VALIDATION_SEEDS,
        "passes": asked.passes,
        "seed": asked.seed,
        "kinds": KINDS,
        "seconds": round(took_s),
    }


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=24000)
    parser.add_argument("--check", type=int, default=3000, help="boards to calibrate on")
    parser.add_argument("--passes", type=int, default=30)
    parser.add_argument("--sizes", nargs="+", default=["medium"], choices=tuple(SIZES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--begin", type=Path, help="a model to go on from, instead of from nothing")
    parser.add_argument("--first", type=int, default=TRAINING_SEEDS, help="the first board's seed")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument(
        "--answers", action="store_true", help="keep what the network says of the check boards"
    )
    return parser.parse_args()


def main() -> None:
    """Make everything."""
    asked, began = arguments(), time.monotonic()
    torch.backends.cudnn.benchmark = torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    check = synthesised(asked.check, VALIDATION_SEEDS, asked.workers)
    print(f"{len(check.kind)} crops to check after {time.monotonic() - began:.0f} s", flush=True)
    made = synthesised(asked.boards, asked.first, asked.workers)
    print(f"{len(made.kind)} crops to learn from after {time.monotonic() - began:.0f} s", flush=True)
    data, held = Data(made, device), Data(check, device)
    asked.out.mkdir(parents=True, exist_ok=True)
    for size in asked.sizes:
        net = trained(data, size, asked.passes, device, asked.seed, asked.begin)
        name = "cells" if len(asked.sizes) == 1 else f"cells-{size}"
        save_onnx(net.cpu(), asked.out / f"{name}.onnx")
        answers = answers_of(net.to(device), held)
        if asked.answers:
            kept = {
                n: getattr(check, n) for n in ("kind", "hidden", "colour", "board", "face", "family", "tier")
            }
            np.savez_compressed(asked.out / f"{name}-answers.npz", answers=answers.astype(np.float16), **kept)
        card = card_of(made, size, asked, time.monotonic() - began) | calibrate.fitted(
            sight_of(answers), check
        )
        (asked.out / f"{name}.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
        print(json.dumps({k: card[k] for k in ("size", "calibration", "scores")}), flush=True)


if __name__ == "__main__":
    main()
