"""Letter n-grams of the corpus, for the beam search of the starter recogniser.

    cd training && python -m letter_model --out ../models/starter/recogniser/letter-model.txt

Counts letters of the training sentences only (held-out sentences stay unseen), smooths them by interpolated absolute
discounting, and writes for each context the letters that follow it. One line a context: the context, a tab, one symbol for
the weight of shorter contexts, then pairs of a letter and a symbol. A symbol's code minus 33 is -10 ln p, at most 93.
"""

import argparse
import math
from collections import Counter, defaultdict
from pathlib import Path

from recogniser.sentences import load_sentences
from speech.letter_to_sound import normalise_text

DISCOUNT = 0.6
LETTERS = " 'abcdefghijklmnopqrstuvwxyz"


def count_letters(sentences: list[str], order: int) -> list[dict[str, Counter]]:
    """For each context length 0 to order - 1: context -> following letter -> count, each word in a place counted once
    per neighbour, so that a pattern repeated a thousand times does not drown the rest."""
    phrases = set()
    for sentence in sentences:
        words = ["", *normalise_text(sentence).split(), ""]
        phrases.update(" ".join(words[i : i + 3]) for i in range(len(words) - 2))
    tables: list[dict[str, Counter]] = [defaultdict(Counter) for _ in range(order)]
    for phrase in phrases:
        for i, letter in enumerate(phrase):
            for length in range(min(i, order - 1) + 1):
                tables[length][phrase[i - length : i]][letter] += 1
    return tables


def smooth(tables: list[dict[str, Counter]]) -> list[dict[str, tuple[float, dict[str, float]]]]:
    """context -> (weight of the shorter context, probability of each letter seen)."""
    floor = {letter: 1 / len(LETTERS) for letter in LETTERS}
    smoothed: list[dict[str, tuple[float, dict[str, float]]]] = []
    for length, table in enumerate(tables):
        level = {}
        for context, following in table.items():
            total = sum(following.values())
            rest = DISCOUNT * len(following) / total
            shorter = lambda letter: look_up(smoothed, context[1:], letter) if length else floor[letter]  # noqa: E731
            level[context] = (
                rest,
                {letter: (count - DISCOUNT) / total + rest * shorter(letter) for letter, count in following.items()},
            )
        smoothed.append(level)
    return smoothed


def look_up(smoothed: list[dict[str, tuple[float, dict[str, float]]]], context: str, letter: str) -> float:
    """Probability of a letter after a context, through shorter contexts where it was not seen."""
    weight = 1.0
    for start in range(len(context) + 1):
        entry = smoothed[len(context) - start].get(context[start:])
        if entry is None:
            continue
        if letter in entry[1]:
            return weight * entry[1][letter]
        weight *= entry[0]
    return weight / len(LETTERS)


def write_symbol(probability: float) -> str:
    return chr(33 + min(93, round(-10 * math.log(max(probability, 1e-9)))))


def write(smoothed: list[dict[str, tuple[float, dict[str, float]]]], tables: list[dict[str, Counter]], limit: int) -> str:
    """All contexts, most frequent first, until `limit` bytes; a context is kept only with all its shorter ones."""
    ranked = sorted(
        ((len(context), -sum(tables[length][context].values()), context) for length, level in enumerate(smoothed) for context in level),
        key=lambda item: (item[0] > 3, item[1], item[2]),
    )
    lines, size = [], 0
    for length, _, context in ranked:
        rest, following = smoothed[length][context]
        line = context + "\t" + write_symbol(rest)
        line += "".join(letter + write_symbol(p) for letter, p in sorted(following.items(), key=lambda item: -item[1]))
        size += len(line) + 1
        if size > limit:
            break
        lines.append(line)
    return "".join(line + "\n" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--order", type=int, default=6)
    parser.add_argument("--bytes", type=int, default=300_000)
    options = parser.parse_args()
    tables = count_letters(load_sentences("train"), options.order)
    text = write(smooth(tables), tables, options.bytes)
    options.out.write_text(text, encoding="utf-8")
    contexts = sum(len(table) for table in tables)
    print(f"{len(text.splitlines())} of {contexts} contexts, {len(text)} bytes")


if __name__ == "__main__":
    main()
