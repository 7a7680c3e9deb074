"""The model card, written from the figures of training, export and evaluation."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from speech.voices import VOICES

from .model import BLOCKS, WIDTH

CARD = """# Starter Somali recogniser

Small, trained on synthetic speech only, so that the whole service runs with no download. It shows that the path works;
it is **not for real use**: for recordings of people install the full model.

| | |
|---|---|
| Task | Somali speech to lower-case Somali letters (CTC, 20 ms frames, blank 0, raw logits) |
| Input | `x` float32 [1, samples], 16 kHz, zero mean and unit variance per utterance, at least 400 samples |
| Output | `logits` float32 [1, frames, 32], frames = floor((samples − 400) / 320) + 1, at times one more |
| Network | log-mel inside the graph, two convolutions to 40 ms, {blocks} conformer-like blocks of width {width} |
| Size | {parameters:.1f} M parameters |
| File | `model.int8.onnx`, {megabytes:.1f} MB, 8-bit matrix weights, opset 17 |
| Made | {date}, {minutes:.0f} minutes of training on {cores} CPU cores shared with other work |
| Training | {steps} steps, {hours:.0f} hours of audio read, from {shards} shards of about 45 minutes |
| Command | `python -m recogniser all --work DIR --minutes {budget:.0f} --seed {seed}` in `training/` |
| Licence | as the project; text and rules are ours, speech is made with espeak-ng, whose output carries no licence |

## Data

Sentences of `training/corpus` (its train part), shuffled corpus words and invented words that follow Somali
spelling, spoken by espeak-ng through our letter-to-sound rules with {train_voices} voices made of {train_variants}
variants, at varied rate, pitch, vocal-tract length and stress, with words linked or 20–60 ms apart. Then rooms,
coloured noise, babble, hum, music (5–40 dB), levels from −35 to −3 dBFS, clipping, telephone band, Opus 32 and
16 kbit/s, MP3, AAC. 4 % of the clips are silence, noise or music without words. No recording of a person and no
text from elsewhere is in it.{remark}

## Scores (greedy, sentences and voices held out of training)

{clips} clips in {test_voices} voices no variant of which was trained on.

| Condition | Character error rate | Word error rate |
|---|---|---|
{rows}

Character error rate by voice: {voices}.

Noise and music alone: words were written for {noise[with_words]} of {noise[clips]} noise clips
({noise[letters]} letters in all) and {music[with_words]} of {music[clips]} music-like clips
({music[letters]} letters). Speed: {speed:.0f} times real time on one thread, the machine being busy.

{foreign}

The aims were a character error rate of at most 8 % and a word error rate of at most 20 % (Opus, held out). Read greedily,
{verdict}.{engine}

## Not for

Real recordings of people, dialects (Maay is not covered at all), names and words far from everyday Somali, other
languages, digits (numbers come as words), punctuation and capitals (a later stage adds them), judging anyone's
pronunciation. It has learnt the synthetic voices' sounds, and much of the corpus's wording with them: its scores
say nothing about people. Where words run into each other, as in real speech, most of its word errors are wrong
spaces.
"""


def score_rows(figures: dict) -> str:
    """Table rows of all codecs and noise levels."""
    noisy = {f"pink noise at {name}": value for name, value in figures["noise"].items()}
    named = figures["codecs"] | noisy | figures["readings"]
    return "\n".join(f"| {name} | {row['cer']:.1%} | {row['wer']:.1%} |" for name, row in named.items())


def foreign_lines(figures: dict) -> str:
    """Scores on recordings that are not ours, as they are, without tuning."""
    rows = figures.get("foreign", {})
    lines = [
        f"- {name}: character error rate {row['cer']:.1%}, word error rate {row['wer']:.1%} ({row['clips']} clips)"
        for name, row in rows.items()
    ]
    return "\n".join(["Untuned, on speech of another synthesiser:", *lines]) if lines else ""


def judge(figures: dict) -> str:
    """Which of the two aims the Opus score meets by greedy reading."""
    opus = figures["codecs"]["opus"]
    aims = (("character", "cer", 0.08), ("word", "wer", 0.20))
    return " and ".join(
        f"the {name} aim is {'met' if opus[key] <= aim else 'NOT met'} ({opus[key]:.1%})" for name, key, aim in aims
    )


def engine_line(figures: dict) -> str:
    """What `npm run eval` said of the same clips, when it was written into scores.json by hand."""
    row = figures.get("engine")
    if row is None:
        return ""
    return (
        f"\nThrough the service's own beam search with `letter-model.txt` (`npm run eval`, the same {row['clips']} Opus"
        f"\nclips) they are {row['cer']:.1%} and {row['wer']:.1%}: the letters of the corpus settle most wrong spaces."
    )


def write_card(folder: Path, target: Path, seed: int, budget_minutes: float) -> None:
    """`folder` holds run.json (training), export.json and scores.json; the card goes beside the model.

    `remark.txt`, when there, says what was peculiar about this run.
    """
    run, exported, figures = (
        json.loads((folder / name).read_text()) for name in ("run.json", "export.json", "scores.json")
    )
    remark_path = folder / "remark.txt"
    remark = "\n\n" + remark_path.read_text(encoding="utf-8").strip() if remark_path.exists() else ""
    voices = ", ".join(f"{name} {row['cer']:.1%}" for name, row in figures["voices"].items())
    text = CARD.format(
        blocks=BLOCKS, width=WIDTH, parameters=run["parameters"] / 1e6, megabytes=exported["bytes"] / 1e6,
        date=datetime.now(UTC).date().isoformat(), minutes=run["trained_seconds"] / 60, steps=run["steps"],
        hours=run["audio_seconds"] / 3600, shards=len(run["counts"]), cores=os.cpu_count(), budget=budget_minutes,
        seed=seed, train_voices=len(VOICES["train"]), train_variants=len({voice.variant for voice in VOICES["train"]}),
        test_voices=len(VOICES["test"]), clips=figures["codecs"]["opus"]["clips"], rows=score_rows(figures),
        speed=figures["speed"], remark=remark, voices=voices, verdict=judge(figures), engine=engine_line(figures), foreign=foreign_lines(figures), **figures["wordless"],
    )  # fmt: skip
    (target / "card.md").write_text(text, encoding="utf-8")
