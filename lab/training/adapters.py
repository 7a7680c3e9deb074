"""Thin pairs beside matrices that stay as they are: x W + (x D) U (LoRA, Hu et al. 2021). A model that is trained on in this way
adds little to a repository, since all else in its exported file comes out byte for byte as it was.
"""

from __future__ import annotations

import math

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn


class AdaptedLinear(nn.Linear):
    """A linear layer whose matrix is kept, with a thin pair beside it that learns; nothing is added at the start."""

    def __init__(self, kept: nn.Linear, rank: int) -> None:
        super().__init__(kept.in_features, kept.out_features)
        self.load_state_dict(kept.state_dict())
        self.down = nn.Parameter(torch.randn(self.in_features, rank) / math.sqrt(self.in_features))
        self.up = nn.Parameter(torch.zeros(rank, self.out_features))
        self.weight.requires_grad_(False)

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x) + (x @ self.down) @ self.up


def adapt_linears(module: nn.Module, rank: int) -> None:
    """Puts a pair of so many columns beside each linear layer."""
    for part in [*module.modules()]:
        for name, child in [*part.named_children()]:
            if type(child) is nn.Linear:
                setattr(part, name, AdaptedLinear(child, rank))


def fold_adapters(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights of a network without adapters that says the same."""
    folded = {}
    for name, value in weights.items():
        part = name.removesuffix(".weight").removesuffix(".kept")
        if name.endswith(".weight") and f"{part}.down" in weights:
            added = weights[f"{part}.down"] @ weights[f"{part}.up"]
            folded[f"{part}.weight"] = value + (added if name.endswith(".kept.weight") else added.T)
        elif not name.endswith((".down", ".up")):
            folded[name] = value
    return folded


def quantise_rows(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows with a float scale each."""
    scales = np.maximum(np.abs(table).max(1) / 127, 1e-8).astype(np.float32)
    return np.clip(np.round(table / scales[:, None]), -127, 127).astype(np.int8), scales


def store_rows(graph: onnx.GraphProto, name: str, table: np.ndarray) -> list[onnx.NodeProto]:
    """`table` as int8 initialisers; the nodes give it back as floats called `name`, which the runtime does once."""
    rows, scales = quantise_rows(table)
    graph.initializer.extend([numpy_helper.from_array(rows, f"{name}_rows"), numpy_helper.from_array(scales[:, None], f"{name}_scales")])
    return [
        helper.make_node("Cast", [f"{name}_rows"], [f"{name}_floats"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}_floats", f"{name}_scales"], [name]),
    ]


def insert_first(graph: onnx.GraphProto, nodes: list[onnx.NodeProto]) -> None:
    for node in reversed(nodes):
        graph.node.insert(0, node)


def shrink_adapters(graph: onnx.GraphProto) -> None:
    for entry in [i for i in graph.initializer if i.name.endswith((".down", ".up"))]:
        graph.initializer.remove(entry)
        insert_first(graph, store_rows(graph, entry.name, numpy_helper.to_array(entry)))
