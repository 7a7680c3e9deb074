"""The recogniser: log-mel, the encoder of Whisper base, and a CTC head of our letters.

Exported signature: x float32 [1, samples] -> logits float32 [1, frames, 32], raw, a frame each 20 ms; and
somali float32 [1], the log odds that the language is Somali.
"""

import torch
from torch import nn

from adapters import adapt_linears

from .frontend import Frontend
from .tokens import TOKENS
from .whisper import WIDTH, Encoder

LANGUAGE_WIDTH = 32
FROZEN_LAYERS = 2


class Recogniser(nn.Module):
    """`forward` takes log-mel features [batch, 80, mel frames] and their lengths; `Exported` puts the frontend before it."""

    def __init__(self, encoder: Encoder | None = None) -> None:
        super().__init__()
        self.encoder = encoder or Encoder()
        self.letters = nn.Linear(WIDTH, len(TOKENS))

    def forward(self, mel: torch.Tensor, lengths: torch.Tensor | None = None) -> torch.Tensor:
        return self.letters(self.encoder(mel, lengths))

    def add_adapters(self, rank: int) -> None:
        """From here on thin pairs learn in place of the matrices of all layers but the lowest."""
        for layer in self.encoder.layers[FROZEN_LAYERS:]:
            adapt_linears(layer, rank)

    def load(self, weights: dict[str, torch.Tensor]) -> None:
        """The weights, after adapters have been added where they have some and this network has none."""
        ranks = [value.shape[1] for name, value in weights.items() if name.endswith(".down")]
        if ranks and not any(name.endswith(".down") for name in self.state_dict()):
            self.add_adapters(ranks[0])
        self.load_state_dict(weights)


class LanguageHead(nn.Module):
    """Whether a clip is Somali, from two layers of the encoder averaged over its frames."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Dropout(0.3), nn.Linear(2 * WIDTH, LANGUAGE_WIDTH), nn.GELU(), nn.Dropout(0.3), nn.Linear(LANGUAGE_WIDTH, 1)
        )

    def pool(self, middle: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
        return torch.cat([middle.mean(1), last.mean(1)], -1)

    def forward(self, middle: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
        return self.net(self.pool(middle, last))[:, 0]


class Exported(nn.Module):
    """x [1, samples] to logits [1, frames, 32] and somali [1], of any length up to 30 s."""

    def __init__(self, recogniser: Recogniser, language: LanguageHead) -> None:
        super().__init__()
        self.frontend, self.recogniser, self.language = Frontend(), recogniser, language

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        middle, last = self.recogniser.encoder.both(self.frontend(x))
        return self.recogniser.letters(last), self.language(middle, last)
