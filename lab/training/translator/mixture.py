"""What one pass over the texts holds: real sentences as heard and as written, words, patterns, English to itself."""

from __future__ import annotations

import random
import re

from .noise import add_noise
from .patterns import ExampleStream
from .texts import Sentence, as_heard

REPEATS = {"translated": 1, "everyday": 2, "hornmt": 1, "open": 1, "own": 2, "read": 1}
WORDS, PATTERNS, ENGLISH, JOINED = 5000, 7000, 9000, 2500
HEARD_SHARE, SLIPS_SHARE, NUMBER_SHARE, DROP_WORD = 0.5, 0.25, 0.5, 0.12
NUMBER = re.compile(r"\d[\d,.]*\d|\d")


def vary(somali: str, rng: random.Random) -> str:
    """As the recogniser gives it or as the clean-up writes it, some with slips of the ear."""
    text = as_heard(somali) if rng.random() < HEARD_SHARE else somali
    return add_noise(text, rng, rng.uniform(0.05, 0.25)) if rng.random() < SLIPS_SHARE else text


def change_numbers(pair: Sentence, rng: random.Random) -> Sentence:
    """Numbers that stand on both sides become others of the same length, so that they are copied and not remembered."""
    numbers = NUMBER.findall(pair.somali)
    if not numbers or sorted(numbers) != sorted(NUMBER.findall(pair.english)) or len(set(numbers)) < len(numbers):
        return pair
    fresh = {n: re.sub(r"\d", lambda _: str(rng.randint(1, 9)), n) for n in numbers}
    swap = lambda text: NUMBER.sub(lambda found: fresh.get(found[0], found[0]), text)  # noqa: E731
    return Sentence(swap(pair.somali), swap(pair.english))


def drop_words(text: str, rng: random.Random) -> str:
    kept = [w for w in text.split() if rng.random() > DROP_WORD]
    return " ".join(kept) or text


class Mixture:
    def __init__(self, train: dict[str, list[Sentence]], lexicon: list[Sentence]) -> None:
        self.train, self.lexicon = train, lexicon
        self.patterns = ExampleStream(1)

    def epoch(self, number: int) -> list[tuple[str, str]]:
        """(source, target) of one pass, the same for the same number."""
        rng = random.Random(f"epoch {number}")
        pairs: list[tuple[str, str]] = []
        real = [s for rows in self.train.values() for s in rows]
        for name, rows in self.train.items():
            for pair in rows * REPEATS[name]:
                changed = change_numbers(pair, rng) if rng.random() < NUMBER_SHARE else pair
                pairs.append((vary(changed.somali, rng), changed.english))
        for _ in range(JOINED):
            first, second = rng.choice(self.train["everyday"]), rng.choice(self.train["everyday"])
            pairs.append((vary(f"{first.somali} {second.somali}", rng), f"{first.english} {second.english}"))
        for word in rng.sample(self.lexicon, WORDS):
            pairs.append((as_heard(word.somali) if rng.random() < HEARD_SHARE else word.somali, word.english))
        pairs += [(e.source, e.target) for e in self.patterns.chunk(number, PATTERNS)]
        for pair in rng.sample(real, ENGLISH):
            text = as_heard(pair.english) if rng.random() < HEARD_SHARE else pair.english
            pairs.append((drop_words(text, rng), pair.english))
        rng.shuffle(pairs)
        return pairs
