"""Sounds of the throat, which neural voices of other languages lack, made of the nearest ones they have.

x is an h whose noise is louder and lies where a tight pharynx puts it (0.8 to 2 kHz); c is a glottal stop or a soft
consonant with the creak and the raised first formant of a tight pharynx; q is a k whose burst and whose neighbouring vowels
lie lower, as behind a closure at the uvula.
"""

import random

import numpy as np
from scipy.signal import lfilter

FADE_SECONDS = 0.01
# How far the colour reaches into the sounds beside: a q is told by its vowels as much as by itself.
REACH_SECONDS = {"H": 0.02, "A": 0.02, "q": 0.045}


def peak(samples: np.ndarray, rate_hz: int, hz: float, gain_db: float, width_hz: float) -> np.ndarray:
    """A resonance of so many decibels at `hz` (the peaking equaliser of R. Bristow-Johnson's cookbook)."""
    strength, angle = 10 ** (gain_db / 40), 2 * np.pi * hz / rate_hz
    alpha = np.sin(angle) * width_hz / (2 * hz)
    above = [1 + alpha * strength, -2 * np.cos(angle), 1 - alpha * strength]
    below = [1 + alpha / strength, -2 * np.cos(angle), 1 - alpha / strength]
    return lfilter(above, below, samples)


def creak(length: int, rate_hz: int, rng: random.Random) -> np.ndarray:
    """How loud each sample is when the voice breaks into single pulses."""
    beats = np.arange(length) / rate_hz * rng.uniform(28, 60)
    return 1 - rng.uniform(0.4, 0.9) * (0.5 - 0.5 * np.cos(2 * np.pi * beats))


def colour(samples: np.ndarray, rate_hz: int, start: int, end: int, sound: str, rng: random.Random) -> np.ndarray:
    """The recording with the stretch that stands for x (`H`), c (`A`) or q moved back in the throat; in one of five it stays as it is."""
    reach, faded = round(REACH_SECONDS[sound] * rate_hz), round(FADE_SECONDS * rate_hz)
    start, end = max(0, start - reach), min(len(samples), end + reach)
    if end - start < 4 * faded or rng.random() < 0.2:
        return samples
    part = samples[start:end].astype(np.float64)
    if sound == "H":
        part = peak(part, rate_hz, rng.uniform(800, 1200), rng.uniform(4, 10), 400)
        part = peak(part, rate_hz, rng.uniform(1400, 2100), rng.uniform(3, 8), 500) * rng.uniform(1.2, 2.5)
    elif sound == "q":
        part = peak(part, rate_hz, rng.uniform(850, 1300), rng.uniform(4, 9), 500)
        part = peak(part, rate_hz, rng.uniform(2400, 3400), -rng.uniform(6, 14), 1800) * rng.uniform(1, 1.5)
    else:
        part = peak(part, rate_hz, rng.uniform(650, 1000), rng.uniform(4, 9), 250)
        part = part * (creak(len(part), rate_hz, rng) if rng.random() < 0.6 else rng.uniform(0.3, 0.8))
    fade = np.minimum(1, np.minimum(np.arange(len(part)), np.arange(len(part))[::-1]) / faded)
    out = samples.copy()
    out[start:end] = (1 - fade) * samples[start:end] + fade * part
    return out
