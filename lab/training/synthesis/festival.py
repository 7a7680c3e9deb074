"""Diphone voices of Festival, with our own lengths and melody; words with sounds a voice lacks are left out.

kal and ked (University of Edinburgh, free of conditions) train; the Telugu and Finnish voices (GPL, LGPL) only test.
"""

import random
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from speech.codecs import read_audio
from speech.letter_to_sound import split_sounds

from .clip import Clip, trim

ENGLISH = {
    "a": "aa", "a:": "aa", "e": "eh", "e:": "ey", "i": "ih", "i:": "iy", "o": "ao", "o:": "ow", "u": "uh", "u:": "uw",
    "b": "b", "t": "t", "dZ": "jh", "d": "d", "R": "r", "s": "s", "g": "g", "f": "f", "k": "k", "l": "l", "m": "m", "n": "n",
    "w": "w", "h": "hh", "j": "y", "S": "sh",
}  # fmt: skip
TELUGU = {
    "a": "a", "a:": "aa", "e": "eh", "e:": "ee", "i": "ih", "i:": "iy", "o": "oh", "o:": "oo", "u": "uh", "u:": "uw",
    "b": "b", "t": "th", "dZ": "j", "d": "dh", "dH": "ddh", "R": "r", "s": "s", "g": "g", "k": "k", "l": "l", "m": "m",
    "n": "n", "w": "v", "h": "h", "j": "y", "S": "sh",
}  # fmt: skip
FINNISH = {
    **{sound: sound for sound in ("a", "a:", "e", "e:", "i", "i:", "o", "o:", "u", "u:")},
    "b": "b", "t": "t", "d": "d", "R": "r", "s": "s", "g": "g", "f": "f", "k": "k", "l": "l", "m": "m", "n": "n", "w": "w",
    "h": "h", "j": "j", "S": "S",
}  # fmt: skip


@dataclass(frozen=True)
class Diphones:
    """`command` chooses the voice; `silence` is its pause; `pitch_hz` its usual pitch."""

    command: str
    phones: dict[str, str]
    silence: str
    pitch_hz: float


VOICES = {
    "kal": Diphones("voice_kal_diphone", ENGLISH, "pau", 105),
    "ked": Diphones("voice_ked_diphone", ENGLISH, "pau", 105),
}
TEST_VOICES = {
    "telugu": Diphones("voice_telugu_NSK_diphone", TELUGU, "pau", 125),
    "finnish-mv": Diphones("voice_hy_fi_mv_diphone", FINNISH, "#", 105),
    "finnish-lj": Diphones("voice_suo_fi_lj_diphone", FINNISH, "#", 190),
}
CONSONANT_SECONDS, SHORT_SECONDS, LONG_SECONDS = 0.072, 0.085, 0.165


def is_sayable(word: str, phones: dict[str, str] = ENGLISH) -> bool:
    """Whether the voice has all its sounds."""
    return all(sound in phones for sound in split_sounds(word))


def plan_segments(text: str, voice: Diphones, rng: random.Random) -> str:
    """Festival's segments: each sound with its length and a pitch that falls to the end and rises on accents."""
    tempo, pitch = rng.uniform(0.75, 1.3), voice.pitch_hz * rng.uniform(0.85, 1.15)
    words = text.split()
    parts = [f"({voice.silence} 0.15)"]
    for place, word in enumerate(words):
        sounds = split_sounds(word)
        base = pitch * (1.12 - 0.3 * place / max(1, len(words)))
        for i, sound in enumerate(sounds):
            vowel = sound[0] in "aeiou"
            seconds = (LONG_SECONDS if sound.endswith(":") else SHORT_SECONDS) if vowel else CONSONANT_SECONDS
            seconds *= rng.uniform(0.85, 1.15) / tempo * (1.3 if place == len(words) - 1 and i >= len(sounds) - 2 else 1)
            hz = base * (1.1 if vowel and i >= len(sounds) - 4 else 1) * rng.uniform(0.97, 1.03)
            target = f" ({seconds / 2:.3f} {hz:.0f})" if vowel else ""
            parts.append(f"({voice.phones[sound]} {seconds:.3f}{target})")
        if rng.random() < 0.08:
            parts.append(f"({voice.silence} {rng.uniform(0.05, 0.3):.2f})")
    return " ".join([*parts, f"({voice.silence} 0.15)"])


def speak_all(texts: list[str], name: str, rng: random.Random) -> list[Clip]:
    """Texts in one voice, by one run of Festival; what it could not say is left out."""
    voice = (VOICES | TEST_VOICES)[name]
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"({voice.command})"]
        for i, text in enumerate(texts):
            segments = plan_segments(text, voice, rng)
            lines.append(f"(set! u (Utterance Segments ({segments})))")
            lines.append(f"(unwind-protect (begin (utt.synth u) (utt.save.wave u \"{folder}/{i}.wav\" 'riff)) nil)")
        script = Path(folder) / "speak.scm"
        script.write_text("\n".join(lines), encoding="utf-8")
        subprocess.run(["festival", "-b", str(script)], capture_output=True, check=False)
        paths = [Path(folder) / f"{i}.wav" for i in range(len(texts))]
        spoken = [trim(read_audio(path)) if path.exists() else np.zeros(0, np.float32) for path in paths]
    return [Clip(samples, text, f"festival/{name}") for samples, text in zip(spoken, texts, strict=True)]


