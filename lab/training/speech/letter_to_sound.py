"""Somali spelling to espeak-ng phoneme mnemonics.

espeak-ng has no Somali voice, but the phoneme table of its Arabic voice (`ar`) holds every
sound needed: H = ħ, A = ʕ, X = χ, q, dH (the nearest to ɖ) and the glottal stop.
"""

import random
import re
import sys
from dataclasses import dataclass

VOWELS = "aeiou"
APOSTROPHES = "’ʼ`´ʻ‘"
DIGRAPHS = {"dh": "dH", "kh": "X", "sh": "S"}
LETTERS = {
    "'": "?", "b": "b", "t": "t", "j": "dZ", "x": "H", "d": "d", "r": "R", "s": "s", "c": "A",
    "g": "g", "f": "f", "q": "q", "k": "k", "l": "l", "m": "m", "n": "n", "w": "w", "h": "h",
    "y": "j", "p": "p", "v": "v", "z": "z",
}  # fmt: skip


@dataclass(frozen=True)
class Accent:
    """Choices in which speakers differ; each maps a base mnemonic to the one that is spoken."""

    name: str
    swaps: tuple[tuple[str, str], ...] = ()


ACCENTS = {
    accent.name: accent
    for accent in (
        Accent("plain"),
        Accent("tap", (("R", "*"),)),
        Accent("dental", (("t", "t["), ("d", "d["))),
        Accent("velar", (("X", "x"), ("R", "*"))),
    )
}


def normalise_text(text: str) -> str:
    """Lower-case text with only a-z, apostrophe and single spaces: what the recogniser writes."""
    text = re.sub(f"[{APOSTROPHES}]", "'", text.lower())
    text = re.sub(r"[^a-z' ]+", " ", text)
    text = re.sub(r"(?<![a-z])'+|'+(?=')", "", text)
    return " ".join(text.split())


def split_sounds(word: str) -> list[str]:
    """Base mnemonics of one normalised word; a long vowel is one sound (`a:`)."""
    sounds, i = [], 0
    while i < len(word):
        pair = word[i : i + 2]
        if pair in DIGRAPHS:
            sounds.append(DIGRAPHS[pair])
            i += 2
        elif word[i] in VOWELS:
            is_long = len(pair) == 2 and pair[0] == pair[1]
            sounds.append(word[i] + (":" if is_long else ""))
            i += 2 if is_long else 1
        else:
            sounds.append(LETTERS[word[i]])
            i += 1
    return sounds


# How speakers differ: stops weaken between vowels, q is voiced there or everywhere, j has no voice (J. I. Saeed, "Somali", 1999).
WEAK = {"b": "B", "d": "D", "g": "Q"}
HABITS = {"weak": 0.5, "voiced q": 0.5, "throaty q": 0.25, "voiceless j": 0.3}


def draw_habits(rng: random.Random) -> frozenset[str]:
    """Those of one speaker."""
    return frozenset(habit for habit, share in HABITS.items() if rng.random() < share)


def follow_habits(sounds: list[str], habits: frozenset[str]) -> list[str]:
    """The sounds of one word as a speaker of these habits says them: B, D, Q (a voiced fricative) and `Q"` (it in the throat) are new."""
    spoken = list(sounds)
    for i, sound in enumerate(sounds):
        between = 0 < i < len(sounds) - 1 and sounds[i - 1][0] in VOWELS and sounds[i + 1][0] in VOWELS
        if sound == "q" and "voiced q" in habits and (between or "throaty q" in habits):
            spoken[i] = 'Q"' if "throaty q" in habits else "Q"
        elif sound == "dZ" and "voiceless j" in habits:
            spoken[i] = "tS"
        elif between and "weak" in habits:
            spoken[i] = WEAK.get(sound, sound)
    return spoken


def place_stress(sounds: list[str], from_end: int) -> list[str]:
    """Put espeak's stress mark before the nucleus `from_end` syllables from the word's end."""
    nuclei = [i for i, sound in enumerate(sounds) if sound[0] in VOWELS]
    if not nuclei or from_end <= 0:
        return sounds
    at = nuclei[max(0, len(nuclei) - from_end)]
    return [("'" if i == at else "") + sound for i, sound in enumerate(sounds)]


def spell_sounds(text: str, accent: Accent = ACCENTS["plain"]) -> str:
    """espeak-ng input `[[...]]` for a Somali sentence.

    Commas become short pauses. Stress falls on the next-to-last syllable.
    """
    swaps = dict(accent.swaps)
    phrases = []
    for phrase in re.split(r"[,;:.?!]+", text):
        words = []
        for word in normalise_text(phrase).split():
            sounds = [swaps.get(sound, sound) for sound in split_sounds(word)]
            words.append("".join(separate(place_stress(sounds, 2))))
        if words:
            phrases.append(" ".join(words))
    return "[[" + " _: ".join(phrases) + "]]"


def separate(sounds: list[str]) -> list[str]:
    """Put `|` between sounds that espeak would otherwise read as one longer mnemonic."""
    parts = []
    for i, sound in enumerate(sounds):
        clash = i > 0 and sounds[i - 1] + sound[:1] in ("tS", "dH", "**")
        parts.append(("|" if clash else "") + sound)
    return parts


CHECKS = {
    "xaas": "[[H'a:s]]",
    "caano": "[[A'a:no]]",
    "dhaqtar": "[[dH'aqtaR]]",
    "su'aal": "[[s'u?a:l]]",
    "khamiis": "[[X'ami:s]]",
    "shanlo, haa": "[[S'anlo _: h'a:]]",
    "waalan": "[[w'a:lan]]",
    "jecel": "[[dZ'eAel]]",
    "magaalooyinka": "[[maga:lo:j'inka]]",
    "baddan": "[[b'addan]]",
}


def check() -> int:
    """Compare the rules with known spellings; prints what differs and returns the count."""
    wrong = [(word, spell_sounds(word), want) for word, want in CHECKS.items() if spell_sounds(word) != want]
    for word, got, want in wrong:
        print(f"{word}: {got} instead of {want}")
    print(f"{len(CHECKS) - len(wrong)} of {len(CHECKS)} spellings as expected")
    return len(wrong)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(1 if check() else 0)
    print(spell_sounds(" ".join(sys.argv[1:])))
