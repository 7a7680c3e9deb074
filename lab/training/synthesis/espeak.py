"""espeak-ng with the phoneme tables of many languages; words with sounds a table lacks are borrowed from the Arabic one."""

import random
from functools import cache
from pathlib import Path

from speech.espeak import Espeak
from speech.letter_to_sound import ACCENTS, draw_habits, follow_habits, place_stress, separate, split_sounds
from speech.render import resample
from speech.voices import RANGES, TRAIN_VARIANTS

from .clip import SAMPLE_RATE_HZ, Clip, trim

# Only the Arabic table has x (H) and c (A); these have no dh either, but what stands here.
RETROFLEX = {"te": "d.", "kn": "d.", "ta": "d.", "ml": "d.", "si": "d."}
PLAIN = (
    "es", "it", "tr", "sw", "fa", "az", "ku", "el", "hu", "ro", "fi", "pl", "id", "ms", "ka", "hy", "am", "om", "mt", "he",
    "eu", "cs", "sk", "hr", "sq", "lv", "mk", "sr", "bg", "nl", "sv", "uk", "kk", "uz", "tt", "ca", "eo", "la", "af",
)  # fmt: skip
ARABIC_SHARE = 0.5
# Many say c as a mere stop of the voice or leave it out, and x as h: the words around tell which letter it is.
SOFT_SHARE, SOFT_SOUNDS = 0.3, {"H": ("h",), "A": ("?", "?", "")}


def is_sayable(_word: str) -> bool:
    """All sounds are there."""
    return True


@cache
def open_espeak() -> Espeak:
    return Espeak()


def spell_word(word: str, table: str, accent: str, habits: frozenset[str], rng: random.Random) -> str:
    """Mnemonics of one word, after a switch to the table that has its sounds."""
    sounds = follow_habits(split_sounds(word), habits)
    if table != "ar" and rng.random() < SOFT_SHARE:
        sounds = [sound for sound in (rng.choice(SOFT_SOUNDS.get(sound, (sound,))) for sound in sounds) if sound]
    lacking = {"H", "A"} if table in RETROFLEX else {"H", "A", "dH"}
    own = table == "ar" or not lacking & set(sounds)
    swaps = dict(ACCENTS[accent].swaps) if table == "ar" or not own else {"dH": RETROFLEX.get(table, "dH"), "R": "r", "X": "X"}
    spoken = [swaps.get(sound, sound) for sound in sounds]
    stressed = "".join(separate(place_stress(spoken, 1 if rng.random() < 0.25 else 2)))
    return stressed if table == "ar" else f"_^_{table if own else 'ar'} {stressed}"


def speak(_folder: Path | None, text: str, rng: random.Random) -> Clip:
    """The text in a drawn table, variant, tempo, pitch and vocal tract."""
    table = "ar" if rng.random() < ARABIC_SHARE else rng.choice([*PLAIN, *RETROFLEX, *RETROFLEX])
    variant, tract = rng.choice(TRAIN_VARIANTS), rng.uniform(0.86, 1.16)
    accent, habits = rng.choice(list(ACCENTS)), draw_habits(rng)
    spelt = " ".join(spell_word(word, table, accent, habits, rng) for word in text.split())
    espeak = open_espeak()
    espeak.set_voice(
        f"{table}+{variant}" if variant else table, round(rng.uniform(105, 220) / tract),
        round(min(90, max(5, rng.gauss(50, 14)))), rng.choice(RANGES),
    )  # fmt: skip
    espeak.set_word_gap(rng.choice((0, 0, 0, 1, 2, 4)))
    samples = resample(espeak.speak(f"[[{spelt}]]"), round(espeak.rate_hz * tract), SAMPLE_RATE_HZ)
    return Clip(trim(samples), text, f"espeak/{table}+{variant or 'base'}")
