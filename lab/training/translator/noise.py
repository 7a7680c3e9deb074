"""Spelling errors like a speech recogniser's, so that a slip in the transcript does not derail the translation."""

from __future__ import annotations

import random
import re

VOWELS = "aeiou"
# Letters that Somali recognisers confuse, as (heard, written instead); "" drops the letter.
CONFUSIONS = [
    ("x", "h"), ("h", "x"), ("kh", "x"), ("kh", "k"), ("c", ""), ("c", "'"), ("'", ""), ("dh", "d"), ("d", "dh"),
    ("q", "k"), ("k", "q"), ("q", "g"), ("g", "q"), ("sh", "s"), ("t", "d"), ("b", "p"), ("m", "n"), ("n", "m"),
    ("r", "rr"), ("rr", "r"), ("l", "ll"), ("ll", "l"), ("dd", "d"), ("e", "i"), ("i", "e"), ("o", "u"), ("u", "o"),
    ("a", "e"), ("w", ""), ("y", ""), ("j", "sh"), ("ay", "ey"), ("ey", "ay"), ("aw", "ow"),
]  # fmt: skip


def lengthen_or_shorten(word: str, rng: random.Random) -> str:
    """Vowel length, the commonest error: a double vowel becomes single or the reverse."""
    places = [found for found in re.finditer(r"([aeiou])\1?", word, re.IGNORECASE)]
    if not places:
        return word
    found = rng.choice(places)
    vowel = found[0][-1]
    changed = found[0][:1] if len(found[0]) == 2 else found[0] + vowel.lower()
    return word[: found.start()] + changed + word[found.end() :]


def confuse_letters(word: str, rng: random.Random) -> str:
    """Swap one letter or digraph for one that sounds alike; the word unchanged if none occurs."""
    possible = [(old, new) for old, new in CONFUSIONS if old in word]
    if not possible:
        return word
    old, new = rng.choice(possible)
    places = [found.start() for found in re.finditer(re.escape(old), word)]
    place = rng.choice(places)
    return word[:place] + new + word[place + len(old) :]


def drop_letter(word: str, rng: random.Random) -> str:
    place = rng.randrange(len(word))
    return word[:place] + word[place + 1 :] if len(word) > 2 else word


def double_letter(word: str, rng: random.Random) -> str:
    place = rng.randrange(len(word))
    return word[: place + 1] + word[place].lower() + word[place + 1 :]


SLIPS = [lengthen_or_shorten, lengthen_or_shorten, confuse_letters, confuse_letters, drop_letter, double_letter]


def split_or_join(words: list[str], rng: random.Random) -> list[str]:
    """Lose one word boundary, or put one inside a long word."""
    place = rng.randrange(len(words))
    if rng.random() < 0.6 and place + 1 < len(words):
        return [*words[:place], words[place] + words[place + 1], *words[place + 2 :]]
    word = words[place]
    if len(word) < 6:
        return words
    cut = rng.randrange(2, len(word) - 2)
    return [*words[:place], word[:cut], word[cut:], *words[place + 1 :]]


def add_noise(text: str, rng: random.Random, word_rate: float = 0.2) -> str:
    """`text` with about `word_rate` of its words misspelt, at least one; digits and punctuation stay."""
    words = text.split()
    if not words:
        return text
    count = max(1, sum(rng.random() < word_rate for _ in words))
    for place in rng.sample(range(len(words)), min(count, len(words))):
        if words[place].strip(".,?!").isalpha() or "'" in words[place]:
            words[place] = rng.choice(SLIPS)(words[place], rng)
    if rng.random() < 0.2:
        words = split_or_join(words, rng)
    return " ".join(word for word in words if word)
