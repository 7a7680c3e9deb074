"""Speak texts with one synthesiser into files of clips, until there are enough; resumable.

    python -m synthesis kokoro --text DIR --out DIR --files 8 --clips 50 --voices FOLDER
    python -m synthesis telugu --text DIR --out DIR --set dev

Those of HELD_OUT never train: they choose the checkpoint (set dev), fit the scores (dev) and measure (test).
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from recogniser.sentences import load_sentences

from . import espeak, festival, flite, kokoro, piper
from .clip import Clip, save_clips
from .texts import Texts, read_sentences

SHORTEST_SAMPLES = 4_000


@dataclass(frozen=True)
class Synthesiser:
    """Which words it can say, and how it says many texts."""

    is_sayable: Callable[[str], bool]
    speak: Callable[[Path | None, list[str], random.Random], list[Clip]]


def one_by_one(module) -> Synthesiser:  # noqa: ANN001 (a module)
    """A synthesiser that is called once a text."""
    return Synthesiser(module.is_sayable, lambda folder, texts, rng: [module.speak(folder, text, rng) for text in texts])


def diphones(name: str) -> Synthesiser:
    """A voice of Festival, which says all texts in one run."""
    phones = (festival.VOICES | festival.TEST_VOICES)[name].phones
    return Synthesiser(
        partial(festival.is_sayable, phones=phones), lambda _, texts, rng: festival.speak_all(texts, name, rng)
    )


TRAINING = {"espeak": one_by_one(espeak), "kokoro": one_by_one(kokoro), "flite": one_by_one(flite)}
TRAINING |= {name: diphones(name) for name in festival.VOICES}
HELD_OUT = {"piper": one_by_one(piper)} | {name: diphones(name) for name in festival.TEST_VOICES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("synthesiser", choices=(*TRAINING, *HELD_OUT))
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--set", choices=("train", "dev", "test"), default="train")
    parser.add_argument("--files", type=int, default=1)
    parser.add_argument("--clips", type=int, default=80)
    parser.add_argument("--voices", type=Path, help="the synthesiser's own files, where it needs any")
    options = parser.parse_args()
    name, group = options.synthesiser, options.set
    if name in HELD_OUT and group == "train":
        parser.error(f"{name} never trains")
    synthesiser = (TRAINING | HELD_OUT)[name]
    options.out.mkdir(parents=True, exist_ok=True)
    sentences, corpus = read_sentences(options.text, group), load_sentences(group)
    for number in range(options.files):
        path = options.out / f"{name}-{group}-{number:04d}.npz"
        if path.exists():
            continue
        rng = random.Random(f"{name} {group} {number}")
        texts = Texts(sentences, corpus, rng)
        drawn = [texts.draw(sayable=synthesiser.is_sayable) for _ in range(options.clips)]
        clips = synthesiser.speak(options.voices, drawn, rng)
        save_clips(path, [clip for clip in clips if len(clip.samples) > SHORTEST_SAMPLES])


if __name__ == "__main__":
    main()
