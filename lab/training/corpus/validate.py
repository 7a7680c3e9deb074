"""Checks of the pattern and slot files that a reader's eye slips over."""

import re
from collections import Counter
from collections.abc import Iterator

from .expand import ROOT, SLOT, Pattern, load_patterns, load_slots, read_lines, slot_source
from .numbers import NUMBER_SLOTS

SOMALI_CHARACTERS = re.compile(r"[A-Za-z' .,?!:\-]*")
ENGLISH_CHARACTERS = re.compile(r"[A-Za-z'$%. ,?!:;\-]*")
# Foreign letters occur only in names and brands, which are written with a capital.
FOREIGN_WORD = re.compile(r"\b[a-z'][a-z']*[pvz][a-z']*|\b[pvz][a-z']*")
# No native word doubles these, or holds a vowel three times running.
MISSPELT = re.compile(r"([cfhjkqstx])\1|aaa|eee|iii|ooo|uuu")


def spelling_problems(text: str) -> Iterator[str]:
    """What is wrong with the letters of a Somali text without slots."""
    if any(character.isdigit() for character in text):
        yield "digits are typed in"
    elif not SOMALI_CHARACTERS.fullmatch(text):
        yield f"character outside the Somali alphabet: {text}"
    for word in FOREIGN_WORD.findall(text):
        yield f"p, v or z in a word that is no name: {word}"
    for word in text.split():
        if word == word.lower() and MISSPELT.search(word):
            yield f"suspect spelling: {word}"


def pattern_problems(pattern: Pattern, slots: dict) -> Iterator[str]:
    """What is wrong with one pattern."""
    names = SLOT.findall(pattern.somali)
    if sorted(names) != sorted(SLOT.findall(pattern.english)):
        yield "slots differ between the two sides"
    if len(set(names)) < len(names):
        yield "a slot is used twice"
    for name in names:
        if slot_source(name, slots) is None:
            yield f"unknown slot {name}"
    somali, english = SLOT.sub("X", pattern.somali), SLOT.sub("X", pattern.english)
    if re.search(r"[{}]", somali + english):
        yield "unbalanced braces"
        return
    yield from spelling_problems(somali)
    if not ENGLISH_CHARACTERS.fullmatch(english):
        yield f"character or digit in the English: {english}"
    if somali[-1] not in ".?!" or (somali[-1] == "?") != (english[-1] == "?"):
        yield "final punctuation differs or is missing"
    if english[-1] not in ".?!":
        yield "the English does not end in . ? or !"
    if not somali[0].isupper() or not english[0].isupper():
        yield "no capital at the start"


def slot_problems() -> Iterator[str]:
    """What is wrong in the slot files."""
    for path in sorted((ROOT / "slots").glob("*.txt")):
        rows = read_lines(path)
        if path.stem in NUMBER_SLOTS:
            yield f"{path.name}: the name belongs to a number slot"
        for somali, count in Counter(somali for _, somali, _ in rows).items():
            if count > 1:
                yield f"{path.name}: {somali} stands {count} times"
        for number, somali, english in rows:
            for problem in spelling_problems(somali):
                yield f"{path.name}:{number}: {problem}"
            if not ENGLISH_CHARACTERS.fullmatch(english):
                yield f"{path.name}:{number}: character in the English: {english}"


def find_problems() -> list[str]:
    """All problems of the corpus, one line each; empty when it is sound."""
    try:
        slots, patterns = load_slots(), load_patterns()
    except ValueError as error:
        return [str(error)]
    problems = list(slot_problems())
    seen: dict[str, str] = {}
    for pattern in patterns:
        problems += [f"{pattern.pattern_id}: {what}" for what in pattern_problems(pattern, slots)]
        if pattern.somali in seen:
            problems.append(f"{pattern.pattern_id}: same pattern as {seen[pattern.somali]}")
        seen[pattern.somali] = pattern.pattern_id
    return problems
