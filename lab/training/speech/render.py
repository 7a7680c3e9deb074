"""Clean 16 kHz speech by espeak-ng, always the same for the same text."""

from functools import cache
from math import gcd

import numpy as np
from scipy.signal import resample_poly

from .espeak import Espeak
from .letter_to_sound import spell_sounds
from .voices import Voice

SAMPLE_RATE_HZ = 16_000
RATE_WPM = 165
WORD_GAP = 2


@cache
def open_espeak() -> Espeak:
    return Espeak()


def resample(samples: np.ndarray, from_hz: int, to_hz: int) -> np.ndarray:
    """Band-limited resampling; rates are rounded to 50 Hz so that the filters stay short."""
    up, down = round(to_hz / 50), round(from_hz / 50)
    shared = gcd(up, down)
    return resample_poly(samples, up // shared, down // shared).astype(np.float32)


def render(text: str, voice: Voice) -> np.ndarray:
    """Speak Somali text with a voice: mono float32 samples at 16 kHz.

    The vocal tract is scaled by playing the speech faster or slower: formants and pitch move
    together by `tract`, and espeak's rate is set against it so that the tempo stays.
    """
    espeak = open_espeak()
    espeak.set_voice(voice.espeak_name, round(RATE_WPM / voice.tract), round(voice.pitch), round(voice.pitch_range))
    espeak.set_word_gap(WORD_GAP)
    samples = espeak.speak(spell_sounds(text, voice.accent))
    return resample(samples, round(espeak.rate_hz * voice.tract), SAMPLE_RATE_HZ)


def join(parts: list[np.ndarray], gaps_seconds: list[float]) -> np.ndarray:
    """Silence, part, silence, part ... : `gaps_seconds` has one entry more than `parts`."""
    silences = [np.zeros(round(gap * SAMPLE_RATE_HZ), np.float32) for gap in gaps_seconds]
    pieces = [piece for pair in zip(silences, parts, strict=False) for piece in pair]
    return np.concatenate([*pieces, silences[-1]])
