"""Clips to fit or check the confidence of the starter models on: a folder of recordings and clips.tsv with both texts.

    cd training && python -m calibration_clips --out DIR [--group dev] [--clips 240] [--seed 3]

Sentences held out of training, in voices never trained on. A quarter is clear, the others have noise at 20, 10 or 3 dB;
half of all are played faster or slower as well, by up to 40 %, which moves pitch and resonances to where no training
voice has them: a stand-in for voices that the model does not know, and errs on.
"""

import argparse
import random
from pathlib import Path

import numpy as np

from corpus.expand import expand, split
from speech.augment import add_noise, coloured_noise, set_level
from speech.codecs import CODECS, write_audio
from speech.render import join, render, resample
from speech.voices import VOICES

NOISES_DB = (None, 20, 10, 3)
SPEEDS = (0.7, 0.8, 1.22, 1.4)


def make_clip(text: str, number: int, rng: random.Random) -> np.ndarray:
    """One sentence, mono float32 at 16 kHz; its conditions follow from its number."""
    voices = VOICES["test"]
    spoken = join([render(text, voices[number % len(voices)], rng)], [0.3, 0.3]).samples
    kind = number // len(voices)
    if kind % 2:
        spoken = resample(spoken, round(16_000 * SPEEDS[number % len(SPEEDS)]), 16_000)
    noise_db = NOISES_DB[kind // 2 % len(NOISES_DB)]
    if noise_db is not None:
        noise = np.random.default_rng(number)
        spoken = add_noise(spoken, coloured_noise(len(spoken), noise.uniform(0, 2), noise), noise_db)
    return set_level(spoken, -4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--group", choices=("dev", "test"), default="dev")
    parser.add_argument("--clips", type=int, default=240)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    pairs = [pair for pair in expand(seed=1) if split(pair) == options.group]
    rows = ["file\ttext\tenglish\n"]
    for number, pair in enumerate(rng.sample(pairs, min(options.clips, len(pairs)))):
        name = f"clip-{number:03d}.opus"
        write_audio(options.out / name, make_clip(pair.so_spoken, number, rng), CODECS["opus"][1])
        rows.append(f"{name}\t{pair.so_spoken}\t{pair.en}\n")
    (options.out / "clips.tsv").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
