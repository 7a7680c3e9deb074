"""Training examples from the corpus: every pair in its spoken and written form, with and without noise."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from corpus.expand import ROOT, Pair, expand, normalise_spoken, read_lines, split

from .noise import add_noise

EVALUATION_FILLINGS = 150  # the corpus' own default: dev and test are exactly its held-out pairs
TRAINING_FILLINGS = 400
NOISY_SHARE = 0.2
JOINED_SHARE = 0.12
WORD_SHARE = 0.06


class Example(NamedTuple):
    source: str
    target: str


def held_out_pairs(part: str, seed: int = 1) -> list[Pair]:
    """The corpus' 'dev' or 'test' pairs."""
    return [pair for pair in expand(seed, EVALUATION_FILLINGS) if split(pair) == part]


def training_pairs(seed: int = 1) -> list[Pair]:
    """All pairs that may be learned from: never one whose spoken sentence is held out."""
    return [pair for pair in expand(seed, TRAINING_FILLINGS) if split(pair) == "train"]


def slot_words() -> list[Example]:
    """The slot files' entries as examples of their own, so that a single word translates too."""
    return [
        Example(somali, english)
        for path in sorted((ROOT / "slots").glob("*.txt"))
        for _, somali, english in read_lines(path)
    ]


def strip_punctuation(text: str) -> str:
    """Without sentence punctuation; a comma between digits is part of the number and stays."""
    return " ".join(re.sub(r"(?<!\d)[.?!,:;]|[.?!,:;](?!\d)", " ", text).split())


def vary_form(pair: Pair, rng: random.Random) -> str:
    """The Somali as the service meets it: enhanced, raw from the recogniser, or something between."""
    draw = rng.random()
    if draw < 0.40:
        return pair.so_written
    if draw < 0.52:
        return strip_punctuation(pair.so_written).lower()
    if draw < 0.60:
        return strip_punctuation(pair.so_written)
    if draw < 0.72:
        return pair.so_spoken
    return normalise_spoken(pair.so_spoken)


class ExampleStream:
    """Endless examples, the same for the same seed and chunk number, balanced over patterns."""

    def __init__(self, pairs: list[Pair], words: list[Example], seed: int) -> None:
        sizes = Counter(pair.pattern_id for pair in pairs)
        self.pairs = pairs
        self.words = words
        self.seed = seed
        # A pattern with n fillings weighs √n: fixed sentences are seen often enough, rich ones most.
        self.weights = [sizes[pair.pattern_id] ** -0.5 for pair in pairs]

    def chunk(self, number: int, size: int) -> list[Example]:
        """`size` examples; chunk numbers let a resumed run go on where it stopped."""
        rng = random.Random(f"{self.seed}:{number}")
        drawn = iter(rng.choices(self.pairs, self.weights, k=2 * size))
        return [self.draw(drawn, rng) for _ in range(size)]

    def draw(self, pairs: Iterator[Pair], rng: random.Random) -> Example:
        if self.words and rng.random() < WORD_SHARE:
            source, target = vary_word(rng.choice(self.words), rng)
        else:
            pair = next(pairs)
            source, target = vary_form(pair, rng), pair.en
            if rng.random() < JOINED_SHARE:
                second = next(pairs)
                source, target = f"{source} {vary_form(second, rng)}", f"{target} {second.en}"
        if rng.random() < NOISY_SHARE:
            source = add_noise(source, rng)
        return Example(source, target)


def vary_word(word: Example, rng: random.Random) -> Example:
    """A word alone as in a list, or as a one-word sentence."""
    if rng.random() < 0.5:
        return word
    capital = Example(*(text[:1].upper() + text[1:] + "." for text in word))
    return capital if rng.random() < 0.5 else Example(word.source.lower(), capital.target)
