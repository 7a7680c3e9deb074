"""The encoder of Whisper base (OpenAI, MIT): read from its CTranslate2 file, rebuilt in PyTorch.

Six layers of width 512, 80 mels in, 50 frames a second out. `python -m recogniser.fetch` gets the file.
"""

import hashlib
import struct
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

WIDTH, HEADS, LAYERS, MELS, MAX_FRAMES = 512, 8, 6, 80, 1500
MIDDLE = 3
FILE_SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
ARRAY_TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """All arrays of a CTranslate2 `model.bin` (version 6) by name; ValueError where the file is another one."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != FILE_SHA256:
        raise ValueError(f"{path} is not the Whisper base this recipe was written for")
    at = 0

    def take(layout: str) -> tuple:
        nonlocal at
        values = struct.unpack_from("<" + layout, data, at)
        at += struct.calcsize("<" + layout)
        return values

    def take_text() -> str:
        nonlocal at
        (length,) = take("H")
        at += length
        return data[at - length : at].rstrip(b"\0").decode()

    take("I"), take_text(), take("I")
    (count,) = take("I")
    arrays = {}
    for _ in range(count):
        name = take_text()
        (rank,) = take("B")
        shape = take("I" * rank)
        kind, length = take("BI")
        arrays[name] = np.frombuffer(data, ARRAY_TYPES[kind], length // np.dtype(ARRAY_TYPES[kind]).itemsize, at).reshape(shape)
        at += length
    return arrays


class Layer(nn.Module):
    """Self-attention and a feed-forward layer, both pre-normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.norm_attention, self.norm_feed = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.attention_out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.feed_in, self.feed_out = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """[batch, frames, 512] to the same; `mask` [batch, 1, 1, frames] is true where there is sound."""
        batch, frames, _ = x.shape
        q, k, v = self.qkv(self.norm_attention(x)).view(batch, frames, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-1, -2)) * (WIDTH // HEADS) ** -0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -1e4)
        # Written out: on a CPU with bfloat16 matrices this is trained three times as fast as the fused attention.
        mixed = scores.softmax(-1) @ v
        x = x + self.attention_out(mixed.transpose(1, 2).reshape(batch, frames, WIDTH))
        return x + self.feed_out(F.gelu(self.feed_in(self.norm_feed(x))))


class Encoder(nn.Module):
    """Log-mel to 20 ms frames."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(MELS, WIDTH, 3, 1, 1)
        self.conv2 = nn.Conv1d(WIDTH, WIDTH, 3, 2, 1)
        self.register_buffer("positions", torch.zeros(MAX_FRAMES, WIDTH))
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)

    def embed(self, mel: torch.Tensor, lengths: torch.Tensor | None) -> torch.Tensor:
        """[batch, 80, mel frames] to [batch, frames, 512]; what lies past a clip's length counts as silence."""
        x = F.gelu(self.conv1(mel))
        if lengths is not None:
            x = x * (torch.arange(x.shape[2])[None] < lengths[:, None]).unsqueeze(1)
        x = F.gelu(self.conv2(x)).transpose(1, 2)
        return x + self.positions[: x.shape[1]]

    def forward(self, mel: torch.Tensor, lengths: torch.Tensor | None = None) -> torch.Tensor:
        x = self.embed(mel, lengths)
        mask = None
        if lengths is not None:
            mask = (torch.arange(x.shape[1])[None] < ((lengths + 1) // 2)[:, None])[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)

    def both(self, mel: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What the layer in the middle and the last one make of whole clips."""
        x = self.embed(mel, None)
        for layer in self.layers[:MIDDLE]:
            x = layer(x, None)
        middle = x
        for layer in self.layers[MIDDLE:]:
            x = layer(x, None)
        return middle, self.norm(x)


def load_encoder(path: Path) -> Encoder:
    """The encoder with OpenAI's weights, float32."""
    arrays = read_arrays(path)
    names = {"conv1.weight": "conv1/weight", "conv1.bias": "conv1/bias", "conv2.weight": "conv2/weight", "conv2.bias": "conv2/bias"}
    names |= {"norm.weight": "layer_norm/gamma", "norm.bias": "layer_norm/beta", "positions": "position_encodings/encodings"}
    parts = {"qkv": "self_attention/linear_0", "attention_out": "self_attention/linear_1", "feed_in": "ffn/linear_0", "feed_out": "ffn/linear_1"}
    for i in range(LAYERS):
        for ours, theirs in parts.items():
            names |= {f"layers.{i}.{ours}.{kind}": f"layer_{i}/{theirs}/{kind}" for kind in ("weight", "bias")}
        for ours, theirs in (("norm_attention", "self_attention"), ("norm_feed", "ffn")):
            names |= {f"layers.{i}.{ours}.weight": f"layer_{i}/{theirs}/layer_norm/gamma"}
            names |= {f"layers.{i}.{ours}.bias": f"layer_{i}/{theirs}/layer_norm/beta"}
    encoder = Encoder()
    encoder.load_state_dict({ours: torch.from_numpy(arrays[f"encoder/{theirs}"].astype(np.float32)) for ours, theirs in names.items()})
    return encoder
