"""The recogniser: log-mel, the encoder of Whisper base, and a CTC head of our letters.

Exported signature: x float32 [1, samples] -> logits float32 [1, frames, 32], raw, a frame each 20 ms.
"""

import torch
from torch import nn

from .frontend import Frontend
from .tokens import TOKENS
from .whisper import WIDTH, Encoder


class Recogniser(nn.Module):
    """`forward` takes log-mel features [batch, 80, mel frames] and their lengths; `Exported` puts the frontend before it."""

    def __init__(self, encoder: Encoder | None = None) -> None:
        super().__init__()
        self.encoder = encoder or Encoder()
        self.letters = nn.Linear(WIDTH, len(TOKENS))

    def forward(self, mel: torch.Tensor, lengths: torch.Tensor | None = None) -> torch.Tensor:
        return self.letters(self.encoder(mel, lengths))


class Exported(nn.Module):
    """x [1, samples] to logits [1, frames, 32], of any length up to 30 s."""

    def __init__(self, recogniser: Recogniser) -> None:
        super().__init__()
        self.frontend, self.recogniser = Frontend(), recogniser

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.recogniser(self.frontend(x))
