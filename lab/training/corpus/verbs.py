"""Conjugates the verb table into verb-phrase slots.

Classes of the northern-central standard: 1 plain stems (keen), 2 causatives in -i (kari),
2b in -ee (samee; 2e spells it -ey-: geysay), 3 middles in -o with -day (iibso) and 3b middles whose first person
takes -t (baro: bartay, baratay). A slot is `vp_<form>_<person>`; the object follows the
verb after waxaan/wuxuu and precedes it where negation, question or focus needs that.
"""

from pathlib import Path
from typing import NamedTuple

from .numbers import Entry

TABLE = Path(__file__).parent / "verbs.txt"
PERSONS = ("1", "2", "3m", "3f", "1pl", "2pl", "3pl")
# The vowels that follow the personal consonant, by tense, in the order of PERSONS.
ENDINGS = {
    "past": ("ay", "ay", "ay", "ay", "ay", "een", "een"),
    "pres": ("aa", "aa", "aa", "aa", "aa", "aan", "aan"),
    "sub": ("o", "o", "o", "o", "o", "aan", "aan"),
}
DOON = ("doonaa", "doontaa", "doonaa", "doontaa", "doonnaa", "doontaan", "doonaan")
PAST_PROGRESSIVE = ("ayay", "aysay", "ayay", "aysay", "aynay", "ayseen", "ayeen")
PROGRESSIVE = ("ayaa", "aysaa", "ayaa", "aysaa", "aynaa", "aysaan", "ayaan")


class Verb(NamedTuple):
    """A table row: the personal stems, infinitive and negative past, and the phrase around."""

    stems: tuple[str, str, str]
    infinitive: str
    negative: str
    imperative: str
    preverbs: str
    thing: str
    base: str
    past: str
    ing: str
    english_thing: str


def add_t(stem: str) -> str:
    """The stem with the t of "you" and "she", assimilated as it is written."""
    if stem.endswith("l"):
        return stem[:-1] + "sh"
    return stem + ("d" if stem[-1] in "dcxqhy'" else "t")


def inflect(kind: str, stem: str, before_consonant: str, inner: str) -> tuple:
    """(stems of I/he/they, you/she, we), infinitive, negative past, imperative."""
    if kind == "1":
        stems = (stem, add_t(before_consonant), before_consonant + "n")
        return stems, inner + "i", inner + "in", before_consonant
    if kind == "2":
        return (stem + "y", stem + "s", stem + "nn"), stem + "n", stem + "n", stem
    if kind in ("2b", "2e"):
        short = stem + ("ay" if kind == "2b" else "ey")
        return (stem + "eey", short + "s", short + "n"), short + "n", short + "n", stem + "ee"
    if kind == "3":
        stems = (stem + "d", stem + "t", stem + "nn")
        return stems, stem + "n", stem + "n", stem[:-1] + "o"
    if kind == "3b":
        stems = (stem, before_consonant + "t", before_consonant + "nn")
        whole = before_consonant + "n"
        return stems, whole, whole, before_consonant[:-1] + "o"
    raise ValueError(f"unknown verb class {kind}")


def load_verbs(table: Path = TABLE) -> list[Verb]:
    """The rows of the verb table."""
    verbs = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        kind, stem, preverbs, thing, english, english_thing = (c.strip() for c in line.split("|"))
        stems = stem.split(", ")
        first, second, inner = stems + [stems[0]] * (3 - len(stems))
        verbs.append(Verb(*inflect(kind, first, second, inner), preverbs.strip("-"), thing,
                          *english.split(", "), english_thing))
    return verbs


def join(*words: str) -> str:
    """The words with single spaces, empty ones left out."""
    return " ".join(word for word in words if word)


def negate(preverbs: str) -> str:
    """The negator with the preverbs, fused as in uma, kuma, kama, lama."""
    first, _, rest = preverbs.partition(" ")
    return join(first + "ma", rest) if first in ("u", "ku", "ka", "la") else join("ma", preverbs)


def personal(verb: Verb, tense: str, person: int) -> str:
    """One finite form."""
    stem = verb.stems[(0, 1, 0, 1, 2, 1, 0)[person]]
    if tense == "prog":
        return verb_noun(verb) + PROGRESSIVE[person]
    if tense == "pastprog":
        return verb_noun(verb) + PAST_PROGRESSIVE[person]
    if tense == "fut":
        return f"{verb.infinitive} {DOON[person]}"
    return stem + ENDINGS[tense][person]


def verb_noun(verb: Verb) -> str:
    """The progressive stem: keen-, karin-, samayn-, iibsan-; of class 1 the first person's (baxayaa, though bixi)."""
    return verb.infinitive if verb.infinitive.endswith("n") else verb.stems[0]


def phrases(verb: Verb) -> dict[str, tuple[str, str]]:
    """Every slot's Somali and English for one verb."""
    rows = {}
    english = {"past": verb.past, "prog": verb.ing, "pastprog": verb.ing, "fut": verb.base, "sub": verb.base}
    for place, person in enumerate(PERSONS):
        third = third_person(verb.base) if person in ("3m", "3f") else verb.base
        for tense in ("past", "pres", "prog", "pastprog", "fut", "sub"):
            rows[f"vp_{tense}_{person}"] = (
                join(verb.preverbs, personal(verb, tense, place), verb.thing),
                join(english.get(tense, third), verb.english_thing))
        not_now = personal(verb, "sub", place)
        if person == "2":
            not_now = verb.stems[1] + "id"
        rows[f"vp_not_{person}"] = (join(verb.thing, negate(verb.preverbs), not_now),
                                    join(verb.base, verb.english_thing))
        did = personal(verb, "past", place)
        rows[f"vp_ask_{person}"] = (join(verb.thing, "ma", verb.preverbs, did),
                                    join(verb.base, verb.english_thing))
        rows[f"vp_focus_{person}"] = (join(verb.thing, verb.preverbs, did),
                                      join(verb.past, verb.english_thing))
    base = join(verb.base, verb.english_thing)
    rows["vp_notpast"] = (join(verb.thing, negate(verb.preverbs), verb.negative), base)
    rows["vp_able"] = (join(verb.thing, verb.preverbs, verb.infinitive), base)
    rows["vp_ask_able"] = (join(verb.thing, "ma", verb.preverbs, verb.infinitive), base)
    rows["vp_unable"] = (join(verb.thing, negate(verb.preverbs), verb.infinitive), base)
    rows["vp_do"] = (join(verb.thing, verb.preverbs, verb.imperative), base)
    rows["vp_dont"] = (join(verb.thing, "ha", verb.preverbs, verb.negative), base)
    return rows


def third_person(base: str) -> str:
    """English third person of a verb that may carry a particle: "wait for" -> "waits for"."""
    word, _, particle = base.partition(" ")
    if word.endswith(("ch", "sh", "x", "o", "ss")):
        word += "es"
    elif word.endswith("y") and word[-2] not in "aeou":
        word = word[:-1] + "ies"
    else:
        word += "s"
    return join(word, particle)


def verb_entries() -> dict[str, list[Entry]]:
    """All verb-phrase slots, by slot name."""
    slots: dict[str, list[Entry]] = {}
    for verb in load_verbs():
        for name, (somali, english) in phrases(verb).items():
            slots.setdefault(name, []).append((somali, somali, english))
    return slots
