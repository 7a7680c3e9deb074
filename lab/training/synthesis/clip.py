"""One spoken clip, and files of many."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

SAMPLE_RATE_HZ = 16_000


@dataclass(frozen=True)
class Clip:
    """`samples` mono float32 at 16 kHz in -1..1; `text` normalised; `voice` names synthesiser and voice, `flite/kal`."""

    samples: np.ndarray
    text: str
    voice: str


def trim(samples: np.ndarray, edge_seconds: float = 0.08) -> np.ndarray:
    """Without the silence at both ends but for a short edge."""
    loud = np.flatnonzero(np.abs(samples) > 0.01 * max(float(np.abs(samples).max(initial=0)), 1e-6))
    if loud.size == 0:
        return samples[:0]
    edge = int(edge_seconds * SAMPLE_RATE_HZ)
    return samples[max(0, loud[0] - edge) : loud[-1] + edge]


def save_clips(path: Path, clips: list[Clip]) -> None:
    """One .npz of 16-bit samples end to end, with starts, texts and voices; written beside and renamed."""
    peaks = [max(float(np.abs(clip.samples).max(initial=0)), 1e-6) for clip in clips]
    parts = [np.round(clip.samples / peak * 20_000).astype(np.int16) for clip, peak in zip(clips, peaks, strict=True)]
    starts = np.cumsum([0, *(len(part) for part in parts)])
    temporary = path.with_suffix(".tmp.npz")
    np.savez(
        temporary, samples=np.concatenate(parts), starts=starts,
        texts=np.array([clip.text for clip in clips]), voices=np.array([clip.voice for clip in clips]),
    )  # fmt: skip
    temporary.rename(path)


def load_clips(path: Path) -> list[Clip]:
    """What `save_clips` wrote, levelled to a peak of about 0.6."""
    with np.load(path) as data:
        samples, starts, texts, voices = (data[name] for name in ("samples", "starts", "texts", "voices"))
    return [
        Clip(samples[starts[i] : starts[i + 1]].astype(np.float32) / 32768, str(texts[i]), str(voices[i]))
        for i in range(len(texts))
    ]
