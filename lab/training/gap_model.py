"""Weights that say where a comma stands in Somali text without marks, and where a sentence ends.

    cd lab/training && python -m gap_model --data DIR --out ../../speech/somali

Logistic regression on the words about a gap (AdaGrad; Duchi, Hazan and Singer 2011), learned from the everyday sentences
of DIR/parallel and our own, three quarters of each; the last quarter gives the figures that are printed. A file holds a
signed byte for each of 2^18 hashes of a feature, in units of 1/16. `speech/somali/gaps.ts` reads them and makes the same
features: a test compares its log odds with those of 20 gaps in `gap-examples.json`, which is written beside the weights
(`python -m gap_model --examples --out ../../speech/somali` writes it alone). Ends are learned from three sentences in a row, as they are written and once more shuffled; of the words that
follow a gap only AHEAD are looked at.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from translator.texts import read_own, read_set

LISTS = json.loads((Path(__file__).parents[2] / "speech" / "somali" / "word-lists.json").read_text())
OPENERS = set(f"{LISTS['clauseOpeners']} {LISTS['focusWords']} ma ha".split())
SUBORDINATORS = set(LISTS["subordinators"].split())
BITS, UNIT = 18, 1 / 16
EPOCHS, BATCH, RATE, DECAY = 3, 64, 0.08, 1e-3
TEST_EVERY = 4
AHEAD, TOGETHER = 6, 3
LIMITS = (0.5, 0.6, 0.7, 0.8)
EXAMPLES = 20


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


Sentence = tuple[list[str], list[bool]]


def read_sentences(data: Path) -> Iterator[Sentence]:
    """Words without marks and whether a comma follows each, of sentences that are written with care."""
    for row in dict.fromkeys([*read_set(data / "parallel" / "everyday.so-en.tsv"), *read_own()]):
        if re.search(r'[\d"(-]', row.somali) or row.somali[-1:] not in ".?!":
            continue
        for sentence in re.split(r"(?<=[.?!])\s+", row.somali):
            written = sentence.split()
            words = [re.sub(r"[^a-z']+", "", w.lower()).strip("'") for w in written]
            if len(words) > 1 and all(words):
                yield words, [w[-1] in ",;:" for w in written]


def gaps_of_commas(sentences: list[Sentence]) -> Iterator[tuple[Iterator[str], bool]]:
    """The features of each gap of each sentence, and whether a comma stands there."""
    for words, marks in sentences:
        begin = 0
        for at in range(len(words) - 1):
            yield features(words, at, begin), marks[at]
            begin = at + 1 if marks[at] else begin


def joins_clauses(words: list[str], commas: list[bool], at: int) -> bool:
    """Whether the comma after word `at` stands between two main clauses, where a full stop would be right as well."""
    marked = [place for place, comma in enumerate(commas) if comma]
    begin = max((place + 1 for place in marked if place < at), default=0)
    end = min((place + 1 for place in marked if place > at), default=len(words))
    before, after = words[begin : at + 1], words[at + 1 : end]
    return not SUBORDINATORS & {*before} and bool(OPENERS & {*before}) and bool(OPENERS & {*after})


def gaps_of_ends(sentences: list[Sentence]) -> Iterator[tuple[Iterator[str], bool]]:
    """The same for the ends of sentences that are spoken one after the other."""
    shuffled = random.Random(0).sample(sentences, len(sentences))
    for order in (sentences, shuffled):
        for first in range(0, len(order) - TOGETHER + 1, TOGETHER):
            some = order[first : first + TOGETHER]
            words, begin = [word for own, _ in some for word in own], 0
            for own, commas in some:
                for at in range(min(len(own), len(words) - begin - 1)):
                    if commas[at] and at + 1 < len(own) and joins_clauses(own, commas, at):
                        continue
                    yield features(words[begin : begin + at + 1 + AHEAD], at, 0), at == len(own) - 1
                begin += len(own)


def gather(gaps: Iterable[tuple[Iterator[str], bool]]) -> tuple[np.ndarray, np.ndarray]:
    """Places of the features of each gap [gaps, features], and whether the mark stands there."""
    places, marks = [], []
    for found, mark in gaps:
        places.append([place_of(f) for f in found])
        marks.append(mark)
    return np.array(places, np.int32), np.array(marks, float)


def chance(weights: np.ndarray, places: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-weights[places].sum(1)))


def learn(places: np.ndarray, marks: np.ndarray) -> np.ndarray:
    weights, squares = np.zeros(1 << BITS), np.full(1 << BITS, 1e-6)
    order = np.random.default_rng(0)
    for _ in range(EPOCHS):
        rows = order.permutation(len(places))
        for start in range(0, len(rows), BATCH):
            some = rows[start : start + BATCH]
            error = chance(weights, places[some]) - marks[some]
            used, inverse = np.unique(places[some], return_inverse=True)
            slope = np.bincount(inverse.ravel(), np.repeat(error, places.shape[1])) + DECAY * weights[used]
            squares[used] += slope**2
            weights[used] -= RATE * slope / np.sqrt(squares[used])
    return weights


def write_examples(out: Path) -> None:
    """Gaps of our own sentences with the log odds that the weights in `out` give them."""
    comma, end = (np.fromfile(out / f"{name}-weights.bin", np.int8) for name in ("comma", "end"))
    odds = lambda weights, found: float(weights[[place_of(f) for f in found]].sum(dtype=int) * UNIT)
    sentences = [row.somali for row in read_own() if 5 < len(row.somali.split()) < 20]
    rows = []
    for somali in random.Random(0).sample(sorted(set(sentences)), EXAMPLES):
        words = [re.sub(r"[^a-z']+", "", word.lower()) for word in somali.split()]
        at = len(rows) % (len(words) - 2)
        begin = at // 2
        near = words[: at + 1 + AHEAD]
        row = {"words": words, "at": at, "begin": begin}
        rows.append({**row, "comma": odds(comma, features(words, at, begin)), "end": odds(end, features(near, at, 0))})
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    (out / "gap-examples.json").write_text(f"[\n  {lines}\n]\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--examples", action="store_true", help="write the examples alone, from the weights that are there")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    if options.examples:
        return write_examples(options.out)
    parts: tuple[list[Sentence], list[Sentence]] = ([], [])
    for words, marks in read_sentences(options.data):
        is_test = int(hashlib.sha1(" ".join(words).encode()).hexdigest(), 16) % TEST_EVERY == 0
        parts[is_test].append((words, marks))
    for name, list_gaps in (("comma", gaps_of_commas), ("end", gaps_of_ends)):
        steps = np.clip(np.round(learn(*gather(list_gaps(parts[0]))) / UNIT), -127, 127).astype(np.int8)
        (options.out / f"{name}-weights.bin").write_bytes(steps.tobytes())
        places, marks = gather(list_gaps(parts[1]))
        found = chance(steps * UNIT, places)
        print(f"{name}: {len(parts[0])} sentences, {len(parts[1])} to test with {int(marks.sum())} of them")
        for limit in LIMITS:
            right = int(((found > limit) & (marks > 0)).sum())
            print(f"limit {limit}: precision {right / (found > limit).sum():.2f}, recall {right / marks.sum():.2f}")
    write_examples(options.out)


if __name__ == "__main__":
    main()
