"""Log-mel features as fixed convolutions, so that the exported graph takes raw samples.

Input: float32 [batch, samples] at 16 kHz, zero mean and unit variance per utterance.
Output: float32 [batch, frames, MELS], 25 ms Hann windows every 10 ms,
frames = floor((samples - 400) / 160) + 1; shorter input is padded to one window.
"""

import math

import torch
from torch import nn

SAMPLE_RATE_HZ = 16_000
WINDOW, HOP, MELS = 400, 160, 64
LOW_HZ, HIGH_HZ = 60.0, 7600.0
FLOOR = 1e-2


def mel(hz: float) -> float:
    """O'Shaughnessy's mel scale, 2595 log10(1 + f/700)."""
    return 2595.0 * math.log10(1.0 + hz / 700.0)


def make_mel_filters() -> torch.Tensor:
    """[WINDOW/2+1, MELS] triangular filters of equal height on the mel scale."""
    bins = torch.arange(WINDOW // 2 + 1) * SAMPLE_RATE_HZ / WINDOW
    position = torch.tensor([mel(float(hz)) for hz in bins])
    edges = torch.linspace(mel(LOW_HZ), mel(HIGH_HZ), MELS + 2)
    rise = (position[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - position[:, None]) / (edges[2:] - edges[1:-1])
    return torch.clamp(torch.minimum(rise, fall), min=0.0)


def make_fourier_kernel() -> torch.Tensor:
    """[2 * (WINDOW/2+1), 1, WINDOW] windowed cosines and sines: the Fourier transform as a filter bank."""
    time = torch.arange(WINDOW, dtype=torch.float64)
    window = torch.hann_window(WINDOW, periodic=True, dtype=torch.float64)
    angle = 2 * math.pi * torch.arange(WINDOW // 2 + 1, dtype=torch.float64)[:, None] * time / WINDOW
    kernel = torch.cat([torch.cos(angle), torch.sin(angle)]) * window
    return kernel.unsqueeze(1).float()


class Frontend(nn.Module):
    """Fixed: no parameters are trained."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("kernel", make_fourier_kernel(), persistent=False)
        self.register_buffer("filters", make_mel_filters() / (0.375 * WINDOW), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        parts = torch.nn.functional.conv1d(x.unsqueeze(1), self.kernel, stride=HOP)
        power = parts[:, : WINDOW // 2 + 1] ** 2 + parts[:, WINDOW // 2 + 1 :] ** 2
        return torch.log(power.transpose(1, 2) @ self.filters + FLOOR)
