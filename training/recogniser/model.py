"""The acoustic network: convolutions to 40 ms steps, conformer blocks, two 20 ms frames a step.

Exported signature: x float32 [1, samples] -> logits float32 [1, frames, 32], raw,
frames = floor((samples - 400) / 320) + 1, or one more; at least 400 samples (25 ms).
"""

import torch
import torch.nn.functional as F
from torch import nn

from .frontend import MELS, Frontend
from .tokens import TOKENS

WIDTH, BLOCKS, HEADS, KERNEL = 192, 7, 4, 15
SOUND_CLASSES = 64


class Block(nn.Module):
    """Self-attention, then a gated depth-wise convolution, then a feed-forward layer, all pre-normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.norm_attention = nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.attention_out = nn.Linear(WIDTH, WIDTH)
        self.norm_conv = nn.LayerNorm(WIDTH)
        self.gate = nn.Linear(WIDTH, 2 * WIDTH)
        self.depthwise = nn.Conv1d(WIDTH, WIDTH, KERNEL, padding=KERNEL // 2, groups=WIDTH)
        self.norm_depthwise = nn.LayerNorm(WIDTH)
        self.conv_out = nn.Linear(WIDTH, WIDTH)
        self.norm_feed = nn.LayerNorm(WIDTH)
        self.feed_in = nn.Linear(WIDTH, 4 * WIDTH)
        self.feed_out = nn.Linear(4 * WIDTH, WIDTH)

    def attend(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        batch, steps, _ = x.shape
        q, k, v = self.qkv(x).view(batch, steps, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        keys = None if mask is None else mask[:, None, None, :]
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=keys)
        return self.attention_out(mixed.transpose(1, 2).reshape(batch, steps, WIDTH))

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        x = x + self.attend(self.norm_attention(x), mask)
        y = F.glu(self.gate(self.norm_conv(x)), -1)
        if mask is not None:
            y = y * mask.unsqueeze(-1)
        y = self.depthwise(y.transpose(1, 2)).transpose(1, 2)
        x = x + self.conv_out(F.silu(self.norm_depthwise(y)))
        return x + self.feed_out(F.silu(self.feed_in(self.norm_feed(x))))


class Recogniser(nn.Module):
    """`forward` takes features; `Exported` puts the frontend before it."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(MELS, WIDTH, 5, stride=2, padding=2)
        self.conv2 = nn.Conv1d(WIDTH, WIDTH, 5, stride=2, padding=2)
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.norm = nn.LayerNorm(WIDTH)
        self.letters = nn.Linear(WIDTH, 2 * len(TOKENS))
        self.sounds = nn.Linear(WIDTH, SOUND_CLASSES)

    def encode(self, features: torch.Tensor, lengths: torch.Tensor | None) -> torch.Tensor:
        """[batch, frames, MELS] log-mel -> [batch, ceil(frames/4), WIDTH]; `lengths` in 10 ms frames."""
        mask = None
        if lengths is None:
            x = features - features.mean(1, keepdim=True)
        else:
            inside = torch.arange(features.shape[1])[None, :] < lengths[:, None]
            mean = (features * inside.unsqueeze(-1)).sum(1) / lengths[:, None]
            x = (features - mean.unsqueeze(1)) * inside.unsqueeze(-1)
        x = F.silu(self.conv1((x * 0.4).transpose(1, 2)))
        if lengths is not None:
            half = (lengths + 1) // 2
            x = x * (torch.arange(x.shape[2])[None, :] < half[:, None]).unsqueeze(1)
        x = F.silu(self.conv2(x)).transpose(1, 2)
        if lengths is not None:
            mask = torch.arange(x.shape[1])[None, :] < ((lengths + 3) // 4)[:, None]
        for block in self.blocks:
            x = block(x, mask)
        return self.norm(x)

    def forward(self, features: torch.Tensor, lengths: torch.Tensor | None = None) -> torch.Tensor:
        """Logits [batch, ceil(frames/2), vocabulary], one per 20 ms."""
        return self.spread(self.encode(features, lengths), features.shape[1])

    def spread(self, encoded: torch.Tensor, frames: int) -> torch.Tensor:
        """Two letter distributions from each 40 ms step."""
        logits = self.letters(encoded).reshape(encoded.shape[0], -1, len(TOKENS))
        return logits[:, : (frames + 1) // 2]


class Exported(nn.Module):
    """Samples to logits: what the ONNX file holds."""

    def __init__(self, recogniser: Recogniser) -> None:
        super().__init__()
        self.frontend = Frontend()
        self.recogniser = recogniser

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.recogniser(self.frontend(x))
