"""Letter n-grams of Somali text, for the beam search of every recogniser whose tokens are letters.

    cd lab/training && python -m letter_model --text DIR --out ../../models/starter/recogniser/letter-model.bin

DIR holds train.txt and dev.txt of `text.clean`; some sentences of the corpus (its train part) join them: all of its 80,000
fillings would drown the rest. Counts are smoothed as Witten and Bell did, with more left to shorter contexts. The file, all numbers little-endian: the bytes `SLM1`; a byte, the number of context
lengths; for each length from 0 the number of contexts (u32), then the contexts in rising order (u32: five bits a letter,
oldest letter highest; space 1, apostrophe 2, a 3 ...), a byte each for the weight of shorter contexts, a byte each for how
many letters follow; then a byte for each of these letters and a byte for its probability. A probability is
round(-16 ln p), at most 255.
"""

import argparse
import math
import random
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from recogniser.sentences import load_sentences
from speech.letter_to_sound import normalise_text
from synthesis.texts import read_sentences

NOVELTY, CORPUS_SENTENCES = 6, 12_000
COMMON_FORMS, LIKELY_BITS = 2_000, 3
LETTERS = " 'abcdefghijklmnopqrstuvwxyz"
CODES = {letter: i + 1 for i, letter in enumerate(LETTERS)}
Tables = list[dict[str, Counter]]
Level = dict[str, tuple[float, dict[str, float]]]


def count_letters(sentences: list[str], order: int) -> Tables:
    """For each context length 0 to order - 1: context -> following letter -> count; each run of three words is counted once,
    so that a pattern repeated a thousand times does not drown the rest."""
    phrases = set()
    for sentence in sentences:
        words = ["", *normalise_text(sentence).split(), ""]
        phrases.update(" ".join(words[i : i + 3]) for i in range(len(words) - 2))
    tables: Tables = [defaultdict(Counter) for _ in range(order)]
    for phrase in phrases:
        for i, letter in enumerate(phrase):
            for length in range(min(i, order - 1) + 1):
                tables[length][phrase[i - length : i]][letter] += 1
    return tables


def smooth(tables: Tables, least: int) -> list[Level]:
    """context -> (weight of the shorter context, probability of each letter seen); contexts of four letters and more are
    kept from `least` counts on."""
    smoothed: list[Level] = []
    for length, table in enumerate(tables):
        level: Level = {}
        for context, following in table.items():
            total = sum(following.values())
            if length >= 4 and (total < least or context[1:] not in smoothed[-1]):
                continue
            new = NOVELTY * len(following)
            rest = new / (total + new)
            shorter = (lambda letter, at=context[1:]: look_up(smoothed, at, letter)) if length else (lambda _: 1 / len(LETTERS))
            level[context] = (rest, {letter: count / (total + new) + rest * shorter(letter) for letter, count in following.items()})
        smoothed.append(level)
    return smoothed


def look_up(smoothed: list[Level], context: str, letter: str) -> float:
    """Probability of a letter after a context, through shorter contexts where it was not seen."""
    weight = 1.0
    for start in range(len(context) + 1):
        length = len(context) - start
        entry = smoothed[length].get(context[start:]) if length < len(smoothed) else None
        if entry is None:
            continue
        if letter in entry[1]:
            return weight * entry[1][letter]
        weight *= entry[0]
    return weight / len(LETTERS)


def bits_per_letter(smoothed: list[Level], sentences: list[str]) -> float:
    """Cross entropy of held-out sentences."""
    bits, letters = 0.0, 0
    for sentence in sentences:
        text = f" {sentence} "
        for i in range(1, len(text)):
            bits -= math.log2(look_up(smoothed, text[max(0, i - len(smoothed) + 1) : i], text[i]))
        letters += len(text) - 1
    return bits / letters


def reach(smoothed: list[Level], known: set[str], held_out: list[str]) -> tuple[float, float]:
    """Of the commonest forms of held-out sentences: the share that was seen, and the share that was seen or whose letters the
    model finds likely, a letter out of eight or fewer as a mean."""
    counts = Counter(word for sentence in held_out for word in sentence.split())
    forms = [form for form, _ in counts.most_common(COMMON_FORMS)]
    seen = [form in known for form in forms]
    likely = [bits_per_letter(smoothed, [form]) <= LIKELY_BITS for form in forms]
    return sum(seen) / len(forms), sum(map(max, seen, likely)) / len(forms)


def quantise(probability: float) -> int:
    return min(255, round(-16 * math.log(max(probability, 1e-9))))


def pack(smoothed: list[Level]) -> bytes:
    """The file described above."""
    parts = [b"SLM1", bytes([len(smoothed)])]
    for level in smoothed:
        coded = sorted((sum(CODES[letter] << 5 * (len(context) - 1 - i) for i, letter in enumerate(context)), context) for context in level)
        rows = [level[context] for _, context in coded]
        pairs = [(CODES[letter], quantise(p)) for _, following in rows for letter, p in following.items()]
        parts += [
            np.array([len(coded)], "<u4").tobytes(),
            np.array([code for code, _ in coded], "<u4").tobytes(),
            bytes(quantise(rest) for rest, _ in rows),
            bytes(len(following) for _, following in rows),
            bytes(letter for letter, _ in pairs),
            bytes(probability for _, probability in pairs),
        ]
    return b"".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--order", type=int, default=7, choices=range(2, 8))
    parser.add_argument("--least", type=int, default=2)
    options = parser.parse_args()
    corpus = random.Random(1).sample(load_sentences("train"), CORPUS_SENTENCES)
    sentences = [*read_sentences(options.text, "train"), *corpus]
    smoothed = smooth(count_letters(sentences, options.order), options.least)
    data = pack(smoothed)
    options.out.write_bytes(data)
    print(f"{sum(map(len, smoothed))} contexts, {len(data)} bytes")
    for name, held_out in (("text", read_sentences(options.text, "dev")), ("corpus", [normalise_text(s) for s in load_sentences("dev")])):
        print(f"{name}: {bits_per_letter(smoothed, held_out[:1500]):.3f} bits a letter")
    known = {word for sentence in [*sentences, *load_sentences("train")] for word in normalise_text(sentence).split()}
    for name in ("dev", "test"):
        seen, near = reach(smoothed, known, read_sentences(options.text, name))
        print(f"{name}: of its {COMMON_FORMS} commonest forms {seen:.1%} were seen, {near:.1%} are within reach")


if __name__ == "__main__":
    main()
