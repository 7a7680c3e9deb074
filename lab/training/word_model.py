"""Word trigrams of Somali text, which the beam search uses beside the letter n-grams.

    cd lab/training && python -m word_model --text FOLDER --held-out DIR --out ../../models/starter/recogniser/word-model.bin

FOLDER holds *.txt and *.tsv (a column `so`); the sentences of `corpus/sentences` join them. DIR holds the dev.txt and test.txt of
`text.clean`, whose sentences are left out.
Smoothing is interpolated absolute discounting (Ney, Essen and Kneser 1994), with counts of contexts for the lower orders
(Kneser-Ney). The file, all numbers little-endian: the bytes `SWM1`; u32 V, B and T; the V words in order of their number,
each ended by a newline, as UTF-8 behind a u32 of their bytes; for each word a byte for its probability and a byte for the
weight of unigrams after it; u32 starts[V + 1] into the bigrams; u16 following word[B], byte probability[B], byte weight of
bigrams after this pair[B]; u32 starts[B + 1] into the trigrams; u16 following word[T], byte probability[T]. A byte stands for
round(-16 ln p), at most 255. Word 0 is the start of a sentence. Probabilities are interpolated: what is not listed is the
weight times the shorter context's. What words outside the V share is left to the reader: the unigrams sum to less than one.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from letter_model import quantise
from speech.letter_to_sound import normalise_text
from text.clean import is_somali_shape, read_lines, split_sentences
from translator.texts import read_own

START = "<s>"
MOST_WORDS = 65_000
DISCOUNT = 0.75
SOMALI_SHARE = 0.7


def read_folders(folders: list[Path]) -> Iterator[str]:
    """All lines of texts and tables."""
    for path in sorted(p for folder in folders for p in [*folder.rglob("*.txt"), *folder.rglob("*.tsv")]):
        yield from read_lines(path)


def split_stretches(lines: Iterable[str], held_out: set[str]) -> Iterator[list[str]]:
    """Stretches of words between marks and digits, Somali in shape; each sentence once."""
    seen: set[str] = set()
    for line in lines:
        for sentence in split_sentences(line):
            text = normalise_text(re.sub(r"\S*\d\S*|[{}<>|=_\\@#©]", " ", sentence))
            if not text or text in seen or text in held_out:
                continue
            seen.add(text)
            words = [w for w in text.split() if len(w) <= 24][:200]
            if len(words) > 1 and sum(map(is_somali_shape, words)) >= SOMALI_SHARE * len(words):
                yield words


class Counts:
    """Unigrams, bigrams and trigrams of word numbers; 0 begins a sentence, -1 is a word outside the vocabulary."""

    def __init__(self, stretches: list[list[str]], least: int) -> None:
        common = Counter(word for words in stretches for word in words)
        self.words = [START, *(w for w, n in common.most_common(MOST_WORDS - 1) if n >= least and is_somali_shape(w) or n >= 6)]
        number = {word: i for i, word in enumerate(self.words)}
        self.two: Counter[tuple[int, int]] = Counter()
        self.three: Counter[tuple[int, int, int]] = Counter()
        for words in stretches:
            ids = [0, *(number.get(w, -1) for w in words)]
            self.two.update(zip(ids, ids[1:], strict=False))
            self.three.update(zip(ids, ids[1:], ids[2:], strict=False))


def discount(table: dict[int, int]) -> tuple[dict[int, float], float]:
    """Probabilities less the discount, and the weight that is left to the shorter context."""
    total = sum(table.values())
    left = DISCOUNT * sum(1 for n in table.values() if n > 0) / total
    return {word: (n - DISCOUNT) / total for word, n in table.items()}, left


class Model:
    """Interpolated trigrams; `find` is how the service reads them."""

    def __init__(self, counts: Counts, least_two: int, least_three: int) -> None:
        self.words = counts.words
        before: Counter[int] = Counter(word for _, word in counts.two)
        total = sum(before.values())
        self.one = {word: n / total for word, n in before.items() if word >= 0}
        after: dict[int, dict[int, int]] = defaultdict(dict)
        for (first, word), n in counts.two.items():
            after[first][word] = n
        self.two: dict[int, tuple[dict[int, float], float]] = {}
        for first, table in after.items():
            if first < 0:
                continue
            found, left = discount(table)
            kept = {w: p for w, p in found.items() if w >= 0 and table[w] >= least_two}
            pruned = sum(p for w, p in found.items() if w >= 0 and w not in kept)
            self.two[first] = (kept, left + pruned)
        pairs: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        for (first, second, word), n in counts.three.items():
            pairs[first, second][word] = n
        self.three: dict[tuple[int, int], tuple[dict[int, float], float]] = {}
        for (first, second), table in pairs.items():
            if second not in self.two.get(first, ({}, 0))[0]:
                continue
            found, left = discount(table)
            kept = {w: p for w, p in found.items() if w >= 0 and table[w] >= least_three and w in self.two[second][0]}
            if kept:
                self.three[first, second] = (kept, left + sum(p for w, p in found.items() if w >= 0 and w not in kept))

    def find(self, first: int | None, second: int | None, word: int) -> float:
        """Probability of a word after two others (None: outside the vocabulary)."""
        p = self.one.get(word, 1e-7)
        if second is None or second not in self.two:
            return p
        found, left = self.two[second]
        p = found.get(word, 0.0) + left * p
        if first is None or (first, second) not in self.three:
            return p
        found, left = self.three[first, second]
        return found.get(word, 0.0) + left * p


def pack(model: Model) -> bytes:
    """The file described above; listed probabilities are whole ones, the shorter contexts' share within."""
    count = len(model.words)
    names = "".join(f"{word}\n" for word in model.words).encode()
    starts, followers, bytes_two, weights_two = [0], [], [], []
    starts_three, followers_three, bytes_three = [0], [], []
    for first in range(count):
        found, _ = model.two.get(first, ({}, 1.0))
        for word in sorted(found):
            followers.append(word)
            bytes_two.append(quantise(model.find(None, first, word)))
            table, left = model.three.get((first, word), ({}, 1.0))
            weights_two.append(quantise(left))
            for third in sorted(table):
                followers_three.append(third)
                bytes_three.append(quantise(model.find(first, word, third)))
            starts_three.append(len(followers_three))
        starts.append(len(followers))
    ones = bytes(quantise(model.one.get(i, 1e-9)) for i in range(count))
    weights = bytes(quantise(model.two[i][1]) if i in model.two else 0 for i in range(count))
    return b"".join(
        [
            b"SWM1", np.array([count, len(followers), len(followers_three), len(names)], "<u4").tobytes(), names, ones, weights,
            np.array(starts, "<u4").tobytes(), np.array(followers, "<u2").tobytes(), bytes(bytes_two), bytes(weights_two),
            np.array(starts_three, "<u4").tobytes(), np.array(followers_three, "<u2").tobytes(), bytes(bytes_three),
        ]
    )  # fmt: skip


def perplexity(model: Model, sentences: list[str]) -> tuple[float, float]:
    """Of known words, and the share of words that are not known."""
    number = {word: i for i, word in enumerate(model.words)}
    nats, known, unknown = 0.0, 0, 0
    for sentence in sentences:
        ids: list[int | None] = [None, 0, *(number.get(w) for w in sentence.split())]
        for first, second, word in zip(ids, ids[1:], ids[2:], strict=False):
            if word is None:
                unknown += 1
                continue
            nats -= math.log(model.find(first, second, word))
            known += 1
    return math.exp(nats / known), unknown / (known + unknown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, action="append", required=True, help="a folder; may be given several times")
    parser.add_argument("--held-out", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--least-word", type=int, default=2)
    parser.add_argument("--least-two", type=int, default=1)
    parser.add_argument("--least-three", type=int, default=2)
    options = parser.parse_args()
    held_out = {part: (options.held_out / f"{part}.txt").read_text().split("\n") for part in ("dev", "test")}
    lines = [*read_folders(options.text), *(pair.somali for pair in read_own())]
    stretches = list(split_stretches(lines, {s for rows in held_out.values() for s in rows}))
    print(f"{len(stretches)} stretches, {sum(map(len, stretches))} words")
    model = Model(Counts(stretches, options.least_word), options.least_two, options.least_three)
    data = pack(model)
    options.out.write_bytes(data)
    print(f"{len(model.words)} words, {sum(len(t) for t, _ in model.two.values())} bigrams, {sum(len(t) for t, _ in model.three.values())} trigrams, {len(data)} bytes")
    for name, rows in held_out.items():
        found, unknown = perplexity(model, rows[:3000])
        print(f"{name}: perplexity {found:.0f}, unknown words {unknown:.1%}")


if __name__ == "__main__":
    main()
