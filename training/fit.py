"""From nothing to the weights in the package: render boards, train, calibrate, measure, write the card.

    python -m training.fit                         `make train`; with a GPU ten minutes, without a day
    python -m training.fit --share 0.002 --out /tmp/try      a try-out on any machine

Two stages: one from nothing, and a gentler one that goes on with other boards. Their mean reads better than
either.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F  # noqa: N812, everyone knows it by this name

from kibitz.vision.calibration import CARD
from kibitz.vision.network import MODEL, OPPONENT, OUTPUTS, sight_of, white_of
from training import calibrate
from training.boards import KINDS
from training.network import CHANNELS, Cells, load_onnx, mean_onnx, save_onnx
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


def trained(data: Data, passes: int, device: str, seed: int, begin: Path | None = None) -> Cells:
    """One network; gently, if it begins from another. The learning rate rises and falls once."""
    torch.manual_seed(seed)
    net, most = Cells().to(device), 4e-3
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
            print(f"step {step}/{steps} loss {loss.item():.4f}", flush=True)
    return net.eval()


def answers_of(net: Cells, data: Data) -> NDArray[np.float32]:
    """The network's raw numbers for every example."""
    with torch.no_grad():
        parts = [
            net(inputs(data.crops[i : i + 8192], data.white[i : i + 8192])).flatten(1).cpu()
            for i in range(0, len(data), 8192)
        ]
    return np.asarray(torch.cat(parts).numpy() if parts else np.zeros((0, OUTPUTS)), np.float32)


@dataclass(frozen=True, slots=True)
class Stage:
    """So many boards, numbered from a seed, seen so many times."""

    boards: int
    first_seed: int
    passes: int


STAGES = (Stage(15_000, TRAINING_SEEDS, 26), Stage(6_000, TRAINING_SEEDS + 100_000, 32))
CHECK_BOARDS = 2000


def staged(stage: Stage, asked: argparse.Namespace, path: Path, begin: Path | None) -> dict[str, object]:
    """Train one stage, save it, and say what it learnt from."""
    made = synthesised(max(1, round(stage.boards * asked.share)), stage.first_seed, asked.workers)
    print(f"{len(made.kind)} crops to learn from", flush=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = trained(Data(made, device), stage.passes, device, asked.seed, begin)
    save_onnx(net.cpu(), path)
    digest = hashlib.sha256()
    for name in ("crops", "kind", "hidden", "blocks", "colour"):
        digest.update(getattr(made, name).tobytes())
    return asdict(stage) | {"examples": len(made.kind), "examples_sha256": digest.hexdigest()}


def measured(model: Path, asked: argparse.Namespace) -> dict[str, object]:
    """The model's calibration and scores on boards that it did not learn from."""
    check = synthesised(max(4, round(CHECK_BOARDS * asked.share)), VALIDATION_SEEDS, asked.workers)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = Cells()
    load_onnx(net, model)
    return calibrate.fitted(sight_of(answers_of(net.eval().to(device), Data(check, device))), check)


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--share", type=float, default=1.0, help="share of all boards, for a try-out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=MODELS)
    return parser.parse_args()


def main() -> None:
    """Make everything."""
    asked = arguments()
    torch.backends.cudnn.benchmark = torch.backends.cuda.matmul.allow_tf32 = True
    asked.out.mkdir(parents=True, exist_ok=True)
    model, parts, stages = asked.out / MODEL, [], []
    with TemporaryDirectory() as folder:
        for number, stage in enumerate(STAGES):
            parts.append(Path(folder) / f"{number}.onnx")
            stages.append(staged(stage, asked, parts[-1], parts[-2] if number else None))
        mean_onnx(parts, model)
    card = {
        "model": MODEL,
        "model_sha256": hashlib.sha256(model.read_bytes()).hexdigest(),
        "made": datetime.now(UTC).date().isoformat(),
        "channels": CHANNELS,
        "kinds": KINDS,
        "seed": asked.seed,
        "stages": stages,
        "validation_seed": VALIDATION_SEEDS,
    } | measured(model, asked)
    (asked.out / CARD).write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    print(json.dumps(card["scores"], indent=1))


if __name__ == "__main__":
    main()
