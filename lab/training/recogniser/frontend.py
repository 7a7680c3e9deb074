"""Whisper's log-mel features from plain operations that ONNX knows, and the same level for every recording.

25 ms windows each 10 ms, 80 bands of the Slaney mel scale, log10, clipped 8 below the loudest and shifted so that the
loudest is always the same: the recogniser hears no difference between near and far.
"""

import math

import numpy as np
import torch
from torch import nn

SAMPLE_RATE_HZ, WINDOW, HOP, MELS = 16_000, 400, 160, 80
FLOOR, RANGE, LOUDEST = 1e-10, 8.0, 1.25
BREAK_HZ, HZ_PER_MEL, LOG_STEP = 1000.0, 200 / 3, math.log(6.4) / 27


def hz_to_mel(hz: np.ndarray) -> np.ndarray:
    """Slaney's scale: linear up to 1 kHz, logarithmic above."""
    return np.where(hz < BREAK_HZ, hz / HZ_PER_MEL, BREAK_HZ / HZ_PER_MEL + np.log(np.maximum(hz, 1) / BREAK_HZ) / LOG_STEP)


def mel_to_hz(mel: np.ndarray) -> np.ndarray:
    edge = BREAK_HZ / HZ_PER_MEL
    return np.where(mel < edge, mel * HZ_PER_MEL, BREAK_HZ * np.exp((mel - edge) * LOG_STEP))


def make_mel_filters() -> torch.Tensor:
    """[201, 80] triangles of equal area over the bins of the Fourier transform."""
    bins = np.arange(WINDOW // 2 + 1) * SAMPLE_RATE_HZ / WINDOW
    edges = mel_to_hz(np.linspace(0, float(hz_to_mel(np.array(8000.0))), MELS + 2))
    rise = (bins[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - bins[:, None]) / (edges[2:] - edges[1:-1])
    return torch.tensor(np.maximum(0, np.minimum(rise, fall)) * 2 / (edges[2:] - edges[:-2]), dtype=torch.float32)


def make_fourier_kernel() -> torch.Tensor:
    """[402, 1, 400] windowed cosines and sines: the Fourier transform as a filter bank."""
    time = torch.arange(WINDOW, dtype=torch.float64)
    window = torch.hann_window(WINDOW, periodic=True, dtype=torch.float64)
    angle = 2 * math.pi * torch.arange(WINDOW // 2 + 1, dtype=torch.float64)[:, None] * time / WINDOW
    return (torch.cat([torch.cos(angle), torch.sin(angle)]) * window).unsqueeze(1).float()


class Frontend(nn.Module):
    """[batch, samples] to [batch, 80, floor(samples / 160)]; at least 400 samples. Nothing in it is trained."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("kernel", make_fourier_kernel(), persistent=False)
        self.register_buffer("filters", make_mel_filters(), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        padded = nn.functional.pad(x.unsqueeze(1), (WINDOW // 2, WINDOW // 2), mode="reflect")
        parts = nn.functional.conv1d(padded, self.kernel, stride=HOP)[..., :-1]
        power = parts[:, : WINDOW // 2 + 1] ** 2 + parts[:, WINDOW // 2 + 1 :] ** 2
        return level((power.transpose(1, 2) @ self.filters).transpose(1, 2))

    def measure(self, x: torch.Tensor) -> torch.Tensor:
        """The same numbers, faster, by an operation that ONNX has in newer versions only."""
        window = torch.hann_window(WINDOW, periodic=True)
        spectrum = torch.stft(x, WINDOW, HOP, window=window, pad_mode="reflect", return_complex=True)[..., :-1]
        return level(self.filters.T @ spectrum.abs() ** 2)


def level(power: torch.Tensor) -> torch.Tensor:
    """Log of [batch, bands, frames], clipped and shifted by its loudest."""
    mel = torch.log10(torch.clamp(power, min=FLOOR))
    return torch.clamp(mel - mel.amax(dim=(1, 2), keepdim=True), min=-RANGE) / 4 + LOUDEST
