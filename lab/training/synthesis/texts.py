"""What is spoken: stretches of sentences, runs of common and invented words, numbers and single words."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from recogniser.sentences import invent_word
from speech.letter_to_sound import normalise_text


class Texts:
    """Draws texts of one set from sentence files and corpus sentences; the same seed draws the same texts."""

    def __init__(self, sentences: list[str], corpus: list[str], rng: random.Random) -> None:
        self.sentences = sentences
        self.corpus = [normalise_text(sentence) for sentence in corpus]
        counts = Counter(word for sentence in sentences + self.corpus[:: max(1, len(self.corpus) // 4000)] for word in sentence.split())
        self.words = list(counts)
        # The square root flattens: rare words are heard too.
        self.weights = [count**0.5 for count in counts.values()]
        self.rng = rng

    def draw(self, max_words: int = 12, sayable: Callable[[str], bool] = lambda _: True) -> str:
        """One text of sayable words, at most `max_words`; never empty."""
        while True:
            words = [word for word in self.draw_words() if sayable(word)][:max_words]
            if words:
                return " ".join(words)

    def draw_words(self) -> list[str]:
        kind = self.rng.random()
        if kind < 0.45:
            return self.cut(self.rng.choice(self.sentences).split())
        if kind < 0.7:
            return self.cut(self.rng.choice(self.corpus).split())
        count = self.rng.choice((1, 1, 1, 2, 2, 3, 4, 6))
        if kind < 0.9:
            return self.rng.choices(self.words, self.weights, k=count)
        return [invent_word(self.rng) for _ in range(count)]

    def cut(self, words: list[str]) -> list[str]:
        """A stretch of at most 12 words from somewhere in the sentence, so that ends of sentences are not the only ends."""
        if len(words) <= 12:
            return words
        start = self.rng.randrange(len(words) - 6)
        return words[start : start + self.rng.randint(5, 12)]


def read_sentences(folder: Path, name: str) -> list[str]:
    """Lines of one set as `text.clean` wrote them."""
    return (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
