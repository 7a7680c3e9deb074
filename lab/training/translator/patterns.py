"""Training examples from the corpus: every pair in its spoken and written form, with and without noise."""

from __future__ import annotations

import random
import re
from math import prod
from pathlib import Path
from typing import NamedTuple

from corpus.expand import (
    ROOT,
    SLOT,
    Pair,
    Pattern,
    expand,
    fill,
    load_patterns,
    load_slots,
    normalise_spoken,
    read_lines,
    slot_source,
    split,
)

from .invented_amounts import AMOUNT_SLOTS, invent_amount
from .invented_names import NAME_SLOTS, invent_name
from .noise import add_noise

NOISY_SHARE = 0.3
JOINED_SHARE = 0.16
WORD_SHARE = 0.05
PHRASE_SHARE = 0.04
INVENTED_NAME_SHARE = 0.25
INVENTED_AMOUNT_SHARE = 0.25
PLAIN_THOUSANDS_SHARE = 0.3
# A pattern with fewer or more fillings than these is drawn as if it had so many.
POOREST, RICHEST = 40, 400


class Example(NamedTuple):
    source: str
    target: str


def slot_words() -> list[Example]:
    """The slot files' entries as examples of their own, so that a single word translates too."""
    return [
        Example(somali, english)
        for path in sorted((ROOT / "slots").glob("*.txt"))
        for _, somali, english in read_lines(path)
    ]


def phrases() -> list[Pair]:
    """The short phrases of phrases.txt, less any that the corpus holds out."""
    held_out = {normalise_spoken(pair.so_spoken) for pair in expand() if split(pair) != "train"}
    pairs = [
        Pair("phrases", f"phrases:{number}", somali, somali, english)
        for number, somali, english in read_lines(Path(__file__).with_name("phrases.txt"))
    ]
    return [pair for pair in pairs if normalise_spoken(pair.so_spoken) not in held_out]


class PairSampler:
    """Draws patterns and fills them; a pair whose spoken sentence is held out is never handed out."""

    def __init__(self) -> None:
        self.slots = load_slots()
        self.patterns: list[tuple[Pattern, list[tuple[str, str]]]] = []
        self.weights: list[float] = []
        for pattern in load_patterns():
            names = [(name, slot_source(name, self.slots) or "") for name in SLOT.findall(pattern.somali)]
            if not names and split(fill(pattern, {})) != "train":
                continue
            fillings = prod(len(self.slots[source]) for _, source in names)
            self.patterns.append((pattern, names))
            # √n for n fillings: fixed sentences are seen often enough, rich patterns most.
            self.weights.append(min(max(fillings, POOREST), RICHEST) ** 0.5)

    def draw(self, rng: random.Random) -> Pair:
        while True:
            pattern, names = rng.choices(self.patterns, self.weights)[0]
            chosen = {name: rng.choice(self.slots[source]) for name, source in names}
            if len({(source, chosen[name]) for name, source in names}) < len(names):
                continue  # two slots of one kind must differ
            for name, source in names:
                if source in NAME_SLOTS and rng.random() < INVENTED_NAME_SHARE:
                    chosen[name] = invent_name(rng)
                if source in AMOUNT_SLOTS and rng.random() < INVENTED_AMOUNT_SHARE:
                    chosen[name] = invent_amount(rng)
            pair = fill(pattern, chosen)
            if split(pair) == "train":
                return pair


def strip_punctuation(text: str) -> str:
    """Without sentence punctuation; a comma between digits is part of the number and stays."""
    return " ".join(re.sub(r"(?<!\d)[.?!,:;]|[.?!,:;](?!\d)", " ", text).split())


def vary_form(pair: Pair, rng: random.Random) -> str:
    """The Somali as the service meets it: enhanced, raw from the recogniser, or something between."""
    written = pair.so_written
    if rng.random() < PLAIN_THOUSANDS_SHARE:
        written = re.sub(r"(?<=\d),(?=\d{3})", "", written)
    draw = rng.random()
    if draw < 0.40:
        return written
    if draw < 0.52:
        return strip_punctuation(written).lower()
    if draw < 0.60:
        return strip_punctuation(written)
    if draw < 0.72:
        return pair.so_spoken
    return normalise_spoken(pair.so_spoken)


def vary_word(word: Example, rng: random.Random) -> Example:
    """A word alone as in a list, or as a one-word sentence."""
    if rng.random() < 0.5:
        return word
    capital = Example(*(text[:1].upper() + text[1:] + "." for text in word))
    return capital if rng.random() < 0.5 else Example(word.source.lower(), capital.target)


class ExampleStream:
    """Endless examples, the same for the same seed and chunk number."""

    def __init__(self, seed: int) -> None:
        self.sampler = PairSampler()
        self.words = slot_words()
        self.phrases = phrases()
        self.seed = seed

    def chunk(self, number: int, size: int) -> list[Example]:
        """`size` examples; chunk numbers let a resumed run go on where it stopped."""
        rng = random.Random(f"{self.seed}:{number}")
        return [self.draw(rng) for _ in range(size)]

    def draw(self, rng: random.Random) -> Example:
        if rng.random() < WORD_SHARE:
            source, target = vary_word(rng.choice(self.words), rng)
        else:
            pair = self.draw_pair(rng)
            source, target = vary_form(pair, rng), pair.en
            while rng.random() < JOINED_SHARE:
                second = self.draw_pair(rng)
                source, target = f"{source} {vary_form(second, rng)}", f"{target} {second.en}"
        if rng.random() < NOISY_SHARE:
            source = add_noise(source, rng, rng.uniform(0.05, 0.3))
        return Example(source, target)

    def draw_pair(self, rng: random.Random) -> Pair:
        return rng.choice(self.phrases) if rng.random() < PHRASE_SHARE else self.sampler.draw(rng)
