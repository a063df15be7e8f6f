"""The network as PyTorch trains it, and as ONNX once its batch norms are folded away."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from kibitz.vision.network import OUTPUTS, PX

SIZES = {"small": (12, 24, 48, 48), "medium": (16, 32, 64, 64), "large": (32, 64, 96, 96)}
STRIDES = (2, 2, 2, 1)
HIDDEN = 64


class Cells(nn.Module):
    """Four convolutions, each halving the picture but the last, and two dense layers."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__()
        wide = (4, *channels)
        self.convolutions = nn.ModuleList(
            nn.Conv2d(wide[i], wide[i + 1], 3, STRIDES[i], 1, bias=False) for i in range(len(channels))
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(c) for c in channels)
        side = PX // 8
        self.hidden = nn.Linear(channels[-1] * side * side, HIDDEN)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(HIDDEN, OUTPUTS)

    def forward(self, x: Tensor) -> Tensor:
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = torch.relu(norm(convolution(x)))
        x = torch.relu(self.hidden(x.flatten(1)))
        answer: Tensor = self.out(self.drop(x))
        return answer


def save_onnx(net: Cells, path: Path) -> None:
    """The trained network as a file that OpenCV runs."""
    nodes, weights, last = [], [], "crops"
    for i, (convolution, norm) in enumerate(zip(net.convolutions, net.norms, strict=True)):
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weights += _pair(
            f"c{i}", convolution.weight * gain[:, None, None, None], norm.bias - norm.running_mean * gain
        )
        stride = STRIDES[i]
        nodes += [
            helper.make_node(
                "Conv",
                [last, f"c{i}w", f"c{i}b"],
                [f"c{i}"],
                kernel_shape=[3, 3],
                strides=[stride] * 2,
                pads=[1] * 4,
            ),
            helper.make_node("Relu", [f"c{i}"], [f"r{i}"]),
        ]
        last = f"r{i}"
    weights += _pair("h", net.hidden.weight, net.hidden.bias) + _pair("o", net.out.weight, net.out.bias)
    nodes += [
        helper.make_node("Flatten", [last], ["flat"], axis=1),
        helper.make_node("Gemm", ["flat", "hw", "hb"], ["hidden"], transB=1),
        helper.make_node("Relu", ["hidden"], ["bent"]),
        helper.make_node("Gemm", ["bent", "ow", "ob"], ["answers"], transB=1),
    ]
    shapes = ("crops", ["n", 4, PX, PX]), ("answers", ["n", OUTPUTS])
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes]
    graph = helper.make_graph(nodes, "cells", ends[:1], ends[1:], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.save(model, str(path))


def _pair(name: str, weight: Tensor, bias: Tensor) -> list[onnx.TensorProto]:
    both = ((f"{name}w", weight), (f"{name}b", bias))
    return [numpy_helper.from_array(t.detach().cpu().numpy().astype(np.float32), n) for n, t in both]
