"""Weights that say where a comma stands in Somali text without marks.

    cd lab/training && python -m comma_model --data DIR --out ../../speech/somali/comma-weights.bin

Logistic regression on the words about a gap (AdaGrad; Duchi, Hazan and Singer 2011), learned from the everyday sentences
of DIR/parallel and our own, three quarters of each; the last quarter gives the figures that are printed. The file holds a
signed byte for each of 2^18 hashes of a feature, in units of 1/16. `speech/somali/commas.ts` reads it and makes the same
features.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from translator.texts import read_own, read_set

LISTS = json.loads((Path(__file__).parents[2] / "speech" / "somali" / "word-lists.json").read_text())
OPENERS = set(f"{LISTS['clauseOpeners']} {LISTS['focusWords']} ma ha".split())
SUBORDINATORS = set(LISTS["subordinators"].split())
BITS, UNIT = 18, 1 / 16
EPOCHS, BATCH, RATE, DECAY = 3, 64, 0.08, 1e-3
TEST_EVERY = 4
LIMITS = (0.5, 0.6, 0.7, 0.8)


@functools.lru_cache(None)
def place_of(feature: str) -> int:
    """FNV-1a of 32 bits, folded."""
    code = 0x811C9DC5
    for byte in feature.encode():
        code = ((code ^ byte) * 0x01000193) & 0xFFFFFFFF
    return (code ^ code >> 15) & ((1 << BITS) - 1)


def features(words: list[str], at: int, begin: int) -> Iterator[str]:
    """Of the gap after word `at` (of the sentence's words, lower case), in the part that begins with word `begin`."""
    before, word, after, later = words[at - 1] if at else "", words[at], words[at + 1], words[at + 2] if at + 2 < len(words) else ""
    opened = int(any(w in OPENERS for w in words[begin : at + 1]))
    opens = int(any(w in OPENERS for w in words[at + 1 :]))
    subordinate = words[begin] if words[begin] in SUBORDINATORS else ""
    yield from (f"word {word}", f"after {after}", f"later {later}", f"before {before}")
    yield from (f"pair {word} {after}", f"next {after} {later}", f"last {before} {word}")
    yield from (f"end {word[-3:]}", f"end {word[-2:]}", f"after {after[-3:]}", f"after {after[-2:]}")
    yield from (f"ends {word[-2:]} {after[-2:]}", f"end {word[-2:]} {after}")
    yield from (f"since {min(at - begin, 8)}", f"left {min(len(words) - at, 6)}", f"first {words[0]} {min(at, 3)}")
    yield from (f"opened {opened} {word[-2:]}", f"subordinate {subordinate} {opened}")
    yield f"clause {int(subordinate != '')}{opened}{opens} {word[-3:]}"
    yield f"clauses {opened}{opens} {word[-2:]} {after[-2:]}"


def read_sentences(data: Path) -> Iterator[tuple[list[str], list[bool]]]:
    """Words without marks and whether a comma follows each, of sentences that are written with care."""
    for row in dict.fromkeys([*read_set(data / "parallel" / "everyday.so-en.tsv"), *read_own()]):
        if re.search(r'[\d"(-]', row.somali) or row.somali[-1:] not in ".?!":
            continue
        for sentence in re.split(r"(?<=[.?!])\s+", row.somali):
            written = sentence.split()
            words = [re.sub(r"[^a-z']+", "", w.lower()).strip("'") for w in written]
            if len(words) > 1 and all(words):
                yield words, [w[-1] in ",;:" for w in written]


def gather(sentences: list[tuple[list[str], list[bool]]]) -> tuple[np.ndarray, np.ndarray]:
    """Places of the features of each gap [gaps, features], and whether a comma stands there."""
    places, commas = [], []
    for words, marks in sentences:
        begin = 0
        for at in range(len(words) - 1):
            places.append([place_of(f) for f in features(words, at, begin)])
            commas.append(marks[at])
            begin = at + 1 if marks[at] else begin
    return np.array(places, np.int32), np.array(commas, float)


def chance(weights: np.ndarray, places: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-weights[places].sum(1)))


def learn(places: np.ndarray, commas: np.ndarray) -> np.ndarray:
    weights, squares = np.zeros(1 << BITS), np.full(1 << BITS, 1e-6)
    order = np.random.default_rng(0)
    for _ in range(EPOCHS):
        rows = order.permutation(len(places))
        for start in range(0, len(rows), BATCH):
            some = rows[start : start + BATCH]
            error = chance(weights, places[some]) - commas[some]
            used, inverse = np.unique(places[some], return_inverse=True)
            slope = np.bincount(inverse.ravel(), np.repeat(error, places.shape[1])) + DECAY * weights[used]
            squares[used] += slope**2
            weights[used] -= RATE * slope / np.sqrt(squares[used])
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    parts: tuple[list, list] = ([], [])
    for words, marks in read_sentences(options.data):
        is_test = int(hashlib.sha1(" ".join(words).encode()).hexdigest(), 16) % TEST_EVERY == 0
        parts[is_test].append((words, marks))
    steps = np.clip(np.round(learn(*gather(parts[0])) / UNIT), -127, 127).astype(np.int8)
    options.out.write_bytes(steps.tobytes())
    places, commas = gather(parts[1])
    found = chance(steps * UNIT, places)
    print(f"{len(parts[0])} sentences, {len(parts[1])} to test with {int(commas.sum())} commas")
    for limit in LIMITS:
        right = int(((found > limit) & (commas > 0)).sum())
        print(f"limit {limit}: precision {right / (found > limit).sum():.2f}, recall {right / commas.sum():.2f}")


if __name__ == "__main__":
    main()
