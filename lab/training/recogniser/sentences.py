"""What is spoken: corpus sentences, and made-up words that follow Somali spelling."""

import random

from corpus.expand import expand, split

ONSETS = ["b", "t", "j", "x", "kh", "d", "r", "s", "sh", "dh", "c", "g", "f", "q", "k", "l", "m", "n", "w", "h", "y"]
NUCLEI = ["a", "a", "a", "i", "i", "u", "u", "e", "o", "aa", "aa", "ii", "uu", "ee", "oo", "ay", "aw", "ey", "oy", "ow"]
CODAS = ["", "", "", "", "n", "l", "r", "d", "s", "b", "x", "q", "c", "m", "g", "sh", "dh", "f", "k", "t", "'"]
DOUBLED = "bdglmnr"


def load_sentences(group: str, seed: int = 1) -> list[str]:
    """Spoken forms of the corpus sentences in `train`, `dev` or `test`, in a fixed order."""
    return sorted({pair.so_spoken for pair in expand(seed=seed) if split(pair) == group})


def invent_word(rng: random.Random) -> str:
    """A word of one to four syllables that could be Somali; it keeps the network from guessing by vocabulary."""
    word = ""
    for i in range(rng.choice((1, 2, 2, 3, 3, 4))):
        onset = "" if i == 0 and rng.random() < 0.1 else rng.choice(ONSETS)
        if i > 0 and onset in DOUBLED and rng.random() < 0.15:
            onset += onset
        word += onset + rng.choice(NUCLEI) + (rng.choice(CODAS) if len(onset) < 3 else "")
    return word.rstrip("'") if len(word) < 3 else word
