"""chrF of the exported int8 model on combinations that were never trained on."""

from __future__ import annotations

import csv
import random
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from corpus.expand import Pair, normalise_spoken
from sacrebleu.metrics import CHRF

from .data import held_out_pairs
from .invented_amounts import invent_amount
from .invented_names import invent_name
from .noise import add_noise
from .runtime import OnnxTranslator

BATCH = 24
WORST_TOPICS = 8
WORST_SENTENCES = 4
INVENTED = 150


class Translated(NamedTuple):
    topic: str
    source: str
    reference: str
    output: str


def source_forms(pairs: list[Pair], seed: int) -> dict[str, list[str]]:
    """The same sentences as enhanced text, as raw recogniser text, and as a recogniser's text with errors."""
    rng = random.Random(seed)
    spoken = [normalise_spoken(pair.so_spoken) for pair in pairs]
    return {
        "written": [pair.so_written for pair in pairs],
        "spoken": spoken,
        "noisy": [add_noise(text, rng) for text in spoken],
    }


def translate_all(translator: OnnxTranslator, sources: list[str]) -> list[str]:
    """Translations in the order of `sources`; batches hold sentences of similar length."""
    order = sorted(range(len(sources)), key=lambda place: len(sources[place]))
    outputs = [""] * len(sources)
    for start in range(0, len(order), BATCH):
        places = order[start : start + BATCH]
        translated = translator.translate([sources[place] for place in places])
        for place, output in zip(places, translated, strict=True):
            outputs[place] = output
    return outputs


def chrf(rows: list[Translated]) -> float:
    return round(CHRF().corpus_score([row.output for row in rows], [[row.reference for row in rows]]).score, 1)


def sentence_chrf(row: Translated) -> float:
    return CHRF().sentence_score(row.output, [row.reference]).score


def score_rows(rows: list[Translated]) -> dict:
    """chrF, share of exact translations, and the worst sentences of the worst topics."""
    topics: dict[str, list[Translated]] = defaultdict(list)
    for row in rows:
        topics[row.topic].append(row)
    by_topic = sorted((chrf(group), topic) for topic, group in topics.items())
    worst = {
        topic: [row._asdict() for row in sorted(topics[topic], key=sentence_chrf)[:WORST_SENTENCES]]
        for _, topic in by_topic[:WORST_TOPICS]
    }
    exact = sum(row.output == row.reference for row in rows) / len(rows)
    return {
        "sentences": len(rows),
        "chrf": chrf(rows),
        "exact": round(exact, 3),
        "topics": {topic: score for score, topic in by_topic},
        "worst": worst,
    }


def evaluate_folder(folder: Path, seed: int, limit: int) -> dict:
    """Scores by source form on the held-out test combinations, at most `limit` of them."""
    pairs = held_out_pairs("test", seed)
    if len(pairs) > limit:
        pairs = random.Random(seed).sample(pairs, limit)
    translator = OnnxTranslator(folder)
    started = time.monotonic()
    report: dict = {}
    for form, sources in source_forms(pairs, seed).items():
        outputs = translate_all(translator, sources)
        report[form] = score_rows(
            [Translated(pair.topic, *rest) for pair, *rest in zip(pairs, sources, [p.en for p in pairs], outputs)]
        )
    report["seconds_a_sentence"] = round((time.monotonic() - started) / (3 * len(pairs)), 4)
    report["carried_over"] = carried_over(translator, seed)
    return report


def carried_over(translator: OnnxTranslator, seed: int) -> dict[str, float]:
    """Share of never-seen made-up names and sums of money that arrive letter for letter in the English."""
    rng = random.Random(f"evaluation:{seed}")
    frames = {"names": ("Magacaygu waa {}.", invent_name), "sums": ("Qiimuhu waa {}.", invent_amount)}
    shares = {}
    for kind, (frame, invent) in frames.items():
        entries = [invent(rng) for _ in range(INVENTED)]
        outputs = translate_all(translator, [frame.format(written) for _, written, _ in entries])
        whole = sum(english in output for (_, _, english), output in zip(entries, outputs, strict=True))
        shares[kind] = round(whole / INVENTED, 2)
    return shares


def score_file(folder: Path, path: Path, limit: int) -> dict:
    """Scores on a foreign TSV with the columns `so` and `en`; never used in training."""
    with path.open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[:limit]
    sources = [record["so"] for record in records]
    outputs = translate_all(OnnxTranslator(folder), sources)
    rows = [
        Translated(path.name, source, record["en"], output)
        for record, source, output in zip(records, sources, outputs, strict=True)
    ]
    return {"file": path.name, "sentences": len(rows), "chrf": chrf(rows)}


def print_report(report: dict) -> None:
    """The scores and, for the raw spoken form, what went wrong most."""
    for form in ("written", "spoken", "noisy"):
        scores = report[form]
        print(f"{form}: chrF {scores['chrf']}, exact {scores['exact']:.1%} of {scores['sentences']}")
    print("made-up entries carried over:", report["carried_over"])
    for topic, rows in report["spoken"]["worst"].items():
        print(f"\n{topic}: chrF {report['spoken']['topics'][topic]}")
        for row in rows:
            print(f"  {row['source']}\n    want {row['reference']}\n    got  {row['output']}")
