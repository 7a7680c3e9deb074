"""Made-up names of people and places, so that the model learns to carry over a name it has never seen."""

from __future__ import annotations

import random
import re

from corpus.numbers import Entry

NAME_SLOTS = {"name_m", "name_f", "city"}
ONSETS = ["b", "t", "j", "x", "kh", "d", "r", "s", "sh", "dh", "c", "g", "f", "q", "k", "l", "m", "n", "w", "h", "y"]
VOWELS = ["a", "e", "i", "o", "u", "aa", "ee", "ii", "oo", "uu", "ay", "aw"]
CODAS = ["", "", "", "l", "r", "n", "d", "b", "s", "m"]


def to_english(name: str) -> str:
    """The usual English spelling: x is h, c is silent, long vowels are written once."""
    plain = name.lower().replace("x", "h").replace("c", "").replace("'", "")
    return re.sub(r"([aeiou])\1+", r"\1", plain).capitalize()


def invent_name(rng: random.Random) -> Entry:
    """A pronounceable name of two or three syllables as a corpus entry (spoken, written, English)."""
    syllables = [
        rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(rng.choice([2, 2, 2, 3]))
    ]
    somali = "".join(syllables).capitalize()
    return somali, somali, to_english(somali)
