"""The model card, filled with the figures of the run it describes."""

from __future__ import annotations

import json
from pathlib import Path

from .data import PairSampler
from .batches import CHUNK_EXAMPLES
from .layout import DECODER_FILE, ENCODER_FILE, TOKENIZER_FILE, load_json

TEMPLATE = """# Starter translator, Somali to English

A small M2M-100 network ({parameters:.1f} million parameters, int8) in the file layout of the NLLB ONNX exports. It exists so
that the whole service runs, and can be tested, without a download. It is not a translator for real use.

## Data

The pattern corpus of `lab/training/corpus` alone, written for this project: {patterns} sentence patterns in {topics}
topics, filled anew while training (about {examples:,} examples in this run), plus the slot words and some 130 short
phrases by themselves. One name and one sum of money in four are made up, to teach carrying over unknown ones. Each pair
is seen in its printed form (digits, capitals, punctuation), as spoken (number words) and as raw recogniser text (lower
case, nothing else); three sources in ten carry the spelling slips of a recogniser, one example in six joins two sentences
or more. English is always clean. No public text or third-party model was used.

The corpus' `dev` and `test` combinations (2 % each, by a hash of the spoken sentence) are never trained on in any form.

## Recipe

    cd training && python -m translator all --work DIR --minutes {minutes} --seed {seed}

{layers}; shared {vocabulary:,}-piece vocabulary (BPE). AdamW, cosine over the time budget, label smoothing 0.1,
bfloat16 where the CPU has it, one thread. This run: seed {seed}, {steps:,} updates in {trained:.0f} minutes of training on one
core shared with other work. The schedule follows the clock, so another machine gives other weights from the same seed.
int8 by ONNX Runtime's dynamic quantisation; the greatest logit change against PyTorch was {gap:.2f} in a range of {range:.0f}.
{note}
| file | MB |
|---|---|
{files}

## Scores

Int8 graphs, greedy search, {sentences} held-out test combinations of known patterns and words; chrF by sacrebleu. The
spelling slips are made by the same rules as in training, on about one word in five and at least one a sentence.

| source form | chrF | exactly right |
|---|---|---|
{scores}

| weakest topics (raw recogniser text) | chrF |
|---|---|
{weakest}

Carried over letter for letter when never seen before: made-up names {names:.0%}, sums of money {sums:.0%}.
{foreign}
These combinations recombine patterns that the model knows, so the scores say that it learned the corpus, not that it
translates Somali.

## Not for

- Anything outside the corpus' patterns: unknown words are guessed, often fluently and wrongly.
- Medical, legal or asylum decisions, unknown names (usually garbled), long sentences, poetry, dialects (Af Maay).
- English to Somali, or any other language.
"""


def table(rows: list[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def score_table(scores: dict) -> str:
    names = {
        "written": "printed (as after enhancement)",
        "spoken": "raw recogniser text, no errors",
        "noisy": "raw recogniser text with spelling slips",
    }
    return table([(name, str(scores[form]["chrf"]), f"{scores[form]['exact']:.0%}") for form, name in names.items()])


def foreign_line(work: Path) -> str:
    """The foreign test set's score, where one was given; empty otherwise."""
    path = work / "scores-file.json"
    if not path.exists():
        return ""
    score = load_json(path)
    return f"\nOn {score['sentences']} sentences of a foreign set ({score['file']}), never trained on: chrF {score['chrf']}.\n"


def run_note(work: Path) -> str:
    """What the operator wrote down about this run in note.md of the working folder; empty otherwise."""
    path = work / "note.md"
    return f"\n{path.read_text(encoding='utf-8').strip()}\n" if path.exists() else ""


def write_card(work: Path, out: Path, scores: dict, seed: int) -> None:
    """Write card.md beside the exported files from the run's own reports in `work`."""
    config, parity = load_json(out / "config.json"), load_json(work / "parity.json")
    run = json.loads((work / "log.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    patterns = [pattern for pattern, _ in PairSampler().patterns]
    weakest = sorted((score, topic) for topic, score in scores["spoken"]["topics"].items())[:5]
    files = [TOKENIZER_FILE, ENCODER_FILE, DECODER_FILE]
    text = TEMPLATE.format(
        parameters=parity["parameters"] / 1e6,
        examples=run["chunk"] * CHUNK_EXAMPLES,
        patterns=len(patterns),
        topics=len({pattern.topic for pattern in patterns}),
        minutes=f"{run['budget_minutes']:g}",
        seed=seed,
        layers=f"{config['encoder_layers']} encoder and {config['decoder_layers']} decoder layers of width {config['d_model']}",
        vocabulary=config["vocab_size"],
        steps=run["step"],
        trained=run["seconds"] / 60,
        gap=parity["largest_gap"],
        range=parity["logit_range"],
        note=run_note(work),
        files=table([(f"`{name}`", f"{(out / name).stat().st_size / 1e6:.1f}") for name in files]),
        sentences=scores["spoken"]["sentences"],
        scores=score_table(scores),
        weakest=table([(topic, str(score)) for score, topic in weakest]),
        **scores["carried_over"],
        foreign=foreign_line(work),
    )
    (out / "card.md").write_text(text, encoding="utf-8")
