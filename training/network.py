"""The network as PyTorch trains it, and as ONNX once its batch norms are folded away."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from kibitz.vision.network import CELL_PX, OUTPUTS, PLANES

CHANNELS = (24, 48, 96, 120)
STRIDES = (2, 2, 2, 1)
PITCH, WINDOW = CELL_PX // 8, 3
"""Between cells and for one cell, in the last convolution's pixels."""
HIDDEN = 64


class Cells(nn.Module):
    """Four convolutions, each halving the picture but the last, and two dense layers."""

    def __init__(self, channels: tuple[int, ...] = CHANNELS) -> None:
        super().__init__()
        wide = (PLANES, *channels)
        self.convolutions = nn.ModuleList(
            nn.Conv2d(wide[i], wide[i + 1], 3, STRIDES[i], bias=False) for i in range(len(channels))
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(c) for c in channels)
        self.hidden = nn.Conv2d(channels[-1], HIDDEN, WINDOW, PITCH)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Conv2d(HIDDEN, OUTPUTS, 1)

    def forward(self, x: Tensor) -> Tensor:
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = torch.relu(norm(convolution(x)))
        x = torch.relu(self.hidden(x))
        answer: Tensor = self.out(self.drop(x))
        return answer


def save_onnx(net: Cells, path: Path) -> None:
    """The trained network as a file that OpenCV runs."""
    nodes, weights, last = [], [], "board"
    for i, (convolution, norm) in enumerate(zip(net.convolutions, net.norms, strict=True)):
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        bias = norm.bias - norm.running_mean * gain
        weights += _pair(f"c{i}", convolution.weight * gain[:, None, None, None], bias)
        nodes += [_convolution(last, f"c{i}", 3, STRIDES[i]), helper.make_node("Relu", [f"c{i}"], [f"r{i}"])]
        last = f"r{i}"
    weights += _pair("h", net.hidden.weight, net.hidden.bias) + _pair("o", net.out.weight, net.out.bias)
    nodes += [
        _convolution(last, "h", WINDOW, PITCH),
        helper.make_node("Relu", ["h"], ["bent"]),
        _convolution("bent", "o", 1, 1),
    ]
    shapes = ("board", ["n", PLANES, "high", "wide"]), ("o", ["n", OUTPUTS, "rows", "columns"])
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes]
    graph = helper.make_graph(nodes, "cells", ends[:1], ends[1:], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.save(model, str(path))


def _convolution(last: str, name: str, side: int, stride: int) -> onnx.NodeProto:
    names = [last, f"{name}w", f"{name}b"]
    return helper.make_node(
        "Conv", names, [name], kernel_shape=[side] * 2, strides=[stride] * 2, pads=[0] * 4
    )


def _pair(name: str, weight: Tensor, bias: Tensor) -> list[onnx.TensorProto]:
    both = ((f"{name}w", weight), (f"{name}b", bias))
    return [numpy_helper.from_array(t.detach().cpu().numpy().astype(np.float32), n) for n, t in both]
