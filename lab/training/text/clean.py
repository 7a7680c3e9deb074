"""Sound Somali sentences out of web pages, school books and translations.

    python -m text.clean --text FOLDER --out DIR      # FOLDER holds *.txt and *.tsv (a column `so`)

Writes train.txt, dev.txt and test.txt, one normalised sentence a line (a-z, apostrophe, space): of ten sentences eight to
train, one each to dev and test, by the hash of the sentence, so that a sentence never changes its set.
"""

import argparse
import csv
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from speech.letter_to_sound import normalise_text

MAX_WORDS = 40
# The shape of a Somali word: syllables of one onset, a vowel or two, and at most one coda, with doubled letters inside.
ONSET = r"(?:dh|kh|sh|[btjxdrscgfqklmnwhy'])"
SYLLABLE = rf"{ONSET}?(?:aa|ee|ii|oo|uu|a[iyw]|e[yi]|o[yw]|u[uy]|[aeiou]){ONSET}?"
SOMALI_WORD = re.compile(rf"^(?:{SYLLABLE})+{ONSET}?$")
DEBRIS = re.compile(r"[{}<>|=_\\@#©]|https?:|www\.|\.com|\d")


def is_somali_shape(word: str) -> bool:
    """Whether Somali spelling rules allow the word; loans and names often break them."""
    return SOMALI_WORD.match(word) is not None


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a text, or the column `so` of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".tsv":
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield row.get("so") or ""
        else:
            yield from file


def split_sentences(line: str) -> Iterator[str]:
    """Stretches between full stops, question marks, colons and semicolons; a stop keeps no trace."""
    yield from re.split(r"[.!?:;…]+\s|[“”\"()\[\]]+|\s[–—-]+\s|[.!?]+$", line.strip())


def sound_sentence(text: str) -> str | None:
    """The normalised sentence, or nothing where it is debris, foreign, a menu or a list of letters."""
    if DEBRIS.search(text):
        return None
    words = normalise_text(text).split()
    if not 1 < len(words) <= MAX_WORDS or len(set(words)) < len(words) / 2:
        return None
    foreign = sum(not is_somali_shape(word) for word in words)
    letters = sum(len(word) == 1 for word in words)
    return None if foreign > 0.15 * len(words) or letters > 0.15 * len(words) else " ".join(words)


def read_folder(folder: Path) -> list[str]:
    """All sound sentences of a folder, each once, in order of first sight."""
    sentences: dict[str, None] = {}
    for path in sorted([*folder.rglob("*.txt"), *folder.rglob("*.tsv")]):
        for line in read_lines(path):
            for piece in split_sentences(line):
                sentence = sound_sentence(piece)
                if sentence is not None:
                    sentences[sentence] = None
    return list(sentences)


def choose_set(sentence: str) -> str:
    """`train`, `dev` or `test`, eight, one and one of ten, by the sentence alone."""
    digit = hashlib.sha256(sentence.encode()).digest()[0] % 10
    return {0: "test", 1: "dev"}.get(digit, "train")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, action="append", required=True, help="a folder; may be given several times")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sentences = [sentence for folder in options.text for sentence in read_folder(folder)]
    for name in ("train", "dev", "test"):
        chosen = [sentence for sentence in dict.fromkeys(sentences) if choose_set(sentence) == name]
        (options.out / f"{name}.txt").write_text("".join(f"{sentence}\n" for sentence in chosen), encoding="utf-8")
        print(f"{name}: {len(chosen)} sentences, {sum(sentence.count(' ') + 1 for sentence in chosen)} words")


if __name__ == "__main__":
    main()
