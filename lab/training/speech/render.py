"""Clean 16 kHz speech with the place of every sound in time."""

import random
from dataclasses import dataclass
from functools import cache
from math import gcd

import numpy as np
from scipy.signal import resample_poly

from .espeak import Espeak
from .letter_to_sound import spell_sounds
from .voices import Voice

SAMPLE_RATE_HZ = 16_000
FIXED_RATE_WPM = 165
WORD_GAPS = (0, 0, 1, 2, 3)
FIXED_WORD_GAP = 2


@dataclass(frozen=True)
class Rendered:
    """Mono float32 samples at 16 kHz, and (seconds, mnemonic) of each sound for alignment."""

    samples: np.ndarray
    sounds: list[tuple[float, str]]


@cache
def open_espeak() -> Espeak:
    return Espeak()


def resample(samples: np.ndarray, from_hz: int, to_hz: int) -> np.ndarray:
    """Band-limited resampling; rates are rounded to 50 Hz so that the filters stay short."""
    up, down = round(to_hz / 50), round(from_hz / 50)
    shared = gcd(up, down)
    return resample_poly(samples, up // shared, down // shared).astype(np.float32)


def render(text: str, voice: Voice, rng: random.Random | None = None, word_gap: int | None = None) -> Rendered:
    """Speak Somali text with a voice; with `rng` rate, pitch, range and tract vary around its own.

    The vocal tract is scaled by playing the speech faster or slower: formants and pitch move
    together by `tract`, and espeak's rate is set against it so that the tempo stays. Some readings
    link their words, others leave 20-60 ms between them, as careful speakers do; `word_gap` (about
    20 ms each) fixes that.
    """
    draw = rng.uniform if rng else lambda low, high: (low + high) / 2
    tract = voice.tract * draw(0.97, 1.03)
    words_per_minute = draw(FIXED_RATE_WPM - 45, FIXED_RATE_WPM + 45) / tract
    pitch = min(90, max(5, voice.pitch + draw(-12, 12)))
    pitch_range = min(95, max(0, voice.pitch_range + draw(-20, 20)))
    espeak = open_espeak()
    espeak.set_voice(voice.espeak_name, round(words_per_minute), round(pitch), round(pitch_range))
    drawn_gap = rng.choice(WORD_GAPS) if rng else FIXED_WORD_GAP
    espeak.set_word_gap(drawn_gap if word_gap is None else word_gap)
    spoken = espeak.speak(spell_sounds(text, voice.accent, rng))
    samples = resample(spoken.samples, round(spoken.rate_hz * tract), SAMPLE_RATE_HZ)
    return Rendered(samples, [(start / tract, name) for start, name in spoken.sounds])


def join(parts: list[Rendered], gaps_seconds: list[float]) -> Rendered:
    """Silence, part, silence, part ... : `gaps_seconds` has one entry more than `parts`."""
    pieces, sounds, at = [], [], 0
    for part, gap in zip(parts, gaps_seconds, strict=False):
        silence = np.zeros(round(gap * SAMPLE_RATE_HZ), np.float32)
        at += len(silence)
        sounds += [(at / SAMPLE_RATE_HZ + start, name) for start, name in part.sounds]
        pieces += [silence, part.samples]
        at += len(part.samples)
        sounds.append((at / SAMPLE_RATE_HZ, "_"))
    pieces.append(np.zeros(round(gaps_seconds[-1] * SAMPLE_RATE_HZ), np.float32))
    return Rendered(np.concatenate(pieces), [(0.0, "_"), *sounds])
