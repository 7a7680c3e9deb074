"""Fills the slots of the topic patterns and hands out sentence pairs.

    python -m corpus.expand --stats          validate everything, print the figures
    python -m corpus.expand --show market 5  five random fillings of each pattern
"""

import argparse
import hashlib
import random
import re
import sys
from pathlib import Path
from typing import NamedTuple

from .nouns import noun_entries
from .numbers import Entry, number_entries
from .verbs import verb_entries

ROOT = Path(__file__).parent
SLOT = re.compile(r"\{([a-z0-9_]+)\}")
APOSTROPHES = re.compile("[\u2019\u02bc\u0060\u00b4\u02bb]")
SENTENCE_START = re.compile(r"(^|[.?!] )([a-z])")
HELD_OUT_PERCENT = 2


class Pattern(NamedTuple):
    """One line of a topic file; pattern_id is `<topic>:<line number>`."""

    topic: str
    pattern_id: str
    somali: str
    english: str


class Pair(NamedTuple):
    """One filled sentence: number words as spoken, digits as printed, English."""

    topic: str
    pattern_id: str
    so_spoken: str
    so_written: str
    en: str


def read_lines(path: Path) -> list[tuple[int, str, str]]:
    """(line number, Somali, English) of each `Somali | English` line; ValueError if malformed."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        sides = [side.strip() for side in line.split("|")]
        if len(sides) != 2 or not all(sides):
            raise ValueError(f"{path.name}:{number}: want exactly one | between two sentences")
        rows.append((number, sides[0], sides[1]))
    return rows


def load_patterns(root: Path = ROOT) -> list[Pattern]:
    """All patterns of all topic files, in file-name then line order."""
    return [
        Pattern(path.stem, f"{path.stem}:{number}", somali, english)
        for path in sorted((root / "topics").glob("*.txt"))
        for number, somali, english in read_lines(path)
    ]


def load_slots(root: Path = ROOT) -> dict[str, list[Entry]]:
    """Slot entries by slot name: the slot files, numbers, verb and noun phrases."""
    slots = number_entries() | verb_entries() | noun_entries()
    for path in sorted((root / "slots").glob("*.txt")):
        slots[path.stem] = [(somali, somali, english) for _, somali, english in read_lines(path)]
    return slots


def slot_source(slot: str, slots: dict[str, list[Entry]]) -> str | None:
    """The slot file a slot draws from: itself, or itself less one trailing digit, or None."""
    if slot in slots:
        return slot
    if slot[-1].isdigit() and slot[:-1] in slots:
        return slot[:-1]
    return None


def capitalise(text: str) -> str:
    """Upper-cases the first letter of every sentence, which a slot may have opened."""
    return SENTENCE_START.sub(lambda found: found[1] + found[2].upper(), text)


def normalise_spoken(text: str) -> str:
    """Lower-case, only a-z, apostrophe and single spaces: the recogniser's target text."""
    folded = APOSTROPHES.sub("'", text.lower())
    return " ".join(re.sub(r"[^a-z' ]", " ", folded).split())


def split(pair: Pair) -> str:
    """'train', 'dev' or 'test', decided by the spoken sentence alone so it never moves."""
    digest = hashlib.sha256(normalise_spoken(pair.so_spoken).encode()).digest()
    bucket = int.from_bytes(digest[:4], "big") % 100
    if bucket < HELD_OUT_PERCENT:
        return "test"
    return "dev" if bucket < 2 * HELD_OUT_PERCENT else "train"


def draw_fillings(sizes: list[int], limit: int, rng: random.Random) -> list[tuple[int, ...]]:
    """Up to `limit` distinct index tuples, all of them when the space is that small."""
    total = 1
    for size in sizes:
        total *= size
    picks = range(total) if total <= limit else rng.sample(range(total), limit)
    fillings = []
    for pick in picks:
        indices = []
        for size in sizes:
            pick, index = divmod(pick, size)
            indices.append(index)
        fillings.append(tuple(indices))
    return fillings


def fill(pattern: Pattern, chosen: dict[str, Entry]) -> Pair:
    """The pattern with an entry in every slot."""
    def put(text: str, form: int) -> str:
        return capitalise(SLOT.sub(lambda found: chosen[found[1]][form], text))

    return Pair(pattern.topic, pattern.pattern_id, put(pattern.somali, 0),
                put(pattern.somali, 1), put(pattern.english, 2))


def expand_pattern(pattern: Pattern, slots: dict[str, list[Entry]], limit: int,
                   rng: random.Random) -> list[Pair]:
    """Fillings of one pattern; two slots from one file never take the same entry."""
    names = SLOT.findall(pattern.somali)
    sources = [slot_source(name, slots) or "" for name in names]
    if "" in sources:
        raise ValueError(f"{pattern.pattern_id}: unknown slot among {names}")
    pairs = []
    for indices in draw_fillings([len(slots[source]) for source in sources], limit, rng):
        if len(set(zip(sources, indices, strict=True))) < len(indices):
            continue
        chosen = {name: slots[source][index]
                  for name, source, index in zip(names, sources, indices, strict=True)}
        pairs.append(fill(pattern, chosen))
    return pairs


def expand(seed: int = 1, max_per_pattern: int = 150) -> list[Pair]:
    """Every pattern filled up to max_per_pattern times; the same pairs for the same seed.

    Pairs are distinct in spoken Somali with English; a pattern's fillings do not change
    when other patterns are added.
    """
    slots = load_slots()
    seen = set()
    pairs = []
    for pattern in load_patterns():
        rng = random.Random(f"{seed}:{pattern.topic}:{pattern.somali}")
        for pair in expand_pattern(pattern, slots, max_per_pattern, rng):
            key = (normalise_spoken(pair.so_spoken), pair.en)
            if key not in seen:
                seen.add(key)
                pairs.append(pair)
    return pairs


def print_stats() -> int:
    """Prints problems and corpus figures; the number of problems is returned."""
    from .validate import find_problems

    problems = find_problems()
    for problem in problems:
        print("PROBLEM", problem)
    patterns = load_patterns()
    pairs = expand()
    words = [word for pair in pairs for word in normalise_spoken(pair.so_spoken).split()]
    splits = [split(pair) for pair in pairs]
    print("patterns", len(patterns))
    print("topics", len({pattern.topic for pattern in patterns}))
    print("distinct pairs", len(pairs))
    print("split", {name: splits.count(name) for name in ("train", "dev", "test")})
    print("somali words", len(words), "vocabulary", len(set(words)))
    print("somali characters", sum(len(normalise_spoken(pair.so_spoken)) for pair in pairs))
    return len(problems)


def show(topic: str, count: int, seed: int) -> None:
    """Prints random fillings of each pattern of a topic, for a reader to check."""
    slots = load_slots()
    rng = random.Random(seed)
    for pattern in load_patterns():
        if pattern.topic == topic:
            print(pattern.pattern_id)
            for pair in expand_pattern(pattern, slots, count, rng):
                print("   ", pair.so_written, "|", pair.en)


def main() -> int:
    """Command line; exit status 1 when validation finds a problem."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stats", action="store_true", help="validate and print figures")
    parser.add_argument("--show", nargs=2, metavar=("TOPIC", "N"), help="print sample fillings")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.show:
        show(options.show[0], int(options.show[1]), options.seed)
        return 0
    return 1 if print_stats() else 0


if __name__ == "__main__":
    sys.exit(main())
