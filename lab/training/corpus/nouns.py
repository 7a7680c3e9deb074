"""Noun slots: articles, subject form, demonstratives and possessives of the noun table.

A slot is `noun_<form>`, with `_m` or `_f` before the form where gender decides other words
of the sentence. English sides carry their own article or possessive.
"""

from pathlib import Path

from .numbers import Entry

TABLE = Path(__file__).parent / "nouns.txt"
# Endings that replace the article's final vowel, masculine and feminine.
POSSESSIVES = {
    "my": ("ayga", "ayda"),
    "your": ("aaga", "aada"),
    "his": ("iisa", "iisa"),
    "her": ("eeda", "eeda"),
    "our": ("eenna", "eenna"),
    "their": ("ooda", "ooda"),
}
DEMONSTRATIVES = {"this": "an", "that": "aas"}


def is_feminine(definite: str) -> bool:
    """Whether the article is the t-article in one of its shapes; masculine is the k-article."""
    return definite.endswith(("ta", "da", "sha"))


def subject(definite: str) -> str:
    """The definite noun as subject: -a becomes -u, and -aha becomes -uhu."""
    return definite[:-3] + "uhu" if definite.endswith("aha") else definite[:-1] + "u"


def forms(indefinite: str, definite: str, english: str) -> dict[str, tuple[str, str]]:
    """Somali and English of every form of one noun."""
    stem = definite[:-1]
    article = "an" if english[0] in "aeiou" else "a"
    rows = {
        "a": (indefinite, f"{article} {english}"),
        "bare": (indefinite, english),
        "the": (definite, f"the {english}"),
        "subject": (subject(definite), f"the {english}"),
    }
    for word, ending in DEMONSTRATIVES.items():
        rows[word] = (stem + ending, f"{word} {english}")
    for word, endings in POSSESSIVES.items():
        # The vowel before an ending in i goes with it: furaha, furihiisa.
        base = stem[:-2] + "ih" if word == "his" and stem.endswith("ah") else stem
        rows[word] = (base + endings[is_feminine(definite)], f"{word} {english}")
    return rows


def noun_entries(table: Path = TABLE) -> dict[str, list[Entry]]:
    """All noun slots, by slot name: each form for all nouns and by gender."""
    slots: dict[str, list[Entry]] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        indefinite, definite, english = (cell.strip() for cell in line.split("|"))
        gender = "f" if is_feminine(definite) else "m"
        for form, (somali, meaning) in forms(indefinite, definite, english).items():
            entry = (somali, somali, meaning)
            slots.setdefault(f"noun_{form}", []).append(entry)
            slots.setdefault(f"noun_{gender}_{form}", []).append(entry)
    return slots
