"""Diphone voices of Festival, with our own lengths and melody; words with sounds a voice lacks are left out. Of an h are made
x and c, of a k q (`pharyngeal.py`) in voices that train.

kal and ked (University of Edinburgh, free of conditions), the Italian and the Czech voices (GPL) train; the Telugu and
Finnish ones (GPL, LGPL) only test.
"""

import random
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from speech.codecs import read_audio
from speech.letter_to_sound import draw_habits, follow_habits, split_sounds

from .clip import SAMPLE_RATE_HZ, Clip, trim
from .pharyngeal import REACH_SECONDS, colour

ENGLISH = {
    "a": "aa", "a:": "aa", "e": "eh", "e:": "ey", "i": "ih", "i:": "iy", "o": "ao", "o:": "ow", "u": "uh", "u:": "uw",
    "b": "b", "t": "t", "dZ": "jh", "d": "d", "R": "r", "s": "s", "g": "g", "f": "f", "k": "k", "l": "l", "m": "m", "n": "n",
    "w": "w", "h": "hh", "j": "y", "S": "sh",
}  # fmt: skip
EDINBURGH = ENGLISH | {"tS": "ch", "B": "v", "D": "dh", "H": "hh", "q": "k"}
ITALIAN = {
    "a": "a", "a:": "a1", "e": "E", "e:": "e1", "i": "i", "i:": "i1", "o": "O", "o:": "o1", "u": "u", "u:": "u1",
    "b": "b", "t": "t", "dZ": "dZ", "d": "d", "R": "r", "s": "s", "g": "g", "f": "f", "k": "k", "l": "l", "m": "m", "n": "n",
    "w": "w", "j": "j", "S": "S", "tS": "tS", "B": "v", "q": "k",
}  # fmt: skip
CZECH = {
    **{sound: sound for sound in ("a", "a:", "e", "e:", "i", "i:", "o", "o:", "u", "u:")},
    "b": "b", "t": "t", "dZ": "dz~", "d": "d", "R": "r", "s": "s", "g": "g", "f": "f", "k": "k", "l": "l", "m": "m", "n": "n",
    "w": "v", "X": "ch", "h": "h", "j": "j", "S": "s~", "tS": "c~", "H": "h", "A": "h", "q": "k",
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
    "kal": Diphones("voice_kal_diphone", EDINBURGH, "pau", 105),
    "ked": Diphones("voice_ked_diphone", EDINBURGH, "pau", 105),
    "lp": Diphones("voice_lp_diphone", ITALIAN, "#", 180),
    "pc": Diphones("voice_pc_diphone", ITALIAN, "#", 120),
    "dita": Diphones("voice_czech_dita", CZECH, "#", 190),
    "machac": Diphones("voice_czech_machac", CZECH, "#", 110),
    "ph": Diphones("voice_czech_ph", CZECH, "#", 110),
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


@dataclass(frozen=True)
class Plan:
    """Festival's segments of one text, and where in seconds (from, to) a sound of the throat is to be made."""

    segments: str
    throaty: list[tuple[str, float, float]]


def plan_segments(text: str, voice: Diphones, rng: random.Random, habits: frozenset[str]) -> Plan:
    """Each sound with its length and a pitch that falls to the end and rises on accents."""
    tempo, pitch = rng.uniform(0.75, 1.3), voice.pitch_hz * rng.uniform(0.85, 1.15)
    words, throaty, at = text.split(), [], 0.15
    parts = [f"({voice.silence} 0.15)"]
    for place, word in enumerate(words):
        plain = split_sounds(word)
        spoken = zip(plain, follow_habits(plain, habits), strict=True)
        sounds = [varied if varied in voice.phones else sound for sound, varied in spoken]
        base = pitch * (1.12 - 0.3 * place / max(1, len(words)))
        for i, sound in enumerate(sounds):
            vowel = sound[0] in "aeiou"
            seconds = (LONG_SECONDS if sound.endswith(":") else SHORT_SECONDS) if vowel else CONSONANT_SECONDS
            seconds *= rng.uniform(0.85, 1.15) / tempo * (1.3 if place == len(words) - 1 and i >= len(sounds) - 2 else 1)
            hz = base * (1.1 if vowel and i >= len(sounds) - 4 else 1) * rng.uniform(0.97, 1.03)
            target = f" ({seconds / 2:.3f} {hz:.0f})" if vowel else ""
            parts.append(f"({voice.phones[sound]} {seconds:.3f}{target})")
            if sound in REACH_SECONDS:
                throaty.append((sound, at, at + seconds))
            at += seconds
        if rng.random() < 0.08:
            pause = rng.uniform(0.05, 0.3)
            parts.append(f"({voice.silence} {pause:.2f})")
            at += pause
    return Plan(" ".join([*parts, f"({voice.silence} 0.15)"]), throaty)


def speak_all(texts: list[str], name: str, rng: random.Random) -> list[Clip]:
    """Texts in one voice, by one run of Festival; what it could not say is left out."""
    voice = (VOICES | TEST_VOICES)[name]
    plans = [plan_segments(text, voice, rng, draw_habits(rng) if name in VOICES else frozenset()) for text in texts]
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"({voice.command})"]
        for i, plan in enumerate(plans):
            lines.append(f"(set! u (Utterance Segments ({plan.segments})))")
            lines.append(f"(unwind-protect (begin (utt.synth u) (utt.save.wave u \"{folder}/{i}.wav\" 'riff)) nil)")
        script = Path(folder) / "speak.scm"
        script.write_text("\n".join(lines), encoding="utf-8")
        done = subprocess.run(["festival", "-b", str(script)], capture_output=True, text=True, check=False)
        paths = [Path(folder) / f"{i}.wav" for i in range(len(texts))]
        if not any(path.exists() for path in paths):
            raise RuntimeError(f"festival has said nothing as {name}; is its package installed? {done.stderr[-500:]}")
        spoken = [read_audio(path) if path.exists() else np.zeros(0, np.float32) for path in paths]
    for i, plan in enumerate(plans):
        for sound, start, end in plan.throaty:
            spoken[i] = colour(spoken[i], SAMPLE_RATE_HZ, round(start * SAMPLE_RATE_HZ), round(end * SAMPLE_RATE_HZ), sound, rng)
    return [Clip(trim(samples), text, f"festival/{name}") for samples, text in zip(spoken, texts, strict=True)]
