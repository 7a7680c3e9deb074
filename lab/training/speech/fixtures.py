"""Plain recordings for tests: sentences in one voice, with pauses, as a 16-bit 16 kHz WAV."""

from pathlib import Path

import numpy as np

from .augment import set_level
from .codecs import CODECS, write_audio
from .render import SAMPLE_RATE_HZ, join, render
from .voices import Voice

EDGE_SECONDS = 0.3
PEAK_DBFS = -4.0


def speak_sentences(sentences: list[str], voice: Voice, pause_seconds: float = 0.6) -> np.ndarray:
    """Mono float32 at 16 kHz; the same call gives the same samples."""
    parts = [render(sentence, voice) for sentence in sentences]
    gaps = [EDGE_SECONDS, *[pause_seconds] * (len(parts) - 1), EDGE_SECONDS]
    return set_level(join(parts, gaps), PEAK_DBFS)


def speak_to_file(sentences: list[str], voice: Voice, path: Path, pause_seconds: float = 0.6) -> float:
    """Write the sentences as WAV and return its length in seconds."""
    samples = speak_sentences(sentences, voice, pause_seconds)
    write_audio(path, samples, CODECS["wav"][1])
    return len(samples) / SAMPLE_RATE_HZ
