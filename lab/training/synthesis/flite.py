"""Flite's voices rms, slt and awb (Carnegie Mellon University, free of conditions): models of three people reading English.

Sounds are English, with the choices that those make who speak Somali so; a long vowel is another vowel or the same one twice.
x and c are made of an h, q of a k (`pharyngeal.py`).
"""

import random
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

from speech.codecs import read_audio
from speech.letter_to_sound import draw_habits, follow_habits, split_sounds

from .clip import SAMPLE_RATE_HZ, Clip, trim
from .pharyngeal import REACH_SECONDS, colour

VOICES = {"rms": 95, "slt": 175, "awb": 125}
PHONES = {
    "a": ("aa", "ah", "ae", "ax"), "a:": ("aa aa", "aa", "aa"), "e": ("eh",), "e:": ("ey", "eh eh"), "i": ("ih", "iy"),
    "i:": ("iy", "iy iy"), "o": ("ao", "ow"), "o:": ("ow", "ao ao"), "u": ("uh",), "u:": ("uw", "uw uw"),
    "H": ("hh",), "A": ("hh",), "q": ("k",), "B": ("v",), "D": ("dh",), "tS": ("ch",), "dZ": ("jh",), "R": ("r",), "h": ("hh",), "j": ("y",),
    "S": ("sh",), **{sound: (sound,) for sound in "btdsgfklmnwpvz"},
}  # fmt: skip
JOINED_SHARE = 0.35
# Sounds that a phone stands for.
MADE_OF = defaultdict(str, hh="hHA", k="kq")


def is_sayable(word: str) -> bool:
    """Whether all its sounds are English or can be made of an h or a k."""
    return all(sound in PHONES for sound in split_sounds(word))


def spell_phones(text: str, rng: random.Random) -> tuple[str, list[str]]:
    """Flite's phones of a text, with pauses between some words, and what its h and k stand for, in order."""
    accent = {sound: rng.choice(choices) for sound, choices in PHONES.items()}
    habits, phones, originals = draw_habits(rng), ["pau"], []
    for word in text.split():
        plain = split_sounds(word)
        for sound, varied in zip(plain, follow_habits(plain, habits), strict=True):
            phones.append(accent[varied if varied in accent else sound])
            if sound in MADE_OF[phones[-1]]:
                originals.append(sound)
        if rng.random() > JOINED_SHARE and rng.random() < 0.15:
            phones.append("pau")
    return " ".join([*phones, "pau"]), originals


def speak(_folder: Path | None, text: str, rng: random.Random) -> Clip:
    """The text in a drawn voice, at a drawn tempo and pitch."""
    name = rng.choice(list(VOICES))
    phones, originals = spell_phones(text, rng)
    settings = {"duration_stretch": rng.uniform(0.8, 1.5), "int_f0_target_mean": VOICES[name] * rng.uniform(0.85, 1.15)}
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        command = ["flite", "-voice", name, *(part for key, value in settings.items() for part in ("--setf", f"{key}={value:.3f}"))]
        spoken = subprocess.run([*command, "-psdur", "-p", phones, "-o", file.name], capture_output=True, text=True, check=True)
        samples = read_audio(Path(file.name))
    at, sounds = 0.0, iter(originals)
    for part in spoken.stdout.split():
        phone, end = part.split(":")
        if MADE_OF[phone] and (sound := next(sounds)) in REACH_SECONDS:
            samples = colour(samples, SAMPLE_RATE_HZ, round(at * SAMPLE_RATE_HZ), round(float(end) * SAMPLE_RATE_HZ), sound, rng)
        at = float(end)
    return Clip(trim(samples), text, f"flite/{name}")
