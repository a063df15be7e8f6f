"""One network taught: the examples on the device, how they are varied, the loss, and the loop.

The weights that are kept are a running mean over the last steps: it reads better than any one of them.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812, everyone knows it by this name

from kibitz.scene.truth import COVERED
from kibitz.vision.lean import MOST
from kibitz.vision.network import OPPONENT, PX
from training.network import Cells
from training.synthesise import Examples

BATCH = 2048
FASTEST = 4e-3
KEPT = 0.999
"""Share of the running mean that one step leaves."""


class Data:
    """Examples on the device that trains."""

    def __init__(self, made: Examples, device: str) -> None:
        self.crops = torch.from_numpy(made.crops).to(device)
        self.white = torch.from_numpy(made.white).to(device)
        self.lean = torch.from_numpy(made.lean).to(device)
        self.kind = torch.from_numpy(made.kind.astype(np.int64)).to(device)
        self.hidden = torch.from_numpy(made.hidden).to(device)
        self.blocks = torch.from_numpy(made.blocks).to(device)
        self.colour = torch.from_numpy(made.colour @ OPPONENT.T).to(device)

    def __len__(self) -> int:
        return len(self.kind)


def inputs(data: Data, pick: Tensor, tint: Tensor | None = None) -> Tensor:
    """The same as `kibitz.vision.network.inputs_of`, on the device."""
    pick = pick.to(data.crops.device)
    white = data.white[pick] if tint is None else data.white[pick] * tint
    light = torch.sqrt(data.crops[pick].permute(0, 3, 1, 2).float() / white[:, :, None, None])
    steps = torch.linspace(-0.5, 0.5, PX, device=light.device)
    lean = data.lean[pick]
    lines = (lean[:, :2, None] + lean[:, 2, None, None] * steps).clamp(-MOST, MOST)
    across = lines[:, 0, None, None, :].expand(-1, 1, PX, PX)
    down = lines[:, 1, None, :, None].expand(-1, 1, PX, PX)
    return torch.cat([light, across, down], dim=1)


def turned(x: Tensor, blocks: Tensor, choices: torch.Generator) -> tuple[Tensor, Tensor]:
    """Crops turned and mirrored, with their leans and the nine parts of their cover: the board has no up."""
    parts = blocks.reshape(-1, 3, 3)
    if torch.rand((), generator=choices) < 0.5:
        x, parts = x.flip(3), parts.flip(2)
        x[:, 3] *= -1
    for _ in range(int(torch.randint(0, 4, (), generator=choices))):
        x, parts = x.rot90(1, (2, 3)), parts.rot90(1, (1, 2))
        x = torch.cat([x[:, :3], x[:, 4:5], -x[:, 3:4]], dim=1)
    return x, parts.reshape(blocks.shape)


def worn(x: Tensor) -> Tensor:
    """Some crops a little blurred, some grainier: other cameras than the renderer's."""
    light = x[:, :3]
    few = torch.rand((len(x), 1, 1, 1), device=x.device)
    soft = F.avg_pool2d(F.pad(light, (1, 1, 1, 1), mode="replicate"), 3, 1)
    light = torch.where(few < 0.2, torch.lerp(light, soft, few * 5), light)
    grain = torch.randn_like(light) * 0.04 * torch.rand_like(few)
    light = torch.where((few > 0.15) & (few < 0.4), light + grain, light)
    return torch.cat([light, x[:, 3:]], dim=1)


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
    return 2 * kinds + 2 * covered + 2 * share + 0.05 * colours


def trained(data: Data, passes: int, device: str, seed: int) -> Cells:
    """One network. The learning rate rises and falls once."""
    torch.manual_seed(seed)
    net = Cells().to(device)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # the stubs forget this form
    kept = {name: value.detach().clone() for name, value in net.state_dict().items()}
    optimiser = torch.optim.AdamW(net.parameters(), FASTEST, weight_decay=1e-3)
    steps = max(1, passes * (len(data) // BATCH))
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, FASTEST, total_steps=steps + 1, pct_start=0.15)
    choices = torch.Generator().manual_seed(seed)
    for step in range(steps):
        loss = _step(net, data, device, choices)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        rate.step()
        _followed(kept, net, min(KEPT, step / (step + 10)))
        if step % 1000 == 0:
            print(f"step {step}/{steps} loss {loss.item():.4f}", flush=True)
    net.load_state_dict(kept)
    return net.eval()


def _step(net: Cells, data: Data, device: str, choices: torch.Generator) -> Tensor:
    pick = torch.randint(0, len(data), (BATCH,), device=device)
    tint = torch.exp(
        torch.randn((BATCH, 3), device=device) * 0.05 + torch.randn((BATCH, 1), device=device) * 0.08
    )
    x, blocks = turned(inputs(data, pick, tint), data.blocks[pick], choices)
    x = worn(x).contiguous(memory_format=torch.channels_last)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        answers = net(x).flatten(1)
    return loss_of(answers.float(), data.kind[pick], data.hidden[pick], blocks, data.colour[pick])


def _followed(kept: dict[str, Tensor], net: Cells, share: float) -> None:
    """The running mean moved a little towards the network as it is."""
    for name, value in net.state_dict().items():
        if value.dtype.is_floating_point:
            kept[name].lerp_(value, 1 - share)
