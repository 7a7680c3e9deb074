"""Rooms, noise, levels and narrow bands, so that clean synthetic speech sounds recorded.

All functions take and give mono float32 at 16 kHz and a numpy Generator.
"""

import numpy as np
from scipy.fft import next_fast_len
from scipy.signal import butter, fftconvolve, sosfilt

SAMPLE_RATE_HZ = 16_000


def coloured_noise(length: int, exponent: float, rng: np.random.Generator) -> np.ndarray:
    """Noise with power ~ 1/f^exponent (0 white, 1 pink, 2 brown), root mean square 1."""
    # Lengths with large prime factors take twenty times as long.
    padded = next_fast_len(length, real=True)
    spectrum = np.fft.rfft(rng.standard_normal(padded))
    frequency = np.maximum(np.fft.rfftfreq(padded, 1 / SAMPLE_RATE_HZ), 40.0)
    noise = np.fft.irfft(spectrum / frequency ** (exponent / 2), padded)[:length]
    return (noise / (noise.std() + 1e-9)).astype(np.float32)


def music_like(length: int, rng: np.random.Generator) -> np.ndarray:
    """Chords of decaying harmonic tones on a beat, root mean square 1."""
    out = np.zeros(length, np.float32)
    beat = int(rng.uniform(0.2, 0.7) * SAMPLE_RATE_HZ)
    root = rng.uniform(80, 300)
    for start in range(0, length, beat):
        time = np.arange(min(beat * 2, length - start)) / SAMPLE_RATE_HZ
        for step in rng.choice([0, 3, 4, 5, 7, 9, 12, 16, 19], rng.integers(1, 4)):
            pitch = root * 2 ** (step / 12)
            tone = sum(np.sin(2 * np.pi * pitch * k * time + k) / k for k in range(1, rng.integers(2, 7)))
            out[start : start + len(time)] += (tone * np.exp(-time * rng.uniform(1, 8))).astype(np.float32)
    return out / (out.std() + 1e-9)


def babble(length: int, talkers: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Other speech played backwards and mixed, root mean square 1: voices without words."""
    out = np.zeros(length, np.float32)
    for talker in talkers:
        shifted = np.roll(np.resize(talker[::-1], length), rng.integers(0, length))
        out += shifted * rng.uniform(0.4, 1.0)
    return out / (out.std() + 1e-9)


def make_noise(length: int, talkers: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """One of: coloured noise (most often), babble, mains hum with hiss, music."""
    kind = rng.random()
    if kind < 0.55:
        noise = coloured_noise(length, rng.uniform(0, 2.2), rng)
        if rng.random() < 0.3:
            swell = 1 + 0.8 * np.sin(2 * np.pi * rng.uniform(0.1, 2) * np.arange(length) / SAMPLE_RATE_HZ)
            noise = noise * swell.astype(np.float32)
        return noise
    if kind < 0.75 and talkers:
        return babble(length, talkers, rng)
    if kind < 0.9:
        time = np.arange(length) / SAMPLE_RATE_HZ
        hum = sum(np.sin(2 * np.pi * 50 * k * time + k) / k for k in range(1, 8))
        return hum.astype(np.float32) + 0.5 * coloured_noise(length, 0.5, rng)
    return music_like(length, rng)


def add_noise(speech: np.ndarray, noise: np.ndarray, snr_db: float) -> np.ndarray:
    """Mix at a signal-to-noise ratio against the louder half of the speech, not its pauses."""
    power = speech**2
    active = power[power > power.mean() * 0.05]
    speech_rms = np.sqrt(active.mean()) if active.size else 1e-3
    gain = speech_rms / (np.sqrt((noise**2).mean()) + 1e-9) * 10 ** (-snr_db / 20)
    return speech + gain.astype(np.float32) * noise


def add_room(speech: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Convolve with a synthetic room: direct sound, some early echoes, a decaying noise tail."""
    decay_seconds = rng.uniform(0.08, 0.5)
    length = int(decay_seconds * SAMPLE_RATE_HZ)
    time = np.arange(length) / SAMPLE_RATE_HZ
    response = rng.standard_normal(length) * np.exp(-6.9 * time / decay_seconds)
    response *= rng.uniform(0.02, 0.2) / np.sqrt((response**2).sum() / 10)
    response[0] = 1.0
    for _ in range(rng.integers(0, 6)):
        response[rng.integers(16, max(17, length // 4))] += rng.uniform(-0.5, 0.5)
    return fftconvolve(speech, response)[: len(speech)].astype(np.float32)


def limit_band(speech: np.ndarray, low_hz: float, high_hz: float) -> np.ndarray:
    """Telephone-like band."""
    sos = butter(4, [low_hz, high_hz], "bandpass", fs=SAMPLE_RATE_HZ, output="sos")
    return sosfilt(sos, speech).astype(np.float32)


def tilt_spectrum(speech: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """First-order tilt: the colour of another microphone."""
    slope = rng.uniform(-0.5, 0.6)
    return (speech - slope * np.concatenate(([0.0], speech[:-1]))).astype(np.float32)


def set_level(speech: np.ndarray, peak_dbfs: float) -> np.ndarray:
    return speech * np.float32(10 ** (peak_dbfs / 20) / (np.abs(speech).max() + 1e-9))
