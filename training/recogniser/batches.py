"""Length-bucketed batches from shards, and the masking that makes each reading different."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import torch

from .frontend import HIGH_HZ, LOW_HZ, MELS, mel
from .tokens import encode

BATCH_SECONDS = 48
FRAMES_PER_SECOND = 100
SHARDS_PER_ROUND = 3


@dataclass(frozen=True)
class Batch:
    """Padded features [batch, frames, mels], lengths in 10 ms frames, flat targets, sounds per 40 ms."""

    features: torch.Tensor
    lengths: torch.Tensor
    targets: torch.Tensor
    target_lengths: torch.Tensor
    sounds: torch.Tensor


class Shard:
    """The clips of one .npz file, held in memory."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as data:
            self.features, self.starts = data["features"], data["starts"]
            self.texts, self.sounds = data["texts"], data["sounds"]
        steps = (np.diff(self.starts) + 3) // 4
        self.sound_starts = np.concatenate(([0], np.cumsum(steps)))

    def clip(self, i: int) -> tuple[np.ndarray, np.ndarray, str]:
        """Features, sounds and text of one clip."""
        features = self.features[self.starts[i] : self.starts[i + 1]].astype(np.float32)
        return features, self.sounds[self.sound_starts[i] : self.sound_starts[i + 1]], str(self.texts[i])


def choose_shards(counts: dict[str, int], available: list[str], rng: random.Random) -> list[str]:
    """The least read shards, ties broken at random."""
    return sorted(available, key=lambda name: (counts.get(name, 0), rng.random()))[:SHARDS_PER_ROUND]


def plan_batches(lengths: list[int], rng: random.Random) -> list[list[int]]:
    """Indices of clips of like length, at most BATCH_SECONDS with padding, in random order."""
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] * rng.uniform(0.95, 1.05))
    batches, now = [], []
    for i in order:
        longest = max([lengths[i], *(lengths[k] for k in now)])
        if now and longest * (len(now) + 1) > BATCH_SECONDS * FRAMES_PER_SECOND:
            batches.append(now)
            now = []
        now.append(i)
    batches.append(now)
    rng.shuffle(batches)
    return batches


@cache
def warp_matrix(factor: float) -> np.ndarray:
    """[mels, mels] that reads features at `factor` times each band's frequency: another vocal tract.

    Linear interpolation between bands of O'Shaughnessy's mel scale; beyond the edge the edge is kept.
    """
    edges = np.linspace(mel(LOW_HZ), mel(HIGH_HZ), MELS + 2)
    centres = 700 * (10 ** (edges[1:-1] / 2595) - 1)
    wanted = np.array([mel(hz * factor) for hz in centres])
    place = np.clip((wanted - edges[1]) / (edges[1] - edges[0]), 0, MELS - 1.001)
    low = place.astype(int)
    matrix = np.zeros((MELS, MELS), np.float32)
    matrix[low, np.arange(MELS)] = 1 - (place - low)
    matrix[low + 1, np.arange(MELS)] += place - low
    return matrix


def mask_features(features: np.ndarray, rng: random.Random) -> np.ndarray:
    """SpecAugment: a warped frequency axis, then up to two bands and a few short stretches set to the mean."""
    out = features @ warp_matrix(rng.randint(87, 115) / 100) if rng.random() < 0.7 else features.copy()
    mean = out.mean(0)
    frames, mels = features.shape
    for _ in range(rng.randint(0, 2)):
        width = rng.randint(1, 12)
        low = rng.randrange(mels - width)
        out[:, low : low + width] = mean[low : low + width]
    for _ in range(rng.randint(0, 1 + frames // 250)):
        width = min(rng.randint(2, 16), frames // 4)
        start = rng.randrange(frames - width)
        out[start : start + width] = mean
    return out


def make_batch(clips: list[tuple[np.ndarray, np.ndarray, str]], rng: random.Random | None) -> Batch:
    """Pad clips to one length; with `rng` the features are masked."""
    lengths = [len(features) for features, _, _ in clips]
    padded = np.zeros((len(clips), max(lengths), clips[0][0].shape[1]), np.float32)
    sounds = np.full((len(clips), (max(lengths) + 3) // 4), -1, np.int64)
    for i, (features, sound, _) in enumerate(clips):
        padded[i, : lengths[i]] = mask_features(features, rng) if rng else features
        sounds[i, : len(sound)] = sound
    targets = [encode(text) for _, _, text in clips]
    return Batch(
        torch.from_numpy(padded),
        torch.tensor(lengths),
        torch.tensor([token for target in targets for token in target], dtype=torch.long),
        torch.tensor([len(target) for target in targets]),
        torch.from_numpy(sounds),
    )


def read_round(paths: list[Path], rng: random.Random) -> Iterator[Batch]:
    """Lazily made batches over the clips of a few shards."""
    clips = [shard.clip(i) for shard in map(Shard, paths) for i in range(len(shard.texts))]
    for plan in plan_batches([len(features) for features, _, _ in clips], rng):
        yield make_batch([clips[i] for i in plan], rng)
