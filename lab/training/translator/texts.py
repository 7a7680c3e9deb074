"""The Somali-English sentences that the translator reads: sets by folder, and what is held out of them."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path
from typing import NamedTuple

# Sets of `parallel/open` whose licence lets weights be learned and shared (MIT, Apache, BSD, CC BY, public domain).
PERMISSIVE = (
    "civiform eepicc-survey flatten-somalia gaen-pathcheck govuk helsinki-employment helsinki-youth infofinland-ui "
    "integreat msf-ai-assistant mydatahelps nhs-covid19-app opsmap pandemic-ebt-mn saraalert simple-android "
    "simple-server stax vote-gov wa-covid-vaccine-record"
).split()
# Sentences written for this project: health, news and offices, everyday speech; Somali, tab, English.
OWN = Path(__file__).parent.parent / "corpus" / "sentences"
# English that was made for this project of sentences in `somali/text`: a hash of the Somali, which is not ours to copy, tab, English.
READ = OWN.parent / "wikipedia-english.tsv"
HASH_LENGTH = 12
SOMALI_TEXTS = ("wikipedia-so-2025", "giella-spellercorpus", "c4-a", "c4-b", "sprakbanken-textbooks")
# One sentence in so many is held out, by a hash of its text.
HELD_OUT = {"translated": 40, "everyday": 32, "hornmt": 10}


class Sentence(NamedTuple):
    somali: str
    english: str


def tidy(text: str) -> str:
    """Straight quotes and single spaces."""
    text = re.sub("[’‘ʼ`´]", "'", text)
    text = re.sub("[“”«»]", '"', text)
    return re.sub(r"\s+", " ", text).strip()


def as_heard(text: str) -> str:
    """As the recogniser writes: lower case, no marks; digits stay."""
    return re.sub(r"\s+", " ", re.sub(r"[^a-z0-9' ]", " ", text.lower().replace("-", " "))).strip()


def key(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def read_rows(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf8").split("\n")
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"), strict=False)) for line in lines[1:] if line]


def read_set(path: Path, least_sure: int = 2) -> list[Sentence]:
    rows = read_rows(path)
    kept = [r for r in rows if int(r.get("sure", 3)) >= least_sure and r.get("so") and r.get("en")]
    return [Sentence(tidy(r["so"]), tidy(r["en"])) for r in kept]


def read_own(folder: Path = OWN) -> list[Sentence]:
    lines = [line for path in sorted(folder.glob("*.tsv")) for line in path.read_text(encoding="utf8").splitlines()]
    return [Sentence(*(tidy(side) for side in line.split("\t"))) for line in lines]


def split_sentences(line: str) -> list[str]:
    """Sentences of a line, without numbers of footnotes and brackets left empty, and with their marks at the words."""
    found = re.split(r'(?<=[.!?])\s+(?=[A-Z"])', tidy(line))
    plain = [tidy(re.sub(r'\[\s*\d+\s*\]|\([\s;,"]*\)', "", s)) for s in found]
    return [re.sub(r" ([.,!?;:])", r"\1", s) for s in plain]


def digest(somali: str) -> str:
    """Of the letters and digits, 40 hexadecimal digits; files hold the first HASH_LENGTH."""
    return hashlib.sha1(key(somali).encode()).hexdigest()


def read_by_hash(folder: Path, path: Path = READ) -> list[Sentence]:
    """The sentences of the Somali texts in `folder` whose English stands in `path`."""
    english = dict(line.split("\t") for line in path.read_text(encoding="utf8").splitlines())
    lines = (line for name in SOMALI_TEXTS for line in (folder / f"{name}.txt").read_text(encoding="utf8").split("\n"))
    somali = dict.fromkeys(s for line in lines for s in split_sentences(line))
    hashed = ((s, digest(s)[:HASH_LENGTH]) for s in somali)
    return [Sentence(s, tidy(english[found])) for s, found in hashed if found in english]


def is_held_out(name: str, sentence: Sentence) -> bool:
    every = HELD_OUT.get(name)
    return every is not None and int(digest(sentence.somali), 16) % every == 0


def load(folder: Path) -> tuple[dict[str, list[Sentence]], dict[str, list[Sentence]]]:
    """Training and held-out sentences by set; no training row shares its Somali or its English with a held-out one."""
    parallel = folder / "parallel"
    sets = {
        "translated": read_set(parallel / "translated.so-en.tsv"),
        "everyday": read_set(parallel / "everyday.so-en.tsv"),
        "hornmt": read_set(parallel / "open" / "hornmt.so-en.tsv"),
        "open": [s for name in PERMISSIVE for s in read_set(parallel / "open" / f"{name}.so-en.tsv")],
        "own": read_own(),
        "read": read_by_hash(folder / "somali" / "text"),
    }
    surest = set(read_set(parallel / "translated.so-en.tsv", 3))
    held = {n: [s for s in dict.fromkeys(sets[n]) if is_held_out(n, s) and (n != "translated" or s in surest)] for n in HELD_OUT}
    somali = {key(s.somali) for rows in held.values() for s in rows}
    english = {key(s.english) for rows in held.values() for s in rows}
    train = {
        name: [s for s in dict.fromkeys(rows) if key(s.somali) not in somali and key(s.english) not in english]
        for name, rows in sets.items()
    }
    return train, held


def load_held_out(folder: Path) -> dict[str, list[Sentence]]:
    """What no training row shares a side with, and TICO-19, which is for choosing and testing only."""
    _, held = load(folder)
    return held | {"tico19": [Sentence(tidy(r["so"]), tidy(r["en"])) for r in read_rows(folder / "parallel" / "tico19.en-so.tsv")]}


def choose(rows: list[Sentence], most: int) -> list[Sentence]:
    """The same ones each time."""
    return random.Random(1).sample(rows, most) if len(rows) > most else rows


def load_lexicon(folder: Path) -> list[Sentence]:
    """Word forms with each of their first two English words, and names of countries and languages."""
    words = []
    for row in read_rows(folder / "lexicon" / "somali-english.tsv"):
        words += [Sentence(tidy(row["form"]), tidy(gloss)) for gloss in row["english"].split(" ; ")[:2]]
    names = [r for r in read_rows(folder / "lexicon" / "lex-cldr.so-en.tsv") if not r["id"].startswith("cldr-emoji")]
    return words + [Sentence(tidy(r["so"]), tidy(r["en"])) for r in names]
